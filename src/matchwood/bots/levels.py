"""Levels of our bots; docs/bots.md tells in words what each does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from matchwood import bots
from matchwood.bots import ADVISER, MASTER, Advice, Budget
from matchwood.bots.mcts import EXPLORE, NONE, ROWS, SCRATCH_STATES, Config, new_tree
from matchwood.bots.play import (
    GREEDY,
    IN_PYTHON,
    PLAYER,
    RANDOM,
    SEARCH,
    any_action,
    best_action,
    careless_action,
    next_action,
    play_on,
)
from matchwood.bots.search import Search, most_visited, search_together
from matchwood.bots.solver import Solver, can_solve
from matchwood.engine import dispatch
from matchwood.engine.game import State, Variant
from matchwood.engine.jit import available_cores
from matchwood.engine.position import Position
from matchwood.engine.rng import MASK, below, generator_from, new_generator, word
from matchwood.engine.view import View, altered


@dataclass(frozen=True)
class Level:
    """Strength of a bot that searches."""

    budget: Budget
    careless: float = 0.0
    """Share of moves that it plays without a thought; none of them is `dispatch.senseless`."""
    memory: float = 1.0
    """Probability of remembering each thing that a person might forget; see `dispatch.forget`."""
    proof: int = 0
    """Number of positions the solver may look into first, in games that can be solved."""
    foresight: int = 0
    """Number of positions that may be worked out instead of a search, in games that can do that."""
    patience: int = 1
    """Time it bears that nobody wins, as a multiple of the usual; see `dispatch.hurry`."""
    thorough: bool = False
    """True if it carries on what is under way before it judges; see `dispatch.lookahead`."""

    @property
    def by_the_clock(self) -> bool:
        """True if its budget is a time, which all cores use together."""
        return self.budget.milliseconds is not None


SEARCHERS = {
    "easy": Level(Budget(iterations=8), careless=0.45, memory=0.25),
    "medium": Level(Budget(iterations=40), careless=0.25, memory=0.35),
    "hard": Level(Budget(iterations=400), careless=0.1, memory=0.45),
    "expert": Level(Budget(iterations=6000), proof=3000),
    MASTER: Level(
        Budget(milliseconds=2000), proof=10_000, foresight=50_000, patience=3, thorough=True
    ),
}
METHODS = {"random": RANDOM, "greedy": GREEDY}
PROOF_MEGABYTES = 32
CHECKS = 20
"""Number of times a search by the clock checks whether it needs the rest of its time."""


def choose(
    level: str,
    view: View,
    generator: np.ndarray,
    budget: Budget | None,
    cores: int | None,
) -> int:
    """The action that a bot chooses who sees no more than this."""
    if level == "random":
        return _drawn(any_action, view, generator)
    if level == "greedy":
        return _greedy(view, generator)
    return _searched(SEARCHERS[level], view, generator, budget, cores)


def choose_move(level: str, view: View, rng: Any) -> str:
    """The move that a bot of ours chooses, called as anyone's bot is."""
    action = choose(level, view, generator_from(rng), None, None)
    [move] = view.variant.game.text.say(view.state, [action])
    return move


def advise(view: View, seed: int, budget: Budget | None) -> list[Advice]:
    """The legal moves with their chances, the best first."""
    search = Search(view, new_generator(seed))
    search.run(budget or SEARCHERS[ADVISER].budget)
    found = sorted(search.moves(), key=lambda move: (-move.visits, -move.share))
    texts = view.variant.game.text.say(view.state, [move.action for move in found])
    return [Advice(text, move.share, move.visits) for text, move in zip(texts, found, strict=True)]


def _drawn(draw: Any, view: View, generator: np.ndarray) -> int:
    actions = np.empty(view.variant.game.rules.MOST_ACTIONS, np.int32)
    return int(draw(view.state, actions, generator))


def _greedy(view: View, generator: np.ndarray) -> int:
    s, most = view.state, view.variant.game.rules.MOST_ACTIONS
    scratch, actions = np.zeros(SCRATCH_STATES, s.dtype), np.empty(most, np.int32)
    shares, worth = np.zeros(view.players), np.empty((ROWS, most))
    return int(best_action(s, generator, scratch, actions, shares, worth))


def _searched(
    level: Level,
    view: View,
    generator: np.ndarray,
    budget: Budget | None,
    cores: int | None,
) -> int:
    if word(generator) < level.careless * MASK:
        return _drawn(careless_action, view, generator)
    if (found := _worked_out(level, view, generator, budget)) is not None:
        return found
    view = altered(view, _weaken, level, generator)
    if budget is None and level.by_the_clock:
        return _searched_together(level, view, generator, cores or available_cores())
    search = Search(view, generator, thorough=level.thorough)
    search.run(budget or level.budget)
    return search.best().action


def _weaken(s: State, level: Level, generator: np.ndarray) -> None:
    """Wipe from a record what a level does not remember or has no patience for."""
    if level.memory < 1:
        dispatch.forget(s, level.memory, generator)
    dispatch.hurry(s, level.patience)


def _worked_out(
    level: Level, view: View, generator: np.ndarray, budget: Budget | None
) -> int | None:
    """A move that needs no search: one that is proved to win, or that is found the best.

    Neither looks into more positions than a budget has iterations.
    """
    most = budget.iterations if budget and budget.iterations else max(level.proof, level.foresight)
    if level.proof and can_solve(view.variant):
        solver = Solver(view, PROOF_MEGABYTES)
        return solver.winning_action(view, min(level.proof, most))
    if level.foresight and (game := view.variant.game.foresight):
        best = game.best_actions(view.state, min(level.foresight, most))
        return None if best is None else int(best[below(generator, len(best))])
    return None


def _searched_together(level: Level, view: View, generator: np.ndarray, trees: int) -> int:
    """A budget that the caller gives is for one tree, so that iterations can be repeated."""
    actions = view.legal_actions()
    if len(actions) == 1:
        return int(actions[0])  # nobody waits two seconds for what cannot be otherwise
    found = search_together(view, generator, level.budget, trees, CHECKS, thorough=level.thorough)
    return most_visited(found).action


class Players:
    """The bots at a table of a variant, and scratch memory for one game at a time."""

    def __init__(self, variant: Variant, levels: Sequence[str], cores: int | None = None) -> None:
        """`cores` are for a bot that goes by the clock; all, if not said otherwise."""
        self._levels, self._cores = levels, cores
        dtype, most = variant.blank.dtype, variant.game.rules.MOST_ACTIONS
        config = Config(0, dispatch.has_estimate(dtype), dispatch.rollout(dtype), EXPLORE)
        self._scratch = (
            np.array([_player(level, variant) for level in levels], PLAYER),
            config,
            new_tree(dtype, most, variant.players),
            np.zeros(1, dtype),
        )

    def choose(self, position: Position, generators: np.ndarray) -> int:
        """The action of the player to move. `generators` has a row for each seat."""
        players, *scratch = self._scratch
        action = int(next_action(position.state, players, generators, *scratch))
        if action != NONE:
            return action
        seat = position.to_move
        return bots.choose(self._levels[seat], position, generators[seat], cores=self._cores)

    def play(self, position: Position, generators: np.ndarray) -> int:
        """Play the record of a position to its end, or as far as games are played. Returns the
        number of moves, which the position does not note."""
        players, *scratch = self._scratch
        s, longest = position.state, position.variant.longest
        moves = int(play_on(s, longest, players, generators, *scratch))
        while not s.over and moves < longest:
            position.variant.game.rules.apply(s, self.choose(position, generators))
            moves += 1
            moves += int(play_on(s, longest - moves, players, generators, *scratch))
        return moves


def _player(name: str, variant: Variant) -> tuple[float, float, int, int, int]:
    """The record of a bot."""
    if name not in SEARCHERS:
        return 0.0, 1.0, 0, 1, METHODS.get(name, IN_PYTHON)
    level = SEARCHERS[name]
    in_python = (
        level.by_the_clock
        or (level.proof > 0 and can_solve(variant))
        or (level.foresight > 0 and variant.game.foresight is not None)
    )
    method = IN_PYTHON if in_python else SEARCH
    return level.careless, level.memory, level.budget.iterations or 0, level.patience, method


class ForesightModule(Protocol):
    """`foresight`: how a game goes on if all play as well as they can, worked out from what
    everyone knows; may be left out. Only bots that take their time ask for it."""

    def best_actions(self, s: State, most: int) -> np.ndarray | None:
        """The best actions by a hidden record, all as good, with about so many positions looked at;
        None where that is not worked out."""
