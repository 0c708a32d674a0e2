"""Processes of our own that do pieces of work side by side.

    python -m matchwood.lab.helpers

reads the work and then the numbers of pieces, and writes what came of each, all pickled; it ends
when its input does. Python's own pools run the user's script anew in every process, unless it is
guarded against that; here a script or a notebook may call for many games wherever it likes.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock

from matchwood.lab.pieces import CannotWork, Outcome, Work

TRIES = 3
"""How often a piece is tried whose process is lost."""


class Lost(Exception):
    """A process ended before it was done."""


class Helper:
    """One such process, from our side."""

    def __init__(self, work: bytes) -> None:
        # In a group of its own: Ctrl-C at the terminal is for us, who then end it.
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )
        self._send(work)

    def do(self, number: int) -> object:
        """What comes of a piece; an error in it is raised here."""
        self._send(pickle.dumps(number))
        assert self._process.stdout is not None
        try:
            outcome, error = pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError) as end:
            raise Lost from end
        if error is not None:
            raise error
        return outcome

    def _send(self, content: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # found out when nothing comes back
            self._process.stdin.write(content)
            self._process.stdin.flush()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """When nobody waits for it any more."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


class _Team:
    """So many helpers; a thread of ours waits for each that is at work."""

    def __init__(self, work: Work[Outcome], size: int) -> None:
        self._work = pickle.dumps(work)
        self._idle: SimpleQueue[Helper] = SimpleQueue()
        self._all: list[Helper] = []
        self._over, self._hiring = False, Lock()
        for _ in range(size):
            self._hire()

    def _hire(self) -> None:
        with self._hiring:
            if self._over:
                raise Lost
            helper = Helper(self._work)
            self._all.append(helper)
        self._idle.put(helper)

    def do(self, number: int) -> tuple[int, object]:
        for _ in range(TRIES):
            helper = self._idle.get()
            try:
                outcome = helper.do(number)
            except Lost:
                helper.end()
                self._hire()
                continue
            except BaseException:
                self._idle.put(helper)
                raise
            self._idle.put(helper)
            return number, outcome
        raise CannotWork(f"Piece {number} of the work ended {TRIES} processes; it is given up.")

    def end(self) -> None:
        with self._hiring:
            self._over = True
        for helper in self._all:
            helper.end()

    def close(self) -> None:
        for helper in self._all:
            helper.close()


def done_by_helpers(
    work: Work[Outcome], numbers: Sequence[int], size: int
) -> Iterator[tuple[int, Outcome]]:
    """Do the pieces in so many processes; see `pieces.done`."""
    team, threads = _Team(work, size), ThreadPoolExecutor(size)
    waiting = iter(numbers)
    begun: set[Future[tuple[int, object]]] = set()
    try:
        while True:
            for number in waiting:
                begun.add(threads.submit(team.do, number))
                if len(begun) > size:
                    break
            if not begun:
                return
            finished, begun = wait(begun, return_when=FIRST_COMPLETED)
            for piece in finished:
                yield piece.result()  # type: ignore[misc]  # as the work has it
    finally:
        for piece in begun:
            piece.cancel()
        team.end()
        threads.shutdown(cancel_futures=True)
        team.close()


def main() -> None:
    """What a helper does. What the work prints goes where errors go: we speak on its output."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        work = pickle.load(sys.stdin.buffer)
        while True:
            number = pickle.load(sys.stdin.buffer)
            answer: tuple[object, Exception | None]
            try:
                answer = work(number), None
            except Exception as error:
                answer = None, error
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    main()
