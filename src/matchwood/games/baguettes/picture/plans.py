"""The plan of each level, seen from above.

A ring is a stick that stands on a rod of that level, a pale spot one that passes through to a
deeper level. The strips of the channels, from their names to their heads, are what a click is made
on, and on the plan of the top level the wells. What would happen is there already, and shown while
someone points at what would make it happen (`data-when`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing, Outline
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.language import Words
from matchwood.games.baguettes.picture.solid import SHAPES, badge
from matchwood.games.baguettes.pieces import BLOCKS_KEPT, LETTERS, NUMBERS, Block, runs_along_x
from matchwood.games.baguettes.words import COLOURS, RODS

CELL = 60
NAMES_AT, TOP, END = 44, 38, 20
"""Room on the left for names, above, and where rods stand out."""
NAME, NUMBER, LETTER = 18, 16, 20
WATERMARK = 0.62
"""The letter of the plan; it tells small plans apart."""
RIM, BODY, SHINE = 19, 15.5, 3
RING, THROUGH, FLAT_HEAD = 1.18, 0.72, 0.62
"""Shapes of heads, in their own size."""
WELL, OPEN = 0.49, 0.17
"""Radius of what can be clicked of a well, and of its hole, in cells."""
RING_REACH = 21
PLANS_KEPT = 4 * BLOCKS_KEPT
FALL, FALL_AT = 13, (17, -17)

LOOKS = {
    ".sheet": "fill:var(--piece);stroke:var(--piece-line);stroke-width:2",
    ".watermark": "fill:var(--piece-line);opacity:.45",
    ".tab": "fill:var(--tab)",
    ".tab+text": "fill:var(--on-tab)",
    ".name": "fill:var(--board-label)",
    ".number": "fill:var(--board-label);font-weight:400",
    ".dot": "fill:none;stroke:var(--wood);stroke-width:6;stroke-linecap:round",
    ".reach,.strip,.spot": "fill:transparent",
    ".open": "fill:var(--piece);fill-opacity:.5;stroke:var(--wood);stroke-width:2",
    ".plan .rim": f"stroke-width:{RIM};stroke-linecap:round",
    ".plan .body": f"stroke-width:{BODY};stroke-linecap:round",
    ".plan .shine": f"stroke-width:{SHINE};stroke-linecap:round",
    ".ring": "fill:var(--piece);stroke-width:4.6;stroke-linejoin:round",
    ".ring+text": "fill:var(--piece-ink)",
    ".through": "opacity:.36",
    ".through,.plan [data-ref],.taken>.spot": "pointer-events:none",
    ".plan [data-ref].can,.taken.can>.spot": "pointer-events:all",
    ".plan [data-ref].can>.ring": "fill:var(--candle)",
    ".plan [data-ref].can.early>.ring": "fill:var(--piece)",
    ".can>.strip": "fill:var(--candle);fill-opacity:.45;stroke:var(--piece-ink);stroke-width:2;"
    "stroke-dasharray:7 6",
    ".can>.name": "fill:var(--can-name)",
    ".can>.open": "fill:var(--candle);stroke:var(--piece-ink);stroke-width:1.8",
    ".can.taken>.spot": "stroke:var(--piece-ink);stroke-width:2.4;stroke-dasharray:6 5",
    ".early.taken>.spot": "stroke:none",
    ".lit>.strip,.chosen>.strip,.lit>.spot,.chosen>.spot": "fill:#FFE9A6;fill-opacity:.5;"
    "stroke:var(--piece-ink);stroke-width:3;stroke-opacity:1;stroke-dasharray:none",
    ".ghost": "fill:var(--piece);fill-opacity:.7;stroke:var(--piece-ink);stroke-width:2.4;"
    "stroke-dasharray:5 4",
    ".fall": "fill:#2B2622",
    ".fall.lost": "fill:var(--red)",
    ".fall+text": "fill:#FFFDF8",
}
_SCOPE = ".plenty .matchwood-baguettes"
QUIET = (
    f"{_SCOPE} .can>.strip:not(.lit>*,.chosen>*){{stroke-width:1;stroke-opacity:.3;"
    "stroke-dasharray:none}"
    f"{_SCOPE} .can>.open{{stroke-width:1.2;stroke-opacity:.5}}"
    f"{_SCOPE} .live .groove.can:not(.lit){{fill-opacity:.3;stroke:none}}"
)
"""Thin lines are enough where nearly all can be chosen, as at first."""
for _colour in SHAPES:
    LOOKS[f".{_colour}>.ring"] = f"stroke:var(--{_colour})"
    LOOKS[f".{_colour}>.through"] = f"fill:var(--{_colour})"


def draw(block: Block, colour: str | None, words: Words) -> list[Drawing]:
    """All plans; what could be planted is for the player to move, who has this colour."""
    width, depth, _ = block.size
    return [
        _drawing(
            level,
            width,
            depth,
            _inside(block, level, words),
            _planted(block, level, colour) if colour else (),
            _wells_marked(block, level),
            words,
        )
        for level in block.levels
    ]


@lru_cache(PLANS_KEPT)
def _drawing(
    level: str,
    width: int,
    depth: int,
    inside: tuple[Drawn, ...],
    planted: tuple[Drawn, ...],
    wells: tuple[str, ...],
    words: Words,
) -> Drawing:
    """Most levels look as they did before the last move, and are the very same drawing."""
    plan = svg.gathered(inside, class_="plan")
    return Drawing(
        f"plan-{level}",
        BOARD,
        (-NAMES_AT, -TOP, width * CELL + NAMES_AT + END, depth * CELL + TOP + END),
        svg.in_pieces((plan, *planted)) if planted else plan,
        words("Level {level}", level=level),
        _outlines(level, width, depth, wells),
    )


@lru_cache(PLANS_KEPT)
def _inside(block: Block, level: str, words: Words) -> tuple[Drawn, ...]:
    """A level as everyone sees it."""
    width, depth, _ = block.size
    strips = [channel for channel in block.channels if channel[0] == level]
    return (
        _sheet(level, width, depth),
        *(_strip(channel, width, depth, block.rods.get(channel), words) for channel in strips),
        *_stick_marks(block, level),
        *(_wells(block, words) if level == LETTERS[0] else ()),
        *_falling(block, level),
    )


def _planted(block: Block, level: str, colour: str) -> tuple[Drawn, ...]:
    """BG-7: where sticks would stand that are planted; or on top, that they would be lost."""
    shown = (level, None) if level == LETTERS[0] else (level,)
    return tuple(
        [
            _landing(well, colour, f"well-{well}") if landing else _fall(well, None, f"well-{well}")
            for well, landing in block.landings.items()
            if landing in shown
        ]
    )


def _middle(well: str) -> Point:
    return (int(well[0]) - 0.5) * CELL, (int(well[1]) - 0.5) * CELL


@lru_cache(256)
def _sheet(level: str, width: int, depth: int) -> Drawn:
    """The empty plan, with the numbers of the wells along its channels."""
    if runs_along_x(level):
        numbers = [(x, ((x - 0.5) * CELL, -TOP / 2)) for x in NUMBERS[:width]]
    else:
        numbers = [(y, (-NAMES_AT / 2, (y - 0.5) * CELL)) for y in NUMBERS[:depth]]
    dots = (f"M{x:g} {y:g}h0" for x, y in map(_middle, _all_wells(width, depth)))
    return svg.group(
        svg.block(width * CELL, depth * CELL, 12, class_="sheet"),
        svg.text(
            level,
            WATERMARK * min(width, depth) * CELL,
            (width * CELL / 2, depth * CELL / 2),
            class_="watermark",
        ),
        svg.path("".join(dots), class_="dot"),
        svg.block(30, 30, 9, (-37, -34), class_="tab"),
        svg.text(level, LETTER, (-22, -19)),
        *(svg.text(str(number), NUMBER, at, class_="number") for number, at in numbers),
        aria_hidden="true",
    )


def _all_wells(width: int, depth: int) -> list[str]:
    return [f"{x}{y}" for y in NUMBERS[:depth] for x in NUMBERS[:width]]


@lru_cache(4096)
def _strip(channel: str, width: int, depth: int, colour: str | None, words: Words) -> Drawn:
    """A channel from its name to where its rod stands out, and its rod."""
    if colour is None:
        title = words("channel {channel}: free", channel=channel)
    else:
        title = words("channel {channel}: a {rod}", channel=channel, rod=RODS[colour])
    along_x, middle = runs_along_x(channel), (int(channel[1]) - 0.5) * CELL
    length, start = (width * CELL, NAMES_AT) if along_x else (depth * CELL, TOP)

    def place(along: float, across: float = 0) -> Point:
        return (along, middle + across) if along_x else (middle + across, along)

    def box(begin: float, end: float, inset: float, kind: str) -> Drawn:
        size = end - begin, CELL - 2 * inset
        corner = place(begin, inset - CELL / 2)
        return svg.block(*(size if along_x else size[::-1]), 10, corner, class_=kind)

    def line(kind: str, across: float) -> Drawn:
        x, y = place(4, across)
        return svg.path(f"M{x:g} {y:g}{'H' if along_x else 'V'}{length + 4}", class_=kind)

    rod = []
    if colour:
        rod = [line("rim", 0), line("body", 0), line("shine", -4)]
        rod.append(svg.group(badge(colour), at=place(length + 6), scale=FLAT_HEAD))
    return svg.group(
        box(-start, length + END, 0, "reach"),
        box(4, length - 4, 4, "strip"),
        svg.text(channel, NAME, place(-start / 2), class_="name"),
        *rod,
        title=title,
        id_=f"channel-{channel}",
        class_=colour,
    )


def _stick_marks(block: Block, level: str) -> Iterator[Drawn]:
    for well, (colour, stands_on) in block.sticks.items():
        if stands_on >= level:
            yield _stick_mark(well, colour, stands_on == level)


@lru_cache(1024)
def _stick_mark(well: str, colour: str, stands: bool) -> Drawn:
    """A stick where it goes through a level, or stands."""
    if not stands:
        spot = svg.path(SHAPES[colour], class_="through")
        return svg.group(spot, at=_middle(well), scale=THROUGH, class_=colour)
    letter = svg.text(colour[0].upper(), 15, (0, 2.5 if colour == "yellow" else 0), class_="detail")
    ring = svg.path(SHAPES[colour], class_="ring")
    return svg.group(
        ring, letter, at=_middle(well), scale=RING, class_=colour, data_ref=f"well-{well}"
    )


def _wells(block: Block, words: Words) -> Iterator[Drawn]:
    """The surfaces of wells that are clicked, over everything."""
    for well in block.wells:
        stick = block.sticks.get(well)
        yield _taken_well(well, *stick, words) if stick else _free_well(well, words)


@lru_cache(4096)
def _taken_well(well: str, colour: str, level: str, words: Words) -> Drawn:
    told = words(
        "well {well}: {colour}, stands on level {level}",
        well=well,
        colour=COLOURS[colour],
        level=level,
    )
    return _well(well, told, taken=True)


@lru_cache(1024)
def _free_well(well: str, words: Words) -> Drawn:
    return _well(well, words("well {well}: free", well=well), taken=False)


def _well(well: str, title: str, taken: bool) -> Drawn:
    spots = [svg.circle(WELL * CELL, _middle(well), class_="spot")]
    if not taken:
        spots.append(svg.circle(OPEN * CELL, _middle(well), class_="open"))
    return svg.group(*spots, title=title, id_=f"well-{well}", class_="taken" if taken else None)


def _falling(block: Block, level: str) -> Iterator[Drawn]:
    """BG-9: at sticks that a pull would let sink, how deep; and rings where they would stand."""
    for rod, found in block.falls.items():
        for well, below in found.items():
            if rod[0] == level:
                yield _fall(well, below, f"channel-{rod}")
            if below == level:
                yield _landing(well, block.sticks[well].colour, f"channel-{rod}")


@lru_cache(4096)
def _landing(well: str, colour: str, when: str) -> Drawn:
    ghost = svg.path(SHAPES[colour], class_="ghost")
    return svg.group(ghost, at=_middle(well), scale=RING, class_="preview", data_when=when)


@lru_cache(4096)
def _fall(well: str, level: str | None, when: str) -> Drawn:
    x, y = _middle(well)
    text = f"↓{level}" if level else "✕"
    return svg.group(
        svg.circle(FALL, class_="fall" if level else "fall lost"),
        svg.text(text, 14),
        at=(x + FALL_AT[0], y + FALL_AT[1]),
        class_="preview",
        data_when=when,
    )


@lru_cache(PLANS_KEPT)
def _wells_marked(block: Block, level: str) -> tuple[str, ...]:
    """Wells of the sticks that stand on a level; on top also the empty ones."""
    standing = {well for well, stick in block.sticks.items() if stick.level == level}
    is_top = level == LETTERS[0]
    return tuple([w for w in block.wells if w in standing or (is_top and w not in block.sticks)])


@lru_cache(PLANS_KEPT)
def _outlines(level: str, width: int, depth: int, wells: tuple[str, ...]) -> dict[str, Outline]:
    """The strips of a level, and these wells; not to be changed."""
    numbers = NUMBERS[: depth if runs_along_x(level) else width]
    channels = (f"{level}{number}" for number in numbers)
    found = {
        f"channel-{channel}": _outline_of_channel(channel, width, depth) for channel in channels
    }
    return found | {f"well-{well}": _outline_of_well(well) for well in wells}


@lru_cache(256)
def _outline_of_channel(channel: str, width: int, depth: int) -> Outline:
    middle = (int(channel[1]) - 0.5) * CELL
    if runs_along_x(channel):
        return Outline((width * CELL / 2, middle), (width * CELL, CELL - 14), 12)
    return Outline((middle, depth * CELL / 2), (CELL - 14, depth * CELL), 12)


@lru_cache(256)
def _outline_of_well(well: str) -> Outline:
    return Outline(_middle(well), (2 * RING_REACH, 2 * RING_REACH), RING_REACH)
