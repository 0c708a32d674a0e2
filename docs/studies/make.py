"""Study every game in every mode, and write docs/studies/README.md from what was found.

python docs/studies/make.py MINUTES [NAME …]

A name is that of a folder here, such as colorfox-2; without one, all modes are studied, so many
minutes each. Ctrl-C keeps what is finished; the same command goes on. With 0 minutes nothing is
played: reports are written anew where the games are, and the table from the reports. Git has the
reports, not the games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from matchwood import load
from matchwood.bots import LEVELS
from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.lab.findings import REPORT, even_share, read_summary, write_findings
from matchwood.lab.parallel import EVERYWHERE
from matchwood.lab.report import Table, describe
from matchwood.lab.results import GAMES
from matchwood.lab.stats import reach
from matchwood.lab.study import JUDGE, Desk, Study
from matchwood.terminal.leaving import run_cleanly
from matchwood.terminal.study import SECONDS, play

FOLDER = Path(__file__).parent
INDEX = "README.md"
WITHIN, WITHIN_WHERE_CHEAP = 0.01, 0.005
CHEAP = "piecepack-matches"
"""The game whose games between hard bots cost least, a third of any other's or less."""
SEED = "0"
MODES: dict[str, tuple[str, dict[str, object]]] = {
    "baguettes-2": ("baguettes", {"players": 2}),
    "baguettes-3": ("baguettes", {"players": 3}),
    "baguettes-4": ("baguettes", {"players": 4}),
    "baguettes-4-teams": ("baguettes", {"players": 4, "teams": True}),
    "colorfox-2": ("colorfox", {"players": 2}),
    "colorfox-3": ("colorfox", {"players": 3}),
    "colorfox-4": ("colorfox", {"players": 4}),
    "matches-2": ("piecepack-matches", {"players": 2}),
    "matches-2-flaming": ("piecepack-matches", {"players": 2, "flaming": True}),
    "matches-3": ("piecepack-matches", {"players": 3}),
    "matches-4": ("piecepack-matches", {"players": 4}),
    "matches-6": ("piecepack-matches", {"players": 6}),
    "top-trumps-five-minute": ("top-trumps-match", {"mode": "five-minute"}),
    "top-trumps-tournament": ("top-trumps-match", {"mode": "tournament"}),
}
WITH_EXPERTS = ("matches-2",)
"""Where games of experts are cheap; elsewhere they cost twenty times as much as those of hard."""
OPENING = """\
# Studies

What is true of our games, found out by `python docs/studies/make.py` from games of bots against \
each other. Wanted is the first seat’s worth between hard bots to ± 1 %, for every game and mode, \
and to ± 0.5 % in Matches, whose games cost least; the table says how far each came. Every folder \
has the report with its plots, and all estimates as CSV. The games themselves are not kept in Git: \
`make data` plays them again, the same ones, which takes a day on two cores.

"""


def study(name: str) -> Study:
    game, options = MODES[name]
    levels = LEVELS if name in WITH_EXPERTS else LEVELS[: LEVELS.index(JUDGE) + 1]
    within = WITHIN_WHERE_CHEAP if game == CHEAP else WITHIN
    return Study(load(game, **options), levels, within, SEED)


def make(console: Console, minutes: float, names: Sequence[str], folder: Path) -> None:
    """Go on with the studies of these names, and write the index; a stop is no loss."""
    for name in names:
        if name not in MODES:
            raise MatchwoodError(f"There is no study {quoted(name)}; they are {listed(MODES)}.")
    try:
        for name in names or MODES:
            if minutes > 0 or (folder / name / GAMES).exists():
                desk = Desk(folder / name, study(name))
                if minutes > 0:
                    play(console, desk, EVERYWHERE, minutes * SECONDS)
                desk.count_random()
                write_findings(desk)
    finally:
        (folder / INDEX).write_text(index(folder), encoding="utf-8")


def index(folder: Path) -> str:
    """The table of all modes, and what was found in each that was begun."""
    rows, told = [], []
    for name in MODES:
        asked = study(name)
        title = describe(asked.variant)
        summary = read_summary(folder / name)
        if summary is None:
            rows.append((title, "not begun", "", "", ""))
            continue
        link = f"[{title}]({name}/{REPORT})"
        if summary.starter is None:
            rows.append((link, "not known yet", "", "", ""))
        else:
            numbers = (summary.starter.value, reach(summary.starter), even_share(asked.variant))
            percents = (f"{100 * number:.1f}" for number in numbers)
            rows.append((link, *percents, f"{summary.deals:,}"))
        told.append(f"- {summary.headline}\n")
    heads = ("starter wins between hard bots, %", "± %", "even, %", "games")
    return OPENING + "\n".join((Table(("game",), heads, rows).markdown(), "".join(told)))


if __name__ == "__main__":
    minutes, *names = sys.argv[1:]
    raise SystemExit(run_cleanly(partial(make, Console(), float(minutes), names, FOLDER)))
