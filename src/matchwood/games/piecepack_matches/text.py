"""Matches in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE, SUITS, VALUES
from matchwood.games.piecepack_matches.rules import FLIP, MOVE, STAY

SIDES = "SMCAna2345"
"""What a side of a coin can show: suns, moons, crowns, arms; null, ace, 2, 3, 4, 5."""
NAMES = [suit + value for suit in SIDES[:SUITS] for value in SIDES[SUITS:]]
"""The name of each tile, and of its coin."""

_MOVE = re.compile(r"(flip|move) ([1-9]\d?)|stay")


def say(s: State, actions: Sequence[int]) -> list[str]:
    return [_say(action) for action in actions]


def _say(action: int) -> str:
    if action < STAY:
        return f"flip {action - FLIP + 1}"
    return "stay" if action == STAY else f"move {action - MOVE + 1}"


def read(s: State, text: str) -> int | None:
    match = _MOVE.fullmatch(text)
    if match is None or (match[2] and int(match[2]) > s.spots):
        return None
    if text == "stay":
        return STAY
    return (FLIP if match[1] == "flip" else MOVE) + int(match[2]) - 1


def explain(s: State, text: str) -> Refusal:
    if s.over:
        return Refusal("PM-9", "The game is over.")
    action = read(s, text)
    if s.turned == NONE:
        return _explain_flip(s, action)
    return _explain_place(s, action)


def _explain_flip(s: State, action: int | None) -> Refusal:
    if action is None:
        return Refusal("PM-8", "Turn a coin over: flip 1 to flip {last}.", {"last": int(s.spots)})
    if action < STAY:
        return Refusal("PM-5", "No coin lies on spot {spot} any more.", {"spot": action - FLIP + 1})
    if not s.flaming:
        return Refusal("PM-7", "A coin stays where it is; only Flaming Matches lets it be moved.")
    return Refusal(
        "PM-10", "Only a coin that you just turned can be put elsewhere; turn one first."
    )


def _explain_place(s: State, action: int | None) -> Refusal:
    spot = int(s.turned) + 1
    if action is None:
        return Refusal(
            "PM-11",
            "Say where the turned coin goes: stay, or move and a free spot, 1 to {last}.",
            {"last": int(s.spots)},
        )
    if action < STAY:
        return Refusal(
            "PM-11", "First say where the coin you turned on spot {spot} goes.", {"spot": spot}
        )
    if action == MOVE + s.turned:
        return Refusal(
            "PM-11",
            "The coin lies on spot {spot} already; to leave it there, say stay.",
            {"spot": spot},
        )
    return Refusal(
        "PM-11",
        "Another coin lies on spot {spot}; put yours on a free spot.",
        {"spot": action - MOVE + 1},
    )


def dump(s: State) -> Document:
    players = int(s.players)
    turned = int(s.turned)
    tiles = [
        [name for name, owner in zip(NAMES, s.owner.tolist(), strict=True) if owner == seat]
        for seat in range(players)
    ]
    marked = {name for name, mark in zip(NAMES, s.marked.tolist(), strict=True) if mark}
    return {
        "game": "piecepack-matches",
        "players": players,
        "flaming": bool(s.flaming),
        "to_move": int(s.to_move),
        "phase": "over" if s.over else "flip" if turned == NONE else "place",
        "rolls": [
            [None if roll == NONE else roll for roll in row[:players]]
            for row in s.rolls[: s.rows].tolist()
        ],
        "tiles": tiles,
        "marked": [[name for name in names if name in marked] for names in tiles],
        "coins": [
            _coin(*sides)
            for sides in islice(
                zip(s.face.tolist(), s.under.tolist(), s.seen.tolist(), strict=True), s.spots
            )
        ],
        "turned": None if turned == NONE else turned + 1,
        "winners": [seat for seat in range(players) if s.over and s.left[seat] == 0],
    }


def pieces(document: Document) -> Counter[str]:
    tiles = (f"tile {name}" for names in document["tiles"] for name in names)
    in_the_middle = (f"coin {coin['coin']}" for coin in document["coins"] if coin)
    on_tiles = (f"coin {name}" for names in document["marked"] for name in names)
    return Counter([*tiles, *in_the_middle, *on_tiles])


def _coin(face: int, under: int, seen: int) -> dict[str, Any] | None:
    if face == NONE:
        return None
    suit, value = min(face, under), max(face, under) - SUITS
    return {
        "coin": None if under == HIDDEN else NAMES[suit * VALUES + value],
        "up": SIDES[face],
        "seen": bool(seen),
    }
