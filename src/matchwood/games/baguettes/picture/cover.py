"""The cover of Baguettes: a block in full play on dark wood, and a rod just being pulled."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from matchwood.drawing import projection, solids, svg
from matchwood.drawing.picture import BOARD, Drawing
from matchwood.drawing.projection import Camera
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.games.baguettes.picture.solid import solid_of

WIDTH, HEIGHT = 320, 400
FROM = Camera(turn=0.66, tilt=0.56, lift=0.34)
SCALE, MIDDLE = 0.64, (160, 228)
PULLED, BY = "rod-C2", 0.75
"""The rod that is being pulled, and how far it is out already."""

POSITION: Document = {
    "size": [4, 4, 4],
    "players": 4,
    "to_move": 0,
    "phase": "play",
    "colours": ["red", "green", "blue", "yellow"],
    "hands": [1, 1, 1, 1],
    "rods": {
        "A2": "green",
        "A4": "red",
        "B1": "yellow",
        "B3": "blue",
        "C2": "red",
        "C4": "blue",
        "D2": "yellow",
        "D4": "green",
    },
    "sticks": {
        "12": {"colour": "red", "level": "A"},
        "32": {"colour": "yellow", "level": "A"},
        "24": {"colour": "blue", "level": "A"},
        "11": {"colour": "green", "level": "B"},
        "31": {"colour": "red", "level": "B"},
        "33": {"colour": "green", "level": "B"},
        "41": {"colour": "blue", "level": "D"},
    },
    "out": {"red": 0, "green": 0, "blue": 0, "yellow": 0},
}


@cache
def draw() -> Drawing:
    solid = replace(solid_of(POSITION, mover=False), signs=())
    bars = [_drawn_out(bar) if bar.name == PULLED else bar for bar in solid.bars]
    block = projection.drawn(replace(solid, bars=bars), FROM)
    inside = svg.group(svg.wood(WIDTH, HEIGHT, 0), class_="night") + svg.group(
        block, at=MIDDLE, scale=SCALE
    )
    return Drawing("cover", BOARD, (0, 0, WIDTH, HEIGHT), Drawn(inside))


PRESET_SIZE = (160, 120)
PRESETS: dict[str, tuple[tuple[int, int, int], tuple[str, ...], float]] = {
    "printed": ((4, 4, 4), ("red", "blue"), 0.27),
    "quick": ((3, 3, 3), ("red", "blue"), 0.3),
    "teams": ((4, 4, 4), ("red", "green", "blue", "yellow"), 0.27),
}
"""The block of each preset, the colours in play, and the scale of its drawing."""


@cache
def preset(name: str) -> Drawing:
    size, colours, scale = PRESETS[name]
    across, deep, _ = size
    planted = [f"{x}{deep + 1 - x}" for x in range(1, min(across, deep) + 1)]
    position: Document = {
        "size": list(size),
        "players": len(colours),
        "to_move": 0,
        "phase": "play",
        "colours": list(colours),
        "hands": [1] * len(colours),
        "rods": {},
        "sticks": {
            well: {"colour": colours[place % len(colours)], "level": "A"}
            for place, well in enumerate(planted)
        },
        "out": dict.fromkeys(colours, 0),
    }
    block = projection.drawn(replace(solid_of(position, mover=False), signs=()), FROM)
    width, height = PRESET_SIZE
    inside = svg.group(block, at=(width / 2, height * 0.6), scale=scale)
    return Drawing(name, BOARD, (0, 0, width, height), inside)


def _drawn_out(bar: solids.Bar) -> solids.Bar:
    (x, y, z), (end_x, end_y, _) = bar.start, bar.end
    return replace(bar, start=(x + BY, y, z), end=(end_x + BY, end_y, z))
