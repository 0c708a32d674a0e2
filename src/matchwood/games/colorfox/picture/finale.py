"""The end of Colorfox as a drawing: the winners' sticks as a rising sun with the fox in it.

A ray is a colour, a ring is a set; the sets of all six colours are larger than the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import cos, radians, sin

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.colorfox.picture import faces
from matchwood.games.colorfox.pieces import COLOURS, LETTERS, sets
from matchwood.games.colorfox.words import winners_told

SUN, FOX_SCALE, FOX_UP = 104, 0.52, 55
LOWEST_RAY = 9
"""The degrees of the first and the last ray above the horizon."""
FULL, SMALL = (78.0, 1.2), (50.0, 0.8)
"""The part of a ray that a stick takes in a full set and in another, and its scale."""
FROM_SUN, TO_NEXT = 14, 18
BEAMS = (165, 220, 180)
"""The reach of the beams of light between two rays."""
LEAST_ASIDE, LEAST_HIGH, EDGE = 280, 240, 12


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """CF-15: everyone who has won, side by side."""
    suns = [sets(document["sticks"][seat]) for seat in document["winners"]]
    ends = [end for rings in suns for end in _ends(rings)]
    aside = max([LEAST_ASIDE, *(abs(x) + EDGE for x, _ in ends)])
    high = max([LEAST_HIGH, *(EDGE - y for _, y in ends)])
    drawn = (_sun(rings, (2 * aside * place, 0)) for place, rings in enumerate(suns))
    return Drawing(
        "finale",
        BOARD,
        (-aside, -high, 2 * aside * len(suns), high),
        Drawn("".join(drawn)),
        winners_told(words, document, names),
    )


def _ends(rings: Sequence[str]) -> list[Point]:
    """The ends of the rays."""
    return [
        _on_ray(_turn(place), _starts([ring for ring in rings if colour in ring])[-1])
        for place, colour in enumerate(LETTERS)
    ]


def _starts(rings: Sequence[str]) -> list[float]:
    """Distances from the middle at which each ring begins, and the last one ends."""
    return list(accumulate((_size(ring)[0] for ring in rings), initial=SUN + FROM_SUN))


def _size(ring: str) -> tuple[float, float]:
    return FULL if len(ring) == COLOURS else SMALL


def _sun(rings: Sequence[str], at: Point) -> Drawn:
    sticks = (
        _stick(colour, start, ring)
        for start, ring in reversed(list(zip(_starts(rings), rings, strict=False)))
        for colour in ring
    )
    disc = f"M{-SUN} 0a{SUN} {SUN} 0 0 1 {2 * SUN} 0"
    inner = SUN - 9
    return svg.group(
        svg.path(_beams(), class_="ray"),
        *sticks,
        svg.path(disc, class_="sun"),
        svg.path(f"M{-inner} 0a{inner} {inner} 0 0 1 {2 * inner} 0", class_="sun-ring"),
        faces.fox((0, -FOX_UP), FOX_SCALE),
        at=at,
    )


def _stick(colour: str, start: float, ring: str) -> Drawn:
    """One stick, its head away from the sun."""
    (length, scale), turn = _size(ring), _turn(LETTERS.index(colour))
    ends = _on_ray(turn, start), _on_ray(turn, start + length - TO_NEXT * scale)
    return faces.match(colour, *ends, scale)


def _turn(place: float) -> float:
    """The direction of a ray, or of a beam between two: in degrees, 180 is to the left."""
    return 180 - LOWEST_RAY - place * (180 - 2 * LOWEST_RAY) / (COLOURS - 1)


def _on_ray(turn: float, away: float) -> Point:
    return away * cos(radians(turn)), -away * sin(radians(turn))


def _beams() -> str:
    places = (
        (gap + (number + 1) / (len(BEAMS) + 1), reach)
        for gap in range(COLOURS - 1)
        for number, reach in enumerate(BEAMS)
    )
    return "".join(
        svg.line([_on_ray(_turn(place), SUN + FROM_SUN), _on_ray(_turn(place), reach)])
        for place, reach in places
    )
