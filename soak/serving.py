"""A server in a process of its own, as it is measured here: without limits, its pace as asked for.

python -m soak.serving PLACE PORT STATUS_PORT QUICKER HALF_SECONDS KEPT_OPEN
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path

from matchwood.server.app import create_app
from matchwood.server.databases import Where, read_address
from matchwood.server.house import Pace
from matchwood.server.safety import UNLIMITED
from matchwood.server.serving import listen, run

HOST = "127.0.0.1"
SECONDS_TO_START = 300
USUALLY_KEPT_OPEN = 5
"""For how many seconds a connection is kept open between two questions."""


@dataclass(frozen=True)
class Running:
    """A server, and what can be seen of it from outside."""

    port: int
    status_port: int
    process: subprocess.Popen[bytes]
    log: Path

    def asked(self, path: str) -> str:
        """What it says of itself."""
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

    def end(self) -> int:
        """Ask it to end; its exit code."""
        self.process.terminate()
        return self.process.wait(SECONDS_TO_START)


@contextmanager
def running(
    place: str | None = None,
    quicker: float = 1.0,
    half_seconds: float = 20.0,
    kept_open: int = USUALLY_KEPT_OPEN,
) -> Iterator[Running]:
    """A server; with a store of its own, unless one is named."""
    ports = [_free_port(), _free_port()]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        given = [place or Path(folder) / "games", *ports, quicker, half_seconds, kept_open]
        command = [sys.executable, "-m", "soak.serving", *map(str, given)]
        with log.open("wb") as errors:
            process = subprocess.Popen(command, stderr=errors)
        server = Running(*ports, process, log)
        try:
            _wait(server)
            yield server
        finally:
            process.kill()
            process.wait()


def _free_port() -> int:
    with listen(HOST, 0) as probe:
        port: int = probe.getsockname()[1]
    return port


def _wait(server: Running) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while server.process.poll() is None and time.monotonic() < end:
        try:
            server.asked("/readyz")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the server does not start:\n{server.log.read_text()}")


def main(
    place: str, port: int, status_port: int, quicker: float, half_seconds: float, kept_open: int
) -> None:
    usual = Pace()
    pace = Pace(**{each.name: getattr(usual, each.name) / quicker for each in fields(Pace)})
    limits = replace(UNLIMITED, head_seconds=half_seconds, body_seconds=half_seconds)
    where: Where = read_address(place) if "://" in place else Path(place)
    app = create_app(where, limits=limits, pace=pace)
    run(
        app,
        listen(HOST, port),
        status=listen(HOST, status_port),
        timeout_keep_alive=kept_open,
    )


if __name__ == "__main__":
    _, named, *numbers = sys.argv
    port, status_port, quicker, half_seconds, kept_open = map(float, numbers)
    main(named, int(port), int(status_port), quicker, half_seconds, int(kept_open))
