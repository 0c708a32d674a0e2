"""The table of solved blocks: its rows, their order, and what stands above them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from matchwood.engine.options import Value
from matchwood.games.baguettes.pieces import LARGEST, SMALLEST

MOST_STICKS = 16
SIZES = (LARGEST - SMALLEST + 1) ** 3
COLUMNS = ("size", "sticks")
INTRODUCTION = """\
# Baguettes, solved

Who wins when both play perfectly, for two players, by size of the block (wells across, wells \
deep, levels) and sticks per player: the first or the second to move, by version {version} of the \
rules. All of it is proved by `src/matchwood/bots/solver.py`; `matchwood solve baguettes --table` \
goes on where the table ends.

## What does the table show?

{findings}
## Why does the second player win with one or two sticks?

This is proved for blocks of every size. The second player pierces at each turn while there is a \
stick in the hand, through any free channel, and never plants or pulls.

1. **The first player never has two upright sticks.** No rod is on the block at the first turn, so \
a stick that is planted then disappears (BG-7). One that is pierced lies. So of two sticks at most \
the second is upright, and nothing comes back to a hand before somebody pulls. Whoever pulls needs \
two upright sticks (BG-8): nobody ever pulls.
2. **There is a channel to pierce.** With L levels the block has 2L channels or more, at least two \
a level. At the second player's first turn at most one of them is taken. At the second turn at \
most two of them are taken by rods if the first player has an upright stick, and this one closes \
one channel of each level above the rod that it stands on, at most L − 1 of them. So at least \
2L − 2 − (L − 1) = L − 1 channels are free, and L is 2 or more. If no stick is upright, at most \
three of at least four are taken.
3. **The first player is out first.** Both hands are empty when the first player moves for the \
second time (one stick) or third time (two). Nobody can pierce, plant or pull any more, so each \
has to take a stick out in turn (BG-14), the first player before the second. All the second \
player's sticks are rods, which never disappear, so after every turn of the first player from then \
on the second has more sticks left. The first player is out while the second is not, and the \
second wins (BG-16).

With three sticks the first player can pierce one and stand the other two upright, so step 1 does \
not hold. No proof by hand is known to us for three or more; the table is all there is.

## The table

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
    """The number of sticks that the block holds: BG-2."""
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


def findings(proved: Sequence[tuple[tuple[str, ...], str, str]]) -> str:
    """The rows counted by number of sticks, and what is so for every size."""
    told = [_finding(sticks, proved) for sticks in range(1, MOST_STICKS + 1)]
    sentences = "".join(f"- {sentence}\n" for sentence in told if sentence)
    lines = []
    for sticks in range(1, MOST_STICKS + 1):
        winners = [winner for start, winner, _ in proved if start[1] == str(sticks)]
        first = winners.count("first")
        lines.append(f"| {sticks} | {len(winners)} | {first} | {len(winners) - first} |\n")
    head = "| sticks | sizes proved | first player wins | second player wins |\n|---|---|---|---|\n"
    return f"{sentences}\n{head}{''.join(lines)}" if sentences else f"{head}{''.join(lines)}"


def _finding(sticks: int, proved: Sequence[tuple[tuple[str, ...], str, str]]) -> str:
    """Winner with so many sticks, if that is proved for all sizes."""
    rows = [row for row in proved if row[0][1] == str(sticks)]
    if len(rows) < SIZES:
        return ""
    hand = f"With {sticks} stick{'s' if sticks > 1 else ''}"
    if all(winner == "second" for _, winner, _ in rows):
        return f"{hand} the second player wins on all {SIZES} sizes."
    won = {start[0]: moves for start, winner, moves in rows if winner == "first"}
    by = " or ".join(f"`{moves} …`" for moves in sorted(set(won.values())))
    return (
        f"{hand} the second player wins on {SIZES - len(won)} of {SIZES} sizes. "
        f"The first wins on {', '.join(won)}, each by {by}."
    )
