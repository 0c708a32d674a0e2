"""Moves drawn by lot: those of the bot `random`, and the careless ones of others."""

from __future__ import annotations

from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.rng import below


@kernel
def any_action(s, actions, generator):
    """One of the legal actions, every one equally likely."""
    return actions[below(generator, dispatch.legal(s, actions))]


@kernel
def careless_action(s, actions, generator):
    """Any action that somebody could make on purpose; where there is none, any at all."""
    action = any_action(s, actions, generator)
    if not dispatch.senseless(s, action):
        return action
    n, others = dispatch.legal(s, actions), 0
    for choice in range(n):
        if not dispatch.senseless(s, actions[choice]):
            actions[others] = actions[choice]
            others += 1
    return actions[below(generator, others)] if others else action
