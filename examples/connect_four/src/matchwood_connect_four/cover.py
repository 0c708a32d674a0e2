"""Connect Four at its best: the fourth disc is about to fall into its line."""

from __future__ import annotations

from matchwood.drawing import svg
from matchwood.drawing.picture import Drawing
from matchwood.drawing.svg import Drawn
from matchwood_connect_four.picture import CELL, DISC, disc

BOX = (0, 0, 320, 400)
SHOWN = ("     ", "  01 ", " 0101", "01110")
"""The corner of the board that is seen, row by row: whose disc shows in each hole."""
LINE = ((3, 0), (2, 1), (1, 2))
CORNER_AT, SCALE = (28, 116), 1.08
FALLING = svg.group(disc(0, in_line=True), at=(3.5 * CELL, -0.75 * CELL))


def draw() -> Drawing:
    holes = (_hole(row, column) for row in range(len(SHOWN)) for column in range(len(SHOWN[row])))
    frame = svg.block(2 * BOX[2], 2 * BOX[3], at=(-10, -10), class_="frame")
    wood = svg.group(svg.wood(BOX[2] + 40, BOX[3] + 40), at=(-20, -20))
    board = svg.group(FALLING, frame, *holes, at=CORNER_AT, scale=SCALE)
    return Drawing("cover", "cover", BOX, Drawn(wood + board))


def _hole(row: int, column: int) -> Drawn:
    owner, middle = SHOWN[row][column], ((column + 0.5) * CELL, (row + 0.5) * CELL)
    discs = [] if owner == " " else [disc(int(owner), in_line=(row, column) in LINE)]
    return svg.group(svg.circle(DISC, class_="hole"), *discs, at=middle)
