"""Baguettes as a picture: a glass block seen from above, a plan of each level, everyone's hands.

A stick stands out of the block as far as it has not sunk. On the plan of a level a ring is a
stick that stands on that rod, a pale dot one that passes through to a deeper level. Whoever
points at a rod, or chooses it, sees what would fall, and where to.

The elements and their ids: `well-23`, the hole on top; `channel-B3`, its strip on the plan and
its mouth at the block; `seat-0`, a player's panel with the hand; `out`, the tray of sticks out of
the game; `stick-23` and `rod-B3` for those on the block. A move is where a stick comes from, if
that is not the hand, and where it goes: to pull B3 is to click on it, and then on the well where
it takes a stick's place, or on the panel of who is handed it. The page gives the class `chosen`
to what has been clicked.

A drawing is finished once and kept, by what it shows; what has no id is drawn by colour, all of a
kind in one path, so that the picture of a large block is light.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.engine.words import ENGLISH, Words
from matchwood.games.baguettes.block import (
    Falls,
    falls,
    is_out,
    runs_along_x,
)
from matchwood.games.baguettes.places import (
    GAP,
    HEAD,
    INNER,
    MARGIN,
    PLAN_EDGE,
    WIDTH,
    Block,
    Plan,
    block_of,
    joined,
    near,
    to,
)
from matchwood.games.baguettes.text import LETTERS, NUMBERS
from matchwood.games.baguettes.words import COLOURS, RODS

STUB = 0.16
"""How far rods stand out of the block, in wells."""
LABEL_AWAY, MOUTH_REACH = 0.36, 20
THICK, RIM, SHINE = 7, 9.5, 1.6
HOLE, MOUTH = (9, 4.5), 5.5
HEAD_LETTER, LABEL_SIZE = 10, 11

RING, THROUGH, WELL_DOT = 0.25, 0.16, 0.05
"""Radius of the marks on a plan, in cells."""
RING_LETTER, FALL_LETTER, FALL_BADGE = 0.26, 0.24, 0.6
FLAT_HEAD, FLAT_LETTER = 6, 8.5
SINKS_TO, GONE = "↓", "✕"

TRAY_HEIGHT, TRAY_STEP = 54, 72
PANEL_HEIGHT = 78
PANELS_ABREAST = 2
PANEL_INSET, MARK_ROOM = 14, 26
HAND_STICK, HAND_STEP, HAND_HEAD, HAND_TOP = 24, 17, 5, svg.HEADER + 9

WOOD = ("rim", "body", "shine")
"""A stick is three lines, one on the other."""

CACHED = 4096
"""How many finished drawings of a kind are kept: those of a few large blocks."""

_CHANNELS = [f"{level}{number}" for level in LETTERS for number in NUMBERS]
_SHOWN_FALLS = ",".join(f"&[id$={channel}]~.fall-{channel}" for channel in _CHANNELS)
"""What would fall from the rod that is pointed at or chosen; the same for every position, so that
all pictures share one style sheet."""
LOOKS = {
    ".floor": "fill:var(--floor)",
    ".left-glass": "fill:var(--left-glass)",
    ".glass": "fill:var(--glass);stroke:var(--wood);stroke-width:1.2;stroke-linejoin:round",
    ".seam": "fill:none;stroke:var(--wood);stroke-width:.8;opacity:.4",
    ":is(.holes,.mouth,.dot,.badge-fall)": "fill:none;stroke-linecap:round",
    ".holes": f"stroke:var(--hole);stroke-width:{2 * HOLE[0]}",
    ".mouth": f"stroke:var(--hole);stroke-width:{2 * MOUTH};pointer-events:none",
    ":is([id^=well],[id^=channel])>path": "fill:transparent",
    ":is([id^=well],[id^=channel]):is(:hover,:focus,.chosen)>path": "fill:var(--pointed)",
    "[id^=channel]>path+path": f"stroke:transparent;stroke-width:{2 * MOUTH_REACH};"
    "stroke-linecap:round",
    ".label": "fill:var(--dark-wood)",
    ".halo": "stroke:var(--halo);stroke-width:3;stroke-linejoin:round;paint-order:stroke",
    ".plan": "fill:var(--card);stroke:var(--hairline)",
    ".dot": "stroke:var(--wood)",
    ":is(.rim,.body,.shine)": "fill:none;stroke-linecap:round",
    ".rim": f"stroke:var(--rim);stroke-width:{RIM}",
    ".body": f"stroke-width:{THICK}",
    ".shine": f"stroke:#FFFFFF73;stroke-width:{SHINE}",
    ".inside": "opacity:.6",
    ".pieces": "pointer-events:none",
    ".pieces>g": "transition:transform .3s",
    ".head": "stroke:var(--rim);stroke-width:1.2;stroke-linejoin:round",
    ".ring": "fill:var(--card);stroke-width:4;stroke-linejoin:round",
    ".through": "opacity:.38",
    ".gone": "opacity:.22",
    ".fall": "opacity:0;pointer-events:none;transition:opacity .15s",
    ".way": "fill:none;stroke:var(--ink);stroke-width:2.2;stroke-dasharray:2 5;"
    "stroke-linecap:round",
    ".tip": "fill:none;stroke:var(--ink);stroke-width:2.6;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".ghost": "fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:4 4",
    ".badge-fall": "stroke:var(--ink)",
    ".badge-fall+text": "fill:var(--paper)",
    ".slot": "fill:var(--light-wood);stroke:var(--wood);stroke-width:2",
    "[id^=channel]:is(:hover,:focus,.chosen)": f"{_SHOWN_FALLS}{{opacity:1}}",
}
for _colour in ("red", "green", "blue", "yellow"):
    LOOKS[f".{_colour}>.through"] = f"fill:var(--{_colour})"
    LOOKS[f".{_colour}>.body"] = f"stroke:var(--{_colour})"
    LOOKS[f".{_colour}>.head"] = f"fill:var(--{_colour})"
    LOOKS[f".{_colour}>.foot"] = f"fill:var(--card);stroke:var(--{_colour});stroke-width:3"
    LOOKS[f".{_colour}>.ring"] = f"stroke:var(--{_colour})"
    LOOKS[f".{_colour}>.head+text"] = f"fill:var(--on-{_colour});font-size:{HEAD_LETTER}px"
LOOKS[".head.flat+text"] = f"font-size:{FLAT_LETTER}px"

TOKENS = {
    "glass": ("#E9CF9F4D", "#A57E4E33"),
    "left-glass": ("#D9B67E59", "#7A5A3359"),
    "floor": ("#CFA66A59", "#00000040"),
    "halo": ("#F5EFE3A6", "#1E1B18A6"),
    "hole": ("#6B4A26CC", "#0B0806BF"),
    "rim": ("#2B262280", "#0000008C"),
    "pointed": ("#2F9B5C3D", "#4CBF7D4D"),
    "on-red": ("#FFFDF8", "#230E0A"),
    "on-green": ("#FFFDF8", "#0A2013"),
    "on-blue": ("#FFFDF8", "#0A1929"),
    "on-yellow": ("#2B2622", "#2B2622"),
}

CORNERS: dict[str, list[Point]] = {
    "red": [],
    "green": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
    "blue": [(-0.58, -1), (0.58, -1), (1.15, 0), (0.58, 1), (-0.58, 1), (-1.15, 0)],
    "yellow": [(0, -1.4), (1.4, 1), (-1.4, 1)],
}
"""Each colour's shape, with a radius of about 1; one without corners is round."""
LETTER_DROP = {"yellow": 0.25}
"""How far below the middle of its shape a colour's letter stands."""

STYLE = svg.sheet("baguettes", LOOKS, TOKENS)


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The block, the plans, the tray and the players clockwise, the viewer first."""
    block, falling = block_of(*document["size"]), falls(document)
    names = player_names(names, document["players"], words)
    below = block.below_plans
    panels = list(_panels(document, viewer, names, below + TRAY_HEIGHT + GAP, words))
    rows = -(-len(panels) // PANELS_ABREAST)
    return svg.picture(
        document["game"],
        (WIDTH, below + TRAY_HEIGHT + rows * (PANEL_HEIGHT + GAP) + MARGIN),
        _floor(block),
        *_inside(block, document),
        _glass(block),
        *_channels(block, document, words),
        *_wells(block, document, words),
        svg.group(*_on_plans(block, document), class_="pieces"),
        *_in_front(block, document),
        *(_fall(block, rod, found, document["sticks"]) for rod, found in falling.items()),
        _tray(document, below, words),
        *panels,
        label=label(document, names, words),
    )


def label(document: Document, names: Sequence[str], words: Words) -> str:
    if document["phase"] == "over":
        winners = document["winners"]
        if winners[1:]:
            return words.about_all(
                winners, names, "Baguettes: you and {others} won.", "Baguettes: {names} won."
            )
        return words.about(winners[0], names, "Baguettes: you won.", "Baguettes: {name} won.")
    return words.about(
        document["to_move"],
        names,
        "Baguettes: it’s your turn.",
        "Baguettes: it’s {name}’s turn.",
    )


def _wood(data: str, shines: bool = True) -> list[Drawn]:
    """Sticks or parts of them; their colour is that of the group they are in."""
    return [svg.path(data, class_=part) for part in (WOOD if shines else WOOD[:2])]


@cache
def _outline(colour: str, radius: float) -> tuple[Point, str]:
    """A colour's shape: where its path begins, seen from the middle, and how it goes on."""
    if not CORNERS[colour]:
        halves = (radius, radius, 0, 1, 0, 2 * radius, 0, radius, radius, 0, 1, 0, -2 * radius, 0)
        return (-radius, 0), f"a{joined(halves)}z"
    corners = [(near(x * radius), near(y * radius)) for x, y in CORNERS[colour]]
    steps = [(x - last_x, y - last_y) for (last_x, last_y), (x, y) in pairwise(corners)]
    return corners[0], f"l{joined(number for step in steps for number in step)}z"


def _shapes(colour: str, radius: float, points: Iterable[Point] = ((0, 0),)) -> str:
    """The path of a colour's shape at several points."""
    (left, up), outline = _outline(colour, radius)
    return "".join(to((x + left, y + up)) + outline for x, y in points)


@cache
def _mark(colour: str) -> tuple[Drawn, Drawn]:
    """The mark at a stick's end: the shape of its colour, and its letter."""
    drop = LETTER_DROP.get(colour, 0) * HEAD or None
    letter = svg.element("text", colour[0].upper(), y=drop)
    return svg.path(_shapes(colour, HEAD), class_="head"), letter


def _letters(colour: str, points: Sequence[Point], radius: float, size: float | None) -> Drawn:
    """A colour's letter in the middle of several of its shapes."""
    drop = LETTER_DROP.get(colour, 0) * radius
    middles = [(x, y + drop) for x, y in points]
    return _each_letter(colour[0].upper() * len(points), middles, font_size=size)


def _each_letter(letters: str, middles: Sequence[Point], **attributes: svg.Attribute) -> Drawn:
    """Letters, each at a point of its own."""
    return svg.element(
        "text",
        letters,
        x=" ".join(svg.short(x) for x, _ in middles),
        y=" ".join(svg.short(y) for _, y in middles),
        aria_hidden="true",
        **attributes,
    )


@cache
def _floor(block: Block) -> Drawn:
    """What is behind all that is inside the block."""
    w, d, foot = block.width, block.depth, block.foot
    far, right, near_corner, left = (
        block.point(x, y, foot) for x, y in ((0, 0), (w, 0), (w, d), (0, d))
    )
    levels = (level * block.level for level in range(1, block.levels))
    seams = [
        to(left, far, right),
        to(block.point(0, 0), far),
        *(to(*(block.point(x, y, sunk) for x, y in ((0, d), (w, d), (w, 0)))) for sunk in levels),
    ]
    floor = svg.path(to(far, right, near_corner, left) + "z", class_="floor")
    return svg.group(floor, svg.path("".join(seams), class_="seam"))


@cache
def _glass(block: Block) -> Drawn:
    """The sides of the block that are in front of what is inside, and the empty plans."""
    w, d, foot = block.width, block.depth, block.foot
    corners = ((0, 0), (w, 0), (w, d), (0, d))
    far, right, near_corner, left = (block.point(x, y) for x, y in corners)
    _, low_right, low_near, low_left = (block.point(x, y, foot) for x, y in corners)
    return svg.group(
        svg.path(to(left, near_corner, low_near, low_left) + "z", class_="glass left-glass"),
        svg.path(to(near_corner, right, low_right, low_near) + "z", class_="glass"),
        svg.path(to(far, right, near_corner, left) + "z", class_="glass"),
        _holes(block),
        *(_plan(plan) for plan in block.plans.values()),
    )


def _dots(points: Iterable[Point]) -> str:
    """Lines of no length, which round ends make dots."""
    return "".join(f"{to(point)}h0" for point in points)


def _holes(block: Block) -> Drawn:
    """The wells on top; they are round, and seen from the side."""
    wide, high = HOLE
    flat = high / wide
    middles = ((x, y / flat) for x, y in map(block.well, block.wells))
    return svg.path(_dots(middles), class_="holes", transform=f"scale(1 {svg.short(flat)})")


def _inside(block: Block, document: Document) -> Iterator[Drawn]:
    """The rods of each level, the lowest first, and what is inside of the sticks on them."""
    rods: dict[tuple[str, str], list[str]] = defaultdict(list)
    for channel, colour in document["rods"].items():
        rods[channel[0], colour].append(_rod_inside(block, channel))
    sticks: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for well, stick in document["sticks"].items():
        lines = _stick_inside(block, well, stick["level"])
        sticks[stick["level"], stick["colour"]].append(lines)
    for level in reversed(block.letters):
        for colour in document["out"]:
            if (level, colour) in rods:
                wood = _wood("".join(rods[level, colour]), shines=False)
                yield svg.group(*wood, class_=f"inside {colour}")
        for colour in document["out"]:
            if (level, colour) in sticks:
                bodies, feet = zip(*sticks[level, colour], strict=True)
                foot = svg.path("".join(feet), class_="foot")
                wood = _wood("".join(bodies), shines=False)
                yield svg.group(*wood, foot, class_=f"inside {colour}")


@cache
def _rod_inside(block: Block, channel: str) -> str:
    return to(block.along(channel, -STUB), block.mouth(channel))


@cache
def _stick_inside(block: Block, well: str, level: str) -> tuple[str, str]:
    """The path of a stick's part in the block, and that of its foot."""
    (x, y), (wide, high) = block.well(well, block.depth_of(level)), HOLE
    foot = (wide, high, 0, 1, 0, 2 * wide, 0, wide, high, 0, 1, 0, -2 * wide, 0)
    body = f"{to(block.well(well))}V{svg.short(y - THICK / 2)}"
    return body, f"{to((x - wide, y))}a{joined(foot)}"


def _in_front(block: Block, document: Document) -> Iterator[Drawn]:
    """The ends of the rods, and the sticks as far as they stand out, the farthest first."""
    rods, sticks = document["rods"], document["sticks"]
    labels = (_channel_label(block, channel, channel in rods) for channel in block.channels)
    yield svg.element("text", *labels, font_size=LABEL_SIZE, class_="label halo pieces")
    yield svg.group(
        *(_rod_end(block, channel, rods[channel]) for channel in block.channels if channel in rods),
        *(_standing(block, well, **sticks[well]) for well in block.wells if well in sticks),
        class_="pieces",
    )


@cache
def _channel_label(block: Block, channel: str, taken: bool) -> Drawn:
    x, y = block.mouth(channel, LABEL_AWAY + (STUB if taken else 0))
    return svg.element("tspan", channel, x=x, y=y)


@lru_cache(CACHED)
def _rod_end(block: Block, channel: str, colour: str) -> Drawn:
    (x, y), (end_x, end_y) = block.mouth(channel), block.mouth(channel, STUB)
    return svg.group(
        *_wood(to((x - end_x, y - end_y), (0, 0)), shines=False),
        *_mark(colour),
        at=(end_x, end_y),
        id_=f"rod-{channel}",
        class_=colour,
    )


@lru_cache(CACHED)
def _standing(block: Block, well: str, colour: str, level: str) -> Drawn:
    (x, y), out = block.well(well), block.stands_out(level)
    return svg.group(
        *(svg.element("line", y2=out, class_=part) for part in WOOD),
        *_mark(colour),
        at=(x, y - out),
        id_=f"stick-{well}",
        class_=colour,
    )


def _wells(block: Block, document: Document, words: Words) -> Iterator[Drawn]:
    sticks = document["sticks"]
    for well in block.wells:
        if well in sticks:
            stick = sticks[well]
            title = words(
                "well {well}: {colour}, stands on level {level}",
                well=well,
                colour=COLOURS[stick["colour"]],
                level=stick["level"],
            )
        else:
            title = words("well {well}: free", well=well)
        yield _well(block, well, title)


@lru_cache(CACHED)
def _well(block: Block, well: str, title: str) -> Drawn:
    x, y = int(well[0]), int(well[1])
    corners = ((x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y))
    top = svg.path(to(*(block.point(*corner) for corner in corners)) + "z")
    return svg.group(top, title=title, id_=f"well-{well}")


def _channels(block: Block, document: Document, words: Words) -> Iterator[Drawn]:
    rods = document["rods"]
    mouths = (block.mouth(channel) for channel in block.channels if channel not in rods)
    yield svg.path(_dots(mouths), class_="mouth")
    for channel in block.channels:
        if channel in rods:
            title = words("channel {channel}: a {rod}", channel=channel, rod=RODS[rods[channel]])
        else:
            title = words("channel {channel}: free", channel=channel)
        yield _channel(block, channel, title)


@lru_cache(CACHED)
def _channel(block: Block, channel: str, title: str) -> Drawn:
    plan, mouth = block.plans[channel[0]], block.mouth(channel)
    (x, y), (to_x, to_y) = plan.ends(channel)
    half, width = plan.cell / 2, svg.short(near(plan.cell))
    if runs_along_x(channel):
        data = f"{to((x, near(y - half)))}h{svg.short(to_x - x)}v{width}h-{svg.short(to_x - x)}z"
    else:
        data = f"{to((near(x - half), y))}h{width}v{svg.short(to_y - y)}h-{width}z"
    strip = svg.path(data)
    reach = svg.path(_dots([mouth]))
    return svg.group(strip, reach, title=title, id_=f"channel-{channel}")


def _plan(plan: Plan) -> Drawn:
    """The empty plan, with the names of its channels and the numbers of the other direction."""
    rows = ((str(y), plan.point(0, y - 0.5)) for y in NUMBERS[: plan.depth])
    columns = ((str(x), plan.point(x - 0.5, 0)) for x in NUMBERS[: plan.width])
    along_x, away = runs_along_x(plan.level), PLAN_EDGE / 2
    names = [(name, (x - away, y), along_x) for name, (x, y) in rows]
    names += [(name, (x, y - away), not along_x) for name, (x, y) in columns]
    return svg.group(
        svg.block(
            near(plan.width * plan.cell),
            near(plan.depth * plan.cell),
            8,
            at=plan.point(0, 0),
            class_="plan",
        ),
        _plan_dots(plan),
        _tspans(
            [(plan.level + name, at) for name, at, own in names if own],
            font_size=LABEL_SIZE,
            class_="label",
        ),
        _each_letter(
            "".join(name for name, _, own in names if not own),
            [(near(x), near(y)) for _, (x, y), own in names if not own],
            font_size=LABEL_SIZE,
            class_="quiet",
        ),
    )


def _plan_dots(plan: Plan) -> Drawn:
    """The wells on a plan: a line for each row, dashed with dashes of no length."""
    rows = (plan.well(f"1{y}") for y in NUMBERS[: plan.depth])
    length = svg.short((plan.width - 0.5) * plan.cell)
    return svg.path(
        "".join(f"{to(first)}h{length}" for first in rows),
        class_="dot",
        stroke_width=near(2 * WELL_DOT * plan.cell),
        stroke_dasharray=f"0 {svg.short(plan.cell)}",
    )


def _tspans(places: Iterable[tuple[str, Point]], **attributes: svg.Attribute) -> Drawn:
    """Short texts, each at a point of its own."""
    told = (svg.element("tspan", text, x=near(x), y=near(y)) for text, (x, y) in places)
    return svg.element("text", *told, **attributes)


def _on_plans(block: Block, document: Document) -> Iterator[Drawn]:
    """The rods on all plans, then the sticks that pass through, then those that stand there."""
    rods: dict[str, list[str]] = defaultdict(list)
    through: dict[str, list[Point]] = defaultdict(list)
    rings: dict[str, list[Point]] = defaultdict(list)
    for channel, colour in document["rods"].items():
        rods[colour].append(channel)
    for well, stick in document["sticks"].items():
        for level in block.letters[: block.letters.index(stick["level"])]:
            through[stick["colour"]].append(_cut(block, level, well))
        rings[stick["colour"]].append(_cut(block, stick["level"], well))
    cell = block.plans["A"].cell
    yield from (_flat_rods(block, colour, channels) for colour, channels in rods.items())
    for colour, points in through.items():
        dots = svg.path(_shapes(colour, round(THROUGH * cell), points), class_="through")
        yield svg.group(dots, class_=colour)
    for colour, points in rings.items():
        ring = svg.path(_shapes(colour, round(RING * cell), points), class_="ring")
        letters = _letters(colour, points, RING * cell, near(RING_LETTER * cell))
        yield svg.group(ring, letters, class_=colour)


@cache
def _cut(block: Block, level: str, well: str) -> Point:
    """Where a stick goes through a level, on its plan."""
    x, y = block.plans[level].well(well)
    return round(x), round(y)


def _flat_rods(block: Block, colour: str, channels: Sequence[str]) -> Drawn:
    """Rods on the plans, marked at the end that is nearer to the viewer in the block."""
    lines, ends = zip(*(_flat_rod(block, channel) for channel in channels), strict=True)
    heads = svg.path(_shapes(colour, FLAT_HEAD, ends), class_="head flat")
    letters = _letters(colour, ends, FLAT_HEAD, size=None)
    return svg.group(*_wood("".join(lines)), heads, letters, class_=colour)


@cache
def _flat_rod(block: Block, channel: str) -> tuple[str, Point]:
    """The path of a rod on a plan, and its marked end."""
    (x, y), end = block.plans[channel[0]].ends(channel)
    if runs_along_x(channel):
        return f"{to((x + RIM, y))}H{svg.short(end[0])}", end
    return f"{to((x, y + RIM))}V{svg.short(end[1])}", end


def _fall(block: Block, rod: str, found: Falls, sticks: Mapping[str, Document]) -> Drawn:
    """What would fall if the rod were pulled; it shows while someone points at the rod."""
    colours = tuple(sticks[well]["colour"] for well in found)
    return _fallen(block, rod, tuple(found.items()), colours)


@lru_cache(CACHED)
def _fallen(
    block: Block, rod: str, found: tuple[tuple[str, str | None], ...], colours: tuple[str, ...]
) -> Drawn:
    cell = block.plans[rod[0]].cell
    ways = [_way_down(block, well, rod[0], level) for well, level in found]
    ghosts = [
        _shapes(colour, round(RING * cell), [_cut(block, level, well)])
        for (well, level), colour in zip(found, colours, strict=True)
        if level
    ]
    told = [
        (f"{SINKS_TO}{level}" if level else GONE, _cut(block, rod[0], well))
        for well, level in found
    ]
    return svg.group(
        svg.path("".join(way for way, _ in ways), class_="way"),
        svg.path("".join(tip for _, tip in ways), class_="tip"),
        *([svg.path("".join(ghosts), class_="ghost")] if ghosts else []),
        svg.path(
            _dots(place for _, place in told),
            class_="badge-fall",
            stroke_width=near(FALL_BADGE * cell),
        ),
        _tspans(told, font_size=near(FALL_LETTER * cell)),
        class_=f"fall fall-{rod}",
    )


def _way_down(block: Block, well: str, old: str, new: str | None) -> tuple[str, str]:
    """The path of a fall in the block, and that of its end."""
    x, y = block.well(well, block.depth_of(old))
    sunk = block.depth_of(new) - RIM if new else block.foot + block.level / 2
    _, end = block.well(well, sunk)
    way = f"{to((x, y))}V{svg.short(end)}"
    if new is None:
        return way, f"{to((x - 5, end - 5))}l10 10m0-10l-10 10"
    return way, f"{to((x - 5, end - 6))}l5 6 5-6"


def _tray(document: Document, y: float, words: Words) -> Drawn:
    middle = TRAY_HEIGHT / 2
    out = document["out"]
    first = INNER - len(out) * TRAY_STEP
    counts = []
    for index, (colour, count) in enumerate(out.items()):
        x = first + index * TRAY_STEP + HEAD
        counts += [
            svg.group(*_mark(colour), at=(x, middle), class_=colour),
            svg.words(f"× {count}", LABEL_SIZE + 3, (x + 2 * HEAD, middle), class_="start"),
        ]
    told = (f"{count} {words.tell(COLOURS[colour])}" for colour, count in out.items())
    label = words("Out of the game")
    return svg.group(
        svg.block(INNER, TRAY_HEIGHT, class_="slot"),
        svg.words(label, LABEL_SIZE + 3, (PANEL_INSET, middle), class_="start label"),
        *counts,
        at=(MARGIN, y),
        title=words("out of the game: {sticks}", sticks=", ".join(told)),
        id_="out",
        class_="tray",
    )


def _panels(
    document: Document, viewer: int | None, names: Sequence[str], top: float, words: Words
) -> Iterator[Drawn]:
    """Two abreast; if one is left over, it has the whole width."""
    players = document["players"]
    half = (INNER - GAP) / PANELS_ABREAST
    for place in range(players):
        seat = ((viewer or 0) + place) % players
        row, column = divmod(place, PANELS_ABREAST)
        at = MARGIN + column * (half + GAP), top + row * (PANEL_HEIGHT + GAP)
        alone = column == 0 and place == players - 1
        yield _panel(document, seat, names[seat], at, INNER if alone else half, words)


def _panel(
    document: Document, seat: int, name: str, at: Point, width: float, words: Words
) -> Drawn:
    hand, colour = document["hands"][seat], document["colours"][seat]
    winner = seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    title = words("{name}: {hand} {colour} in hand", name=name, hand=hand, colour=COLOURS[colour])
    if winner:
        title = words("{player}, won", player=title)
    elif active:
        title = words("{player}, to move", player=title)
    return svg.panel(
        name,
        words("out") if is_out(document, seat) and not winner else str(hand),
        (width, PANEL_HEIGHT),
        panel_mark(colour, width),
        row_of_sticks(hand, colour, width),
        at=at,
        title=title,
        active=active,
        winner=winner,
        room_at_end=MARK_ROOM,
        id_=f"seat-{seat}",
    )


def panel_mark(colour: str, width: float) -> Drawn:
    at = (width - PANEL_INSET - HEAD, svg.HEADER / 2)
    return svg.group(*_mark(colour), at=at, class_=colour)


@lru_cache(CACHED)
def row_of_sticks(sticks: int, colour: str, width: float, gone: int = 0) -> Drawn:
    """Sticks side by side; the last ones, those that are gone, are pale."""
    first = PANEL_INSET + HAND_HEAD
    step = min(HAND_STEP, (width - 2 * first) / max(sticks + gone - 1, 1))
    tips = [(near(first + index * step), float(HAND_TOP)) for index in range(sticks + gone)]
    shown = ((tips[:sticks], colour), (tips[sticks:], f"{colour} gone"))
    return svg.group(
        *(
            svg.group(
                *_wood("".join(f"{to(tip)}v{HAND_STICK}" for tip in some)),
                svg.path(_shapes(colour, HAND_HEAD, some), class_="head"),
                class_=kind,
            )
            for some, kind in shown
            if some
        )
    )
