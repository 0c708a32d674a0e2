"""The net of a cube: six faces in a cross that lies, with flaps to glue.

Faces 0 and 1, 2 and 3, 4 and 5 are opposite. Once folded, with 0 in front, 2 is on the right and 4
above, all three upright.
"""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing import svg
from matchwood.drawing.svg import Drawn, Point
from matchwood.printing.pieces import Face, Piece

STRIP = (3, 0, 2, 1)
"""The faces in the strip, from its left."""
ARM = 1
"""The place in the strip above and below which the faces 4 and 5 are."""
FLAP, SLANT = 0.23, 0.09
"""Height of a flap, and its narrowing on each side, as parts of an edge."""


def net(name: str, faces: Sequence[Drawn], measure: float, edge: float, ground: str) -> Piece:
    """A cube to be folded, `edge` millimetres wide.

    The faces are drawn about their middles, `measure` wide; `ground` is the class of the paper.
    """
    outline, middles = _outline(measure), _middles(measure)
    placed = [svg.group(face, at=middle) for face, middle in zip(faces, middles, strict=True)]
    width, height = (len(STRIP) + FLAP) * measure, 3 * measure
    scale = edge / measure
    drawn = Drawn("".join([svg.path(outline, class_=ground), *placed]))
    face = Face(drawn, (0, 0, width, height))
    return Piece(name, (width * scale, height * scale), face, cut=outline, folds=_folds(measure))


def _middles(measure: float) -> list[Point]:
    """Middles of the faces, in the order of their numbers."""
    in_strip = [((STRIP.index(face) + 0.5) * measure, 1.5 * measure) for face in range(len(STRIP))]
    return [*in_strip, *(((ARM + 0.5) * measure, row * measure) for row in (0.5, 2.5))]


def _outline(measure: float) -> str:
    """Clockwise round the net and its flaps, which are on the strip."""
    one, two, end = 1.0, 2.0, float(len(STRIP))
    top: list[Point] = [(0, one)]
    for place in range(len(STRIP)):
        left, right = float(place), place + 1.0
        if place == ARM:
            top += [(left, 0), (right, 0), (right, one)]
        else:
            top += [(left + SLANT, one - FLAP), (right - SLANT, one - FLAP), (right, one)]
    side = [(end + FLAP, one + SLANT), (end + FLAP, two - SLANT)]
    bottom = [(x, 3 - y) for x, y in reversed(top)]
    return svg.line([(x * measure, y * measure) for x, y in (*top, *side, *bottom)]) + "z"


def _folds(measure: float) -> str:
    one, two, end = (svg.short(edges * measure) for edges in (1, 2, len(STRIP)))
    across = f"M0 {one}H{end}M0 {two}H{end}"
    return across + "".join(
        f"M{svg.short(place * measure)} {one}V{two}" for place in range(1, len(STRIP) + 1)
    )
