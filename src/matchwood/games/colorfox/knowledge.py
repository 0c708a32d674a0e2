"""What bots know of Colorfox beyond its rules."""

from __future__ import annotations

import math

import numpy as np

from matchwood.engine.jit import kernel
from matchwood.games.colorfox.pieces import COLOURS
from matchwood.games.colorfox.rules import (
    MOST_OPEN,
    PLACE,
    place_of,
    score,
    swap_action,
    swap_of,
)

STICK, POINT, TURN, TURN_NOW = 0.42, 0.3, 0.15, 1.5
"""What the logarithm of the odds to win grows by: for a stick, whatever its colour; for a point;
and for being the next to place a card.

Logistic regressions on some 6,000 games of greedy players: as long as many sticks are in the
reserve it counts how many one has, since colours can be swapped; points, and the turn, count at
the end.
"""
FADE = 14.0
"""With so many sticks more in the reserve, POINT and TURN_NOW count for less, by the factor e."""
LOOKAHEAD = 6
"""Some two placements of each, with their swaps. Found by games against experts: with it, and no
more time than they take, a search won 58 of 100."""
NO_SWAP = 0


@kernel
def estimate(s, out):
    """Who is ahead in sticks and in points, the swaps of this turn made."""
    left = 0
    for colour in range(COLOURS):
        left += s.reserve[colour]
    now = math.exp(-left / FADE)
    made = _make_swaps(s)
    next_to_place = s.to_move if s.swaps_left == 0 else (s.to_move + 1) % s.players
    total = 0.0
    for seat in range(s.players):
        ahead = POINT * now * score(s, seat)
        for colour in range(COLOURS):
            ahead += STICK * s.sticks[seat, colour]
        if seat == next_to_place:
            ahead += TURN + TURN_NOW * now
        out[seat] = math.exp(ahead)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total
    _take_back(s, made)


@kernel
def label(s, action):
    """A placement is named by its card, not by where in a hand that card is held."""
    if action < PLACE:
        return np.int64(action)
    slot, cell = place_of(action)
    return PLACE + np.int64(s.hands[s.to_move, slot]) * MOST_OPEN + cell


@kernel
def _make_swaps(s):
    """Make the swaps that are left, the best one each time; which they were, packed."""
    made = np.int64(NO_SWAP)
    for _ in range(s.swaps_left):
        swap = _best_swap(s)
        if swap == NO_SWAP:
            break
        give, seat, take = swap_of(swap)
        _exchange(s, give, seat, take)
        made = made * swap_action(COLOURS, 0, 0) + swap
    return made


@kernel
def _take_back(s, made):
    while made != NO_SWAP:
        give, seat, take = swap_of(made % swap_action(COLOURS, 0, 0))
        _exchange(s, take, seat, give)
        made //= swap_action(COLOURS, 0, 0)


@kernel
def _exchange(s, give, seat, take):
    s.sticks[s.to_move, give] -= 1
    s.sticks[seat, give] += 1
    s.sticks[seat, take] -= 1
    s.sticks[s.to_move, take] += 1


@kernel
def _best_swap(s):
    """The swap that moves the mover farthest ahead of the others, or NO_SWAP if none helps."""
    best, most = NO_SWAP, 0.0
    for seat in range(s.players):
        if seat == s.to_move:
            continue
        for give in range(COLOURS):
            for take in range(COLOURS):
                if give != take and s.sticks[s.to_move, give] and s.sticks[seat, take]:
                    gain = _gain(s.sticks[s.to_move], give, take)
                    gain -= _gain(s.sticks[seat], take, give) / (s.players - 1)
                    if gain > most:
                        best, most = swap_action(give, seat, take), gain
    return best


@kernel
def _gain(sticks, give, take):
    """How many points more these sticks score with one of a colour given for one of another.

    As in `score`, a stick counts 1 for itself and 1 for each colour with more of its own.
    """
    points = 0
    for colour in range(COLOURS):
        own = sticks[colour]
        if colour != give:
            points -= own >= sticks[give]
        if colour != take:
            points += own - (colour == give) > sticks[take]
    return points
