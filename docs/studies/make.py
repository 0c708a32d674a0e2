"""Study every game in every mode, and write docs/studies/README.md from what was found.

python docs/studies/make.py MINUTES [NAME …]

A name is that of a folder here, such as colorfox-2; without one, all modes are studied, so many
minutes each. Ctrl-C keeps what is finished; the same command goes on. With 0 minutes nothing is
played, and the reports are written anew from the games in the folders.
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
from matchwood.lab.findings import REPORT, Findings, write_findings
from matchwood.lab.intervals import reach
from matchwood.lab.notes import GAMES
from matchwood.lab.pieces import EVERYWHERE
from matchwood.lab.report import Table, describe
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
has the report as Markdown and as a page that opens by itself, its plots, and the games, from \
which the same command goes on.

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
        if not (folder / name / GAMES).exists():
            rows.append((title, "not begun", "", "", ""))
            continue
        findings = Findings(Desk(folder / name, asked))
        answers = findings.first.get(JUDGE)
        found = None if answers is None else answers.estimate
        link = f"[{title}]({name}/{REPORT})"
        if answers is None or found is None:
            rows.append((link, "not known yet", "", "", ""))
        else:
            numbers = (100 * found.value, 100 * reach(found), 100 * findings.even)
            rows.append((link, *(f"{number:.1f}" for number in numbers), f"{answers.deals:,}"))
        told.append(f"- {findings.headline()}\n")
    heads = ("starter wins between hard bots, %", "± %", "even, %", "games")
    return OPENING + "\n".join((Table(("game",), heads, rows).markdown(), "".join(told)))


if __name__ == "__main__":
    minutes, *names = sys.argv[1:]
    raise SystemExit(run_cleanly(partial(make, Console(), float(minutes), names, FOLDER)))
