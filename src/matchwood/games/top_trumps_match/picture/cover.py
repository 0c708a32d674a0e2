"""Top Trumps Match on the front page: a cube is pushed into a line of its own kind."""

from __future__ import annotations

from collections.abc import Iterator

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing
from matchwood.drawing.svg import Drawn, Point
from matchwood.games.top_trumps_match.picture import shapes, solid

WIDTH, HEIGHT = 320, 400
ROWS = ("IMKFHG", "KJLFCO", "GLBFAE", "HCB NM", "NCGFOK", "EAKFOB", "DHNIIL")
"""The symbols that are seen, and the place that the cube is pushed into."""
PITCH, FACE, LINE = 67, 60, "F"
GAP_IN = (3, 3)
"""Its column and row."""
TURN = -9
CUBE_AT, CUBE_SCALE, CUBE_TURN = (166, 204), 1.4, -13
CUBE = "FNLHKC"


def draw() -> Drawing:
    inside = [
        svg.block(WIDTH, HEIGHT, 0, class_="well"),
        svg.group(*_grid(), at=(WIDTH / 2, HEIGHT / 2), turn=TURN),
        svg.group(
            svg.block(126, 122, 16, at=(-42, -38), class_="cast"),
            *solid.draw(CUBE, "match"),
            at=CUBE_AT,
            turn=CUBE_TURN,
            scale=CUBE_SCALE,
        ),
    ]
    return Drawing("cover", BOARD, (0, 0, WIDTH, HEIGHT), Drawn("".join(inside)))


PRESET_SIZE = (160, 120)
CARD_SCALE, FAN = 0.92, ((52, 60, -8), (108, 60, 8))
"""Places of the two cards, and the angle of each."""


def preset(name: str) -> Drawing:
    """The cards: open, or face down until a match."""
    symbols = ("F", "K") if name == "tournament" else (None, None)
    cards = [
        svg.group(shapes.card(symbol), at=(x, y), turn=turn, scale=CARD_SCALE)
        for symbol, (x, y, turn) in zip(symbols, FAN, strict=True)
    ]
    return Drawing(name, BOARD, (0, 0, *PRESET_SIZE), Drawn("".join(cards)))


def _grid() -> Iterator[Drawn]:
    """The cubes around the middle, and the line that lacks one."""
    column = _at(GAP_IN[0], 0)[0]
    yield svg.element("line", x1=column, x2=column, y1=-200, y2=200, class_="band")
    for row, symbols in enumerate(ROWS):
        for place, symbol in enumerate(symbols):
            mark = "match" if symbol == LINE else None
            yield shapes.small(_at(place, row), FACE, symbol.strip() or None, mark)


def _at(column: int, row: int) -> Point:
    return (column - GAP_IN[0] + 0.1) * PITCH, (row - GAP_IN[1]) * PITCH
