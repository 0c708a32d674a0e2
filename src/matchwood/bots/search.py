"""Searches of one position: with one tree, or with a tree for each core."""

from __future__ import annotations

import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matchwood.bots.mcts import (
    EXPLORE,
    MOST_EDGES,
    MOST_NODES,
    NONE,
    ROOT,
    Config,
    iterate,
    most_visited_edge,
    new_tree,
    start_tree,
)
from matchwood.engine import dispatch
from matchwood.engine.rng import new_generators, word

if TYPE_CHECKING:
    from matchwood.bots import Budget
    from matchwood.engine.view import View

SLICE = 32
"""Iterations between two looks at the clock."""
MILLISECONDS = 1000
"""In a second."""
SHARED_NODES, SHARED_EDGES = 2**20, 2**22
"""Room of all trees of a parallel search, 230 megabytes, of which only what is used is touched."""


class Candidate(NamedTuple):
    """A move of the root, and what the search found out about it."""

    action: int
    visits: int
    share: float


class Search:
    """A search from what the player to move may know."""

    def __init__(
        self,
        view: View,
        generator: np.ndarray,
        nodes: int = MOST_NODES,
        edges: int = MOST_EDGES,
        *,
        thorough: bool = False,
    ) -> None:
        s, game = view.state, view.variant.game.rules
        self._s, self._generator = s, generator
        informed = dispatch.has_estimate(s.dtype)
        greedy = dispatch.lookahead(s.dtype) if thorough else 0
        rollout = greedy or dispatch.rollout(s.dtype)
        self._config = Config(view.to_move, informed, rollout, EXPLORE, greedy > 0)
        self._tree = new_tree(s.dtype, game.MOST_ACTIONS, view.players, nodes, edges)
        self._full: list[list[Candidate]] = []
        """Results of trees that had no room any more."""
        self._start_tree()

    def _start_tree(self) -> None:
        start_tree(self._s, self._config, self._generator, self._tree)

    def run(self, budget: Budget) -> None:
        """Search until the budget is used up."""
        if budget.iterations is not None:
            left = budget.iterations
            while left > 0:
                left -= self._iterate(left)
            return
        end = time.perf_counter() + (budget.milliseconds or 0) / MILLISECONDS
        while time.perf_counter() < end:
            self._iterate(SLICE)

    def _iterate(self, iterations: int) -> int:
        """Run iterations; returns how many. A tree that is full makes place for the next."""
        made = int(iterate(self._s, iterations, self._config, self._generator, self._tree))
        if made < iterations:
            self._full.append(self._of_tree())
            self._start_tree()
        return made

    def moves(self) -> list[Candidate]:
        """All moves of the root."""
        return merged([*self._full, self._of_tree()])

    def _of_tree(self) -> list[Candidate]:
        edges = self._tree.edges
        numbers, following = [int(self._tree.nodes["first"][ROOT])], edges["next"]
        while (number := int(following[numbers[-1]])) != NONE:
            numbers.append(number)
        found = edges[numbers]
        shares = (found["total"] + found["estimate"]) / (found["visits"] + 1)
        columns = (found["action"], found["visits"], shares)
        return list(map(Candidate._make, zip(*(each.tolist() for each in columns), strict=True)))

    def best(self) -> Candidate:
        """The move with most visits; of several, the one with the largest share."""
        if self._full:
            return most_visited(self.moves())
        edge = self._tree.edges[most_visited_edge(self._tree.nodes, self._tree.edges)]
        share = (float(edge.total) + float(edge.estimate)) / (int(edge.visits) + 1)
        return Candidate(int(edge.action), int(edge.visits), share)


def merged(found: list[list[Candidate]]) -> list[Candidate]:
    """The moves with the visits of all trees, and the mean of their shares by visits."""
    if len(found) == 1:
        return found[0]
    visits: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for moves in found:
        for move in moves:
            visits[move.action] += move.visits
            # Each tree begins with the game's estimate, as if that were a visit.
            totals[move.action] += move.share * (move.visits + 1)
    return [
        Candidate(action, many, totals[action] / (many + len(found)))
        for action, many in visits.items()
    ]


def most_visited(moves: list[Candidate]) -> Candidate:
    """The move with most visits; of several, the one with the largest share."""
    return max(moves, key=lambda move: (move.visits, move.share))


def search_together(
    view: View,
    generator: np.ndarray,
    budget: Budget,
    trees: int,
    checks: int = 1,
    *,
    thorough: bool = False,
) -> list[Candidate]:
    """Search with a tree for each thread, with the budget each, and merge what they found.

    After each of so many equal parts of the budget the search stops if the choice is settled.
    Kernels release Python's lock, so threads are enough. One tree that all threads share, without
    locks, was tried and lost: docs/bots.md tells by how much.
    """
    room = SHARED_NODES // trees, SHARED_EDGES // trees
    searches = [
        Search(view.copy(), own, *room, thorough=thorough) for own in _split(generator, trees)
    ]
    part, found = budget.part(checks), list[Candidate]()
    with ThreadPoolExecutor(trees) as threads:
        for done in range(1, checks + 1):
            list(threads.map(lambda search: search.run(part), searches))
            found = merged([search.moves() for search in searches])
            if is_settled(found, (checks - done) / done):
                break
    return found


def is_settled(moves: list[Candidate], left: float) -> bool:
    """True if the same move will lead at the end, if left times the visits so far are to come."""
    visits = sorted((move.visits for move in moves), reverse=True)
    return len(visits) == 1 or visits[0] - visits[1] > left * sum(visits)


def _split(generator: np.ndarray, many: int) -> np.ndarray:
    """A generator for each tree, all out of the bot's own."""
    seeds = [int(word(generator)) << 32 | int(word(generator)) for _ in range(many)]
    return new_generators(np.array(seeds, np.uint64))
