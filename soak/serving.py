"""A server in a process of its own, as it is measured here: mostly without limits, its pace as
asked for.

python -m soak.serving PLACE PORT STATUS_PORT QUICKER HALF_SECONDS KEPT_OPEN LIMITED
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path

from matchwood.server.app import create_app
from matchwood.server.http.limits import UNLIMITED, Limits
from matchwood.server.live.context import Timings
from matchwood.server.run.serve import listen, run
from matchwood.server.storage.engines import Location, parse_store_url

HOST = "127.0.0.1"
SECONDS_TO_START = 300
PAUSE = 0.01
"""Between two looks whether it is ready."""
USUALLY_KEPT_OPEN = 5
"""For how many seconds a connection is kept open between two questions."""


class Running:
    """A server that can be started, ended and started anew at the same port, and what can be seen
    of it from outside."""

    def __init__(self, given: Sequence[object], folder: Path) -> None:
        self.port, self.status_port = _free_port(), _free_port()
        self.log = folder / "log"
        place, *rest = given
        self._command = [place, self.port, self.status_port, *rest]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        command = [sys.executable, "-m", "soak.serving", *map(str, self._command)]
        with self.log.open("ab") as errors:
            self._process = subprocess.Popen(command, stderr=errors)
        end = time.monotonic() + SECONDS_TO_START
        while self._process.poll() is None and time.monotonic() < end:
            try:
                self.asked("/readyz")
            except OSError:
                time.sleep(PAUSE)
            else:
                return
        raise RuntimeError(f"the server does not start:\n{self.log.read_text()}")

    def end(self) -> int:
        """Ask it to end; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(SECONDS_TO_START)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def asked(self, path: str) -> str:
        """Text that its status port answers at this path."""
        with urllib.request.urlopen(f"http://{HOST}:{self.status_port}{path}") as answer:
            text: str = answer.read().decode()
        return text

    def metric(self, name: str, labels: str = "") -> float:
        """The sum over all labels, or of those that contain a text."""
        lines = [
            line.rpartition(" ")
            for line in self.asked("/metrics").splitlines()
            if line.startswith((f"{name} ", f"{name}{{")) and labels in line
        ]
        return sum(float(value) for _, _, value in lines)

    @property
    def core_seconds(self) -> float:
        return self.metric("process_cpu_seconds_total")

    @property
    def errors(self) -> list[str]:
        """The lines of its log that tell of a fault of its own."""
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line]


def running_at(
    place: str,
    folder: Path,
    quicker: float = 1.0,
    half_seconds: float = 20.0,
    kept_open: int = USUALLY_KEPT_OPEN,
    limited: bool = False,
) -> Running:
    """A server that is to be started, on a store; its log is in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return Running((place, quicker, half_seconds, kept_open, int(limited)), folder)


@contextmanager
def running(
    quicker: float = 1.0,
    half_seconds: float = 20.0,
    kept_open: int = USUALLY_KEPT_OPEN,
    limited: bool = False,
) -> Iterator[Running]:
    """A server with a store of its own; with the usual limits if it is `limited`."""
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/games"
        server = running_at(place, Path(folder), quicker, half_seconds, kept_open, limited)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _free_port() -> int:
    with listen(HOST, 0) as probe:
        port: int = probe.getsockname()[1]
    return port


def main(
    place: str,
    port: int,
    status_port: int,
    quicker: float,
    half_seconds: float,
    kept_open: int,
    limited: bool,
) -> None:
    usual = Timings()
    timings = Timings(
        **{each.name: getattr(usual, each.name) / quicker for each in fields(Timings)}
    )
    limits = replace(
        Limits() if limited else UNLIMITED, head_seconds=half_seconds, body_seconds=half_seconds
    )
    where: Location = parse_store_url(place) if "://" in place else Path(place)
    app = create_app(where, limits=limits, timings=timings)
    run(
        app,
        listen(HOST, port),
        status=listen(HOST, status_port),
        timeout_keep_alive=kept_open,
    )


if __name__ == "__main__":
    _, named, *numbers = sys.argv
    port, status_port, quicker, half_seconds, kept_open, limited = map(float, numbers)
    main(
        named,
        int(port),
        int(status_port),
        quicker,
        half_seconds,
        int(kept_open),
        bool(limited),
    )
