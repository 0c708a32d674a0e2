"""Which positions of two players are alike, for the solver.

The rules only ask which wells a channel crosses. So the rows may be put in any order, and the
columns too, with their channels: not only a block's mirror images are alike. Rows and columns
cannot be exchanged, since the levels along x come first. Nor does it matter which colour is
whose (BG-4), only whose turn it is; and sticks out of the game are forgotten (BG-10).

A place is a digit: 0 free, 1 the mover's, 2 the other's. Read one after the other, columns first,
the digits of the block are a number; the order that makes it smallest names the position.

Who played last (BG-16) is part of the name where the game can hang on it: where nobody has a
stick in hand and the mover has fewer than two upright, so must take one out (BG-14). Elsewhere
someone will have played before the last colours can go out together:
- The mover can pull with two upright sticks, and plant with one in hand unless all wells are full.
- If not, and a well is free or becomes free as the mover takes a stick out, whoever has one in
  hand can plant it as their turn comes, and is not out until then.
- If all wells are and stay full, three of the four or more are the other's, who can pull.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from matchwood.engine.dispatch import KEY_WORDS
from matchwood.engine.jit import kernel
from matchwood.games.baguettes.sizes import LARGEST

SIDE = LARGEST
DIGITS = 3
ROW = DIGITS ** ((LARGEST + 1) // 2)
"""One more than the largest number that the channels of a row can make."""
COLUMN = DIGITS ** (LARGEST // 2 + SIDE)
"""One more than the largest number that the channels and the wells of a column can make."""
HAND_BITS = 5
EMPTY_AND_MOVER_PLAYED = 2**HAND_BITS - 1
"""Stands for the other's empty hand where the mover played last and that matters.

There are not so many sticks that a hand could hold them."""
COUNTS = SIDE + 1

ORDERS = np.array(sorted(permutations(range(SIDE)), key=lambda order: order[::-1], reverse=True))
"""All orders of SIDE things; the first so many of them leave all but the first few in place."""
ORDERS_OF = (1, 1, 2, 6, 24, 120, 720)

# Where in `key` the columns and the rows are held for sorting, after the name itself
COLUMNS = KEY_WORDS
ROWS = COLUMNS + SIDE


@kernel
def canonical(s, key):
    mine, depth = np.int64(s.colour[s.to_move]), np.int64(s.depth)
    other = 1 - mine
    _mark_rows(s, mine, other, key)
    key[0] = key[1] = -1
    for choice in range(ORDERS_OF[depth]):
        if _is_sorted(key, choice, depth):
            _sort_columns(s, mine, other, choice, key)
            first, second = _number(s, choice, key, 0), _number(s, choice, key, 1)
            if key[0] < 0 or first < key[0] or (first == key[0] and second < key[1]):
                key[0], key[1] = first, second
    key[0] = key[0] << HAND_BITS | s.hands[mine]
    key[1] = key[1] << HAND_BITS | _other_hand(s, mine, other)


@kernel
def _other_hand(s, mine, other):
    """The sticks in the other's hand; if it matters who played last, that as well."""
    must_drop = s.upright[mine] & (s.upright[mine] - 1) == 0  # at most one bit is set
    if s.last_played == mine and s.hands[mine] == s.hands[other] == 0 and must_drop:
        return EMPTY_AND_MOVER_PLAYED
    return np.int64(s.hands[other])


@kernel
def _digit(by_colour, mine, other, place):
    return (by_colour[mine] >> place & 1) + 2 * (by_colour[other] >> place & 1)


@kernel
def _mark_rows(s, mine, other, key):
    """Mark each row by its channels and by how many sticks of either colour stand in it.

    The order of the columns does not change these marks: only orders that sort them are tried.
    """
    for y in range(s.depth):
        mark = np.int64(0)
        for level in range(0, s.levels, 2):
            mark = DIGITS * mark + _digit(s.rods, mine, other, SIDE * level + y)
        counts = np.int64(0)
        for x in range(s.width):
            well = SIDE * y + x
            counts += s.upright[mine] >> well & 1
            counts += COUNTS * (s.upright[other] >> well & 1)
        key[ROWS + y] = COUNTS * COUNTS * mark + counts


@kernel
def _is_sorted(key, choice, depth):
    for place in range(depth - 1):
        if key[ROWS + ORDERS[choice, place]] > key[ROWS + ORDERS[choice, place + 1]]:
            return False
    return True


@kernel
def _sort_columns(s, mine, other, choice, key):
    """Number each column by its channels and by its wells in that order of rows, and sort."""
    for x in range(s.width):
        number = np.int64(0)
        for level in range(1, s.levels, 2):
            number = DIGITS * number + _digit(s.rods, mine, other, SIDE * level + x)
        for place in range(s.depth):
            well = SIDE * ORDERS[choice, place] + x
            number = DIGITS * number + _digit(s.upright, mine, other, well)
        place = COLUMNS + x
        while place > COLUMNS and key[place - 1] > number:
            key[place] = key[place - 1]
            place -= 1
        key[place] = number


@kernel
def _number(s, choice, key, half):
    """Half of the block: three columns, and the channels of three rows.

    Nine digits each for the columns and three for the rows are 36 digits at most, 58 bits.
    """
    number = np.int64(0)
    for x in range(half, s.width, 2):
        number = COLUMN * number + key[COLUMNS + x]
    for place in range(half, s.depth, 2):
        row = key[ROWS + ORDERS[choice, place]] // (COUNTS * COUNTS)
        number = ROW * number + row
    return number
