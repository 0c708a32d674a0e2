"""Baguettes: the rules, compiled.

Source: the printed French rules, whose title is lost; numbers such as BG-8 refer to the rulebook.
Options: `players` (2, 3, 4), `teams`, `size` (W x D x L, each 2 to 6), `sticks` per player.

The record, by colour: `rods`, one bit for each channel that holds a stick of that colour;
`upright`, one bit for each well that does; `out`, how many are out of the game. By seat: `hands`,
and `colour`; in teams those who sit opposite have the same. `last_played` is the colour that last
pierced, planted or pulled, for games that leave nobody a stick (BG-16).
Whatever the size of the block, the bits lie as in the largest one:

    well = SIDE * y + x                      channel = SIDE * level + number

      x   0   1   2   3 …                      number   0   1   2   3 …
    y 0 | 0 | 1 | 2 | 3 |           level A  (along x)  0 | 1 | 2 | 3 |    the number is y
      1 | 6 | 7 | 8 | 9 |           level B  (along y)  6 | 7 | 8 | 9 |    the number is x

How deep a stick stands need not be kept. It fills its well above the rod it stands on, so no rod
can be there: every upright stick stands on the highest rod that crosses its well (BG-3). When
rods go, sticks sink by themselves; only those left without a rod have to be taken out.

Actions:   PIERCE + channel                 push a stick through the channel
           PLANT + well                     put a stick upright into the well
           PULL + channel                   pull the rod; it goes to a hand
           SWAP + channel * WELLS + well    pull the rod; it replaces your stick in the well
           DROP_HAND, DROP_STICK + well, DROP_ROD + channel       take a stick out of the game
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.dispatch import pass_turn, register, state_type
from matchwood.engine.jit import kernel
from matchwood.engine.rng import chance_below, reseed_chance, start_chance, wipe_chance
from matchwood.games.baguettes.pieces import LARGEST

SIDE = LEVELS = LARGEST
WELLS = SIDE * SIDE
CHANNELS = LEVELS * SIDE
MOST_SEATS = MOST_COLOURS = 4
TEAMS = 2
MOST_STICKS = 16
NONE = -1

DEALT = {2: 10, 3: 7, 4: 5}
"""BG-4: sticks per player, out of the box of BG-1."""

PIERCE = 0
PLANT = PIERCE + CHANNELS
PULL = PLANT + WELLS
SWAP = PULL + CHANNELS
DROP_HAND = SWAP + CHANNELS * WELLS
DROP_STICK = DROP_HAND + 1
DROP_ROD = DROP_STICK + WELLS

# Each channel is free or has one swap for each well at most, and only where a stick of yours
# stands in every well are there that many; so no free well comes on top.
MOST_ACTIONS = CHANNELS * WELLS

# 64 bits wide even where Python runs the rules, and so is all that is made of it
BIT = np.int64(1)
NOTHING = np.int64(0)
LEVEL = (BIT << SIDE) - 1
"""The bits of one level's channels."""

ROW = (BIT << SIDE) - 1
COLUMN = NOTHING + sum(1 << SIDE * y for y in range(SIDE))


def _crossed_by(rods: int, first: int, step: int) -> int:
    return sum(first << step * number for number in range(SIDE) if rods >> number & 1)


CROSSED = np.array(
    [
        [_crossed_by(rods, int(ROW), SIDE) for rods in range(2**SIDE)],
        [_crossed_by(rods, int(COLUMN), 1) for rods in range(2**SIDE)],
    ],
    np.int64,
)
"""The wells that a level's rods cross: levels A, C, E run along x, levels B, D, F along y."""


def most_moves(sticks, levels):
    """BG-17: no game with so many sticks in all, on so many levels, is longer than this.

    The proof is in docs/documents.md.
    """
    return sticks * (2 * levels + 1)


MOST_MOVES = most_moves(MOST_SEATS * MOST_STICKS, LEVELS)

STATE = state_type(
    "baguettes",
    [
        ("rods", "i8", (MOST_COLOURS,)),
        ("upright", "i8", (MOST_COLOURS,)),
        ("hands", "i1", (MOST_SEATS,)),
        ("out", "i1", (MOST_COLOURS,)),
        ("colour", "i1", (MOST_SEATS,)),
        ("colours", "i1"),
        ("last_played", "i1"),
        ("width", "i1"),
        ("depth", "i1"),
        ("levels", "i1"),
        ("dealt", "i1"),
    ],
)


def configure(s, players, teams, size, sticks):
    """Write the options into a blank record, for `setup` to deal from."""
    s.players = players
    s.colours = TEAMS if teams else players
    for seat in range(players):
        s.colour[seat] = seat % s.colours  # BG-4
    s.width, s.depth, s.levels = size
    s.dealt = DEALT[players] if sticks is None else sticks


@kernel
def setup(s):
    start_chance(s)
    s.over = 0
    for colour in range(MOST_COLOURS):
        s.rods[colour] = s.upright[colour] = s.out[colour] = 0
    for seat in range(MOST_SEATS):
        s.hands[seat] = s.dealt if seat < s.players else 0  # BG-4
    s.to_move = chance_below(s, s.players)  # BG-5
    s.last_played = NONE


@kernel
def channels_in(s, level):
    """BG-2: a level along x has a channel for every row, one along y for every column."""
    return s.width if level % 2 else s.depth


@kernel
def crossed(rods, level):
    """BG-3: the wells that the rods of one level cross."""
    return CROSSED[level % 2, rods >> SIDE * level & LEVEL]


@kernel
def supported(s, rods):
    """The wells that any of the rods crosses: a stick in another one finds no hold."""
    wells = NOTHING
    for level in range(s.levels):
        wells |= crossed(rods, level)
    return wells


@kernel
def every(by_colour):
    """The places that sticks of any colour take."""
    places = NOTHING
    for colour in range(MOST_COLOURS):
        places |= by_colour[colour]
    return places


@kernel
def legal(s, out):
    if s.over:
        return 0
    n = 0
    if s.hands[s.to_move] > 0:
        n = _pierces(s, out)
        n = _plants(s, out, n)
    mine = s.upright[s.colour[s.to_move]]
    if mine & (mine - 1):  # BG-8: at least two bits are set
        n = _pulls(s, mine, out, n)
    if n == 0:
        n = _drops(s, mine, out)  # BG-14
    return n


@kernel
def _pierces(s, out):
    rods, upright = every(s.rods), every(s.upright)
    above, n = NOTHING, 0
    for level in range(s.levels):
        for number in range(channels_in(s, level)):
            channel = SIDE * level + number
            # BG-6: a stick without a rod above this level fills its well here, unless it stands
            # on a rod of this very level; then the channel is not free.
            blocked = crossed(BIT << channel, level) & upright & ~above
            if not blocked and not rods >> channel & 1:
                out[n] = PIERCE + channel
                n += 1
        above |= crossed(rods, level)
    return n


@kernel
def _plants(s, out, n):
    upright = every(s.upright)
    for y in range(s.depth):
        for x in range(s.width):
            well = SIDE * y + x
            if not upright >> well & 1:  # BG-7
                out[n] = PLANT + well
                n += 1
    return n


@kernel
def _pulls(s, mine, out, n):
    rods, hanging = every(s.rods), every(s.upright)
    for level in range(s.levels):
        standing = hanging & crossed(rods, level)
        for number in range(channels_in(s, level)):
            channel = SIDE * level + number
            pulled = rods & BIT << channel
            if standing & crossed(pulled, level):  # BG-8: at least one stick goes down
                n = _ways_to_pull(s, channel, mine & supported(s, rods & ~pulled), out, n)
        hanging &= ~standing
    return n


@kernel
def _ways_to_pull(s, channel, left, out, n):
    """`left` are those of the mover's upright sticks that do not disappear."""
    own = s.rods[s.colour[s.to_move]] >> channel & 1
    if own or not left:  # BG-11, BG-13
        out[n] = PULL + channel
        return n + 1
    for well in range(SIDE * s.depth):
        out[n] = SWAP + channel * WELLS + well
        n += left >> well & 1  # BG-12
    return n


@kernel
def _drops(s, mine, out):
    rods = s.rods[s.colour[s.to_move]]
    n = 0
    if s.hands[s.to_move] > 0:
        out[n] = DROP_HAND
        n += 1
    for well in range(WELLS):
        if mine >> well & 1:
            out[n] = DROP_STICK + well
            n += 1
    for channel in range(CHANNELS):
        if rods >> channel & 1:
            out[n] = DROP_ROD + channel
            n += 1
    return n


@kernel
def apply(s, action):
    mine = s.colour[s.to_move]
    if action < PLANT:  # BG-6
        s.hands[s.to_move] -= 1
        s.rods[mine] |= BIT << (action - PIERCE)
    elif action < PULL:  # BG-7
        s.hands[s.to_move] -= 1
        s.upright[mine] |= BIT << (action - PLANT)
    elif action < SWAP:
        _pull(s, action - PULL)
    elif action < DROP_HAND:
        _swap(s, (action - SWAP) // WELLS, (action - SWAP) % WELLS)
    else:
        _drop(s, mine, action)
    if action < DROP_HAND:
        s.last_played = mine  # BG-16: who must take a stick out passes
    _take_out_fallen(s)
    _next_player(s)


@kernel
def owner_of(s, channel):
    """The colour of a rod."""
    colour = 0
    while not s.rods[colour] >> channel & 1:
        colour += 1
    return colour


@kernel
def _pull(s, channel):
    owner = owner_of(s, channel)
    s.rods[owner] &= ~(BIT << channel)
    s.hands[receiver(s, owner)] += 1


@kernel
def receiver(s, owner):
    """The seat that is handed a pulled stick of that colour, if it goes to a hand."""
    if owner == s.colour[s.to_move]:  # BG-11
        return np.int64(s.to_move)
    if s.colours < s.players:  # BG-13, in teams
        return (np.int64(s.to_move) + s.players - 1) % s.players
    return np.int64(owner)  # BG-13


@kernel
def _swap(s, channel, well):
    """BG-12: the rod takes the place of an upright stick, which goes to the mover's hand."""
    mine, owner = s.colour[s.to_move], owner_of(s, channel)
    s.rods[owner] &= ~(BIT << channel)
    s.upright[owner] |= BIT << well
    s.upright[mine] &= ~(BIT << well)
    s.hands[s.to_move] += 1


@kernel
def _drop(s, mine, action):
    """BG-14: from hand, from a well, or out of a channel."""
    s.out[mine] += 1
    if action == DROP_HAND:
        s.hands[s.to_move] -= 1
    elif action < DROP_ROD:
        s.upright[mine] &= ~(BIT << (action - DROP_STICK))
    else:
        s.rods[mine] &= ~(BIT << (action - DROP_ROD))


@kernel
def _take_out_fallen(s):
    """BG-9, BG-10: sticks whose well no rod crosses any more are out of the game."""
    wells = supported(s, every(s.rods))
    for colour in range(s.colours):
        fallen = s.upright[colour] & ~wells
        s.upright[colour] &= wells
        while fallen:
            fallen &= fallen - 1  # one bit less
            s.out[colour] += 1


@kernel
def can_play(s, seat):
    """BG-15: whether a seat has a stick in hand, or one of its colour is on the block."""
    colour = s.colour[seat]
    return s.hands[seat] > 0 or s.rods[colour] | s.upright[colour] != 0


@kernel
def last_colour(s):
    """BG-16: the only colour not out; who last played if none is left, or NONE if several are."""
    last = np.int64(NONE)
    for seat in range(s.players):
        if can_play(s, seat):
            if last != NONE and last != s.colour[seat]:
                return NONE
            last = np.int64(s.colour[seat])
    return np.int64(s.last_played) if last == NONE else last


@kernel
def _next_player(s):
    if last_colour(s) != NONE:
        s.over = 1
        return
    pass_turn(s)  # BG-5
    while not can_play(s, s.to_move):  # BG-15
        pass_turn(s)


@kernel
def reveals(s, action):
    """BG-5: nothing does."""
    return False


@kernel
def hide(s, viewer):
    """BG-5: all is open to all; only the chance stream, spent on the lot, is secret."""
    wipe_chance(s)


@kernel
def is_open(s):
    """BG-5."""
    return True


@kernel
def guess(s, viewer, generator):
    reseed_chance(s, generator)


@kernel
def returns(s, out):
    winner = last_colour(s) if s.over else NONE
    for seat in range(s.players):
        out[seat] = s.colours / s.players if s.colour[seat] == winner else 0.0


register(STATE, __name__, "matchwood.games.baguettes.bot")
