"""Count how many games between equal bots have one winner, and write it as a table.

python docs/ladder/equals.py

Of Top Trumps Match in both modes, where void rounds may leave both with the same score (TT-17).
The table is for docs/bots.md.
"""

from __future__ import annotations

import sys
from statistics import NormalDist, median

from matchwood import load
from matchwood.bots import LEVELS
from matchwood.lab.arena import Arena, Fixture, Result, play
from matchwood.lab.report import Table

GAMES = 40
SEED = "equals"
MODES = ("tournament", "five-minute")
Z = NormalDist().inv_cdf(0.975)
"""Within so many standard deviations of the mean lie 95 %."""


def games(arena: Arena, level: str) -> list[Result]:
    """Games of a level against itself, each on a deal of its own."""
    return [play(arena, Fixture(deal, deal, (level, level))) for deal in range(GAMES)]


def row(mode: str, level: str) -> tuple[str, ...]:
    results = games(Arena(load("top-trumps-match", mode=mode), LEVELS, SEED), level)
    decided = sum(max(result.shares) == 1 for result in results)
    low, high = interval(decided)
    moves = [result.moves for result in results]
    share = f"{decided} of {GAMES} ({low:.0%} to {high:.0%})".replace("%", " %")
    return mode, f"`{level}`", share, f"{median(moves):.0f}", f"{max(moves)}"


def interval(decided: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    share, weight = decided / GAMES, Z**2 / GAMES
    middle = share + weight / 2
    spread = (weight * (share * (1 - share) + weight / 4)) ** 0.5
    return (middle - spread) / (1 + weight), (middle + spread) / (1 + weight)


def main() -> None:
    heads = ("one winner", "moves, median", "most moves")
    rows = [row(mode, level) for mode in MODES for level in LEVELS[1:]]
    sys.stdout.write(Table(("game", "level"), heads, rows).markdown())


if __name__ == "__main__":
    main()
