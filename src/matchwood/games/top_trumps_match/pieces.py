"""The pieces of Top Trumps Match as they are drawn everywhere: cubes, cards, points."""

from __future__ import annotations

from functools import cache, lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Drawn, Point
from matchwood.games.top_trumps_match import symbols
from matchwood.games.top_trumps_match.symbols import SYMBOLS

CUBE, CUBE_CORNER, CUBE_DEPTH = 78, 10, 5
"""A cube as it is drawn, before it is scaled to its place, and how much is seen of its foot."""
LETTER_SIZE, LETTER_AT = 11, 30
BADGE, BADGE_AT = 11, 25

CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 64, 92, 8
CARD_SYMBOL = 0.92
BEYOND = 16
"""How far a printed piece is drawn beyond its edge."""
BACK, BACK_SIZE = "?", 34
"""What is on the back of a card."""

CACHED = 2048
"""How many finished drawings of a kind are kept."""

LOOKS = {
    **symbols.LOOKS,
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
    **symbols.COLOURS,
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
