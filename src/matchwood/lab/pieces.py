"""Work that is cut into pieces, and done wherever there is room for it.

What comes of a piece follows from the piece alone, so the same work gives the same results in
this thread, on all cores of this machine or on a cluster (`cluster`); also where a process of the
cluster is lost in the middle, whose piece is then done again by another.

On this machine threads do the pieces. Compiled code lets go of Python's lock, and nearly all of
the work is compiled: to start a process would take longer than a hundred thousand games.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic, TypeVar

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.jit import available_cores

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")
Work = Callable[[Piece], Outcome]
"""What is done for a piece. Both are sent to other processes on a cluster, so both can be
pickled."""
LOCAL = "local"
"""The address of a cluster that is started on this machine for the time of the work."""
AHEAD = 2
"""Pieces done or under way for each thread before their results are taken."""


class CannotWork(MatchwoodError):
    """The work cannot be done there."""


@dataclass(frozen=True)
class Place:
    """Where work is done: on so many cores of this machine, or on a Ray cluster."""

    cores: int | None = None
    """None: all that there are."""
    ray: str | None = None
    """The address of a cluster, `LOCAL` for one of our own; none: no cluster."""

    def __post_init__(self) -> None:
        if self.cores is not None and self.cores < 1:
            raise CannotWork(f"Work takes 1 core or more, not {self.cores}.")


HERE = Place(cores=1)
"""In this thread."""
EVERYWHERE = Place()
"""On all cores of this machine."""


def cores_of(place: Place) -> int:
    """How many cores of this machine are to work."""
    return place.cores or available_cores()


def done(
    work: Work[Piece, Outcome], pieces: Iterable[Piece], place: Place = EVERYWHERE
) -> Iterator[tuple[Piece, Outcome]]:
    """Do these pieces; each is handed out as soon as it is done, in no certain order."""
    wanted = list(pieces)
    if place.ray is not None:
        from matchwood.lab.cluster import done_on_ray

        yield from done_on_ray(work, wanted, place)
    elif min(cores_of(place), len(wanted)) > 1:
        yield from _Crew(work, wanted, min(cores_of(place), len(wanted))).outcomes()
    else:
        yield from ((piece, work(piece)) for piece in wanted)


class _Crew(Generic[Piece, Outcome]):
    """Threads that share the pieces of a work.

    Nobody waits for a piece that is under way when the results are no longer wanted: the threads
    are daemons, and end after it. So Ctrl-C stops at once, and a script ends when it wants to.
    """

    def __init__(self, work: Work[Piece, Outcome], pieces: list[Piece], size: int) -> None:
        self._work, self._pieces = work, pieces
        self._waiting, self._taking = iter(pieces), threading.Lock()
        self._finished: SimpleQueue[tuple[Piece, Outcome] | BaseException] = SimpleQueue()
        self._room = threading.Semaphore(AHEAD * size)
        self._size, self._stopped = size, False

    def outcomes(self) -> Iterator[tuple[Piece, Outcome]]:
        try:
            for _ in range(self._size):
                threading.Thread(target=self._help, daemon=True).start()
            for _ in self._pieces:
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
                    piece = next(self._waiting)
                except StopIteration:
                    return
            if self._stopped:
                return
            try:
                self._finished.put((piece, self._work(piece)))
            except BaseException as error:
                self._finished.put(error)
