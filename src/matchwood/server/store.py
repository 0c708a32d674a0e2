"""The store: the log of every table, in a database.

An event is committed before anyone hears of it. A table's events are numbered, and a number is
given once: whoever writes second, another request or another server, is told so and has written
nothing.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from matchwood.server import events, faults
from matchwood.server.events import Event
from matchwood.server.refusals import NotKept, NotRead, Stale

FILE = "matchwood.sqlite"
BUSY_SECONDS = 2
"""How long a write waits for another program that holds the file."""
DAY = 24 * 60 * 60
LIVELY_SECONDS = 60
"""That a table is still being played is written down this often, not with every move."""

FORGOTTEN_AT_ONCE = 3
"""Of what is not needed any more, so much goes whenever one is added."""

_schema = sa.MetaData()
_tables = sa.Table(
    "tables",
    _schema,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(64), nullable=False, index=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False, index=True),
    sa.Column("changed", sa.Float, nullable=False),
)
_events = sa.Table(
    "events",
    _schema,
    sa.Column("table", sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
_old_holders = sa.Table(
    "old_holders",
    _schema,
    sa.Column("holder", sa.String(64), primary_key=True),
    comment="who held a seat before tokens had a key; none is added later",
)

_CHANGE = (
    sa.update(_tables)
    .where(_tables.c.name == sa.bindparam("of"))
    .values(phase=sa.bindparam("phase"), changed=sa.bindparam("changed"))
)


@dataclass
class _Wish:
    """Something to be written, as rows."""

    table: dict[str, Any] | None
    change: dict[str, Any] | None
    events: list[dict[str, Any]]
    granted: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Store:
    """All tables there ever were."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._wishes: list[_Wish] = []
        self._told: dict[str, tuple[str, float]] = {}
        """The phases of tables that were written of late, and when; the latest last."""
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, folder: Path) -> Store:
        """The store in a folder, made if there is none."""
        folder.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            # Not as a text, in which some letters would have a meaning.
            sa.URL.create("sqlite+aiosqlite", database=str(folder / FILE)),
            connect_args={"timeout": BUSY_SECONDS},
            pool_reset_on_return=None,  # Every use ends with a commit, or has only read.
        )
        sa.event.listen(engine.sync_engine, "connect", _prepare)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_make_tables)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        await self._engine.dispose()

    async def create(
        self, name: str, maker: str, listed: bool, phase: str, log: Sequence[Event]
    ) -> None:
        """Write down a new table and its first events."""
        row = {"name": name, "maker": maker, "listed": listed, "phase": phase}
        await self._write(_Wish({**row, "changed": time.time()}, None, _rows(name, 0, log)))

    async def append(self, name: str, seq: int, phase: str, log: Sequence[Event]) -> None:
        """Write down what happened at a table after its first `seq` events."""
        now = time.time()
        before, told = self._told.get(name, ("", 0.0))
        is_news = phase != before or now - told > LIVELY_SECONDS
        change = {"of": name, "phase": phase, "changed": now} if is_news else None
        await self._write(_Wish(None, change, _rows(name, seq, log)))
        if is_news:
            self._forget_told(now)
            self._told.pop(name, None)
            self._told[name] = (phase, now)

    def _forget_told(self, now: float) -> None:
        """What was written longer ago is written again in any case."""
        for name, (_, told) in list(islice(self._told.items(), FORGOTTEN_AT_ONCE)):
            if now - told <= LIVELY_SECONDS:
                return
            del self._told[name]

    async def _write(self, wish: _Wish) -> None:
        """Wait until it is on the disk.

        Bringing one event to the disk takes as long as bringing many. So what comes while a
        write is under way waits, and goes into the next one together. Whoever stops waiting does
        not stop the write, which may be that of others too.
        """
        self._wishes.append(wish)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._grant_all())
        await asyncio.shield(wish.granted)

    async def _grant_all(self) -> None:
        while self._wishes:
            wishes, self._wishes = self._wishes, []
            await self._grant(wishes)

    async def _grant(self, wishes: Sequence[_Wish]) -> None:
        try:
            await self._commit(wishes)
        except IntegrityError:
            if len(wishes) > 1:  # One that comes too late must not stop the others.
                for wish in wishes:
                    await self._grant([wish])
                return
            stale = Stale("The game has moved on; look at the table again.")
            wishes[0].granted.set_exception(stale)
        except Exception as error:
            # A full disk, a locked file: whatever it was, nobody waits for ever.
            faults.report_seldom(error, "while writing to the store")
            for wish in wishes:
                wish.granted.set_exception(NotKept())
        else:
            for wish in wishes:
                wish.granted.set_result(None)

    async def _commit(self, wishes: Sequence[_Wish]) -> None:
        created = [wish.table for wish in wishes if wish.table is not None]
        changed = [wish.change for wish in wishes if wish.change is not None]
        async with self._engine.begin() as connection:
            if created:
                await connection.execute(sa.insert(_tables), created)
            if changed:
                await connection.execute(_CHANGE, changed)
            await connection.execute(
                sa.insert(_events), [event for wish in wishes for event in wish.events]
            )

    async def log(self, name: str) -> list[Event]:
        """All that happened at a table; nothing if there is no such table."""
        query = sa.select(_events.c.data).where(_events.c.table == name).order_by(_events.c.seq)
        return [events.read(data) for (data,) in await self._read(query)]

    async def listed(self, most: int) -> list[str]:
        """The tables that are being played and may be watched, the liveliest first."""
        query = (
            sa.select(_tables.c.name)
            .where(_tables.c.listed, _tables.c.phase == "playing")
            .where(_tables.c.changed > time.time() - DAY)
            .order_by(_tables.c.changed.desc())
            .limit(most)
        )
        return [name for (name,) in await self._read(query)]

    async def made_by(self, maker: str) -> int:
        """How many tables a visitor has set up that are not over, in a day."""
        query = (
            sa.select(sa.func.count())
            .select_from(_tables)
            .where(_tables.c.maker == maker, _tables.c.phase != "over")
            .where(_tables.c.changed > time.time() - DAY)
        )
        [(number,)] = await self._read(query)
        return int(number)

    async def old_holders(self) -> frozenset[str]:
        """Whoever held a seat before tokens had a key, and is to keep it."""
        rows = await self._read(sa.select(_old_holders.c.holder))
        return frozenset(holder for (holder,) in rows)

    async def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        try:
            async with self._engine.connect() as connection:
                rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
        except SQLAlchemyError as error:
            raise NotRead from error
        return rows


def _make_tables(connection: sa.Connection) -> None:
    found = sa.inspect(connection)
    is_older = found.has_table(_events.name) and not found.has_table(_old_holders.name)
    _schema.create_all(connection)
    if is_older:
        rows = connection.execute(sa.select(_events.c.data))
        sat = (json.loads(data) for (data,) in rows if b'"holder"' in data)
        holders = {event["holder"] for event in sat if "holder" in event}
        if holders:
            connection.execute(
                sa.insert(_old_holders), [{"holder": holder} for holder in sorted(holders)]
            )


def _rows(name: str, seq: int, log: Sequence[Event]) -> list[dict[str, Any]]:
    now = time.time()
    return [
        {"table": name, "seq": number, "data": events.write(event), "at": now}
        for number, event in enumerate(log, start=seq)
    ]


def _prepare(connection: Any, _: Any) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
