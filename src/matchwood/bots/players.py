"""The bots of a table in compiled code: games between them need no Python, and none of its lock.

`levels` says what each bot does and does it for a single move. Here a bot is a record of numbers,
and a whole game is one kernel; threads then play side by side. Both ways choose the same moves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matchwood import bots
from matchwood.bots.greedy import best_action
from matchwood.bots.levels import SEARCHERS
from matchwood.bots.random import any_action, careless_action
from matchwood.bots.search import EXPLORE, NONE, Manner, begin, grow, leading, new_tree
from matchwood.bots.solver import can_solve
from matchwood.engine import dispatch
from matchwood.engine.game import Variant
from matchwood.engine.jit import kernel
from matchwood.engine.position import Position
from matchwood.engine.rng import MASK, go_back, state_of, word

PLAYER = np.dtype(
    (
        np.record,
        [
            ("careless", "<f8"),
            ("memory", "<f8"),
            ("iterations", "<i8"),
            ("patience", "<i8"),
            ("way", "<i8"),
        ],
    )
)
"""A bot: the fields of its `Level`, and its way to choose."""
RANDOM, GREEDY, SEARCH, IN_PYTHON = range(4)
"""The ways to choose. A bot that proves, works out or goes by the clock is left to Python."""
WAYS = {"random": RANDOM, "greedy": GREEDY}


@kernel
def choose_action(s, player, generator, manner, tree):
    """The action that a player chooses who sees no more than this record, which is used up.

    NONE where Python has to choose; nothing is drawn then.
    """
    if player.way == IN_PYTHON:
        return np.int64(NONE)
    if player.way == RANDOM:
        return np.int64(any_action(s, tree.actions, generator))
    if player.way == GREEDY:
        shares, worth = tree.shares, tree.worth
        return np.int64(best_action(s, generator, tree.states, tree.actions, shares, worth))
    luck = state_of(generator)
    if word(generator) < player.careless * MASK:
        return np.int64(careless_action(s, tree.actions, generator))
    if player.memory < 1:
        dispatch.forget(s, player.memory, generator)
    dispatch.hurry(s, player.patience)
    begin(s, manner, generator, tree)
    if grow(s, player.iterations, manner, generator, tree) < player.iterations:
        go_back(generator, luck)
        return np.int64(NONE)
    return np.int64(tree.edges[leading(tree.nodes, tree.edges)].action)


@kernel
def next_action(s, players, generators, manner, tree, seen):
    """The action of the player to move, by what they may know; NONE where Python has to choose."""
    seat = np.int64(s.to_move)
    seen[0] = s
    hidden = seen[0]
    dispatch.hide(hidden, seat)
    own = Manner(seat, manner.informed, manner.plies, manner.explore, manner.greedy)
    return choose_action(hidden, players[seat], generators[seat], own, tree)


@kernel
def play_on(s, most, players, generators, manner, tree, seen):
    """Play until the game is over, so many moves are made or Python has to choose. Returns the
    number of moves."""
    moves = 0
    while moves < most and not s.over:
        action = next_action(s, players, generators, manner, tree, seen)
        if action == NONE:
            break
        dispatch.apply(s, action)
        moves += 1
    return moves


class Players:
    """The bots at a table of a variant, and room for one game at a time."""

    def __init__(self, variant: Variant, levels: Sequence[str], cores: int | None = None) -> None:
        """`cores` are for a bot that goes by the clock; all, if not said otherwise."""
        self._levels, self._cores = levels, cores
        dtype, most = variant.blank.dtype, variant.game.rules.MOST_ACTIONS
        manner = Manner(0, dispatch.has_estimate(dtype), dispatch.rollout(dtype), EXPLORE)
        self._room = (
            np.array([_player(level, variant) for level in levels], PLAYER),
            manner,
            new_tree(dtype, most, variant.players),
            np.zeros(1, dtype),
        )

    def choose(self, position: Position, generators: np.ndarray) -> int:
        """The action of the player to move. `generators` has a row for each seat."""
        players, *room = self._room
        action = int(next_action(position.state, players, generators, *room))
        if action != NONE:
            return action
        seat = position.to_move
        return bots.choose(self._levels[seat], position, generators[seat], cores=self._cores)

    def play(self, position: Position, generators: np.ndarray) -> int:
        """Play the record of a position to its end, or as far as games are played. Returns the
        number of moves, which the position does not note."""
        players, *room = self._room
        s, longest = position.state, position.variant.longest
        moves = int(play_on(s, longest, players, generators, *room))
        while not s.over and moves < longest:
            dispatch.apply(s, self.choose(position, generators))
            moves += 1
            moves += int(play_on(s, longest - moves, players, generators, *room))
        return moves


def _player(name: str, variant: Variant) -> tuple[float, float, int, int, int]:
    """The record of a bot."""
    if name not in SEARCHERS:
        return 0.0, 1.0, 0, 1, WAYS.get(name, IN_PYTHON)
    level = SEARCHERS[name]
    in_python = (
        level.by_the_clock
        or (level.proof > 0 and can_solve(variant))
        or (level.foresight > 0 and variant.game.foresight is not None)
    )
    way = IN_PYTHON if in_python else SEARCH
    return level.careless, level.memory, level.budget.iterations or 0, level.patience, way
