"""Matches as other programs for the piecepack write it: PPN, and tables.

Coins lie an inch apart in rows of six, spot 1 in the upper left corner; the tiles of each seat lie
to their right, those of seat 0 on top, at most six in a row.

         a  b  c  d  e  f        i   k   m   o   q   s
     4   1  2  3  4  5  6        seat 0
     …   …                       …
     1  19 20 21 22 23 24        the last seat
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matchwood.engine.game import Document
from matchwood.engine.piecepack import GAME, SUITS, Piece, place
from matchwood.games.piecepack_matches.pieces import FLAMING_SPOTS, SPOTS, TILES

NAME, TITLE = "piecepack-matches", "Matches"
COLUMNS = 6
"""Number of columns in which coins lie, and tiles."""
TILES_BEGIN, TILE, SEATS_APART = 9, 2, 1
"""In inches: where tiles begin on the right, how wide they are, and what is between seats."""
Place = tuple[int, int]


def pieces(document: Document) -> list[Piece]:
    at = _places_of_tiles([len(names) for names in document["tiles"]])
    tiles = [name for names in document["tiles"] for name in names]
    lie_at = dict(zip(tiles, at, strict=True))
    middle = zip(document["coins"], _spots(document["flaming"]), strict=True)
    return [
        *(Piece("tile", "face", name[0], name[1], *lie_at[name]) for name in tiles),
        *(_coin(coin["coin"], coin["up"], *spot) for coin, spot in middle if coin),
        *(_coin(name, name[0], *lie_at[name]) for names in document["marked"] for name in names),
    ]


def _coin(name: str | None, up: str, x: int, y: int) -> Piece:
    """PM-1: the suit is on one side, the value on the other, which may not be known."""
    is_back = up in SUITS
    suit = name[0] if name else up if is_back else None
    value = name[1] if name else None if is_back else up
    return Piece("coin", "back" if is_back else "face", suit, value, x, y)


def _spots(flaming: bool) -> list[Place]:
    """Places of the spots of the middle, in their order."""
    spots = FLAMING_SPOTS if flaming else SPOTS
    return [(1 + spot % COLUMNS, (spots - 1 - spot) // COLUMNS + 1) for spot in range(spots)]


def _places_of_tiles(counts: Sequence[int]) -> list[Place]:
    """Places of the tiles of the seats, seat by seat."""
    found: list[Place] = []
    down = 0
    for count in counts:
        rows = [down + TILE * (number // COLUMNS) for number in range(count)]
        found += [(TILES_BEGIN + TILE * (number % COLUMNS), y) for number, y in enumerate(rows)]
        down = rows[-1] + TILE + SEATS_APART
    lowest = max(y for _, y in found)
    return [(x, lowest + 1 - y) for x, y in found]


def metadata(document: Document) -> dict[str, Any]:
    """Fields of the notation; what is as usual at the start of a game is left out."""
    spots = [place(*spot) for spot in _spots(document["flaming"])]
    coins = zip(document["coins"], spots, strict=True)
    seen = [spot for coin, spot in coins if coin and coin["seen"]]
    turned = document["turned"]
    return {
        GAME: {
            "Name": TITLE,
            "System": "piecepack",
            "Players": document["players"],
            "Flaming": document["flaming"],
        },
        "Rolls": document["rolls"],
        "ToMove": document["to_move"],
        **({"Seen": seen} if seen else {}),
        **({"Turned": spots[turned - 1]} if turned else {}),
    }


def tokens(move: str, before: Document, after: Document) -> list[str]:
    kind, _, number = move.partition(" ")
    if kind == "stay":
        return []
    spots = [place(*spot) for spot in _spots(before["flaming"])]
    there = spots[int(number) - 1]
    if kind == "move":
        return [f"{spots[before['turned'] - 1]}-{there}"]
    coin = before["coins"][int(number) - 1]["coin"]
    if after["coins"][int(number) - 1]:
        return [f"+{there}"]
    [tile] = [each.place for each in pieces(before) if each.kind == "tile" and _name(each) == coin]
    return [f"+{there}", f"{there}-{tile}"]  # PM-6


def move(tokens: Sequence[str], metadata: Mapping[str, Any]) -> str:
    if not tokens:
        return "stay"
    spots = [place(*spot) for spot in _spots(metadata[GAME]["Flaming"])]
    start, _, end = tokens[0].partition("-")
    if end:
        return f"move {spots.index(end) + 1}"
    return f"flip {spots.index(start.removeprefix('+')) + 1}"


def _name(piece: Piece) -> str:
    return f"{piece.suit}{piece.rank}"


def document(metadata: Mapping[str, Any], pieces: Sequence[Piece]) -> Document:
    players, flaming = metadata[GAME]["Players"], metadata[GAME]["Flaming"]
    spots = {place(*spot): None for spot in _spots(flaming)}
    each = TILES // players
    ends = [place(*at) for at in _places_of_tiles([each] * players)]
    tiles = {piece.place: _name(piece) for piece in pieces if piece.kind == "tile"}
    coins = {piece.place: piece for piece in pieces if piece.kind == "coin"}
    is_whole = len(tiles) + len(coins) == len(pieces) and set(tiles) == set(ends)
    if not is_whole or not set(coins) <= {*spots, *ends}:
        raise ValueError("pieces lie where none can lie")
    seats = [ends[first : first + each] for first in range(0, TILES, each)]
    marked = [[_name(coins[at]) for at in places if at in coins] for places in seats]
    seen, turned = metadata.get("Seen", []), metadata.get("Turned")
    winners = [seat for seat in range(players) if len(marked[seat]) == each]
    return {
        "game": NAME,
        "players": players,
        "flaming": flaming,
        "to_move": metadata["ToMove"],
        "phase": "over" if winners else "place" if turned else "flip",
        "rolls": metadata["Rolls"],
        "tiles": [[tiles[at] for at in places] for places in seats],
        "marked": marked,
        "coins": [_told(coins[at], at in seen) if at in coins else None for at in spots],
        "turned": [*spots].index(turned) + 1 if turned else None,
        "winners": winners,
    }


def _told(coin: Piece, seen: bool) -> dict[str, Any]:
    name = _name(coin) if coin.suit and coin.rank else None
    return {"coin": name, "up": coin.suit if coin.side == "back" else coin.rank, "seen": seen}
