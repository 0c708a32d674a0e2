"""A visitor's own games: on one page, as a download, and deleted by their maker."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import threading
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from rich.console import Console

from matchwood.server.live.bot_pool import Client
from matchwood.server.live.context import MAX_RECORD_JOBS_PER_ADDRESS, Timings
from matchwood.server.live.retention import InvalidAge
from matchwood.server.pages.parts import day
from matchwood.server.routes import my_games
from matchwood.server.run.serve import ServeOptions, serve
from matchwood.server.storage.engines import Location
from matchwood.server.storage.schema import events, seats, tables
from matchwood.server.views.names import server_words
from tests.support.postgres import Postgres
from tests.support.serving import BOT, LINK, ME, SCREEN, Program, Served, two_at
from tests.support.waiting import wait_until

DAY = 24 * 60 * 60
KEEP = 90 * DAY
HASTY = Timings(bot=0, absence_grace=1000, retry=0.05, removal_interval=0.05, removal_pause=0)


@pytest.fixture
def stored(where: Location) -> Iterator[Served]:
    """A server with either kind of store."""
    with Served(where) as server:
        yield server


def given_up(program: Program, **wanted: object) -> str:
    """A finished game against a bot."""
    table: str = program.open("baguettes", ME, BOT, **wanted)["table"]
    program.post(f"/api/tables/{table}/deal")
    assert program.post(f"/api/tables/{table}/give-up").status_code == httpx.codes.OK
    return table


def again(program: Program, **wanted: object) -> str:
    """Another game of someone who has a token."""
    answer = program.post("/api/tables", game="baguettes", seats=[ME, BOT], **wanted)
    table: str = answer.json()["table"]
    program.post(f"/api/tables/{table}/deal")
    return table


def unpacked(answer: httpx.Response) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The records of a download, and its list of tables."""
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.testzip() is None
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    rows = list(csv.DictReader(io.StringIO(files.pop("games.csv"))))
    return files, rows


@pytest.mark.parametrize("path", ["/mine.zip", "/api/records"])
def test_a_zip_is_not_packed_again(anna: Program, path: str) -> None:
    given_up(anna)
    answer = anna.http.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert unpacked(answer)


def test_a_language_can_be_chosen_where_a_zip_is(
    anna: Program, caplog: pytest.LogCaptureFixture
) -> None:
    answer = anna.get("/mine.zip", lang="de")
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine.zip")
    assert not caplog.records


def test_whoever_takes_their_games_along_gives_others_turns(served: Served, anna: Program) -> None:
    """Records are written by one thread, which rests three times as long as it worked."""
    over = given_up(anna)
    log, began = served.log(over), time.thread_time()
    started = time.perf_counter()
    assert my_games._replay_record(served.registry, over, log).startswith("game: baguettes")
    took, worked = time.perf_counter() - started, time.thread_time() - began
    assert took >= 3 * worked


def test_when_too_many_take_their_games_along_others_are_told_when_to_ask_again(
    served: Served, anna: Program
) -> None:
    given_up(anna)
    record_pool, busy = served.registry.services.record_pool, threading.Event()

    async def crowd() -> list[asyncio.Task[object]]:
        client = Client("127.0.0.1")
        asked = [record_pool.run(client, busy.wait) for _ in range(1 + MAX_RECORD_JOBS_PER_ADDRESS)]
        return [asyncio.create_task(each) for each in asked]

    served.do(crowd())
    wait_until(lambda: record_pool.waiting == MAX_RECORD_JOBS_PER_ADDRESS, "they wait")
    answer = anna.get("/mine.zip")
    assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
    assert int(answer.headers["retry-after"]) > 0
    busy.set()
    wait_until(lambda: not record_pool.waiting, "they have been served")
    assert unpacked(anna.get("/mine.zip"))


@pytest.mark.parametrize("path", ["/mine.zip", "/api/records"])
def test_all_finished_games_come_as_records_and_all_tables_in_a_list(
    tmp_path: Path, path: str
) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna, Program(server.url) as ben:
        over, going_on = given_up(anna), again(anna)
        given_up(ben)
        files, rows = unpacked(anna.get(path))
        [(name, text)] = files.items()
        assert name.endswith(f"-baguettes-{over}.txt")
        assert text == anna.get(f"/t/{over}/record").text
        assert {row["table"]: row["phase"] for row in rows} == {over: "over", going_on: "playing"}
        assert {row["table"]: row["record"] for row in rows} == {over: name, going_on: ""}
        assert all("Anna" in row["players"] for row in rows)


def test_who_has_no_games_gets_an_empty_list(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as stranger:
        assert unpacked(stranger.get("/mine.zip")) == ({}, [])
        assert "You have no games here yet." in stranger.get("/mine").text


def test_a_name_is_no_formula_in_the_list(anna: Program) -> None:
    anna.open("baguettes", {"kind": "me", "name": "=1+1"}, BOT)
    _, [row] = unpacked(anna.get("/mine.zip"))
    assert row["players"] == "'=1+1"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_lists_ones_own_tables_with_what_can_be_done(
    tmp_path: Path, language: str
) -> None:
    with (
        Served(tmp_path) as server,
        Program(server.url, language) as anna,
        Program(server.url, language) as ben,
    ):
        told = anna.open("baguettes", ME, LINK)
        ben.sit(told["table"], told["invite"])
        page, of_guest = unescape(anna.get("/mine").text), unescape(ben.get("/mine").text)
        for each in (page, of_guest):
            assert f'href="/t/{told["table"]}"' in each
            assert 'href="/mine.zip"' in each
        assert f'href="/t/{told["table"]}/delete"' in page
        assert f'href="/t/{told["table"]}/delete"' not in of_guest, "it is not theirs"
        assert 'href="/mine"' in anna.get("/").text


def test_the_page_shows_first_what_waits_then_how_games_ended(anna: Program) -> None:
    lost = given_up(anna)
    waits = anna.post("/api/tables", game="baguettes", seats=[ME, SCREEN]).json()["table"]
    anna.post(f"/api/tables/{waits}/deal")
    page = unescape(anna.get("/mine").text)
    turn, over = page.index(f'href="/t/{waits}"'), page.index(f'href="/t/{lost}"')
    assert turn < page.index("Your turn") < over < page.index("Birch won.")
    assert page.index(f'src="/t/{lost}/picture.svg?at=') > over
    assert re.search(r"<b>Baguettes</b> Bot: \w+<span[^>]*>0 of 1 won", page)


@pytest.mark.parametrize(
    ("language", "written"), [("en", "Jul 4, 2026"), ("fr", "4 juil. 2026"), ("de", "04.07.2026")]
)
def test_days_are_written_in_the_readers_language_and_said_to_be_of_utc(
    language: str, written: str
) -> None:
    when = datetime(2026, 7, 4, 23, 30, tzinfo=UTC)
    told = f'<time datetime="2026-07-04T23:30:00+00:00">{written} (UTC)</time>'
    assert str(day(when, server_words(language))) == told


def rows_of(server: Served, table: str) -> int:
    """Number of rows that the store has of a table."""

    async def count() -> int:
        found = 0
        for name in (tables.c.name, events.c.table, seats.c.table):
            query = sa.select(sa.func.count()).where(name == table)
            [(number,)] = await server.registry.store.database.fetch(query)
            found += number
        return found

    return server.do(count())


def test_the_maker_deletes_a_table_after_a_question_and_nothing_is_left(stored: Served) -> None:
    with Program(stored.url, origin=stored.url) as anna:
        table = given_up(anna)
        asked = anna.get(f"/t/{table}/delete")
        assert "Delete this table?" in asked.text
        assert rows_of(stored, table) > 3, "to ask deletes nothing"
        done = anna.http.post(f"/t/{table}/delete")
        assert (done.status_code, done.headers["location"]) == (httpx.codes.SEE_OTHER, "/mine")
        assert rows_of(stored, table) == 0
        for path in (f"/t/{table}", f"/api/tables/{table}", f"/t/{table}/stream"):
            assert anna.get(path).status_code == httpx.codes.NOT_FOUND
        assert table not in anna.get("/mine").text


def test_a_program_deletes_its_table_and_whoever_follows_it_is_sent_away(stored: Served) -> None:
    with Program(stored.url) as anna, Program(stored.url) as watcher:
        table = anna.open("baguettes", ME, SCREEN)["table"]
        path = f"/t/{table}/stream"
        with watcher.http.stream("GET", path, headers={"accept-encoding": "identity"}) as stream:
            sent = stream.iter_bytes()
            assert b"data:" in next(sent)
            deleted = anna.http.delete(f"/api/tables/{table}")
            assert (deleted.status_code, deleted.content) == (httpx.codes.NO_CONTENT, b"")
            assert b"retry:" in b"".join(sent)
        assert anna.http.delete(f"/api/tables/{table}").status_code == httpx.codes.NOT_FOUND


def test_what_is_deleted_at_one_server_is_gone_at_all(postgres: Postgres) -> None:
    with (
        postgres.database() as url,
        Served(url) as one,
        Served(url) as two,
        Program(one.url) as anna,
    ):
        table = anna.open("baguettes", ME, SCREEN)["table"]
        with Program(two.url) as watcher:
            path = f"/t/{table}/stream"
            plain = {"accept-encoding": "identity"}
            with watcher.http.stream("GET", path, headers=plain) as stream:
                sent = stream.iter_bytes()
                assert b"data:" in next(sent)
                assert anna.http.delete(f"/api/tables/{table}").status_code == 204
                assert b"retry:" in b"".join(sent)
            assert watcher.get(path).status_code == httpx.codes.NOT_FOUND


def test_nobody_else_deletes_a_table_nor_the_maker_a_game_of_others(tmp_path: Path) -> None:
    with (
        Served(tmp_path) as server,
        two_at(server.url, "baguettes") as (table, [anna, ben]),
        Program(server.url) as stranger,
    ):
        for program in (ben, stranger):
            refused = program.http.delete(f"/api/tables/{table}")
            assert refused.status_code == httpx.codes.FORBIDDEN
            assert program.get(f"/t/{table}/delete").status_code == httpx.codes.FORBIDDEN
        refused = anna.http.delete(f"/api/tables/{table}")
        assert refused.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert "Others are playing here" in refused.json()["sentence"]
        assert anna.view(table)["phase"] == "playing"
        anna.post(f"/api/tables/{table}/give-up")
        refused = anna.http.delete(f"/api/tables/{table}")
        assert refused.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert "belongs to those who played with you" in refused.json()["sentence"]
        assert ben.get(f"/api/tables/{table}/record").status_code == httpx.codes.OK


def age(server: Served, table: str, seconds: float) -> None:
    """Let it be as long ago that something happened at a table."""

    async def write() -> None:
        with server.registry.store.database.engine.begin() as connection:
            query = sa.update(tables).where(tables.c.name == table)
            connection.execute(query.values(changed=time.time() - seconds))

    server.do(write())


def test_a_server_that_keeps_games_for_a_time_tidies_up_by_itself(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = given_up(anna)
        age(server, table, KEEP + DAY)
    with Served(tmp_path, timings=HASTY, keep=KEEP) as server:
        wait_until(lambda: rows_of(server, table) == 0, "it is forgotten")


def test_without_a_time_everything_is_kept(tmp_path: Path) -> None:
    with Served(tmp_path, timings=HASTY) as server, Program(server.url) as anna:
        assert server.registry.services.keep is None
        table = given_up(anna)
        age(server, table, 100 * KEEP)
        assert anna.view(table)["phase"] == "over"


@pytest.mark.parametrize(("told", "seconds"), [("90d", KEEP), ("12w", 84 * DAY), ("48h", 2 * DAY)])
def test_a_time_is_read(told: str, seconds: float) -> None:
    assert ServeOptions("127.0.0.1", 0, keep=told).seconds_kept == seconds


@pytest.mark.parametrize("told", ["soon", "", "90", "-1d", "0d", "1.5d", "9999999999d", "3 d"])
def test_what_is_no_time_is_refused_at_the_start(tmp_path: Path, told: str) -> None:
    folder = tmp_path / "data"
    with pytest.raises(InvalidAge, match="is no time to keep games; one looks like 90d"):
        serve(Console(quiet=True), ServeOptions("127.0.0.1", 0, keep=told), folder, open_page=False)
    assert not folder.exists()
