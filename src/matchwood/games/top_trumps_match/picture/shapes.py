"""Symbols, cubes, cards and points of Top Trumps Match, as they are drawn everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin

from matchwood.drawing import svg
from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.language import Phrase
from matchwood.games.top_trumps_match.pieces import SYMBOL_NAMES

# The fifteen symbols (TT-1), our own: each has a shape, a name and a colour, which only helps.
#
# The name begins with the letter that moves call the symbol by.
#
# A symbol is drawn around the origin, about 24 wide and high. What is filled or stroked takes the
# symbol's colour; `fine` and `hole` take the colour of what the symbol is drawn on.


@dataclass(frozen=True)
class Symbol:
    """A symbol that a face of a cube or a card can show."""

    letter: str
    name: Phrase
    colour: str
    drawn: Drawn


def _shape(data: str, class_: str | None = None) -> Drawn:
    """A path, written short: a minus sign parts numbers as well as a space does."""
    return svg.path(data.replace(" -", "-"), class_=class_)


def _lines(data: str) -> Drawn:
    return _shape(data, "lines")


def _fine(data: str) -> Drawn:
    return _shape(data, "fine")


def _hole(radius: float, at: svg.Point) -> Drawn:
    return svg.circle(radius, at, class_="hole")


def _oval(width: float, height: float, at: svg.Point) -> Drawn:
    return svg.element("ellipse", cx=at[0], cy=at[1], rx=width, ry=height)


def _ice() -> list[Drawn]:
    """Three strokes through the middle, and a hook at each of their six ends."""
    strokes = ("M0-12.2V12.2", "M-10.6-6.1L10.6 6.1", "M-10.6 6.1L10.6-6.1")
    hook = ((-4, -10.8), (0, -6.8), (4, -10.8))
    turns = [(cos(turn * pi / 3), sin(turn * pi / 3)) for turn in range(6)]
    hooks = (
        " ".join(
            f"{svg.short(round(x * c - y * s, 1))} {svg.short(round(x * s + y * c, 1))}"
            for x, y in hook
        )
        for c, s in turns
    )
    return [_lines("".join([*strokes, *(f"M{data}" for data in hooks)]))]


def _note() -> list[Drawn]:
    heads = [_oval(4.2, 3.3, at) for at in ((-6.6, 8.4), (7, 5.6))]
    return [*heads, _shape("M-5.2 8.4V-8.6L11.2 -12V5.6H8.2V-6L-2.4 -3.8V8.4Z")]


def _planet() -> list[Drawn]:
    """A planet whose ring passes behind it and in front."""
    behind, front = "M-13 0A13 4.2 0 0 1 13 0", "M-13 0A13 4.2 0 0 0 13 0"
    ring = [_shape(behind, "ring"), _hole(8.6, (0, 0)), svg.circle(7.6)]
    ring += [_shape(front, name) for name in ("gap", "ring")]
    return [svg.group(*ring, turn=-24)]


def _jigsaw() -> list[Drawn]:
    body = _shape("M-9.5 -5.5H6.5V10.5H-9.5Z")
    tabs = [svg.circle(3.7, at) for at in ((-1.5, -8), (9, 2.5))]
    return [body, *tabs, _hole(3.2, (-8, 2.5)), _hole(3.2, (-1.5, 9))]


_DRAWINGS: list[tuple[str, list[Drawn]]] = [
    (
        "#2B4A7F",
        [
            _lines("M0 -5.4V11M-5.8 -2.2H5.8M-10.4 3C-9.4 8.6 -4.6 11 0 11C4.6 11 9.4 8.6 10.4 3"),
            _lines("M-2.9 -8.4A2.9 2.9 0 1 0 2.9 -8.4A2.9 2.9 0 1 0 -2.9 -8.4Z"),
            _shape("M-11 .4L-13 7.6L-6.6 4.8ZM11 .4L13 7.6L6.6 4.8Z"),
        ],
    ),
    ("#D2601A", [_shape("M4 -12.8L-8.6 2.2H-1.6L-4.4 12.8L8.6 -3.6H1.6Z")]),
    (
        "#A87808",
        [
            _shape("M-10.2 5.6L-12.4 -7L-5.6 -1.2L0 -11L5.6 -1.2L12.4 -7L10.2 5.6Z"),
            _shape("M-10.2 7.8H10.2V11H-10.2Z"),
        ],
    ),
    (
        "#2878BE",
        [
            _shape(
                "M0 -12.8C4 -6.6 8.8 -1.6 8.8 4A8.8 8.8 0 0 1 -8.8 4C-8.8 -1.6 -4 -6.6 0 -12.8Z"
            ),
            _fine("M-4.6 4.6A4.6 4.6 0 0 0 -.4 8.8"),
        ],
    ),
    (
        "#86572F",
        [
            _shape(
                "M-10.6 -8.6H10.6A1.8 1.8 0 0 1 12.4 -6.8V6.8A1.8 1.8 0 0 1 10.6 8.6H-10.6"
                "A1.8 1.8 0 0 1 -12.4 6.8V-6.8A1.8 1.8 0 0 1 -10.6 -8.6Z"
            ),
            _fine("M-12 -7.4L0 2.4L12 -7.4"),
        ],
    ),
    (
        "#14807F",
        [
            _shape(
                "M-12.6 -7.4L-6 -1.8C-2.4 -6.4 2.4 -8 6 -6.6C9.2 -5.2 11.4 -2.6 13 0"
                "C11.4 2.6 9.2 5.2 6 6.6C2.4 8 -2.4 6.4 -6 1.8L-12.6 7.4"
                "C-10.8 2.6 -10.8 -2.6 -12.6 -7.4Z"
            ),
            _hole(1.5, (7.4, -1.6)),
        ],
    ),
    (
        "#7445B0",
        [
            _shape("M-7.4 -10H7.4L12.8 -3L0 12L-12.8 -3Z"),
            _fine("M-12 -3H12M-4.8 -3L0 10.6L4.8 -3M-4.8 -3L0 -9.6L4.8 -3"),
        ],
    ),
    (
        "#C92C48",
        [
            _shape(
                "M0 11.8C-4 8.2 -12.4 2.6 -12.4 -4.2A6.6 6.6 0 0 1 0 -7.2"
                "A6.6 6.6 0 0 1 12.4 -4.2C12.4 2.6 4 8.2 0 11.8Z"
            ),
        ],
    ),
    ("#4E7FA8", _ice()),
    ("#3A8A3C", _jigsaw()),
    (
        "#5A4A3A",
        [
            svg.group(
                _lines(
                    "M-10.6 0A4.6 4.6 0 1 0 -1.4 0A4.6 4.6 0 1 0 -10.6 0ZM-1.4 0H12.4V5.4M7.4 0V4.6"
                ),
                turn=-42,
                at=(-0.6, 1),
            )
        ],
    ),
    (
        "#567F16",
        [
            _shape("M12.2 -12.2C-4.4 -12.8 -13 -4 -9 7.2C2.8 12 12.8 3.4 12.2 -12.2Z"),
            _lines("M-12 11.8L-8.6 8.2"),
            _fine("M-8 7.6L5.4 -5.6M-2.2 1.8V-4.6M-2.2 1.8H4.2"),
        ],
    ),
    (
        "#4650AE",
        [_shape("M4.4 -12.2A12.2 12.2 0 1 0 11.8 5.4A10.2 10.2 0 0 1 4.4 -12.2Z")],
    ),
    ("#AC2F88", _note()),
    ("#A3432A", _planet()),
]

SCALE = 2
"""The scale of a symbol on a cube or a card."""


def _symbol(letter: str, name: Phrase, colour: str, parts: list[Drawn]) -> Symbol:
    kind = f"symbol {_first_word(name)}"
    return Symbol(letter, name, colour, svg.group(*parts, scale=SCALE, class_=kind))


def _first_word(name: Phrase) -> str:
    return name.template.split()[0]


SYMBOLS = {
    letter: _symbol(letter, name, *drawing)
    for (letter, name), drawing in zip(SYMBOL_NAMES.items(), _DRAWINGS, strict=True)
}
"""The symbols by their letter."""

SYMBOL_COLOURS = {
    _first_word(symbol.name): (symbol.colour, symbol.colour) for symbol in SYMBOLS.values()
}
"""The colour of each, as a token of the picture: cubes and cards stay pale in the dark."""

SYMBOL_LOOKS = {
    **{f".{name}": f"fill:var(--{name});stroke:var(--{name})" for name in SYMBOL_COLOURS},
    ".symbol": "stroke-width:.6;stroke-linejoin:round",
    ".symbol .lines": "fill:none;stroke-width:2.8;stroke-linecap:round",
    ".symbol .fine": "fill:none;stroke:var(--piece);stroke-width:1.5;stroke-linecap:round",
    ".symbol .hole": "fill:var(--piece);stroke:none",
    ".symbol .ring": "fill:none;stroke-width:2.2;stroke-linecap:round",
    ".symbol .gap": "fill:none;stroke:var(--piece);stroke-width:4.6",
}


# The pieces of Top Trumps Match as they are drawn everywhere: cubes, cards, points.

CUBE, CUBE_CORNER, CUBE_DEPTH = 78, 10, 5
"""A cube as it is drawn, before it is scaled to its place, and how much is seen of its foot."""
LETTER_SIZE, LETTER_AT = 11, 30
BADGE, BADGE_AT = 11, 25

CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 64, 92, 8
CARD_SYMBOL = 0.92
BEYOND = 16
"""The margin that is printed beyond the edge of a piece."""
BACK, BACK_SIZE = "?", 34
"""The back of a card."""

CACHED = 2048
"""The number of finished drawings of a kind that are kept."""

LOOKS = {
    **SYMBOL_LOOKS,
    ".foot": "fill:var(--foot)",
    ".face": "fill:var(--piece);stroke:var(--piece-line)",
    ".growing>.face": "stroke:var(--gold);stroke-width:5",
    ".near>.face": "stroke-width:6",
    ".match>.face": "stroke:var(--gold);stroke-width:7",
    ".letter": f"fill:var(--letter);font-weight:400;font-size:{LETTER_SIZE}px",
    ".socket": "fill:var(--hole)",
    ".deep": "fill:none;stroke:#000;stroke-opacity:.28;stroke-width:7",
    ".lock": "fill:var(--piece-ink);stroke:var(--piece);stroke-width:2",
    ".lock-body": "fill:var(--piece)",
    ".lock-bow": "fill:none;stroke:var(--piece);stroke-width:1.8",
    ".back": "fill:var(--back);stroke:var(--back-line)",
    ".weave": "fill:none;stroke:var(--back-line);stroke-width:1.4",
    ".question": "fill:var(--on-back)",
    ".pip": "fill:none;stroke:var(--wood);stroke-width:2",
    ".pip.won": "fill:var(--gold);stroke:var(--gold-line)",
}
COLOURS = {
    **SYMBOL_COLOURS,
    "foot": ("#CFB283", "#B3966A"),
    "edge": ("#EBD9B8", "#D3BF9B"),
    "letter": ("#6F6557", "#5B5246"),
    "hole": ("#3D2916", "#150E08"),
    "gold": ("#E9B914", "#EDC02A"),
    "gold-line": ("#A87808", "#F6D868"),
}


@cache
def face(symbol: str, letter: bool = True) -> Drawn:
    """A side of a cube with its symbol, and the letter that moves call it by."""
    told = [
        svg.element("text", symbol, x=LETTER_AT, y=LETTER_AT, class_="letter detail"),
    ]
    return Drawn(
        "".join([_block("face"), SYMBOLS[symbol].drawn, *(told if letter else [])]),
    )


@cache
def cube(symbol: str, letter: bool = True) -> Drawn:
    """A cube seen from one side, and a little from below."""
    return Drawn(_block("foot", CUBE_DEPTH) + face(symbol, letter))


@cache
def blank() -> Drawn:
    """A cube of which the face is not shown."""
    return Drawn(_block("foot", CUBE_DEPTH) + _block("face"))


@cache
def hole() -> Drawn:
    """A place without a cube."""
    size = CUBE - 7
    deep = svg.block(size, size, CUBE_CORNER - 3, at=(-size / 2, -size / 2), class_="deep")
    return Drawn(_block("socket") + deep)


def printed_face(symbol: str) -> Drawn:
    """A side of a cube for a net, which has the edges."""
    told = svg.element("text", symbol, x=LETTER_AT, y=LETTER_AT, class_="letter")
    return Drawn(SYMBOLS[symbol].drawn + told)


def printed_card(symbol: str | None, box: Box) -> Drawn:
    """A card to be cut out, of any shape, from its face or from its back."""
    left, top, width, height = box
    ground = svg.block(
        width + 2 * BEYOND,
        height + 2 * BEYOND,
        0,
        (left - BEYOND, top - BEYOND),
        class_="back" if symbol is None else "face",
    )
    if symbol is None:
        weave = svg.block(width - 12, height - 12, 4, at=(left + 6, top + 6), class_="weave")
        return Drawn(ground + weave + svg.text(BACK, BACK_SIZE, class_="question"))
    corner = {"x": left + width - 11, "y": top + height - 12}
    return Drawn(
        ground
        + svg.group(SYMBOLS[symbol].drawn, scale=CARD_SYMBOL)
        + svg.element("text", symbol, **corner, class_="letter")
    )


def _block(kind: str, deeper: float = 0) -> Drawn:
    half = CUBE / 2
    return svg.block(CUBE, CUBE + deeper, CUBE_CORNER, at=(-half, -half), class_=kind)


@lru_cache(CACHED)
def small(at: Point, size: float, symbol: str | None, mark: str | None = None) -> Drawn:
    """A cube, or the hole, in another size and without its letter."""
    inside = cube(symbol, letter=False) if symbol else hole()
    return svg.group(inside, at=at, scale=size / CUBE, class_=mark)


@cache
def lock() -> Drawn:
    """TT-10: this cube may not be pushed out. The upper right corner is for the mover's tag."""
    return svg.group(
        svg.circle(BADGE, class_="lock"),
        svg.path("M-3 -1V-3A3 3 0 0 1 3 -3V-1", class_="lock-bow"),
        svg.block(9, 6.4, 1.5, at=(-4.5, -1), class_="lock-body"),
        at=(-BADGE_AT, BADGE_AT),
    )


@cache
def card(symbol: str | None) -> Drawn:
    """A card from its face, or from its back."""
    sheet = (CARD_WIDTH, CARD_HEIGHT, CARD_CORNER)
    left, top = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    shadow = svg.block(*sheet, at=(left, top + svg.SHADOW_DROP), class_="shadow")
    if symbol is None:
        back = svg.block(*sheet, at=(left, top), class_="back")
        weave = svg.block(
            CARD_WIDTH - 12, CARD_HEIGHT - 12, 4, at=(left + 6, top + 6), class_="weave"
        )
        return Drawn(shadow + back + weave + svg.text(BACK, BACK_SIZE, class_="question"))
    corner = {"x": CARD_WIDTH / 2 - 11, "y": CARD_HEIGHT / 2 - 12}
    return Drawn(
        shadow
        + svg.block(*sheet, at=(left, top), class_="face")
        + svg.group(SYMBOLS[symbol].drawn, scale=CARD_SYMBOL)
        + svg.element("text", symbol, **corner, class_="letter detail")
    )
