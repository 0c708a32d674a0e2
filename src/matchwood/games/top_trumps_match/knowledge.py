"""What bots know of Top Trumps Match beyond its rules."""

from __future__ import annotations

import math

import numpy as np

from matchwood.engine.kernels import kernel
from matchwood.games.top_trumps_match.cubes import FACES
from matchwood.games.top_trumps_match.rules import (
    CARD_POINTS,
    HAND,
    LINES,
    MOST_POINTS,
    NONE,
    PLAIN_POINTS,
    SIZE,
    WIN,
)

GROWTH = np.array([0.0, 0.0, 0.05, 0.25, 0.8, 0.0])
"""What a line is worth by how many cells of it show the same symbol, for each point it brings."""
TURN = 0.1
"""What it is worth to push next."""
NIBBLE, LOWEST = 4, 0xF
"""How many bits count a symbol in a line."""


def _chances() -> np.ndarray:
    """The chance to win the game, by the points that each side still needs.

    As if either side won every round as often as the other, and one in two with a card of its own.
    """
    chances = np.zeros((MOST_POINTS + 1, MOST_POINTS + 1))
    chances[0] = 1.0
    for mine in range(1, MOST_POINTS + 1):
        for theirs in range(1, MOST_POINTS + 1):
            for points in (PLAIN_POINTS, CARD_POINTS):
                chances[mine, theirs] += chances[max(0, mine - points), theirs] / 4
                chances[mine, theirs] += chances[mine, max(0, theirs - points)] / 4
    return chances


CHANCES = _chances()


@kernel
def estimate(s, out):
    """Who will win the round, judged by the lines that grow, and what that means for the game."""
    mover = np.int64(s.to_move)
    ready, mine = _prospects(s, mover)
    _, theirs = _prospects(s, 1 - mover)
    if ready > 0:
        out[mover] = _after(s, mover, ready)
    else:
        wins = 1.0 / (1.0 + math.exp(theirs - mine - TURN))
        out[mover] = wins * _on_average(s, mover) + (1 - wins) * (1 - _on_average(s, 1 - mover))
    out[1 - mover] = 1.0 - out[mover]


@kernel
def _prospects(s, side):
    """The points that a line brings this side at once, and what all its lines are worth.

    Only who holds the cube can complete a line at once.
    """
    ready, growth = 0, 0.0
    for line in LINES:
        symbol, count, odd = _most_frequent(s, side, line)
        points = _points_for(s, side, symbol)
        growth += GROWTH[count] * points
        if count == SIZE - 1 and side == s.to_move and odd != s.fresh and _holds(s, symbol):
            ready = max(ready, points)
    return ready, growth


@kernel
def _most_frequent(s, side, line):
    """The symbol that is most often in a line, how often, and the last cell without it."""
    counts, symbol, most = np.int64(0), np.int64(0), 0
    for cell in line:
        shown = np.int64(s.shows[side, cell])
        if shown != NONE:
            counts += np.int64(1) << NIBBLE * shown
            if counts >> NIBBLE * shown & LOWEST > most:
                symbol, most = shown, counts >> NIBBLE * shown & LOWEST
    odd = NONE
    for cell in line:
        if s.shows[side, cell] != symbol:
            odd = cell
    return symbol, most, odd


@kernel
def _points_for(s, side, symbol):
    """TT-13 to TT-15, TT-18: the points of a match for this side, less than nothing if they go
    to the other."""
    for card in range(HAND):
        if s.cards[1 - side, card] == symbol:
            return -WIN if s.five_minute else -CARD_POINTS
        if s.cards[side, card] == symbol and not s.five_minute:
            return CARD_POINTS
    return PLAIN_POINTS


@kernel
def _holds(s, symbol):
    found = False
    for face in range(FACES):
        found |= s.cubes[s.held, face] == symbol
    return found


@kernel
def _after(s, winner, points):
    """The chance of a side to win the game once it has won so many points in this round."""
    if s.five_minute:
        return 1.0
    needs = max(0, s.target - s.points[winner] - points)
    return CHANCES[needs, s.target - s.points[1 - winner]]


@kernel
def _on_average(s, winner):
    return (_after(s, winner, PLAIN_POINTS) + _after(s, winner, CARD_POINTS)) / 2
