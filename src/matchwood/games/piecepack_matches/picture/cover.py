"""Matches at its best: a coin turns in the air over the tile that it is about to mark."""

from __future__ import annotations

from matchwood.drawing import svg
from matchwood.drawing.picture import Drawing
from matchwood.drawing.svg import Drawn
from matchwood.games.piecepack_matches.picture import COIN, RING, SIDES, SIGN_SCALE, coin, tile

BOX = (0, 0, 320, 400)
OUTSIDE = 20
"""The margin of wood beyond what is seen of it."""

LYING = (
    ("M", (33, 66), -8, 0.92),
    ("C", (160, 14), 6, 0.78),
    ("3", (288, 58), 10, 0.92),
    ("4", (24, 192), -6, 0.78),
    ("A", (297, 182), -10, 0.8),
    ("a", (34, 322), 12, 0.95),
    ("S", (287, 320), -6, 0.95),
    ("2", (112, 374), 12, 0.84),
    ("n", (212, 378), -5, 0.8),
)
"""The coins around: what each shows, where it lies, how far it is turned, and how large it is."""
THE_TILE = "C5"
TILE_AT, TILE_TURN, TILE_SCALE = (162, 262), -6, 2.75
CAST_SHADOW = "M116 246a52 19 0 1 0 104 0a52 19 0 1 0 -104 0Z"
IN_THE_AIR = "translate(176 136) rotate(14) scale(1.12 1.55)"
THICKNESS = (13, 10, 7, 4)
TRAIL = (
    ("translate(150 158) rotate(-10) scale(.62 1.5)", 0.45),
    ("translate(136 176) rotate(-26) scale(.3 1.42)", 0.28),
)
"""The place where the coin has been, and how much is seen of it there."""
ARROW = "M104 118C106 84 132 66 166 66M152 54l15 12-14 13"


def draw() -> Drawing:
    width, height = BOX[2] + 2 * OUTSIDE, BOX[3] + 2 * OUTSIDE
    inside = [
        svg.group(svg.wood(width, height), at=(-OUTSIDE, -OUTSIDE)),
        *(svg.group(coin(up, tilt), at=at, scale=scale) for up, at, tilt, scale in LYING),
        svg.group(tile(THE_TILE, covered=False), at=TILE_AT, turn=TILE_TURN, scale=TILE_SCALE),
        svg.path(CAST_SHADOW, class_="cast"),
        *(
            svg.element("g", svg.circle(COIN, class_="trail"), transform=where, opacity=opacity)
            for where, opacity in TRAIL
        ),
        svg.element("g", *_turning(THE_TILE[0]), transform=IN_THE_AIR),
        svg.path(ARROW, class_="arrow-casing"),
        svg.path(ARROW, class_="arrow"),
    ]
    return Drawing("cover", "cover", BOX, Drawn("".join(inside)))


PRESET_BOX = (0, 0, 160, 120)
PRESET_SCALE = 0.72
FREE_AT, MOVED_TO = (48, 74), (112, 46)
BY_HAND = "M70 60C80 44 84 40 92 40M82 32l12 8-9 11"


def preset(name: str) -> Drawing:
    """A coin that stays where it was turned; or one on its way to another spot."""
    if name == "flaming":
        inside = [
            svg.group(coin("3", 8), at=MOVED_TO, scale=PRESET_SCALE),
            svg.circle(COIN * PRESET_SCALE, FREE_AT, class_="free"),
            svg.path(BY_HAND, class_="arrow-casing"),
            svg.path(BY_HAND, class_="arrow"),
        ]
    else:
        inside = [
            svg.group(coin("S", -8), at=FREE_AT, scale=PRESET_SCALE),
            svg.group(coin("3", 8), at=MOVED_TO, scale=PRESET_SCALE),
        ]
    return Drawing(name, "cover", PRESET_BOX, Drawn("".join(inside)))


def _turning(up: str) -> list[Drawn]:
    """A coin seen from the side, so that one sees how thick it is."""
    return [
        *(svg.circle(COIN, (x, 0), class_="rim") for x in THICKNESS),
        svg.circle(COIN, class_="face"),
        svg.circle(RING * COIN, class_="ring"),
        svg.group(SIDES[up].sign, scale=SIGN_SCALE),
    ]
