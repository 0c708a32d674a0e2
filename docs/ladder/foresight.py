"""Count what players of Matches give away with a coin, and write it as a table.

python docs/ladder/foresight.py

Two players meet who turn the coin that is likeliest their own. Their positions are worked out to
the end of the game, and what they chose is held against the best, beside what a master would have
chosen. The table is for docs/bots.md.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from statistics import NormalDist, mean, stdev

import numpy as np

from matchwood import View, load
from matchwood.bots import MASTER
from matchwood.bots.levels import SEARCHERS
from matchwood.games.piecepack_matches.bot.foresight import SAME, likely_mine, promised
from matchwood.games.piecepack_matches.pieces import HIDDEN
from matchwood.games.piecepack_matches.rules import FLIP
from matchwood.lab.report import Table

POSITIONS = {6: 400, 8: 400, 10: 400, 12: 400, 14: 400, 16: 200, 18: 100, 20: 40}
"""How many are worked out, by how many coins were never seen."""
MOST = 12_000_000
"""More positions than there are from any of these to the end of the game."""
Z = NormalDist().inv_cdf(0.975)
"""Within so many standard deviations of the mean lie 95 %."""


def games() -> Iterator[View]:
    """Positions in which a coin that was never seen has to be turned, as players come by them."""
    for seed in range(max(POSITIONS.values())):
        position, luck = load("piecepack-matches").new(seed), random.Random(seed)
        while not position.over:
            hidden = position.observe(position.to_move)
            actions = taken(hidden)
            if not actions:
                yield hidden
                actions = likeliest(hidden)
            position.play_action(luck.choice(actions))


def taken(hidden: View) -> list[int]:
    """The coins that were seen and are the player's own: all others have gone."""
    return [FLIP + spot for spot in np.flatnonzero(hidden.state.seen).tolist()]


def likeliest(hidden: View) -> list[int]:
    """The coins that are likeliest the player's own."""
    s, mine = hidden.state, likely_mine(hidden.state)
    unseen = np.flatnonzero(s.under == HIDDEN).tolist()
    best = max(mine[s.face[spot]] for spot in unseen)
    return [FLIP + spot for spot in unseen if mine[s.face[spot]] > best - SAME]


def given_away(hidden: View) -> tuple[float, float]:
    """How much of the chance to win the likeliest coins give away, and those of a master."""
    s, coins = hidden.state, int((hidden.state.under == HIDDEN).sum())
    # Each coin may be unseen, or have shown either side before; and either player may be next.
    shares = promised(s, 0, min(2 * 3**coins, MOST))
    foreseen = promised(s, 0, SEARCHERS[MASTER].foresight)
    by_likeliest = mean(shares[s.face[action - FLIP]] for action in likeliest(hidden))
    by_master = mean(shares[foreseen > foreseen.max() - SAME])
    return shares.max() - by_likeliest, shares.max() - by_master


def row(coins: int, positions: list[View]) -> tuple[str, ...]:
    each = zip(*map(given_away, positions), strict=True)
    return f"{coins}", f"{len(positions)}", *map(mean_text, each)


def mean_text(shares: tuple[float, ...]) -> str:
    """The mean in per cent, and how far it may be off."""
    off = Z * stdev(shares) / len(shares) ** 0.5
    return f"{100 * mean(shares):.3f} ± {100 * off:.3f}"


def main() -> None:
    found: dict[int, list[View]] = {coins: [] for coins in POSITIONS}
    for hidden in games():
        coins = int((hidden.state.under == HIDDEN).sum())
        if coins in found and len(found[coins]) < POSITIONS[coins]:
            found[coins].append(hidden)
    heads = ("positions", "the likeliest coin gives away, %", "a master gives away, %")
    rows = [row(coins, positions) for coins, positions in found.items()]
    sys.stdout.write(Table(("coins never seen",), heads, rows).markdown())


if __name__ == "__main__":
    main()
