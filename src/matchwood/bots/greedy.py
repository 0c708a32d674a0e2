"""The bot that looks one move ahead and takes what its game's own estimate likes best.

What is hidden is guessed a few times, and every move is tried on the same guesses, so that none
is favoured by luck. A game without an `estimate` gives every move that does not end the game the
same worth: there this bot wins if it can do so at once, and else plays as luck will have it.

The guesses are made one by one from Python. A kernel around them would save some microseconds a
move and cost seconds to compile, for each game.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine import rules
from matchwood.engine.game import State
from matchwood.engine.generators import below

GUESSES = 16
GUESSED, TRIED, ROOM = 0, 1, 2
"""The states to work on: a guess, and what a move makes of it."""
MEAN, ONCE, ROWS = 0, 1, 2
"""The rows of `worth`: the mean over all guesses, and that of one."""
NOTICED = 1e-9
"""Moves whose worth differs by less are equally good."""


def weigh_actions(
    s: State,
    generator: np.ndarray,
    room: np.ndarray,
    actions: np.ndarray,
    shares: np.ndarray,
    worth: np.ndarray,
) -> int:
    """Write down the legal actions and the mover's share after each, on average over guesses.

    `room` has place for ROOM states, `actions` and `shares` for what the rules write, `worth` for
    ROWS numbers an action. How many actions there are is the answer.
    """
    n = int(rules.legal(s, actions))
    worth[MEAN, :n] = 0
    for _ in range(GUESSES):
        room[GUESSED] = s
        rules.suspect(room[GUESSED], s.to_move, generator)
        rules.weigh(room[GUESSED], actions, n, room[TRIED:], shares, worth[ONCE])
        worth[MEAN, :n] += worth[ONCE, :n] / GUESSES
    return n


def any_best(worth: np.ndarray, generator: np.ndarray) -> int:
    """The number of one of those of the most worth, every one equally likely."""
    best = np.flatnonzero(worth > worth.max() - NOTICED)
    return int(best[below(generator, len(best))])
