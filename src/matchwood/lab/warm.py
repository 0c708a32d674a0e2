"""Compiling beforehand: what playing, bots and simulations need, game by game, in stages.

    python -m matchwood.lab.warm STAGE[,STAGE…] GAME

compiles for one game, writes a line for every kernel and for every stage that is done, and ends
when its standard input does: nobody is there any more who would wait for it. A `Workshop` runs such
processes, one a core and a game each, what was asked for first. Work is kept kernel by kernel, so a
process can be stopped at any time for one that is wanted sooner, and goes on later where it was.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

import numpy as np

from matchwood.bots import MASTER, Budget, choose
from matchwood.bots.levels import Players
from matchwood.bots.play import careless_action
from matchwood.engine import game_files, jit
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Variant, find_game
from matchwood.engine.jit import available_cores, forget_old_kernels, is_ready
from matchwood.engine.rng import new_generator
from matchwood.lab.games import RANDOM, generators_of
from matchwood.lab.plans import Plan

SEED = 0
EVERY_KERNEL = ("random", "greedy", "hard", "expert")
"""Bots that between them use all that one at a table does: one that forgets, one that proves."""

RULES, BOTS, SIMULATIONS = "rules", "bots", "simulations"
ENVIRONMENTS = "environments"
BROKEN = 3
"""The exit code if the rules in a file do not compile; the error stream says where."""
KERNEL = "kernel"
"""The line that tells of a kernel; the others are stages."""


def _rules(variant: Variant) -> None:
    """All that a table asks of a game: deal, list, play, hide, tell what reveals, find winners."""
    position = variant.new(SEED)
    position.choices()
    position.play_action(int(position.legal_actions()[0]))
    position.observe(None)
    variant.game.rules.returns(position.state, np.zeros(position.players))


def _bots(variant: Variant) -> None:
    for bot in EVERY_KERNEL:
        choose(bot, variant.new(SEED), new_generator(SEED), Budget(iterations=1))
    position = variant.new(SEED)
    position.observe(0).guess(new_generator(SEED))
    careless_action(position.state, position.legal_actions(), new_generator(SEED))


def _simulations(variant: Variant) -> None:
    seats = variant.players
    Plan(variant, (RANDOM,) * seats, str(SEED), exchange=True).play(np.zeros(1, np.int64))
    players, generators = Players(variant, (RANDOM,) * seats), generators_of(str(SEED), 0, seats)
    players.choose(variant.new(SEED), generators)
    players.play(variant.new(SEED), generators)
    choose(MASTER, variant.new(SEED), new_generator(SEED), Budget(iterations=1))


USUAL_STAGES = {
    RULES: "matchwood.lab.warm:_rules",
    BOTS: "matchwood.lab.warm:_bots",
    SIMULATIONS: "matchwood.lab.warm:_simulations",
}
"""In the order in which they are wanted, each with the function that does it: a table, bots at it,
and what can wait."""
STAGES = USUAL_STAGES | {ENVIRONMENTS: "matchwood.envs.vector:compile_all"}
"""The last is for those who train programs, compiled only if it is asked for, and found by name:
environments stand above the lab."""


def prepare(game: str, stage: str) -> None:
    """Bring all that a stage of a game needs into this process; compile what is not kept."""
    compile_stage: Callable[[Variant], object] = resolve_name(STAGES[stage])
    compile_stage(find_game(game).variant())


def main(stages: str, game: str) -> None:
    threading.Thread(target=_end_with_input, daemon=True).start()
    jit.watchers.append(lambda: _tell(KERNEL))
    for stage in stages.split(","):
        try:
            prepare(game, stage)
        except Exception as error:
            sentence = game_files.sentence(find_game(game), error)
            if sentence is None:
                raise
            sys.stderr.write(f"{sentence}\n")
            sys.exit(BROKEN)
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
    return [sys.executable, "-m", "matchwood.lab.warm", ",".join(stages), game]


NEEDED_TO_PLAY = (RULES, BOTS)
TYPICAL_KERNELS = {RULES: 32, BOTS: 50, SIMULATIONS: 11, ENVIRONMENTS: 20}
"""About how many kernels a stage has: what is done is told as a share of these."""
POLITENESS = 10
"""By how much the compiling of what can wait steps back where people play meanwhile."""
NEARLY = 0.99
"""As far as a stage can be that is not done."""


class CannotCompile(MatchwoodError):
    """A game could not be compiled. If a process failed, it has said why; else the cause does."""


@dataclass(eq=False)
class Work:
    """Compiling to be done for a game."""

    game: str
    stages: tuple[str, ...]
    """The stages that are wanted, in their order."""
    done: set[str] = field(default_factory=set)
    kernels: int = 0
    """Number of kernels compiled of the stage that is under way."""
    under_way: bool = False
    broken: bool = False
    """True if its rules do not compile."""
    stopped: bool = False
    """True if we have ended the process."""
    process: Process | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(stage for stage in self.stages if stage not in self.done)

    @property
    def missing_to_play(self) -> tuple[str, ...]:
        return tuple(stage for stage in self.missing if stage in NEEDED_TO_PLAY)

    def ready(self, stage: str) -> bool:
        return stage in self.done or stage not in self.stages

    def share(self, stages: Sequence[str]) -> float:
        """Share of these stages that is done, from 0 to 1."""
        kernels = 0.0
        for stage in stages:
            if self.ready(stage):
                kernels += TYPICAL_KERNELS[stage]
            elif stage == self.missing[0]:
                kernels += min(self.kernels, NEARLY * TYPICAL_KERNELS[stage])
        return kernels / sum(TYPICAL_KERNELS[stage] for stage in stages)


class Workshop:
    """All that is being compiled. To be used within one event loop."""

    def __init__(
        self,
        games: Sequence[str],
        stages: Sequence[str] = tuple(USUAL_STAGES),
        *,
        arrived: Callable[[str, str], None] = lambda game, stage: None,
        cores: int | None = None,
        politely: bool = False,
    ) -> None:
        """`arrived` is called in a thread, with a game and a stage, before anyone is told that it
        is ready. `politely` is for where people play: what can wait steps back for them. On a
        busy machine that may take very long, so not where someone waits for all of it."""
        self._works = {game: Work(game, tuple(stages)) for game in games}
        self._arrived = arrived
        self.watchers: list[Callable[[Work], None]] = []
        """Functions called after every step."""
        self._cores = cores or available_cores()
        self._politeness = POLITENESS if politely else 0
        self._wanted: list[str] = []
        """The games that were asked for, the last one first."""
        self._news = asyncio.Condition()
        self._taken = 0
        """Number of steps taken."""
        for work in self._works.values():
            work.done |= {stage for stage in work.stages if is_ready(work.game, stage)}

    def work(self, game: str) -> Work | None:
        """Progress of a game; nothing if nobody compiles it here."""
        return self._works.get(game)

    @property
    def works(self) -> list[Work]:
        return list(self._works.values())

    def ready(self, game: str, stage: str) -> bool:
        work = self._works.get(game)
        return work is None or work.ready(stage)

    async def wait(self, game: str, stage: str) -> None:
        """Wait until a stage of a game is ready; it is wanted now."""
        self.ask(game)
        async with self._news:
            await self._news.wait_for(lambda: self.ready(game, stage))

    async def steps(self, silence: float | None = None) -> AsyncIterator[bool]:
        """True at once, and whenever something is further; several steps may be taken together.
        False after so many seconds in which nothing was."""
        seen = -1
        while True:
            try:
                async with asyncio.timeout(silence), self._news:
                    while self._taken == seen:
                        await self._news.wait()
            except TimeoutError:
                yield False
            else:
                seen = self._taken
                yield True

    def ask(self, game: str) -> None:
        """Someone wants to play this game: it comes first."""
        work = self._works.get(game)
        if work is None or not work.missing_to_play or self._wanted[:1] == [game]:
            return
        self._wanted = [game, *(other for other in self._wanted if other != game)]
        busy = [other for other in self._works.values() if other.process is not None]
        if not work.under_way and len(busy) >= self._cores:
            _stop(max(busy, key=self._turn))

    async def run(self, failed: Callable[[CannotCompile], None]) -> None:
        """Compile until all is done. `failed` is told of a game that cannot be compiled here; it
        then counts as ready, and is compiled by whoever needs it."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._cores):
                group.create_task(self._work_on(failed))
        with suppress(OSError):  # Another process may be removing them at the same time.
            forget_old_kernels()

    @asynccontextmanager
    async def lifespan(self, failed: Callable[[CannotCompile], None]) -> AsyncIterator[None]:
        """While this lasts, it compiles."""
        task = asyncio.create_task(self.run(failed))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _work_on(self, failed: Callable[[CannotCompile], None]) -> None:
        """Do the work that is wanted most, one after the other, on one core."""
        while waiting := [work for work in self._works.values() if self._is_waiting(work)]:
            work = min(waiting, key=self._turn)
            try:
                await self._compile(work)
            except Exception as error:
                work.stages = ()
                failed(_explained(work.game, error))
                await self._tell(work)

    def _is_waiting(self, work: Work) -> bool:
        return bool(work.missing) and not work.under_way

    def _turn(self, work: Work) -> tuple[bool, int, int]:
        """Order of work: what is to be played, then what was asked for, then the rest."""
        wanted = self._wanted.index(work.game) if work.game in self._wanted else len(self._wanted)
        return not work.missing_to_play, wanted, list(self._works).index(work.game)

    async def _compile(self, work: Work) -> None:
        """One process: what is needed to play, or all that is left; till its end or ours."""
        stages = work.missing_to_play or work.missing
        manner = _manner(0 if work.missing_to_play else self._politeness)
        command = arguments(stages, work.game)
        work.under_way, work.kernels = True, 0
        process: Process | None = None
        try:
            process = work.process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, **manner
            )
            assert process.stdout is not None
            async for line in process.stdout:
                await self._note(work, line.decode().strip())
            failed = await process.wait() != 0 and not work.stopped
            work.broken = failed and process.returncode == BROKEN
        finally:
            if process is not None and process.returncode is None:
                _stop(work)
                await process.wait()
            work.under_way, work.stopped, work.process = False, False, None
        if failed:
            raise _cannot_compile(work.game)

    async def _note(self, work: Work, line: str) -> None:
        if line in STAGES:
            await asyncio.to_thread(self._arrived, work.game, line)
            work.done.add(line)
            work.kernels = 0
        else:
            work.kernels += 1
        await self._tell(work)

    async def _tell(self, work: Work) -> None:
        """Tell all who watch or wait of a step; a watcher that fails stops no compiling."""
        self._taken += 1
        for watcher in self.watchers:
            try:
                watcher(work)
            except Exception as error:
                told = {"message": "A watcher of the workshop failed.", "exception": error}
                asyncio.get_running_loop().call_exception_handler(told)
        async with self._news:
            self._news.notify_all()


def _cannot_compile(game: str) -> CannotCompile:
    return CannotCompile("{game} could not be compiled.", game=game)


def _explained(game: str, error: Exception) -> CannotCompile:
    """The failure of a game, with its cause where that was not the process itself."""
    if isinstance(error, CannotCompile):
        return error
    failure = _cannot_compile(game)
    failure.__cause__ = error
    return failure


def _manner(politeness: int) -> dict[str, Any]:
    """Arguments that begin a process: in a group of its own, since Ctrl-C at the terminal is for
    us, who then end it."""
    if sys.platform == "win32":
        polite = subprocess.BELOW_NORMAL_PRIORITY_CLASS if politeness else 0
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | polite}

    def begin() -> None:
        os.setpgrp()
        os.nice(politeness)

    return {"preexec_fn": begin}


def _stop(work: Work) -> None:
    if work.process is not None:
        work.stopped = True
        with suppress(ProcessLookupError):
            work.process.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
