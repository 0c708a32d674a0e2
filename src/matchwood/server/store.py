"""The store: the log of every table, in a database.

An event is committed before anyone hears of it. A table's events are numbered, and a number is
given once: whoever writes second, another request or another server, is told so and has written
nothing.

The database is asked in threads, each commit in one step: an engine that is asynchronous itself
goes to a thread and back for every statement, which cost more than the statements.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from matchwood.server import events, faults, metrics
from matchwood.server.events import Event, GotUp, Opened, Sat
from matchwood.server.refusals import NotKept, NotRead, Stale, Unreadable

FILE = "matchwood.sqlite"
BUSY_SECONDS = 2
"""How long a write waits for another program that holds the file."""
DAY = 24 * 60 * 60
LIVELY_SECONDS = 60
"""That a table is still being played is written down this often, not with every move."""

READERS = 2
"""How many read at once."""
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
_seats = sa.Table(
    "seats",
    _schema,
    sa.Column("table", sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    comment="who sits where: follows from the events, and finds a visitor's tables",
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


_GET_UP = sa.delete(_seats).where(
    _seats.c.table == sa.bindparam("of"), _seats.c.seat == sa.bindparam("number")
)


@dataclass(frozen=True)
class Held:
    """A table at which a visitor has a seat, as it can be told without replaying its log."""

    table: str
    phase: str
    opened: Opened
    names: Mapping[int, str]
    """Of the people there, by seat."""


@dataclass
class _Write:
    """Something to be written, as rows."""

    table: str
    created: dict[str, Any] | None
    change: dict[str, Any] | None
    first: int
    """The number of the first event."""
    log: Sequence[Event]
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)

    def events(self) -> list[dict[str, Any]]:
        now = time.time()
        return [
            {"table": self.table, "seq": number, "data": events.write(event), "at": now}
            for number, event in enumerate(self.log, start=self.first)
        ]

    def seats(self) -> list[dict[str, Any]]:
        return [
            {"table": self.table, "seat": event.seat, "holder": event.holder, "name": event.name}
            for event in self.log
            if isinstance(event, Sat)
        ]

    def got_up(self) -> list[dict[str, Any]]:
        return [
            {"of": self.table, "number": event.seat}
            for event in self.log
            if isinstance(event, GotUp)
        ]


class Store:
    """All tables there ever were."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._waiting: list[_Write] = []
        self._phases: dict[str, tuple[str, float]] = {}
        """The phases of tables that were written of late, and when; the latest last."""
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, folder: Path) -> Store:
        """The store in a folder, made if there is none."""
        folder.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(
            # Not as a text, in which some letters would have a meaning.
            sa.URL.create("sqlite", database=str(folder / FILE)),
            connect_args={"timeout": BUSY_SECONDS},
            pool_reset_on_return=None,  # Every use ends with a commit, or has only read.
        )
        sa.event.listen(engine, "connect", _prepare)
        try:
            await asyncio.to_thread(_make_tables, engine)
        except BaseException:
            engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        for threads in (self._writing, self._reading):
            threads.shutdown()
        self._engine.dispose()

    async def create(
        self, name: str, maker: str, listed: bool, phase: str, log: Sequence[Event]
    ) -> None:
        """Write down a new table and its first events."""
        row = {"name": name, "maker": maker, "listed": listed, "phase": phase}
        await self._write(_Write(name, {**row, "changed": time.time()}, None, 0, log))

    async def append(self, name: str, seq: int, phase: str, log: Sequence[Event]) -> None:
        """Write down what happened at a table after its first `seq` events."""
        now = time.time()
        before, written = self._phases.get(name, ("", 0.0))
        is_news = phase != before or now - written > LIVELY_SECONDS
        change = {"of": name, "phase": phase, "changed": now} if is_news else None
        await self._write(_Write(name, None, change, seq, log))
        if is_news:
            self._forget_phases(now)
            self._phases.pop(name, None)
            self._phases[name] = (phase, now)

    def _forget_phases(self, now: float) -> None:
        """What was written longer ago is written again in any case."""
        for name, (_, written) in list(islice(self._phases.items(), FORGOTTEN_AT_ONCE)):
            if now - written <= LIVELY_SECONDS:
                return
            del self._phases[name]

    async def _write(self, write: _Write) -> None:
        """Wait until it is on the disk.

        Bringing one event to the disk takes as long as bringing many. So what comes while a
        write is under way waits, and goes into the next one together. Whoever stops waiting does
        not stop the write, which may be that of others too.
        """
        self._waiting.append(write)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        with metrics.STORE_SECONDS.timed("write"):
            await asyncio.shield(write.done)

    async def _write_all(self) -> None:
        while self._waiting:
            writes, self._waiting = self._waiting, []
            await self._write_together(writes)

    async def _write_together(self, writes: Sequence[_Write]) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._writing, self._commit, writes)
        except IntegrityError:
            if len(writes) > 1:  # One that comes too late must not stop the others.
                for write in writes:
                    await self._write_together([write])
                return
            stale = Stale("The game has moved on; look at the table again.")
            writes[0].done.set_exception(stale)
        except Exception as error:
            # A full disk, a locked file: whatever it was, nobody waits for ever.
            faults.report_seldom(error, "while writing to the store")
            for write in writes:
                write.done.set_exception(NotKept())
        else:
            for write in writes:
                write.done.set_result(None)

    def _commit(self, writes: Sequence[_Write]) -> None:
        work: list[tuple[sa.Executable, list[dict[str, Any]]]] = [
            (sa.insert(_tables), [each.created for each in writes if each.created is not None]),
            (_CHANGE, [each.change for each in writes if each.change is not None]),
            (sa.insert(_events), [row for each in writes for row in each.events()]),
            (_GET_UP, [row for each in writes for row in each.got_up()]),
            (sa.insert(_seats), [row for each in writes for row in each.seats()]),
        ]
        with self._engine.begin() as connection:
            for statement, rows in work:
                if rows:
                    connection.execute(statement, rows)

    async def log(self, name: str) -> list[Event]:
        """All that happened at a table; nothing if there is no such table."""
        query = sa.select(_events.c.data).where(_events.c.table == name).order_by(_events.c.seq)
        rows = await self._read(query)
        try:
            return [events.read(data) for (data,) in rows]
        except events.UnknownEvent as error:
            raise Unreadable(
                "This table was written by a newer version of Matchwood, so it cannot be shown."
            ) from error

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

    async def held_by(self, holder: str, most: int) -> list[Held]:
        """The tables at which a visitor has a seat, the liveliest first."""
        mine = sa.select(_seats.c.table).where(_seats.c.holder == holder)
        query = (
            sa.select(_tables.c.name, _tables.c.phase, _events.c.data)
            .join(_events, sa.and_(_events.c.table == _tables.c.name, _events.c.seq == 0))
            .where(_tables.c.name.in_(mine))
            .order_by(_tables.c.changed.desc())
            .limit(most)
        )
        rows = await self._read(query)
        seats = await self._read(
            sa.select(_seats.c.table, _seats.c.seat, _seats.c.name).where(
                _seats.c.table.in_([name for name, *_ in rows])
            )
        )
        names: dict[str, dict[int, str]] = {}
        for row in seats:
            names.setdefault(row.table, {})[row.seat] = row.name
        found = []
        for row in rows:
            try:
                opened = events.read_opened(row.data)
            except events.UnknownEvent:  # Of a newer version; the others can be shown.
                continue
            found.append(Held(row.name, row.phase, opened, names[row.name]))
        return found

    async def name_of(self, holder: str) -> str | None:
        """What a visitor called themselves when they last sat down."""
        query = (
            sa.select(_seats.c.name)
            .join(_tables, _tables.c.name == _seats.c.table)
            .where(_seats.c.holder == holder)
            .order_by(_tables.c.changed.desc(), _seats.c.seat)
            .limit(1)
        )
        return next((name for (name,) in await self._read(query)), None)

    async def old_holders(self) -> frozenset[str]:
        """Whoever held a seat before tokens had a key, and is to keep it."""
        rows = await self._read(sa.select(_old_holders.c.holder))
        return frozenset(holder for (holder,) in rows)

    async def answer(self) -> None:
        """Raise what keeps the store from answering."""
        await self._read(sa.select(sa.literal(1)))

    async def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        try:
            loop = asyncio.get_running_loop()
            with metrics.STORE_SECONDS.timed("read"):
                return await loop.run_in_executor(self._reading, self._rows, query)
        except SQLAlchemyError as error:
            raise NotRead from error

    def _rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()


def _make_tables(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        _make_missing(connection)


def _make_missing(connection: sa.Connection) -> None:
    """Make what is missing; what follows from the events is found in them."""
    found = sa.inspect(connection)
    has_events = found.has_table(_events.name)
    missing = [
        table for table in (_old_holders, _seats) if has_events and not found.has_table(table.name)
    ]
    _schema.create_all(connection)
    if not missing:
        return
    rows = connection.execute(sa.select(_events.c.table, _events.c.data))
    sat = [{"table": table, **json.loads(data)} for table, data in rows if b'"holder"' in data]
    if _old_holders in missing and sat:
        holders = {event["holder"] for event in sat}
        connection.execute(sa.insert(_old_holders), [{"holder": each} for each in sorted(holders)])
    if _seats in missing and sat:
        # Before there were such rows, nobody could get up.
        columns = ("table", "seat", "holder", "name")
        connection.execute(
            sa.insert(_seats), [{name: event[name] for name in columns} for event in sat]
        )


def _prepare(connection: Any, _: Any) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
