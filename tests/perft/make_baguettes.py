"""Count lines of play of Baguettes with the plain twin, and write them down.

    python -m tests.perft.make_baguettes

Every start is counted to the greatest depth that takes the twin about a minute. The moves of a
start are those of a random game, so that pulls, falls and drops are among what is counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from matchwood import Position, Variant, find_game
from tests.baguettes_twin import Twin

FILE = Path(__file__).parent / "baguettes.txt"
SEED = "perft"
SECONDS = 60
DEEPEST = 12
STARTS = (
    ("players=2", 0),
    ("players=2", 12),
    ("players=2", 26),
    ("players=3", 0),
    ("players=3", 18),
    ("players=4", 20),
    ("players=4 teams=true", 0),
    ("players=4 teams=true", 22),
    ("players=2 size=2x2x2 sticks=3", 0),
    ("players=3 size=2x2x2 sticks=2", 0),
    ("players=2 size=2x2x3 sticks=4", 6),
    ("players=2 size=3x3x3 sticks=6", 0),
    ("players=2 size=3x3x3 sticks=6", 14),
    ("players=4 teams=true size=2x3x5 sticks=4", 18),
    ("players=3 size=5x3x2 sticks=6", 16),
    ("players=2 size=6x6x6 sticks=16", 30),
)
HEADER = """\
# Baguettes: lines of exactly so many moves; a game that ends sooner has no more and is not counted.
# Counted by the plain twin in tests/baguettes_twin.py, which shares no code with the kernels.
# options | seed | moves | depth | count
"""


def rows(variant: Variant, options: str, ply: int) -> list[str]:
    """All rows of one start, until the next depth looks too long or most games are over."""
    position = next(p for p in a_game(variant) if len(p.moves) == ply)
    moves, twin = ", ".join(position.moves) or "-", Twin(position.dump())
    found, took, depth, before = [], 0.0, 0, 1
    while depth < DEEPEST and took < SECONDS:
        depth += 1
        began = time.perf_counter()
        lines = twin.perft(depth)
        took = (time.perf_counter() - began) * lines / before
        fewer, before = lines < before, lines
        if fewer:
            break
        found.append(f"{options} | {SEED} | {moves} | {depth} | {lines}")
    return found


def a_game(variant: Variant) -> Iterator[Position]:
    """The positions of a random game that is dealt from the seed the rows name."""
    choose, position = random.Random(SEED), variant.new(SEED)
    yield position
    while not position.over:
        position.play(choose.choice(position.legal()))
        yield position


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8") as file:
        file.write(HEADER)
        for options, ply in STARTS:
            chosen = dict(option.split("=") for option in options.split())
            for row in rows(find_game("baguettes").variant(chosen), options, ply):
                file.write(f"{row}\n")
                file.flush()
