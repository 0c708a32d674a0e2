"""Measure the ladder, every level in every game, and write docs/ladder.md from what was played.

python docs/ladder/make.py [NAME …]

A name is that of a rung's folder, such as colorfox_players-2; without one, all rungs are played.
Ctrl-C keeps what is finished and writes the page; the same command goes on. The page tells of
all rungs that were begun, whichever were played this time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from matchwood import load
from matchwood.bots import LEVELS
from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.lab import report
from matchwood.lab.arena import Arena
from matchwood.lab.logbook import Logbook
from matchwood.lab.notes import GAMES
from matchwood.lab.ratings import Standings
from matchwood.terminal.arena import play_all
from matchwood.terminal.leaving import run_cleanly

FOLDER = Path(__file__).parent
SEED = "ladder"

RUNGS: Sequence[tuple[str, dict[str, object], int]] = (
    ("baguettes", {"players": 2}, 40),
    ("baguettes", {"players": 3}, 24),
    ("baguettes", {"players": 4}, 16),
    ("baguettes", {"players": 4, "teams": True}, 12),
    ("colorfox", {"players": 2}, 100),
    ("colorfox", {"players": 3}, 24),
    ("colorfox", {"players": 4}, 24),
    ("piecepack-matches", {"players": 2}, 300),
    ("piecepack-matches", {"players": 3}, 60),
    ("piecepack-matches", {"players": 4}, 60),
    ("piecepack-matches", {"players": 6}, 60),
    ("top-trumps-match", {"mode": "tournament"}, 60),
    ("top-trumps-match", {"mode": "five-minute"}, 34),
)
"""Every game for every number of players: its options, and how many games every two bots play.

There are more where luck has a large part, and fewer where a game takes long. Larger numbers add
to what is played.
"""

OPENING = """\
# The ladder

How strong the bots are, measured in games against each other by `python docs/ladder/make.py`. \
Every two bots play the same deals, each deal in every seating of the two, so that luck falls on \
both alike; at a larger table they sit alternately. A score is the share of the wins, 50 % \
between equals. Ratings are on Elo's scale with mean 0. Intervals are 95 %, and count deals, not \
games. [Architecture](architecture.md) tells more.

"""

Rung = tuple[Arena, int]
"""What is played, and how many games every two bots play of it."""


def rungs(bots: Sequence[str]) -> list[Rung]:
    return [
        (Arena(load(name, **options), tuple(bots), SEED), games) for name, options, games in RUNGS
    ]


def choose(ladder: Sequence[Rung], names: Sequence[str]) -> list[Rung]:
    """The rungs of these names; without names, all."""
    by_name = {report.folder_name(arena.variant): (arena, games) for arena, games in ladder}
    for name in names:
        if name not in by_name:
            raise MatchwoodError(
                f"There is no rung {quoted(name)}; the rungs are {listed(by_name)}."
            )
    return [by_name[name] for name in names or by_name]


def climb(console: Console, ladder: Sequence[Rung], names: Sequence[str], folder: Path) -> None:
    """Play what is missing of the rungs of these names; then, or when interrupted, write it up."""
    chosen = choose(ladder, names)
    try:
        for arena, games in chosen:
            logbook = Logbook(folder / report.folder_name(arena.variant), arena)
            play_all(console, logbook, arena.deals_for(games))
    finally:
        folder.with_suffix(".md").write_text(page(ladder, folder), encoding="utf-8")


def page(ladder: Sequence[Rung], folder: Path) -> str:
    """The whole page, from the games that are kept."""
    begun = {}
    for arena, _ in ladder:
        place = folder / report.folder_name(arena.variant)
        stands = report.write_standings(Logbook(place, arena)) if (place / GAMES).exists() else None
        if stands is not None:
            begun[place.relative_to(folder.parent)] = stands
    if not begun:
        return OPENING + "Nothing was played to its end yet.\n"
    parts = (part for place, stands in begun.items() for part in _chapter(place, stands))
    return OPENING + "\n".join((_overview(list(begun.values())), *parts))


def _overview(standings: Sequence[Standings]) -> str:
    """What each bot scores against the one before it, and the last against the first."""
    bots = standings[0].arena.bots
    steps = [(higher, lower) for lower, higher in pairwise(bots)]
    if len(steps) > 1:
        steps.append((bots[-1], bots[0]))
    rows = [
        (report.describe(stands.arena.variant), *(report.score_text(stands, *s) for s in steps))
        for stands in standings
    ]
    heads = [f"{higher} against {lower}, %" for higher, lower in steps]
    return report.Table(("game",), heads, rows).markdown()


def _chapter(place: Path, stands: Standings) -> Iterator[str]:
    title = report.describe(stands.arena.variant)
    yield f"## {title}\n"
    yield f"{report.count_text(stands)}\n"
    yield f"![Ratings: {title}]({(place / report.PLOT).as_posix()})\n"
    yield report.rating_table(stands).markdown()
    yield report.score_table(stands).markdown()


if __name__ == "__main__":
    ladder = rungs(LEVELS)
    raise SystemExit(run_cleanly(partial(climb, Console(), ladder, sys.argv[1:], FOLDER)))
