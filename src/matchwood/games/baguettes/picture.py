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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.games.baguettes.text import LETTERS, NUMBERS

WIDTH = 480
MARGIN = GAP = 8
INNER = WIDTH - 2 * MARGIN

BLOCK_WIDTH, LARGEST_STEP = 410, 96
"""How wide the block is at most, and the side of a well's square on top of it."""
TO_THE_RIGHT, TO_THE_LEFT = (0.8, 0.36), (-0.6, 0.48)
"""How x and y run on the screen: not evenly, or sticks on a diagonal would hide each other."""
BLOCK_HEIGHT, LARGEST_LEVEL = 140, 42
"""How high all levels are together at most, and one of them."""
SPARE = 0.45
"""How much longer than the block is high a stick is, in levels."""
STUB = 0.16
"""How far rods stand out of the block, in wells."""
LABEL_AWAY, MOUTH_REACH = 0.36, 20
THICK, RIM, SHINE = 7, 9.5, 1.6
HOLE, MOUTH = (9, 4.5), 5.5
HEAD, HEAD_LETTER, LABEL_SIZE = 8, 10, 11

PLAN_EDGE = 13
"""Room for the names of rows and columns."""
LARGEST_CELL = 70
RING, THROUGH, WELL_DOT = 0.25, 0.16, 0.05
"""Radius of the marks on a plan, in cells."""
RING_LETTER, FALL_LETTER = 0.26, 0.24
FLAT_HEAD, FLAT_LETTER = 6, 8.5

TRAY_HEIGHT, TRAY_STEP = 54, 72
PANEL_HEIGHT = 78
PANELS_ABREAST = 2
PANEL_INSET, MARK_ROOM = 14, 26
HAND_STICK, HAND_STEP, HAND_HEAD = 24, 17, 5

STYLE = {
    ".floor": "fill:var(--floor)",
    ".left-glass": "fill:var(--left-glass)",
    ".glass": "fill:var(--glass);stroke:var(--wood);stroke-width:1.2;stroke-linejoin:round",
    ".seam": "fill:none;stroke:var(--wood);stroke-width:.8;opacity:.4",
    ".hole": "fill:var(--hole)",
    ".top": "fill:transparent",
    ".well:is(:hover,:focus,.chosen)>.top": "fill:var(--pointed)",
    ".channel>.reach": "fill:transparent",
    ".strip": "fill:transparent",
    ".channel:is(:hover,:focus,.chosen)>.strip": "fill:var(--pointed)",
    ".label": "fill:var(--dark-wood)",
    ".halo": "stroke:var(--halo);stroke-width:3;stroke-linejoin:round;paint-order:stroke",
    ".plan": "fill:var(--card);stroke:var(--hairline)",
    ".dot": "fill:var(--wood)",
    ".line": "fill:none;stroke-linecap:round",
    ".rim": f"stroke:var(--rim);stroke-width:{RIM}",
    ".body": f"stroke-width:{THICK}",
    ".shine": f"stroke:#FFFFFF73;stroke-width:{SHINE}",
    ".inside": "opacity:.6",
    ".piece": "pointer-events:none;transition:transform .3s",
    ".head": "stroke:var(--rim);stroke-width:1.2;stroke-linejoin:round",
    ".ring": "fill:var(--card);stroke-width:4;stroke-linejoin:round",
    ".through": "opacity:.38",
    ".fall": "opacity:0;pointer-events:none;transition:opacity .15s",
    ".way": "fill:none;stroke:var(--ink);stroke-width:2.2;stroke-dasharray:2 5;"
    "stroke-linecap:round",
    ".tip": "fill:none;stroke:var(--ink);stroke-width:2.6;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".ghost": "fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:4 4",
    ".badge-fall": "fill:var(--ink)",
    ".badge-fall+text": "fill:var(--paper)",
    ".slot": "fill:var(--light-wood);stroke:var(--wood);stroke-width:2",
}
for _colour in ("red", "green", "blue", "yellow"):
    STYLE[f".{_colour}>.body"] = f"stroke:var(--{_colour})"
    STYLE[f".{_colour}>.head"] = f"fill:var(--{_colour})"
    STYLE[f".{_colour}>.foot"] = f"fill:var(--card);stroke:var(--{_colour});stroke-width:3"
    STYLE[f".{_colour}>.ring"] = f"stroke:var(--{_colour})"
    STYLE[f".{_colour}>.head+text"] = f"fill:var(--on-{_colour})"

COLOURS = {
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


@dataclass(frozen=True)
class Block:
    """Where things are in the drawing of the block."""

    width: int
    depth: int
    levels: int

    @cached_property
    def step(self) -> float:
        """The side of a well's square, were it seen right from above."""
        return min(LARGEST_STEP, BLOCK_WIDTH / self._breadth)

    @cached_property
    def _breadth(self) -> float:
        return self.width * TO_THE_RIGHT[0] - self.depth * TO_THE_LEFT[0]

    @cached_property
    def level(self) -> float:
        """The height of a level."""
        return min(LARGEST_LEVEL, BLOCK_HEIGHT / self.levels)

    @property
    def foot(self) -> float:
        return self.levels * self.level

    @cached_property
    def top(self) -> float:
        """Where the far corner of the block is: sticks stand out above it."""
        middle = (TO_THE_RIGHT[1] + TO_THE_LEFT[1]) * self.step / 2
        tallest = self.stands_out(LETTERS[0]) - middle
        return MARGIN + 2 * HEAD + max(tallest, 0)

    @property
    def bottom(self) -> float:
        return self.point(self.width, self.depth, self.foot)[1] + GAP

    def point(self, x: float, y: float, sunk: float = 0) -> Point:
        """A point of the block, in wells from its far corner, so much below its top."""
        (right, down), (left, down_left) = TO_THE_RIGHT, TO_THE_LEFT
        corner = (WIDTH - self._breadth * self.step) / 2 - left * self.depth * self.step
        across = corner + (x * right + y * left) * self.step
        return across, self.top + (x * down + y * down_left) * self.step + sunk

    def well(self, well: str, sunk: float = 0) -> Point:
        return self.point(int(well[0]) - 0.5, int(well[1]) - 0.5, sunk)

    def depth_of(self, level: str) -> float:
        """How far below the top the rods of a level are."""
        return (LETTERS.index(level) + 0.5) * self.level

    def stands_out(self, level: str) -> float:
        """How far a stick on that level stands out of the block."""
        return self.foot + SPARE * self.level - self.depth_of(level)

    def along(self, channel: str, distance: float) -> Point:
        """A point so many wells from where a channel goes in; it comes out nearer to the viewer."""
        across, sunk = int(channel[1]) - 0.5, self.depth_of(channel[0])
        if runs_along_x(channel):
            return self.point(distance, across, sunk)
        return self.point(across, distance, sunk)

    def mouth(self, channel: str, beyond: float = 0) -> Point:
        """Where a channel comes out, or a point further along."""
        length = self.width if runs_along_x(channel) else self.depth
        return self.along(channel, length + beyond)

    @cached_property
    def wells(self) -> list[str]:
        """All wells, the farthest first."""
        wells = [f"{x}{y}" for x in NUMBERS[: self.width] for y in NUMBERS[: self.depth]]
        return sorted(wells, key=lambda well: self.well(well)[1])

    @cached_property
    def channels(self) -> list[str]:
        """All channels, the lowest first, and of a level the farthest first."""
        return [
            f"{level}{number}"
            for level in reversed(LETTERS[: self.levels])
            for number in NUMBERS[: self.depth if runs_along_x(level) else self.width]
        ]


def runs_along_x(channel: str) -> bool:
    """BG-2: every other level runs the other way."""
    return LETTERS.index(channel[0]) % 2 == 0


@dataclass(frozen=True)
class Plan:
    """The plan of one level: where its corner is, and how large its cells are."""

    level: str
    at: Point
    cell: float
    width: int
    depth: int

    def point(self, x: float, y: float) -> Point:
        return self.at[0] + PLAN_EDGE + x * self.cell, self.at[1] + PLAN_EDGE + y * self.cell

    def well(self, well: str) -> Point:
        return self.point(int(well[0]) - 0.5, int(well[1]) - 0.5)

    def ends(self, channel: str) -> tuple[Point, Point]:
        across = int(channel[1]) - 0.5
        if runs_along_x(channel):
            return self.point(0, across), self.point(self.width, across)
        return self.point(across, 0), self.point(across, self.depth)


def _plans(block: Block, top: float) -> dict[str, Plan]:
    """Two abreast."""
    room = (INNER - GAP) / 2
    cell = min(LARGEST_CELL, (room - PLAN_EDGE) / max(block.width, block.depth))
    plans = {}
    for index, level in enumerate(LETTERS[: block.levels]):
        row, column = divmod(index, 2)
        inset = (room - PLAN_EDGE - block.width * cell) / 2
        x = MARGIN + column * (room + GAP) + inset
        y = top + row * (PLAN_EDGE + block.depth * cell + GAP)
        plans[level] = Plan(level, (x, y), cell, block.width, block.depth)
    return plans


def draw(document: Document, viewer: int | None, names: Sequence[str] | None = None) -> str:
    """The block, the plans, the tray and the players clockwise, the viewer first."""
    block = Block(*document["size"])
    names = player_names(names, document["players"])
    plans = _plans(block, block.bottom + GAP)
    below = max(plan.point(0, plan.depth)[1] for plan in plans.values()) + 2 * GAP
    panels = list(_panels(document, viewer, names, below + TRAY_HEIGHT + GAP))
    rows = -(-len(panels) // PANELS_ABREAST)
    everything = svg.group(
        *_behind(block, document),
        *(_plan(plan) for plan in plans.values()),
        *(_channel(channel, block, plans, document) for channel in block.channels),
        *(_well(well, block, document) for well in block.wells),
        *_on_plans(plans, document),
        *_in_front(block, document),
        *(_fall(rod, block, plans, document) for rod in document["rods"]),
        _tray(document, below),
        *panels,
        class_="all",
    )
    return svg.picture(
        document["game"],
        (WIDTH, below + TRAY_HEIGHT + rows * (PANEL_HEIGHT + GAP) + MARGIN),
        everything,
        label=_label(document, names),
        style={**STYLE, **_shown_falls(document)},
        tokens=COLOURS,
    )


def clicks(move: str, document: Document) -> list[str]:
    """Where a stick comes from, if it is not the hand, and where it goes."""
    word, where = move.split()
    seat = document["to_move"]
    if word in ("pierce", "plant"):
        return [_id(where)]
    if word == "drop":
        return [f"seat-{seat}" if where == "hand" else _id(where), "out"]
    rod, _, well = where.partition(">")
    return [_id(rod), _id(well) if well else f"seat-{_receiver(document, rod)}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["well", well]]:
            return f"plant {well}"
        case [["channel", channel]]:
            return f"pull {channel}" if channel in document["rods"] else f"pierce {channel}"
        case [["seat", _]] | [["out"]] | [["seat", _], ["out"]]:
            return "drop hand"
        case [["well" | "channel", place], ["out"]]:
            return f"drop {place}"
        case [["channel", rod], ["well", well]]:
            return f"pull {rod}>{well}"
        case [["channel", rod], ["seat", _]]:
            return f"pull {rod}"
    return None


def _id(place: str) -> str:
    return f"well-{place}" if place.isdecimal() else f"channel-{place}"


def _receiver(document: Document, rod: str) -> int:
    """BG-11, BG-13: who is handed a rod that takes nobody's place."""
    seat, colour = document["to_move"], document["rods"][rod]
    if document["colours"][seat] == colour:
        return int(seat)
    if document["teams"]:
        return int((seat - 1) % document["players"])
    return int(document["colours"].index(colour))


def _label(document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return f"Baguettes: {' and '.join(names[seat] for seat in document['winners'])} won."
    return f"Baguettes: {names[document['to_move']]} is to pierce, plant or pull."


def _crossing(level: str, well: str) -> str:
    """BG-3: the channel of a level that goes through a well."""
    return level + (well[1] if runs_along_x(level) else well[0])


def _falling(rod: str, document: Document) -> Iterator[tuple[str, str | None]]:
    """BG-9: the sticks on a rod by well, and the level each would sink to; none: it is gone."""
    lower = LETTERS[LETTERS.index(rod[0]) + 1 : document["size"][2]]
    for well, stick in document["sticks"].items():
        if stick["level"] == rod[0] and _crossing(rod[0], well) == rod:
            caught = (level for level in lower if _crossing(level, well) in document["rods"])
            yield well, next(caught, None)


def _polygon(*points: Point, **attributes: str) -> Drawn:
    corners = "L".join(f"{svg.short(x)} {svg.short(y)}" for x, y in points)
    return svg.path(f"M{corners}Z", **attributes)


def _polyline(*points: Point, **attributes: str) -> Drawn:
    corners = "L".join(f"{svg.short(x)} {svg.short(y)}" for x, y in points)
    return svg.path(f"M{corners}", **attributes)


def _wood(start: Point, end: Point) -> list[Drawn]:
    """A stick or a part of one; its colour is that of the group it is in."""
    return [_polyline(start, end, class_=f"line {part}") for part in ("rim", "body", "shine")]


def _shape(colour: str, radius: float, class_: str) -> Drawn:
    if not CORNERS[colour]:
        return svg.circle(radius, class_=class_)
    return _polygon(*((x * radius, y * radius) for x, y in CORNERS[colour]), class_=class_)


def _mark(colour: str, at: Point, radius: float, letter: float = 0, kind: str = "head") -> Drawn:
    """The shape of a colour, with its letter if that has a size."""
    drop = LETTER_DROP.get(colour, 0) * radius
    inside = [svg.words(colour[0].upper(), letter, (0, drop))] if letter else []
    return svg.group(_shape(colour, radius, kind), *inside, at=at, class_=colour)


def _behind(block: Block, document: Document) -> Iterator[Drawn]:
    """The block with all that is inside it, and its glass in front of that."""
    w, d, foot = block.width, block.depth, block.foot
    corners = ((0, 0), (w, 0), (w, d), (0, d))
    far, right, near, left = (block.point(x, y) for x, y in corners)
    low_far, low_right, low_near, low_left = (block.point(x, y, foot) for x, y in corners)
    yield _polygon(low_far, low_right, low_near, low_left, class_="floor")
    yield _polyline(low_left, low_far, low_right, class_="seam")
    yield _polyline(far, low_far, class_="seam")
    for sunk in (level * block.level for level in range(1, block.levels)):
        seam = (block.point(x, y, sunk) for x, y in ((0, d), (w, d), (w, 0)))
        yield _polyline(*seam, class_="seam")
    for level in reversed(LETTERS[: block.levels]):
        yield from _inside(block, level, document)
    yield _polygon(left, near, low_near, low_left, class_="glass left-glass")
    yield _polygon(near, right, low_right, low_near, class_="glass")
    yield _polygon(far, right, near, left, class_="glass")


def _inside(block: Block, level: str, document: Document) -> Iterator[Drawn]:
    """The rods of a level, and what is inside of the sticks that stand on them."""
    sunk = block.depth_of(level)
    for channel in block.channels:
        if channel[0] == level and channel in document["rods"]:
            ends = block.along(channel, -STUB), block.mouth(channel)
            yield svg.group(*_wood(*ends), class_=f"inside {document['rods'][channel]}")
    for well in block.wells:
        stick = document["sticks"].get(well)
        if stick and stick["level"] == level:
            ends = block.well(well), block.well(well, sunk - THICK / 2)
            x, y = block.well(well, sunk)
            foot = svg.element("ellipse", cx=x, cy=y, rx=HOLE[0], ry=HOLE[1], class_="foot")
            yield svg.group(*_wood(*ends), foot, class_=f"inside {stick['colour']}")


def _in_front(block: Block, document: Document) -> Iterator[Drawn]:
    """The ends of the rods, and the sticks as far as they stand out, the farthest first."""
    for channel in block.channels:
        colour = document["rods"].get(channel)
        label = block.mouth(channel, LABEL_AWAY + (STUB if colour else 0))
        yield svg.words(channel, LABEL_SIZE, label, class_="label halo piece")
        if colour:
            end = block.mouth(channel, STUB)
            yield svg.group(
                svg.group(*_wood(block.mouth(channel), end), class_=colour),
                _mark(colour, end, HEAD, HEAD_LETTER),
                id_=f"rod-{channel}",
                class_="piece",
            )
    for well in block.wells:
        if well in document["sticks"]:
            yield _standing(block, well, **document["sticks"][well])


def _standing(block: Block, well: str, colour: str, level: str) -> Drawn:
    x, y = block.well(well)
    tip = y - block.stands_out(level)
    return svg.group(
        svg.group(*_wood((0, 0), (0, y - tip)), class_=colour),
        _mark(colour, (0, 0), HEAD, HEAD_LETTER),
        at=(x, tip),
        id_=f"stick-{well}",
        class_="piece",
    )


def _well(well: str, block: Block, document: Document) -> Drawn:
    x, y = int(well[0]), int(well[1])
    corners = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
    stick, (middle_x, middle_y) = document["sticks"].get(well), block.well(well)
    inside = f"{stick['colour']}, stands on level {stick['level']}" if stick else "free"
    return svg.group(
        _polygon(*(block.point(*corner) for corner in corners), class_="top"),
        svg.element("ellipse", cx=middle_x, cy=middle_y, rx=HOLE[0], ry=HOLE[1], class_="hole"),
        title=f"well {well}: {inside}",
        id_=f"well-{well}",
        class_="well",
    )


def _channel(channel: str, block: Block, plans: dict[str, Plan], document: Document) -> Drawn:
    plan, colour = plans[channel[0]], document["rods"].get(channel)
    (x, y), (to_x, to_y) = plan.ends(channel)
    half = plan.cell / 2
    if runs_along_x(channel):
        strip = svg.block(to_x - x, plan.cell, 4, at=(x, y - half), class_="strip")
    else:
        strip = svg.block(plan.cell, to_y - y, 4, at=(x - half, y), class_="strip")
    mouth = block.mouth(channel)
    return svg.group(
        strip,
        *([] if colour else [svg.circle(MOUTH, mouth, class_="hole")]),
        svg.circle(MOUTH_REACH, mouth, class_="reach"),
        title=f"channel {channel}: {f'a {colour} rod' if colour else 'free'}",
        id_=f"channel-{channel}",
        class_=f"channel on-{channel}",
    )


def _plan(plan: Plan) -> Drawn:
    """The empty plan, with the names of its channels and the numbers of the other direction."""
    rows = ((str(y), plan.point(0, y - 0.5)) for y in NUMBERS[: plan.depth])
    columns = ((str(x), plan.point(x - 0.5, 0)) for x in NUMBERS[: plan.width])
    along_x, away = runs_along_x(plan.level), PLAN_EDGE / 2
    names = [(name, (x - away, y), along_x) for name, (x, y) in rows]
    names += [(name, (x, y - away), not along_x) for name, (x, y) in columns]
    corner = plan.point(0, 0)
    dots = (plan.well(f"{x}{y}") for x in NUMBERS[: plan.width] for y in NUMBERS[: plan.depth])
    return svg.group(
        svg.block(plan.width * plan.cell, plan.depth * plan.cell, 8, at=corner, class_="plan"),
        *(svg.circle(WELL_DOT * plan.cell, dot, class_="dot") for dot in dots),
        *(
            svg.words(
                plan.level + name if own else name,
                LABEL_SIZE,
                at,
                class_="label" if own else "quiet",
            )
            for name, at, own in names
        ),
    )


def _on_plans(plans: dict[str, Plan], document: Document) -> Iterator[Drawn]:
    for channel, colour in document["rods"].items():
        start, end = plans[channel[0]].ends(channel)
        yield svg.group(_flat_rod(start, end, colour), class_="piece")
    for well, stick in document["sticks"].items():
        for level, plan in plans.items():
            if level <= stick["level"]:
                yield _cut(plan, well, stick["colour"], level == stick["level"])


def _flat_rod(start: Point, end: Point, colour: str) -> Drawn:
    """A rod on a plan, its mark at the end that is nearer to the viewer in the block."""
    x, y = start
    inset = (x + RIM, y) if y == end[1] else (x, y + RIM)
    return svg.group(
        svg.group(*_wood(inset, end), class_=colour), _mark(colour, end, FLAT_HEAD, FLAT_LETTER)
    )


def _cut(plan: Plan, well: str, colour: str, stands: bool) -> Drawn:
    """A stick where it goes through a level, or stands on it."""
    at, cell = plan.well(well), plan.cell
    if not stands:
        return svg.group(_mark(colour, at, THROUGH * cell), class_="piece through")
    return svg.group(
        _mark(colour, at, RING * cell, RING_LETTER * cell, kind="ring"), class_="piece"
    )


def _fall(rod: str, block: Block, plans: dict[str, Plan], document: Document) -> Drawn:
    """What would fall if the rod were pulled; it shows while someone points at the rod."""
    marks: list[Drawn] = []
    for well, level in _falling(rod, document):
        marks += _fall_in_block(block, well, rod[0], level)
        marks += _fall_on_plans(plans, well, rod[0], level, document["sticks"][well]["colour"])
    return svg.group(*marks, class_=f"fall fall-{rod}")


def _fall_in_block(block: Block, well: str, old: str, new: str | None) -> list[Drawn]:
    start = block.well(well, block.depth_of(old))
    sunk = block.depth_of(new) - RIM if new else block.foot + block.level / 2
    x, y = end = block.well(well, sunk)
    tip = f"M{svg.short(x - 5)} {svg.short(y - 6)}l5 6l5 -6"
    gone = f"M{svg.short(x - 5)} {svg.short(y - 5)}l10 10m0 -10l-10 10"
    return [_polyline(start, end, class_="way"), svg.path(tip if new else gone, class_="tip")]


def _fall_on_plans(
    plans: dict[str, Plan], well: str, old: str, new: str | None, colour: str
) -> list[Drawn]:
    cell, (x, y) = plans[old].cell, plans[old].well(well)
    marks = [
        svg.circle(RING * cell * 1.2, (x, y), class_="badge-fall"),
        svg.words(f"↓{new}" if new else "✕", FALL_LETTER * cell, (x, y)),
    ]
    if new:
        ghost = _shape(colour, RING * cell, "ghost")
        marks.append(svg.group(ghost, at=plans[new].well(well)))
    return marks


def _shown_falls(document: Document) -> dict[str, str]:
    """The style that shows what would fall from the rod that is pointed at or chosen."""
    return {
        f".all:has(.on-{rod}:is(:hover,:focus,.chosen)) .fall-{rod}": "opacity:1"
        for rod in document["rods"]
        if any(_falling(rod, document))
    }


def _tray(document: Document, y: float) -> Drawn:
    middle = TRAY_HEIGHT / 2
    out = document["out"]
    first = INNER - len(out) * TRAY_STEP
    counts = []
    for index, (colour, count) in enumerate(out.items()):
        x = first + index * TRAY_STEP + HEAD
        counts += [
            _mark(colour, (x, middle), HEAD, HEAD_LETTER),
            svg.words(f"× {count}", LABEL_SIZE + 3, (x + 2 * HEAD, middle), class_="start"),
        ]
    told = ", ".join(f"{count} {colour}" for colour, count in out.items())
    return svg.group(
        svg.block(INNER, TRAY_HEIGHT, class_="slot"),
        svg.words("Out of the game", LABEL_SIZE + 3, (PANEL_INSET, middle), class_="start label"),
        *counts,
        at=(MARGIN, y),
        title=f"out of the game: {told}",
        id_="out",
        class_="tray",
    )


def _panels(
    document: Document, viewer: int | None, names: Sequence[str], top: float
) -> Iterator[Drawn]:
    """Two abreast; if one is left over, it has the whole width."""
    players = document["players"]
    half = (INNER - GAP) / PANELS_ABREAST
    for place in range(players):
        seat = ((viewer or 0) + place) % players
        row, column = divmod(place, PANELS_ABREAST)
        at = MARGIN + column * (half + GAP), top + row * (PANEL_HEIGHT + GAP)
        alone = column == 0 and place == players - 1
        yield _panel(document, seat, names[seat], at, INNER if alone else half)


def _panel(document: Document, seat: int, name: str, at: Point, width: float) -> Drawn:
    hand, colour = document["hands"][seat], document["colours"][seat]
    winner = seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    state = ", won" if winner else ", to move" if active else ""
    mark = (width - PANEL_INSET - HEAD, svg.HEADER / 2)
    return svg.panel(
        name,
        str(hand) if hand or winner or _on_block(document, colour) else "out",
        (width, PANEL_HEIGHT),
        _mark(colour, mark, HEAD, HEAD_LETTER),
        *_hand(hand, colour, width),
        at=at,
        title=f"{name}: {hand} {colour} in hand{state}",
        active=active,
        winner=winner,
        kept=MARK_ROOM,
        id_=f"seat-{seat}",
    )


def _on_block(document: Document, colour: str) -> bool:
    upright = (stick["colour"] for stick in document["sticks"].values())
    return colour in document["rods"].values() or colour in upright


def _hand(hand: int, colour: str, width: float) -> Iterator[Drawn]:
    first = PANEL_INSET + HAND_HEAD
    step = min(HAND_STEP, (width - 2 * first) / max(hand - 1, 1))
    for index in range(hand):
        x, y = first + index * step, svg.HEADER + HAND_HEAD + 4
        yield svg.group(
            svg.group(*_wood((0, 0), (0, HAND_STICK)), class_=colour),
            _mark(colour, (0, 0), HAND_HEAD),
            at=(x, y),
        )
