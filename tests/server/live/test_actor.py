"""The inbox of an actor: in order, whoever still waits; and everyone who waits gets an answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from matchwood.server.base.signing import Signer
from matchwood.server.live import analysis_jobs
from matchwood.server.live.actor import TableActor
from matchwood.server.live.context import Services
from matchwood.server.live.presence import Attendance
from matchwood.server.routes.errors import NUMBER_HEADER
from matchwood.server.storage.notifications import DELETED
from matchwood.server.table.errors import TableNotFound
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.state import Table
from tests.server.table.test_state import of_two
from tests.support.serving import ME, SCREEN, Program, Served
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

SMALL = {"size": "2x2x2", "sticks": "2"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        server.registry.services.looks_back = False  # Only who asks has a game analysed.
        yield server


@pytest.fixture
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


@pytest.fixture
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


def dealt(anna: Program, **options: object) -> str:
    table: str = anna.open("baguettes", ME, SCREEN, options=options or SMALL)["table"]
    anna.post(f"/api/tables/{table}/deal")
    return table


def played(anna: Program) -> str:
    """A game that is over, with moves."""
    table = dealt(anna)
    while (view := anna.view(table))["phase"] == "playing":
        anna.move(table, view["offers"][-1]["move"], view["seq"])
    return table


async def on_deleted(served: Served, table: str) -> None:
    (await served.registry.find(table)).on_deleted()


def keep_busy(served: Served, actor: TableActor) -> asyncio.Event:
    """Let the worker of an actor wait for an event."""
    free = asyncio.Event()
    served.start(actor._enqueue(free.wait))
    wait_until(lambda: actor._current is not None, "the worker is busy")
    return free


def test_a_submission_whose_caller_is_gone_is_committed_in_its_turn(
    served: Served, anna: Program
) -> None:
    table = dealt(anna)
    actor = served.actor(table)
    free = keep_busy(served, actor)
    seq, seat, decided = actor.table.seq, actor.table.to_move, []

    def decide(table: Table) -> list[Event]:
        assert seat is not None
        assert table.position is not None
        decided.append(table.seq)
        return [Moved(seat, table.position.legal_moves()[0])] if table.seq == seq else []

    async def submit_and_leave() -> None:
        callers = [asyncio.ensure_future(actor.submit(decide)) for _ in range(2)]
        await asyncio.sleep(0)
        callers[0].cancel()
        free.set()
        assert (await callers[1]).seq == seq + 1

    served.do(submit_and_leave())
    assert decided == [seq, seq + 1]
    assert len(served.log(table)) == seq + 1


def test_an_actor_that_is_stopped_before_it_runs_refuses_what_was_submitted() -> None:
    services = Services(cast(Any, None), {}, Signer(b""))
    actor = TableActor(of_two().table, services)

    async def submit_and_stop() -> None:
        caller = asyncio.create_task(actor.submit(lambda table: []))
        await asyncio.sleep(0)
        actor.stop()
        await actor.run()
        with pytest.raises(TableNotFound):
            await caller

    asyncio.run(submit_and_stop())
    services.close()


def test_who_is_away_is_worked_out_once_a_move(
    served: Served, anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dealt(anna)
    view = anna.view(table)
    worked_out, absences = [], Attendance.absences

    def count(attendance: Attendance, table: Table, now: float) -> dict[str, float]:
        worked_out.append(table.seq)
        return absences(attendance, table, now)

    with anna.events(f"/api/tables/{table}/stream") as events:
        next(events)
        monkeypatch.setattr(Attendance, "absences", count)
        anna.move(table, view["offers"][0]["move"], view["seq"])
        assert next(events)["seq"] == view["seq"] + 1
        anna.view(table)
        monkeypatch.undo()
    assert worked_out == [view["seq"] + 1]


def test_whoever_waits_at_a_table_that_is_deleted_is_told_that_there_is_none(
    served: Served, anna: Program, elsewhere: ThreadPoolExecutor
) -> None:
    table = dealt(anna)
    view, actor = anna.view(table), served.actor(table)
    keep_busy(served, actor)
    move = elsewhere.submit(anna.move, table, view["offers"][0]["move"], view["seq"])
    wait_until(lambda: not actor._inbox.empty(), "the move waits for its turn")
    served.do(on_deleted(served, table))
    answer = move.result(SECONDS_TO_WAIT)
    assert answer.status_code == httpx.codes.NOT_FOUND
    assert answer.json()["sentence"].startswith("There is no such table")


def test_whoever_deletes_a_table_is_told_so_also_if_the_news_comes_first(
    served: Served, anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = anna.open("baguettes", ME, SCREEN)["table"]
    anna.view(table)
    actor = served.actor(table)
    remove = actor._services.store.remove

    async def remove_and_announce(name: str) -> None:
        await remove(name)
        actor.on_log_length(DELETED)
        for _ in range(9):
            await asyncio.sleep(0)

    monkeypatch.setattr(actor._services.store, "remove", remove_and_announce)
    assert anna.http.delete(f"/api/tables/{table}").status_code == httpx.codes.NO_CONTENT
    assert anna.http.get(f"/api/tables/{table}").status_code == httpx.codes.NOT_FOUND


def test_whoever_waits_for_an_analysis_of_a_table_that_is_deleted_is_told_that_there_is_none(
    served: Served, anna: Program, elsewhere: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, free = threading.Event(), threading.Event()

    def slow(*_: Any) -> None:
        started.set()
        assert free.wait(SECONDS_TO_WAIT)

    table = played(anna)
    monkeypatch.setattr(analysis_jobs, "_judge_and_play", slow)
    analysis: Future[httpx.Response]
    analysis = elsewhere.submit(anna.get, f"/t/{table}/replay", analysis=1)
    assert started.wait(SECONDS_TO_WAIT)
    served.do(on_deleted(served, table))
    try:
        assert analysis.result(SECONDS_TO_WAIT).status_code == httpx.codes.NOT_FOUND
    finally:
        free.set()


def test_an_analysis_that_fails_is_told_with_its_number_and_can_be_asked_for_again(
    anna: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(anna)
    with monkeypatch.context() as broken:
        broken.setattr(analysis_jobs, "_judge_and_play", lambda *_: 1 // 0)
        answer = anna.get(f"/t/{table}/replay", analysis=1)
    assert answer.status_code == httpx.codes.INTERNAL_SERVER_ERROR
    assert answer.headers[NUMBER_HEADER] in answer.text
    assert answer.headers[NUMBER_HEADER] in caplog.text
    assert anna.get(f"/t/{table}/replay", analysis=1).status_code == httpx.codes.OK
