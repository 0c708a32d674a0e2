"""Matches on paper: tiles and coins of a piecepack (PM-1), a die (PM-4), and the pack's own dice.

The pieces have the sizes of a piecepack: tiles of two inches, coins of three quarters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matchwood.drawing.picture import Box
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.piecepack_matches import picture
from matchwood.games.piecepack_matches.picture import COIN, DIE, SUITS, TILE, VALUES
from matchwood.games.piecepack_matches.words import SIDES, piece
from matchwood.printing.nets import net
from matchwood.printing.pieces import Face, Group, Piece

LOOKS = {
    ".printed-tile": "fill:var(--tile)",
    ".printed-coin": "fill:var(--coin)",
    ".cross": "fill:none;stroke:var(--tile-edge);stroke-width:1.2",
}


class Measures(NamedTuple):
    """The width of pieces, in millimetres."""

    tile: float
    coin: float
    die: float


NAMES = [suit + value for suit in SUITS for value in VALUES]

SIZES = {
    "square": Phrase("as in a piecepack: tiles of 2 inches, coins of 3/4 inch"),
    "mini": Phrase("small: tiles of 38 mm, coins of 19 mm"),
}
MEASURES = {"square": Measures(50.8, 19.05, 16.0), "mini": Measures(38.0, 19.05, 14.0)}


def groups(options: Mapping[str, Value], size: str, words: Words) -> Sequence[Group]:
    tile, coin, die = MEASURES[size]
    return [
        Group(words("{n} tiles", n=len(NAMES)), [_tile(name, tile, words) for name in NAMES]),
        Group(
            words("{n} coins", n=len(NAMES)),
            [_coin(name, coin, words) for name in NAMES],
            [words("Glue them on thick card, so that they are easily turned.")],
        ),
        Group(
            words("A die"),
            [_die(die, words)],
            [words("Fold all edges first, then glue the flaps inside, the lid last.")],
        ),
        Group(
            words("{n} dice of the piecepack", n=len(SUITS)),
            [_suit_die(suit, die, words) for suit in SUITS],
            [words("Matches does not need them; other games for the piecepack do.")],
        ),
    ]


def _around(side: float) -> Box:
    return -side / 2, -side / 2, side, side


def _tile(name: str, size: float, words: Words) -> Piece:
    box = _around(TILE)
    face, back = picture.printed_tile(name), picture.printed_tile(None)
    told = words("tile: {piece}", piece=piece(words, name))
    return Piece(told, (size, size), Face(face, box), Face(back, box))


def _coin(name: str, size: float, words: Words) -> Piece:
    """Its suit on one side, its value on the other."""
    box = _around(2 * COIN)
    suit, value = (Face(picture.printed_coin(side), box) for side in name)
    told = words("coin: {piece}", piece=piece(words, name))
    return Piece(told, (size, size), suit, value, round=True)


PIPS = (1, 6, 2, 5, 3, 4)
"""The faces of a die: opposite ones have seven pips together."""


def _die(edge: float, words: Words) -> Piece:
    faces = [picture.printed_pips(pips) for pips in PIPS]
    return net(words("A die"), faces, DIE, edge, "die")


def _suit_die(suit: str, edge: float, words: Words) -> Piece:
    """The six values in the colour of a suit; opposite ones add up to five, if null is 0."""
    lowest_first = list(VALUES)
    values = [
        value
        for low, high in zip(lowest_first[:3], reversed(lowest_first), strict=False)
        for value in (low, high)
    ]
    faces = [picture.printed_die(suit, value) for value in values]
    return net(words("die: {side}", side=SIDES[suit]), faces, DIE, edge, "die")
