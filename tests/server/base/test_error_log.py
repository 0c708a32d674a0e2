"""A fault of the server can be found in its log, and the log tells no secret."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from matchwood.engine.position import Position
from matchwood.server.base.error_log import MOST_STEPS, traceback_of
from matchwood.server.live import analysis_jobs, bot_loop, table_views
from matchwood.server.live.actor import TableActor
from matchwood.server.live.bot_loop import MOVE_ATTEMPTS, OWN_MOVE_ATTEMPTS
from matchwood.server.live.broadcast import Broadcast
from matchwood.server.live.table_views import TableViews
from matchwood.server.routes.errors import NUMBER_HEADER
from matchwood.server.storage.engines import FILE
from matchwood.server.views.model import View
from matchwood.server.views.perspective import Perspective
from tests.support.serving import ME, SECONDS_TO_WAIT, SWIFT, Program, Served, two_at

SECRET = "the seed is 4711"
THINKER = {"kind": "bot", "level": "easy"}
SHORT = {"size": "2x2x2", "sticks": "3"}
SENTENCES = {
    "en": "If it happens again, please tell us this number: ",
    "fr": "Si cela se reproduit, merci de nous indiquer ce numéro\N{NO-BREAK SPACE}: ",
    "de": "Wenn es wieder passiert, nenn uns bitte diese Nummer: ",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    timings = replace(SWIFT, heartbeat=0.05)
    with Served(tmp_path_factory.mktemp("data"), timings=timings) as server:
        yield server


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[str], str]]:
    """Waits for a line of the log with this in it, and gives that entry; no entry has a secret."""

    def entry(part: str) -> str:
        end = time.monotonic() + SECONDS_TO_WAIT
        while not (found := [text for text in caplog.messages if part in text]):
            assert time.monotonic() < end, f"{part!r} is not logged, but {caplog.messages}"
            time.sleep(0.01)
        return found[0]

    yield entry
    assert SECRET not in caplog.text


def fail(*_: object, **__: object) -> Any:
    seed = SECRET
    raise ValueError(f"what nobody may know: {seed}")


# What is told of an error


def raised(work: Callable[[], object]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011  Any kind will do.
        work()
    return caught.value


def test_an_error_is_told_as_files_lines_and_functions_without_values() -> None:
    told = traceback_of(raised(fail))
    assert re.search(rf"{re.escape(__file__)}:\d+ in fail$", told, re.MULTILINE)
    assert SECRET not in told
    assert "what nobody may know" not in told


def test_the_errors_that_led_to_one_are_told_too() -> None:
    def chained() -> None:
        try:
            try:
                fail()
            except ValueError:
                {}[SECRET]
        except KeyError as error:
            raise RuntimeError(SECRET) from error

    told = traceback_of(raised(chained))
    assert told.index("after KeyError") < told.index("after ValueError")
    assert SECRET not in told


def test_each_error_of_a_group_is_told() -> None:
    def grouped() -> None:
        raise ExceptionGroup(SECRET, [raised(fail), KeyError(SECRET)])  # type: ignore[list-item]

    told = traceback_of(raised(grouped))
    assert "after ValueError" in told
    assert "in fail" in told
    assert "after KeyError" in told
    assert SECRET not in told


def test_an_error_that_follows_from_itself_is_told_once() -> None:
    error = raised(fail)
    other = KeyError()
    error.__cause__, other.__cause__ = other, error
    assert traceback_of(error).count("after") == 1


def test_of_a_very_long_way_both_ends_are_told() -> None:
    def deeper(depth: int) -> None:
        if depth == 0:
            fail()
        deeper(depth - 1)

    lines = traceback_of(raised(lambda: deeper(10 * MOST_STEPS))).splitlines()
    assert len(lines) == 2 * MOST_STEPS + 1
    assert "more" in lines[MOST_STEPS]
    assert lines[-1].endswith("in fail")


# Requests


@pytest.mark.parametrize("language", SENTENCES)
def test_the_number_in_the_answer_is_the_one_in_the_log(
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    logged: Callable[[str], str],
    language: str,
) -> None:
    with Program(served.url, language) as anna:
        table = anna.open("baguettes", ME, ME)["table"]
        monkeypatch.setattr(table_views, "build_view", fail)
        pages = {f"/api/tables/{table}": "/api/tables/{name}", f"/t/{table}": "/t/{name}"}
        for page, route in pages.items():
            answer = anna.get(page)
            assert answer.status_code == httpx.codes.INTERNAL_SERVER_ERROR
            number = answer.headers[NUMBER_HEADER]
            assert f"{SENTENCES[language]}{number}." in answer.text
            entry = logged(number)
            assert entry.startswith(f"ValueError in GET {route}, request {number}\n")
            assert entry.endswith("in fail")
            assert "TableViews.build" in entry
            assert table not in entry
        assert answer.headers["content-type"].startswith("text/html")


def test_a_program_gets_the_number_as_a_field(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, ME)["table"]
        monkeypatch.setattr(table_views, "build_view", fail)
        first, second = (anna.get(f"/api/tables/{table}").json()["number"] for _ in range(2))
        assert first != second
        assert logged(first)
        assert logged(second)
        refused = anna.get("/api/tables/nosuchtable")
        assert refused.json()["number"] is None
        assert NUMBER_HEADER not in refused.headers


def test_what_the_store_cannot_read_is_logged_with_its_cause(
    tmp_path: Path, logged: Callable[[str], str]
) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        server.registry.store.database.engine.dispose()
        for file in tmp_path.glob(f"{FILE}*"):
            file.unlink()
        (tmp_path / FILE).mkdir()
        answer = anna.get("/t/abcdefghjkmn")
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        entry = logged(answer.headers[NUMBER_HEADER])
        assert entry.startswith("ReadFailed in GET /t/{name}, request ")
        assert "after OperationalError" in entry


def test_what_breaks_in_the_midst_of_an_answer_is_logged_without_values(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Listener()
    server_log = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(server_log, "level", logging.ERROR)
    server_log.addHandler(told)
    try:
        with Program(served.url) as anna:
            table = anna.open("baguettes", ME, ME)["table"]
            monkeypatch.setattr(Broadcast, "subscribe", fail)
            with pytest.raises(httpx.RemoteProtocolError):
                anna.get(f"/t/{table}/stream")
        entry = told.wait_for("ValueError")
    finally:
        server_log.removeHandler(told)
    assert "in fail" in entry
    assert SECRET not in entry
    assert table not in entry


class Listener(logging.Handler):
    """Keeps what a log says, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.entries.append(self.format(record))

    def wait_for(self, part: str) -> str:
        end = time.monotonic() + SECONDS_TO_WAIT
        while not (found := [entry for entry in self.entries if part in entry]):
            assert time.monotonic() < end, f"{part!r} is not logged, but {self.entries}"
            time.sleep(0.01)
        return found[0]


# Views


def test_a_view_that_cannot_be_made_is_logged_with_its_way_and_stops_no_other(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    make = TableViews.build

    async def fail_for_anna(views: TableViews, perspective: Perspective) -> View:
        return fail() if perspective.seats == (0,) else await make(views, perspective)

    monkeypatch.setattr(TableViews, "build", fail_for_anna)
    with (
        two_at(served.url, "baguettes", patience=0) as (table, [anna, ben]),
        anna.events(f"/api/tables/{table}/stream") as hers,
        ben.events(f"/api/tables/{table}/stream") as his,
    ):
        assert next(his)["phase"] == "playing"
        entry = logged("while showing")
        assert entry.startswith("ValueError while showing a table of baguettes\n")
        assert "in TableViews._render" in entry
        assert entry.endswith("in fail")
        monkeypatch.setattr(TableViews, "build", make)
        mover = (anna, ben)[anna.view(table)["to_move"]]
        view = mover.view(table)
        mover.move(table, view["offers"][0]["move"], view["seq"])
        assert any(view["told"] for view in his)
        assert any(view["told"] for view in hers), "her stream goes on with the next view"


# Background tasks


def test_what_breaks_in_a_task_of_a_table_is_logged_and_ends_nothing_else(
    served: Served, logged: Callable[[str], str]
) -> None:
    async def broken_work() -> None:
        fail()

    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, ME)["table"]
        actor = served.actor(table)

        async def start() -> None:
            actor._tasks.start(broken_work(), "some work")

        served.do(start())
        entry = logged("some work")
        assert entry.startswith("ValueError in some work of a table of baguettes\n")
        assert entry.endswith("in fail")
        assert anna.post(f"/api/tables/{table}/deal").status_code == httpx.codes.OK
        assert served.actor(table) is actor


def test_a_task_that_is_called_off_is_no_fault(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with Program(served.url) as anna:
        actor = served.actor(anna.open("baguettes", ME, ME)["table"])

    async def start() -> None:
        task = actor._tasks.start(asyncio.sleep(SECONDS_TO_WAIT), "sleep")  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await asyncio.sleep(0)

    served.do(start())
    assert not caplog.messages


def test_an_owner_that_fails_takes_no_other_with_it_and_another_takes_its_place(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    with Program(served.url) as anna:
        table, other = (anna.open("baguettes", ME, ME)["table"] for _ in range(2))
        broken, whole = served.actor(table), served.actor(other)

        async def fail_to_run() -> None:
            await broken._tasks.stopped.wait()
            fail()

        monkeypatch.setattr(broken, "run", fail_to_run)

        async def start() -> None:
            broken.stop()
            await served.registry._run_actor(broken)

        served.do(start())
        assert logged("in the actor of a table").endswith("in fail")
        assert served.actor(table) is not broken
        assert served.actor(other) is whole
        assert anna.view(table)["phase"] == "waiting"


def test_what_breaks_in_the_event_loop_is_logged_without_its_arguments(
    served: Served, logged: Callable[[str], str]
) -> None:
    async def start() -> None:
        asyncio.get_running_loop().call_soon(fail, SECRET)

    served.do(start())
    assert logged("in the event loop").endswith("in fail")


def test_what_the_event_loop_only_complains_of_is_logged(
    served: Served, logged: Callable[[str], str]
) -> None:
    async def complain() -> None:
        asyncio.get_running_loop().call_exception_handler({"message": "a task was lost"})

    served.do(complain())
    assert logged("a task was lost")


# Bots


def choosing(fails: Callable[[str], bool], asked: list[str]) -> Callable[..., int]:
    """How bots choose while some of them fail; notes the levels that were asked."""
    usual = bot_loop.choose

    def choose(level: str, hidden: Position, generator: np.ndarray) -> int:
        asked.append(level)
        return fail() if fails(level) else usual("random", hidden, generator)

    return choose


def play_on(anna: Program, table: str) -> None:
    """Play a game to its end, while bots answer by themselves."""
    end = time.monotonic() + SECONDS_TO_WAIT
    while (view := anna.view(table))["phase"] != "over":
        assert time.monotonic() < end, "the game does not go on"
        if view["offers"]:
            anna.move(table, view["offers"][0]["move"], view["seq"])


def test_a_game_goes_on_after_a_bot_could_not_think(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bot_loop, "choose", choosing(lambda level: level == "easy", asked))
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, THINKER, options=SHORT)["table"]
        anna.post(f"/api/tables/{table}/deal")
        play_on(anna, table)
        assert {turn["seat"] for turn in anna.view(table)["told"]} == {0, 1}
    entry = logged("in the turn of a bot")
    assert entry.startswith("ValueError in the turn of a bot, easy at baguettes\n")
    assert entry.endswith("in fail")
    turn = ["easy"] * OWN_MOVE_ATTEMPTS + ["random"]
    assert asked[: len(turn)] == turn, "it is asked again, then any move is made for it"


def test_a_bot_that_failed_once_thinks_for_itself_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bot_loop, "choose", choosing(lambda _: len(asked) == 1, asked))
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, THINKER, options=SHORT)["table"]
        anna.post(f"/api/tables/{table}/deal")
        play_on(anna, table)
    logged("in the turn of a bot")
    assert set(asked) == {"easy"}


def test_a_bot_that_cannot_move_at_all_rests_until_someone_looks_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    asked: list[str] = []
    broken = True
    monkeypatch.setattr(bot_loop, "choose", choosing(lambda _: broken, asked))
    with Program(served.url) as anna:
        table = anna.open("baguettes", THINKER, ME, options=SHORT)["table"]
        anna.post(f"/api/tables/{table}/deal")
        actor = served.actor(table)
        until_bot_rests(actor, anna, table)
        assert len(asked) % MOVE_ATTEMPTS == 0
        tried = len(asked)
        time.sleep(3 * served.registry.services.timings.retry)
        assert len(asked) == tried, "it does not try for ever"
        logged("in the turn of a bot")
        broken = False
        play_on(anna, table)


def until_bot_rests(actor: TableActor, anna: Program, table: str) -> None:
    """Wait until it is the bot's turn and it has given up."""
    view = anna.view(table)
    if view["offers"]:
        anna.move(table, view["offers"][0]["move"], view["seq"])
    end = time.monotonic() + SECONDS_TO_WAIT
    while actor._bots is None or not actor._bots.done():
        assert time.monotonic() < end, "the bot does not give up"
        time.sleep(0.01)


def test_what_breaks_in_an_analysis_is_logged_even_if_nobody_waits_for_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, logged: Callable[[str], str]
) -> None:
    monkeypatch.setattr(analysis_jobs, "judge_move", fail)
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, ME, options=SHORT)["table"]
        anna.post(f"/api/tables/{table}/deal")
        view = anna.view(table)
        anna.move(table, view["offers"][0]["move"], view["seq"])
    actor = served.actor(table)

    async def ask_and_leave() -> None:
        asking = asyncio.ensure_future(actor.views.analysis(Perspective("en")))
        await asyncio.sleep(0)
        assert asking.cancel(), "it is under way"

    served.do(ask_and_leave())
    assert logged("in the analysis of a table").endswith("in fail")
