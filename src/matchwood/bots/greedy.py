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
ROOM = 2
"""How many states the bot works on: a guess, and what a move makes of it."""
NOTICED = 1e-9
"""Moves whose worth differs by less are equally good."""


@kernel
def appraise(s, shares):
    """Everyone's share of the win: as it is at the end, as the game estimates it before."""
    if s.over:
        rules.returns(s, shares)
    else:
        rules.estimate(s, shares)


@kernel
def best_action(s, guesses, luck, room, actions, shares, worth):
    """The action after which the mover stands best, on average over that many guesses.

    `room` has place for ROOM states, `actions` and `shares` for what the rules write, `worth`
    for a number an action.
    """
    mover, n = s.to_move, rules.legal(s, actions)
    for choice in range(n):
        worth[choice] = 0.0
    for _ in range(guesses):
        room[0] = s
        rules.guess(room[0], mover, luck)
        for choice in range(n):
            room[1] = room[0]
            rules.apply(room[1], actions[choice])
            appraise(room[1], shares)
            worth[choice] += shares[mover]
    return actions[_any_best(worth, n, luck)]


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
