"""The bot that looks one move ahead and takes what its game's own estimate likes best.

What is hidden is guessed a few times, and every move is tried on the same guesses, so that none
is favoured by luck. A game without an `estimate` gives every move that does not end the game the
same worth: there this bot wins if it can do so at once, and else plays as luck will have it.
"""

from __future__ import annotations

from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.rng import below

GUESSES = 16
GUESSED, TRIED, ROOM = 0, 1, 2
"""The states to work on: a guess, and what a move makes of it."""
MEAN, ONCE, ROWS = 0, 1, 2
"""The rows of `worth`: the mean over all guesses, and that of one."""
NOTICED = 1e-9
"""Moves whose worth differs by less are equally good."""


@kernel
def weigh_actions(s, generator, room, actions, shares, worth):
    """Write down the legal actions and the mover's share after each, on average over guesses.

    `room` has place for ROOM states, `actions` and `shares` for what the rules write, `worth` for
    ROWS numbers an action. Returns the number of actions.
    """
    n = dispatch.legal(s, actions)
    for choice in range(n):
        worth[MEAN, choice] = 0
    for _ in range(GUESSES):
        room[GUESSED] = s
        dispatch.suspect(room[GUESSED], s.to_move, generator)
        dispatch.weigh(room[GUESSED], actions, n, room[TRIED:], shares, worth[ONCE])
        for choice in range(n):
            worth[MEAN, choice] += worth[ONCE, choice] / GUESSES
    return n


@kernel
def best_action(s, generator, room, actions, shares, worth):
    """One of the legal actions that are worth most, every one equally likely."""
    n = weigh_actions(s, generator, room, actions, shares, worth)
    most = worth[MEAN, 0]
    for choice in range(n):
        most = max(most, worth[MEAN, choice])
    ties = 0
    for choice in range(n):
        if worth[MEAN, choice] > most - NOTICED:
            actions[ties] = actions[choice]
            ties += 1
    return actions[below(generator, ties)]
