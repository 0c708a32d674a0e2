"""Nothing is lost: the server is killed at random moments, and no move is lost or made twice.

`MATCHWOOD_KILLS` says how often it is killed; the more, the surer. What is left to chance follows
from `MATCHWOOD_KILL_SEED`, which a failure tells; how the programs' threads take turns does not.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchwood.server.storage.engines import FILE
from matchwood.server.storage.store import Store
from matchwood.server.table.errors import WriteFailed
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.state import Table
from tests.support.processes import ServerProcess
from tests.support.serving import BOT, ME, SCREEN, Program, Served, two_at
from tests.support.waiting import PAUSE, SECONDS_TO_WAIT, wait_until

KILLS = int(os.environ.get("MATCHWOOD_KILLS", "4"))
TABLES = 4
LIVES = (1, 60)
"""How many moves the server lives for, at random, until it is killed in the midst of the next."""
A_MOVE = 0.03
"""Within so many seconds after a move another comes."""
GAME = "baguettes"
WANTED = {"game": GAME, "seats": [ME, SCREEN]}

pytestmark = pytest.mark.slow


class Stubborn:
    """A program that plays one game after the other, both seats, and retries until it knows.

    It asks again with the same `after`, and takes “made already” for an answer.
    """

    def __init__(self, url: str, choose: random.Random, stop: threading.Event) -> None:
        self._stop = stop
        self._choose = choose
        self._program = Program(url)
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
            assert answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR, answer.text
            return answer


def made(programs: list[Stubborn]) -> int:
    """How many moves were acknowledged."""
    return sum(len(moves) for each in programs for moves in list(each.acknowledged.values()))


def wait_for_all(programs: list[Stubborn], true: Callable[[], bool], what: str) -> None:
    """Wait for something that has to come as long as none of the programs has failed."""

    def come() -> bool:
        failed = [each.failure for each in programs if each.failure]
        assert not failed, failed
        return true()

    wait_until(come, what)


def wait_for_moves(programs: list[Stubborn], moves: int) -> None:
    """Wait until so many more are made."""
    enough = made(programs) + moves
    wait_for_all(programs, lambda: made(programs) >= enough, f"{moves} more moves are made")


def wait_until_missed(programs: list[Stubborn]) -> None:
    """Wait until each of them has noticed that the server is gone."""
    before = [each.retried for each in programs]
    wait_for_all(
        programs,
        lambda: all(each.retried > retried for each, retried in zip(programs, before, strict=True)),
        "every program has noticed that the server is gone",
    )


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


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """Of the choices in a test; if it fails, its report tells it."""
    seed = os.environ.get("MATCHWOOD_KILL_SEED", secrets.token_hex(4))
    told = f"MATCHWOOD_KILL_SEED={seed} makes the same choices again."
    request.node.add_report_section("call", "seed", told)
    return seed


def test_a_killed_server_loses_no_acknowledged_move_and_makes_none_twice(
    tmp_path: Path, seed: str
) -> None:
    choose, stop = random.Random(seed), threading.Event()
    server = ServerProcess(tmp_path)
    programs = [
        Stubborn(server.url, random.Random(f"{seed} {number}"), stop) for number in range(TABLES)
    ]
    server.start()
    try:
        for program in programs:
            program.thread.start()
        for _ in range(KILLS):
            wait_for_moves(programs, choose.randint(*LIVES))
            time.sleep(choose.uniform(0, A_MOVE))
            server.kill()
            wait_until_missed(programs)
            server.start()
        wait_for_moves(programs, 1)
        stop.set()
        for program in programs:
            program.thread.join(SECONDS_TO_WAIT)
            assert not program.thread.is_alive(), "a program gets no answer"
    finally:
        stop.set()
        server.kill()
    logs = stored(tmp_path)
    for program in programs:
        assert program.failure is None, repr(program.failure)
        for table, acknowledged in program.acknowledged.items():
            replayed = Table(table, logs[table])
            moves = [event.move for event in logs[table] if isinstance(event, Moved)]
            assert moves == acknowledged, "a move was lost, made twice, or made out of order"
            assert replayed.position is None or replayed.position.history == acknowledged


def test_after_a_new_start_players_and_bots_go_on_at_the_same_table(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = anna.open("baguettes", ME, BOT)["table"]
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
    monkeypatch.setattr("matchwood.server.storage.engines.BUSY_SECONDS", 0.05)
    with Served(tmp_path) as server, two_at(server.url, "baguettes") as (table, programs):
        mover = programs[programs[0].view(table)["to_move"]]
        view = mover.view(table)
        move = view["offers"][0]["move"]
        with locked(tmp_path):
            answer = mover.move(table, move, view["seq"])
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
            assert answer.json()["sentence"].startswith(str(WriteFailed()))
            assert mover.view(table)["told"] == []
            assert mover.view(table)["seq"] == view["seq"]
        assert mover.move(table, move, view["seq"]).json() == {"seq": view["seq"] + 1}
        assert [each["move"] for each in mover.view(table)["told"]] == [move]


def test_when_the_disk_is_full_a_player_is_told_and_nothing_is_half_done(
    tmp_path: Path,
) -> None:
    async def let_grow(store: Store, pages: int) -> None:
        with store.database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    with Served(tmp_path) as server, Program(server.url) as anna:
        opened = [anna.open("baguettes", ME, SCREEN)["table"]]
        server.do(let_grow(server.registry.store, 1))
        # No page can be added now; what room there is in the last ones is soon used up.
        while (answer := anna.post("/api/tables", **WANTED)).status_code == httpx.codes.CREATED:
            opened.append(answer.json()["table"])
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert "is the disk full?" in answer.json()["sentence"]
        assert sorted(stored(tmp_path)) == sorted(opened)
        assert anna.view(opened[0])["phase"] == "waiting", "what is there can still be seen"
        server.do(let_grow(server.registry.store, 10_000))
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
