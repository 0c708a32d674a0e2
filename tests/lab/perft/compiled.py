"""The count of lines of play by kernels, by which independent engines check each other."""

from __future__ import annotations

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.position import Position


@kernel
def _count_lines(states, actions, ply, depth):
    legal = dispatch.legal(states[ply], actions[ply])
    if ply + 1 == depth:
        return legal
    lines = 0
    for i in range(legal):
        states[ply + 1] = states[ply]
        dispatch.apply(states[ply + 1], actions[ply, i])
        lines += _count_lines(states, actions, ply + 1, depth)
    return lines


def perft(position: Position, depth: int) -> int:
    """Number of sequences of exactly `depth` legal moves; a game that ends has no more.

    The whole truth is known to the counter, chance to come included.
    """
    if depth == 0:
        return 1
    states = np.zeros(depth, position.state.dtype)
    states[0] = position.state
    actions = np.zeros((depth, position.variant.game.rules.MOST_ACTIONS), np.int32)
    return int(_count_lines(states, actions, 0, depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count of `perft`, by the first move: where two engines differ, this shows it."""
    counts = {}
    for text in position.legal_moves():
        after = position.copy()
        after.play(text)
        counts[text] = perft(after, depth - 1)
    return counts
