"""The bot that looks one move ahead and takes what its game's own estimate likes best.

What is hidden is guessed a few times, and every move is tried on the same guesses, so that none
is favoured by luck. A game without an `estimate` gives every move that does not end the game the
same worth: there this bot wins if it can do so at once, and else plays as luck will have it.
"""

from __future__ import annotations

from matchwood.engine import rules
from matchwood.engine.kernels import kernel
from matchwood.engine.luck import below

GUESSES = 16
GUESSED, TRIED, ROOM = 0, 1, 2
"""The states that the bot works on: a guess, and what a move makes of it."""
MEAN, ONCE, ROWS = 0, 1, 2
"""The rows of `worth`."""
NOTICED = 1e-9
"""Moves whose worth differs by less are equally good."""


@kernel
def best_action(s, guesses, luck, room, actions, shares, worth):
    """The action after which the mover stands best; see `weigh_actions`."""
    n = weigh_actions(s, guesses, luck, room, actions, shares, worth)
    return actions[_any_best(worth[MEAN], n, luck)]


@kernel
def weigh_actions(s, guesses, luck, room, actions, shares, worth):
    """Write down the legal actions and the mover's share after each, on average over guesses.

    `room` has place for ROOM states, `actions` and `shares` for what the rules write, `worth` has
    two rows for a number an action: the mean, and that of one guess. How many actions there are
    is the answer.
    """
    n = rules.legal(s, actions)
    for choice in range(n):
        worth[MEAN, choice] = 0.0
    for _ in range(guesses):
        room[GUESSED] = s
        rules.suspect(room[GUESSED], s.to_move, luck)
        rules.weigh(room[GUESSED], actions, n, room[TRIED:], shares, worth[ONCE])
        for choice in range(n):
            worth[MEAN, choice] += worth[ONCE, choice] / guesses
    return n


@kernel
def _any_best(worth, n, luck):
    """One of those of the most worth, every one equally likely."""
    most = worth[0]
    for choice in range(1, n):
        most = max(most, worth[choice])
    best, ties = 0, 0
    for choice in range(n):
        if worth[choice] > most - NOTICED:
            ties += 1
            if below(luck, ties) == 0:
                best = choice
    return best
