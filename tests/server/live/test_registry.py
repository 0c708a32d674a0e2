"""The registry: who is here, who is away, bots that stand in, tables that are evicted; limits."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from matchwood.server.live import table_views
from matchwood.server.live.actor import TableActor
from matchwood.server.live.bot_loop import level_to_move
from matchwood.server.live.broadcast import HEARTBEAT, Group
from matchwood.server.live.table_views import TableViews
from matchwood.server.storage.engines import FILE
from matchwood.server.table.state import Table
from matchwood.server.table.turns import Turn
from matchwood.server.views.model import View
from matchwood.server.views.move_log import MoveLog
from matchwood.server.views.perspective import Perspective
from tests.support.serving import BOT, HOST, ME, SCREEN, SWIFT, Program, Served, two_at
from tests.support.waiting import wait_until

HASTY = replace(SWIFT, absence_grace=0.05, heartbeat=0.05)
"""Whoever is gone shows as gone at once, and streams are kept alive all the time."""
PATIENCE = 1
"""The shortest that can be agreed on, in seconds."""
LONG = 3600
"""Longer than any test takes, in seconds."""
SHORT = {"size": "2x2x2", "sticks": "1"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data"), timings=HASTY) as server:
        yield server


@contextmanager
def following(program: Program, table: str) -> Iterator[Callable[[Callable[[Any], bool]], Any]]:
    """A stream, and how to wait for a view in it."""
    with program.events(f"/api/tables/{table}/stream") as events:
        yield lambda wanted: next(view for view in events if wanted(view))


def test_who_is_gone_for_longer_than_a_blink_shows_as_gone_until_they_return(
    served: Served,
) -> None:
    with (
        two_at(served.url, "baguettes", patience=0) as (table, [anna, ben]),
        following(anna, table) as sees,
    ):
        sees(lambda view: not view["seats"][1]["here"])
        with following(ben, table):
            sees(lambda view: view["seats"][1]["here"])
        gone = sees(lambda view: not view["seats"][1]["here"])
        assert gone["seats"][0]["here"]
        assert not gone["seats"][1]["late"], "this table waits for ever"


def test_a_bot_stands_in_after_the_agreed_time_and_leaves_when_the_player_returns(
    served: Served,
) -> None:
    agreed = {"patience": PATIENCE, "automatic": True, "stand_in": "random"}
    with (
        two_at(served.url, "baguettes", **agreed) as (table, [anna, ben]),
        following(anna, table) as sees,
    ):
        view = sees(lambda view: view["seats"][1]["stand_in"] == "random")
        if view["to_move"] == 0:
            anna.move(table, view["offers"][0]["move"], view["seq"])
        sees(lambda view: view["told"] and view["told"][-1]["seat"] == 1)
        with following(ben, table):
            back = sees(lambda view: view["seats"][1]["stand_in"] is None)
            assert back["seats"][1]["here"]


def test_a_player_without_a_stream_is_back_when_they_ask_for_something(served: Served) -> None:
    agreed = {"patience": PATIENCE, "automatic": True, "stand_in": "random"}
    with (
        two_at(served.url, "baguettes", **agreed) as (table, [anna, ben]),
        following(anna, table) as sees,
    ):
        sees(lambda view: view["seats"][1]["stand_in"] is not None)

        def ben_is_back() -> bool:
            """He has to ask again and again: here a blink is short, and then he is gone."""
            return ben.view(table)["seats"][1]["stand_in"] is None

        wait_until(ben_is_back, "Ben plays for himself")


def test_where_it_was_agreed_a_bot_comes_only_when_another_player_asks(served: Served) -> None:
    agreed = {"automatic": False, "stand_in": "random"}
    with two_at(served.url, "baguettes", **agreed, patience=LONG) as (table, [anna, _]):
        early = anna.post(f"/api/tables/{table}/stand-in", seat=1)
        assert early.status_code == httpx.codes.FORBIDDEN
    with (
        two_at(served.url, "baguettes", **agreed, patience=PATIENCE) as (table, [anna, _]),
        following(anna, table) as sees,
    ):
        late = sees(lambda view: view["seats"][1]["late"])
        assert late["seats"][1]["stand_in"] is None
        assert anna.post(f"/api/tables/{table}/stand-in", seat=1).status_code == httpx.codes.OK
        sees(lambda view: view["seats"][1]["stand_in"] == "random")


def test_a_view_that_cannot_be_made_stops_no_other(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make = TableViews.build

    async def fail_for_anna(views: TableViews, perspective: Perspective) -> View:
        if perspective.seats == (0,):
            raise ValueError("the secret")
        return await make(views, perspective)

    with (
        two_at(served.url, "baguettes", patience=0) as (table, [anna, ben]),
        following(anna, table),
        following(ben, table) as sees,
    ):
        view = sees(lambda view: view["phase"] == "playing")
        mover = (anna, ben)[view["to_move"]]
        move = mover.view(table)["offers"][0]["move"]
        monkeypatch.setattr(TableViews, "build", fail_for_anna)
        mover.move(table, move, view["seq"])
        sees(lambda view: view["told"])
    wait_until(lambda: "ValueError while showing" in caplog.text, "it is logged")
    assert "secret" not in caplog.text


def wait_for_heartbeats(stream: Iterator[bytes], wanted: int) -> None:
    heard = 0
    try:
        while heard < wanted:
            heard += next(stream).count(HEARTBEAT)
    except httpx.ReadTimeout as error:
        raise AssertionError(f"the stream is not kept alive, after {heard} signs") from error


def test_a_quiet_stream_is_kept_alive(served: Served) -> None:
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, BOT)["table"]
        with anna.http.stream("GET", f"/t/{table}/stream") as answer:
            wait_for_heartbeats(answer.iter_bytes(), 1)


def test_a_table_that_nobody_looks_at_is_left_to_the_store(tmp_path: Path) -> None:
    with (
        Served(tmp_path, timings=replace(HASTY, heartbeat=0.02, idle=0.2)) as server,
        Program(server.url) as anna,
    ):
        table = anna.open("baguettes", ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        before = anna.view(table)

        def stays() -> bool:
            """Look at it for longer than it may be idle. A stream that is asked for while the
            table leaves ends at once, and is asked for again."""
            with anna.http.stream("GET", f"/t/{table}/stream") as answer:
                looked_at = server.registry._actors.get(table)
                try:
                    wait_for_heartbeats(answer.iter_bytes(), 20)
                except StopIteration:
                    return False
                return looked_at is not None and server.registry._actors.get(table) is looked_at

        wait_until(stays, "a table that someone looks at stays")
        wait_until(lambda: table not in server.registry._actors, "the table is put away")
        assert anna.view(table)["document"] == before["document"]


def test_a_table_that_leaves_while_someone_waits_for_it_is_brought_in_anew(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, SCREEN)["table"]
        gone: list[TableActor] = []

        async def leave(actor: TableActor) -> None:
            monkeypatch.undo()
            served.registry._evict(actor)
            gone.append(actor)

        monkeypatch.setattr(TableActor, "catch_up", leave)
        assert served.actor(table) not in gone
        assert anna.post(f"/api/tables/{table}/deal").status_code == httpx.codes.OK
    assert len(gone) == 1


def test_a_table_that_leaves_takes_all_it_has_along_before_garbage_is_looked_for(
    served: Served,
) -> None:
    """Else games would pile up, and to look for them would stop every other table."""
    gc.disable()
    try:
        with (
            two_at(served.url, "baguettes", options=SHORT) as (table, programs),
            following(programs[0], table) as sees,
        ):
            view = sees(lambda view: view["phase"] == "playing")
            mover = programs[view["to_move"]]
            [offer, *_] = mover.view(table)["offers"]
            mover.move(table, offer["move"], view["seq"])
            sees(lambda view: view["told"])

        async def leave() -> weakref.ref[TableActor]:
            actor = served.registry._actors[table]
            served.registry._evict(actor)
            return weakref.ref(actor)

        left = served.do(leave())
        wait_until(lambda: left() is None, "nothing is left of it")
    finally:
        gc.enable()


def test_a_stream_that_is_cut_while_something_is_sent_has_ended_when_its_request_has(
    served: Served,
) -> None:
    """Else who was cut off would be there until garbage is looked for."""
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, SCREEN)["table"]

    async def follow() -> bool:
        sends = asyncio.Event()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                sends.set()
                await asyncio.Event().wait()

        async def receive() -> dict[str, Any]:
            await sends.wait()
            return {"type": "http.disconnect"}

        path = f"/t/{table}/stream"
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"}
        where = {"path": path, "raw_path": path.encode(), "root_path": "", "query_string": b""}
        host = served.url.removeprefix("http://")
        who = {"headers": [(b"host", host.encode())], "client": (HOST, 1), "server": (HOST, 1)}
        await served.app(cast(Any, scope | where | who), cast(Any, receive), send)
        return bool(served.registry._actors[table].views.broadcast._mailboxes)

    assert not served.do(follow())


def test_the_stream_of_a_table_that_has_left_memory_ends_at_once(served: Served) -> None:
    with Program(served.url) as anna:
        actor = served.actor(anna.open("baguettes", ME, SCREEN)["table"])

    async def follow() -> list[bytes]:
        served.registry._evict(actor)
        stream = actor.subscribe(
            Group(Perspective("en"), "data"), actor.client, None, compressed=False
        )
        return [event async for event in stream]

    assert served.do(follow()) == []


def test_a_bot_whose_move_could_not_be_written_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matchwood.server.storage.engines.BUSY_SECONDS", 0.02)
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = anna.open("baguettes", ME, BOT)["table"]
        anna.post(f"/api/tables/{table}/deal")
        actor = server.actor(table)
        wait_until(lambda: actor.table.to_move == 0, "the bot that starts has moved")
        asked = []
        append = server.registry.store.append

        async def forgetful(*what: Any) -> None:
            asked.append(what)
            if len(asked) == 2:
                holder.execute("BEGIN EXCLUSIVE")
            await append(*what)

        holder = sqlite3.connect(tmp_path / FILE, check_same_thread=False)
        monkeypatch.setattr(server.registry.store, "append", forgetful)
        view = anna.view(table)
        anna.move(table, view["offers"][0]["move"], view["seq"])
        wait_until(lambda: len(asked) >= 3, "the bot has tried again")
        assert len(actor.table.turns) == len(view["told"]) + 1, "the bot has not moved"
        holder.rollback()
        holder.close()
        moved = len(view["told"]) + 2
        wait_until(lambda: len(actor.table.turns) >= moved, "the bot has moved")
        assert server.log(table)[-1] == asked[-1][-1][-1]


def test_the_players_of_a_game_that_is_over_go_on_at_one_new_table(served: Served) -> None:
    with two_at(served.url, "baguettes", options=SHORT) as (table, programs):
        again = [program.http.post(f"/t/{table}/again", data={}) for program in programs]
        assert {answer.status_code for answer in again} == {422}
        while (view := programs[0].view(table))["phase"] == "playing":
            mover = programs[view["to_move"]]
            [offer, *_] = mover.view(table)["offers"]
            mover.move(table, offer["move"], view["seq"])
        with Program(served.url) as stranger:
            assert stranger.http.post(f"/t/{table}/again", data={}).status_code == 403
        [first, second] = [
            program.http.post(f"/t/{table}/again", data={}).headers["location"]
            for program in programs
        ]
        assert first == second != f"/t/{table}"
        following_table = first.removeprefix("/t/")
        assert [program.view(following_table)["mine"] for program in programs] == [[0], [1]]
        assert programs[0].view(table)["again"] == following_table


def test_a_registry_with_many_tables_plays_on_each_of_them(served: Served) -> None:
    with Program(served.url) as anna:
        tables = [anna.open("baguettes", ME, BOT, options=SHORT)["table"] for _ in range(5)]
        for table in tables:
            anna.post(f"/api/tables/{table}/deal")
        mine: dict[str, list[str]] = {table: [] for table in tables}
        views = {table: anna.view(table) for table in tables}

        def all_are_over() -> bool:
            """Make a move wherever one can be made."""
            for table in tables:
                view = views[table] = anna.view(table)
                if view["offers"]:
                    mine[table].append(view["offers"][0]["move"])
                    answer = anna.move(table, mine[table][-1], view["seq"])
                    assert answer.status_code == httpx.codes.OK, answer.text
            return all(view["phase"] == "over" for view in views.values())

        wait_until(all_are_over, "all games are over")
        for table, view in views.items():
            told = [(turn["seat"], turn["move"]) for turn in view["told"]]
            assert [move for seat, move in told if seat == 0] == mine[table]
            assert [move for seat, move in told if seat == 1], "the bot has moved here"
            assert [move for _, move in told] == served.actor(table).table.position.history


def test_a_long_story_is_put_into_words_beside_the_loop(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, most = MoveLog._tell, 3
    by_loop = []

    def note(story: MoveLog, table: Table, turn: Turn) -> None:
        if threading.current_thread() is served.thread:
            by_loop.append(turn)
        tell(story, table, turn)

    with Program(served.url) as anna, Program(served.url, "fr") as watcher:
        table = anna.open("piecepack-matches", ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        for _ in range(2 * most):
            view = anna.view(table)
            anna.move(table, view["offers"][0]["move"], view["seq"])
        monkeypatch.setattr(table_views, "MANY_MOVES", most)
        monkeypatch.setattr(MoveLog, "_tell", note)
        assert len(served.actor(table).table.turns) == 2 * most
        assert watcher.view(table)["opening"]
        assert len(by_loop) <= 1, "no more than the last move, to those who were there"


def test_bots_who_play_each_other_think_for_whoever_watches(served: Served) -> None:
    """So watching many tables keeps nobody's bots from answering."""
    with Program(served.url) as anna:
        table = anna.open("baguettes", BOT, BOT, options=SHORT)["table"]
        with following(anna, table) as sees:
            sees(lambda view: view["phase"] == "playing")
            assert served.actor(table).client.address == "127.0.0.1"


def test_bots_who_play_each_other_play_for_who_watches_them_and_not_for_the_list_of_games(
    served: Served,
) -> None:
    with Program(served.url) as visitor:
        table = visitor.open("baguettes", BOT, BOT, listed=True)["table"]
        served.registry._evict(served.actor(table))
        assert table in visitor.get("/").text
        actor = served.actor(table)
        assert level_to_move(actor) is None
        with visitor.events(f"/api/tables/{table}/stream") as events:
            next(events)
            assert level_to_move(actor) is not None or actor.table.over


def test_bots_of_a_game_think_for_its_players_and_not_for_who_watches(served: Served) -> None:
    with Program(served.url) as anna, Program(served.url) as eve:
        table = anna.open("baguettes", ME, BOT, options=SHORT)["table"]
        anna.view(table)
        eve.view(table)
        assert served.actor(table).client.person != ""
