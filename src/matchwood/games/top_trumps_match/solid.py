"""The held cube in space: six faces, each drawn flat and laid where the cube's pose has it.

x goes right, y down, z towards the viewer. The page has all six faces, so that a script can turn
the cube by giving each another matrix; see `cube.js`, which reckons as is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from matchwood.engine import svg
from matchwood.engine.svg import Drawn
from matchwood.games.top_trumps_match.symbols import SYMBOLS

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

EDGE = 104
FACE, FACE_CORNER, SYMBOL = EDGE - 5, 9, 1.3
TILT, TURN = radians(-17), radians(-25)
"""From where the cube is looked at: a little from above and from the right."""
LIGHT = (-0.35, -0.3, 0.89)
DARKEST = 0.34

NORMALS: tuple[Vector, ...] = ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 1, 0))
"""Where the faces look; 0 and 1, 2 and 3, 4 and 5 are opposite (TT-2)."""
UPS: tuple[Vector, ...] = (*((0, -1, 0),) * 4, (0, 0, -1), (0, 0, 1))
"""Where the top of the symbol on each face is."""

LOOKS = {
    ".edge": "fill:var(--foot);stroke:var(--foot);stroke-width:1.6;stroke-linejoin:round",
    ".shade": "fill:#4A3118",
}


def dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def cross(one: Vector, other: Vector) -> Vector:
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (dot(row, vector) for row in matrix)
    return x, y, z


def looked_at(vector: Vector) -> Vector:
    """A direction as it is seen from a little above and the right."""
    around: Matrix = ((cos(TURN), 0, sin(TURN)), (0, 1, 0), (-sin(TURN), 0, cos(TURN)))
    over: Matrix = ((1, 0, 0), (0, cos(TILT), -sin(TILT)), (0, sin(TILT), cos(TILT)))
    return times(over, times(around, vector))


def pose(face: int) -> Matrix:
    """How the cube is turned so that a face looks at the viewer, upright."""
    normal, up = NORMALS[face], UPS[face]
    return cross(normal, up), (-up[0], -up[1], -up[2]), normal


def draw(symbols: Sequence[str], front: int = 0, edge: str = "edge") -> list[Drawn]:
    """The faces of a cube that has one of them in front; those that look away are hidden."""
    turned = pose(front)
    return [_face(symbol, number, turned, edge) for number, symbol in enumerate(symbols)]


def _face(symbol: str, number: int, turned: Matrix, edge: str) -> Drawn:
    normal, up = NORMALS[number], UPS[number]
    right, down = cross(normal, up), (-up[0], -up[1], -up[2])
    across, along, out = (looked_at(times(turned, way)) for way in (right, down, normal))
    places = (*across[:2], *along[:2], *(EDGE / 2 * way for way in out[:2]))
    half, inner = EDGE / 2, FACE / 2
    return svg.element(
        "g",
        svg.block(EDGE, EDGE, 0, at=(-half, -half), class_=edge),
        svg.block(FACE, FACE, FACE_CORNER, at=(-inner, -inner), class_="face"),
        svg.group(SYMBOLS[symbol].drawn, scale=SYMBOL),
        svg.block(EDGE, EDGE, 0, at=(-half, -half), class_="shade", opacity=shade(out)),
        transform=f"matrix({' '.join(map(_exact, places))})",
        visibility="hidden" if out[2] < 0 else None,
    )


def shade(normal: Vector) -> float:
    """How dark a face is that looks that way."""
    return DARKEST * (1 - max(dot(normal, LIGHT), 0))


def _exact(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")
