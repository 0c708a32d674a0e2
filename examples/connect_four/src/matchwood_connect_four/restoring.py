"""A position of Connect Four from its document."""

from __future__ import annotations

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
