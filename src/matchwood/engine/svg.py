"""Pictures in SVG, in the one look that all games share. It knows no game.

A picture is built from the inside out: small elements go into groups, groups into a `picture`.
Text is escaped on its way in, only what is `Drawn` is not. Colours are named, never written
out: a class or `var(--wood)` takes the light or the dark one, as the reader's system asks, or
as `data-theme` says on the picture or around it. Every picture brings its own style sheet,
kept under its own class, and refers to no id; so any number of them can stand in one page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from html import escape
from math import cos, pi, sin
from random import Random

TOKENS = {
    "paper": ("#F5EFE3", "#1E1B18"),
    "ink": ("#2B2622", "#EFE7DA"),
    "quiet": ("#6A6056", "#B3A899"),
    "card": ("#FFFDF8", "#2A2622"),
    "hairline": ("#D8CDBA", "#4A433B"),
    "light-wood": ("#E3C79F", "#6B4E31"),
    "wood": ("#B98B5E", "#93693F"),
    "dark-wood": ("#6B4A26", "#E8CFA9"),
    "shadow": ("#5B4A3330", "#00000059"),
    "click": ("#2F9B5C", "#4CBF7D"),
    "red": ("#D6432F", "#E8604D"),
    "orange": ("#E98A25", "#EE9B42"),
    "yellow": ("#E9B914", "#EBC136"),
    "green": ("#2F9B5C", "#4CBF7D"),
    "blue": ("#2E6DB4", "#5A96DB"),
    "purple": ("#8B4BA8", "#B07ACB"),
}
"""The colours of the look by name, each in the light and in the dark."""

STYLE = {
    "text": "fill:var(--ink);font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,"
    "sans-serif;font-weight:700;dominant-baseline:central;text-anchor:middle",
    "text.quiet": "fill:var(--quiet)",
    "text.start": "text-anchor:start",
    "text.end": "text-anchor:end",
    ".paper": "fill:var(--paper)",
    ".card": "fill:var(--card);stroke:var(--hairline)",
    ".signed>.card": "stroke:var(--click);stroke-width:3",
    ".sign": "fill:var(--click)",
    ".board": "fill:var(--light-wood);stroke:var(--wood);stroke-width:5",
    ".grain": "fill:none;stroke:var(--wood);stroke-width:.8;stroke-linecap:round;opacity:.4",
    # The stroke reaches half its width past the shape and fades there: a soft edge, no filter.
    ".shadow": "fill:var(--shadow);stroke:var(--shadow);stroke-width:3",
}
"""What the shared pieces look like, by selector."""

CORNER = 14
SHADOW_DROP = 2
HEADER = 34
"""How far down a panel's header reaches; what the game draws in a panel goes below it."""
_HEADER_SIZE, _HEADER_INSET, _SIGN_ROOM = 16, 14, 28
_LETTER_WIDTH, _WIDE_LETTER_WIDTH = 0.6, 1.1
_GRAIN_SEED, _GRAIN_STEP, _GRAIN_WAVE = 24, 7, 5
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]
Attribute = str | float | None


class Drawn(str):
    """Finished SVG; any other text is escaped when it is put into an element."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: Attribute) -> Drawn:
    """An element. `class_` is written class, `stroke_width` stroke-width, None is left out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(child if isinstance(child, Drawn) else _written(child) for child in children)
    return Drawn(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")


def _written(value: str | float) -> str:
    return escape(_NOT_XML.sub("\ufffd", value)) if isinstance(value, str) else short(value)


def short(number: float) -> str:
    """A number with two decimals at most, and no more than it needs."""
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")


def group(
    *children: str,
    at: Point = (0, 0),
    turn: float = 0,
    scale: float = 1,
    title: str | None = None,
    **attributes: Attribute,
) -> Drawn:
    """Elements drawn about a point of their own; the title is for screen readers and pointers."""
    moves = [f"translate({short(at[0])} {short(at[1])})"] if at != (0, 0) else []
    moves += [f"rotate({short(turn)})"] if turn else []
    moves += [f"scale({short(scale)})"] if scale != 1 else []
    told = [] if title is None else [element("title", title)]
    return element("g", *told, *children, transform=" ".join(moves) or None, **attributes)


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


def words(text: str, size: float, at: Point = (0, 0), **attributes: Attribute) -> Drawn:
    """Text, centred on a point; the classes `start` and `end` set it right or left of there."""
    return element("text", text, x=at[0], y=at[1], font_size=size, **attributes)


def cut(text: str, size: float, room: float) -> str:
    """The text, or as much of it as fits the room at that size, and an ellipsis."""
    for end, letter in enumerate(text):
        wide = unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF
        room -= size * (_WIDE_LETTER_WIDTH if wide else _LETTER_WIDTH)
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


_LEAF = "M2 0Q-2 -3.6 -6 0Q-2 3.6 2 0Z"
TO_MOVE = path("M-6 -8L9 0L-6 8Z", class_="sign")
WINNER = group(
    *(
        path(_LEAF, transform=f"scale({side} 1) rotate({turn}) translate(0 9) rotate(20)")
        for side in (-1, 1)
        for turn in range(15, 150, 30)
    ),
    path(star(5, 5, 2)),
    class_="sign",
)
"""The signs that a panel can bear: a pointer, a wreath with a star."""


def panel(
    name: str,
    count: str,
    size: Point,
    *children: str,
    at: Point,
    title: str,
    sign: Drawn | None = None,
    kept: float = 0,
    id_: str | None = None,
) -> Drawn:
    """A player's card with name and count, and a thick edge if it bears a sign.

    So much room as is `kept` at the right end of the header is left to the game.
    """
    width, height = size
    middle, right = HEADER / 2, width - _HEADER_INSET - kept
    left = _HEADER_INSET + (_SIGN_ROOM if sign else 0)
    room = right - left - len(count) * _HEADER_SIZE * _LETTER_WIDTH - _HEADER_SIZE
    signed = [group(sign, at=(_HEADER_INSET + _SIGN_ROOM / 3, middle))] if sign else []
    return group(
        block(width, height, at=(0, SHADOW_DROP), class_="shadow"),
        block(width, height, class_="card"),
        *signed,
        words(cut(name, _HEADER_SIZE, room), _HEADER_SIZE, (left, middle), class_="start"),
        words(count, _HEADER_SIZE, (right, middle), class_="quiet end"),
        *children,
        at=at,
        title=title,
        id_=id_,
        class_="panel signed" if sign else "panel",
    )


def wood(width: float, height: float, corner: float = 2 * CORNER) -> Drawn:
    """A wooden board with its grain."""
    return group(
        block(width, height, corner, at=(0, SHADOW_DROP), class_="shadow"),
        block(width, height, corner, class_="board"),
        path(_grain(width, height, corner), class_="grain"),
    )


def _grain(width: float, height: float, inset: float) -> str:
    """Long lines that wave a little, the same ones each time."""
    chance = Random(_GRAIN_SEED)
    lines = []
    for step in range(1, int(height / _GRAIN_STEP)):
        y = step * _GRAIN_STEP
        start = inset / 2 + chance.random() * width / 2
        length = (width - inset / 2 - start) * chance.uniform(0.4, 1)
        bend = [chance.uniform(-_GRAIN_WAVE, _GRAIN_WAVE) for _ in range(3)]
        points = ((length / 3, bend[0]), (2 * length / 3, bend[1]), (length, bend[2]))
        curve = " ".join(f"{short(x)} {short(dy)}" for x, dy in points)
        lines.append(f"M{short(start)} {y}c{curve}")
    return "".join(lines)


def picture(
    name: str,
    size: Point,
    *children: str,
    label: str,
    style: Mapping[str, str] | None = None,
    tokens: Mapping[str, tuple[str, str]] | None = None,
) -> str:
    """A whole picture of the game of that name, on paper.

    The label says in words what is to be seen; `style` and `tokens` add to those shared by all.
    """
    width, height = size
    scope = f".matchwood-{name}"
    colours = _colours(scope, {**TOKENS, **(tokens or {})})
    rules = (f"{scope} {what}{{{how}}}" for what, how in {**STYLE, **(style or {})}.items())
    return element(
        "svg",
        element("style", f"{scope}{{max-width:100%;height:auto}}", colours, *rules),
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


def _colours(scope: str, tokens: Mapping[str, tuple[str, str]]) -> str:
    """The system's wish, then the theme set around the picture, then its own: the last counts."""
    light, dark = (
        "".join(f"--{name}:{colours[side]};" for name, colours in tokens.items()) for side in (0, 1)
    )
    return (
        f"{scope}{{{light}}}@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
        f"[data-theme=light] {scope}{{{light}}}[data-theme=dark] {scope}{{{dark}}}"
        f"{scope}[data-theme=light]{{{light}}}{scope}[data-theme=dark]{{{dark}}}"
    )
