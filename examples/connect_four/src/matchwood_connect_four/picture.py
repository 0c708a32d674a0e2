"""Connect Four as a picture: the standing board, and below it each player's discs.

A column is one group, `column-1` to `column-7`, with its number, its cells and their discs:
a click on it drops a disc there.
"""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document

CELL = 64
DISC = 26
MARGIN = 20
NUMBER_ROOM = 26
NUMBER_SIZE = 16
BOARD_EDGE = 12
PANEL_HEIGHT = svg.HEADER + 34
GAP = 16

SMALL = 0.4
"""The size of a disc in hand against one on the board."""
HAND_INSET = 24
HAND_STEP = 9

RING = svg.circle(DISC / 2, class_="sign")
CROSS = svg.path("M-11 -11L11 11M11 -11L-11 11", class_="sign")
SIGNS = (RING, CROSS)
SIGN_NAMES = ("rings", "crosses")

STYLE = {
    ".hole": "fill:var(--paper);stroke:var(--wood);stroke-width:2",
    ".column>rect": "fill:transparent",
    ".disc-0>.face": "fill:var(--red)",
    ".disc-1>.face": "fill:var(--yellow)",
    ".face": "stroke:var(--rim);stroke-width:1.5",
    ".sign": "fill:none;stroke-width:6;stroke-linecap:round",
    ".disc-0>.sign": "stroke:var(--ring)",
    ".disc-1>.sign": "stroke:var(--cross)",
    ".in-line>.face": "stroke:var(--ink);stroke-width:6",
}
TOKENS = {
    "rim": ("#5B4A3366", "#00000066"),
    "ring": ("#FFFDF8", "#FFFDF8"),
    "cross": ("#2B2622", "#2B2622"),
}


def draw(document: Document, viewer: int | None, names: Sequence[str] | None = None) -> str:
    """The position as SVG; it is the same for every viewer, since nothing is hidden."""
    rows, columns = len(document["board"]), len(document["board"][0])
    seats = range(document["players"])
    names = names or [f"Player {seat + 1}" for seat in seats]
    width, height = columns * CELL + 2 * BOARD_EDGE, rows * CELL + 2 * BOARD_EDGE
    below = MARGIN + NUMBER_ROOM + height + GAP
    return svg.picture(
        document["game"],
        (width + 2 * MARGIN, below + PANEL_HEIGHT + MARGIN),
        svg.group(svg.wood(width, height), at=(MARGIN, MARGIN + NUMBER_ROOM)),
        *(_column(document, column) for column in range(columns)),
        *(_player(document, seat, names[seat], width, below) for seat in seats),
        label=_label(document, names),
        style=STYLE,
        tokens=TOKENS,
    )


def clicks(move: str, document: Document) -> list[str]:
    """One click on the column."""
    return [f"column-{move.removeprefix('drop ')}"]


def _column(document: Document, column: int) -> svg.Drawn:
    rows = len(document["board"])
    middle = CELL / 2
    return svg.group(
        svg.block(CELL, NUMBER_ROOM + BOARD_EDGE + rows * CELL),
        svg.words(str(column + 1), NUMBER_SIZE, (middle, NUMBER_ROOM / 2), class_="quiet"),
        *(
            svg.group(
                svg.circle(DISC, class_="hole"),
                _disc(document, row, column),
                at=(middle, NUMBER_ROOM + BOARD_EDGE + row * CELL + middle),
            )
            for row in range(rows)
        ),
        at=(MARGIN + BOARD_EDGE + column * CELL, MARGIN),
        title=f"Column {column + 1}",
        id_=f"column-{column + 1}",
        class_="column",
    )


def _disc(document: Document, row: int, column: int) -> svg.Drawn:
    owner = document["board"][row][column]
    if owner is None:
        return svg.Drawn()
    in_line = " in-line" if [row, column] in document["line"] else ""
    return svg.group(
        svg.circle(DISC, class_="face"),
        SIGNS[owner],
        id_=f"disc-{row}-{column}",
        class_=f"disc-{owner}{in_line}",
    )


def _player(document: Document, seat: int, name: str, board_width: float, y: float) -> svg.Drawn:
    left, winner = document["left"][seat], seat in document["winners"]
    width = (board_width - GAP) / document["players"]
    return svg.panel(
        name,
        f"★ {left}" if winner else str(left),
        (width, PANEL_HEIGHT),
        *(_in_hand(seat, place) for place in range(left)),
        at=(MARGIN + seat * (width + GAP), y),
        title=f"{name}: {SIGN_NAMES[seat]}, {left} discs left{', winner' if winner else ''}",
        active=document["phase"] != "over" and seat == document["to_move"],
        id_=f"player-{seat}",
    )


def _in_hand(seat: int, place: int) -> svg.Drawn:
    x = HAND_INSET + place * HAND_STEP
    y = (svg.HEADER + PANEL_HEIGHT) / 2
    return svg.element(
        "g",
        svg.circle(DISC, class_="face"),
        SIGNS[seat],
        transform=f"translate({svg.short(x)} {svg.short(y)}) scale({SMALL})",
        class_=f"disc-{seat}",
    )


def _label(document: Document, names: Sequence[str]) -> str:
    if document["phase"] != "over":
        return f"Connect Four: {names[document['to_move']]} is to drop a disc."
    if not document["line"]:
        return "Connect Four: a draw."
    return f"Connect Four: {names[document['to_move']]} has four in line."
