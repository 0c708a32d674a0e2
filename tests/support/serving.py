"""A server for tests, and people and programs that ask it for things."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx

from matchwood.lab.warm import Workshop
from matchwood.server.app import create_app
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import UNLIMITED, Limits
from matchwood.server.http.state import AppState, app_state
from matchwood.server.live.actor import TableActor
from matchwood.server.live.context import Timings
from matchwood.server.live.registry import TableRegistry
from matchwood.server.run.serve import listen, server_for
from matchwood.server.storage import database, engines
from matchwood.server.storage.engines import Location
from tests.support.waiting import SECONDS_TO_WAIT

HOST = "127.0.0.1"
PORTS = range(10_000, 30_000)
SWIFT = Timings(bot=0, absence_grace=1000, retry=0.05)
"""Bots move at once. Nobody seems to be gone, so that nothing that is seen hangs on the time."""

Answer = TypeVar("Answer")


def be_patient() -> None:
    """A busy machine is no broken one: a database that takes long is waited for."""
    database.TIMEOUT = engines.SILENT_SECONDS = SECONDS_TO_WAIT
    engines.CONNECTING["connect_timeout"] = SECONDS_TO_WAIT


def free_port() -> int:
    """A port below those that the system gives to whoever asks for any, so that nobody, in other
    runs of the tests either, is given it before it is used, or between two starts of a server."""
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), socket.create_server((HOST, port)):
            return port


class Served:
    """A server in a thread of its own."""

    def __init__(
        self,
        where: Location,
        limits: Limits = UNLIMITED,
        timings: Timings = SWIFT,
        workshop: Workshop | None = None,
        proxies: Sequence[str] = (),
        hosts: Hosts | None = None,
        keep: float | None = None,
        host: str = HOST,
    ) -> None:
        be_patient()
        self._where = where
        self.app = create_app(
            where, limits=limits, hosts=hosts, timings=timings, workshop=workshop, keep=keep
        )
        self._sockets = [listen(host, 0), listen(HOST, 0)]
        port, status_port = (each.getsockname()[1] for each in self._sockets)
        self.url, self.status_url = f"http://{HOST}:{port}", f"http://{HOST}:{status_port}"
        self._server = server_for(
            self.app,
            proxies,
            status_port,
            log_level="critical",
            # Whoever takes their time to ask again does not ask a connection that just closes.
            timeout_keep_alive=SECONDS_TO_WAIT,
        )
        self._begun = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.app.on_startup.append(self._begun.set)
        await self._server.serve(sockets=self._sockets)

    def __enter__(self) -> Served:
        self.thread.start()
        assert self._begun.wait(SECONDS_TO_WAIT), "the server does not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self.thread.join(SECONDS_TO_WAIT)
        assert not self.thread.is_alive(), "the server does not end"

    @property
    def folder(self) -> Path:
        assert isinstance(self._where, Path)
        return self._where

    @property
    def state(self) -> AppState:
        return app_state(self.app)

    @property
    def registry(self) -> TableRegistry:
        return self.state.registry

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Let the server's own thread do something."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS_TO_WAIT)

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Let the server's own thread begin something."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def actor(self, table: str) -> TableActor:
        return self.do(self.registry.find(table))

    def log(self, table: str) -> list[object]:
        """What the store has of a table."""
        return list(self.do(self.registry.store.log(table)))


class Program:
    """Someone at the API: holds a token once they have sat down."""

    def __init__(self, url: str, language: str = "en", **headers: str) -> None:
        self.http = httpx.Client(
            base_url=url,
            headers={"accept-language": language, **headers},
            timeout=SECONDS_TO_WAIT,
            trust_env=False,
            verify=False,  # to read the certificates takes longer than most requests
            limits=httpx.Limits(keepalive_expiry=1),  # long before a server closes it
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: object) -> httpx.Response:
        return self.http.get(path, params={name: str(value) for name, value in query.items()})

    def post(self, path: str, **data: object) -> httpx.Response:
        return self.http.post(path, json=data)

    def seated(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code == httpx.codes.CREATED, answer.text
        told: dict[str, Any] = answer.json()
        self.http.headers["authorization"] = f"Bearer {told['token']}"
        return told

    def open(self, game: str, *seats: dict[str, str], **wanted: object) -> dict[str, Any]:
        answer = self.post("/api/tables", game=game, seats=seats, **wanted)
        return self.seated(answer)

    def sit(self, table: str, invite: str, name: str = "Ben") -> dict[str, Any]:
        return self.seated(self.post(f"/api/tables/{table}/sit", name=name, invite=invite))

    def view(self, table: str, **query: object) -> dict[str, Any]:
        answer = self.get(f"/api/tables/{table}", **query)
        assert answer.status_code == httpx.codes.OK, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def move(self, table: str, move: str, after: int) -> httpx.Response:
        return self.post(f"/api/tables/{table}/moves", move=move, after=after)

    @contextmanager
    def events(self, path: str) -> Iterator[Iterator[Any]]:
        """What a stream sends, event by event, as long as this lasts."""
        with self.http.stream("GET", path, headers={"accept": "text/event-stream"}) as answer:
            assert answer.status_code == httpx.codes.OK, answer.read()
            yield _events(answer)


def _events(answer: httpx.Response) -> Iterator[Any]:
    """The events of a stream; heartbeats keep it open, but do not count."""
    end = time.monotonic() + SECONDS_TO_WAIT
    for line in answer.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))
            end = time.monotonic() + SECONDS_TO_WAIT
        assert time.monotonic() < end, f"nothing has come for {SECONDS_TO_WAIT} seconds"


ME, SCREEN, LINK = (
    {"kind": "me", "name": "Anna"},
    {"kind": "screen", "name": "Ada"},
    {"kind": "link"},
)
BOT = {"kind": "bot", "level": "random"}


@contextmanager
def two_at(url: str, game: str, **wanted: object) -> Iterator[tuple[str, list[Program]]]:
    """A table with two programs at it, Anna on seat 0 and Ben on seat 1; the game is dealt."""
    with Program(url) as anna, Program(url) as ben:
        told = anna.open(game, ME, LINK, **wanted)
        ben.sit(told["table"], told["invite"])
        for program in (anna, ben):
            answer = program.post(f"/api/tables/{told['table']}/deal")
            assert answer.status_code == httpx.codes.OK, answer.text
        yield told["table"], [anna, ben]


def first_event(program: Program, path: str, **query: object) -> bytes:
    with program.http.stream("GET", path, params={k: str(v) for k, v in query.items()}) as answer:
        event = b""
        for part in answer.iter_bytes():
            event += part
            if b"\n\n" in event:
                break
    return event.partition(b"\n\n")[0]
