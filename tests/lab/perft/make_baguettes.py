"""Count lines of play of Baguettes with the plain twin, and write them down.

    python -m tests.lab.perft.make_baguettes

The moves of a start are those of a random game, so that pulls, falls and drops are among what is
counted. All of it takes the twin some minutes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from matchwood import Position, Variant, find_game
from tests.games.baguettes.twin import Twin

FILE = Path(__file__).parent / "baguettes.txt"
SEED = "perft"
STARTS = (
    ("players=2", 0, 4),
    ("players=2", 12, 5),
    ("players=2", 26, 5),
    ("players=3", 0, 4),
    ("players=3", 18, 5),
    ("players=4", 20, 7),
    ("players=4 teams=true", 0, 4),
    ("players=4 teams=true", 22, 4),
    ("players=2 size=2x2x2 sticks=3", 0, 10),
    ("players=3 size=2x2x2 sticks=2", 0, 7),
    ("players=2 size=2x2x3 sticks=4", 6, 8),
    ("players=2 size=3x3x3 sticks=6", 0, 5),
    ("players=2 size=3x3x3 sticks=6", 14, 5),
    ("players=4 teams=true size=2x3x5 sticks=4", 18, 7),
    ("players=3 size=5x3x2 sticks=6", 16, 7),
    ("players=2 size=6x6x6 sticks=16", 30, 4),
)
"""Options, how many moves into a random game, and the depth: what takes the twin about a minute,
or until most games are over."""
HEADER = """\
# Baguettes: lines of exactly so many moves; a game that ends sooner has no more and is not counted.
# Counted by the plain twin in tests/games/baguettes/twin.py, which shares no code with the kernels.
# options | seed | moves | depth | count
"""


def rows(variant: Variant, options: str, ply: int, depth: int) -> Iterator[str]:
    """All rows of one start."""
    position = next(p for p in a_game(variant) if len(p.moves) == ply)
    moves, twin = ", ".join(position.moves) or "-", Twin(position.dump())
    for plies in range(1, depth + 1):
        yield f"{options} | {SEED} | {moves} | {plies} | {twin.perft(plies)}"


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
        for options, ply, depth in STARTS:
            chosen = dict(option.split("=") for option in options.split())
            for row in rows(find_game("baguettes").variant(chosen), options, ply, depth):
                file.write(f"{row}\n")
                file.flush()
