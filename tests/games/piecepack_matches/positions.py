"""Positions of Matches for tests, and what is asked of them."""

from __future__ import annotations

from typing import Any

from matchwood import Position, load
from matchwood.games.piecepack_matches import rules
from matchwood.games.piecepack_matches.pieces import NONE, SUITS, VALUES
from matchwood.games.piecepack_matches.text import NAMES, SIDES


def table(players: int = 2, flaming: bool = False, seed: int = 1) -> Position:
    return load("piecepack-matches", players=players, flaming=flaming).new(seed)


def lay(position: Position, spot: int, coin: str, up: str) -> None:
    """Swap coins so that this one lies on the spot, unseen, with that side up."""
    s, number = position.state, NAMES.index(coin)
    old = next(i for i in range(s.spots) if s.face[i] != NONE and rules.coin_on(s, i) == number)
    s.face[old], s.under[old] = s.face[spot - 1], s.under[spot - 1]
    suit, value = number // VALUES, SUITS + number % VALUES
    face = SIDES.index(up)
    s.face[spot - 1], s.under[spot - 1] = face, value if face == suit else suit


def give(position: Position, seat: int, tile: str) -> None:
    """Let the tile be of this seat, in exchange for another of its tiles."""
    s, number = position.state, NAMES.index(tile)
    if s.owner[number] != seat:
        other = next(i for i in range(rules.TILES) if s.owner[i] == seat and i != number)
        s.owner[other], s.owner[number] = s.owner[number], seat


def coin(position: Position, spot: int) -> Any:
    return position.document["coins"][spot - 1]


def middle(position: Position) -> list[str]:
    return ["··" if coin is None else coin["coin"] for coin in position.document["coins"]]


def turned_coin(flaming: bool = True) -> Position:
    """A coin on spot 5 that was turned just now and does not match."""
    position = table(flaming=flaming)
    lay(position, 5, "C4", up="C")
    give(position, 1 - position.to_move, "C4")
    position.play("flip 5")
    return position
