"""The rules of Connect Four, compiled; numbers such as C4-3 refer to the rulebook.

Each seat has a bit for each cell: the bit `7 * column + height`. The seventh of a column is never
set: it keeps lines from running over the top of one column into the foot of the next.
"""

import numpy as np

from matchwood.game import draw, kernel, win

ROWS, COLUMNS = 6, 7  # C4-1
COLUMN_BITS = ROWS + 1
# From a cell to its neighbour above, to the right, and to the right one lower or higher
STEPS = (1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)
# 64 bits wide even where Python runs the rules, and so is all that is made of it
FOOT = np.int64(1)
COLUMN = FOOT * (2**ROWS - 1)
FEET = sum(FOOT << COLUMN_BITS * column for column in range(COLUMNS))
BOARD = FEET * COLUMN


@kernel
def legal(s, out):
    tops = taken(s) >> (ROWS - 1)
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += 1 - (tops >> COLUMN_BITS * column & 1)  # C4-4
    return n


@kernel
def do_drop(s, column):
    shift = COLUMN_BITS * (column - 1)
    # Adding one at the foot of a column carries up to its lowest free cell: C4-3
    s.board[s.to_move] |= (taken(s) + (FOOT << shift)) & (COLUMN << shift)
    if has_line(s.board[s.to_move]):  # C4-6
        win(s, s.to_move)
    elif taken(s) == BOARD:  # C4-7
        draw(s)
    else:
        s.to_move = 1 - s.to_move


@kernel
def taken(s):
    """The cells that hold a disc."""
    return s.board[0] | s.board[1]


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
