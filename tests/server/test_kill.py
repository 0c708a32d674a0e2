"""Nothing is lost: the server is killed at random moments, and no move is lost or made twice.

`MATCHWOOD_KILLS` says how often it is killed; the more, the surer.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchwood.server.events import Event, Moved
from matchwood.server.refusals import NotKept
from matchwood.server.store import FILE, Store
from matchwood.server.table import Table
from tests.support.serving import (
    HOST,
    ME,
    SCREEN,
    SECONDS_TO_WAIT,
    Program,
    Served,
    free_port,
    two_at,
)

KILLS = int(os.environ.get("MATCHWOOD_KILLS", "4"))
TABLES = 4
LIVES = (1, 60)
"""How many moves the server lives for, at random, until it is killed in the midst of the next."""
A_MOVE = 0.03
"""Within so many seconds after a move another comes."""
GAME = "baguettes"
PAUSE = 0.02
WANTED = {"game": GAME, "seats": [ME, SCREEN]}

pytestmark = pytest.mark.compiled


SERVE = """\
import sys
from pathlib import Path
from rich.console import Console
from matchwood.server.serving import serve
serve(Console(), sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), open_page=False)
"""
"""What the command `matchwood serve` does once everything is compiled."""


class Mortal:
    """A server in a process of its own, that is killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = free_port()
        self.url = f"http://{HOST}:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = [HOST, str(self._port), str(self.folder)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *arguments], stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + SECONDS_TO_WAIT
        while time.monotonic() < end:
            assert self._process.poll() is None, "the server has ended by itself"
            try:
                httpx.get(f"{self.url}/static/icon.svg", trust_env=False)
            except httpx.TransportError:
                time.sleep(PAUSE)
            else:
                return
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class Stubborn:
    """A program that plays one game after the other, both seats, and retries until it knows.

    It asks again with the same `after`, and takes “made already” for an answer.
    """

    def __init__(self, url: str, number: int, stop: threading.Event) -> None:
        self._url = url
        self._stop = stop
        self._choose = random.Random(number)
        self._program = Program(url)
        # Limits count by address; each program has its own, as if from a machine of its own.
        self._program.http = httpx.Client(
            base_url=url,
            transport=httpx.HTTPTransport(local_address=f"127.0.1.{number + 1}"),
            timeout=SECONDS_TO_WAIT,
        )
        self.acknowledged: dict[str, list[str]] = {}
        """The moves of each table that the server has said were made."""
        self.retried = 0
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._play_game()
        except BaseException as failure:
            self.failure = failure
        finally:
            self._program.http.close()

    def _play_game(self) -> None:
        opened = self._ask("POST", "/api/tables", WANTED)
        table = self._program.seated(opened)["table"]
        moves = self.acknowledged[table] = []
        self._ask("POST", f"/api/tables/{table}/deal", {})
        while not self._stop.is_set():
            view = self._view(table)
            if view["phase"] == "over":
                return
            move = self._choose.choice(view["offers"])["move"]
            sent = {"move": move, "after": view["seq"]}
            answer = self._ask("POST", f"/api/tables/{table}/moves", sent)
            made = answer.status_code == httpx.codes.OK
            assert made or answer.json()["sentence"] == "This move has already been made.", (
                answer.text
            )
            moves.append(move)

    def _view(self, table: str) -> Any:
        """The table through the eyes of the one to move."""
        path = f"/api/tables/{table}"
        view = self._ask("GET", path).json()
        seat = view["to_move"]
        return view if seat is None else self._ask("GET", f"{path}?seat={seat}").json()

    def _ask(self, method: str, path: str, data: object = None) -> httpx.Response:
        """Ask until there is an answer."""
        while True:
            try:
                answer = self._program.http.request(method, path, json=data)
            except httpx.TransportError:
                self.retried += 1
                time.sleep(PAUSE)
                continue
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                if "tables" in answer.text:
                    del self._program.http.headers["authorization"]
                time.sleep(PAUSE)
                continue
            assert answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR, answer.text
            return answer


def made(programs: list[Stubborn]) -> int:
    """How many moves were acknowledged."""
    return sum(len(moves) for each in programs for moves in list(each.acknowledged.values()))


def wait_for_moves(programs: list[Stubborn], moves: int) -> None:
    """Wait until so many more are made."""
    enough, end = made(programs) + moves, time.monotonic() + SECONDS_TO_WAIT
    while made(programs) < enough:
        assert time.monotonic() < end, "the server does not answer"
        assert not (failed := [each.failure for each in programs if each.failure]), failed
        time.sleep(A_MOVE / 10)


def stored(folder: Path) -> dict[str, list[Event]]:
    async def read() -> dict[str, list[Event]]:
        store = await Store.open(folder)
        connection = sqlite3.connect(folder / FILE)
        names = [name for (name,) in connection.execute("SELECT name FROM tables")]
        connection.close()
        logs = {name: await store.log(name) for name in names}
        await store.close()
        return logs

    return asyncio.run(read())


def test_a_killed_server_loses_no_acknowledged_move_and_makes_none_twice(tmp_path: Path) -> None:
    choose, stop = random.Random(), threading.Event()
    server = Mortal(tmp_path)
    programs = [Stubborn(server.url, number, stop) for number in range(TABLES)]
    server.start()
    try:
        for program in programs:
            program.thread.start()
        for _ in range(KILLS):
            wait_for_moves(programs, choose.randint(*LIVES))
            time.sleep(choose.uniform(0, A_MOVE))
            server.kill()
            server.start()
        wait_for_moves(programs, 1)
        stop.set()
        for program in programs:
            program.thread.join(SECONDS_TO_WAIT)
    finally:
        stop.set()
        server.kill()
    logs = stored(tmp_path)
    for program in programs:
        assert program.failure is None, repr(program.failure)
        assert program.retried, "this program has noticed nothing"
        for table, acknowledged in program.acknowledged.items():
            replayed = Table(table, logs[table])
            moves = [event.move for event in logs[table] if isinstance(event, Moved)]
            assert moves == acknowledged, "a move was lost, made twice, or made out of order"
            assert replayed.position is None or replayed.position.moves == acknowledged


def test_after_a_new_start_players_and_bots_go_on_at_the_same_table(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = anna.open("baguettes", ME, {"kind": "bot", "level": "random"})["table"]
        anna.post(f"/api/tables/{table}/deal")
        log = server.log(table)
        held = anna.http.headers["authorization"]
    with Served(tmp_path) as server, Program(server.url, authorization=held) as anna:
        assert server.log(table)[: len(log)] == log
        with anna.events(f"/api/tables/{table}/stream") as events:
            view = next(view for view in events if view["to_move"] == 0)
            anna.move(table, view["offers"][0]["move"], view["seq"])
            assert any(view["told"][-1]["seat"] == 1 for view in events if view["told"])


# A store that cannot write


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program holds the file."""
    holder = sqlite3.connect(folder / FILE)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        holder.rollback()
        holder.close()


def test_while_the_file_is_locked_a_player_is_told_and_nothing_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matchwood.server.store.BUSY_SECONDS", 0.05)
    with Served(tmp_path) as server, two_at(server.url, "baguettes") as (table, programs):
        mover = programs[programs[0].view(table)["to_move"]]
        view = mover.view(table)
        move = view["offers"][0]["move"]
        with locked(tmp_path):
            answer = mover.move(table, move, view["seq"])
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
            assert answer.json()["sentence"] == str(NotKept())
            assert mover.view(table)["told"] == []
            assert mover.view(table)["seq"] == view["seq"]
        assert mover.move(table, move, view["seq"]).json() == {"seq": view["seq"] + 1}
        assert [each["move"] for each in mover.view(table)["told"]] == [move]


def test_when_the_disk_is_full_a_player_is_told_and_nothing_is_half_done(
    tmp_path: Path,
) -> None:
    async def let_grow(store: Store, pages: int) -> None:
        async with store._engine.connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    with Served(tmp_path) as server, Program(server.url) as anna:
        opened = [anna.open("baguettes", ME, SCREEN)["table"]]
        server.do(let_grow(server.hall.store, 1))
        # No page can be added now; what room there is in the last ones is soon used up.
        while (answer := anna.post("/api/tables", **WANTED)).status_code == httpx.codes.CREATED:
            opened.append(answer.json()["table"])
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert "is the disk full?" in answer.json()["sentence"]
        assert sorted(stored(tmp_path)) == sorted(opened)
        assert anna.view(opened[0])["phase"] == "waiting", "what is there can still be seen"
        server.do(let_grow(server.hall.store, 10_000))
        assert anna.post("/api/tables", **WANTED).status_code == httpx.codes.CREATED


def test_two_servers_on_one_file_never_play_twice(tmp_path: Path) -> None:
    with (
        Served(tmp_path) as one,
        Served(tmp_path) as two,
        two_at(one.url, "baguettes") as (table, programs),
    ):
        mover = programs[programs[0].view(table)["to_move"]]
        view = mover.view(table)
        held = mover.http.headers["authorization"]
        with Program(two.url, authorization=held) as elsewhere:
            assert elsewhere.view(table)["offers"] == view["offers"]
            first, second = (offer["move"] for offer in view["offers"][:2])
            assert elsewhere.move(table, first, view["seq"]).status_code == httpx.codes.OK
        late = mover.move(table, second, view["seq"])
        assert late.status_code == httpx.codes.CONFLICT
        told = [each["move"] for each in mover.view(table)["told"]]
        assert told == [first], "the first server has learned of the move"
        assert one.log(table) == two.log(table)
