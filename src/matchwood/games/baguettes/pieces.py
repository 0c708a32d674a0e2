"""How a stick looks: its colour, the shape of its head, and its letter."""

from __future__ import annotations

from functools import cache, lru_cache

from matchwood.drawing import style, svg
from matchwood.drawing.picture import Emblem
from matchwood.drawing.svg import Drawn

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
