"""A server that is killed and started again.

Loading everything takes seconds. One process does it once and is then copied for every new start;
what it knows of tables, each copy has from the store alone.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx

from matchwood.server.app import create_app
from matchwood.server.safety import UNLIMITED
from matchwood.server.serving import listen, run
from tests.support.serving import HOST, free_port
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload(["tests.server.loaded"])


def serve(port: int, folder: Path) -> None:
    """What the command `matchwood serve` does, but for the limits: all ask from one address."""
    run(create_app(folder, limits=UNLIMITED), listen(HOST, port))


class Mortal:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = free_port()
        self.url = f"http://{HOST}:{self._port}"
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = COPIES.Process(target=serve, args=(self._port, self.folder), daemon=True)
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
