"""Matches, for piecepack, with the Flaming variant: the rules, compiled.

Source: the printed rules of James Kyle's game; numbers such as PM-6 refer to the rulebook.
Options: `players` (2, 3, 4, 6) and `flaming`.

A coin has two sides: a suit and a value. The ten things a side can show are numbered 0 to 9,
the four suits first, then the six values. A tile, and the coin that matches it, is numbered
`suit * VALUES + value`.

The record, by spot in the middle (24, in Flaming Matches 30) and by tile (24):

    spot        0      1      2    …           tile     S-n   S-a   S-2  …
    face     [ sun ][  4  ][ NONE ]            owner  [  0  ][  2  ][  1  ]
    under    [  3  ][ HID. ][ NONE ]           marked [  0  ][  1  ][  0  ]
    seen     [  1  ][  0  ][  0   ]

    left     tiles still unmarked, by seat     turned   spot of the coin to be placed, or NONE
    rolls    dice, by row and seat; NONE: did not roll        rows     rows of dice thrown
    spots    how many there are; nothing ever lies on the others of the record

Only the undersides of coins that were never turned are hidden, from everyone (PM-12).

Actions:   FLIP + spot    turn the coin on a spot over
           STAY           Flaming: leave the turned coin where it lies
           MOVE + spot    Flaming: put it on a free spot
"""

from __future__ import annotations

from matchwood.engine.dispatch import pass_turn, register, state_type
from matchwood.engine.jit import kernel
from matchwood.engine.rng import (
    chance_below,
    reseed_chance,
    shuffle,
    start_chance,
    wipe_chance,
)
from matchwood.games.piecepack_matches.pieces import (
    FLAMING_SPOTS,
    HIDDEN,
    NONE,
    SPOTS,
    SUITS,
    TILES,
    VALUES,
)
from matchwood.games.piecepack_matches.rules import undersides

MOST_PLAYERS = 6
DIE_SIDES = 6
# With twelve rows a tie to the end is rarer than one game in a billion; see `_roll`.
ROLL_ROWS = 12

FLIP = 0
STAY = FLIP + FLAMING_SPOTS
MOVE = STAY + 1

# One place more than can be needed: `legal` writes each action before it knows whether it counts.
MOST_ACTIONS = FLAMING_SPOTS + 1
# The rules set no end: players who agree to turn one coin to and fro play for ever. Random
# players finish: the longest of ten million games, over all variants, took 500 moves.
MOST_MOVES = 1000

STATE = state_type(
    "piecepack-matches",
    [
        ("face", "i1", (FLAMING_SPOTS,)),
        ("under", "i1", (FLAMING_SPOTS,)),
        ("seen", "u1", (FLAMING_SPOTS,)),
        ("owner", "i1", (TILES,)),
        ("marked", "u1", (TILES,)),
        ("left", "i1", (MOST_PLAYERS,)),
        ("rolls", "i1", (ROLL_ROWS, MOST_PLAYERS)),
        ("rows", "i1"),
        ("turned", "i1"),
        ("flaming", "u1"),
        ("spots", "i1"),
    ],
)


def configure(s, players, flaming):
    """Write the options into a blank record, for `setup` to deal from."""
    s.players = players
    s.flaming = flaming
    s.spots = FLAMING_SPOTS if flaming else SPOTS  # PM-3


@kernel
def setup(s):
    start_chance(s)
    s.over = 0
    s.turned = NONE
    _deal_tiles(s)
    _drop_coins(s)
    _roll(s)


@kernel
def _deal_tiles(s):
    each = TILES // s.players  # PM-2
    for tile in range(TILES):
        s.owner[tile] = tile // each
        s.marked[tile] = 0
    shuffle(s, s.owner)
    for seat in range(MOST_PLAYERS):
        s.left[seat] = each if seat < s.players else 0


@kernel
def _drop_coins(s):
    for spot in range(FLAMING_SPOTS):
        s.face[spot] = spot if spot < TILES else NONE
        s.under[spot] = NONE
        s.seen[spot] = 0
    shuffle(s, s.face[: s.spots])  # PM-3: random places …
    for spot in range(s.spots):
        coin = s.face[spot]
        if coin == NONE:
            continue
        suit, value = coin // VALUES, SUITS + coin % VALUES
        if chance_below(s, 2) == 0:  # … and random side up
            s.face[spot], s.under[spot] = suit, value
        else:
            s.face[spot], s.under[spot] = value, suit


@kernel
def _roll(s):
    """PM-4: everyone rolls, those with equal highest rolls roll again, until one is highest.

    The record has room for so many rows; the last one is thrown until it decides.
    """
    for row in range(ROLL_ROWS):
        for seat in range(MOST_PLAYERS):
            s.rolls[row, seat] = NONE
    s.rows = 0
    highest_before, ties = NONE, 0
    while ties != 1:
        row = min(s.rows, ROLL_ROWS - 1)
        highest, ties = 0, 0
        for seat in range(s.players):
            if s.rows == 0 or s.rolls[s.rows - 1, seat] == highest_before:
                roll = 1 + chance_below(s, DIE_SIDES)
                s.rolls[row, seat] = roll
                if roll > highest:
                    highest, ties, s.to_move = roll, 0, seat
                if roll == highest:
                    ties += 1
            else:
                s.rolls[row, seat] = NONE
        highest_before = highest
        s.rows = row + 1


@kernel
def legal(s, out):
    if s.over:
        return 0
    # No branches within: which spots are free nobody can foretell, the processor neither.
    n = 0
    if s.turned == NONE:
        for spot in range(s.spots):
            out[n] = FLIP + spot
            n += s.face[spot] != NONE  # PM-5, PM-8
        return n
    out[0] = STAY  # PM-11
    n = 1
    for spot in range(s.spots):
        out[n] = MOVE + spot
        n += s.face[spot] == NONE
    return n


@kernel
def apply(s, action):
    if action < STAY:
        _flip(s, action - FLIP)
    else:
        if action != STAY:
            _put(s, action - MOVE)
        s.turned = NONE
        pass_turn(s)


@kernel
def _flip(s, spot):
    s.face[spot], s.under[spot] = s.under[spot], s.face[spot]  # PM-5
    s.seen[spot] = 1  # PM-12
    coin = coin_on(s, spot)
    if s.owner[coin] == s.to_move:  # PM-6
        _take_up(s, spot)
        s.marked[coin] = 1
        s.left[s.to_move] -= 1
        if s.left[s.to_move] == 0:  # PM-9
            s.over = 1
            return
    elif s.flaming:  # PM-10
        s.turned = spot
        return
    pass_turn(s)  # PM-7


@kernel
def coin_on(s, spot):
    """The number of the coin on a spot; both its sides must be known."""
    suit, value = min(s.face[spot], s.under[spot]), max(s.face[spot], s.under[spot])
    return suit * VALUES + value - SUITS


@kernel
def _take_up(s, spot):
    s.face[spot] = s.under[spot] = NONE
    s.seen[spot] = 0


@kernel
def _put(s, spot):
    """PM-11: the turned coin goes to a free spot, and no other coin moves."""
    face, under = s.face[s.turned], s.under[s.turned]
    _take_up(s, s.turned)
    s.face[spot], s.under[spot], s.seen[spot] = face, under, 1


@kernel
def reveals(s, action):
    """To turn a coin shows its other side; that it was seen before does not count, for who
    remembers? To place a turned coin shows nothing."""
    return action < STAY


@kernel
def hide(s, viewer):
    """PM-12: the same undersides are hidden from everyone, whoever looks."""
    for spot in range(s.spots):
        if s.face[spot] != NONE and not s.seen[spot]:
            s.under[spot] = HIDDEN
    wipe_chance(s)


@kernel
def guess(s, viewer, generator):
    """PM-12: nobody knows more than anybody else, so the viewer does not matter here either."""
    undersides.draw(s, generator)
    reseed_chance(s, generator)


@kernel
def returns(s, out):
    for seat in range(s.players):
        out[seat] = 1.0 if s.over and s.left[seat] == 0 else 0.0


register(STATE, __name__, "matchwood.games.piecepack_matches.bot")
