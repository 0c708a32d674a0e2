"""The store: one commit for many, and none of them lost or written twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from matchwood.server.storage import engines
from matchwood.server.storage.engines import FILE, Location
from matchwood.server.storage.schema import events, tables
from matchwood.server.storage.store import Store
from matchwood.server.storage.writer import Write, Writer
from matchwood.server.table.errors import (
    Conflict,
    DamagedTable,
    ReadFailed,
    TableNotFound,
    WriteFailed,
)
from matchwood.server.table.events import Dealt, Event, GotUp, Moved, Opened, Phase, Sat
from matchwood.server.table.new_table import Chair, Wanted, opening_events
from matchwood.server.table.summary import Summary

ANNA, BEN = "a" * 64, "b" * 64
PAGES = 12
"""Few enough that the database soon is full."""


def first() -> list[Event]:
    return opening_events(Wanted("baguettes", [Chair("me", "Anna"), Chair("bot")]), ANNA)


def with_store(where: Location, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(where)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def standing(phase: Phase = "playing", log: Sequence[Event] = (), **further: Any) -> Summary:
    """What lists tell of a table in a phase."""
    opened = next((event for event in log or first() if isinstance(event, Opened)), None)
    assert opened is not None
    agreement = replace(opened.agreement, listed=True)
    further.setdefault("names", ("Anna", "Elm"))
    return Summary(agreement=agreement, phase=phase, seq=len(log), **further)


async def create(store: Store, name: str, maker: str = ANNA, phase: Phase = "playing") -> int:
    log = first()
    await store.create(name, maker, standing(phase), log)
    return len(log)


def test_what_is_written_is_there_in_order_after_the_store_is_opened_anew(where: Location) -> None:
    moves = [Moved(seat % 2, f"pierce A{seat}") for seat in range(5)]

    async def write(store: Store) -> None:
        seq = await create(store, "one")
        await store.append("one", seq, standing(), moves[:2])
        await store.append("one", seq + 2, standing("over"), moves[2:])

    async def read(store: Store) -> None:
        assert (await store.log("one"))[-5:] == moves
        assert await store.log("two") == []
        assert await store.public(10) == [], "a game that is over is not listed"

    with_store(where, write)
    with_store(where, read)


def test_many_are_written_in_few_commits(where: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[int] = []
    commit = Writer._commit

    def counted(writer: Writer, writes: list[Write]) -> None:
        commits.append(len(writes))
        commit(writer, writes)

    async def work(store: Store) -> None:
        await asyncio.gather(*(create(store, f"table {number}") for number in range(30)))
        assert len(await store.latest(100)) == 30

    monkeypatch.setattr(Writer, "_commit", counted)
    with_store(where, work)
    assert sum(commits) == 30
    assert len(commits) <= 2


def test_one_that_comes_too_late_does_not_stop_the_others(where: Location) -> None:
    async def work(store: Store) -> None:
        seqs = {name: await create(store, name) for name in ("one", "two", "three")}
        wishes = [
            store.append(name, seqs[name], standing(), [Dealt()])
            for name in ("one", "two", "two", "three")
        ]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [
            type(None),
            type(None),
            Conflict,
            type(None),
        ]
        for name in ("one", "two", "three"):
            assert (await store.log(name)).count(Dealt()) == 1

    with_store(where, work)


def test_whoever_stops_waiting_does_not_stop_the_write_of_others(where: Location) -> None:
    async def work(store: Store) -> None:
        seqs = {name: await create(store, name) for name in ("one", "two")}
        tasks = [
            asyncio.create_task(store.append(name, seq, standing(), [Dealt()]))
            for name, seq in seqs.items()
        ]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await tasks[1]
        assert Dealt() in await store.log("two")
        assert Dealt() in await store.log("one")

    with_store(where, work)


def test_two_stores_on_one_file_never_write_the_same_twice(where: Location) -> None:
    async def work(store: Store) -> None:
        other = await Store.open(where)
        seq = await create(store, "one")
        answers = await asyncio.gather(
            *(each.append("one", seq, standing(), [Dealt()]) for each in (store, other)),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        assert await store.log("one") == await other.log("one")
        assert (await store.log("one")).count(Dealt()) == 1
        await other.close()

    with_store(where, work)


def test_a_locked_file_is_told_and_nothing_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matchwood.server.storage.engines.BUSY_SECONDS", 0.05)

    async def work(store: Store) -> None:
        seq = await create(store, "one")
        holder = sqlite3.connect(tmp_path / FILE)
        holder.execute("BEGIN EXCLUSIVE")
        wishes = [store.append("one", seq, standing(), [Dealt()]), create(store, "two")]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [WriteFailed, WriteFailed]
        assert len(await store.log("one")) == seq, "reading goes on"
        holder.rollback()
        holder.close()
        await store.append("one", seq, standing(), [Dealt()])
        assert (await store.log("one"))[seq:] == [Dealt()]

    with_store(tmp_path, work)


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    long = [Moved(0, "x" * 50_000)]

    async def work(store: Store) -> None:
        seq = await create(store, "one")
        with store.database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={PAGES}")
        with pytest.raises(WriteFailed):
            await store.append("one", seq, standing("over"), long)
        assert len(await store.log("one")) == seq
        assert await store.count_made_by(ANNA) == 1, "nor has the phase changed"
        with store.database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=10000")
        await store.append("one", seq, standing("over"), long)
        assert (await store.log("one"))[seq:] == long

    with_store(tmp_path, work)


def test_a_store_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await create(store, "one")
        with sqlite3.connect(tmp_path / FILE) as other:
            other.execute("DROP TABLE events")
        other.close()
        with pytest.raises(ReadFailed, match="could not be read"):
            await store.log("one")

    with_store(tmp_path, work)


def test_a_visitor_s_tables_are_counted_until_they_are_over(where: Location) -> None:
    async def work(store: Store) -> None:
        await create(store, "one", phase="waiting")
        seq = await create(store, "two")
        await create(store, "three", maker=BEN)
        assert await store.count_made_by(ANNA) == 2
        await store.append("two", seq, standing("over"), [Dealt()])
        assert await store.count_made_by(ANNA) == 1

    with_store(where, work)


def test_a_visitor_s_own_tables_and_name_are_found_without_replaying_them(where: Location) -> None:
    opened = first()[0]

    async def work(store: Store) -> None:
        for number, name in enumerate(("Anna", "Ada")):
            log = [opened, Sat(0, name, ANNA), Sat(1, "Ben", BEN)]
            await store.create(f"table {number}", ANNA, standing("waiting"), log)
        await store.append("table 1", 3, standing(to_move=1), [Dealt()])
        await store.append("table 0", 3, standing("waiting"), [GotUp(1)])
        mine, his = await store.tables_of(ANNA, 9), await store.tables_of(BEN, 9)
        assert [(each.table, each.phase, each.seats) for each in mine] == [
            ("table 0", "waiting", (0,)),
            ("table 1", "playing", (0,)),
        ]
        assert mine[1].summary == standing(to_move=1)
        assert mine[0].maker == ANNA
        assert [(each.table, each.seats) for each in his] == [("table 1", (1,))], "he got up"
        assert len(await store.tables_of(ANNA, 1)) == 1
        assert await store.tables_of("nobody", 9) == []
        assert await store.name_of("nobody") is None
        assert await store.name_of(BEN) == "Ben"
        assert await store.find("table 1") == replaced(his[0], seats=())
        assert await store.find("nowhere") is None

    with_store(where, work)


def test_those_who_set_a_table_up_find_it_without_a_seat_if_they_ask(where: Location) -> None:
    async def work(store: Store) -> None:
        await store.create("bots", BEN, standing(), first()[:1])
        assert await store.tables_of(BEN, 9) == []
        [held] = await store.tables_of(BEN, 9, made=True)
        assert (held.table, held.seats) == ("bots", ())

    with_store(where, work)


def test_tables_that_wait_for_a_visitor_come_first_and_those_that_are_over_last(
    where: Location,
) -> None:
    async def work(store: Store) -> None:
        opened = first()[0]
        standings = {
            "mine to move": standing(to_move=2, names=("Anna", "Ben", "Ada")),
            "another's move": standing(to_move=1),
            "waiting": standing("waiting"),
            "over": standing("over"),
        }
        for name, stands in standings.items():
            log = [opened, Sat(0, "Anna", ANNA), Sat(2, "Ada", ANNA), Sat(1, "Ben", BEN)]
            await store.create(name, ANNA, stands, log)
        found = await store.tables_of(ANNA, 9, waiting_first=True)
        assert [each.table for each in found] == [
            "mine to move",
            "waiting",
            "another's move",
            "over",
        ]
        assert {each.seats for each in found} == {(0, 2)}
        [first_of_all] = await store.tables_of(ANNA, 1, waiting_first=True)
        assert first_of_all.table == "mine to move"
        assert [each.table for each in await store.tables_of(ANNA, 2)] == ["over", "waiting"]

    with_store(where, work)


def test_a_summary_that_is_damaged_hides_no_other(where: Location) -> None:
    async def work(store: Store) -> None:
        for name in ("one", "two"):
            await create(store, name)
        for data in (b"nonsense", b"{}", b"\xff"):
            with store.database.engine.begin() as connection:
                damaged = sa.update(tables).where(tables.c.name == "one").values(summary=data)
                connection.execute(damaged)
            found = {each.table: each for each in await store.tables_of(ANNA, 9)}
            assert found["one"].summary is None
            assert found["two"].summary == standing()

    with_store(where, work)


@pytest.mark.parametrize("data", [b"nonsense", b"\xff\xfe", b'{"type":'])
def test_a_log_that_is_damaged_is_told_as_such(where: Location, data: bytes) -> None:
    async def work(store: Store) -> None:
        await create(store, "one")
        with store.database.engine.begin() as connection:
            connection.execute(sa.update(events).values(data=data))
        with pytest.raises(DamagedTable):
            await store.log("one")

    with_store(where, work)


def test_what_happens_at_a_table_that_is_gone_is_refused_as_such(where: Location) -> None:
    async def work(store: Store) -> None:
        seq = await create(store, "one")
        assert await store.remove("one", "nowhere") == 1
        with pytest.raises(TableNotFound):
            await store.append("one", seq, standing(), [Dealt()])
        assert await store.log("one") == []
        assert await store.existing(["one"]) == frozenset()

    with_store(where, work)


@pytest.mark.parametrize(
    ("index", "ask"),
    [
        ("ix_tables_listed", lambda store: store.public(12)),
        ("ix_tables_phase", lambda store: store.remove_old(1.0)),
    ],
)
def test_no_game_that_was_ever_left_is_looked_at_for_a_list(
    where: Location, index: str, ask: Callable[[Store], Awaitable[object]]
) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *more: object) -> None:
        asked.append((statement, parameters))

    async def work(store: Store) -> None:
        sa.event.listen(store.database.engine, "before_cursor_execute", note)
        await ask(store)
        sa.event.remove(store.database.engine, "before_cursor_execute", note)
        [(query, parameters)] = [each for each in asked if "SELECT tables.name" in each[0]]
        is_shared = store.database.is_shared
        explain = "EXPLAIN" if is_shared else "EXPLAIN QUERY PLAN"
        with store.database.engine.connect() as connection:
            if is_shared:  # It has so few rows that it would read all, or take any index.
                connection.exec_driver_sql("SET enable_seqscan = off")
            plan = connection.exec_driver_sql(f"{explain} {query}", parameters).all()
            connection.rollback()
        assert (index if not is_shared else "ix_tables_") in str(plan)

    with_store(where, work)


def test_what_was_removed_is_in_no_file_any_more(tmp_path: Path) -> None:
    """Not even where SQLite writes ahead, while the server goes on."""
    name = "Rumpelstilzchen"

    def written() -> list[str]:
        return [file.name for file in tmp_path.iterdir() if name.encode() in file.read_bytes()]

    async def work(store: Store) -> None:
        log = [first()[0], Sat(0, name, ANNA)]
        await store.create("one", ANNA, standing(), log)
        await create(store, "two")
        assert written()
        await store.remove("one")
        assert written() == []
        assert not store.needs_checkpoint

    with_store(tmp_path, work)


def test_what_was_removed_while_others_read_goes_as_soon_as_they_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "READING_MILLISECONDS", 1)
    ahead = tmp_path / f"{FILE}-wal"

    async def work(store: Store) -> None:
        await create(store, "one")
        with closing(sqlite3.connect(tmp_path / FILE)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM events").fetchall()
            await store.remove("one")
            assert store.needs_checkpoint
            assert ahead.stat().st_size > 0
        await store.checkpoint()
        assert not store.needs_checkpoint
        assert ahead.stat().st_size == 0

    with_store(tmp_path, work)
