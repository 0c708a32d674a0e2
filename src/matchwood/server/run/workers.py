"""Several processes on one port: a parent that opens it and looks after those who answer.

The port is opened once and handed down, so that whoever comes while a worker is started anew waits
and is not refused. Workers know nothing of each other but what the store tells them. One that dies
is replaced; SIGHUP replaces all of them, one after the other, each when its successor answers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from typing import Any

SECONDS_TO_BEGIN = 60.0
"""After that a worker that does not answer is not waited for any longer."""
SECONDS_TO_END = 15.0
"""After that a worker that was asked to end is killed."""
LIFE = 1.0
"""A worker that ends sooner than so many seconds after its start is started anew only then, so that
one that cannot live does not take a whole core."""
LOOK = 0.1

_PROCESSES = multiprocessing.get_context("spawn")

Work = Callable[..., None]
"""Work of a worker, called with its own arguments and an event to set when it answers."""


@dataclass
class _Worker:
    process: BaseProcess
    answers: Event
    started: float

    def ask_to_end(self) -> None:
        self.process.terminate()

    def see_end(self) -> None:
        """Wait until it has ended, for so long as it may take."""
        self.process.join(SECONDS_TO_END)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Workers:
    """Processes that all do the same, until the parent is asked to end."""

    def __init__(self, work: Work, given: Sequence[tuple[Any, ...]]) -> None:
        """As many as are given something to work with."""
        self._work = work
        self._given = given
        self._workers: list[_Worker] = []
        self._ends = self._renews = False

    def run(self) -> None:
        """Keep all of them running until SIGTERM or SIGINT."""
        handlers = {signal.SIGTERM: self._end, signal.SIGINT: self._end}
        if sys.platform != "win32":
            handlers[signal.SIGHUP] = self._renew
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        try:
            self._workers = [self._started(place) for place in range(len(self._given))]
            while not self._ends:
                self._look_after_all()
                time.sleep(LOOK)
        finally:
            for worker in self._workers:
                worker.ask_to_end()
            for worker in self._workers:
                worker.see_end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, *_: object) -> None:
        self._ends = True

    def _renew(self, *_: object) -> None:
        self._renews = True

    def _look_after_all(self) -> None:
        for place, worker in enumerate(self._workers):
            if not worker.process.is_alive() and time.monotonic() - worker.started > LIFE:
                sys.stderr.write(
                    f"A worker has ended ({worker.process.exitcode}); a new one starts.\n"
                )
                self._workers[place] = self._started(place)
        if self._renews:
            self._renews = False
            for place in range(len(self._workers)):
                self._replace(place)

    def _replace(self, place: int) -> None:
        """The old one goes on until the new one answers; one that never does is none."""
        new, end = self._started(place), time.monotonic() + SECONDS_TO_BEGIN
        while not new.answers.is_set() and new.process.is_alive() and not self._ends:
            if time.monotonic() > end:
                break
            time.sleep(LOOK)
        old, kept = self._workers[place], new
        if not new.answers.is_set():
            old, kept = new, old
        self._workers[place] = kept
        old.ask_to_end()
        old.see_end()

    def _started(self, place: int) -> _Worker:
        answers = _PROCESSES.Event()
        process = _PROCESSES.Process(
            target=_run_worker, args=(self._work, self._given[place], answers)
        )
        process.start()
        return _Worker(process, answers, time.monotonic())


def _run_worker(work: Work, given: tuple[Any, ...], answers: Event) -> None:
    """Run a worker. It does not outlive its parent; Ctrl-C in a terminal reaches it too."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):
        work(*given, answers)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
