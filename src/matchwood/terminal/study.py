"""A study of a game on the terminal: a bar while games are played, then what was found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from matchwood.bots.registry import read_bots
from matchwood.engine.errors import MatchwoodError, extra
from matchwood.engine.game import Game
from matchwood.lab import report
from matchwood.lab.charts import STUDY
from matchwood.lab.findings import PAGE, REPORT, write_findings
from matchwood.lab.parallel import Place, bar
from matchwood.lab.study import Desk, Progress, Study

FOLDER = Path("studies")
SECONDS = 60
"""In a minute."""


def make_study(
    console: Console,
    game: Game,
    options: Mapping[str, object],
    *,
    levels: str,
    within: float,
    minutes: float,
    seed: str,
    folder: Path | None,
    place: Place,
) -> None:
    """Play until all is known as exactly as wanted, or the time is up; write and show it."""
    for package in ("altair", "vl_convert"):
        extra(package, STUDY)  # or hours later nothing could be drawn
    if minutes <= 0:
        raise MatchwoodError(f"A study takes more than 0 minutes, not {minutes:g}.")
    variant = game.variant(options)
    study = Study(variant, read_bots(levels), within / 100, seed)
    desk = Desk(folder or FOLDER / report.folder_name(variant), study)
    try:
        reached = play(console, desk, place, minutes * SECONDS)
    except KeyboardInterrupt:
        _print(console, write_findings(desk))
        _print(
            console, f"What was played is kept in {desk.folder}; the same command goes on there."
        )
        raise
    _print(console, write_findings(desk))
    if not reached:
        _print(
            console,
            f"The time is up before all intervals were reached; the report says how far each came, "
            f"and the same command goes on in {desk.folder}.",
        )
    _print(console, f"The report: {desk.folder / REPORT} and {desk.folder / PAGE}")


def play(console: Console, desk: Desk, place: Place, seconds: float) -> bool:
    """Play under a progress bar until all is known or the time is up; whether all is."""
    with bar(console) as counted:
        name = report.describe(desk.study.variant)
        task = counted.add_task(name, total=None)

        def watch(progress: Progress) -> None:
            counted.update(
                task,
                description=f"{name}: {progress.answered} of {progress.asked} questions answered",
                completed=progress.games,
                total=progress.games + progress.to_play,
            )

        return desk.go_on(place, seconds, watch)


def _print(console: Console, line: str) -> None:
    console.print(Text(line), soft_wrap=True)
