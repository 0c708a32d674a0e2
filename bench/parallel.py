"""The cost of having work done elsewhere: by threads, and on a Ray cluster.

    python -m bench.parallel

measures only this. Chunks that do nothing show what a chunk costs beside its work; chunks of
about a second are what simulations and studies are cut into at best.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec

import numpy as np
from rich.console import Console

from bench.report import Table
from bench.targets import Target, at_most
from bench.timing import Spread
from matchwood import load
from matchwood.lab.games import RANDOM
from matchwood.lab.parallel import HERE, LOCAL, Place, Work, run, start_ray
from matchwood.lab.plans import Plan

ROUNDS, LONG_ROUNDS = 5, 3
EMPTY_CHUNKS = 300
LONG_CHUNKS = 4
LONG_SECONDS = 1.0
PER_CENT = 100
TARGET, MOST_OVER = "what a chunk costs on Ray beside its work, % of a second", 5
CORES = (1, 2)

IN_PROCESS, THREADS, RAY = "one process", "threads", "Ray"


def nothing(number: int) -> None:
    """A chunk that does nothing."""


def games(plan: Plan, many: int, number: int) -> float:
    """A chunk of so many games; how long a core worked for it."""
    began = time.process_time()
    plan.play(np.arange(number * many, (number + 1) * many))
    return time.process_time() - began


def games_of_a_second(plan: Plan) -> int:
    """Number of games that keep a core busy for a second."""
    plan.play(np.arange(1))
    many = 1024
    while (took := games(plan, many, 0)) < LONG_SECONDS / 4:
        many *= 2
    return round(many * LONG_SECONDS / took)


@contextmanager
def cluster(cores: int) -> Iterator[None]:
    """A Ray cluster of so many cores on this machine, with its processes already there."""
    import ray

    start_ray(ray, cores)
    try:
        yield
    finally:
        ray.shutdown()


def _a_second(place: Place, work: Work[int, object], chunks: Sequence[int]) -> float:
    """Chunks done in a second of the clock, the first of them not counted: with it comes the start
    of the processes."""
    doing = run(work, chunks, place)
    next(doing)
    began = time.perf_counter()
    rest = sum(1 for _ in doing)
    return rest / (time.perf_counter() - began)


def empty_chunks() -> dict[tuple[str, int], Spread]:
    """Chunks per second that do nothing, by where they are done and how many cores do them."""
    found, numbers = {}, range(EMPTY_CHUNKS)
    for cores in CORES:
        rates = [_a_second(Place(cores), nothing, numbers) for _ in range(ROUNDS)]
        found[THREADS, cores] = Spread.of(rates)
    for cores in CORES if find_spec("ray") else ():
        with cluster(cores):
            place = Place(ray=LOCAL)
            dict(run(nothing, range(2 * cores), place))
            rates = [_a_second(place, nothing, numbers) for _ in range(ROUNDS)]
        found[RAY, cores] = Spread.of(rates)
    return found


def _milliseconds(rate: Spread) -> Spread:
    """Milliseconds that a chunk takes, if so many are done in a second."""
    return Spread(1000 / rate.median, 1000 / rate.high, 1000 / rate.low)


def long_chunks() -> tuple[Spread, Spread] | None:
    """By how many per cent a chunk of a second costs more on Ray than in one process: by the
    clock, and in the time that a core works for the games themselves."""
    if not find_spec("ray"):
        return None
    plan = Plan(load("chunkpack-matches"), (RANDOM, RANDOM), "bench", exchange=False)
    work = partial(games, plan, games_of_a_second(plan))
    clock, worked = [], []
    with cluster(1):
        dict(run(work, [0], Place(ray=LOCAL)))
        for _ in range(LONG_ROUNDS):
            took, cores = {}, {}
            for name, place in ((IN_PROCESS, HERE), (RAY, Place(ray=LOCAL))):
                began = time.perf_counter()
                cores[name] = sum(seconds for _, seconds in run(work, range(LONG_CHUNKS), place))
                took[name] = time.perf_counter() - began
            clock.append(PER_CENT * (took[RAY] / took[IN_PROCESS] - 1))
            worked.append(PER_CENT * (cores[RAY] / cores[IN_PROCESS] - 1))
    return Spread.of(clock), Spread.of(worked)


def chunks_elsewhere() -> tuple[list[Table], list[Target]]:
    rates = empty_chunks()
    empty = Table(
        "Chunks of work that do nothing",
        f"What a chunk costs beside its work. Medians of {ROUNDS} rounds of {EMPTY_CHUNKS} chunks; "
        "in brackets the lowest and the highest.",
        ("where", "cores", "chunks/s", "milliseconds a chunk"),
        [
            (where, str(cores), str(rate), str(_milliseconds(rate)))
            for (where, cores), rate in rates.items()
        ],
    )
    found = long_chunks()
    if found is None:
        return [empty], []
    clock, worked = found
    long = Table(
        "Chunks of a second on Ray, beside one process",
        f"{LONG_CHUNKS} chunks in turn on a cluster of one core, {LONG_ROUNDS} rounds, each beside "
        "the same in one process. Where others keep the machine busy, the clock measures them.",
        ("what", "more than in one process, %"),
        [("by the clock", str(clock)), ("time that a core works for the games", str(worked))],
    )
    cost = _milliseconds(rates[RAY, 1]) * (PER_CENT / (1000 * LONG_SECONDS))
    return [empty, long], [at_most(TARGET, cost, MOST_OVER)]


if __name__ == "__main__":
    from bench import parallel  # under its own name, by which other processes know it

    for table in parallel.chunks_elsewhere()[0]:
        table.show(Console())
