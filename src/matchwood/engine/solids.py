"""Things in space, drawn as a flat picture that a script can turn.

A game says what its thing is made of in coordinates of the thing itself: x and y in cells from a
corner, z upwards from the floor. There are four kinds of pieces:

    Plane   whatever is flat, with a drawing on it in cells: boards, walls, rings
    Bar     a round bar, lying (a rod) or upright (a stick)
    Sign    a word at the nearer one of two points
    Arrow   a way down, over everything, with what is at its end

How a piece is drawn and told is kept by the piece itself, not by what it is made of, which would
be compared for hundreds of them after every move; so a game gives the same piece again.

`drawn` projects them for one view, as SVG; `written` tells the same pieces as JSON, from which
`static/solid.js` draws them for any other view. What has a `when` is a preview: it is in no
picture, but shown by the script while the element of that id is pointed at.

The view is from above, without perspective, so a plane is one matrix. Levels can be lifted apart;
that stretches z and changes no order. The order of painting is exact and hangs on the quarter of
the turn alone: levels are parted by planes z = const, and in a level all rows across its grain are
parted by planes as well, if a row holds either a rod or upright sticks at one height.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from math import cos, hypot, sin
from operator import attrgetter
from typing import NamedTuple

from matchwood.engine.svg import Drawn, Point, element, group, path, short
from matchwood.engine.words import Phrase, Words

UNIT = 60
"""How large a cell is drawn."""
SHORTENED = 0.62
"""How much of what stands out of the thing is left out when its levels are wide apart."""
HEAD_RISE = 6
"""How far above its end the head of a stick is drawn."""
MARGIN, HEAD_ROOM, FOOT_ROOM = 0.75, 0.55, 0.35
"""Room around the thing, in cells: on each side, above the highest head, and below."""

LINES = (("rim", 0, 1, 2.6), ("body", 0, 1, 0), ("dusk", -0.3, 0.36, 0), ("shine", 0.22, 0.17, 0))
"""The lines of a bar: how far off its middle and how wide, in its widths, and how much wider."""
CAP_EDGE = 0.03

PIECES_KEPT = 4096
"""Most pieces are where they were before the last move, so it is known what they look like."""

LOOKS = {
    ".rim,.body,.dusk,.shine": "fill:none",
    ".dusk": "opacity:.38",
    ".shine": "opacity:.85",
    ".skin": "stroke-width:1.3",
    ".sign": "fill:var(--board-label);font-size:14px;stroke:var(--sign-edge);stroke-width:3;"
    "stroke-linejoin:round;paint-order:stroke",
    # What only the script draws, or marks.
    ".live [data-ref]": "cursor:pointer",
    ".live .sign.can": "fill:var(--can-name)",
    ".live .lit .rim": "stroke:var(--mark-ink);stroke-width:22",
    ".live .lit .skin": "stroke:var(--mark-ink);stroke-width:2.6",
    ".foreseen": "pointer-events:none",
    ".ghost-bar": "opacity:.62",
    ".ghost-bar .skin,.ghost-bar .rim": "stroke-dasharray:5 3",
    ".way": "fill:none;stroke:#2B2622;stroke-width:2.6;stroke-dasharray:2 5;stroke-linecap:round",
    ".way.under": "stroke:#FFFDF8;stroke-width:6.5;stroke-dasharray:none;opacity:.85",
    ".landing": "fill:none;stroke:#2B2622;stroke-width:.06;stroke-dasharray:.13 .08",
    ".landing.under": "stroke:#FFFDF8;stroke-width:.14;stroke-dasharray:none;opacity:.9",
    ".way-tag circle": "fill:#2B2622;stroke:#FFFDF8;stroke-width:2",
    ".way-tag.lost circle": "fill:var(--red)",
    ".way-tag text": "fill:#FFFDF8",
    ".preview": "display:none;pointer-events:none",
    ".preview.shown": "display:inline",
}
"""What bars and signs look like; a bar's colours are the game's."""
TOKENS = {"sign-edge": ("#E9D3B0", "#3A2A1A"), "can-name": ("#2B2622", "#FFF6D8")}

BOARD, FAR_WALL, CONTENTS, NEAR_WALL, ENDS, SIGNS = range(6)
"""What is painted one after the other in each level."""
ROD, FLAT, STICK = range(3)
"""And in one row of its contents."""

_DECIMALS = re.compile(r"\d+\.\d+")

Spot = tuple[float, float, float]
Cell = tuple[float, float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class View(NamedTuple):
    """From where the thing is seen, in radians, and how far apart its levels are, up to 1."""

    turn: float = 0.6
    tilt: float = 0.6
    lift: float = 0.5


VIEW = View()


@dataclass(frozen=True, eq=False)
class Plane:
    """Something flat: what is drawn on it, its corner, and where its two sides lead."""

    inside: Drawn
    corner: Spot
    layer: int
    across: Spot = X
    down: Spot = Y
    order: int = CONTENTS
    cell: Cell = (0, 0)
    faces: Cell | None = None
    """Which way a wall looks; it is painted before the contents of its level, or after them."""
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Bar:
    """A round bar between two points, which lies along x or y, or stands upright."""

    name: str
    """The same name in the next picture is the same bar, which then falls to its new place."""
    start: Spot
    end: Spot
    radius: float
    colour: str
    ref: str | None = None
    """The id of the element that a click on it means."""
    when: str | None = None

    @property
    def upright(self) -> bool:
        return self.start[2] != self.end[2]

    @property
    def axis(self) -> int:
        """Along x or along y, if it lies."""
        return 0 if self.start[1] == self.end[1] else 1


@dataclass(frozen=True, eq=False)
class Sign:
    """A word at that one of two points which is nearer to the viewer."""

    text: str
    start: Spot
    end: Spot
    ref: str
    spare: bool = False
    """Whether it is left out where there is little room."""


@dataclass(frozen=True, eq=False)
class Arrow:
    """A way down, what a tag says at its end, and whether something comes to stand there."""

    start: Spot
    end: Spot
    tag: str
    lands: bool
    when: str


@dataclass(frozen=True, eq=False)
class Frame:
    """The measures of a thing with levels."""

    size: Cell
    layers: tuple[float, ...]
    """Where each level begins, from the top."""
    grains: tuple[int, ...]
    """Which way the rods of each level lie: 0 along x, 1 along y."""
    height: float
    floor: float
    """How thick the board of a level is."""
    reach: tuple[float, float]
    """How far from the middle, and how high, the end of a stick can be."""

    def layer(self, z: float) -> int:
        """The level that a height is in; as many as there are: it is below all of them."""
        if z < 0:
            return len(self.layers)
        return next(layer for layer, bottom in enumerate(self.layers) if z >= bottom)


@dataclass(frozen=True)
class Solid:
    """A thing with levels, and all its pieces."""

    frame: Frame
    planes: Sequence[Plane]
    bars: Sequence[Bar]
    signs: Sequence[Sign] = ()
    arrows: Sequence[Arrow] = ()
    heads: Mapping[str, Drawn] = field(default_factory=dict)
    """What faces the viewer at the upper or the nearer end of a bar, by its colour."""


@dataclass(frozen=True, eq=False)
class Projection:
    """A thing seen from one side. There is one object for each (`projected`), so that pieces can be
    cached by it."""

    frame: Frame
    view: View = VIEW

    @cached_property
    def _turned(self) -> tuple[float, float, float, float]:
        turn, tilt, _ = self.view
        return cos(turn), sin(turn), sin(tilt), cos(tilt)

    @cached_property
    def gap(self) -> float:
        """How much higher each level is lifted than the one below it."""
        levels = len(self.frame.layers)
        return self.view.lift * (0.3 + 4 / levels)

    @property
    def rise(self) -> float:
        """How high the whole is when it is lifted apart."""
        return self.frame.height + self.gap * (len(self.frame.layers) - 1)

    def lifted(self, z: float, layer: int) -> float:
        """Where a height of a level is when they are apart, from the middle of the whole."""
        top = self.frame.height
        if z > top:
            z = top + (z - top) * (1 - SHORTENED * self.view.lift)
        below = len(self.frame.layers) - 1 - layer
        return z + self.gap * max(0, below) - self.rise / 2

    def point(self, spot: Spot, layer: int | None = None) -> Point:
        x, y, z = spot
        width, depth = self.frame.size
        layer = self.frame.layer(z) if layer is None else layer
        return self.step((x - width / 2, y - depth / 2, self.lifted(z, layer)))

    def step(self, way: Spot) -> Point:
        """Where a way in space leads in the picture."""
        (x, y, z), (c, s, st, ct) = way, self._turned
        return (x * c - y * s) * UNIT, ((x * s + y * c) * st - z * ct) * UNIT

    def near(self, way: Cell) -> bool:
        """Whether a way leads towards the viewer."""
        c, s, *_ = self._turned
        return way[0] * s + way[1] * c > 0

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """What is to be seen: the same however it is turned."""
        *_, st, ct = self._turned
        half, up = hypot(*self.frame.size) / 2, self.rise / 2
        away, highest = self.frame.reach
        tip = away * st + self.lifted(highest, 0) * ct + HEAD_ROOM
        above = max(half * st + up * ct + FOOT_ROOM, tip)
        below = half * st + (up + FOOT_ROOM) * ct + FOOT_ROOM
        width = 2 * half + 2 * MARGIN
        left, top = -width / 2, -above
        return tuple(round(UNIT * side) for side in (left, top, width, above + below))  # type: ignore[return-value]


@lru_cache(64)
def projected(frame: Frame, view: View = VIEW) -> Projection:
    return Projection(frame, view)


class Painted(NamedTuple):
    """Something to be painted, and when."""

    key: tuple[float, ...]
    drawn: Drawn
    name: str = ""
    """The bar that it is a piece of."""


def drawn(solid: Solid, view: View = VIEW) -> Drawn:
    """The thing as a picture, previews left out."""
    return Drawn("".join([piece.drawn for piece in painted(solid, view)]))


def painted(solid: Solid, view: View = VIEW) -> list[Painted]:
    """All pieces in the order in which they are painted."""
    seen = projected(solid.frame, view)
    pieces = [_plane(seen, number, plane) for number, plane in enumerate(solid.planes)]
    for bar in solid.bars:
        if not bar.when:
            pieces += _bar(seen, bar, solid.heads[bar.colour])
    pieces += [_sign(seen, sign) for sign in solid.signs]
    return sorted(pieces, key=attrgetter("key"))


def head_of(frame: Frame, bar: Bar, view: View = VIEW) -> Point:
    """Where the head of a bar is in the picture."""
    seen = projected(frame, view)
    if bar.upright:
        x, y = seen.point(bar.end)
        return x, y - HEAD_RISE
    return seen.point(_towards(seen, bar)[1])


def _key(seen: Projection, layer: int, order: int, cell: Cell, sub: int) -> tuple[float, ...]:
    """From the lowest level up, in a level as its constants say, its rows from far to near."""
    grains = seen.frame.grains
    grain = grains[min(layer, len(grains) - 1)]
    x, y = (
        (cell[0] if seen.near((1, 0)) else -cell[0]),
        (cell[1] if seen.near((0, 1)) else -cell[1]),
    )
    row, along = (x, y) if grain else (y, x)
    return -layer, order, row, sub, along


@lru_cache(PIECES_KEPT)
def _plane(seen: Projection, number: int, plane: Plane) -> Painted:
    order = plane.order
    if plane.faces:
        order = NEAR_WALL if seen.near(plane.faces) else FAR_WALL
    matrix = (*seen.step(plane.across), *seen.step(plane.down))
    numbers = " ".join(map(short, (*matrix, *seen.point(plane.corner, plane.layer))))
    drawn = element(
        "g",
        plane.inside,
        transform=f"matrix({numbers})",
        class_=plane.kind or None,
        data_plane=str(number),
    )
    return Painted(_key(seen, plane.layer, order, plane.cell, FLAT), drawn)


@lru_cache(PIECES_KEPT)
def _bar(seen: Projection, bar: Bar, head: Drawn) -> tuple[Painted, ...]:
    return tuple(_stick(seen, bar, head) if bar.upright else _rod(seen, bar, head))


def _stick(seen: Projection, bar: Bar, head: Drawn) -> Iterator[Painted]:
    """A piece in each level that it goes through, the lowest first."""
    frame, (x, y, foot) = seen.frame, bar.start
    for layer in range(frame.layer(foot), -1, -1):
        low, high = _between(frame, layer)
        base = max(foot, low)
        top = (x, y, min(bar.end[2], high))
        at = seen.point((x, y, base), layer)
        _, end = seen.point(top, layer - 1 if layer and bar.end[2] > high else layer)
        top_of_it = [] if layer else [*_top(seen, bar, head, end - at[1])]
        piece = group(
            *_upright(seen, bar.radius * UNIT, end - at[1]),
            *top_of_it,
            at=(_one(at[0]), _one(at[1])),
            class_=f"bar {bar.colour}",
        )
        yield Painted(_key(seen, layer, CONTENTS, (x, y), STICK), piece, bar.name)


def _between(frame: Frame, layer: int) -> tuple[float, float]:
    """Where the room of a level begins, above its board, and where the next board begins."""
    if layer == len(frame.layers):
        return -99, 0
    return frame.layers[layer] + frame.floor, frame.layers[layer - 1] if layer else 99


def _upright(seen: Projection, radius: float, top: float) -> Iterator[Drawn]:
    """A cylinder that stands at 0, up to `top`: its body, its shade and its shine."""
    r, ry, end = _tenth(radius), _tenth(radius * sin(seen.view.tilt)), _tenth(top)
    arc = f"A{r} {ry} 0 0 0 "
    yield path(f"M-{r} 0{arc}{r} 0V{end}{arc}-{r} {end}Z", class_="skin")
    for kind, off, share, _ in LINES[2:]:
        x, width = _tenth(-2 * off * radius), _one(2 * share * radius)
        yield path(f"M{x} 0V{end}", class_=kind, stroke_width=width)


def _top(seen: Projection, bar: Bar, head: Drawn, end: float) -> Iterator[Drawn]:
    radius = bar.radius * UNIT
    yield element(
        "ellipse",
        cy=_one(end),
        rx=_one(radius),
        ry=_one(radius * sin(seen.view.tilt)),
        stroke_width=CAP_EDGE * UNIT,
        class_="cap",
    )
    yield group(head, at=(0, _one(end - HEAD_RISE)))


def _towards(seen: Projection, bar: Bar) -> tuple[Spot, Spot]:
    """The ends of a rod, the farther one first."""
    away = (1.0, 0.0) if bar.axis == 0 else (0.0, 1.0)
    return (bar.start, bar.end) if seen.near(away) else (bar.end, bar.start)


def _rod(seen: Projection, bar: Bar, head: Drawn) -> Iterator[Painted]:
    """Its part in the thing with the far end, and the near end outside, which hides the wall."""
    frame, (far, near) = seen.frame, _towards(seen, bar)
    layer = frame.layer(bar.start[2])
    wall = list(near)
    wall[bar.axis] = min(max(near[bar.axis], 0), frame.size[bar.axis])
    points = [seen.point(spot, layer) for spot in (far, (wall[0], wall[1], wall[2]), near)]
    cell = (0.0, bar.start[1]) if bar.axis == 0 else (bar.start[0], 0.0)
    kind = f"bar {bar.colour}"
    inner = group(_cap(seen, bar, points[0]), *_lying(bar, points[0], points[1]), class_=kind)
    yield Painted(_key(seen, layer, CONTENTS, cell, ROD), inner, bar.name)
    end = group(head, at=(_one(points[2][0]), _one(points[2][1])))
    outer = group(*_lying(bar, points[1], points[2]), _cap(seen, bar, points[2]), end, class_=kind)
    yield Painted(_key(seen, layer, ENDS, cell, ROD), outer, bar.name)


def _lying(bar: Bar, start: Point, end: Point) -> Iterator[Drawn]:
    width = 2 * bar.radius * UNIT
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    off_x, off_y = down / length, -across / length
    if off_y > 0:  # the light comes from above
        off_x, off_y = -off_x, -off_y
    for kind, off, share, more in LINES:
        x, y = start[0] + off_x * off * width, start[1] + off_y * off * width
        data = f"M{_tenth(x)} {_tenth(y)}l{_tenth(across)} {_tenth(down)}".replace(" -", "-")
        yield path(data, class_=kind, stroke_width=_one(share * width + more))


def _cap(seen: Projection, bar: Bar, at: Point) -> Drawn:
    side = seen.step(Y if bar.axis == 0 else X)
    matrix = " ".join(map(short, (*side, *seen.step(Z), *at)))
    return element(
        "circle",
        r=bar.radius,
        stroke_width=CAP_EDGE,
        class_="cap",
        transform=f"matrix({matrix})",
    )


@lru_cache(PIECES_KEPT)
def _sign(seen: Projection, sign: Sign) -> Painted:
    way = sign.end[0] - sign.start[0], sign.end[1] - sign.start[1]
    spot = sign.end if seen.near(way) else sign.start
    x, y = seen.point(spot)
    drawn = element("text", sign.text, x=_one(x), y=_one(y), class_="sign")
    return Painted(_key(seen, seen.frame.layer(spot[2]), SIGNS, (0, 0), STICK), drawn)


def _one(number: float) -> float:
    return round(number, 1)


def _tenth(number: float) -> str:
    return short(round(number, 1))


# The same pieces for the script

LABELS = {
    "left": Phrase("Turn left"),
    "right": Phrase("Turn right"),
    "lift": Phrase("Lift the levels apart"),
    "close": Phrase("Close"),
    "open": Phrase("Open"),
    "above": Phrase("From above"),
    "side": Phrase("From the side"),
    "keys": Phrase("Arrow keys turn it, plus and minus lift its levels apart."),
}
"""What the buttons of the script are called."""


def written(solid: Solid, words: Words) -> list[str]:
    """The thing as JSON, in pieces. What is drawn on its planes stands in the picture already, in
    the order of their numbers, and is taken from there."""
    told = [_told_frame(solid.frame, tuple(solid.heads.items()), words)]
    for name, pieces in (
        ("planes", list(map(_told_plane, solid.planes))),
        ("bars", list(map(_told_bar, solid.bars))),
        ("signs", list(map(_told_sign, solid.signs))),
        ("arrows", list(map(_told_arrow, solid.arrows))),
    ):
        told += [
            f',"{name}":[',
            *pieces[:-1],
            *(last.removesuffix(",") for last in pieces[-1:]),
            "]",
        ]
    told.append("}")
    return told


@lru_cache(64)
def _told_frame(frame: Frame, heads: tuple[tuple[str, Drawn], ...], words: Words) -> str:
    labels = {name: words.tell(label) for name, label in LABELS.items()}
    return _json({**asdict(frame), "heads": dict(heads), "labels": labels}).removesuffix("}")


@lru_cache(PIECES_KEPT)
def _told_plane(plane: Plane) -> str:
    """With the comma that parts it from the next, like all that stand in a list."""
    told: dict[str, object] = {"o": plane.corner, "layer": plane.layer}
    if (plane.across, plane.down) != (X, Y):
        told |= {"u": plane.across, "v": plane.down}
    if plane.order != CONTENTS:
        told["order"] = plane.order
    if plane.cell != (0, 0):
        told["cell"] = plane.cell
    if plane.faces:
        told["n"] = plane.faces
    return _json(told) + ","


@lru_cache(PIECES_KEPT)
def _told_bar(bar: Bar) -> str:
    told: dict[str, object] = {"id": bar.name, "p": bar.start, "q": bar.end, "r": bar.radius}
    told["colour"] = bar.colour
    named = {"ref": bar.ref, "when": bar.when}
    return _json(told | {key: value for key, value in named.items() if value}) + ","


@lru_cache(PIECES_KEPT)
def _told_sign(sign: Sign) -> str:
    told: dict[str, object] = {"text": sign.text, "p": sign.start, "q": sign.end, "ref": sign.ref}
    return _json(told | ({"spare": 1} if sign.spare else {})) + ","


@lru_cache(PIECES_KEPT)
def _told_arrow(arrow: Arrow) -> str:
    told: dict[str, object] = {"p": arrow.start, "q": arrow.end, "tag": arrow.tag}
    return _json(told | {"when": arrow.when} | ({"lands": 1} if arrow.lands else {})) + ","


def _json(value: object) -> str:
    told = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return _DECIMALS.sub(lambda number: _shorter(number[0]), told)


@lru_cache(4096)
def _shorter(number: str) -> str:
    """With two decimals at most."""
    return f"{round(float(number), 2):g}"
