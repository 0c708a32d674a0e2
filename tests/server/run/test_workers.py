"""Processes that share a store: several on one port, one that is stopped, a database that dies."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import httpx
import psutil
import pytest
import sqlalchemy as sa
from rich.console import Console

from matchwood.cli import main
from matchwood.server.http.limits import Limits
from matchwood.server.run import serve
from matchwood.server.run.workers import Workers
from matchwood.server.storage.coordination import LEASE_SECONDS
from matchwood.server.storage.store import Store
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.state import Table
from matchwood.terminal.leaving import REFUSED
from tests.server.live.test_cluster import elsewhere_at
from tests.server.storage.test_engines import named
from tests.support.postgres import OwnPostgres, Postgres
from tests.support.processes import ServerProcess, idle
from tests.support.serving import BOT, HOST, ME, SCREEN, Program, free_port
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

GAME = "baguettes"
STOPS = 2
OUTAGE = "One moment"
RUN = "import sys; from matchwood.cli import main; sys.exit(main())"


@pytest.fixture
def shared(postgres: Postgres) -> Iterator[sa.URL]:
    with postgres.database() as url:
        yield url


def log_of(url: sa.URL, table: str) -> list[Event]:
    async def read() -> list[Event]:
        store = await Store.open(url)
        try:
            return await store.log(table)
        finally:
            await store.close()

    return asyncio.run(read())


def turn_of_player(program: Program, table: str) -> dict[str, object] | None:
    """The table when it is the turn of the player, or the game is over; before that nothing."""
    view = program.view(table)
    return view if view["phase"] == "over" or view["to_move"] == 0 else None


def play_on(program: Program, table: str, turns: int) -> None:
    """Make so many moves against the bot, or as many as there are."""
    for _ in range(turns):
        wait_until(lambda: turn_of_player(program, table), "the bot has moved")
        view = program.view(table)
        if view["phase"] == "over":
            return
        answer = program.move(table, view["offers"][0]["move"], view["seq"])
        assert answer.status_code == httpx.codes.OK, answer.text


@pytest.mark.slow
def test_a_server_that_was_stopped_past_its_lease_and_goes_on_makes_no_move_twice(
    shared: sa.URL,
) -> None:
    servers = [ServerProcess(shared, looks_back=False), ServerProcess(shared, looks_back=False)]
    try:
        for server in servers:
            server.start()
        with Program(servers[0].url) as anna:
            table = anna.open(GAME, ME, BOT)["table"]
            anna.post(f"/api/tables/{table}/deal")
            held = anna.http.headers["authorization"]
            for stop in range(STOPS):
                stopped, other = servers[stop % 2], servers[(stop + 1) % 2]
                with Program(stopped.url, authorization=held) as near:
                    play_on(near, table, turns=1)
                stopped.stop()
                began = time.monotonic()
                with elsewhere_at(other.url, held) as far:
                    play_on(far, table, turns=2)  # The bot has to answer, whoever had it before.
                    time.sleep(max(began + LEASE_SECONDS - time.monotonic(), 0))
                    stopped.go_on()
                    play_on(far, table, turns=1)
            seqs = set()
            for server in servers:
                with elsewhere_at(server.url, held) as each:
                    wait_until(lambda each=each: turn_of_player(each, table), "the bot has moved")
                    seqs.add(each.view(table)["seq"])
            assert len(seqs) == 1, "both servers know the same"
    finally:
        for server in servers:
            server.go_on()
            server.kill()
    log = log_of(shared, table)
    seats = [event.seat for event in log if isinstance(event, Moved)]
    assert all(before != after for before, after in pairwise(seats))
    assert Table(table, log).seq == len(log), "all of it is by the rules"


class Running:
    """`matchwood serve` as people start it."""

    def __init__(self, *words: str) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        command = [sys.executable, "-c", RUN, "serve", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def workers(self) -> set[int]:
        """The processes that answer."""
        return workers_of(self.process.pid)

    def answers(self) -> bool:
        assert self.process.poll() is None, self.process.communicate()
        try:
            return httpx.get(f"{self.url}/static/icon.svg", trust_env=False).status_code < 500
        except httpx.TransportError:
            return False

    def end(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, told = self.process.communicate(timeout=SECONDS_TO_WAIT)
        return self.process.returncode, told


def workers_of(parent: int) -> set[int]:
    """Its children, but for the one that multiprocessing keeps to tidy up."""
    children = psutil.Process(parent).children()
    return {child.pid for child in children if "resource_tracker" not in str(_line(child))}


def _line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@contextmanager
def running(*words: str) -> Iterator[Running]:
    server = Running(*words)
    try:
        wait_until(server.answers, "the server answers")
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


@pytest.mark.slow
def test_workers_answer_on_one_port_are_replaced_and_end_with_their_parent(shared: sa.URL) -> None:
    with running(*named(shared), "--workers", "2") as server, Program(server.url) as anna:
        table = anna.open(GAME, ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        wait_until(lambda: len(server.workers()) == 2, "there are two workers")
        first = server.workers()
        os.kill(min(first), signal.SIGKILL)
        wait_until(
            lambda: len(server.workers()) == 2 and min(first) not in server.workers(),
            "another takes the place of the dead one",
        )
        server.process.send_signal(signal.SIGHUP)
        wait_until(
            lambda: len(server.workers()) == 2 and not server.workers() & first,
            "all are replaced",
        )
        wait_until(server.answers, "the server answers")
        with Program(server.url, authorization=anna.http.headers["authorization"]) as again:
            assert again.view(table)["phase"] == "playing"
        last = server.workers()
        code, told = server.end()
        assert code == 0
        assert "Traceback" not in told
        assert not any(psutil.pid_exists(pid) for pid in last)


def test_a_parent_replaces_who_dies_and_all_when_it_is_asked_to() -> None:
    parent, seen = Workers(idle, [(), ()]), []

    def trouble() -> None:
        try:
            wait_until(lambda: len(living(parent)) == 2, "there are two workers")
            seen.append(living(parent))
            os.kill(min(seen[0]), signal.SIGKILL)
            wait_until(
                lambda: len(living(parent)) == 2 and min(seen[0]) not in living(parent),
                "another takes the place of the dead one",
            )
            os.kill(os.getpid(), signal.SIGHUP)
            wait_until(
                lambda: len(living(parent)) == 2 and not living(parent) & seen[0],
                "all are replaced",
            )
            seen.append(living(parent))
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=trouble)
    thread.start()
    parent.run()
    thread.join()
    assert len(seen) == 2
    assert not any(psutil.pid_exists(pid) for pids in seen for pid in pids)


def living(parent: Workers) -> set[int]:
    """The workers that answer."""
    return {
        worker.process.pid
        for worker in list(parent._workers)
        if worker.process.pid is not None and worker.process.is_alive() and worker.answers.is_set()
    }


@pytest.mark.slow
def test_workers_do_not_outlive_a_parent_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-m", "tests.support.processes"]) as parent:
        wait_until(lambda: len(workers_of(parent.pid)) == 2, "there are two workers")
        workers = workers_of(parent.pid)
        parent.kill()
        wait_until(
            lambda: not any(psutil.pid_exists(pid) for pid in workers), "the workers have ended"
        )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--workers", "2"], "A folder is for one process"),
        (["--workers", "0"], "at least one worker, not 0"),
    ],
)
def test_workers_that_cannot_be_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    folder = tmp_path / "data"
    assert main(["serve", "--no-browser", "--data", str(folder), *words]) == REFUSED
    [sentence] = capsys.readouterr().err.splitlines()
    assert told in sentence
    assert not folder.exists()


def test_each_worker_has_its_part_of_what_an_address_may_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Limits] = []

    class Counted:
        def __init__(self, _: object, workers: list[tuple[object, ...]]) -> None:
            given.extend(each for worker in workers for each in worker if isinstance(each, Limits))
            for listener in {each for each in workers[0] if isinstance(each, socket.socket)}:
                listener.close()

        def run(self) -> None: ...

    monkeypatch.setattr(serve, "Workers", Counted)
    place = serve.ServeOptions(HOST, 0)
    serve._serve(Console(quiet=True), place, place.hosts, tmp_path, False, workers=4)
    assert given == [Limits().divided(4)] * 4


@pytest.mark.slow
def test_while_the_database_is_dead_people_are_told_to_wait_and_then_it_goes_on(
    postgres: Postgres, shared: sa.URL
) -> None:
    if not isinstance(postgres, OwnPostgres):
        pytest.skip("this PostgreSQL is not ours to kill")
    server = ServerProcess(shared, looks_back=False)
    server.start()
    try:
        with Program(server.url) as anna:
            table = anna.open(GAME, ME, SCREEN)["table"]
            anna.post(f"/api/tables/{table}/deal")
            other = anna.open(GAME, ME, SCREEN)["table"]
            view = anna.view(table, seat=0)
            view = anna.view(table, seat=view["to_move"])
            move = view["offers"][0]["move"]
            postgres.kill()
            try:
                answer = anna.move(table, move, view["seq"])
                assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
                assert anna.view(table)["seq"] == view["seq"], "what is known can be seen"
                front = anna.get("/")
                assert front.status_code == httpx.codes.SERVICE_UNAVAILABLE
                assert OUTAGE in front.text
                assert front.headers["refresh"]
            finally:
                postgres.start()
            wait_until(
                lambda: anna.move(table, move, view["seq"]).status_code < 500, "the move is made"
            )
            assert anna.view(table)["seq"] == view["seq"] + 1
            assert anna.view(other)["phase"] == "waiting"
    finally:
        server.kill()
