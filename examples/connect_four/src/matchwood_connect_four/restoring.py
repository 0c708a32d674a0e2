"""A position of Connect Four from its document."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from matchwood.engine.game import Document, State
from matchwood_connect_four.rules import (
    BOARD,
    COLUMN_BITS,
    COLUMNS,
    FOOT,
    PLAYERS,
    ROWS,
    has_line,
    taken,
)

Seat = Annotated[int, Meta(ge=0, le=1)]
Disc = Seat | None
Cell = Annotated[list[Annotated[int, Meta(ge=0, le=6)]], Meta(min_length=2, max_length=2)]


class Schema(Struct, forbid_unknown_fields=True):
    """A position."""

    game: Literal["connect-four"]
    players: Literal[2]
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["drop", "over"]
    board: Annotated[
        list[Annotated[list[Disc], Meta(min_length=7, max_length=7)]],
        Meta(min_length=6, max_length=6, description="by row from the top and column"),
    ]
    left: Annotated[
        list[Annotated[int, Meta(ge=0, le=21)]],
        Meta(min_length=2, max_length=2, description="by seat: discs left"),
    ]
    line: Annotated[
        list[Cell], Meta(description="cells of the fours in line, each as row and column")
    ]
    winners: Annotated[list[Seat], Meta(max_length=2, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    return {"players": document["players"]}


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    for column in range(COLUMNS):
        upwards = [document["board"][row][column] for row in reversed(range(ROWS))]
        discs = [owner for owner in upwards if owner is not None]
        if discs != upwards[: len(discs)]:  # C4-3
            raise ValueError("a disc hangs in the air")
        for height, owner in enumerate(discs):
            s.discs[owner] |= FOOT << COLUMN_BITS * column + height
    _check_turn(s)


def _check_turn(s: State) -> None:
    """C4-2, C4-6, C4-7: discs are dropped in turn, until a line or the full board ends it."""
    first, second = (int(discs).bit_count() for discs in s.discs)
    turn = (first + second - s.over) % PLAYERS
    if first - second not in (0, 1) or s.to_move != turn:
        raise ValueError("the discs were not dropped in turn")
    lines = [seat for seat in range(PLAYERS) if has_line(s.discs[seat])]
    if lines not in ([], [turn]) or s.over != bool(lines or taken(s) == BOARD):
        raise ValueError("the first line, or the full board, ends the game")
