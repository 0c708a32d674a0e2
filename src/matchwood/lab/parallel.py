"""Parallel work: chunks done by threads of this process, or on a Ray cluster.

A result follows from its chunk alone, so the same work gives the same results in this thread, on
all cores or on a cluster; also where a process of the cluster is lost, whose chunk is then done
again by another.

On this machine threads do the work. Kernels release Python's lock, and nearly all of the work is
compiled: to start a process would take longer than a hundred thousand games. Ray is an extra and
loaded only when an address is given. Its workers play by their own copy of the code, so each
compares it with ours first.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from rich import progress
from rich.console import Console

from matchwood import __version__
from matchwood.bots.registry import own_bots
from matchwood.engine.errors import MatchwoodError, extra, listed
from matchwood.engine.jit import available_cores
from matchwood.engine.options import is_count
from matchwood.lab.results import code_of_all

Chunk = TypeVar("Chunk")
Outcome = TypeVar("Outcome")
Work = Callable[[Chunk], Outcome]
"""Function of a chunk. On a cluster both are pickled."""
LOCAL = "local"
"""The address of a cluster that is started on this machine for the time of the work."""
AHEAD = 2
"""Chunks handed out for each core before their results are taken."""


OBJECT_STORE_BYTES = 80 * 2**20
"""As little as Ray takes: what comes of a piece is small."""
RETRIES = 3
"""Retries of a piece whose process or machine is lost."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
SECONDS_TO_ANSWER = 5
STARTS = 3

Count = Callable[[int], None]


class CannotWork(MatchwoodError):
    """The work cannot be done there."""


@dataclass(frozen=True)
class Place:
    """Place of work: on so many cores of this machine, or on a Ray cluster."""

    cores: int | None = None
    """None: all that there are."""
    ray: str | None = None
    """The address of a cluster, `LOCAL` for one of our own; none: no cluster."""

    def __post_init__(self) -> None:
        if self.cores is not None and not is_count(self.cores):
            raise CannotWork(f"Work takes 1 core or more, not {self.cores}.")


HERE = Place(cores=1)
"""In this thread."""
EVERYWHERE = Place()
"""On all cores of this machine."""


def cores_of(place: Place) -> int:
    """Number of cores of this machine that are to work."""
    return place.cores or available_cores()


def run(
    work: Work[Chunk, Outcome], chunks: Iterable[Chunk], place: Place = EVERYWHERE
) -> Iterator[tuple[Chunk, Outcome]]:
    """Do all chunks. Yields each with its result as soon as it is done, in any order."""
    wanted = list(chunks)
    if place.ray is not None:
        yield from _run_on_ray(work, wanted, place)
    elif min(cores_of(place), len(wanted)) > 1:
        yield from _Threads(work, wanted, min(cores_of(place), len(wanted))).outcomes()
    else:
        yield from ((chunk, work(chunk)) for chunk in wanted)


class _Threads(Generic[Chunk, Outcome]):
    """Daemon threads that share the chunks.

    Nobody waits for a chunk under way when results are no longer wanted, so Ctrl-C stops at once.
    """

    def __init__(self, work: Work[Chunk, Outcome], chunks: list[Chunk], size: int) -> None:
        self._work, self._chunks = work, chunks
        self._waiting, self._taking = iter(chunks), threading.Lock()
        self._finished: SimpleQueue[tuple[Chunk, Outcome] | BaseException] = SimpleQueue()
        self._room = threading.Semaphore(AHEAD * size)
        self._size, self._stopped = size, False

    def outcomes(self) -> Iterator[tuple[Chunk, Outcome]]:
        try:
            for _ in range(self._size):
                threading.Thread(target=self._help, daemon=True).start()
            for _ in self._chunks:
                found = self._finished.get()
                if isinstance(found, BaseException):
                    raise found
                yield found
                self._room.release()
        finally:
            self._stopped = True
            self._room.release(self._size)

    def _help(self) -> None:
        while True:
            self._room.acquire()
            with self._taking:
                try:
                    chunk = next(self._waiting)
                except StopIteration:
                    return
            if self._stopped:
                return
            try:
                self._finished.put((chunk, self._work(chunk)))
            except BaseException as error:
                self._finished.put(error)


class OtherCode(MatchwoodError):
    """A worker of the cluster has other code than ours."""


def _run_on_ray(
    work: Work[Chunk, Outcome], chunks: Sequence[Chunk], place: Place
) -> Iterator[tuple[Chunk, Outcome]]:
    """Do the chunks on the cluster of a place."""
    ray = extra("ray", "ray")
    ours = not ray.is_initialized()
    if ours:
        _join(ray, place)
    try:
        yield from _schedule(ray, work, chunks)
    finally:
        if ours:
            ray.shutdown()


def _join(ray: Any, place: Place) -> None:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if place.ray == LOCAL:
        start_ray(ray, cores_of(place))
        return
    try:
        _knock(place.ray or "")
        ray.init(address=place.ray, **SILENT)
    except Exception as error:  # Ray has many, and says in each what only its makers understand
        raise CannotWork(
            f"No Ray cluster answers at {place.ray}; start one with “ray start --head” and name "
            f"its address, or leave the address out."
        ) from error


def start_ray(ray: Any, cores: int) -> None:
    """Start a cluster of so many cores on this machine; a busy one may need several tries, since
    Ray waits no longer than half a minute for its own processes."""
    for _ in range(STARTS):
        try:
            ray.init(
                address=LOCAL,
                num_cpus=cores,
                include_dashboard=False,
                object_store_memory=OBJECT_STORE_BYTES,
                **SILENT,
            )
        except Exception:
            ray.shutdown()
        else:
            return
    raise CannotWork(
        f"Ray could not start a cluster on this machine, in {STARTS} tries; without --ray the same "
        f"work is done by threads."
    )


def _knock(address: str) -> None:
    """See whether anyone is there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


def _schedule(
    ray: Any, work: Work[Chunk, Outcome], chunks: Sequence[Chunk]
) -> Iterator[tuple[Chunk, Outcome]]:
    # Packed, so that a worker looks at its code before it reads the work.
    shared, waiting = ray.put(ray.cloudpickle.dumps((own_bots(), work))), iter(chunks)
    task = partial(ray.remote(max_retries=RETRIES)(_do).remote, __version__, code_of_all(), shared)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    begun: list[Any] = []
    try:
        while True:
            for chunk in waiting:
                begun.append(task(chunk))
                if len(begun) >= room:
                    break
            if not begun:
                return
            finished, begun = ray.wait(begun)
            yield from ray.get(finished)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        raise CannotWork(
            f"A chunk of the work ended {RETRIES + 1} processes of the cluster; it is given up."
        ) from error
    finally:
        for each in begun:
            ray.cancel(each)


def _do(version: str, code: Mapping[str, str], work: bytes, chunk: Chunk) -> tuple[Chunk, Any]:
    check_code(version, code)
    _, do = pickle.loads(work)
    return chunk, do(chunk)


def check_code(version: str, code: Mapping[str, str]) -> None:
    """Refuse to play for a process whose code decides games in another way than ours, or has games
    that are not here."""
    ours = code_of_all()
    others = [game for game, digest in code.items() if ours.get(game) != digest]
    if version != __version__ or others:
        which = f"other code for {listed(others)}" if others else "another version"
        raise OtherCode(
            f"A worker of the cluster ({socket.gethostname()}) has {which}: version {__version__} "
            f"of Matchwood, and here it is {version}; install the same on all machines."
        )


def bar(console: Console, shown: bool | None = None) -> progress.Progress:
    """A bar with a count and the time that is left, on a terminal or in a notebook with widgets."""
    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not _is_shown(console, shown),
    )


def _is_shown(console: Console, shown: bool | None) -> bool:
    if shown is None and console.is_jupyter:
        return find_spec("ipywidgets") is not None  # or there would be warnings in its place
    return console.is_terminal if shown is None else shown


@cache
def _errors() -> Console:
    """The console of errors, to ask whether it is a terminal: to make one takes a tenth of the time
    of a thousand random games (`bench/public.py`)."""
    return Console(stderr=True)


@contextmanager
def counting(what: str, total: int, shown: bool | None = None) -> Iterator[Count]:
    """While this lasts, a bar counts up to a total; it is told of each step."""
    if not _is_shown(_errors(), shown):
        yield lambda steps: None  # a thousand games take less time than to build a bar
        return
    with bar(Console(stderr=True), shown) as shown_bar:
        task = shown_bar.add_task(what, total=total)
        yield lambda steps: shown_bar.advance(task, steps)
