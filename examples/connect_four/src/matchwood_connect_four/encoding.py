"""Connect Four as numbers, for programs that learn it."""

from __future__ import annotations

import numpy as np

from matchwood.engine.encoding import Moves, Plane, seat_at, turn_planes, write_turn
from matchwood.engine.game import State
from matchwood.engine.jit import kernel, kernel_inside
from matchwood_connect_four.rules import COLUMN_BITS, COLUMNS, FOOT, PLAYERS, ROWS

CELLS = ROWS * COLUMNS
BITS = np.array(
    [
        FOOT << COLUMN_BITS * column + ROWS - 1 - row
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
)
"""The bit of each cell, the top row first."""
DISC, EMPTY = np.float32(1), np.float32(0)


def planes(s: State) -> list[Plane]:
    return [
        *turn_planes(s),
        Plane("discs", (PLAYERS, ROWS, COLUMNS), "by seat, the top row first: 1 at its discs"),
    ]


def moves(s: State) -> list[Moves]:
    return [Moves("drop", (COLUMNS,), "drop a disc into a column")]


@kernel_inside
def encode(s, viewer, out):
    at = write_turn(s, viewer, out)
    for places in range(PLAYERS):
        write_board(s.discs[seat_at(s, viewer, places)], out[at + places * CELLS :])


@kernel_inside
def write_board(discs, out):
    for cell in range(CELLS):
        out[cell] = DISC if discs & BITS[cell] else EMPTY


@kernel
def number(s, action):
    return action


@kernel
def numbered(s, number):
    return number
