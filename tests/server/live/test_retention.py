"""What is too old goes, and nothing else does: not by a wrong clock, and not very much at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator

import pytest
import sqlalchemy as sa

from matchwood.server.live import retention
from matchwood.server.live.context import Timings
from matchwood.server.live.retention import MAX_DRIFT, MAX_SHARE, ClockReading, RetentionTask
from matchwood.server.storage.engines import Location
from matchwood.server.storage.removal import ABANDONED
from matchwood.server.storage.schema import events, leases, now, presence, servers, tables
from matchwood.server.storage.store import Store
from tests.server.storage.test_store import ANNA, create, first, standing, with_store
from tests.support.postgres import Postgres

DAY = 24 * 60 * 60
KEEP = 90 * DAY
HASTY = Timings(removal_interval=0, removal_pause=0)
MANY = 20


@pytest.fixture(autouse=True)
def told(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.INFO, "matchwood"):
        yield caplog


async def fill(store: Store, old: int) -> None:
    """Many tables, some of which are older than they are kept."""
    for number in range(MANY):
        await store.create(f"{number}", ANNA, standing("over"), first())
    await age(store, KEEP + DAY, *(f"{number}" for number in range(old)))


async def age(store: Store, seconds: float, *names: str) -> None:
    with store.database.engine.begin() as connection:
        query = sa.update(tables).where(tables.c.name.in_(names))
        connection.execute(query.values(changed=now() - seconds))


async def left(store: Store) -> int:
    return len(await store.latest(MANY))


def after_a_look(
    where: Location, old: int, work: Callable[[Store, RetentionTask], Awaitable[None]] | None = None
) -> int:
    """How many tables are left of many, when old ones were looked for."""
    found = 0

    async def run(store: Store) -> None:
        nonlocal found
        await fill(store, old)
        tidier = RetentionTask(store, KEEP, HASTY, ())
        if work is not None:
            await work(store, tidier)
        else:
            await tidier.remove_old(ClockReading())
        found = await left(store)

    with_store(where, run)
    return found


def test_what_is_removed_is_logged_with_its_number(
    where: Location, told: pytest.LogCaptureFixture
) -> None:
    assert after_a_look(where, MANY // MAX_SHARE) == MANY - MANY // MAX_SHARE
    assert told.messages == ["Old games removed (--keep): 2 of 20."]


def test_more_than_a_tenth_at_once_is_told_and_stays(
    where: Location, told: pytest.LogCaptureFixture
) -> None:
    assert after_a_look(where, MANY // MAX_SHARE + 1) == MANY
    [sentence] = told.messages
    assert sentence.startswith("No old games were removed: 3 of 20 are older than games are kept")
    assert "matchwood tables remove --older-than" in sentence


def test_of_few_tables_one_may_always_go(where: Location) -> None:
    async def run(store: Store) -> None:
        for name in ("old", "new"):
            await store.create(name, ANNA, standing("over"), first())
        await age(store, KEEP + DAY, "old")
        await RetentionTask(store, KEEP, HASTY, ()).remove_old(ClockReading())
        assert [held.table for held in await store.latest(9)] == ["new"]

    with_store(where, run)


def test_nothing_goes_when_the_clock_was_set_since_the_last_look(
    where: Location, told: pytest.LogCaptureFixture
) -> None:
    async def look(store: Store, tidier: RetentionTask) -> None:
        here = ClockReading()
        await tidier.remove_old(ClockReading(here.wall - 100 * DAY, here.steady))

    assert after_a_look(where, 1, look) == MANY
    [sentence] = told.messages
    assert f"the clock of this machine was set by {100 * DAY} seconds" in sentence


@pytest.mark.parametrize("apart", [-100 * DAY, 2 * MAX_DRIFT])
def test_nothing_goes_when_the_clocks_of_server_and_store_differ(
    where: Location, told: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, apart: float
) -> None:
    async def look(store: Store, tidier: RetentionTask) -> None:
        counts = store.counts

        async def elsewhere(*given: object) -> object:
            found = await counts(*given)  # type: ignore[arg-type]
            return retention.TableCounts(found.old, found.all, found.clock - apart)

        monkeypatch.setattr(store, "counts", elsewhere)
        await tidier.remove_old(ClockReading())

    assert after_a_look(where, 1, look) == MANY
    [sentence] = told.messages
    assert f"differ by {apart:.0f} seconds" in sentence


def test_a_wrong_clock_of_a_server_writes_no_wrong_age(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The age is by the clock of the store alone."""
    with postgres.database() as url:

        async def run(store: Store) -> None:
            later = ClockReading().wall + 100 * DAY
            monkeypatch.setattr("time.time", lambda: later)
            await create(store, "one")
            monkeypatch.undo()
            [held] = await store.latest(1)
            assert abs(held.changed - ClockReading().wall) < MAX_DRIFT

        with_store(url, run)


def test_what_is_played_at_any_server_is_never_removed(postgres: Postgres) -> None:
    with postgres.database() as url:

        async def run(store: Store) -> None:
            await fill(store, 3)
            with store.database.engine.begin() as connection:
                connection.execute(sa.insert(servers).values(id="other", seen=now()))
                connection.execute(sa.insert(leases).values(table="0", server="other"))
                here = {"holder": ANNA, "server": "other", "seen": 1.0}
                rows = [{**here, "table": "1", "here": True}, {**here, "table": "2", "here": False}]
                connection.execute(sa.insert(presence), rows)
            counts = await store.counts(KEEP)
            assert (counts.old, counts.all) == (1, MANY)
            assert await store.remove_old(KEEP) == 1
            assert await store.existing(["0", "1", "2"]) == {"0", "1"}

        with_store(url, run)


def test_abandoned_games_go_sooner(where: Location) -> None:
    async def run(store: Store) -> None:
        names = {"playing": "playing", "waiting": "waiting", "paused": "playing", "over": "over"}
        for name, phase in names.items():
            await store.create(name, ANNA, standing(phase), first())  # type: ignore[arg-type]
        await age(store, KEEP * ABANDONED + DAY, "playing", "waiting", "over")
        await age(store, KEEP * ABANDONED - DAY, "paused")
        assert await store.remove_old(KEEP, ["waiting"]) == 1
        assert {held.table for held in await store.latest(9)} == {"waiting", "paused", "over"}

    with_store(where, run)


def test_looks_come_at_intervals_and_the_first_after_one(
    where: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a clock that is wrong when the server starts has been set right by then."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 1:
            raise asyncio.CancelledError

    async def run(store: Store) -> None:
        await fill(store, 1)
        tidier = RetentionTask(store, KEEP, Timings(), ())
        looks: list[int] = []

        async def remove_old(_: ClockReading) -> None:
            looks.append(len(slept))

        monkeypatch.setattr(tidier, "remove_old", remove_old)
        with monkeypatch.context() as hurried:
            hurried.setattr(retention.asyncio, "sleep", sleep)
            with pytest.raises(asyncio.CancelledError):
                await tidier.run()
        assert looks == [1]
        assert slept == [Timings().removal_interval] * 2

    with_store(where, run)


def test_the_rows_of_a_removed_table_go_with_it(where: Location) -> None:
    async def run(store: Store) -> None:
        await create(store, "one")
        await store.remove("one")
        with store.database.engine.connect() as connection:
            for name in (tables, events):
                assert not connection.execute(sa.select(name)).all()

    with_store(where, run)
