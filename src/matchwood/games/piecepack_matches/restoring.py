"""A position of Matches from its document."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE
from matchwood.games.piecepack_matches.text import NAMES, SIDES
from matchwood.games.piecepack_matches.undersides import count_tables, margins

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
