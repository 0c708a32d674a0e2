"""A server that is killed and started again.

Loading everything takes seconds. One process does it once and is then copied for every new start;
what it knows of tables, each copy has from the store alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from multiprocessing.process import BaseProcess

import httpx

from matchwood.server.app import create_app
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import UNLIMITED
from matchwood.server.run.serve import listen, run
from matchwood.server.storage.engines import Location
from tests.support.serving import HOST, be_patient, free_port
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload(["tests.server.loaded"])


def serve(
    port: int,
    where: Location,
    hosts: Hosts,
    proxies: Sequence[str],
    looks_back: bool,
    patient: bool,
) -> None:
    """What the command `matchwood serve` does, but for the limits: all ask from one address."""
    if patient:
        be_patient()
    app = create_app(where, limits=UNLIMITED, hosts=hosts, looks_back=looks_back)
    run(app, listen(HOST, port), proxies)


class Mortal:
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
        """No goodbye, as when the power fails."""
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
