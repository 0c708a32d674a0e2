"""Servers and commands in processes of their own, which tests kill and start again.

Loading everything takes seconds. One process does it once (`loaded`) and is then copied for every
start; what it knows of tables, each copy has from the store alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path

import httpx

from matchwood.cli import main
from matchwood.server.app import create_app
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import UNLIMITED
from matchwood.server.run.serve import listen, run
from matchwood.server.run.workers import Workers
from matchwood.server.storage.engines import Location
from tests.support.serving import HOST, be_patient, free_port
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload(["tests.support.loaded"])


def serve(
    port: int,
    where: Location,
    hosts: Hosts,
    proxies: Sequence[str],
    looks_back: bool,
    patient: bool,
) -> None:
    """Serve as the command does, without limits: all ask from one address."""
    if patient:
        be_patient()
    app = create_app(where, limits=UNLIMITED, hosts=hosts, looks_back=looks_back)
    run(app, listen(HOST, port), proxies)


class ServerProcess:
    """A server that is killed and started again at the same port."""

    def __init__(
        self,
        where: Location,
        hosts: Hosts | None = None,
        proxies: Sequence[str] = (),
        looks_back: bool = True,
        patient: bool = True,
    ) -> None:
        self.where = where
        self.looks_back, self.patient = looks_back, patient
        self.hosts = hosts or Hosts()
        self.proxies = proxies
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        given = (self.port, self.where, self.hosts, self.proxies, self.looks_back, self.patient)
        self._process = COPIES.Process(target=serve, args=given, daemon=True)
        self._process.start()
        with httpx.Client(base_url=self.url, timeout=SECONDS_TO_WAIT, trust_env=False) as client:
            wait_until(lambda: self._answers(client), "the server answers")

    def _answers(self, client: httpx.Client) -> bool:
        assert self._process is not None
        assert self._process.is_alive(), "the server has ended by itself"
        try:
            client.get("/static/icon.svg")
        except httpx.TransportError:
            return False
        return True

    def kill(self) -> None:
        """End it at once, as when the power fails."""
        assert self._process is not None
        self._process.kill()
        self._process.join()

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def stop(self) -> None:
        """Let it stand still, as when its machine is overloaded or its lid closed."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        os.kill(self.pid, number)


def run_command(words: list[str], *written: Path) -> None:
    for number, path in enumerate(written, start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.exit(main(words))


class CommandProcess:
    """The command `matchwood`, which writes into files."""

    def __init__(self, folder: Path, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._told, self._errors = folder / "told", folder / "errors"
        given = (list(words), self._told, self._errors)
        self._process = COPIES.Process(target=run_command, args=given, daemon=True)
        self._process.start()

    def first_line(self) -> str:
        """Its first line, once it is there."""
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


def idle(answers: Event) -> None:
    """Work of a worker that does nothing, to see what becomes of it."""
    answers.set()
    threading.Event().wait()


if __name__ == "__main__":
    Workers(idle, [(), ()]).run()
