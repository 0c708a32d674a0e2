"""Baguettes for bots and programs: estimates, positions that are alike, numbers, points."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from matchwood.engine.dispatch import KEY_WORDS
from matchwood.engine.encoding import Moves, Plane, clear, seat_at, turn_planes, write_turn
from matchwood.engine.game import State
from matchwood.engine.jit import kernel
from matchwood.games.baguettes.pieces import LARGEST
from matchwood.games.baguettes.rules import (
    DROP_HAND,
    DROP_ROD,
    DROP_STICK,
    PIERCE,
    PLANT,
    PULL,
    SIDE,
    SWAP,
    WELLS,
    channels_in,
    every,
    supported,
)

# What bots know of Baguettes beyond its rules.

IN_HAND, AS_ROD, UPRIGHT, MAY_PULL = 0.59, 0.62, 0.42, 0.32
"""Weights of a stick for how long a colour lasts, by its place, and of being able to pull (BG-8).

A logistic regression on random games: the odds to win grow with the exponential of the sum. An
upright stick is worth less, since its hold may be pulled away.
"""

ROLLOUT = 8
"""Random moves before an estimate, which show what pulls will bring down: with so many before the
estimate, a search won 10 of 10 games against one of as many iterations without."""


@kernel
def estimate(s, out):
    """Share the win by how long each colour will last, judged by its sticks and where they are."""
    total = 0.0
    for colour in range(s.colours):
        total += _strength(s, colour)
    for seat in range(s.players):
        out[seat] = _strength(s, s.colour[seat]) / total * s.colours / s.players


@kernel
def senseless(s, action):
    """BG-7: to plant a stick where no rod crosses the well, so that it disappears at once."""
    return PLANT <= action < PULL and not supported(s, every(s.rods)) >> (action - PLANT) & 1


@kernel
def _strength(s, colour):
    upright = _count(s.upright[colour])
    lasts = AS_ROD * _count(s.rods[colour]) + UPRIGHT * upright + MAY_PULL * (upright > 1)
    for seat in range(s.players):
        if s.colour[seat] == colour:
            lasts += IN_HAND * s.hands[seat]
    return math.exp(lasts)


@kernel
def _count(places):
    sticks = 0
    while places:
        places &= places - 1  # one bit less
        sticks += 1
    return sticks


# Which positions of two players are alike, for the solver.
#
# The rules only ask which wells a channel crosses. So the rows may be put in any order, and the
# columns too, with their channels: not only a block's mirror images are alike. Rows and columns
# cannot be exchanged, since the levels along x come first. Nor does it matter which colour is
# whose (BG-4), only whose turn it is; and sticks out of the game are forgotten (BG-10).
#
# A place is a digit: 0 free, 1 the mover's, 2 the other's. Read one after the other, columns first,
# the digits of the block are a number; the order that makes it smallest names the position.
#
# Who played last (BG-16) is part of the name where the game can hang on it: where nobody has a
# stick in hand and the mover has fewer than two upright, so must take one out (BG-14). Elsewhere
# someone will have played before the last colours can go out together:
# - The mover can pull with two upright sticks, and plant with one in hand unless all wells are
#   full.
# - If not, and a well is free or becomes free as the mover takes a stick out, whoever has one in
#   hand can plant it as their turn comes, and is not out until then.
# - If all wells are and stay full, three of the four or more are the other's, who can pull.

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


# Baguettes as numbers. Only the channels and wells that a block has are counted: channels level
# by level, wells row by row. Colours are counted from the viewer's own clockwise, like seats.


def planes(s: State) -> list[Plane]:
    players, colours = int(s.players), int(s.colours)
    return [
        *turn_planes(s),
        Plane("rods", (colours, int(channels(s))), "by colour: 1 at channels with a rod of it"),
        Plane("sticks", (colours, int(wells(s))), "by colour: 1 at wells with a stick of it"),
        Plane("hands", (players,), "sticks in hand, as a share of those that a colour has"),
        Plane("out", (colours,), "sticks out of the game, as a share of those that a colour has"),
        Plane("last", (colours,), "1 at the colour that last pierced, planted or pulled"),
    ]


def moves(s: State) -> list[Moves]:
    through, upright = int(channels(s)), int(wells(s))
    return [
        Moves("pierce", (through,), "push a stick through a channel"),
        Moves("plant", (upright,), "put a stick upright into a well"),
        Moves("pull", (through,), "pull the rod out of a channel; it goes to a hand"),
        Moves("swap", (through, upright), "pull a rod; it replaces your stick in a well"),
        Moves("drop-hand", (1,), "take a stick in hand out of the game"),
        Moves("drop-stick", (upright,), "take your stick in a well out of the game"),
        Moves("drop-rod", (through,), "take your rod in a channel out of the game"),
    ]


@kernel
def wells(s):
    return np.int64(s.width) * s.depth


@kernel
def channels(s):
    return before_level(s, s.levels)


@kernel
def before_level(s, level):
    """The number of channels of the levels above one; they run along x and along y in turn."""
    return (np.int64(level) + 1) // 2 * s.depth + np.int64(level) // 2 * s.width


@kernel
def dense_channel(s, channel):
    """A channel of the rules, counted without those that the block has not."""
    return before_level(s, channel // SIDE) + channel % SIDE


@kernel
def sparse_channel(s, number):
    level = 0
    while number >= channels_in(s, level):
        number -= channels_in(s, level)
        level += 1
    return SIDE * level + number


@kernel
def dense_well(s, well):
    return well // SIDE * np.int64(s.width) + well % SIDE


@kernel
def sparse_well(s, number):
    return number // np.int64(s.width) * SIDE + number % np.int64(s.width)


@kernel
def encode(s, viewer, out):
    clear(out)
    at = write_turn(s, viewer, out)
    through, upright = channels(s), wells(s)
    most = np.int64(s.dealt) * s.players // s.colours
    own = np.int64(s.colour[max(viewer, 0)])
    hands = at + s.colours * (through + upright)
    for places in range(s.colours):
        colour = (own + places) % s.colours
        for channel in range(through):
            out[at] = s.rods[colour] >> sparse_channel(s, channel) & 1
            at += 1
    for places in range(s.colours):
        colour = (own + places) % s.colours
        for well in range(upright):
            out[at] = s.upright[colour] >> sparse_well(s, well) & 1
            at += 1
        out[hands + s.players + places] = s.out[colour] / most
        out[hands + s.players + s.colours + places] = s.last_played == colour
    for places in range(s.players):
        out[hands + places] = s.hands[seat_at(s, viewer, places)] / most


@kernel
def number(s, action):
    through, upright = channels(s), wells(s)
    action = np.int64(action)
    if action < PLANT:
        return dense_channel(s, action - PIERCE)
    if action < PULL:
        return through + dense_well(s, action - PLANT)
    if action < SWAP:
        return through + upright + dense_channel(s, action - PULL)
    swap = 2 * through + upright
    if action < DROP_HAND:
        channel, well = (action - SWAP) // WELLS, (action - SWAP) % WELLS
        return swap + dense_channel(s, channel) * upright + dense_well(s, well)
    drop = swap + through * upright
    if action == DROP_HAND:
        return drop
    if action < DROP_ROD:
        return drop + 1 + dense_well(s, action - DROP_STICK)
    return drop + 1 + upright + dense_channel(s, action - DROP_ROD)


@kernel
def numbered(s, number):
    through, upright = channels(s), wells(s)
    number = np.int64(number)
    if number < through:
        return PIERCE + sparse_channel(s, number)
    number -= through
    if number < upright:
        return PLANT + sparse_well(s, number)
    number -= upright
    if number < through:
        return PULL + sparse_channel(s, number)
    number -= through
    if number < through * upright:
        channel, well = number // upright, number % upright
        return SWAP + sparse_channel(s, channel) * WELLS + sparse_well(s, well)
    number -= through * upright
    if number == 0:
        return np.int64(DROP_HAND)
    number -= 1
    if number < upright:
        return DROP_STICK + sparse_well(s, number)
    return DROP_ROD + sparse_channel(s, number - upright)


# What is counted in many games of Baguettes.

COMPARED = (
    *({"players": players} for players in (2, 3, 4)),
    {"players": 4, "teams": True},
    *({"size": (side, side, side)} for side in (3, 4, 5, 6)),
    *({"sticks": sticks} for sticks in (5, 16)),
)


def scores(states: np.ndarray) -> np.ndarray:
    """The sticks of each seat's colour that are not out of the game; partners have the same."""
    seats = int(states["players"][0])
    colours = states["colour"][:, :seats]
    games = np.arange(len(states))[:, None]
    dealt = states["dealt"][:, None] * (seats // states["colours"][:, None])
    return np.asarray(dealt - states["out"][games, colours], np.int64)


def kind(s: State, move: str) -> str:
    """The kind of a move: into a level, onto a rod, back to the hand, into a well, or out."""
    verb, _, place = move.partition(" ")
    match verb:
        case "pierce":
            return f"pierces level {place[0]}"
        case "plant":
            return "plants a stick"
        case "pull":
            return "pulls and exchanges a stick" if ">" in place else "pulls into the hand"
        case _:
            return "takes a stick out"
