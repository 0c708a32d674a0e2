"""Compiling, once, all that playing, bots and simulations need, so that no game has to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from matchwood.engine.game import Game
from matchwood.engine.jit import is_ready
from matchwood.lab.warm import NEEDED_TO_PLAY, USUAL_STAGES, CannotCompile, Work, Workshop

WHOLE = 100
"""Length of a full bar of progress."""


def warm(
    console: Console, games: Sequence[Game], stages: Sequence[str] = tuple(USUAL_STAGES)
) -> None:
    """Compile for these games, a core each; quick when it was done before."""
    began = time.perf_counter()
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        shown: dict[str, TaskID] = {}

        def show(work: Work) -> None:
            bars.update(shown[work.game], completed=round(work.share(stages) * WHOLE))
            if not console.is_terminal and not work.kernels:
                left = ", ".join(work.missing) or "nothing"
                console.print(f"{titles[work.game]}: {left} left to compile", markup=False)

        titles = {game.name: game.title for game in games}
        workshop = Workshop(list(titles), stages)
        workshop.watchers.append(show)
        for work in workshop.works:
            shown[work.game] = bars.add_task(titles[work.game], total=WHOLE)
        failures: list[CannotCompile] = []
        asyncio.run(workshop.run(failures.append))
    if failures:
        raise failures[0]
    console.print(f"Everything is compiled, in {time.perf_counter() - began:.1f} seconds.")


def warm_what_is_cold(console: Console, game: Game, stages: Sequence[str] = NEEDED_TO_PLAY) -> None:
    """Compile what a game needs, to be played unless other stages are named, and was not compiled
    before."""
    if not all(is_ready(game.name, stage) for stage in stages):
        console.print(f"Compiling the {' and the '.join(stages)} of {game.title}, once.")
        warm(console, [game], stages)
