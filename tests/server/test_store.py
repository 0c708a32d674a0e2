"""The store: one commit for many, and none of them lost or written twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from matchwood.server.databases import FILE, Where
from matchwood.server.events import Dealt, Event, GotUp, Moved, Sat
from matchwood.server.refusals import NotKept, NotRead, Stale
from matchwood.server.setting_up import Chair, Wanted, first_events
from matchwood.server.store import Store

ANNA, BEN = "a" * 64, "b" * 64
ADDED_LATER = ("keys", "leases", "presence", "servers", "matchwood_schema")
"""What a store had not before its schema had steps."""
PAGES = 12
"""Few enough that the database soon is full."""


def first() -> list[Event]:
    return first_events(Wanted("baguettes", [Chair("me", "Anna"), Chair("bot")]), ANNA)


def with_store(where: Where, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(where)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def create(store: Store, name: str, maker: str = ANNA, phase: str = "playing") -> int:
    log = first()
    await store.create(name, maker, listed=True, phase=phase, log=log)
    return len(log)


def test_what_is_written_is_there_in_order_after_the_store_is_opened_anew(where: Where) -> None:
    moves = [Moved(seat % 2, f"pierce A{seat}") for seat in range(5)]

    async def write(store: Store) -> None:
        seq = await create(store, "one")
        await store.append("one", seq, "playing", moves[:2])
        await store.append("one", seq + 2, "over", moves[2:])

    async def read(store: Store) -> None:
        assert (await store.log("one"))[-5:] == moves
        assert await store.log("two") == []
        assert await store.listed(10) == [], "a game that is over is not listed"

    with_store(where, write)
    with_store(where, read)


def test_many_are_written_in_few_commits(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[int] = []
    commit = Store._commit

    def counted(store: Store, writes: list[object]) -> None:
        commits.append(len(writes))
        commit(store, writes)

    async def work(store: Store) -> None:
        await asyncio.gather(*(create(store, f"table {number}") for number in range(30)))
        assert len(await store.listed(100)) == 30

    monkeypatch.setattr(Store, "_commit", counted)
    with_store(where, work)
    assert sum(commits) == 30
    assert len(commits) <= 2


def test_one_that_comes_too_late_does_not_stop_the_others(where: Where) -> None:
    async def work(store: Store) -> None:
        seqs = {name: await create(store, name) for name in ("one", "two", "three")}
        wishes = [
            store.append(name, seqs[name], "playing", [Dealt()])
            for name in ("one", "two", "two", "three")
        ]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), type(None), Stale, type(None)]
        for name in ("one", "two", "three"):
            assert (await store.log(name)).count(Dealt()) == 1

    with_store(where, work)


def test_whoever_stops_waiting_does_not_stop_the_write_of_others(where: Where) -> None:
    async def work(store: Store) -> None:
        seqs = {name: await create(store, name) for name in ("one", "two")}
        tasks = [
            asyncio.create_task(store.append(name, seq, "playing", [Dealt()]))
            for name, seq in seqs.items()
        ]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await tasks[1]
        assert Dealt() in await store.log("two")
        assert Dealt() in await store.log("one")

    with_store(where, work)


def test_two_stores_on_one_file_never_write_the_same_twice(where: Where) -> None:
    async def work(store: Store) -> None:
        other = await Store.open(where)
        seq = await create(store, "one")
        answers = await asyncio.gather(
            *(each.append("one", seq, "playing", [Dealt()]) for each in (store, other)),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
        assert await store.log("one") == await other.log("one")
        assert (await store.log("one")).count(Dealt()) == 1
        await other.close()

    with_store(where, work)


def test_a_locked_file_is_told_and_nothing_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matchwood.server.databases.BUSY_SECONDS", 0.05)

    async def work(store: Store) -> None:
        seq = await create(store, "one")
        holder = sqlite3.connect(tmp_path / FILE)
        holder.execute("BEGIN EXCLUSIVE")
        wishes = [store.append("one", seq, "playing", [Dealt()]), create(store, "two")]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotKept, NotKept]
        assert len(await store.log("one")) == seq, "reading goes on"
        holder.rollback()
        holder.close()
        await store.append("one", seq, "playing", [Dealt()])
        assert (await store.log("one"))[seq:] == [Dealt()]

    with_store(tmp_path, work)


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    long = [Moved(0, "x" * 50_000)]

    async def work(store: Store) -> None:
        seq = await create(store, "one")
        with store._engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={PAGES}")
        with pytest.raises(NotKept):
            await store.append("one", seq, "over", long)
        assert len(await store.log("one")) == seq
        assert await store.made_by(ANNA) == 1, "nor has the phase changed"
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=10000")
        await store.append("one", seq, "over", long)
        assert (await store.log("one"))[seq:] == long

    with_store(tmp_path, work)


def test_a_store_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await create(store, "one")
        with sqlite3.connect(tmp_path / FILE) as other:
            other.execute("DROP TABLE events")
        other.close()
        with pytest.raises(NotRead, match="could not be read"):
            await store.log("one")

    with_store(tmp_path, work)


def test_a_visitor_s_tables_are_counted_until_they_are_over(where: Where) -> None:
    async def work(store: Store) -> None:
        await create(store, "one", phase="waiting")
        seq = await create(store, "two")
        await create(store, "three", maker=BEN)
        assert await store.made_by(ANNA) == 2
        await store.append("two", seq, "over", [Dealt()])
        assert await store.made_by(ANNA) == 1

    with_store(where, work)


def test_a_visitor_s_own_tables_and_name_are_found_without_replaying_them(where: Where) -> None:
    opened = first()[0]

    async def write() -> None:
        store = await Store.open(where)
        for number, name in enumerate(("Anna", "Ada")):
            log = [opened, Sat(0, name, ANNA), Sat(1, "Ben", BEN)]
            await store.create(f"table {number}", ANNA, False, "waiting", log)
        await store.append("table 1", 3, "playing", [Dealt()])
        await store.append("table 0", 3, "waiting", [GotUp(1)])
        mine, his = await store.held_by(ANNA, 9), await store.held_by(BEN, 9)
        assert {each.table: (each.phase, each.names) for each in mine} == {
            "table 0": ("waiting", {0: "Anna"}),
            "table 1": ("playing", {0: "Ada", 1: "Ben"}),
        }
        assert mine[0].opened == opened
        assert [each.table for each in his] == ["table 1"], "he got up from the other"
        assert len(await store.held_by(ANNA, 1)) == 1
        assert await store.held_by("nobody", 9) == []
        assert await store.name_of("nobody") is None
        assert await store.name_of(BEN) == "Ben"
        await store.close()

    asyncio.run(write())


def test_a_store_of_before_seats_were_kept_finds_them_in_its_events(tmp_path: Path) -> None:
    async def write() -> None:
        store = await Store.open(tmp_path)
        await store.create("table", ANNA, False, "playing", [first()[0], Sat(1, "Anna", ANNA)])
        await store.close()
        with closing(sqlite3.connect(tmp_path / FILE)) as older, older:
            for name in ("seats", *ADDED_LATER):
                older.execute(f"DROP TABLE {name}")
        store = await Store.open(tmp_path)
        [held] = await store.held_by(ANNA, 9)
        assert held.names == {1: "Anna"}
        await store.close()

    asyncio.run(write())
