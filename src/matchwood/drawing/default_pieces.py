"""Pieces of declared games as they are drawn by default: grids, cards, piles, hands."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from matchwood.drawing import svg
from matchwood.drawing.picture import HAND, Drawing, Outline
from matchwood.drawing.svg import Drawn, Point, Size
from matchwood.engine.fields import NOBODY, OTHERS, SEAT, Count, Field, Grid, Hand, Pile, Zone
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.engine.spec import slug

BOARD_ROOM, CELLS = 520, (56, 120)
"""Size at which a grid is drawn, and the least and the largest size of its cells."""
EDGE, LABEL, LABEL_SIZE = 10, 22, 15
PIECE, PIECE_ROOM = 27, 70
"""The radius of a piece, in a cell of this size."""
CARD, CARD_CORNER, CARD_GAP, FAN = (62, 86), 9, 12, 7
"""A card, and how far one of the same kind shows from under the next."""
CARDS_A_ROW = 6
SEAT_SIZE = (330, 54)
SMALL = 0.52
"""Scale of a card at a seat, beside one in the hand."""
KINDS_A_ROW = 5
"""Cards of an open pile lie in rows of so many."""
SIGNS = (
    svg.circle(12, class_="sign"),
    svg.path("M-10 -10L10 10M10 -10L-10 10", class_="sign"),
    svg.path("M0 -13L12 8H-12Z", class_="sign"),
    svg.path("M-10 -10H10V10H-10Z", class_="sign"),
    svg.path("M-12 0H12M0 -12V12", class_="sign"),
    svg.path("M-12 6L0 -8L12 6", class_="sign"),
)
COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
"""Colours of the pieces of seats and of kinds, in this order."""


def told_name(name: str) -> str:
    return name.replace("_", " ")


def is_seen(each: Zone) -> bool:
    return each.hidden_from in (None, NOBODY)


def is_shown_at(each: Field, of_viewer: bool) -> bool:
    """True if something of a seat is drawn at its place; the viewer's hand lies on the table."""
    if isinstance(each, Hand):
        return not (of_viewer and each.hidden_from == OTHERS)
    return each.by_seat or (isinstance(each, Grid) and each.of == SEAT)


def open_size(pile: Pile) -> Size:
    columns = min(pile.kinds, KINDS_A_ROW)
    rows = -(-pile.kinds // KINDS_A_ROW)
    return columns * (CARD[0] + CARD_GAP) + CARD_GAP, rows * (CARD[1] + CARD_GAP) + LABEL + CARD_GAP


def _card_place(number: int) -> Point:
    """Place of a kind of card in an open pile."""
    row, column = divmod(number, KINDS_A_ROW)
    return CARD_GAP + column * (CARD[0] + CARD_GAP), CARD_GAP + row * (CARD[1] + CARD_GAP)


def card_outlines(name: str, pile: Pile, at: Point) -> dict[str, Outline]:
    found = {}
    for number, kind in enumerate(pile.deck.kinds):
        x, y = _card_place(number)
        middle = (at[0] + x + CARD[0] / 2, at[1] + y + CARD[1] / 2)
        found[f"{name}-{slug(kind)}"] = Outline(middle, CARD, CARD_CORNER)
    return found


def drawn_beside(row: Sequence[tuple[str, Field]], document: Document) -> Iterator[Drawn]:
    """Closed piles and counts beside each other, each with its name below."""
    for number, (name, each) in enumerate(row):
        value, middle = document[name], (CARD[0] / 2, CARD[1] / 2)
        if isinstance(each, Zone):
            depth = range(min(len(value), 3))
            drawn = [svg.group(back(), at=(2 * layer, -2 * layer)) for layer in depth]
            drawn.append(svg.text(str(len(value)), 26, middle, class_="on-back"))
        else:
            drawn = [svg.text("?" if value is None else str(value), 38, middle, class_="label")]
        label = (CARD[0] / 2, CARD[1] + LABEL / 2 + 3)
        told = svg.text(told_name(name), LABEL_SIZE, label, class_="label")
        left = CARD_GAP + number * (CARD[0] + CARD_GAP)
        yield svg.group(*drawn, told, at=(left, CARD_GAP))


def _cell(grid: Grid) -> float:
    """The size of a cell."""
    least, most = CELLS
    return min(max(BOARD_ROOM / max(grid.rows, grid.columns), least), most)


def grid_size(grid: Grid) -> Size:
    cell = _cell(grid)
    return 2 * EDGE + LABEL + grid.columns * cell, 2 * EDGE + LABEL + grid.rows * cell


def _middle(grid: Grid, row: int, column: int) -> Point:
    start, cell = LABEL + EDGE, _cell(grid)
    return start + (column + 0.5) * cell, start + (row + 0.5) * cell


def cell_outlines(name: str, grid: Grid, at: Point) -> dict[str, Outline]:
    middles = (_middle(grid, row, column) for row, column in grid.places())
    size = (_cell(grid) - 6, _cell(grid) - 6)
    return {
        f"{name}-{text}": Outline((x + at[0], y + at[1]), size, svg.CORNER)
        for text, (x, y) in zip(grid.names, middles, strict=True)
    }


def drawn_grid(name: str, grid: Grid, rows: Sequence[Sequence[Any]], named: bool) -> Drawn:
    across = ((grid.names[c][0], (_middle(grid, 0, c)[0], LABEL / 2)) for c in range(grid.columns))
    down = ((str(r + 1), (LABEL / 2, _middle(grid, r, 0)[1])) for r in range(grid.rows))
    labels = [svg.text(text, LABEL_SIZE, at, class_="label") for text, at in (*across, *down)]
    cells, half = [], _cell(grid) / 2 - 3
    for text, (row, column) in zip(grid.names, grid.places(), strict=True):
        content = rows[row][column]
        room = svg.block(2 * half, 2 * half, at=(-half, -half), class_="room")
        piece = [] if content is None else [_piece(grid, content, _cell(grid) / PIECE_ROOM)]
        cells.append(
            svg.group(
                room,
                *piece,
                at=_middle(grid, row, column),
                title=text if content is None else f"{text}: {_piece_told(grid, content)}",
                id_=f"{name}-{text}" if named else None,
                class_="cell",
            )
        )
    return Drawn("".join([*labels, *cells]))


def _piece_told(grid: Grid, content: int | str) -> str:
    return f"player {int(content) + 1}" if grid.of == SEAT else str(content)


def _piece(grid: Grid, content: int | str, scale: float) -> Drawn:
    if grid.of == SEAT:
        return seat_piece(int(content), scale)
    kind = list(grid.of).index(str(content))
    letters = svg.text(svg.cut(str(content), 15, 2 * PIECE - 8), 15)
    face = svg.circle(PIECE, class_="face")
    return svg.group(face, letters, scale=scale, class_=COLOURS[kind % len(COLOURS)])


def seat_piece(seat: int, scale: float = 1) -> Drawn:
    """A piece of a seat: its colour, and a sign for those who do not see colours."""
    face = svg.circle(PIECE, class_="face")
    return svg.group(face, SIGNS[seat], scale=scale, class_=COLOURS[seat])


def card(kind: str) -> Drawn:
    """A card, with a band of colour that is always the same for its kind."""
    width, height = CARD
    number = zlib.crc32(kind.encode())
    band = svg.block(width - 12, 8, 4, at=(6, 8), class_=f"band {COLOURS[number % len(COLOURS)]}")
    return Drawn(
        svg.block(width, height, CARD_CORNER, class_="playing-card")
        + band
        + svg.text(kind[:1].upper(), 30, (width / 2, 40), class_="on-card")
        + svg.text(svg.cut(kind, 12, width - 6), 12, (width / 2, 70), class_="on-card")
    )


def back() -> Drawn:
    width, height = CARD
    line = svg.block(width - 14, height - 14, 6, at=(7, 7), class_="back-line")
    return Drawn(svg.block(width, height, CARD_CORNER, class_="card-back") + line)


def drawn_pile(name: str, pile: Pile, cards: Sequence[str | None], named: bool) -> Drawn:
    """The cards of a pile that everyone sees, each kind in its place."""
    held = Counter(cards)
    size = open_size(pile)
    label = svg.text(
        told_name(name), LABEL_SIZE, (size[0] / 2, size[1] - LABEL / 2 - 2), class_="label"
    )
    drawn = []
    for number, kind in enumerate(pile.deck.kinds):
        at = _card_place(number)
        if held[kind]:
            badge = svg.text(f"×{held[kind]}", 13, (CARD[0] - 13, 25), class_="on-card")
            inside = [card(kind), *([badge] if held[kind] > 1 else [])]
            id_ = f"{name}-{slug(kind)}" if named else None
            drawn.append(svg.group(*inside, at=at, title=f"{kind} ×{held[kind]}", id_=id_))
        else:
            drawn.append(svg.group(svg.block(*CARD, CARD_CORNER, class_="free-place"), at=at))
    return Drawn("".join([*drawn, label]))


def drawn_hand(name: str, kinds: Sequence[str], cards: Counter[str], words: Words) -> Drawing:
    most = max(CARDS_A_ROW, len(kinds) if len(kinds) <= CARDS_A_ROW else -(-len(kinds) // 2))
    step, line = CARD[0] + CARD_GAP + FAN, CARD[1] + CARD_GAP + FAN
    drawn, outlines = [], {}
    for number, kind in enumerate(kinds):
        row, column = divmod(number, most)
        at = (column * step + CARD_GAP, row * line + CARD_GAP)
        below = range(min(cards[kind], 4) - 1, 0, -1)
        under = [
            svg.group(
                svg.block(*CARD, CARD_CORNER, class_="playing-card"), at=(FAN * d / 2, -FAN * d / 2)
            )
            for d in below
        ]
        many = f" ×{cards[kind]}" if cards[kind] > 1 else ""
        badge = (
            [svg.text(f"×{cards[kind]}", 13, (CARD[0] - 13, 25), class_="on-card")] if many else []
        )
        id_ = f"{name}-{slug(kind)}"
        drawn.append(svg.group(*under, card(kind), *badge, at=at, title=kind + many, id_=id_))
        middle = (at[0] + CARD[0] / 2, at[1] + CARD[1] / 2)
        outlines[id_] = Outline(middle, CARD, CARD_CORNER)
    rows = max(1, -(-len(kinds) // most))
    size = (most * step + CARD_GAP, rows * line + CARD_GAP)
    return Drawing(
        HAND,
        HAND,
        (0, 0, *size),
        Drawn("".join(drawn)),
        words("your cards"),
        outlines,
    )


def drawn_at_seat(name: str, each: Field, value: Any, seat: int) -> Drawn:
    """A thing of a seat in one line: its name, and cards or a number."""
    label = svg.text(told_name(name), 14, (6, SEAT_SIZE[1] / 2), class_="quiet start")
    left, middle = 96, SEAT_SIZE[1] / 2
    if isinstance(each, Grid):
        return svg.group(seat_piece(seat, 0.7), at=(30, middle))
    if isinstance(each, Count):
        number = value[seat]
        told = "?" if number is None else str(int(number))
        return Drawn(label + svg.text(told, 26, (left, middle), class_="number start"))
    cards = sorted(value[seat], key=lambda card: (card is None, card or ""))
    step = min(CARD[0] * SMALL + 4, (SEAT_SIZE[0] - left - 70) / max(len(cards) - 1, 1))
    drawn = [
        svg.group(
            back() if kind is None else card(kind),
            at=(left + place * step, middle - CARD[1] * SMALL / 2),
            scale=SMALL,
        )
        for place, kind in enumerate(cards)
    ]
    many = svg.text(str(len(cards)), 20, (SEAT_SIZE[0] - 8, middle), class_="number end")
    return Drawn("".join([label, *drawn, many]))
