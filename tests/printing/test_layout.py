"""Pieces on pages, whatever their sizes: all of them, on the paper, apart, and backs behind."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.drawing.svg import Drawn
from matchwood.engine.game import find_game
from matchwood.printing.layout import Page, Placed, pages
from matchwood.printing.papers import BACKS, CUTS, FOLDED, MARKS, PAPERS, SHORT, Order
from matchwood.printing.pieces import BLEED, CannotPrint, Face, Group, Piece

FACE = Face(Drawn("<g/>"), (0, 0, 1, 1))
SIZES = st.tuples(st.integers(10, 90), st.integers(10, 120))
TOUCH = 1e-6


def orders() -> st.SearchStrategy[Order]:
    return st.builds(
        Order,
        st.just(find_game("colorfox").variant()),
        st.sampled_from(list(PAPERS)),
        st.sampled_from(list(CUTS)),
        st.sampled_from(list(BACKS)),
        st.just("square"),
        st.just("en"),
    )


@st.composite
def sets_of_pieces(draw: st.DrawFn) -> list[Group]:
    groups = []
    for number in range(draw(st.integers(1, 4))):
        size, two_sided = draw(SIZES), draw(st.booleans())
        pieces = [
            Piece(f"{number}-{each}", size, FACE, FACE if two_sided else None)
            for each in range(draw(st.integers(1, 30)))
        ]
        groups.append(Group(f"group {number}", pieces))
    return groups


def box(placed: Placed) -> tuple[float, float, float, float]:
    (width, height), x, y = placed.size, placed.x, placed.y
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def made(order: Order, groups: list[Group]) -> list[Page]:
    try:
        return pages(order, groups)
    except CannotPrint:
        return []  # A piece of 90 × 120 mm has no room beside its back.


@given(order=orders(), groups=sets_of_pieces())
def test_every_piece_is_printed_once_and_its_back_as_well(
    order: Order, groups: list[Group]
) -> None:
    found = [placed for page in made(order, groups) for placed in page.placed]
    if found:
        names = [piece.name for group in groups for piece in group.pieces]
        two_sided = [
            name
            for group in groups
            if group.two_sided
            for name in (piece.name for piece in group.pieces)
        ]
        assert Counter(each.piece.name for each in found if not each.is_back) == Counter(names)
        assert Counter(each.piece.name for each in found if each.is_back) == Counter(two_sided)


@given(order=orders(), groups=sets_of_pieces())
def test_what_is_behind_a_front_is_its_back_or_nothing(order: Order, groups: list[Group]) -> None:
    """Printed on both sides, the first page among the leaves as well; else it says to fold."""
    leaves = made(order, groups)
    if order.backs == FOLDED or not any(group.two_sided for group in groups):
        assert all(page.placed and not page.side for page in leaves)
    elif leaves:
        behind_first, *others = leaves
        assert not behind_first.placed
        for front, back in zip(others[::2], others[1::2], strict=True):
            assert not any(placed.is_back for placed in front.placed)
            assert all(placed.is_back for placed in back.placed)
            assert bool(back.placed) == (front.side == "front")


@given(order=orders(), groups=sets_of_pieces())
def test_no_piece_leaves_the_paper_or_lies_on_another(order: Order, groups: list[Group]) -> None:
    room = BLEED if order.cut == MARKS else 0
    for page in made(order, groups):
        boxes = [box(placed) for placed in page.placed]
        for left, top, right, bottom in boxes:
            assert left - room > 0
            assert top - room > 0
            assert right + room < order.sheet.width
            assert bottom + room < order.sheet.height
        for one, other in combinations(boxes, 2):
            apart = max(
                max(one[0], other[0]) - min(one[2], other[2]),
                max(one[1], other[1]) - min(one[3], other[3]),
            )
            assert apart > 2 * room - TOUCH


@given(order=orders(), groups=sets_of_pieces())
def test_a_back_is_behind_its_front_and_upright_once_the_piece_is_turned_over(
    order: Order, groups: list[Group]
) -> None:
    """A piece is turned over sideways, about its own upright middle."""
    width, height = order.sheet.width, order.sheet.height
    found = [placed for page in made(order, groups) for placed in page.placed]
    fronts = {each.piece.name: each for each in found if not each.is_back}
    for back in found:
        if not back.is_back:
            continue
        front = fronts[back.piece.name]
        if order.backs == SHORT:
            behind, seen = (back.x, height - back.y), 180 - back.angle
        else:
            behind, seen = (width - back.x, back.y), -back.angle
        assert behind == pytest.approx((front.x, front.y))
        assert (seen - front.angle) % 360 == 0
        assert order.backs != FOLDED or front.x < width / 2 < back.x


def test_a_piece_that_is_larger_than_the_paper_is_refused_in_one_sentence() -> None:
    variant = find_game("baguettes").variant({"size": "6x6x6"})
    order = Order(variant, "a4", "lines", "long", "12mm", "en")
    group = Group("Plans to drill a block", [Piece("top", (252, 252), FACE)])
    with pytest.raises(CannotPrint, match="252 × 252 mm, and there is room for 198 × 282 mm"):
        pages(order, [group])
