"""Measure the ladder, every level in every game, and write docs/ladder.md from what was played.

python docs/ladder/make.py [NAME …]

A name is that of a rung's folder, such as colorfox_players-2, or of a duel's, such as
duels/colorfox_players-2_expert-random; without one, everything is played.
Ctrl-C keeps what is finished and writes the page; the same command goes on. Git has the standings
of each rung, not its games. The page tells of all rungs that have standings, whichever were played
this time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from matchwood import load
from matchwood.bots import LEVELS, MASTER
from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.lab import report
from matchwood.lab.arena import Arena, Logbook
from matchwood.lab.parallel import EVERYWHERE, HERE
from matchwood.lab.results import GAMES
from matchwood.lab.stats import Standings
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

DUELS: Sequence[tuple[str, dict[str, object], int, int, int]] = (
    ("baguettes", {"players": 2}, 100, 300, 14),
    ("colorfox", {"players": 2}, 200, 600, 82),
    ("piecepack-matches", {"players": 2}, 800, 600, 24_000),
    ("top-trumps-match", {"mode": "tournament"}, 100, 300, 16),
    ("top-trumps-match", {"mode": "five-minute"}, 400, 5000, 20),
)
"""The games for two: how many games neighbouring levels play, the last level against the first, and
the master against the last.

As many as it takes to tell neighbours apart, and the last level's share against the first to ± 1 %.
"""
DUEL_SEED = "duel"

OPENING = """\
# The ladder

How strong the bots are, measured in games against each other by `python docs/ladder/make.py`. \
Every two bots play the same deals, each deal in every seating of the two, so that luck falls on \
both alike; at a larger table they sit alternately. A score is the share of the wins, 50 % \
between equals. Ratings are on Elo's scale with mean 0. Intervals are 95 %, and count deals, not \
games. [Decision 26](decisions/0026-whole-deals.md) tells why.

"""

DUELS_TOLD = """\
## Duels

The games of the ladder were looked at while the levels were made: they are for tuning. Those of \
the duels are for judging: they have other seeds, and were played once, after that. A master takes \
all cores that it may use; here it was kept to one (`taskset -c 0 python docs/ladder/make.py …`), \
so that two duels could be played side by side. With more cores it looks at more. Its first duels \
showed no gain in Colorfox, Top Trumps Match and Matches, so the master was made stronger; what \
stands here was played anew, on the same deals, by the master as it is. In Matches it does not \
search but [works the game out](bots.md#matches-worked-out), which is worth little more than one \
win in a hundred games: so many were played.

"""

Rung = tuple[Arena, int]
"""What is played, and how many games every two bots play of it."""


def rungs(bots: Sequence[str]) -> list[Rung]:
    return [
        (Arena(load(name, **options), tuple(bots), SEED), games) for name, options, games in RUNGS
    ]


def duels() -> list[Rung]:
    """Neighbours, the last level against the first, and the master against the last."""
    found = []
    for name, options, of_neighbours, of_ends, of_masters in DUELS:
        pairs = dict.fromkeys(pairwise(LEVELS), of_neighbours)
        pairs |= {(LEVELS[0], LEVELS[-1]): of_ends, (LEVELS[-1], MASTER): of_masters}
        variant = load(name, **options)
        found += [(Arena(variant, pair, DUEL_SEED), games) for pair, games in pairs.items()]
    return found


def folder_of(arena: Arena) -> str:
    name = report.folder_name(arena.variant)
    return name if arena.seed != DUEL_SEED else f"duels/{name}_{'-'.join(reversed(arena.bots))}"


def choose(ladder: Sequence[Rung], names: Sequence[str]) -> list[Rung]:
    """The rungs of these names; without names, all."""
    by_name = {folder_of(arena): (arena, games) for arena, games in ladder}
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
            logbook = Logbook(folder / folder_of(arena), arena)
            timed = arena.seed != DUEL_SEED
            play_all(console, logbook, arena.deals_for(games), HERE if timed else EVERYWHERE)
    finally:
        folder.with_suffix(".md").write_text(page(ladder, folder), encoding="utf-8")


def page(ladder: Sequence[Rung], folder: Path) -> str:
    """The whole page, from the standings in the folders; those of games that are there are new."""
    tuned, judged = {}, []
    for arena, _ in ladder:
        place = folder / folder_of(arena)
        if (place / GAMES).exists():
            report.write_standings(Logbook(place, arena))
        stands = report.read_standings(place, arena)
        if stands and arena.seed == DUEL_SEED:
            judged.append(stands)
        elif stands:
            tuned[place.relative_to(folder.parent)] = stands
    chapters = (part for place, stands in tuned.items() for part in _chapter(place, stands))
    parts = (_overview(list(tuned.values())), _judged(judged), *chapters)
    return OPENING + ("\n".join(filter(None, parts)) or "Nothing was played to its end yet.\n")


def _judged(duels: Iterable[Standings]) -> str:
    """What each duel has shown."""
    rows = []
    for stands in duels:
        lower, higher = stands.arena.bots
        score = report.score_text(stands, higher, lower)
        title = report.describe(stands.arena.variant)
        rows.append((title, higher, lower, score, f"{stands.games:,}"))
    table = report.Table(("game", "bot", "against"), ("score in %", "games"), rows)
    return DUELS_TOLD + table.markdown() if rows else ""


def _overview(begun: Sequence[Standings]) -> str:
    """What each bot scores against the one before it, and the last against the first."""
    if not begun:
        return ""
    bots = begun[0].arena.bots
    steps = [(higher, lower) for lower, higher in pairwise(bots)]
    if len(steps) > 1:
        steps.append((bots[-1], bots[0]))
    rows = [
        (report.describe(stands.arena.variant), *(report.score_text(stands, *s) for s in steps))
        for stands in begun
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
    ladder = [*rungs(LEVELS), *duels()]
    raise SystemExit(run_cleanly(partial(climb, Console(), ladder, sys.argv[1:], FOLDER)))
