"""The undersides of coins that were never turned, drawn exactly as likely as they are.

Such a coin shows its suit or its value. Lay the unknown coins out as a table of suits by
values, and write 1 for a coin that shows its suit, 0 for one that shows its value. How many
coins show each suit fixes the sum of each row, how many show each value the sum of each column.
All that fits was dealt equally often, so every table with these sums is equally likely, and so
is every way to lay a row's ones onto the spots that show its suit (a column's zeros likewise).

To draw a table, the rows of two suits are tried in every way. What each column still needs then
settles the other two rows: a column that needs two has a one in both; a column that needs one
has it in either, if both coins are unknown. So the ways to finish are a binomial coefficient,
and one draw among their sum is exact. `tests/games/piecepack_matches/test_undersides.py` counts
again by enumeration and by dynamic programming.

Sets are held as bits: a set of coins by coin number, a row as six of these. Numbers by suit or
by value are held as hexadecimal digits of one integer, so that they add up in one step.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.jit import kernel
from matchwood.engine.rng import below
from matchwood.games.piecepack_matches.pieces import HIDDEN, SUITS, TILES, VALUES

DIGIT = 4
ROWS = 1 << VALUES
ALL_COINS = (1 << TILES) - 1
ROW = ROWS - 1
COLUMN = sum(1 << suit * VALUES for suit in range(SUITS))
FIRST, SECOND, THIRD, FOURTH = range(SUITS)

# A row's bits as digits 0 and 1
SPREAD = np.array(
    [sum(1 << DIGIT * value for value in range(VALUES) if row >> value & 1) for row in range(ROWS)]
)
ONES = int(SPREAD[ROWS - 1])
ALL_SUITS = (1 << DIGIT * SUITS) - 1
OVER_THREE = 0b1100 * ONES

CHOOSE = np.array(
    [
        [1, 0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0],
        [1, 2, 1, 0, 0, 0, 0],
        [1, 3, 3, 1, 0, 0, 0],
        [1, 4, 6, 4, 1, 0, 0],
        [1, 5, 10, 10, 5, 1, 0],
        [1, 6, 15, 20, 15, 6, 1],
    ]
)


@kernel
def draw(s, generator):
    """Fill in the hidden undersides."""
    unknown, rows, columns = margins(s)
    if unknown:
        _lay(s, generator, unknown, _draw_table(generator, unknown, rows, columns))


@kernel
def margins(s):
    """The unknown coins, the sums of the table's rows and the sums of its columns."""
    unknown, shown = ALL_COINS, 0
    for tile in range(TILES):
        if s.marked[tile]:
            unknown &= ~(1 << tile)
    for spot in range(s.spots):
        face, under = np.int64(s.face[spot]), np.int64(s.under[spot])
        if s.seen[spot]:
            suit, value = min(face, under), max(face, under) - SUITS
            unknown &= ~(1 << (suit * VALUES + value))
        elif under == HIDDEN:
            shown += 1 << DIGIT * face
    rows, columns = sums(unknown, shown)
    return unknown, rows, columns


@kernel
def sums(unknown, shown):
    """The sums of the table's rows and columns, by how many of the coins show each side."""
    columns = -(shown >> DIGIT * SUITS)
    for suit in range(SUITS):
        columns += SPREAD[_row(unknown, suit)]
    return shown & ALL_SUITS, columns


@kernel
def count_tables(unknown, rows, columns):
    """The number of tables of the unknown coins that have these sums."""
    return -_walk(unknown, rows, columns, 0)[0]


@kernel
def tally(unknown, rows, columns, out):
    """The number of tables, as `count_tables` says, and of those in which each coin shows its suit.

    Only the parts of the first two rows are tried: with few unknown coins that is far quicker.
    """
    tables = 0
    for coin in range(TILES):
        out[coin] = 0
    first = _row(unknown, FIRST)
    while first >= 0:
        second = _row(unknown, SECOND) if _fits(first, unknown, rows, FIRST) else -1
        while second >= 0:
            if _fits(second, unknown, rows, SECOND):
                need = columns - SPREAD[first] - SPREAD[second]
                ways = _ways(unknown, rows, need)
                if ways:
                    tables += ways
                    _add(unknown, rows, first, second, need, ways, out)
            second = _next_part(second, _row(unknown, SECOND))
        first = _next_part(first, _row(unknown, FIRST))
    return tables


@kernel
def _next_part(row, whole):
    """The part of a row to try after this one; -1 if there is none."""
    return (row - 1) & whole if row else np.int64(-1)


@kernel
def _add(unknown, rows, first, second, need, ways, out):
    """Count the tables with these two rows for the coins that show their suit in them."""
    both, surely, either, left = _last_two(unknown, rows, need)
    # Of the columns that have their one in either row, so many tables have it in the third.
    in_third = CHOOSE[_count(either) - 1, left - 1] if left else 0
    for value in range(VALUES):
        here = 1 << DIGIT * value
        third = ways if (both | surely) & here else in_third if either & here else 0
        out[FIRST * VALUES + value] += ways * (first >> value & 1)
        out[SECOND * VALUES + value] += ways * (second >> value & 1)
        out[THIRD * VALUES + value] += third
        out[FOURTH * VALUES + value] += ways * (need >> DIGIT * value & 0xF) - third


@kernel
def _walk(unknown, rows, columns, steps):
    """Walk that many tables onward, in a fixed order: the steps left, the first two rows there."""
    for first in range(ROWS):
        if _fits(first, unknown, rows, FIRST):
            for second in range(ROWS):
                if _fits(second, unknown, rows, SECOND):
                    ways = _ways(unknown, rows, columns - SPREAD[first] - SPREAD[second])
                    if 0 < steps <= ways:
                        return steps, first, second
                    steps -= ways
    return steps, 0, 0


@kernel
def _draw_table(generator, unknown, rows, columns):
    """The coins that show their suit, every possible set equally likely."""
    pick = 1 + below(generator, count_tables(unknown, rows, columns))
    _, first, second = _walk(unknown, rows, columns, pick)
    third, fourth = _finish(generator, unknown, rows, columns - SPREAD[first] - SPREAD[second])
    return (
        first << FIRST * VALUES
        | second << SECOND * VALUES
        | third << THIRD * VALUES
        | fourth << FOURTH * VALUES
    )


@kernel
def _row(coins, suit):
    return coins >> suit * VALUES & ROW


@kernel
def _count(digits):
    """The number of digits that are 1; the others are 0."""
    return digits * ONES >> DIGIT * (VALUES - 1) & 0xF


@kernel
def _fits(row, unknown, rows, suit):
    return (row & ~_row(unknown, suit)) == 0 and _count(SPREAD[row]) == rows >> DIGIT * suit & 0xF


@kernel
def _last_two(unknown, rows, need):
    """Columns with a one in both rows, in the third for sure, in either; ones left for those."""
    third, fourth = SPREAD[_row(unknown, THIRD)], SPREAD[_row(unknown, FOURTH)]
    both, one = need >> 1 & ONES, need & ONES
    surely = one & third & ~fourth
    either = one & third & fourth
    left = (rows >> DIGIT * THIRD & 0xF) - _count(both) - _count(surely)
    return both, surely, either, left


@kernel
def _ways(unknown, rows, need):
    """In how many ways the third and fourth row give each column what it still needs."""
    if need & OVER_THREE or need & need >> 1 & ONES:
        return 0  # less than nothing, or three
    both, _, either, left = _last_two(unknown, rows, need)
    third, fourth = SPREAD[_row(unknown, THIRD)], SPREAD[_row(unknown, FOURTH)]
    if both & ~(third & fourth) or need & ONES & ~(third | fourth):
        return 0
    free = _count(either)
    return CHOOSE[free, left] if 0 <= left <= free else 0


@kernel
def _finish(generator, unknown, rows, need):
    """The third and the fourth row, every way equally likely."""
    both, surely, either, left = _last_two(unknown, rows, need)
    free = _count(either)
    third, fourth = 0, 0
    for value in range(VALUES):
        here = 1 << DIGIT * value
        in_third = (both | surely) & here != 0
        if either & here:
            in_third = below(generator, free) < left
            left -= in_third
            free -= 1
        if in_third:
            third |= 1 << value
        if both & here or (need & here and not in_third):
            fourth |= 1 << value
    return third, fourth


@kernel
def _lay(s, generator, unknown, shows_suit):
    """Put the coins onto the spots that show their suit, or their value."""
    for spot in range(s.spots):
        if s.under[spot] == HIDDEN:
            face = np.int64(s.face[spot])
            if face < SUITS:
                candidates = shows_suit & ROW << face * VALUES
            else:
                candidates = unknown & ~shows_suit & COLUMN << face - SUITS
            coin = _any_of(generator, candidates)
            unknown &= ~(1 << coin)
            shows_suit &= ~(1 << coin)
            s.under[spot] = SUITS + coin % VALUES if face < SUITS else coin // VALUES


@kernel
def _any_of(generator, coins):
    """One of a set of coins, every one equally likely."""
    size, rest = 0, coins
    while rest:
        rest &= rest - 1  # takes the lowest coin out
        size += 1
    for _ in range(below(generator, size)):
        coins &= coins - 1
    coin = 0
    while not coins >> coin & 1:
        coin += 1
    return coin
