"""What each level does; docs/bots.md tells it in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from matchwood.bots import ADVISER, MASTER, Advice, Budget
from matchwood.bots.greedy import ROOM, ROWS, best_action
from matchwood.bots.random import any_action, careless_action
from matchwood.bots.search import Search, most_visited
from matchwood.bots.solver import Solver, can_solve
from matchwood.bots.together import search_together
from matchwood.engine import dispatch
from matchwood.engine.game import State
from matchwood.engine.jit import available_cores
from matchwood.engine.position import Position
from matchwood.engine.rng import MASK, below, new_generator, word


@dataclass(frozen=True)
class Level:
    """How good a bot is that searches."""

    budget: Budget
    careless: float = 0.0
    """Share of moves that it plays without a thought; none of them is `dispatch.senseless`."""
    memory: float = 1.0
    """How likely it is to remember each thing that a person might forget; see `dispatch.forget`."""
    proof: int = 0
    """How many positions the solver may look into first, in games that can be solved."""
    foresight: int = 0
    """How many positions may be worked out instead of a search, in games that can do that."""
    patience: int = 1
    """How long it bears that nobody wins, as a multiple of what is usual; see `dispatch.hurry`."""
    thorough: bool = False
    """Whether it carries on what is under way before it judges; see `dispatch.lookahead`."""

    @property
    def by_the_clock(self) -> bool:
        """Whether its budget is a time, which all cores use together."""
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
PROOF_MEGABYTES = 32
LOOKS = 20
"""How often a search by the clock is looked at, whether it needs the rest of its time."""


def choose(
    level: str,
    hidden: Position,
    generator: np.ndarray,
    budget: Budget | None,
    cores: int | None,
) -> int:
    """The action that a bot chooses who sees no more than this."""
    if level == "random":
        return _drawn(any_action, hidden, generator)
    if level == "greedy":
        return _greedy(hidden, generator)
    return _searched(SEARCHERS[level], hidden, generator, budget, cores)


def advise(hidden: Position, seed: int, budget: Budget | None) -> list[Advice]:
    """The legal moves with their chances, the best first."""
    search = Search(hidden, new_generator(seed))
    search.run(budget or SEARCHERS[ADVISER].budget)
    found = sorted(search.moves(), key=lambda move: (-move.visits, -move.share))
    texts = hidden.variant.game.text.say(hidden.state, [move.action for move in found])
    return [Advice(text, move.share, move.visits) for text, move in zip(texts, found, strict=True)]


def _drawn(draw: Any, hidden: Position, generator: np.ndarray) -> int:
    actions = np.empty(hidden.variant.game.rules.MOST_ACTIONS, np.int32)
    return int(draw(hidden.state, actions, generator))


def _greedy(hidden: Position, generator: np.ndarray) -> int:
    s, most = hidden.state, hidden.variant.game.rules.MOST_ACTIONS
    room, actions = np.zeros(ROOM, s.dtype), np.empty(most, np.int32)
    shares, worth = np.zeros(hidden.players), np.empty((ROWS, most))
    return int(best_action(s, generator, room, actions, shares, worth))


def _searched(
    level: Level,
    hidden: Position,
    generator: np.ndarray,
    budget: Budget | None,
    cores: int | None,
) -> int:
    if word(generator) < level.careless * MASK:
        return _drawn(careless_action, hidden, generator)
    if (found := _worked_out(level, hidden, generator, budget)) is not None:
        return found
    if level.memory < 1:
        dispatch.forget(hidden.state, level.memory, generator)
    dispatch.hurry(hidden.state, level.patience)
    if budget is None and level.by_the_clock:
        return _searched_together(level, hidden, generator, cores or available_cores())
    search = Search(hidden, generator, thorough=level.thorough)
    search.run(budget or level.budget)
    return search.best().action


def _worked_out(
    level: Level, hidden: Position, generator: np.ndarray, budget: Budget | None
) -> int | None:
    """A move that needs no search: one that is proved to win, or that is found the best.

    Neither looks into more positions than a budget has iterations.
    """
    most = budget.iterations if budget and budget.iterations else max(level.proof, level.foresight)
    if level.proof and can_solve(hidden.variant):
        solver = Solver(hidden, PROOF_MEGABYTES)
        return solver.winning_action(hidden, min(level.proof, most))
    if level.foresight and (game := hidden.variant.game.foresight):
        best = game.best_actions(hidden.state, min(level.foresight, most))
        return None if best is None else int(best[below(generator, len(best))])
    return None


def _searched_together(level: Level, hidden: Position, generator: np.ndarray, trees: int) -> int:
    """A budget that the caller gives is for one tree, so that iterations can be repeated."""
    if len(hidden.actions()) == 1:
        return int(hidden.actions()[0])  # nobody waits two seconds for what cannot be otherwise
    found = search_together(hidden, generator, level.budget, trees, LOOKS, thorough=level.thorough)
    return most_visited(found).action


class ForesightModule(Protocol):
    """`foresight.py`: how a game goes on if all play as well as they can, worked out from what
    everyone knows; may be left out. Only bots that take their time ask for it."""

    def best_actions(self, s: State, most: int) -> np.ndarray | None:
        """The best actions by a hidden record, all as good, with about so many positions looked at;
        None where that is not worked out."""
