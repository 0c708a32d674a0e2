"""Matches for bots and programs: estimates, numbers, points."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.encoding import (
    Moves,
    Plane,
    clear,
    distance,
    seat_at,
    turn_planes,
    write_turn,
)
from matchwood.engine.game import State
from matchwood.engine.jit import kernel
from matchwood.engine.rng import MASK, word
from matchwood.games.piecepack_matches.pieces import (
    FLAMING_SPOTS,
    HIDDEN,
    NONE,
    SIDES,
    SUITS,
    TILES,
    VALUES,
)
from matchwood.games.piecepack_matches.rules import DIE_SIDES, FLIP, ROLL_ROWS, STAY, coin_on
from matchwood.games.piecepack_matches.rules.undersides import DIGIT, margins

# What bots know of Matches beyond its rules.
#
# Two players are in a race that can be solved if it is simplified: each of them has tiles whose
# coins were seen, which they can mark whenever they like, and tiles whose coins were not. To turn a
# coin that was never seen marks a tile, or shows the other player one of theirs. `FORECAST` is who
# wins this race when both play it perfectly.

RACERS = 2
EACH = TILES // RACERS
LOOKS = 4
"""The sides that are up help to find a coin of one's own as if one might turn so many for one.

Counted: where a fifth, two or three fifths of the coins never seen were theirs, bots that turned
one of these found their own 62, 87 and 95 times in 100. Four looks would find 59, 87 and 97.
"""
EAGER = 0.1
"""The part of the estimate for having few tiles left: who wins anyway should not dawdle."""
RARE = 1e-6
"""The least share: a win that is thought impossible may only be unlikely."""
KNOWN, UNKNOWN = 1.0, 2.0
"""Turns that it takes to mark a tile whose coin was seen, or never seen; for more players."""
TURN = 0.5
"""Turns that it saves to be the next to play."""
SPREAD = 1.5
"""By how many turns the forecast for more players is usually wrong."""


def _hits(mine: int, theirs: int) -> float:
    """The chance that the best coin to turn is mine, when so many were never seen."""
    return 1.0 - (theirs / (mine + theirs)) ** LOOKS


@cache
def _wins(known: int, unknown: int, their_known: int, their_unknown: int) -> float:
    """The chance of the player to move, by the tiles that both have left."""
    if known + unknown == 0:
        return 1.0
    if their_known + their_unknown == 0:
        return 0.0
    ways = []
    if known:
        ways.append(_lasts(their_known, their_unknown, known - 1, unknown))
    if unknown + their_unknown:
        hits, chance = _hits(unknown, their_unknown), 0.0
        if unknown:
            chance += hits * _lasts(their_known, their_unknown, known, unknown - 1)
        if hits < 1:
            chance += (1 - hits) * _lasts(their_known + 1, their_unknown - 1, known, unknown)
        ways.append(chance)
    return max(ways)


def _lasts(known: int, unknown: int, my_known: int, my_unknown: int) -> float:
    """My chance once the turn has passed to a player with so many tiles left."""
    return 1.0 if my_known + my_unknown == 0 else 1 - _wins(known, unknown, my_known, my_unknown)


def _forecast() -> np.ndarray:
    sizes = range(EACH + 1)
    return np.array(
        [
            [
                [
                    [_wins(a, u, b, w) if max(a + u, b + w) <= EACH else 0.0 for w in sizes]
                    for b in sizes
                ]
                for u in sizes
            ]
            for a in sizes
        ]
    )


FORECAST = _forecast()
"""The chance of the player to move, by the tiles left: their own with coins seen and never seen,
then the other's."""


@kernel
def estimate(s, out):
    """Share the win by who will be the first to mark all tiles, judged by what is left and known.

    It reads the undersides of coins that were seen, and no others.
    """
    for seat in range(s.players):
        out[seat] = 0.0
    for spot in range(s.spots):
        if s.face[spot] != NONE and s.seen[spot]:
            out[s.owner[coin_on(s, spot)]] += 1.0
    # A coin that is still to be placed changes nothing: the turn has as good as passed.
    next_to_turn = s.to_move if s.turned == NONE else (s.to_move + 1) % s.players
    if s.players == RACERS:
        other = 1 - next_to_turn
        mine, theirs = np.int64(out[next_to_turn]), np.int64(out[other])
        left, their_left = np.int64(s.left[next_to_turn]), np.int64(s.left[other])
        out[next_to_turn] = _race(mine, left, theirs, their_left)
        out[other] = 1.0 - out[next_to_turn]
    else:
        _compare(s, next_to_turn, out)


@kernel
def _race(known, left, their_known, their_left):
    """The share of the player to move, by the coins seen and the tiles left of both."""
    forecast = FORECAST[known, left - known, their_known, their_left - their_known]
    return (1.0 - EAGER) * forecast + EAGER * their_left / (left + their_left)


@kernel
def _compare(s, mover, out):
    """Share the win by who needs the fewest turns."""
    total = 0.0
    for seat in range(s.players):
        turns = UNKNOWN * s.left[seat] - (UNKNOWN - KNOWN) * out[seat]
        if seat == mover:
            turns -= TURN
        out[seat] = math.exp(-turns / SPREAD)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@kernel
def weigh(s, actions, n, room, shares, out):
    """The mover's share after each action.

    What a guess has under a coin is not looked at, or bots would seem to see through the coins:
    two players turn a coin never seen with a chance that they could work out themselves.
    """
    if s.players != RACERS or s.turned != NONE:
        dispatch.try_each(s, actions, n, room, shares, out)
        return
    unseen, _, _ = margins(s)
    mover, mine, theirs = np.int64(s.to_move), 0, 0
    for spot in range(s.spots):
        if s.face[spot] != NONE and s.seen[spot]:
            is_mine = s.owner[coin_on(s, spot)] == mover
            mine += is_mine
            theirs += not is_mine
    left, their_left = np.int64(s.left[mover]), np.int64(s.left[1 - mover])
    shown, unseen_by_side = shown_sides(s), _by_side(unseen)
    for choice in range(n):
        spot, first = actions[choice] - FLIP, _first_alike(s, actions, choice)
        if first < choice:
            out[choice] = out[first]
            continue
        known = s.seen[spot] != 0
        if known:
            hits = np.float64(s.owner[coin_on(s, spot)] == mover)
        else:
            hits = _mine(s, np.int64(s.face[spot]), unseen, shown, unseen_by_side)
        out[choice] = 0.0
        if hits > 0:
            after = 1.0 - _race(theirs, their_left, mine - known, left - 1) if left > 1 else 1.0
            out[choice] += hits * after
        if hits < 1:
            out[choice] += (1 - hits) * (1 - _race(theirs + (not known), their_left, mine, left))


@kernel
def _first_alike(s, actions, choice):
    """The first of the actions that is as good as this one."""
    kind, first = _kind(s, actions[choice] - FLIP), 0
    while _kind(s, actions[first] - FLIP) != kind:
        first += 1
    return first


@kernel
def _kind(s, spot):
    """Coins never seen that show the same side are all as good, and so are those that one player
    takes next."""
    return SIDES + s.owner[coin_on(s, spot)] if s.seen[spot] else s.face[spot]


@kernel
def _mine(s, face, unseen, shown, unseen_by_side):
    """The chance that a coin never seen is the mover's, by the side that is up.

    A coin of this suit is the less likely the one, the more of those of its value show that
    value; and the other way round.
    """
    total, mine = 0.0, 0.0
    for other in range(SUITS, SIDES) if face < SUITS else range(SUITS):
        coin = coin_of(face, other)
        if unseen >> coin & 1:
            likely = 1.0 - digit(shown, other) / digit(unseen_by_side, other) + RARE
            total += likely
            mine += likely * (s.owner[coin] == s.to_move)
    return mine / total


@kernel
def coin_of(side, other):
    """The number of the coin with these two sides."""
    return min(side, other) * VALUES + max(side, other) - SUITS


@kernel
def shown_sides(s):
    """The number of coins never turned that show each side, as digits."""
    shown = 0
    for spot in range(s.spots):
        if s.face[spot] != NONE and not s.seen[spot]:
            shown += 1 << DIGIT * np.int64(s.face[spot])
    return shown


@kernel
def _by_side(coins):
    """The number of a set of coins that have each side, as digits."""
    number = 0
    for coin in range(TILES):
        if coins >> coin & 1:
            number += (1 << DIGIT * (coin // VALUES)) + (1 << DIGIT * (SUITS + coin % VALUES))
    return number


@kernel
def digit(digits, side):
    return digits >> DIGIT * side & 0xF


@kernel
def outcome(s, action):
    """Owner of the tile that a turned coin matches if it is still there: who takes it next."""
    if action >= STAY or s.face[action - FLIP] == NONE:
        return np.int64(0)
    return np.int64(1 + s.owner[coin_on(s, action - FLIP)])


@kernel
def forget(s, memory, generator):
    """Lose track of some of the coins that were seen, but for the one that was turned just now."""
    for spot in range(s.spots):
        if s.seen[spot] and spot != s.turned and word(generator) > memory * MASK:
            s.seen[spot] = 0
            s.under[spot] = HIDDEN


# Matches as numbers. Spots and tiles stand in the order of the record, sides of coins as text
# writes them: the four suits, then the six values.


def planes(s: State) -> list[Plane]:
    players, spots = int(s.players), int(s.spots)
    return [
        *turn_planes(s),
        Plane("up", (spots, SIDES), "by spot: 1 at what its coin shows; no coin, no 1"),
        Plane("under", (spots, SIDES), "by spot: 1 at what is under its coin, if it was seen"),
        Plane("seen", (spots,), "1 where a coin lies that was turned over before"),
        Plane("turned", (spots,), "1 at the turned coin that is to be placed"),
        Plane("owner", (TILES, players), "by tile: 1 at whose it is"),
        Plane("marked", (TILES,), "1 at tiles with their coin on them"),
        Plane("left", (players,), "tiles still unmarked, as a share of those that were dealt"),
        Plane("rolls", (ROLL_ROWS, players), "dice for who starts, a sixth a pip; -1: no roll"),
    ]


def moves(s: State) -> list[Moves]:
    flips = Moves("flip", (int(s.spots),), "turn the coin on a spot over")
    if not s.flaming:
        return [flips]
    return [
        flips,
        Moves("stay", (1,), "leave the turned coin where it lies"),
        Moves("move", (int(s.spots),), "put the turned coin on a spot that is free"),
    ]


@kernel
def encode(s, viewer, out):
    clear(out)
    up = write_turn(s, viewer, out)
    spots = int(s.spots)  # Uncompiled, bytes would overflow.
    under = up + spots * SIDES
    seen = under + spots * SIDES
    for spot in range(spots):
        if s.face[spot] >= 0:
            out[up + spot * SIDES + s.face[spot]] = 1.0
        if s.under[spot] >= 0:
            out[under + spot * SIDES + s.under[spot]] = 1.0
        out[seen + spot] = s.seen[spot]
    turned = seen + spots
    if s.turned >= 0:
        out[turned + s.turned] = 1.0
    owner = turned + spots
    marked = owner + TILES * s.players
    for tile in range(TILES):
        out[owner + tile * s.players + distance(s, viewer, s.owner[tile])] = 1.0
        out[marked + tile] = s.marked[tile]
    left = marked + TILES
    rolls = left + s.players
    for places in range(s.players):
        seat = seat_at(s, viewer, places)
        out[left + places] = s.left[seat] * s.players / TILES
        for row in range(s.rows):
            roll = s.rolls[row, seat]
            out[rolls + row * s.players + places] = roll / DIE_SIDES if roll >= 0 else -1.0


assert STAY == FLAMING_SPOTS, "actions have no gaps, so they are their own numbers"


# What is counted in many games of Matches.

COMPARED = (
    *({"players": players} for players in (2, 3, 4, 6)),
    *({"flaming": flaming} for flaming in (False, True)),
)


def scores(states: np.ndarray) -> np.ndarray:
    """The tiles that each seat has marked."""
    seats = int(states["players"][0])
    return np.asarray(TILES // seats - states["left"][:, :seats].astype(np.int64))


def kind(s: State, move: str) -> str:
    """The kind of a move: a coin seen before or new; in Flaming Matches, what becomes of it."""
    verb, _, spot = move.partition(" ")
    match verb:
        case "flip":
            return "turns a coin seen before" if s.seen[int(spot) - 1] else "turns a new coin"
        case "move":
            return "puts the coin elsewhere"
        case _:
            return "leaves the coin there"
