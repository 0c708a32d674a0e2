"""The command `matchwood` in a process of its own, without the seconds that it takes to load.

It is a copy of one that has loaded everything; what it writes goes into files.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from matchwood.cli import main
from tests.server.mortal import COPIES
from tests.support.waiting import SECONDS_TO_WAIT, wait_until


def run(words: list[str], *written: Path) -> None:
    for number, path in enumerate(written, start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.exit(main(words))


class Command:
    def __init__(self, folder: Path, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._told, self._errors = folder / "told", folder / "errors"
        given = (list(words), self._told, self._errors)
        self._process = COPIES.Process(target=run, args=given, daemon=True)
        self._process.start()

    def first_line(self) -> str:
        """What it tells first, once it has."""
        wait_until(lambda: "\n" in self._read(self._told) or self._has_ended(), "it says something")
        line, _, _ = self._read(self._told).partition("\n")
        assert line, self._read(self._errors)
        return line

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def ended(self) -> tuple[int | None, str]:
        """Wait for its end: its exit code, and what it complained about."""
        self._process.join(SECONDS_TO_WAIT)
        return self._process.exitcode, self._read(self._errors)

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def _has_ended(self) -> bool:
        return not self._process.is_alive()

    @staticmethod
    def _read(path: Path) -> str:
        return path.read_text() if path.exists() else ""
