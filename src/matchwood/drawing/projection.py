"""Solids as flat pictures: projected for one camera, and painted in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, hypot, sin
from operator import attrgetter
from typing import NamedTuple

from matchwood.drawing.solids import (
    CONTENTS,
    ENDS,
    FAR_WALL,
    FLAT,
    NEAR_WALL,
    PIECES_KEPT,
    ROD,
    SIGNS,
    STICK,
    UNIT,
    Bar,
    Cell,
    Frame,
    Plane,
    Sign,
    Solid,
    Spot,
    X,
    Y,
    Z,
)
from matchwood.drawing.svg import Drawn, Point, element, group, path, short

SHORTENED = 0.62
"""Share left out of what stands out of the thing when its levels are wide apart."""
HEAD_RISE = 6
"""Height above its end at which the head of a stick is drawn."""
MARGIN, HEAD_ROOM, FOOT_ROOM = 0.75, 0.55, 0.35
"""Room around the thing, in cells: on each side, above the highest head, and below."""

LINES = (("rim", 0, 1, 2.6), ("body", 0, 1, 0), ("dusk", -0.3, 0.36, 0), ("shine", 0.22, 0.17, 0))
"""The lines of a bar: how far off its middle and how wide, in its widths, and how much wider."""
CAP_EDGE = 0.03


class Camera(NamedTuple):
    """From where the thing is seen, in radians, and how far apart its levels are, up to 1."""

    turn: float = 0.6
    tilt: float = 0.6
    lift: float = 0.5


CAMERA = Camera()


@dataclass(frozen=True, eq=False)
class Projection:
    """A thing seen from one side. There is one object for each (`projected`), so that pieces can be
    cached by it."""

    frame: Frame
    camera: Camera = CAMERA

    @cached_property
    def _turned(self) -> tuple[float, float, float, float]:
        turn, tilt, _ = self.camera
        return cos(turn), sin(turn), sin(tilt), cos(tilt)

    @cached_property
    def gap(self) -> float:
        """Height by which each level is lifted above the one below it."""
        levels = len(self.frame.layers)
        return self.camera.lift * (0.3 + 4 / levels)

    @property
    def rise(self) -> float:
        """Height of the whole when it is lifted apart."""
        return self.frame.height + self.gap * (len(self.frame.layers) - 1)

    def lifted(self, z: float, layer: int) -> float:
        """Height of a point of a level when they are apart, from the middle of the whole."""
        top = self.frame.height
        if z > top:
            z = top + (z - top) * (1 - SHORTENED * self.camera.lift)
        below = len(self.frame.layers) - 1 - layer
        return z + self.gap * max(0, below) - self.rise / 2

    def point(self, spot: Spot, layer: int | None = None) -> Point:
        x, y, z = spot
        width, depth = self.frame.size
        layer = self.frame.layer(z) if layer is None else layer
        return self.step((x - width / 2, y - depth / 2, self.lifted(z, layer)))

    def step(self, way: Spot) -> Point:
        """Projection of a way in space onto the picture."""
        (x, y, z), (c, s, st, ct) = way, self._turned
        return (x * c - y * s) * UNIT, ((x * s + y * c) * st - z * ct) * UNIT

    def near(self, way: Cell) -> bool:
        """True if a way leads towards the viewer."""
        c, s, *_ = self._turned
        return way[0] * s + way[1] * c > 0

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """View box: the same however it is turned."""
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
def projected(frame: Frame, camera: Camera = CAMERA) -> Projection:
    return Projection(frame, camera)


class Painted(NamedTuple):
    """Something to be painted, and when."""

    key: tuple[float, ...]
    drawn: Drawn
    name: str = ""
    """The bar that it is a piece of."""


def drawn(solid: Solid, camera: Camera = CAMERA) -> Drawn:
    """The thing as a picture, previews left out."""
    return Drawn("".join([piece.drawn for piece in painted(solid, camera)]))


def painted(solid: Solid, camera: Camera = CAMERA) -> list[Painted]:
    """All pieces in the order in which they are painted."""
    seen = projected(solid.frame, camera)
    pieces = [_plane(seen, number, plane) for number, plane in enumerate(solid.planes)]
    for bar in solid.bars:
        if not bar.when:
            pieces += _bar(seen, bar, solid.heads[bar.colour])
    pieces += [_sign(seen, sign) for sign in solid.signs]
    return sorted(pieces, key=attrgetter("key"))


def head_of(frame: Frame, bar: Bar, camera: Camera = CAMERA) -> Point:
    """Place of the head of a bar in the picture."""
    seen = projected(frame, camera)
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
    """Heights at which the room above a board begins, and the next board."""
    if layer == len(frame.layers):
        return -99, 0
    return frame.layers[layer] + frame.floor, frame.layers[layer - 1] if layer else 99


def _upright(seen: Projection, radius: float, top: float) -> Iterator[Drawn]:
    """A cylinder that stands at 0, up to `top`: its body, its shade and its shine."""
    r, ry, end = _tenth(radius), _tenth(radius * sin(seen.camera.tilt)), _tenth(top)
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
        ry=_one(radius * sin(seen.camera.tilt)),
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
