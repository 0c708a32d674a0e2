"""Connect Four as a picture: the standing board, and at each seat the discs that are left.

The elements and their ids: `column-4` for a column with its number, its holes and its discs,
which is what to click; `disc-5-3` for the disc in a row and column of the document's board.
"""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing import svg
from matchwood.drawing.layout import alone
from matchwood.drawing.picture import BOARD, Drawing, Outline, Picture, seat_part
from matchwood.drawing.style import LEGAL, sheet
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Phrase, Words
from matchwood.engine.options import player_names
from matchwood_connect_four.rules import COLUMNS, PLAYERS, ROWS

CELL, DISC, EDGE = 64, 27, 10
WIDTH, HEIGHT = COLUMNS * CELL + 2 * EDGE, ROWS * CELL + 2 * EDGE
NUMBER_SIZE, NUMBER_ROOM = 15, 24
SIZE = (WIDTH, NUMBER_ROOM + HEIGHT)
ARRANGEMENTS = {"usual": alone(SIZE)}

MOST_LEFT = COLUMNS * ROWS // PLAYERS
LEFT_STEP = 18
"""How far it is from a disc that is left to the next, which covers most of it."""
IN_NOTE = 0.4
"""The size of a disc in a line of the log against one on the board."""

SIGNS = (
    svg.circle(12, class_="sign"),
    svg.path("M-10 -10L10 10M10 -10L-10 10", class_="sign"),
)
SIGN_NAMES = ("ring", "cross")
SEAT_LABELS = (
    Phrase("{name}: {left} discs with a ring left"),
    Phrase("{name}: {left} discs with a cross left"),
)

LOOKS = {
    ".frame": "fill:var(--wood);stroke:var(--frame-edge);stroke-width:4",
    ".column>rect": "fill:transparent",
    ".column>text": "fill:var(--board-label)",
    ".can>text": "fill:var(--mark-ink)",
    ".chosen>rect": LEGAL,
    ".hole": "fill:var(--hole);stroke:var(--frame-edge);stroke-width:2",
    ".face": "stroke:var(--rim);stroke-width:1.5",
    ".sign": "fill:none;stroke-width:6;stroke-linecap:round",
    ".ring>.face": "fill:var(--red)",
    ".ring>.sign": "stroke:var(--on-red)",
    ".cross>.face": "fill:var(--yellow)",
    ".cross>.sign": "stroke:var(--on-yellow)",
    ".in-line>.face": "stroke:var(--on-red);stroke-width:6",
}
COLOURS = {
    "frame-edge": ("#7A5228", "#6B4A26"),
    "hole": ("#5A3D1E", "#2A2018"),
    "rim": ("#2B262266", "#00000066"),
    "on-red": ("#FFFDF8", "#FFFDF8"),
    "on-yellow": ("#2B2622", "#2B2622"),
}

STYLE = sheet("connect-four", LOOKS, COLOURS)


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    """The position, part by part. Nothing is hidden (C4-8), so every viewer sees the same."""
    names = player_names(names, PLAYERS, words)
    return Picture(
        document["game"],
        _label(document, names, words),
        (
            Drawing(
                BOARD,
                BOARD,
                (0, 0, *SIZE),
                drawn_board(document, words),
                outlines={f"column-{column + 1}": _outline(column) for column in range(COLUMNS)},
            ),
            *(_seat(document, seat, name, words) for seat, name in enumerate(names)),
        ),
    )


def _label(document: Document, names: Sequence[str], words: Words) -> str:
    mover = document["to_move"]
    if document["phase"] != "over":
        return words.about(
            mover, names, "Connect Four: it’s your turn.", "Connect Four: it’s {name}’s turn."
        )
    if document["line"]:
        return words.about(mover, names, "Connect Four: you won.", "Connect Four: {name} won.")
    return words("Connect Four: a draw.")


def drawn_board(document: Document, words: Words, named: bool = True) -> Drawn:
    frame = svg.block(WIDTH - 4, HEIGHT - 4, at=(2, NUMBER_ROOM + 2), class_="frame")
    columns = (_column(document, column, words, named) for column in range(COLUMNS))
    return Drawn("".join([frame, *columns]))


def _column(document: Document, column: int, words: Words, named: bool) -> Drawn:
    return svg.group(
        svg.block(CELL, SIZE[1]),
        svg.text(str(column + 1), NUMBER_SIZE, (CELL / 2, NUMBER_ROOM / 2), class_="detail"),
        *(_cell(document, row, column, named) for row in range(ROWS)),
        at=(EDGE + column * CELL, 0),
        title=words("column {column}", column=column + 1),
        id_=f"column-{column + 1}" if named else None,
        class_="column",
    )


def _outline(column: int) -> Outline:
    """Where a column is marked, if the last disc fell there or a hint says that the next should."""
    middle = EDGE + (column + 0.5) * CELL, NUMBER_ROOM + HEIGHT / 2
    return Outline(middle, (CELL, HEIGHT - 2 * EDGE), CELL / 2)


def _cell(document: Document, row: int, column: int, named: bool) -> Drawn:
    """A hole in the board, and the disc that shows in it."""
    middle = (CELL / 2, NUMBER_ROOM + EDGE + (row + 0.5) * CELL)
    hole, owner = svg.circle(DISC, middle, class_="hole"), document["board"][row][column]
    if owner is None:
        return hole
    in_line = [row, column] in document["line"]
    id_ = f"disc-{row}-{column}" if named else None
    return Drawn(hole + svg.group(disc(owner, in_line), at=middle, id_=id_))


def disc(owner: int, in_line: bool = False) -> Drawn:
    sign = SIGN_NAMES[owner]
    face = svg.circle(DISC, class_="face")
    return svg.group(face, SIGNS[owner], class_=f"{sign} in-line" if in_line else sign)


def _seat(document: Document, seat: int, name: str, words: Words) -> Drawing:
    left = document["left"][seat]
    discs = (svg.group(disc(seat), at=(DISC + place * LEFT_STEP, DISC)) for place in range(left))
    return Drawing(
        seat_part(seat),
        seat_part(seat),
        (-1, -1, 2 * DISC + (MOST_LEFT - 1) * LEFT_STEP + 2, 2 * DISC + 2),
        Drawn("".join(discs)),
        words(SEAT_LABELS[seat].template, name=name, left=left),
    )


def note(move: str, before: Document, after: Document, words: Words) -> list[Drawn | str]:
    """The disc that fell, and where."""
    column = words("column {column}", column=move.removeprefix("drop "))
    return [svg.group(disc(before["to_move"]), scale=IN_NOTE), column]
