"""What playing, bots and simulations need compiled, game by game, in the order it is wanted.

    python -m matchwood.lab.compiling STAGE[,STAGE…] GAME

compiles for one game, writes a line for every kernel and for every stage that is done, and ends
when its standard input does: nobody is there any more who would wait for it. `workshop` runs one
of these for each game.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence

import numpy as np

from matchwood.bots import MASTER, Budget, choose
from matchwood.bots.players import Players
from matchwood.bots.random import careless_action
from matchwood.engine import dispatch, jit
from matchwood.engine.game import Variant, find_game
from matchwood.engine.rng import new_generator
from matchwood.lab.arena import generators_of
from matchwood.lab.batches import Batch
from matchwood.lab.perft import perft
from matchwood.lab.simulation import RANDOM, Plan

Step = Callable[[Variant], object]
SEED = 0
EVERY_KERNEL = ("random", "greedy", "hard", "expert")
"""Bots that between them use all that one at a table does: one that forgets, one that proves."""

RULES, BOTS, SIMULATIONS = "rules", "bots", "simulations"
ENVIRONMENTS = "environments"
KERNEL = "kernel"
"""The line that tells of a kernel; the others are stages."""


def _rules(variant: Variant) -> None:
    """All that a table asks of a game: deal, list, play, hide, tell what reveals, find winners."""
    position = variant.new(SEED)
    position.choices()
    position.play_action(int(position.actions()[0]))
    position.seen_by(None)
    variant.game.rules.returns(position.state, np.zeros(position.players))


def _bots(variant: Variant) -> None:
    for bot in EVERY_KERNEL:
        choose(bot, variant.new(SEED), new_generator(SEED), Budget(iterations=1))
    position = variant.new(SEED)
    position.guessed(0, new_generator(SEED))
    careless_action(position.state, position.actions(), new_generator(SEED))


def _simulations(variant: Variant) -> None:
    seats = variant.players
    Plan(variant, (RANDOM,) * seats, str(SEED), exchange=True).play(np.zeros(1, np.int64))
    players, generators = Players(variant, (RANDOM,) * seats), generators_of(str(SEED), 0, seats)
    players.choose(variant.new(SEED), generators)
    players.play(variant.new(SEED), generators)
    choose(MASTER, variant.new(SEED), new_generator(SEED), Budget(iterations=1))
    perft(variant.new(SEED), 1)


def _environments(variant: Variant) -> None:
    """All that environments ask for; nothing, where a game is not written as numbers."""
    if variant.game.encoding is None:
        return
    batch, every = Batch(variant, games=1), np.ones(1, np.bool_)
    batch.seed([SEED])
    batch.deal(every)
    batch.step(batch.any_legal(~every), ~every)
    position = variant.new(SEED)
    variant.encoding.observe(position, None)
    number = int(variant.encoding.mask(position).argmax())
    variant.encoding.number(position, variant.encoding.action(position, number))
    dispatch.label(position.state, int(position.actions()[0]))


USUAL_STAGES: dict[str, Step] = {RULES: _rules, BOTS: _bots, SIMULATIONS: _simulations}
"""In the order in which they are wanted: a table, bots at it, and what can wait."""
STAGES: dict[str, Step] = USUAL_STAGES | {ENVIRONMENTS: _environments}
"""The last is for those who train programs, and compiled only if it is asked for."""


def prepare(game: str, stage: str) -> None:
    """Bring all that a stage of a game needs into this process; compile what is not kept."""
    STAGES[stage](find_game(game).variant())


def main(stages: str, game: str) -> None:
    threading.Thread(target=_end_with_input, daemon=True).start()
    jit.watchers.append(lambda: _tell(KERNEL))
    for stage in stages.split(","):
        prepare(game, stage)
        jit.mark_ready(game, stage)
        _tell(stage)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def arguments(stages: Sequence[str], game: str) -> list[str]:
    """The command that compiles these stages of a game."""
    return [sys.executable, "-m", __name__, ",".join(stages), game]


if __name__ == "__main__":
    main(*sys.argv[1:])
