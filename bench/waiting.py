"""Waits of a new process: for the import, and for compiling."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

from bench.timing import ROUNDS, Spread

WARMED = ("piecepack-matches", "connect-four")
"""Always the same two games, so that runs can be compared as more games come."""
_IMPORT = """\
import time
began, worked = time.perf_counter(), time.process_time()
import matchwood
print(time.perf_counter() - began, time.process_time() - worked)
"""


@dataclass(frozen=True)
class Waited:
    """Durations of something that was done several times."""

    _seconds: list[float] = field(default_factory=list)
    _core_seconds: list[float] = field(default_factory=list)

    def add(self, seconds: float, core_seconds: float) -> None:
        self._seconds.append(seconds)
        self._core_seconds.append(core_seconds)

    @property
    def seconds(self) -> Spread:
        return Spread.of(self._seconds)

    @property
    def core_seconds(self) -> Spread:
        """Seconds that a core worked for it: the time it would have taken, had we been alone."""
        return Spread.of(self._core_seconds)


def wait_for_import() -> Waited:
    """`import matchwood`, in a new process each time."""
    waited = Waited()
    for _ in range(ROUNDS):
        seconds, core_seconds = map(float, _run("-c", _IMPORT).split())
        waited.add(seconds, core_seconds)
    return waited


def wait_for_warm() -> tuple[Waited, Waited]:
    """The command `matchwood warm` for two games: with nothing compiled before, and then again."""
    cold, again = Waited(), Waited()
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as cache:
            for waited in (cold, again):
                began, worked = time.perf_counter(), _core_seconds_of_children()
                _run("-m", "matchwood.cli", "warm", *WARMED, NUMBA_CACHE_DIR=cache)
                waited.add(time.perf_counter() - began, _core_seconds_of_children() - worked)
    return cold, again


def _core_seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _run(*arguments: str, **environment: str) -> str:
    """Output of a new Python with these arguments."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
