"""Compiling, once, all that playing, bots and simulations need, so that no game has to wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.progress import Progress

from matchwood.bots import Budget, choose
from matchwood.engine.game import SPECTATOR, Game, Variant
from matchwood.engine.kernels import forget_old_kernels, mark_warm, warm_games
from matchwood.engine.luck import luck
from matchwood.lab.playouts import play_games

Step = Callable[[Variant], object]
SEED = 0
EVERY_KERNEL = ("random", "hard", "expert")
"""Bots that between them use all that any bot does: one that forgets, and one that proves."""


def _moves(variant: Variant) -> None:
    position = variant.new(SEED)
    position.play_action(int(position.actions()[0]))


def _secrets(variant: Variant) -> None:
    position = variant.new(SEED)
    position.choices()
    hidden = position.seen_by(None)
    variant.game.rules.guess(hidden.state, SPECTATOR, luck(SEED))


def _result(variant: Variant) -> None:
    position = variant.new(SEED)
    variant.game.rules.returns(position.state, np.zeros(position.players))


def _bots(variant: Variant) -> None:
    for bot in EVERY_KERNEL:
        choose(bot, variant.new(SEED), luck(SEED), Budget(iterations=1))


def _simulations(variant: Variant) -> None:
    start, players = variant.blank.copy(), variant.new(SEED).players
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)
    play_games(start, 1, luck(SEED), start.copy(), actions, np.zeros(players), np.zeros(players))


STEPS: dict[str, Step] = {
    "the deal": lambda variant: variant.new(SEED),
    "the moves": _moves,
    "the secrets": _secrets,
    "the result": _result,
    "the bots": _bots,
    "the simulations": _simulations,
}


def warm(console: Console, games: Sequence[Game]) -> None:
    """Compile everything for these games; quick when it was done before."""
    began = time.perf_counter()
    with Progress(console=console, disable=not console.is_terminal) as bar:
        steps = list(_steps(games))
        task = bar.add_task("", total=len(steps))
        for label, step, variant in steps:
            bar.update(task, description=label)
            if not console.is_terminal:
                console.print(label, markup=False, highlight=False)
            step(variant)
            bar.advance(task)
    for game in games:
        mark_warm(game.name)
    forget_old_kernels()
    console.print(f"Everything is compiled, in {time.perf_counter() - began:.1f} seconds.")


def warm_what_is_cold(console: Console, games: Sequence[Game]) -> None:
    """Compile what was not compiled before; nobody at a table should wait for it."""
    cold = [game for game in games if game.name not in warm_games()]
    if cold:
        console.print("Compiling the rules, once; this takes a minute or so.")
        warm(console, cold)


def _steps(games: Sequence[Game]) -> Iterator[tuple[str, Step, Variant]]:
    for game in games:
        for part, step in STEPS.items():
            yield f"{game.title}: {part}", step, game.variant()
