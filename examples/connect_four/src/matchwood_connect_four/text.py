"""Connect Four in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood_connect_four.rules import COLUMN_BITS, COLUMNS, PLAYERS, ROWS, STEPS, fours

FOUR = 4
DISCS_EACH = COLUMNS * ROWS // PLAYERS

_MOVE = re.compile(rf"drop ([1-{COLUMNS}])")


def say(s: State, actions: Sequence[int]) -> list[str]:
    return [f"drop {action + 1}" for action in actions]


def read(s: State, text: str) -> int | None:
    match = _MOVE.fullmatch(text)
    return int(match[1]) - 1 if match else None


def explain(s: State, text: str) -> Refusal:
    if s.over:
        return Refusal("C4-6" if _line(s) else "C4-7", "The game is over.")
    column = read(s, text)
    if column is None:
        return Refusal(
            "C4-5",
            "A move is to drop a disc into a column: drop 1 to drop {last}.",
            {"last": COLUMNS},
        )
    return Refusal("C4-4", "Column {column} is full.", {"column": column + 1})


def dump(s: State) -> Document:
    mover, line = int(s.to_move), _line(s)
    winners = [mover] if line else list(range(PLAYERS))
    return {
        "game": "connect-four",
        "players": PLAYERS,
        "to_move": mover,
        "phase": "over" if s.over else "drop",
        "board": [[_owner(s, row, column) for column in range(COLUMNS)] for row in range(ROWS)],
        "left": [DISCS_EACH - int(discs).bit_count() for discs in s.discs],
        "line": line,
        "winners": winners if s.over else [],
    }


def pieces(document: Document) -> Counter[str]:
    in_hand = Counter({f"disc of seat {seat}": n for seat, n in enumerate(document["left"])})
    owners = (owner for row in document["board"] for owner in row if owner is not None)
    return in_hand + Counter(f"disc of seat {owner}" for owner in owners)


def _owner(s: State, row: int, column: int) -> int | None:
    """Whose disc lies in a cell; rows count from the top here, as one reads."""
    for seat in range(PLAYERS):
        if _holds(int(s.discs[seat]), row, column):
            return seat
    return None


def _holds(discs: int, row: int, column: int) -> bool:
    return bool(discs >> (COLUMN_BITS * column + ROWS - 1 - row) & 1)


def _line(s: State) -> list[list[int]]:
    """The cells of all fours in line, each as row and column; only who moved last can have any."""
    found = 0
    for step in STEPS:
        first_cells = int(fours(s.discs[s.to_move], step))
        for place in range(FOUR):
            found |= first_cells << place * step
    return [
        [row, column]
        for row in range(ROWS)
        for column in range(COLUMNS)
        if _holds(found, row, column)
    ]
