"""A picture that stands alone: all parts are in it, in view, and none on another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import pytest

from matchwood.drawing import layout, svg
from matchwood.drawing.layout import Arrangement
from matchwood.drawing.picture import BOARD, HAND, Box, Drawing, Outline, Picture, seat_part
from matchwood.drawing.style import in_theme, sheet
from tests.support.pictures import SVG, with_class

NAMES = ("Anna", "<Ben>", "Maximiliane von und zu Hohenlohe-Schillingsfürst")
TALLIES = (("2", "of 4"), ("0", "of 4"), ("12", ""))
STYLE = sheet("sample", {})
SHAPES = {"wide": (200, 100), "tall": (100, 200), "square": (150, 150)}


def drawing(name: str, part: str, size: tuple[float, float] = (200, 50)) -> Drawing:
    return Drawing(name, part, (0, 0, *size), svg.circle(3, id_=f"in-{name}"), f"the {name}")


PICTURE = Picture(
    "sample",
    "Anna is choosing.",
    (
        drawing("left", BOARD),
        drawing("right", BOARD),
        drawing("cards", HAND),
        drawing("tiles", HAND, (400, 50)),
        drawing("one", seat_part(1)),
        drawing("two", seat_part(2)),
        drawing("tray", "tray"),
    ),
)


def arrangement(size: tuple[float, float]) -> Arrangement:
    width, height = size
    left = (0, 0, width / 2, height)
    return Arrangement(size, {"left": left, "right": (width / 2, 0, width / 2, height)})


def composed(shape: str = "wide", picture: Picture = PICTURE) -> ET.Element:
    drawn = layout.composed(picture, arrangement(SHAPES[shape]), STYLE, NAMES, TALLIES)
    return ET.fromstring(drawn)


def boxes(root: ET.Element) -> dict[str, Box]:
    """Where each drawing lies in the whole, by its name."""
    found: dict[str, Box] = {}

    def look(element: ET.Element, x: float, y: float) -> None:
        moved = re.search(r"translate\(([-.\d]+) ([-.\d]+)\)", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        if name := element.get("data-drawing"):
            left, top, width, height = (
                float(element.get(side, 0)) for side in ("x", "y", "width", "height")
            )
            found[name] = (x + left, y + top, width, height)
        for child in element:
            look(child, x, y)

    look(root, 0, 0)
    return found


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes share at most the rounding of their numbers."""
    return any(
        first[side] + first[side + 2] <= second[side] + 0.02
        for side in (0, 1)
        for first, second in ((one, other), (other, one))
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_every_drawing_is_in_view_and_lies_on_no_other(shape: str) -> None:
    root = composed(shape)
    placed = boxes(root)
    assert placed.keys() == {each.name for each in PICTURE.drawings}
    width, height = map(float, root.get("viewBox", "").split()[2:])
    for left, top, across, down in placed.values():
        assert left >= 0
        assert top >= 0
        assert left + across <= width
        assert top + down <= height
    assert all(apart(*pair) for pair in combinations(placed.values(), 2))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_board_keeps_its_shape_and_is_never_higher_than_a_page_shows(shape: str) -> None:
    placed = boxes(composed(shape))
    width, height = SHAPES[shape]
    _, _, across, down = placed["left"]
    assert across / down == pytest.approx(width / 2 / height, rel=0.001)
    assert down <= layout.MOST_BOARD_HEIGHT
    board = layout.MARGIN + layout.BOARD_WIDTH / 2
    assert placed["right"][0] == pytest.approx(board, abs=0.02), "the board is not in the middle"


def test_the_drawings_of_a_hand_share_the_strip_by_their_widths() -> None:
    placed = boxes(composed())
    assert placed["tiles"][2] == pytest.approx(2 * placed["cards"][2], abs=0.02)
    assert placed["tiles"][1] == placed["cards"][1]


def test_a_board_of_several_drawings_is_one_with_its_things_where_they_are_drawn() -> None:
    outlines = {"pawn": Outline((50, 25), (20, 10), 4)}
    right = replace(drawing("right", BOARD), outlines=outlines)
    board = layout.laid_out([drawing("left", BOARD), right], arrangement(SHAPES["wide"]))
    assert board.box == (0, 0, 200, 100)
    # It is fitted into half of the width, so half as large, and in the middle of the height.
    assert board.outlines == {"pawn": Outline((125, 50), (10, 5), 2)}
    drawn = ET.fromstring(board.svg("sample"))
    assert boxes(drawn) == {
        "board": (0, 0, 0, 0),
        "left": (0, 0, 100, 100),
        "right": (100, 0, 100, 100),
    }


def test_drawings_below_each_other_keep_their_measure() -> None:
    both = layout.below_each_other(PICTURE.of(HAND), "figure")
    assert both.box == (0, 0, 400, 100 + layout.GAP)
    assert both.label == "the cards the tiles"
    placed = boxes(ET.fromstring(both.svg("sample")))
    assert placed["cards"] == (0, 0, 400, 50)
    assert placed["tiles"] == (0, 50 + layout.GAP, 400, 50)


def test_without_a_hand_there_is_no_strip() -> None:
    drawings = tuple(each for each in PICTURE.drawings if each.part != HAND)
    without = Picture("sample", "A sample.", drawings)
    assert with_class(composed(), "board-strip")
    assert not with_class(composed(picture=without), "board-strip")
    assert float(composed(picture=without).get("height", 0)) < float(composed().get("height", 0))


def test_every_player_has_a_card_with_name_and_tally_and_what_all_share_comes_last() -> None:
    root = composed()
    told = [text.text for text in root.iter(f"{SVG}text")]
    assert told[:4] == ["Anna", "2 of 4", "<Ben>", "0 of 4"]
    assert (told[4] or "").startswith("Maximiliane")
    assert (told[4] or "").endswith("…")
    assert told[5] == "12"
    placed = boxes(root)
    assert placed["one"][1] < placed["two"][1] < placed["tray"][1]


def test_it_stands_alone_with_one_style_sheet_and_is_told_in_words() -> None:
    root = composed()
    assert [style.text for style in root.iter(f"{SVG}style")] == [in_theme(STYLE, "light")]
    assert root.get("aria-label") == PICTURE.label
    assert root.get("class") == "matchwood matchwood-sample"
    labels = {each.get("aria-label") for each in root.iter() if each.get("data-drawing")}
    assert labels == {each.label for each in PICTURE.drawings}


def test_the_same_elements_are_in_it_as_in_its_parts() -> None:
    ids = [each.get("id") for each in composed().iter() if each.get("id")]
    assert ids == [f"in-{each.name}" for each in PICTURE.drawings]
