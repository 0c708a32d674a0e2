"""Pictures in SVG, in the one look that all games share. It knows no game.

A picture is built from the inside out: small elements go into groups, groups into a `picture`.
Text is escaped on its way in, only what is `Drawn` is not. Colours are named, never written
out: a class or `var(--wood)` takes the light or the dark one, as the reader's system asks, or
as `data-theme` says on the picture or around it. All pictures of a game share one style sheet,
kept under the game's own class, and refer to no id; so any number of them can stand in one page,
which has the sheet once. A picture that stands alone is given it by `with_style`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import pairwise
from math import copysign, cos, exp, pi, sin, sqrt
from random import Random

CORNER = 14
SHADOW_DROP = 2
HEADER = 34
"""Height of the header of a card: a player's name and tally."""
_NARROW, _WIDE = 0.62, 1.05
"""Widths of narrow and of wide letters, for a size of 1."""

_GRAIN_SEED, _GRAIN_POINTS = 24, 10
_GRAIN_STEPS = (5, 13)
"""Least and largest distance from a line of the grain to the next."""
_GRAIN_GAP = 0.4
"""Share of the width that a line can leave out at either end; half of them leave out nothing."""
_KNOTS = ((0.2, 0.34), (0.72, 0.6), (0.5, -0.1), (0.4, 1.1))
"""Places of the knots, as parts of the board's width and height."""
_KNOT_WIDTH, _KNOT_HEIGHT, _KNOT_PUSH = 75, 32, 16

LONG = 400
"""A longer text is hardly ever written twice."""
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]
Size = tuple[float, float]
Attribute = str | float | None


class Drawn(str):
    """Finished SVG; any other text is escaped when it is put into an element."""

    __slots__ = ()


class Pieces(tuple[Drawn, ...]):
    """SVG as the pieces it is made of.

    A table is shown anew after every move, and most pieces of its picture are those of the last
    one. So who has that is sent only the others, and nobody needs the text of the whole.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "".join(self)


def in_pieces(parts: Iterable[Drawn | Pieces]) -> Pieces:
    """Pieces one after the other, those of parts that are in pieces themselves among them."""
    flat: list[Drawn] = []
    for part in parts:
        if isinstance(part, Pieces):
            flat.extend(part)
        elif part:
            flat.append(part)
    return Pieces(flat)


def element(tag: str, *children: str, **attributes: Attribute) -> Drawn:
    """An element. `class_` is written class, `stroke_width` stroke-width, None is left out."""
    written = "".join(
        [
            f' {_spelt(name)}="{_written(value)}"'
            for name, value in attributes.items()
            if value is not None
        ]
    )
    inside = "".join([c if isinstance(c, Drawn) else _written(c) for c in children])
    return Drawn(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")


@cache
def _spelt(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return _escaped_once(value) if len(value) < LONG else _escaped(value)
    return short(value)


def _escaped(text: str) -> str:
    return escape(text if text.isprintable() else _NOT_XML.sub("\ufffd", text))


_escaped_once = lru_cache(maxsize=4096)(_escaped)


@lru_cache(maxsize=4096)
def short(number: float) -> str:
    """A number with two decimals at most, and no more signs than it needs."""
    written = f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")
    return written.replace("0.", ".", 1) if written.lstrip("-").startswith("0.") else written


def group(
    *children: str,
    at: Point = (0, 0),
    turn: float = 0,
    scale: float = 1,
    title: str | None = None,
    **attributes: Attribute,
) -> Drawn:
    """Elements drawn about a point of their own; the title is for screen readers and pointers."""
    told = [] if title is None else [element("title", title)]
    return element("g", *told, *children, transform=_moved(at, turn, scale), **attributes)


def gathered(
    children: Iterable[Drawn | Pieces], at: Point = (0, 0), **attributes: Attribute
) -> Pieces:
    """A group whose children stay pieces."""
    return in_pieces((_begun(at, **attributes), *children, _GROUP_END))


_GROUP_END = Drawn("</g>")


@lru_cache(maxsize=4096)
def _begun(at: Point, **attributes: Attribute) -> Drawn:
    return Drawn(element("g", transform=_moved(at, 0, 1), **attributes).removesuffix("/>") + ">")


def _moved(at: Point, turn: float, scale: float) -> str | None:
    moves = [f"translate({short(at[0])} {short(at[1])})"] if at != (0, 0) else []
    moves += [f"rotate({short(turn)})"] if turn else []
    moves += [f"scale({short(scale)})"] if scale != 1 else []
    return " ".join(moves) or None


def circle(radius: float, at: Point = (0, 0), **attributes: Attribute) -> Drawn:
    return element("circle", cx=at[0] or None, cy=at[1] or None, r=radius, **attributes)


def block(
    width: float, height: float, corner: float = CORNER, at: Point = (0, 0), **attributes: Attribute
) -> Drawn:
    """A rectangle with round corners; `at` is its upper left one."""
    return element(
        "rect", x=at[0], y=at[1], width=width, height=height, rx=corner or None, **attributes
    )


def path(data: str, **attributes: Attribute) -> Drawn:
    return element("path", d=data, **attributes)


def text(content: str, size: float, at: Point = (0, 0), **attributes: Attribute) -> Drawn:
    """Text, centred on a point; the classes `start` and `end` set it right or left of there."""
    return element("text", content, x=at[0], y=at[1], font_size=size, **attributes)


def cut(text: str, size: float, room: float) -> str:
    """The text, or as much of it as fits the room at that size, and an ellipsis."""
    for end, letter in enumerate(text):
        wide = letter in "mwMW@%" or unicodedata.east_asian_width(letter) in "WF"
        room -= size * (_WIDE if wide else _NARROW)
        if room < 0:
            return text[: max(end - 1, 0)] + "…"
    return text


def star(points: int, outer: float, inner: float) -> str:
    """The path of a star with so many points, one of them at the top."""
    corners = []
    for step in range(2 * points):
        radius, angle = (inner if step % 2 else outer), pi * step / points
        corners.append(f"{short(radius * sin(angle))} {short(-radius * cos(angle))}")
    return f"M{'L'.join(corners)}Z"


@lru_cache(maxsize=64)
def wood(width: float, height: float, corner: float = 2 * CORNER) -> Drawn:
    """A wooden board with its grain."""
    return group(
        block(width, height, corner, at=(0, SHADOW_DROP), class_="shadow"),
        block(width, height, corner, class_="board"),
        path(_grain(width, height, corner), class_="grain"),
    )


def _grain(width: float, height: float, corner: float) -> str:
    """Long lines that bend around a few knots, the same ones each time."""
    chance = Random(_GRAIN_SEED)
    knots = [(width * x, height * y) for x, y in _KNOTS]
    lines = []
    y = 0.0
    while (y := y + chance.uniform(*_GRAIN_STEPS)) < height:
        into_corner = max(corner - y, corner - (height - y), 0)
        inset = corner - sqrt(corner**2 - into_corner**2)
        left, right = (
            max(inset, width * chance.uniform(-_GRAIN_GAP, _GRAIN_GAP)) for _ in range(2)
        )
        step = (width - left - right) / _GRAIN_POINTS
        points = ((left + number * step, y) for number in range(_GRAIN_POINTS + 1))
        lines.append(line([_bent(point, knots) for point in points]))
    return "".join(lines)


def line(points: Sequence[Point]) -> str:
    """The path from point to point, written short: a minus sign parts two numbers as a blank does.

    Every step is told from the last, so that moving the line changes only its beginning.
    """
    (x, y), *_ = points
    steps = [
        short(number)
        for (last_x, last_y), (x, y) in pairwise(points)
        for number in (x - last_x, y - last_y)
    ]
    return f"M{short(x)} {short(y)}l{' '.join(steps)}".replace(" -", "-")


def _bent(point: Point, knots: Sequence[Point]) -> tuple[int, int]:
    """A point of the grain, pushed aside by the knots; to the whole, which no eye can tell."""
    x, y = point
    for knot_x, knot_y in knots:
        along, across = (x - knot_x) / _KNOT_WIDTH, (point[1] - knot_y) / _KNOT_HEIGHT
        y += copysign(_KNOT_PUSH * exp(-abs(across) - along**2), across)
    return round(x), round(y)


def picture(name: str, size: Size, *children: str, label: str) -> str:
    """A whole picture of the game of that name, on paper; the label says what is to be seen."""
    width, height = size
    drawn = element(
        "svg",
        block(width, height, class_="paper"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(width)} {short(height)}",
        width=width,
        height=height,
        class_=f"matchwood matchwood-{name}",
        role="group",
        aria_label=label,
    )
    return str(drawn)


def with_style(picture: str, style: str) -> str:
    """A picture that stands alone, and so brings the style sheet of its game."""
    opening, end, rest = picture.partition(">")
    return f"{opening}{end}{element('style', style)}{rest}"
