"""Connect Four as a picture: the standing board, its last disc in the log, and the cover.

`column-4` is a column with its number, its holes and its discs, which is what to click; `disc-5-3`
the disc in a row and column of the document's board.
"""

from types import SimpleNamespace

from matchwood.drawing import svg
from matchwood.drawing.default_pieces import PIECE, seat_piece
from matchwood.drawing.defaults import LOOKS
from matchwood.drawing.layout import alone
from matchwood.drawing.picture import BOARD, Drawing, Outline
from matchwood.drawing.style import sheet
from matchwood_connect_four.rules import COLUMNS, ROWS

CELL, EDGE, TOP = 64, 10, 34
BOX = (0, 0, COLUMNS * CELL + 2 * EDGE, TOP + ROWS * CELL + EDGE)
ARRANGEMENTS = {"usual": alone(BOX[2:])}
OWN_LOOKS = {
    ".frame": "fill:var(--wood);stroke:var(--frame-edge);stroke-width:4",
    ".column>rect": "fill:transparent",
    ".column>text": "fill:var(--board-label)",
    ".can>text": "fill:var(--mark-ink)",
    ".hole": "fill:var(--hole);stroke:var(--frame-edge);stroke-width:2",
    ".in-line>g>.face": "stroke:#FFFDF8;stroke-width:6",
}
COLOURS = {"frame-edge": ("#7A5228", "#6B4A26"), "hole": ("#5A3D1E", "#2A2018")}
STYLE = sheet("connect-four", LOOKS | OWN_LOOKS, COLOURS)
SHOWN = ("       ", "       ", "   0   ", "  01   ", " 01010 ", "0111010")
LINES = [
    [(row + down * place, column + right * place) for place in range(4)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(ROWS - 3 * down)
    for column in range(COLUMNS)
    if column + 3 * right in range(COLUMNS)
]
"""C4-6: the 69 fours in line, each cell as its row and column."""


def cells_in_line(board):
    """The cells of all fours in line that there are."""
    there = (line for line in LINES if {board[row][at] for row, at in line} in ({0}, {1}))
    return {cell for line in there for cell in line}


def board(document, words, named=True):
    in_line, drawn, outlines = cells_in_line(document["board"]), [], {}
    for column in range(COLUMNS):
        left, id_ = EDGE + column * CELL, f"column-{column + 1}"
        inside = [svg.block(CELL, BOX[3]), svg.text(id_[-1], 15, (CELL / 2, TOP / 3))]
        for row in range(ROWS):
            at, owner = (CELL / 2, TOP + (row + 0.5) * CELL), document["board"][row][column]
            inside.append(svg.circle(PIECE, at, class_="hole"))
            if owner is not None:
                name = f"disc-{row}-{column}" if named else None
                look = "in-line" if (row, column) in in_line else None
                inside.append(svg.group(seat_piece(owner), at=at, id_=name, class_=look))
        name, title = (id_, words("column {column}", column=column + 1)) if named else (None, None)
        drawn.append(svg.group(*inside, at=(left, 0), title=title, id_=name, class_="column"))
        room = (CELL, ROWS * CELL)
        outlines[id_] = Outline((left + CELL / 2, TOP + room[1] / 2), room, CELL / 2)
    frame = svg.block(BOX[2] - 4, BOX[3] - TOP + EDGE - 4, at=(2, TOP - EDGE + 2), class_="frame")
    return Drawing(BOARD, BOARD, BOX, svg.group(frame, *drawn), outlines=outlines)


def note(move, before, after, words):
    """The disc that fell, and where."""
    column = words("column {column}", column=move.removeprefix("drop "))
    return [seat_piece(before["to_move"], 0.4), column]


def _cover():
    """A corner of the board with four in line."""
    rows = [[None if owner == " " else int(owner) for owner in row] for row in SHOWN]
    shown = svg.group(board({"board": rows}, None, named=False).drawn, at=(14, -94), scale=1.04)
    wood = svg.group(svg.wood(360, 440), at=(-20, -20))
    return Drawing("cover", "cover", (0, 0, 320, 400), svg.group(wood, shown))


cover = SimpleNamespace(draw=_cover)
