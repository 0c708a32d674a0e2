"""Connect Four as a picture: the standing drawn_board, and below it the discs each player has left.

The elements and their ids: `column-4` for a column with its number, its holes and its discs,
which is what to click; `disc-5-3` for the disc in a row and column of the document's board;
`seat-0` for a player's panel.
"""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn
from matchwood.engine.words import ENGLISH, Phrase, Words
from matchwood_connect_four.rules import COLUMNS, PLAYERS, ROWS

MARGIN = GAP = 8
CELL, DISC = 64, 27
BOARD_EDGE = 8
BOARD_WIDTH = COLUMNS * CELL + 2 * BOARD_EDGE
BOARD_HEIGHT = ROWS * CELL + 2 * BOARD_EDGE
NUMBER_SIZE, NUMBER_ROOM = 15, 24

PANEL_WIDTH = (BOARD_WIDTH + GAP) / PLAYERS - GAP
PANEL_HEIGHT = svg.HEADER + 34
PANEL_TOP = MARGIN + NUMBER_ROOM + BOARD_HEIGHT + GAP
IN_HAND = 0.4
"""The size of a disc in hand against one on the board."""
HAND_INSET, HAND_STEP = 24, 9
"""Where the first disc in hand lies, and how far it is to the next."""

WIDTH = BOARD_WIDTH + 2 * MARGIN
HEIGHT = PANEL_TOP + PANEL_HEIGHT + MARGIN

SIGNS = (
    svg.circle(12, class_="sign"),
    svg.path("M-10 -10L10 10M10 -10L-10 10", class_="sign"),
)
SIGN_NAMES = ("ring", "cross")
SEAT_TITLES = (
    Phrase("{name}: {left} discs with a ring left"),
    Phrase("{name}: {left} discs with a cross left"),
)

LOOKS = {
    ".column>rect": "fill:transparent",
    ".hole": "fill:var(--paper);stroke:var(--wood);stroke-width:2",
    ".face": "stroke:var(--rim);stroke-width:1.5",
    ".sign": "fill:none;stroke-width:6;stroke-linecap:round",
    ".ring>.face": "fill:var(--red)",
    ".ring>.sign": "stroke:var(--on-red)",
    ".cross>.face": "fill:var(--yellow)",
    ".cross>.sign": "stroke:var(--on-yellow)",
    ".in-line>.face": "stroke:var(--ink);stroke-width:6",
}
COLOURS = {
    "rim": ("#2B262266", "#00000066"),
    "on-red": ("#FFFDF8", "#FFFDF8"),
    "on-yellow": ("#2B2622", "#2B2622"),
}

STYLE = svg.sheet("connect-four", LOOKS, COLOURS)


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The position as SVG. Nothing is hidden (C4-8), so every viewer sees the same."""
    names = player_names(names, PLAYERS, words)
    return svg.picture(
        document["game"],
        (WIDTH, HEIGHT),
        drawn_board(),
        *(drawn_column(document, column, words) for column in range(COLUMNS)),
        *(_player(document, seat, name, words) for seat, name in enumerate(names)),
        label=_label(document, names, words),
    )


def drawn_board() -> Drawn:
    return svg.group(svg.wood(BOARD_WIDTH, BOARD_HEIGHT), at=(MARGIN, MARGIN + NUMBER_ROOM))


def _label(document: Document, names: Sequence[str], words: Words) -> str:
    mover = document["to_move"]
    if document["phase"] != "over":
        return words.about(
            mover, names, "Connect Four: it’s your turn.", "Connect Four: it’s {name}’s turn."
        )
    if document["line"]:
        return words.about(mover, names, "Connect Four: you won.", "Connect Four: {name} won.")
    return words("Connect Four: a draw.")


def drawn_column(document: Document, column: int, words: Words, named: bool = True) -> Drawn:
    top = NUMBER_ROOM + BOARD_EDGE
    free = document["phase"] != "over" and document["board"][0][column] is None
    return svg.group(
        svg.block(CELL, top + ROWS * CELL),
        svg.words(str(column + 1), NUMBER_SIZE, (CELL / 2, NUMBER_ROOM / 2), class_="quiet"),
        *(
            svg.group(*_cell(document, row, column, named), at=(CELL / 2, top + (row + 0.5) * CELL))
            for row in range(ROWS)
        ),
        at=(MARGIN + BOARD_EDGE + column * CELL, MARGIN),
        title=words("column {column}", column=column + 1),
        id_=f"column-{column + 1}" if named else None,
        class_="column click" if free else "column",
    )


def _cell(document: Document, row: int, column: int, named: bool) -> list[Drawn]:
    """A hole in the drawn_board, and the disc that shows in it."""
    hole, owner = svg.circle(DISC, class_="hole"), document["board"][row][column]
    if owner is None:
        return [hole]
    in_line = [row, column] in document["line"]
    id_ = f"disc-{row}-{column}" if named else None
    return [hole, _disc(owner, in_line=in_line, id_=id_)]


def _disc(owner: int, in_line: bool = False, id_: str | None = None) -> Drawn:
    sign = SIGN_NAMES[owner]
    return svg.group(
        svg.circle(DISC, class_="face"),
        SIGNS[owner],
        id_=id_,
        class_=f"{sign} in-line" if in_line else sign,
    )


def _player(document: Document, seat: int, name: str, words: Words) -> Drawn:
    left, winner = document["left"][seat], seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    told = words(SEAT_TITLES[seat].template, name=name, left=left)
    return svg.panel(
        name,
        str(left),
        (PANEL_WIDTH, PANEL_HEIGHT),
        *(_disc_in_hand(seat, place) for place in range(left)),
        at=(MARGIN + seat * (PANEL_WIDTH + GAP), PANEL_TOP),
        title=svg.seat_title(told, words, active, winner),
        active=active,
        winner=winner,
        id_=f"seat-{seat}",
    )


def _disc_in_hand(owner: int, place: int) -> Drawn:
    middle = (svg.HEADER + PANEL_HEIGHT) / 2 - GAP / 2
    return svg.group(_disc(owner), at=(HAND_INSET + place * HAND_STEP, middle), scale=IN_HAND)
