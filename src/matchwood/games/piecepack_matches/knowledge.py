"""What bots know of Matches beyond its rules.

Two players are in a race that can be solved if it is simplified: each of them has tiles whose
coins were seen, which they can mark whenever they like, and tiles whose coins were not. To turn a
coin that was never seen marks a tile, or shows the other player one of theirs. `FORECAST` is who
wins this race when both play it perfectly.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from matchwood.engine.kernels import kernel
from matchwood.engine.luck import MASK, word
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE, SPOTS, TILES
from matchwood.games.piecepack_matches.rules import FLIP, STAY, coin_on

RACERS = 2
EACH = TILES // RACERS
LOOKS = 4
"""The sides that are up help to find a coin of one's own as if one might turn so many for one.

Counted: where a fifth, two or three fifths of the coins never seen were theirs, bots that turned
one of these found their own 62, 87 and 95 times in 100. Four looks would find 59, 87 and 97.
"""
EAGER = 0.1
"""How much of the estimate is for having few tiles left: who wins anyway should not dawdle."""
KNOWN, UNKNOWN = 1.0, 2.0
"""How many turns it takes to mark a tile whose coin was seen, or never seen; for more players."""
TURN = 0.5
"""How many turns it saves to be the next to play."""
SPREAD = 1.5
"""By how many turns the forecast for more players is usually wrong."""


def _hits(mine: int, theirs: int) -> float:
    """How likely the best coin to turn is mine, when so many were never seen."""
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
    """Who will be the first to mark all tiles, judged by those left and which coins are known.

    It reads the undersides of coins that were seen, and no others.
    """
    for seat in range(s.players):
        out[seat] = 0.0
    for spot in range(SPOTS):
        if s.face[spot] != NONE and s.seen[spot]:
            out[s.owner[coin_on(s, spot)]] += 1.0
    # A coin that is still to be placed changes nothing: the turn has as good as passed.
    next_to_turn = s.to_move if s.turned == NONE else (s.to_move + 1) % s.players
    if s.players == RACERS:
        _race(s, next_to_turn, out)
    else:
        _compare(s, next_to_turn, out)


@kernel
def _race(s, mover, out):
    other = 1 - mover
    known, their_known = np.int64(out[mover]), np.int64(out[other])
    unknown, their_unknown = s.left[mover] - known, s.left[other] - their_known
    forecast = FORECAST[known, unknown, their_known, their_unknown]
    ahead = s.left[other] / (s.left[mover] + s.left[other])
    out[mover] = (1.0 - EAGER) * forecast + EAGER * ahead
    out[other] = 1.0 - out[mover]


@kernel
def _compare(s, mover, out):
    """Who needs the fewest turns."""
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
def outcome(s, action):
    """Whose tile a turned coin matches if it is still there: that is who takes it next."""
    if action >= STAY or s.face[action - FLIP] == NONE:
        return np.int64(0)
    return np.int64(1 + s.owner[coin_on(s, action - FLIP)])


@kernel
def forget(s, memory, luck):
    """Lose track of some of the coins that were seen, but for the one that was turned just now."""
    for spot in range(SPOTS):
        if s.seen[spot] and spot != s.turned and word(luck) > memory * MASK:
            s.seen[spot] = 0
            s.under[spot] = HIDDEN
