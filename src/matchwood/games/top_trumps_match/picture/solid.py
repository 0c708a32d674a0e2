"""A cube in space: six faces, each drawn flat and laid where the cube has it.

x goes right, y down, z towards the viewer. All six faces are drawn, those that look away hidden,
so that a script can turn the cube by giving each another matrix: `cube.js` reckons as is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, radians, sin

from matchwood.drawing import svg
from matchwood.drawing.svg import Drawn
from matchwood.games.top_trumps_match.picture.shapes import SYMBOLS

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
"""Three columns: where right, down and towards the viewer go."""

EDGE, FACE, FACE_CORNER, SYMBOL = 104, 100, 8, 1.3
FRAMES = ((0, 0), (0, 180), (0, 90), (0, -90), (90, 0), (-90, 0))
"""By how many degrees over and sideways the front is turned to lie where each face is; 0 and 1, 2
and 3, 4 and 5 are opposite (TT-2)."""
LOOK = (-17, -25)
"""The cube is looked at from a little above and the right."""
LIGHT: Vector = (-0.35, -0.3, 0.89)
DARKEST = 0.34

LOOKS = {
    ".edge": "fill:var(--edge);stroke:var(--edge);stroke-linejoin:round",
    ".shade": "fill:#5E3D14",
    ".ground": "fill:var(--shadow)",
    ".cast": "fill:#2B1A0A;opacity:.4",
    ".solid": "cursor:grab",
}


def draw(symbols: Sequence[str], mark: str | None = None) -> list[Drawn]:
    """The faces of a cube, the first of them in front and marked."""
    front, *others = symbols
    return [_face(front, 0, mark), *(_face(each, place) for place, each in enumerate(others, 1))]


@cache
def _face(symbol: str, number: int, mark: str | None = None) -> Drawn:
    right, down, out = frame(number)
    half, inner = EDGE / 2, FACE / 2
    places = (*right[:2], *down[:2], half * out[0], half * out[1])
    return svg.element(
        "g",
        svg.block(EDGE, EDGE, 0, (-half, -half), class_="edge"),
        svg.block(FACE, FACE, FACE_CORNER, (-inner, -inner), class_="face"),
        svg.group(SYMBOLS[symbol].drawn, scale=SYMBOL),
        svg.block(EDGE, EDGE, 0, (-half, -half), class_="shade", opacity=_shade(out)),
        transform=f"matrix({' '.join(f'{place:.3f}' for place in places)})",
        visibility="visible" if out[2] > 0 else "hidden",
        class_=mark,
    )


def ground() -> Drawn:
    """The shadow of a cube that stands."""
    return svg.element("ellipse", cx=12, cy=58, rx=70, ry=20, class_="ground")


def frame(number: int) -> Matrix:
    """Directions in which the right, the foot and the normal of a face are seen."""
    return _times(_turned(*LOOK), _turned(*FRAMES[number]))


def _turned(over: float, sideways: float) -> Matrix:
    """Turned sideways first, about the y-axis, then over, about the x-axis."""
    c, s = cos(radians(sideways)), sin(radians(sideways))
    k, n = cos(radians(over)), sin(radians(over))
    return _times(((1, 0, 0), (0, k, n), (0, -n, k)), ((c, 0, -s), (0, 1, 0), (s, 0, c)))


def _times(one: Matrix, other: Matrix) -> Matrix:
    first, second, third = (_apply(one, column) for column in other)
    return first, second, third


def _apply(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (_dot(vector, row) for row in zip(*matrix, strict=True))
    return x, y, z


def _dot(one: Vector, other: Vector) -> float:
    return sum(part * way for part, way in zip(one, other, strict=True))


def _shade(normal: Vector) -> float:
    """The darkness of a face that looks that way."""
    return DARKEST * (1 - max(_dot(normal, LIGHT), 0))
