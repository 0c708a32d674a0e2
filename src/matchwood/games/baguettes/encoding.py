"""Baguettes as numbers. Only the channels and wells that a block has are counted: channels level
by level, wells row by row. Colours are counted from the viewer's own clockwise, like seats."""

from __future__ import annotations

import numpy as np

from matchwood.engine.encoding import Moves, Plane, clear, seat_at, turn_planes, write_turn
from matchwood.engine.game import State
from matchwood.engine.jit import kernel
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
)


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
    """How many channels the levels above one have; they run along x and along y in turn."""
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
