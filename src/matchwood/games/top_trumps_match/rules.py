"""Top Trumps Match, tournament and five-minute game: the rules, compiled.

Source: the printed German rules; numbers such as TT-9 refer to the rulebook.
Options: `mode`, `target`, `youngest`, `starter`, `void_after`, `max_voids`, `cubes`.

Cells are numbered row by row, as player 0 sees them (TT-3); e1 is the top left cell to player 1:

    a1 b1 c1 d1 e1         0  1  2  3  4
    a2 b2 c2 d2 e2         5  6  7  8  9
     …                     …                        symbols A to O are 0 to 14

The record, by cell (25), by side (2, the seats) and by cube (25):

    cube     the cube in a cell; NONE: the hole
    shows    by side and cell: the symbol towards that seat; NONE: the hole
    cubes    by cube and face: its symbols; face 0 is opposite 1, 2 opposite 3, 4 opposite 5
    cards    by seat: two symbols in order; HIDDEN: not known
    held     the cube outside the grid, in the hand of the player to move, or NONE
    hole     the cell that was emptied to begin the round
    fresh    the cell that was filled on the turn before, or NONE
    in_haste in what a bot makes of a position that wants the round to end: its patience; else 0
    match_*  round, caller, symbol, points and cards of the last match; caller NONE: none yet

Only cards are hidden (TT-7): from the other player, in the five-minute game from both.

Actions:   cell * FACES + face    the held cube goes to a cell, with that face towards the mover
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.dispatch import register, state_type
from matchwood.engine.jit import kernel, kernel_helper
from matchwood.engine.rng import (
    below,
    chance_below,
    reseed_chance,
    shuffle,
    start_chance,
    wipe_chance,
)
from matchwood.games.top_trumps_match import pieces as cube_sets
from matchwood.games.top_trumps_match.pieces import CUBES, FACES

SIZE = 5
CELLS = SIZE * SIZE
SEATS = 2
SYMBOLS = len(cube_sets.SYMBOLS)
HAND = 2

TOP_LEFT, TOP_RIGHT = 0, SIZE - 1
ROW, COLUMN, FALLING, RISING = 0, SIZE, 2 * SIZE, 2 * SIZE + 1
LINES = np.array(
    [
        *([row * SIZE + column for column in range(SIZE)] for row in range(SIZE)),
        *([row * SIZE + column for row in range(SIZE)] for column in range(SIZE)),
        [TOP_LEFT + place * (SIZE + 1) for place in range(SIZE)],
        [TOP_RIGHT + place * (SIZE - 1) for place in range(SIZE)],
    ]
)
"""The cells of each line: ROW + number, COLUMN + number, the FALLING and the RISING diagonal."""
CARD_POINTS, PLAIN_POINTS, WIN = 2, 1, 1

NONE = -1
HIDDEN = -2

LINES_AT_A_CORNER = 3
MOST_ACTIONS = (CELLS - 1) * FACES + LINES_AT_A_CORNER
# Every match brings someone a point, so there are at most eleven to six points. With each go
# fewer void rounds than end the game.
MOST_POINTS, MOST_VOIDS, MOST_PUSHES = 6, 100, 10_000
MOST_MOVES = (2 * (MOST_POINTS - 1) + 1) * MOST_VOIDS * MOST_PUSHES

STATE = state_type(
    "top-trumps-match",
    [
        ("cube", "i1", (CELLS,)),
        ("shows", "i1", (SEATS, CELLS)),
        ("cubes", "i1", (CUBES, FACES)),
        ("cards", "i1", (SEATS, HAND)),
        ("points", "i1", (SEATS,)),
        ("held", "i1"),
        ("hole", "i1"),
        ("fresh", "i1"),
        ("starter", "i1"),
        ("round_number", "i4"),
        ("pushes", "i4"),
        ("voids", "i4"),
        ("match_round", "i4"),
        ("match_caller", "i1"),
        ("match_symbol", "i1"),
        ("match_scored", "i1", (SEATS,)),
        ("match_cards", "i1", (SEATS, HAND)),
        ("five_minute", "u1"),
        ("target", "i1"),
        ("youngest", "i1"),
        ("alternate", "u1"),
        ("void_after", "i4"),
        ("max_voids", "i4"),
        ("in_haste", "u1"),
    ],
)


def configure(s, mode, target, youngest, starter, void_after, max_voids, cubes):
    """Write the options into a blank record, for `setup` to deal from."""
    s.players = SEATS
    s.five_minute = mode == "five-minute"
    s.target = target
    s.youngest = NONE if youngest is None else youngest
    s.alternate = starter == "alternate"
    s.void_after = void_after
    s.max_voids = max_voids
    for cube, faces in enumerate(cube_sets.cubes_of(cubes)):  # TT-2
        s.cubes[cube] = [cube_sets.SYMBOLS.index(symbol) for symbol in faces]


@kernel_helper
def push_action(cell: int, face: int) -> int:
    return int(cell) * FACES + face


@kernel_helper
def push_of(action: int) -> tuple[int, int]:
    """The cell, and the face of the held cube that will look at the mover."""
    return action // FACES, action % FACES


@kernel
def setup(s):
    start_chance(s)
    s.over = 0
    s.round_number = 0
    s.voids = 0
    s.match_round = 0
    s.match_caller = s.match_symbol = NONE
    for seat in range(SEATS):
        s.points[seat] = s.match_scored[seat] = 0
        for card in range(HAND):
            s.match_cards[seat, card] = NONE
    s.starter = chance_below(s, np.int64(SEATS)) if s.youngest == NONE else s.youngest  # TT-6
    _new_round(s)


@kernel
def _new_round(s):
    s.round_number += 1
    s.pushes = 0
    s.fresh = NONE
    while True:
        _put_all_in(s)
        if _allowed(s):
            break
    _deal_cards(s)
    _open(s)


@kernel
def _put_all_in(s):
    """Any cube in any cell, any face towards player 0.

    This is done anew until TT-4 allows what came out, so every allowed arrangement is equally
    likely. Of the standard cubes' arrangements two in five are allowed.
    """
    for cell in range(CELLS):
        s.cube[cell] = cell
    shuffle(s, s.cube)
    for cell in range(CELLS):
        turn(s, cell, np.int64(0), chance_below(s, np.int64(FACES)))


@kernel
def turn(s, cell, seat, face):
    """TT-3: one face of the cube in a cell looks at a seat, the opposite one at the other."""
    s.shows[seat, cell] = s.cubes[s.cube[cell], face]
    s.shows[1 - seat, cell] = s.cubes[s.cube[cell], face ^ 1]


@kernel
def _allowed(s):
    """TT-4: no row, column or diagonal has more than two equal symbols, on either side."""
    for side in range(SEATS):
        for line in LINES:
            once, twice = 0, 0
            for cell in line:
                bit = 1 << np.int64(s.shows[side, cell])
                if twice & bit:
                    return False
                twice |= once & bit
                once |= bit
    return True


@kernel
def _deal_cards(s):
    """TT-5: two cards each, of one card a symbol (TT-1)."""
    dealt = 0
    for seat in range(SEATS):
        for card in range(HAND):
            left = SYMBOLS - seat * HAND - card
            symbol = _free_card(dealt, chance_below(s, left))
            s.cards[seat, card] = symbol
            dealt |= 1 << symbol
        _sort_hand(s, seat)


@kernel
def _free_card(taken, number):
    """The card of that number among those whose bit is not taken."""
    symbol = 0
    while taken >> symbol & 1 or number > 0:
        number -= 1 - (taken >> symbol & 1)
        symbol += 1
    return symbol


@kernel
def _sort_hand(s, seat):
    """A hand has no order of its own: equal hands are equal bytes."""
    if s.cards[seat, 0] > s.cards[seat, 1]:
        s.cards[seat, 0], s.cards[seat, 1] = s.cards[seat, 1], s.cards[seat, 0]


@kernel
def _open(s):
    """TT-8: the starter pushes their own top left cube out to the other player."""
    s.hole = TOP_LEFT if s.starter == 0 else TOP_RIGHT
    s.held = s.cube[s.hole]
    s.cube[s.hole] = s.shows[0, s.hole] = s.shows[1, s.hole] = NONE
    s.to_move = 1 - s.starter


@kernel
def legal(s, out):
    if s.over:
        return 0
    n = 0
    for cell in range(CELLS):
        if cell != s.hole and cell != s.fresh:  # TT-10
            for face in range(FACES):  # TT-9
                out[n] = push_action(cell, face)
                n += 1
    wanted = wanted_at(s, np.int64(s.to_move), np.int64(s.hole))
    if wanted:
        for face in range(FACES):
            if wanted >> np.int64(s.cubes[s.held, face]) & 1:  # TT-11
                out[n] = push_action(s.hole, face)
                n += 1
    return n


@kernel
def wanted_at(s, side, cell):
    """A bit for each symbol that makes five in a line when a cell shows it to a side."""
    row, column = cell // SIZE, cell % SIZE
    wanted = _wanted_by(s, side, cell, LINES[ROW + row])
    wanted |= _wanted_by(s, side, cell, LINES[COLUMN + column])
    if row == column:
        wanted |= _wanted_by(s, side, cell, LINES[FALLING])
    if row + column == SIZE - 1:
        wanted |= _wanted_by(s, side, cell, LINES[RISING])
    return wanted


@kernel
def _wanted_by(s, side, cell, line):
    """A bit for the symbol that all other cells of a line show, if they show the same."""
    symbol = NONE
    for other in line:
        if other != cell:
            shown = np.int64(s.shows[side, other])
            if shown == NONE or (symbol != NONE and shown != symbol):
                return 0
            symbol = shown
    return 1 << symbol


@kernel
def apply(s, action):
    cell, face = push_of(action)
    mover = np.int64(s.to_move)
    pushed_out = s.cube[cell]
    s.cube[cell] = s.held  # TT-9
    turn(s, cell, mover, face)
    s.held = pushed_out
    s.fresh = cell
    if pushed_out != NONE:
        s.pushes += 1
    caller = _caller(s, mover, cell)
    if caller == NONE and s.pushes < s.void_after:
        s.to_move = 1 - mover
    else:
        _end_round(s, caller, cell)


@kernel
def _caller(s, mover, cell):
    """TT-12: who has a match now, the mover's side being looked at first; or NONE.

    Only a line through the changed cell can be new, so all new ones of a side show its symbol.
    """
    for side in (mover, 1 - mover):
        if wanted_at(s, side, cell) >> np.int64(s.shows[side, cell]) & 1:
            return side
    return NONE


@kernel
def _end_round(s, caller, cell):
    if caller == NONE:
        s.voids += 1
        s.over = s.voids == s.max_voids  # TT-17
    else:
        _score(s, caller, s.shows[caller, cell])
        s.voids = 0
        s.over = s.five_minute or max(s.points[0], s.points[1]) >= s.target  # TT-16
    if not s.over:
        if s.alternate:  # TT-6
            s.starter = 1 - s.starter
        _new_round(s)  # TT-16


@kernel
def _score(s, caller, symbol):
    other = 1 - caller
    s.match_round, s.match_caller, s.match_symbol = s.round_number, caller, symbol
    for seat in range(SEATS):
        s.match_scored[seat] = 0
        for card in range(HAND):
            s.match_cards[seat, card] = s.cards[seat, card]
    if s.five_minute:
        s.match_scored[other if _has(s, other, symbol) else caller] = WIN  # TT-18
    elif _has(s, caller, symbol):
        s.match_scored[caller] = CARD_POINTS  # TT-13
    elif _has(s, other, symbol):
        s.match_scored[other] = CARD_POINTS  # TT-14
    else:
        s.match_scored[caller] = PLAIN_POINTS  # TT-15
    for seat in range(SEATS):
        s.points[seat] += s.match_scored[seat]


@kernel
def _has(s, seat, symbol):
    return s.cards[seat, 0] == symbol or s.cards[seat, 1] == symbol


@kernel
def reveals(s, action):
    """A push that ends the round shows cards (TT-13, TT-17), or deals anew (TT-16)."""
    cell, face = push_of(action)
    mover = np.int64(s.to_move)
    mine, theirs = s.cubes[s.held, face], s.cubes[s.held, face ^ 1]
    return (
        wanted_at(s, mover, cell) >> np.int64(mine) & 1 != 0
        or wanted_at(s, 1 - mover, cell) >> np.int64(theirs) & 1 != 0
        or s.pushes + 1 >= s.void_after
    )


@kernel
def hide(s, viewer):
    """TT-5: a hand is its player's secret, in the five-minute game nobody's (TT-18).

    When the game is over all cards are turned up.
    """
    if not s.over:
        for seat in range(SEATS):
            if seat != viewer or s.five_minute:
                for card in range(HAND):
                    s.cards[seat, card] = HIDDEN
    wipe_chance(s)


@kernel
def guess(s, viewer, generator):
    """Any cards that are not seen are equally likely; what is hidden says whose they are."""
    taken, left = 0, SYMBOLS
    for seat in range(SEATS):
        for card in range(HAND):
            if s.cards[seat, card] != HIDDEN:
                taken |= 1 << np.int64(s.cards[seat, card])
                left -= 1
    for seat in range(SEATS):
        for card in range(HAND):
            if s.cards[seat, card] == HIDDEN:
                symbol = _free_card(taken, below(generator, left))
                s.cards[seat, card] = symbol
                taken |= 1 << symbol
                left -= 1
        _sort_hand(s, seat)
    reseed_chance(s, generator)


@kernel
def returns(s, out):
    """The higher score wins, equal scores share the win (TT-17)."""
    for seat in range(SEATS):
        ahead = np.int64(s.points[seat]) - s.points[1 - seat]
        out[seat] = 0.0 if not s.over or ahead < 0 else 1.0 if ahead > 0 else 1.0 / SEATS


register(STATE, __name__, "matchwood.games.top_trumps_match.bot")
