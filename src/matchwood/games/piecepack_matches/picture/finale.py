"""The end of Matches as a picture: the winner's tiles, each under its coin, as rays of a sun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import cos, radians, sin
from random import Random

from matchwood.drawing import svg
from matchwood.drawing.picture import Drawing
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.piecepack_matches.picture import SUITS, coin, tile
from matchwood.games.piecepack_matches.words import winner_told

BOX = (-350, -330, 700, 350)
"""The sun rises at the origin."""
SUN, SUN_HEIGHT = 2, 74
ARC, HALF_ARC = 248, 78
"""The distance of tiles from the sun, and their reach to either side, in degrees."""
LEAN = 0.6
"""The lean of a tile with its ray; if it were whole, the outer ones could not be read."""
TILE_SCALES = {12: 1.12, 8: 1.5, 6: 1.85, 4: 2.2}
RAYS, RAY_HALF_WIDTH, RAY_LENGTH = 13, 3.4, 325
CONFETTI, CONFETTI_SEED, CONFETTI_SCALES = 22, 5, (0.35, 0.75)
CONFETTI_RING = (105, 188)


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """PM-9: the tiles of whoever has marked them all; the sun is the suit they have most of."""
    [winner] = document["winners"]
    tiles = document["tiles"][winner]
    [(suit, _)] = Counter(name[0] for name in tiles).most_common(1)
    inside = [
        svg.path(_rays(), class_="rays"),
        *_confetti(),
        svg.group(coin(suit), at=(0, -SUN_HEIGHT), scale=SUN),
        *_arc(tiles),
    ]
    return Drawing(
        "finale", "finale", BOX, Drawn("".join(inside)), winner_told(words, document, names)
    )


def _from_sun(angle: float, distance: float) -> Point:
    """A point so far from the sun, at so many degrees from straight above."""
    return distance * sin(radians(angle)), -distance * cos(radians(angle))


def _arc(tiles: Sequence[str]) -> list[Drawn]:
    step = 2 * HALF_ARC / len(tiles)
    angles = [(place + 0.5) * step - HALF_ARC for place in range(len(tiles))]
    return [
        svg.group(
            tile(name, covered=True),
            at=_from_sun(angle, ARC),
            turn=LEAN * angle,
            scale=TILE_SCALES[len(tiles)],
        )
        for name, angle in zip(tiles, angles, strict=True)
    ]


def _rays() -> str:
    step = 180 / (RAYS - 1)
    rays = []
    for number in range(RAYS):
        angle = number * step - 90
        ends = [_from_sun(angle + side, RAY_LENGTH) for side in (-RAY_HALF_WIDTH, RAY_HALF_WIDTH)]
        rays.append(f"{svg.line([(0, 0), *ends])}z")
    return "".join(rays)


def _confetti() -> list[Drawn]:
    """The four suits, thrown into the air the same way each time."""
    chance = Random(CONFETTI_SEED)
    return [
        svg.group(
            list(SUITS.values())[number % len(SUITS)].sign,
            at=_from_sun(
                (number + chance.random()) * 180 / CONFETTI - 90, chance.uniform(*CONFETTI_RING)
            ),
            turn=chance.uniform(-40, 40),
            scale=chance.uniform(*CONFETTI_SCALES),
        )
        for number in range(CONFETTI)
    ]
