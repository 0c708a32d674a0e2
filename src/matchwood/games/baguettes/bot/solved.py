"""The table of solved blocks: its rows, their order, and what stands above them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product

from matchwood.engine.options import Value
from matchwood.games.baguettes.pieces import LARGEST, SMALLEST

MOST_STICKS = 16
COLUMNS = ("size", "sticks")
INTRODUCTION = """\
# Baguettes, solved

Who wins when both play perfectly, for two players, by size of the block (wells across, wells \
deep, levels) and sticks per player: the first or the second to move, by version {version} of the \
rules. All of it is proved by `src/matchwood/bots/solver.py`; `matchwood solve baguettes --table` \
goes on where the table ends.

A winning first move is named without its place: on an empty block all channels of a level are \
alike, and so are all wells. Positions and seconds are what a row took beyond what was known from \
the rows of the same size above it, where one run made both. The {rows} rows took {minutes:.0f} \
minutes together. A size ends where the next number of sticks was not proved in the time given; a \
size that is missing was not reached.
"""

Size = tuple[int, int, int]


def groups() -> list[list[dict[str, Value]]]:
    """For every size, those with the fewest places first, its starts with more and more sticks."""
    across = range(SMALLEST, LARGEST + 1)
    sizes = sorted(product(across, across, across), key=lambda size: (places(size), size))
    return [
        [{"size": size, "sticks": sticks} for sticks in range(1, MOST_STICKS + 1)] for size in sizes
    ]


def places(size: Size) -> int:
    """How many sticks the block holds: BG-2."""
    width, depth, levels = size
    return width * depth + (levels + 1) // 2 * depth + levels // 2 * width


def cells(options: Mapping[str, Value]) -> tuple[str, ...]:
    """A start as the table names it."""
    size, sticks = options["size"], options["sticks"]
    assert isinstance(size, tuple)
    return " × ".join(map(str, size)), str(sticks)


def kind(move: str) -> str:
    """A first move without its place: on an empty block these are alike."""
    return re.sub(r" ?\d+$", "", move)
