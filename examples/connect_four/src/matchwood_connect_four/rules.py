"""Connect Four: the rules, compiled.

Source: the game as everybody knows it; numbers such as C4-3 refer to the rulebook.
Options: `players` (only 2).

The record: `discs`, by seat, one bit for each cell with a disc of that seat. The bits run up one
column after the other. The seventh bit of a column is never set: it keeps lines from running
over the top of one column into the foot of the next.

           6   13   20   27   34   41   48     never set
         +---+----+----+----+----+----+----+
         | 5 | 12 | 19 | 26 | 33 | 40 | 47 |
         | 4 | 11 | 18 | 25 | 32 | 39 | 46 |
         | 3 | 10 | 17 | 24 | 31 | 38 | 45 |
         | 2 |  9 | 16 | 23 | 30 | 37 | 44 |
         | 1 |  8 | 15 | 22 | 29 | 36 | 43 |
         | 0 |  7 | 14 | 21 | 28 | 35 | 42 |
         +---+----+----+----+----+----+----+
    column 0    1    2    3    4    5    6

Actions:   column    drop a disc into that column
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.dispatch import register, state_type
from matchwood.engine.jit import kernel
from matchwood.engine.rng import reseed_chance, start_chance, wipe_chance

# C4-1
PLAYERS = 2
COLUMNS = 7
ROWS = 6
COLUMN_BITS = ROWS + 1

# From a cell to its neighbour above, to the right, and to the right one lower or higher
STEPS = (1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)

# 64 bits wide even where Python runs the rules, and so is all that is made of it
FOOT = np.int64(1)
COLUMN = FOOT * (2**ROWS - 1)
BOARD = sum(COLUMN << COLUMN_BITS * column for column in range(COLUMNS))

MOST_ACTIONS = COLUMNS
MOST_MOVES = COLUMNS * ROWS

STATE = state_type("connect-four", [("discs", "i8", (PLAYERS,))])


def configure(s, players):
    """Write the options into a blank record, for `setup` to deal from."""
    s.players = players


@kernel
def setup(s):
    start_chance(s)
    s.discs[0] = s.discs[1] = 0
    s.to_move = 0  # C4-2
    s.over = 0


@kernel
def legal(s, out):
    if s.over:
        return 0
    tops = taken(s) >> (ROWS - 1)
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += 1 - (tops >> COLUMN_BITS * column & 1)  # C4-4
    return n


@kernel
def apply(s, action):
    shift = COLUMN_BITS * action
    # Adding one at the foot of a column carries up to its lowest free cell: C4-3
    s.discs[s.to_move] |= (taken(s) + (FOOT << shift)) & (COLUMN << shift)
    if has_line(s.discs[s.to_move]) or taken(s) == BOARD:  # C4-6, C4-7
        s.over = 1
    else:
        s.to_move = 1 - s.to_move


@kernel
def taken(s):
    """The cells that hold a disc."""
    return s.discs[0] | s.discs[1]


@kernel
def fours(discs, step):
    """The first cell of every four in line along one step."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> 2 * step)


@kernel
def has_line(discs):
    """C4-6: whether these discs have four in line."""
    found = 0
    for step in STEPS:
        found |= fours(discs, step)
    return found != 0


@kernel
def reveals(s, action):
    """C4-8: nothing does."""
    return False


@kernel
def hide(s, viewer):
    """C4-8: all is open to all; only the chance stream, which nothing draws from, is secret."""
    wipe_chance(s)


@kernel
def is_open(s):
    """C4-8."""
    return True


@kernel
def guess(s, viewer, generator):
    reseed_chance(s, generator)


@kernel
def returns(s, out):
    drawn = not has_line(s.discs[s.to_move])
    share = 1.0 / PLAYERS if drawn else 1.0
    for seat in range(PLAYERS):
        wins = drawn or seat == s.to_move  # C4-7, C4-6
        out[seat] = share if s.over and wins else 0.0


register(STATE, __name__, "matchwood_connect_four.knowledge", "matchwood_connect_four.encoding")
