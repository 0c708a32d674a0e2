"""Many games between bots on the terminal: a bar while they play, then what each seat won."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from matchwood.bots.registry import read_bots
from matchwood.engine.game import Game
from matchwood.lab import report
from matchwood.lab.parallel import Place
from matchwood.lab.public import Simulation, simulate
from matchwood.lab.results import GAMES
from matchwood.lab.stats import mean_of

FOLDER = Path("simulations")


def run_simulation(
    console: Console,
    game: Game,
    options: Mapping[str, object],
    *,
    bots: str,
    games: int,
    seed: str,
    exchange: bool,
    folder: Path | None,
    place: Place,
) -> None:
    """Play as many games as asked for, keep them in a folder, and show who won how much."""
    variant, takers = game.variant(options), read_bots(bots)
    kept = folder or FOLDER / "_".join((report.folder_name(variant), "-".join(takers)))
    try:
        found = simulate(
            variant,
            bots=takers[0] if len(takers) == 1 else takers,
            games=games,
            seed=seed,
            exchange=exchange,
            folder=kept,
            cores=place.cores,
            ray=place.ray,
            progress=None if console.is_terminal else False,
        )
    except KeyboardInterrupt:
        _print(console, f"What was played is kept in {kept}; the same command goes on from there.")
        raise
    console.rule(Text(report.describe(variant)))
    console.print(_table(found))
    _print(console, f"{len(found):,} games, {found.plies.mean():.1f} moves each on average.")
    _print(console, f"All of them are in {kept / GAMES}")


def _table(found: Simulation) -> Table:
    """Table of what each bot won, with its interval, and its points."""
    grid = Table("bot")
    for heading in ("share of the wins in %", "95 % interval", "points"):
        grid.add_column(heading, justify="right")
    for bot in found.won:
        sat = found.seats == bot
        won = mean_of((found.shares * sat).sum(axis=1))
        points = found.scores[sat].mean()
        interval = f"{100 * won.low:.1f} to {100 * won.high:.1f}"
        grid.add_row(Text(bot), f"{100 * won.value:.1f}", interval, f"{points:.1f}")
    return grid


def _print(console: Console, line: str) -> None:
    console.print(Text(line), soft_wrap=True)
