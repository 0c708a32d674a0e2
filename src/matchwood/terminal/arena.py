"""Bots against bots on the terminal: a progress bar while they play, then the standings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from matchwood.bots.registry import read_bots
from matchwood.engine.game import Game
from matchwood.lab import report
from matchwood.lab.arena import Arena, Logbook, get_ready
from matchwood.lab.charts import can_plot
from matchwood.lab.parallel import HERE, Place, bar
from matchwood.lab.stats import Standings

FOLDER = Path("arena")


def hold_arena(
    console: Console,
    game: Game,
    options: Mapping[str, object],
    *,
    bots: str,
    games: int,
    seed: str,
    folder: Path | None,
    place: Place,
) -> None:
    """Let bots play each other, as many games as asked for, and show how strong they are."""
    with console.status("Getting ready …"):
        arena = Arena(game.variant(options), read_bots(bots), seed)
        deals = arena.deals_for(games)
        logbook = Logbook(folder or FOLDER / report.folder_name(arena.variant), arena)
    play_all(console, logbook, deals, place)
    stands = report.write_standings(logbook)
    if stands is not None:
        _show(console, stands)
    what = "Games, tables and a picture" if can_plot() else "Games and tables"
    _print(console, f"{what} are in {logbook.folder}")


def play_all(console: Console, logbook: Logbook, deals: int, place: Place = HERE) -> None:
    """Play what is missing under a progress bar; Ctrl-C keeps what is finished."""
    total = deals * logbook.arena.games_per_deal
    try:
        with console.status("Getting ready …"):
            get_ready(logbook.arena)
        with bar(console) as counted:
            name = report.describe(logbook.arena.variant)
            task = counted.add_task(name, total=total, completed=_done(logbook, total))
            for _ in logbook.go_on(deals, place):
                counted.advance(task)
    except KeyboardInterrupt:
        _print(
            console,
            f"{_done(logbook, total):,} of {total:,} games are played and kept in "
            f"{logbook.folder}; the same command goes on from there.",
        )
        raise


def _done(logbook: Logbook, total: int) -> int:
    return sum(number < total for number in logbook.results)


def _show(console: Console, stands: Standings) -> None:
    console.rule(Text(report.describe(stands.arena.variant)))
    for table in (report.rating_table(stands), report.score_table(stands)):
        grid = Grid()
        for name in table.names:
            grid.add_column(name)
        for number in table.numbers:
            grid.add_column(number, justify="right")
        for row in table.rows:
            grid.add_row(*map(Text, row))
        console.print(grid)
    _print(console, report.count_text(stands))


def _print(console: Console, line: str) -> None:
    console.print(Text(line), soft_wrap=True)
