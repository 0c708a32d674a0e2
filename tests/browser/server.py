"""A server process that browser tests start, kill and start again on the same port."""

from __future__ import annotations

import select
import subprocess
import sys
from pathlib import Path

from tests.support.luck import LUCK
from tests.support.serving import free_port
from tests.support.waiting import SECONDS_TO_WAIT


class BrowserServer:
    def __init__(self, folder: Path, *bots: Path) -> None:
        self._folder = folder
        self._bots = [str(bot) for bot in bots]
        self._starts = 0
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        self._starts += 1
        luck = f"{LUCK} {self._starts}"
        given = [str(self._folder), str(self._port), luck, *self._bots]
        command = [sys.executable, "-m", "tests.browser", *given]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        told, _, _ = select.select([self._process.stdout], [], [], SECONDS_TO_WAIT)
        assert told, "The server does not say where it is."
        self.address = self._process.stdout.readline().strip()
        assert self.address, "The server did not start."

    def kill(self) -> None:
        """Kill the process without a shutdown, as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()
