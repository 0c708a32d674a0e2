"""Matches in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, MARK_SEEN, NONE, SUITS, VALUES
from matchwood.games.piecepack_matches.rules import FLIP, MOVE, STAY
from matchwood.games.piecepack_matches.rules.undersides import count_tables, margins

SIDES = "SMCAna2345"
"""Sides of coins: suns, moons, crowns, arms; null, ace, 2, 3, 4, 5."""
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


# The moves of Matches as clicks: on the coin to turn, on the spot where it goes, on a button.


def path_of(move: str, document: Document) -> list[str]:
    """One click: on the coin to turn, on the spot where it goes, or on the button to leave it."""
    return [move if move == "stay" else f"spot-{move.split()[1]}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this.

    To leave a coin where it is, one may also click it once more.
    """
    match [step.split("-") for step in path]:
        case [["stay"]]:
            return "stay"
        case [["spot", number]] if document["phase"] == "flip":
            return f"flip {number}"
        case [["spot", number]] if number == str(document["turned"]):
            return "stay"
        case [["spot", number]]:
            return f"move {number}"
    return None


# A position of Matches from its document.

Seat = Annotated[int, Meta(ge=0, le=5)]
Piece = Annotated[str, Meta(pattern="^[SMCA][na2345]$")]
Roll = Annotated[int, Meta(ge=1, le=6)]


class Coin(Struct, forbid_unknown_fields=True):
    """A coin on a spot; its name is null if its other side is not known."""

    coin: Piece | None
    up: Annotated[str, Meta(pattern="^[SMCAna2345]$")]
    seen: bool


class Schema(Struct, forbid_unknown_fields=True):
    """A position, or what a viewer may know of one; what is hidden is null."""

    game: Literal["piecepack-matches"]
    players: Literal[2, 3, 4, 6]
    flaming: bool
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["flip", "place", "over"]
    rolls: Annotated[
        list[Annotated[list[Roll | None], Meta(min_length=2, max_length=6)]],
        Meta(min_length=1, max_length=12, description="the dice for who starts, row by row"),
    ]
    tiles: Annotated[
        list[Annotated[list[Piece], Meta(min_length=4, max_length=12)]],
        Meta(min_length=2, max_length=6, description="by seat"),
    ]
    marked: Annotated[
        list[Annotated[list[Piece], Meta(max_length=12)]],
        Meta(min_length=2, max_length=6, description="by seat: tiles with their coin on them"),
    ]
    coins: Annotated[
        list[Coin | None],
        Meta(min_length=24, max_length=30, description="by spot; null: no coin"),
    ]
    turned: Annotated[
        Annotated[int, Meta(ge=1, le=30)] | None,
        Meta(description="the spot of the turned coin that is to be placed"),
    ]
    winners: Annotated[list[Seat], Meta(max_length=6, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    return {"players": document["players"], "flaming": document["flaming"]}


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    s.turned = NONE if document["turned"] is None else document["turned"] - 1
    s.rolls[:] = NONE
    s.rows = len(document["rolls"])
    for row, rolls in enumerate(document["rolls"]):
        for seat, roll in enumerate(rolls):
            s.rolls[row, seat] = NONE if roll is None else roll
    s.owner[:] = NONE
    for seat, names in enumerate(document["tiles"]):
        s.left[seat] = len(names) - len(document["marked"][seat])
        for name in names:
            s.owner[NAMES.index(name)] = seat
        for name in document["marked"][seat]:
            s.marked[NAMES.index(name)] = 1
    s.face[:] = s.under[:] = NONE
    for spot, coin in enumerate(document["coins"]):
        if coin is not None:
            s.face[spot] = SIDES.index(coin["up"])
            s.under[spot] = HIDDEN
            s.seen[spot] = coin["seen"]
            if coin["coin"] is not None:
                s.under[spot] = SIDES.index(coin["coin"].replace(coin["up"], "", 1))
            elif coin["seen"]:
                raise ValueError("a coin that was seen is known to all")  # PM-12
    _check_turned(s)
    if (0 in s.left[: s.players]) != s.over:
        raise ValueError("the game is over when somebody has all coins, and not before")  # PM-9
    if HIDDEN in s.under and not count_tables(*margins(s)):
        raise ValueError("no coins show such sides")  # PM-1


def _check_turned(s: State) -> None:
    """PM-10, PM-11: only in Flaming Matches a coin is to be placed, which was just turned."""
    if s.turned != NONE and (s.over or not s.flaming or not s.seen[s.turned]):
        raise ValueError("no such coin is to be placed")


# What a table of Matches shows: it is a game of memory, so only the side of a coin that is up.
#
# That a coin has been seen is shown where it was agreed; what is on its other side never is, but of
# the coin that was just turned (PM-12).


def veil(s: State, viewer: int | None, aids: Collection[str]) -> None:
    if s.over:
        return
    if s.seen.any() or s.marked.any():
        s.rows = 0  # PM-4: the dice are put away
    lying = s.face != NONE
    if s.turned != NONE:
        lying[s.turned] = False
    s.under[lying] = HIDDEN
    if MARK_SEEN not in aids:
        s.seen[lying] = 0


def is_marked(coin: dict[str, Any]) -> bool:
    """True if a coin of a document is to be marked: it has been seen, and is not shown."""
    return coin["seen"] and coin["coin"] is None


def at_the_start(document: Document) -> bool:
    """PM-4: whether the dice still lie there, since no coin has been turned."""
    touched = any(document["marked"]) or any(coin and coin["seen"] for coin in document["coins"])
    return not touched and bool(document["rolls"])
