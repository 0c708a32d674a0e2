"""What bots know of Baguettes beyond its rules."""

from __future__ import annotations

import math

from matchwood.engine.jit import kernel
from matchwood.games.baguettes.rules import PLANT, PULL, every, supported

IN_HAND, AS_ROD, UPRIGHT, MAY_PULL = 0.59, 0.62, 0.42, 0.32
"""How much longer a colour lasts for a stick, by where it is, and for being able to pull (BG-8).

A logistic regression on random games: the odds to win grow with the exponential of the sum. An
upright stick is worth less, since its hold may be pulled away.
"""

ROLLOUT = 8
"""What pulls will bring down shows after a few moves, even random ones: with so many before the
estimate, a search won 10 of 10 games against one of as many iterations without."""


@kernel
def estimate(s, out):
    """Who will last longest, judged by the sticks that each colour has left and where they are."""
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
