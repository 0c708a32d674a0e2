"""What bots know of Matches beyond its rules."""

from __future__ import annotations

import math

import numpy as np

from matchwood.engine.kernels import kernel
from matchwood.engine.luck import MASK, word
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE, SPOTS
from matchwood.games.piecepack_matches.rules import FLIP, STAY, coin_on

KNOWN, UNKNOWN = 1.0, 2.0
"""How many turns it takes to mark a tile whose coin was seen, or never seen."""
TURN = 0.5
"""How many turns it saves to be the next to play."""
SPREAD = 1.5
"""By how many turns the forecast is usually wrong."""


@kernel
def estimate(s, out):
    """Who needs the fewest turns, judged by the tiles left and by which of their coins are known.

    It reads the undersides of coins that were seen, and no others.
    """
    for seat in range(s.players):
        out[seat] = UNKNOWN * s.left[seat]
    for spot in range(SPOTS):
        if s.face[spot] != NONE and s.seen[spot]:
            out[s.owner[coin_on(s, spot)]] -= UNKNOWN - KNOWN
    out[s.to_move] -= TURN
    total = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(-out[seat] / SPREAD)
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
