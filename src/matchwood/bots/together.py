"""Several searches of one position at the same time, each in a tree and with luck of its own.

At the end the visits of each move are added up. Now and then it is looked whether another move
could still catch up with the one that leads; if not, the rest of the budget is not needed. Kernels
let go of Python's lock, so threads are enough. One tree that all threads share, without locks, was
tried, and lost: docs/bots.md tells by how much.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from matchwood.bots.search import Move, Search, merged
from matchwood.engine.rng import new_generators, word

if TYPE_CHECKING:
    from matchwood.bots import Budget
    from matchwood.engine.position import Position

MOST_NODES, MOST_EDGES = 2**20, 2**22
"""The room of all trees together, some 230 megabytes, of which only what is used is touched: more
than a few seconds on one core can fill, but where a position has a hundred moves or more."""


def search_together(
    hidden: Position,
    generator: np.ndarray,
    budget: Budget,
    trees: int,
    looks: int = 1,
    *,
    thorough: bool = False,
) -> list[Move]:
    """What so many searches together found out about the moves, with the budget each.

    The budget is used in so many equal parts, and after each it is looked whether it is enough.
    """
    room = MOST_NODES // trees, MOST_EDGES // trees
    searches = [
        Search(hidden.copy(), luck, *room, thorough=thorough)
        for luck in _generators(generator, trees)
    ]
    part, found = budget.part(looks), list[Move]()
    with ThreadPoolExecutor(trees) as threads:
        for done in range(1, looks + 1):
            list(threads.map(lambda search: search.run(part), searches))
            found = merged([search.moves() for search in searches])
            if is_settled(found, (looks - done) / done):
                break
    return found


def is_settled(moves: list[Move], left: float) -> bool:
    """Whether the same move will lead at the end, if left times the visits so far are to come."""
    visits = sorted((move.visits for move in moves), reverse=True)
    return len(visits) == 1 or visits[0] - visits[1] > left * sum(visits)


def _generators(generator: np.ndarray, many: int) -> np.ndarray:
    """A generator for each tree, all out of the bot's own."""
    seeds = [int(word(generator)) << 32 | int(word(generator)) for _ in range(many)]
    return new_generators(np.array(seeds, np.uint64))
