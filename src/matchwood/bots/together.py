"""Several searches of one position at the same time, each in a tree and with luck of its own.

At the end the visits of each move are added up. Kernels let go of Python's lock, so threads are
enough. One tree that all threads share would go deeper, but without locks two threads could take
the same place for a new node, and a list of edges could lead back to itself.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from matchwood.bots.search import Move, Search
from matchwood.engine.generators import new_generators, word

if TYPE_CHECKING:
    from matchwood.bots import Budget
    from matchwood.engine.position import Position


def search_together(
    hidden: Position, generator: np.ndarray, budget: Budget, trees: int
) -> list[Move]:
    """What so many searches together found out about the moves, each with the whole budget."""
    searches = [Search(hidden.copy(), luck) for luck in _generators(generator, trees)]
    with ThreadPoolExecutor(trees) as threads:
        list(threads.map(lambda search: search.run(budget), searches))
    return merged([search.moves() for search in searches])


def merged(found: list[list[Move]]) -> list[Move]:
    """The moves with the visits of all trees, and the mean of their shares by visits."""
    visits: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for moves in found:
        for move in moves:
            visits[move.action] += move.visits
            # Each tree begins with the game's opinion, as if that were a visit.
            totals[move.action] += move.share * (move.visits + 1)
    return [
        Move(action, many, totals[action] / (many + len(found))) for action, many in visits.items()
    ]


def most_visited(moves: list[Move]) -> Move:
    """The move that was looked into most; of several, the one with the largest share."""
    return max(moves, key=lambda move: (move.visits, move.share))


def _generators(generator: np.ndarray, many: int) -> np.ndarray:
    """A generator for each tree, all out of the bot's own."""
    seeds = [int(word(generator)) << 32 | int(word(generator)) for _ in range(many)]
    return new_generators(np.array(seeds, np.uint64))
