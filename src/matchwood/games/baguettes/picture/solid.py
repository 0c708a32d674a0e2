"""The sticks of Baguettes, and its block in space: boards with grooves and holes, rods, previews.

In space, x and y are in wells from the far corner, z upwards from the floor. Grooves and the holes
of the top board are what a click is made on; each says the id of the element on the plans that it
means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from math import hypot

from matchwood.drawing import solids, style, svg
from matchwood.drawing.picture import Emblem
from matchwood.drawing.solids import Arrow, Bar, Frame, Plane, Sign, Solid, Spot, X, Y, Z
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.games.baguettes.pieces import (
    BLOCKS_KEPT,
    LETTERS,
    NUMBERS,
    Block,
    block_of,
    runs_along_x,
)

COLOURS = ("red", "green", "blue", "yellow")
SHAPES = {
    "red": "M-13 0a13 13 0 1 1 26 0a13 13 0 1 1-26 0z",
    "green": "M0-15.5L15.5 0 0 15.5-15.5 0Z",
    "blue": "M-12.5-7.4L0-14.8 12.5-7.4V7.4L0 14.8-12.5 7.4Z",
    "yellow": "M0-16.5L16 11.5H-16Z",
}
"""Each colour's own, about 0 and within 16 of it."""
HEAD = 16
LETTER, LETTER_DROP = 15, {"yellow": 2.5}

TOKENS = {
    "red-deep": ("#8C2717", "#8C2717"),
    "green-deep": ("#175834", "#175834"),
    "blue-deep": ("#173F6E", "#173F6E"),
    "yellow-deep": ("#8A6A00", "#8A6A00"),
    "red-pale": ("#F29A8A", "#F29A8A"),
    "green-pale": ("#8AD3A8", "#8AD3A8"),
    "blue-pale": ("#8DB8E6", "#8DB8E6"),
    "yellow-pale": ("#FBE58F", "#FBE58F"),
    "on-yellow": ("#2B2622", "#2B2622"),
}

_CORNERS = {
    "green": "50% 0,100% 50%,50% 100%,0 50%",
    "blue": "50% 0,93% 25%,93% 75%,50% 100%,7% 75%,7% 25%",
    "yellow": "50% 0,100% 92%,0 92%",
}
"""The same shapes in shares of a square."""
EMBLEMS = {
    colour: Emblem(
        colour=style.TOKENS[colour][0],
        ink=TOKENS["on-yellow"][0] if colour == "yellow" else "#FFFDF8",
        corners=_CORNERS.get(colour, ""),
    )
    for colour in COLOURS
}

LOOKS = {
    ".head": "stroke:#FFFDF8;stroke-width:2;stroke-linejoin:round",
    ".head+text": "fill:#FFFDF8",
    ".yellow .head+text": "fill:var(--on-yellow)",
}
for _colour in COLOURS:
    LOOKS[f".{_colour} .head"] = f"fill:var(--{_colour})"
    LOOKS[f".{_colour} .skin"] = f"fill:var(--{_colour});stroke:var(--{_colour}-deep)"
    LOOKS[f".{_colour} .rim"] = f"stroke:var(--{_colour}-deep)"
    LOOKS[f".{_colour} .body"] = f"stroke:var(--{_colour})"
    LOOKS[f".{_colour} .dusk"] = f"stroke:var(--{_colour}-deep)"
    LOOKS[f".{_colour} .shine"] = f"stroke:var(--{_colour}-pale)"
    LOOKS[f".{_colour} .cap"] = f"fill:var(--{_colour}-pale);stroke:var(--{_colour}-deep)"


@cache
def badge(colour: str) -> Drawn:
    """The head of a stick: the shape of its colour, and its letter for those who ask for it."""
    drop = LETTER_DROP.get(colour) or None
    letter = svg.element(
        "text", colour[0].upper(), y=drop, font_size=LETTER, class_="detail", aria_hidden="true"
    )
    return Drawn(svg.path(SHAPES[colour], class_="head") + letter)


@lru_cache(64)
def standing_stick(colour: str, length: float) -> Drawn:
    """A stick that stands at 0, seen from the side."""
    lines = (("rim", 0, 17), ("body", 0, 14), ("dusk", 4.2, 5), ("shine", -3.4, 2.6))
    parts = (
        svg.path(f"M{x:g} 0V-{length:g}", class_=kind, stroke_width=width)
        for kind, x, width in lines
    )
    return svg.group(*parts, svg.group(badge(colour), at=(0, -length - 6)), class_=colour)


LEVEL, BOARD = 0.62, 0.15
"""The height of a level, and the thickness of its board."""
ROD, STICK = 0.13, 0.112
"""The radius of a rod and of an upright stick; a thicker one hides the holes."""
STANDS_OUT, LONGER = 0.3, 0.3
"""The length of a rod outside at either end, and of a stick above the height of the block."""
NAME_AWAY, NAME_AWAY_FROM_ROD = 0.34, 0.82
GROOVE, HOLE, FOOT, SOCKET = 0.36, 0.19, 0.2, 0.15
UNDER = -0.35
"""The depth below the floor to which the way of a lost stick leads."""
LOST = "✕"
PIECES_KEPT = 4096
"""Entries kept of each kind: the largest block has some hundreds, and there are 125 sizes."""

Size = tuple[int, int, int]


def solid_of(document: Document, mover: bool) -> Solid:
    """The block with all that is in it; previews are for the player to move."""
    colour = document["colours"][document["to_move"]] if mover else None
    solid = still(block_of(document), tuple(document["out"]))
    return solid if colour is None else with_previews(solid, block_of(document), colour)


@lru_cache(BLOCKS_KEPT)
def still(block: Block, colours: tuple[str, ...]) -> Solid:
    """The block as everyone sees it."""
    return Solid(
        _frame(block.size),
        planes=[*_boards(block), *_marks_in(block)],
        bars=[*_rods(block), *_sticks(block)],
        signs=[_name(block.size, channel, channel in block.rods) for channel in block.channels],
        arrows=list(_ways_down(block)),
        heads={colour: badge(colour) for colour in colours},
    )


def with_previews(solid: Solid, block: Block, colour: str) -> Solid:
    """The same for the player of a colour, whose turn it is."""
    return replace(
        solid,
        bars=[*solid.bars, *_ghosts(block, colour)],
        arrows=[*solid.arrows, *_ways_in(block)],
    )


@cache
def _frame(size: Size) -> Frame:
    width, depth, levels = size
    letters = LETTERS[:levels]
    return Frame(
        size=(width, depth),
        layers=tuple(_bottom(levels, letter) for letter in letters),
        grains=tuple(0 if runs_along_x(letter) else 1 for letter in letters),
        height=levels * LEVEL,
        floor=BOARD,
        reach=(hypot(width - 1, depth - 1) / 2, _tip(levels, LETTERS[0])),
    )


def _bottom(levels: int, level: str) -> float:
    """The height at which the board of a level begins."""
    return (levels - 1 - LETTERS.index(level)) * LEVEL


@cache
def _foot(levels: int, level: str) -> float:
    """The upper side of a rod, on which sticks stand."""
    return _bottom(levels, level) + BOARD + 2 * ROD


def _tip(levels: int, level: str) -> float:
    return _foot(levels, level) + levels * LEVEL + LONGER


@cache
def _middle(well: str) -> tuple[float, float]:
    return int(well[0]) - 0.5, int(well[1]) - 0.5


# What does not move


def _boards(block: Block) -> Iterator[Plane]:
    """The levels, and the walls around them."""
    width, depth, levels = block.size
    yield _ground(width, depth, levels)
    for layer, level in enumerate(block.levels):
        taken = frozenset(int(rod[1]) for rod in block.rods if rod[0] == level)
        yield _level(block.size, level, taken)
        yield from _walls(layer, _bottom(levels, level), width, depth)


@lru_cache(1024)
def _level(size: Size, level: str, taken: frozenset[int]) -> Plane:
    width, depth, levels = size
    board, bottom = _board(level, width, depth, taken), _bottom(levels, level)
    return Plane(board, (0, 0, bottom + BOARD), LETTERS.index(level), order=solids.BOARD)


@cache
def _ground(width: int, depth: int, levels: int) -> Plane:
    """The shadow of the block on the table."""
    shadows = (
        svg.block(width + 2 * away, depth + 2 * away, corner, (-away, -away), class_="ground")
        for away, corner in ((0.35, 0.5), (0.1, 0.25))
    )
    return Plane(Drawn("".join(shadows)), (0, 0, -0.32), levels, order=solids.BOARD)


def _board(level: str, width: int, depth: int, taken: frozenset[int]) -> Drawn:
    """A plank with a groove for each channel, darker below a rod, and a hole for each well."""
    along_x = runs_along_x(level)
    grooves, seams = [], []
    for number in NUMBERS[: depth if along_x else width]:
        start = number - 0.5 - GROOVE / 2
        ref = f"channel-{level}{number}"
        corner, wide, long = ((0, start), width, GROOVE) if along_x else ((start, 0), GROOVE, depth)
        kind = "groove full" if number in taken else "groove"
        grooves.append(svg.block(wide, long, 0, corner, class_=kind, data_ref=ref))
        if number > 1:
            seams.append(f"M0 {number - 1}h{width}" if along_x else f"M{number - 1} 0v{depth}")
    return Drawn(
        svg.block(width, depth, 0, class_="plank")
        + svg.path("".join(seams), class_="seam")
        + "".join(grooves)
        + "".join(_holes(level, width, depth))
    )


def _holes(level: str, width: int, depth: int) -> Iterator[Drawn]:
    """Holes: each of the top board can be clicked by itself, the others are one path."""
    spots = [f"{x}{y}" for y in NUMBERS[:depth] for x in NUMBERS[:width]]
    if level == LETTERS[0]:
        for well in spots:
            yield svg.circle(HOLE, _middle(well), class_="hole", data_ref=f"well-{well}")
        return
    round_ = f"a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0-{2 * HOLE} 0z".replace(
        "0.", "."
    )
    starts = ((x - HOLE, y) for x, y in map(_middle, spots))
    holes = (f"M{svg.short(x)} {svg.short(y)}{round_}" for x, y in starts)
    yield svg.path("".join(holes), class_="hole")


@lru_cache(256)
def _walls(layer: int, bottom: float, width: int, depth: int) -> tuple[Plane, ...]:
    """The edge of the board, and glass above it with the mouths of the channels."""
    along_x = layer % 2 == 0
    sides = (
        ((0, 0), Y, (-1, 0), depth, along_x),
        ((width, 0), Y, (1, 0), depth, along_x),
        ((0, 0), X, (0, -1), width, not along_x),
        ((0, depth), X, (0, 1), width, not along_x),
    )
    walls = []
    for (x, y), across, faces, length, has_mouths in sides:
        mouths = "".join(
            f"M{svg.short(number - 0.5)} {svg.short(BOARD + ROD)}h0"
            for number in NUMBERS[:length]
            if has_mouths
        )
        inside = (
            svg.block(length, LEVEL, 0, class_="pane")
            + svg.block(length, BOARD, 0, class_="edge" if faces[1] else "edge dim")
            + (svg.path(mouths, class_="mouth") if mouths else "")
        )
        walls.append(Plane(Drawn(inside), (x, y, bottom), layer, across, Z, faces=faces))
    return tuple(walls)


@lru_cache(PIECES_KEPT)
def _name(size: Size, channel: str, taken: bool) -> Sign:
    """The name of a channel, at the mouth that is nearer."""
    start, end = _ends(size, channel, NAME_AWAY_FROM_ROD if taken else NAME_AWAY)
    return Sign(channel, start, end, f"channel-{channel}", spare=taken)


def _ends(size: Size, channel: str, away: float) -> tuple[Spot, Spot]:
    """Points so far outside of the two mouths of a channel."""
    width, depth, levels = size
    across, z = int(channel[1]) - 0.5, _bottom(levels, channel[0]) + BOARD + ROD
    if runs_along_x(channel):
        return (-away, across, z), (width + away, across, z)
    return (across, -away, z), (across, depth + away, z)


# What is in it


@lru_cache(PIECES_KEPT)
def _rod(size: Size, channel: str, colour: str, name: str, when: str | None = None) -> Bar:
    start, end = _ends(size, channel, STANDS_OUT)
    ref = None if when else f"channel-{channel}"
    return Bar(name, start, end, ROD, colour, ref=ref, when=when)


def _rods(block: Block) -> Iterator[Bar]:
    for channel, colour in block.rods.items():
        yield _rod(block.size, channel, colour, f"rod-{channel}")


def _sticks(block: Block) -> Iterator[Bar]:
    for well, (colour, level) in block.sticks.items():
        yield _stick(block.size[2], well, level, colour, is_ghost=False)


@lru_cache(PIECES_KEPT)
def _stick(levels: int, well: str, level: str, colour: str, is_ghost: bool) -> Bar:
    middle = _middle(well)
    start, end = (*middle, _foot(levels, level)), (*middle, _tip(levels, level))
    if is_ghost:
        return Bar(f"ghost-{well}", start, end, STICK, colour, when=f"well-{well}")
    return Bar(f"stick-{well}", start, end, STICK, colour, ref=f"well-{well}")


def _marks_in(block: Block) -> Iterator[Plane]:
    """A collar where a stick stands; a ring where one could stand on a rod of the top level, which
    hides the hole."""
    levels = block.size[2]
    for well, (colour, level) in block.sticks.items():
        yield _collar(levels, well, level, colour)
    for well, landing in block.landings.items():
        if landing == LETTERS[0]:
            yield _socket(levels, well)


@lru_cache(PIECES_KEPT)
def _collar(levels: int, well: str, level: str, colour: str) -> Plane:
    return _on_rod(levels, well, level, svg.circle(FOOT, class_="collar"), colour)


@cache
def _socket(levels: int, well: str) -> Plane:
    socket = svg.circle(SOCKET, class_="socket", data_ref=f"well-{well}")
    return _on_rod(levels, well, LETTERS[0], socket)


def _on_rod(levels: int, well: str, level: str, inside: Drawn, kind: str = "") -> Plane:
    middle = _middle(well)
    corner = (*middle, _foot(levels, level))
    return Plane(inside, corner, LETTERS.index(level), cell=middle, kind=kind)


# What would be


def _ghosts(block: Block, colour: str) -> Iterator[Bar]:
    """The stick that would be planted or pushed, where it would come to rest."""
    for well, level in block.landings.items():
        if level:
            yield _stick(block.size[2], well, level, colour, is_ghost=True)
    for channel in block.free_channels:
        yield _rod(block.size, channel, colour, f"ghost-{channel}", when=f"channel-{channel}")


def _ways_down(block: Block) -> Iterator[Arrow]:
    """BG-9: the ways of sticks that would sink if a rod were pulled."""
    levels = block.size[2]
    for rod, found in block.falls.items():
        for well, level in found.items():
            yield _way(levels, well, _foot(levels, rod[0]), level, f"channel-{rod}")


def _ways_in(block: Block) -> Iterator[Arrow]:
    """The ways of sticks that would be planted."""
    levels = block.size[2]
    for well, level in block.landings.items():
        yield _way(levels, well, levels * LEVEL, level, f"well-{well}")


@lru_cache(PIECES_KEPT)
def _way(levels: int, well: str, start: float, level: str | None, when: str) -> Arrow:
    end = _foot(levels, level) if level else UNDER
    middle = _middle(well)
    return Arrow((*middle, start), (*middle, end), level or LOST, level is not None, when)
