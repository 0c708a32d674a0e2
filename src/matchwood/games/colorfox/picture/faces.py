"""The pieces of Colorfox as they are drawn: colours as shapes, cards, backs, matches, the fox.

A card is never turned (CF-7), so its right and bottom half match carry the head, the top and left
one the tail, and where two cards meet there is one whole match.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, dist

from matchwood.drawing import svg
from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Drawn, Point, Size
from matchwood.games.colorfox.pieces import LETTERS, TO_RIGHT, UPWARD

CARD = 96
"""A card as it is drawn, with the gap around it."""
CARD_GAP, CARD_CORNER = 1.5, 10
FACE = CARD - 2 * CARD_GAP
MARK_AT = 25
"""The distance of marks from the middle of a card."""
MATCH, MATCH_END = 4, CARD / 2 - 1
"""Half of how thick a match on a card is, and how far from the middle it ends."""
TAIL_SCALE, INLAY_SCALE = 0.8, 0.72
ICON_MATCH, ICON_SCALE = 6, 1.25
SHINE_FROM, SHINE_OFF = 40, 1.8
THICK = 15
"""The thickness of a match that lies alone."""
BEYOND = 20.0
"""The margin that is printed beyond the edge of a piece."""
LETTER, TAIL_LETTER = 15, 12.5
"""The size of letters on a head and on a tail."""

NAMES = dict(zip(LETTERS, ("red", "orange", "yellow", "green", "blue", "purple"), strict=True))
"""Names of the colours in the style sheet."""
PALE = "OY"
LETTER_DROP = {"Y": 0.22, "P": 0.06}
"""The depth of a letter below the middle of its shape, as a part of its size."""

ROUND = 13
CORNERS: dict[str, tuple[Point, ...]] = {
    "O": ((-11, -11), (11, -11), (11, 11), (-11, 11)),
    "Y": ((0, -14), (15, 11), (-15, 11)),
    "G": ((0, -15), (15, 0), (0, 15), (-15, 0)),
    "B": ((14, 0), (7, 12), (-7, 12), (-14, 0), (-7, -12), (7, -12)),
    "P": (
        *((0, -17), (6, -8), (16, -6), (9, 3), (10, 14)),
        *((0, 9), (-10, 14), (-9, 3), (-16, -6), (-6, -8)),
    ),
}
"""Every colour has a shape of its own; that of red is round."""

BACK_FOX = (
    "M-30-26l17 10h26l17-10-4 32-26 22-26-22z"
    "M-26 6l18-1 8 23 8-23 18 1M-14-5l5 3M14-5l-5 3M-3 22h6l-3 5z"
)
"""The back of a card."""

LOOKS = {
    **{f".{letter}": f"fill:var(--{name});stroke:var(--{name})" for letter, name in NAMES.items()},
    ",".join(f".{letter}" for letter in LETTERS): "stroke-width:2.5;stroke-linejoin:round",
    ".face": "fill:var(--piece);stroke:var(--piece-line);stroke-width:1.2",
    ".tail": "fill:var(--piece);stroke-width:3.4",
    ".inlay": "fill:none;stroke:#fff;stroke-width:1.5;stroke-linejoin:round;opacity:.42",
    ".shine": "fill:none;stroke:#fff;stroke-width:1.6;stroke-linecap:round;opacity:.45",
    ".edged": "stroke:#2B2622;stroke-opacity:.45;stroke-width:1.6",
    ".fur": "fill:#EA9B4F",
    ".deep-fur": "fill:#B9662A",
    ".light-fur": "fill:#F4BC7E",
    ".fox-line": "fill:none;stroke:#4A3118;stroke-width:7;stroke-linejoin:round",
    ".muzzle": "fill:#FFFDF8",
    ".fox-eye": "fill:none;stroke:#2B2622;stroke-width:9;stroke-linecap:round",
    ".cast": "fill:#3A2A14;opacity:.22",
    ".fox-nose": "fill:#2B2622",
    "text.letter": f"fill:#FFFDF8;stroke:none;font-size:{LETTER}px",
    "text.dark": "fill:#1E1B18",
    "text.small": f"font-size:{TAIL_LETTER}px",
    ".back": "fill:var(--back);stroke:var(--back-line);stroke-width:1.4",
    ".back-fox": "fill:none;stroke:var(--back-line);stroke-width:2.4;stroke-linejoin:round;"
    "stroke-linecap:round",
}


def outline(colour: str, at: Point = (0, 0), scale: float = 1) -> str:
    """The path of a colour's shape around a point."""
    x, y = at
    if colour == "R":
        across = svg.short(2 * ROUND * scale)
        half = f"{svg.short(ROUND * scale)} {svg.short(ROUND * scale)} 0 1 1"
        start = f"M{svg.short(x - ROUND * scale)} {svg.short(y)}".replace(" -", "-")
        return f"{start}a{half} {across} 0 {half}-{across} 0z"
    corners = ((x + scale * right, y + scale * down) for right, down in CORNERS[colour])
    return svg.line(list(corners)) + "z"


def letter(colour: str, at: Point = (0, 0), *, tail: bool = False) -> Drawn:
    """The letter of a colour, on its shape."""
    x, y = at
    kinds = ["letter", *(["dark"] if tail or colour in PALE else []), *(["small"] if tail else [])]
    size = TAIL_LETTER if tail else LETTER
    down = y + size * LETTER_DROP.get(colour, 0.03)
    return svg.element("text", colour, x=x or None, y=down, class_=" ".join(kinds))


@cache
def mark(colour: str, scale: float = 1, at: Point = (0, 0)) -> Drawn:
    """A colour as its shape and its letter."""
    return svg.group(
        svg.path(outline(colour)),
        svg.group(letter(colour), class_="detail"),
        at=at,
        scale=scale,
        class_=colour,
    )


@cache
def face(card: str) -> Drawn:
    """A card with its shadow: on each side half a match, and all their letters."""
    sides = _sides(card)
    letters = (letter(colour, at, tail=_is_tail(at)) for colour, at in sides)
    return Drawn(
        _plate("shadow", svg.SHADOW_DROP)
        + _plate("face")
        + "".join(_half(*side) for side in sides)
        + svg.path(_SHINES, class_="shine")
        + svg.group(*letters, class_="detail")
    )


def printed(card: str, tall: float) -> Drawn:
    """A card to be cut out, `CARD` wide and so tall: as `face`, but its half matches go on beyond
    the edge, and so does what is below them."""
    ends = tall / 2, CARD / 2, tall / 2, CARD / 2
    halves = [
        (colour, ((end - CARD / 2 + MARK_AT) * right, -(end - CARD / 2 + MARK_AT) * up), end)
        for colour, right, up, end in zip(card, TO_RIGHT, UPWARD, ends, strict=True)
    ]
    letters = (letter(colour, at, tail=_is_tail(at)) for colour, at, _ in halves)
    return Drawn(
        ground((-CARD / 2, -tall / 2, CARD, tall), "face")
        + "".join(_half(colour, at, end + BEYOND) for colour, at, end in halves)
        + "".join(letters)
    )


def ground(box: Box, kind: str) -> Drawn:
    """The ground below a printed piece, and beyond its edge."""
    left, top, width, height = box
    return svg.block(
        width + 2 * BEYOND, height + 2 * BEYOND, 0, (left - BEYOND, top - BEYOND), class_=kind
    )


@cache
def icon(card: str) -> Drawn:
    """A card so small that no more than its colours can be told."""
    halves = (
        svg.path(_stick(at, ICON_MATCH) + outline(colour, at, ICON_SCALE), class_=colour)
        for colour, at in _sides(card)
    )
    return Drawn(_plate("face") + "".join(halves))


def _sides(card: str) -> list[tuple[str, Point]]:
    """The colours of a card, and where they stand on it."""
    sides = zip(card, TO_RIGHT, UPWARD, strict=True)
    return [(colour, (MARK_AT * right, -MARK_AT * up)) for colour, right, up in sides]


def _is_tail(at: Point) -> bool:
    return min(at) < 0


def _half(colour: str, at: Point, end: float = MATCH_END) -> Drawn:
    """Half a match, from its mark to the edge of the card."""
    match = _stick(at, end=end)
    if _is_tail(at):
        shape = svg.path(outline(colour, at, TAIL_SCALE), class_=f"{colour} tail")
        return Drawn(svg.path(match, class_=colour) + shape)
    inlay = svg.path(outline(colour, at, INLAY_SCALE), class_="inlay")
    return Drawn(svg.path(match + outline(colour, at), class_=colour) + inlay)


def _stick(at: Point, half: float = MATCH, end: float = MATCH_END) -> str:
    """The stick from a mark to the edge; drawn clockwise, as the shapes are, so that none of it is
    a hole where it lies over its shape."""
    x, y = at
    mark_at = abs(x + y)
    length = end - mark_at
    near = mark_at if x + y > 0 else -end
    left, top, width, height = (
        (near, -half, length, 2 * half) if x else (-half, near, 2 * half, length)
    )
    return (
        svg.line(
            [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
        )
        + "z"
    )


_SHINES = (
    f"M{-SHINE_OFF}-{SHINE_FROM}v-7M{SHINE_FROM}-{SHINE_OFF}h7"
    f"M{-SHINE_OFF} {SHINE_FROM}v7M-{SHINE_FROM}-{SHINE_OFF}h-7"
)
"""The light on the four half matches, where their marks leave them free."""


@cache
def _plate(kind: str, drop: float = 0) -> Drawn:
    return svg.block(FACE, FACE, CARD_CORNER, at=(-FACE / 2, drop - FACE / 2), class_=kind)


@cache
def back() -> Drawn:
    """A card face down."""
    return Drawn(
        _plate("shadow", svg.SHADOW_DROP) + _plate("back") + svg.path(BACK_FOX, class_="back-fox")
    )


SIZE: Size = (FACE, FACE)


def match(colour: str, tail: Point, head: Point, scale: float = 1) -> Drawn:
    """A whole match from its tail to the middle of its head, which stands upright."""
    (x, y), (to_x, to_y) = tail, head
    length, turn = dist(tail, head), degrees(atan2(to_y - y, to_x - x))
    half = THICK * scale / 2
    light = f"M{svg.short(half)}-{svg.short(half / 2)}H{svg.short(length - ROUND * scale)}"
    stick = svg.group(
        svg.block(length, 2 * half, half, at=(0, -half), class_="edged"),
        svg.path(light, class_="shine"),
        at=tail,
        turn=turn,
    )
    top = svg.group(
        svg.path(outline(colour), class_="edged"),
        svg.path(outline(colour, scale=INLAY_SCALE), class_="inlay"),
        svg.group(letter(colour), class_="detail"),
        at=head,
        scale=scale,
    )
    return svg.group(stick, top, class_=colour)


def fox(at: Point = (0, 0), scale: float = 1) -> Drawn:
    """The fox's head, some 230 wide; its corners are those of `FOX_CORNERS`."""
    parts = (svg.path(data, class_=kind) for kind, data in _FOX)
    return svg.group(*parts, NOSE, at=at, scale=scale)


FOX_CORNERS: tuple[Point, ...] = ((0, 100), (-108, 10), (-116, -130), (-14, -48))
"""The left half of its head: chin, cheek, ear and brow; about as far apart as a match is long."""
FOX_OUTLINE = "M0 100l-108-90-8-140 102 82h28l102-82-8 140z"
NOSE = svg.path("M-21 80q21-12 42 0l-15 17q-6 6-12 0z", class_="fox-nose")
_FOX = (
    ("fox-line", FOX_OUTLINE),
    ("fur", "M0 100l-24-72-84-18-8-140 102 82h28l102-82-8 140-84 18z"),
    ("deep-fur", "M-111-44l-5-86 62 53zM111-44l5-86-62 53z"),
    ("light-fur", "M-14-48h28l-6 60-8 18-8-18z"),
    ("muzzle", "M-108 10l84 18 24 72zM108 10l-84 18-24 72z"),
    ("fox-eye", "M-64-14q10 15 30 17M64-14q-10 15-30 17"),
)
