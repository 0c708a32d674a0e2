"""The public call beside the kernel: how much of the kernel's speed arrives at `simulate`."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bench.ours import THREADS, in_the_kernel, label, simulated
from bench.report import Table
from bench.targets import Target, at_least
from bench.timing import Contestant, Spread
from matchwood import load

GAMES = (1_000, 20_000, 1_000_000)
LIGHT = ("connect-four", "piecepack-matches")
"""The games that take least: with these, what stands around the kernel weighs most."""
ROUNDS, MOST_GAMES = 9, 2_000_000
"""So many rounds, but no more games in all of them than that and one round more."""
GAMES_A_ROUND = 20_000
"""So many games are played in a round at least, in several calls."""
OF_THE_KERNEL, TIMES_WITH_THREADS = 0.8, 1.5
THREADS_FROM_SECONDS = 0.01
"""Less work than that is over before a second thread has had its share."""


@dataclass(frozen=True)
class Timed:
    """A call: seconds of the clock, and seconds that all cores together worked for it."""

    clock: float
    cores: float


def _timed(contestant: Contestant, games: int) -> Timed:
    """A call; the mean of several, if it is short."""
    calls = max(1, GAMES_A_ROUND // games)
    began, worked = time.perf_counter(), time.process_time()
    for _ in range(calls):
        contestant.play(games)
    clock, cores = time.perf_counter() - began, time.process_time() - worked
    return Timed(clock / calls, cores / calls)


def public_calls() -> tuple[list[Table], list[Target]]:
    rows, targets = [], []
    for variant in map(load, LIGHT):
        callers = in_the_kernel(variant), simulated(variant, 1), simulated(variant, THREADS)
        for caller in callers:
            caller.play(1)
        for games in GAMES:
            rounds = range(min(ROUNDS, 1 + MOST_GAMES // games))
            timed = [[_timed(caller, games) for caller in callers] for _ in rounds]
            part = Spread.of([kernel.cores / alone.cores for kernel, alone, _ in timed])
            times = Spread.of([alone.clock / shared.clock for _, alone, shared in timed])
            used = Spread.of([shared.cores / shared.clock for _, _, shared in timed])
            more = Spread.of([shared.cores / alone.cores for _, alone, shared in timed])
            seconds = Spread.of([alone.cores for _, alone, _ in timed])
            name = f"{games:,} games of {label(variant)}"
            rows.append(
                (name, str(seconds * 1000), str(part * 100), str(more), str(times), str(used))
            )
            what = f"`simulate`, {name}, part of the kernel’s speed on one core"
            targets.append(at_least(what, part, OF_THE_KERNEL))
            if seconds.median > THREADS_FROM_SECONDS:
                what = f"`simulate`, {name}, times as fast with {THREADS} threads as with one"
                targets.append(at_least(what, times, TIMES_WITH_THREADS))
    note = (
        f"Medians of up to {ROUNDS} rounds; in brackets the lowest and the highest. On one core by "
        f"the time that the core worked; the work of {THREADS} threads is this time for the same "
        "games, as a multiple of that of one thread. By the clock they can only be as fast as they "
        f"have cores: with less than {THREADS} at work, others had them."
    )
    columns = (
        *("what", "ms of a core", "of the kernel’s speed, %", f"work of {THREADS} threads"),
        *(f"times as fast with {THREADS} threads", "cores at work"),
    )
    return [Table("`simulate` beside the kernel", note, columns, rows)], targets
