"""The store: the log of every table, in a database.

An event is committed before anyone hears of it. A table's events are numbered, and a number is
given once: whoever writes second, another request or another server, is told so and has written
nothing.

The database is asked in threads, each commit in one step: an engine that is asynchronous itself
goes to a thread and back for every statement, which cost more than the statements.

A database at an address can be out of reach for a while. What was to be written or read then is
tried again for some seconds. If the connection is cut in the midst of a commit, nobody knows
whether it was done; so the same is written again, and if it cannot be, since the numbers are given,
it is seen whose events have them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from matchwood.engine.game import find_game, game_names
from matchwood.server.base import error_log, metrics
from matchwood.server.base.tokens import new_key
from matchwood.server.storage import notifications
from matchwood.server.storage.engines import (
    Location,
    checkpoint,
    is_shared,
    is_transient,
    open_engine,
)
from matchwood.server.storage.notifications import DELETED, Notification
from matchwood.server.storage.schema import (
    SQLITE,
    keys,
    leases,
    lock,
    now,
    old_holders,
    presence,
    seats,
    tables,
)
from matchwood.server.storage.schema import events as logged
from matchwood.server.table import events
from matchwood.server.table import summary as summaries
from matchwood.server.table.errors import (
    Conflict,
    DamagedTable,
    ReadFailed,
    StoreError,
    StoreUnreachable,
    TableNotFound,
    UnreadableTable,
    WriteFailed,
    WriteUncertain,
)
from matchwood.server.table.events import Event, GotUp, Sat
from matchwood.server.table.summary import Summary, UnreadableSummary

DAY = 24 * 60 * 60
WAITING, PLAYING, OVER = "waiting", "playing", "over"
"""Phases of tables."""

MOST_LISTED_OF_ONE = 3
"""Listed tables per visitor who set them up."""
SERVER_BYTES = 8
READERS = 2
"""How many read at once."""
PATIENCE = 5.0
"""For so many seconds after a database went out of reach what it is asked is tried again."""
PAUSE = 0.1
"""Between two tries."""
SILENCE = 10.0
"""After so many seconds nobody waits any longer for a database that is there and says nothing."""
ABANDONED = 1 / 3
"""A game that is not over is forgotten after this part of the time for which finished ones are
kept: nothing has happened there for as long."""
REMOVED_AT_ONCE = 100
"""So many old tables go in one commit: a move waits no longer."""

# Built once: SQLAlchemy finds what it has made of a statement much faster if it is the same one.
_LOG, _SIT = sa.insert(logged), sa.insert(seats)
_CREATE = sa.insert(tables).values(changed=now())
_CHANGE = (
    sa.update(tables)
    .where(tables.c.name == sa.bindparam("of"))
    .values(
        phase=sa.bindparam("phase"),
        to_move=sa.bindparam("to_move"),
        summary=sa.bindparam("summary"),
        changed=now(),
    )
)
_GET_UP = sa.delete(seats).where(
    seats.c.table == sa.bindparam("of"), seats.c.seat == sa.bindparam("number")
)


@dataclass(frozen=True)
class TableRow:
    """A table as it can be told without its log."""

    table: str
    maker: str
    phase: str
    changed: float
    """When something last happened there."""
    summary: Summary | None
    """None if it cannot be read: the row is damaged, or of a newer version."""
    seats: tuple[int, ...] = ()
    """Seats of the visitor whose tables were asked for."""

    @property
    def game(self) -> str:
        """Name of the game; empty if the summary cannot be read."""
        return "" if self.summary is None else self.summary.agreement.game

    @property
    def title(self) -> str:
        """Title of the game, or its name if it is not installed here."""
        return find_game(self.game).title if self.game in game_names() else self.game

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people there."""
        return () if self.summary is None else self.summary.people


@dataclass(frozen=True)
class TableCounts:
    """Count of tables older than games are kept."""

    old: int
    all: int
    clock: float
    """The time by the clock of the store."""


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

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The same whenever they are asked for: with their time they are told from all others."""
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


class _InDoubt(Exception):
    """The connection was cut in the midst of a commit."""


Answer = TypeVar("Answer")


class Store:
    """All tables there ever were."""

    def __init__(self, engine: sa.Engine, shared: bool) -> None:
        self.shared = shared
        """Whether other servers may write to it too."""
        self.server = secrets.token_hex(SERVER_BYTES)
        """What we are called among the servers on it."""
        self._engine = engine
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._meeting = ThreadPoolExecutor(1, thread_name_prefix="meeting")
        self._waiting: list[_Write] = []
        self.needs_checkpoint = False
        """True if what was removed may still lie where SQLite writes ahead."""
        self._writer: asyncio.Task[None] | None = None
        self._out_of_reach_since: float | None = None

    @classmethod
    async def open(cls, where: Location) -> Store:
        """The store in a folder, made if there is none, or at an address."""
        return cls(await asyncio.to_thread(open_engine, where), is_shared(where))

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        for threads in (self._writing, self._reading, self._meeting):
            threads.shutdown()
        self._engine.dispose()

    async def create(self, name: str, maker: str, summary: Summary, log: Sequence[Event]) -> None:
        """Write down a new table and its first events."""
        row = {"name": name, "maker": maker, "listed": summary.agreement.listed}
        await self._write(_Write(name, {**row, **_columns(summary)}, None, 0, log))

    async def append(self, name: str, seq: int, summary: Summary, log: Sequence[Event]) -> None:
        """Write down what happened at a table after its first `seq` events, and how it stands."""
        await self._write(_Write(name, None, {"of": name, **_columns(summary)}, seq, log))

    async def _write(self, write: _Write) -> None:
        """Wait until it is on the disk.

        Bringing one event to the disk takes as long as bringing many. So what comes while a
        write is under way waits, and goes into the next one together. Whoever stops waiting does
        not stop the write, which may be that of others too.
        """
        self._waiting.append(write)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        write.done.add_done_callback(lambda done: done.cancelled() or done.exception())
        with metrics.STORE_SECONDS.timed("write"):
            try:
                async with asyncio.timeout(SILENCE):
                    await asyncio.shield(write.done)
            except TimeoutError:
                raise WriteUncertain from None

    async def _write_all(self) -> None:
        while self._waiting:
            writes, self._waiting = self._waiting, []
            await self._write_together(writes)

    async def _write_together(self, writes: Sequence[_Write], in_doubt: bool = False) -> None:
        """Write some, or tell each what has become of it.

        If they are `in_doubt`, they may have been written already.
        """
        try:
            await self._in_reach(self._writing, lambda: self._commit(writes))
        except IntegrityError:
            if len(writes) > 1:  # One that comes too late must not stop the others.
                for write in writes:
                    await self._write_together([write], in_doubt)
            else:
                await self._explain(writes[0], in_doubt)
        except _InDoubt as error:
            if in_doubt and not self._is_patient():
                _refuse(writes, error, WriteUncertain)
            else:
                await self._write_together(writes, in_doubt=True)
        except Exception as error:
            # A full disk, a locked file: whatever it was, nobody waits for ever.
            is_away = isinstance(error, DBAPIError) and is_transient(error)
            _refuse(
                writes,
                error,
                WriteUncertain if in_doubt else StoreUnreachable if is_away else WriteFailed,
            )
        else:
            for write in writes:
                write.done.set_result(None)

    async def _explain(self, write: _Write, in_doubt: bool) -> None:
        """Its numbers are given: to others, or to itself when the connection was cut; or there is
        no such table any more."""
        try:
            is_own = in_doubt and await self._has(write)
            is_there = is_own or bool(await self.present([write.table]))
        except StoreError as error:
            _refuse([write], error, WriteUncertain)
            return
        if is_own:
            write.done.set_result(None)
        elif not is_there:
            write.done.set_exception(TableNotFound())
        else:
            write.done.set_exception(Conflict("The game has moved on; look at the table again."))

    async def _has(self, write: _Write) -> bool:
        """Whether these very events are in the store."""
        query = (
            sa.select(logged.c.table, logged.c.seq, logged.c.data, logged.c.at)
            .where(logged.c.table == write.table, logged.c.seq >= write.first)
            .order_by(logged.c.seq)
            .limit(len(write.log))
        )
        found = [dict(row._mapping) for row in await self._read(query)]
        return found == write.events

    def _commit(self, writes: Sequence[_Write]) -> None:
        # In the same order everywhere, so that no two servers wait for each other.
        writes = sorted(writes, key=lambda write: write.table)
        work: list[tuple[sa.Executable, list[dict[str, Any]]]] = [
            (_CREATE, [each.created for each in writes if each.created is not None]),
            (_CHANGE, [each.change for each in writes if each.change is not None]),
            (_LOG, [row for each in writes for row in each.events]),
            (_GET_UP, [row for each in writes for row in each.got_up()]),
            (_SIT, [row for each in writes for row in each.seats()]),
        ]
        is_committing = False
        try:
            with self._engine.begin() as connection:
                for statement, rows in work:
                    if rows:
                        connection.execute(statement, rows)
                logs = {each.table: each.first + len(each.log) for each in writes}
                self.notify(connection, Notification(self.server, logs))
                is_committing = True
        except DBAPIError as error:
            if is_committing and is_transient(error):
                raise _InDoubt from error
            raise

    def notify(self, connection: sa.Connection, notice: Notification) -> None:
        """Tell the other servers, with the commit that is under way."""
        if self.shared:
            told = sa.func.pg_notify(notifications.CHANNEL, notifications.write(notice))
            connection.execute(sa.select(told))

    async def meet(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Do something in one commit that waits for no other: servers meet here."""

        def run() -> Answer:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._meeting, run)

    @property
    def url(self) -> sa.URL:
        return self._engine.url

    async def seq(self, name: str) -> int:
        """How many events a table has."""
        query = sa.select(sa.func.max(logged.c.seq)).where(logged.c.table == name)
        [(last,)] = await self._read(query)
        return 0 if last is None else int(last) + 1

    async def log(self, name: str, since: int = 0) -> list[Event]:
        """All that happened at a table, or since it had so many events; nothing if there is no
        such table."""
        if "\0" in name:  # Such texts some databases cannot even be asked for.
            return []
        query = (
            sa.select(logged.c.data)
            .where(logged.c.table == name, logged.c.seq >= since)
            .order_by(logged.c.seq)
        )
        rows = await self._read(query)
        try:
            return [events.read(data) for (data,) in rows]
        except events.UnknownEvent as error:
            raise UnreadableTable(
                "This table was written by a newer version of Matchwood, so it cannot be shown."
            ) from error
        except events.NoEvent as error:
            error_log.report_throttled(error, "in a log that is damaged")
            raise DamagedTable from error

    async def present(self, names: Collection[str]) -> frozenset[str]:
        """Names, of those given, that are in the store."""
        query = sa.select(tables.c.name).where(tables.c.name.in_(names))
        return frozenset(name for (name,) in await self._read(query))

    async def listed(self, most: int) -> list[TableRow]:
        """The tables that are being played and may be watched, the liveliest first, and of those
        that one visitor has set up only the liveliest."""
        place = sa.func.row_number().over(
            partition_by=tables.c.maker, order_by=(tables.c.changed.desc(), tables.c.name)
        )
        lively = (
            sa.select(*_ROW, place.label("place"))
            .where(tables.c.listed, tables.c.phase == PLAYING)
            .where(tables.c.changed > now() - DAY)
            .subquery()
        )
        query = (
            sa.select(lively)
            .where(lively.c.place <= MOST_LISTED_OF_ONE)
            .order_by(lively.c.changed.desc())
            .limit(most)
        )
        return [_held(row) for row in await self._read(query)]

    async def all(self, most: int, listed: bool = False) -> list[TableRow]:
        """The tables in which something happened last, or of them those that may be watched."""
        query = sa.select(*_ROW).order_by(tables.c.changed.desc()).limit(most)
        if listed:
            query = query.where(tables.c.listed, tables.c.phase == PLAYING)
        return [_held(row) for row in await self._read(query)]

    async def held(self, name: str) -> TableRow | None:
        """A table by its name, if there is one."""
        rows = await self._read(sa.select(*_ROW).where(tables.c.name == name))
        return next(map(_held, rows), None)

    async def count_made_by(self, maker: str) -> int:
        """How many tables a visitor has set up that are not over, in a day."""
        query = (
            sa.select(sa.func.count())
            .select_from(tables)
            .where(tables.c.maker == maker, tables.c.phase != OVER)
            .where(tables.c.changed > now() - DAY)
        )
        [(number,)] = await self._read(query)
        return int(number)

    async def holders(self, name: str) -> frozenset[str]:
        """Holders of the seats of a table."""
        query = sa.select(seats.c.holder).where(seats.c.table == name)
        return frozenset(holder for (holder,) in await self._read(query))

    async def tables_of(
        self, holder: str, most: int, *, made: bool = False, waiting_first: bool = False
    ) -> list[TableRow]:
        """The tables at which a visitor has a seat, the liveliest first.

        Asked for, also those that they have set up; or first those where it is their turn, then
        the others that are not over.
        """
        theirs = seats.c.holder == holder
        mine = tables.c.name.in_(sa.select(seats.c.table).where(theirs))
        to_move = sa.and_(seats.c.table == tables.c.name, seats.c.seat == tables.c.to_move)
        waits = sa.exists().where(theirs, to_move)
        found = (
            sa.select(*_ROW, waits.label("waits"))
            .where(sa.or_(mine, tables.c.maker == holder) if made else mine)
            .order_by(*_order(tables.c, waits, waiting_first))
            .limit(most)
            .subquery()
        )
        query = (
            sa.select(found, seats.c.seat)
            .outerjoin(seats, sa.and_(seats.c.table == found.c.name, theirs))
            .order_by(*_order(found.c, found.c.waits, waiting_first), found.c.name, seats.c.seat)
        )
        rows = groupby(await self._read(query), lambda row: row.name)
        return [_held(first, rest) for first, rest in ((next(each), each) for _, each in rows)]

    async def name_of(self, holder: str) -> str | None:
        """What a visitor called themselves when they last sat down."""
        query = (
            sa.select(seats.c.name)
            .join(tables, tables.c.name == seats.c.table)
            .where(seats.c.holder == holder)
            .order_by(tables.c.changed.desc(), seats.c.seat)
            .limit(1)
        )
        return next((name for (name,) in await self._read(query)), None)

    async def remove(self, *names: str) -> int:
        """Forget some tables and all that happened there; how many there were."""
        return await self._forget(tables.c.name.in_(names), len(names))

    async def counts(self, keep: float, spared: Collection[str] = ()) -> TableCounts:
        """Count of tables that `remove_old` would forget, and of all."""
        old = self._is_old(keep, spared)
        how_many = [
            sa.select(sa.func.count()).select_from(tables).where(which).scalar_subquery()
            for which in (old, sa.true())
        ]
        [found] = await self._read(sa.select(*how_many, now()))
        numbers: tuple[Any, ...] = tuple(found)
        return TableCounts(*numbers)

    async def remove_old(self, keep: float, spared: Collection[str] = ()) -> int:
        """Forget some of the tables that are over for so many seconds, or abandoned for a part of
        that time, but for those that are spared; how many there were."""
        return await self._forget(self._is_old(keep, spared), REMOVED_AT_ONCE)

    def _is_old(self, keep: float, spared: Collection[str]) -> sa.ColumnElement[bool]:
        """What is in use at any server is not old. By whom it was used a server that has died does
        not say any more; so nobody asks whether it lives."""
        here = tables.c.name
        conditions: list[sa.ColumnElement[bool]] = [here.not_in(spared)]
        if self.shared:
            conditions += [
                ~sa.exists().where(leases.c.table == here),
                ~sa.exists().where(presence.c.table == here, presence.c.here),
            ]
        is_old = sa.or_(
            sa.and_(tables.c.phase == OVER, tables.c.changed < now() - keep),
            sa.and_(
                tables.c.phase.in_((WAITING, PLAYING)), tables.c.changed < now() - keep * ABANDONED
            ),
        )
        return sa.and_(is_old, *conditions)

    async def _forget(self, which: sa.ColumnElement[bool], most: int) -> int:
        try:
            removed = await self._in_reach(self._writing, lambda: self._delete(which, most))
        except SQLAlchemyError as error:
            error_log.report_throttled(error, "while removing from the store")
            raise WriteFailed from error
        self.needs_checkpoint = self.needs_checkpoint or bool(removed)
        await self.clear()
        return removed

    async def clear(self) -> None:
        """Let nothing stay of what was removed; if others read just now, the next time."""
        if self.needs_checkpoint:
            loop = asyncio.get_running_loop()
            try:
                self.needs_checkpoint = not await loop.run_in_executor(
                    self._writing, checkpoint, self._engine
                )
            except SQLAlchemyError as error:
                error_log.report_throttled(error, "while clearing the store")

    def _delete(self, which: sa.ColumnElement[bool], most: int) -> int:
        with self._engine.begin() as connection:
            # Nobody adds an event to a table that is being looked at: its row is locked, and
            # where no row can be, the whole file is.
            if connection.dialect.name == SQLITE:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            query = sa.select(tables.c.name).where(which).limit(most).with_for_update()
            names = connection.execute(query).scalars().all()
            for table in (logged, seats):
                connection.execute(sa.delete(table).where(table.c.table.in_(names)))
            connection.execute(sa.delete(tables).where(tables.c.name.in_(names)))
            self.notify(connection, Notification(self.server, dict.fromkeys(names, DELETED)))
        return len(names)

    async def key(self) -> bytes:
        """The key of tokens that all servers on this store use; the first of them draws it."""
        return await self._in_reach(self._writing, self._key)

    def _key(self) -> bytes:
        with self._engine.begin() as connection:
            lock(connection)
            key = connection.execute(sa.select(keys.c.key)).scalar()
            if key is None:
                key = new_key()
                connection.execute(sa.insert(keys), [{"key": key}])
            return key

    async def old_holders(self) -> frozenset[str]:
        """Whoever held a seat before tokens had a key, and is to keep it."""
        rows = await self._read(sa.select(old_holders.c.holder))
        return frozenset(holder for (holder,) in rows)

    async def answer(self) -> None:
        """Raise what keeps the store from answering."""
        await self._read(sa.select(sa.literal(1)))

    async def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        try:
            with metrics.STORE_SECONDS.timed("read"):
                async with asyncio.timeout(SILENCE):
                    return await self._in_reach(self._reading, lambda: self._rows(query))
        except TimeoutError as error:
            error_log.report_throttled(error, "while reading from the store")
            raise StoreUnreachable from error
        except SQLAlchemyError as error:
            if isinstance(error, DBAPIError) and is_transient(error):
                error_log.report_throttled(error, "while reading from the store")
                raise StoreUnreachable from error
            raise ReadFailed from error

    def _rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()

    async def _in_reach(self, threads: ThreadPoolExecutor, work: Callable[[], Answer]) -> Answer:
        """Do something in a thread, again and again while the database is out of reach.

        Only the first who meet that wait for it to come back; later ones try once.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                answer = await loop.run_in_executor(threads, work)
            except DBAPIError as error:
                if not is_transient(error) or not self._is_patient():
                    raise
                await asyncio.sleep(PAUSE)
            else:
                self._out_of_reach_since = None
                return answer

    def _is_patient(self) -> bool:
        """Whether it is worth another try, now that the database is out of reach."""
        now = time.monotonic()
        if self._out_of_reach_since is None:
            self._out_of_reach_since = now
        return now - self._out_of_reach_since < PATIENCE


_ROW = (tables.c.name, tables.c.maker, tables.c.phase, tables.c.changed, tables.c.summary)
"""Columns of a table row for lists."""


def _held(row: Any, further: Iterable[Any] = ()) -> TableRow:
    """A table of a list, from its rows: one for each seat of the visitor."""
    try:
        summary = summaries.read(row.summary)
    except UnreadableSummary as error:
        error_log.report_throttled(error, "in the summary of a table")
        summary = None
    taken = [getattr(each, "seat", None) for each in (row, *further)]
    own = tuple(seat for seat in taken if seat is not None)
    return TableRow(row.name, row.maker, row.phase, row.changed, summary, own)


def _order(
    row: Any, waits: sa.ColumnElement[bool], waiting_first: bool
) -> list[sa.ColumnElement[Any]]:
    urgent = [waits.desc(), row.phase == OVER] if waiting_first else []
    return [*urgent, row.changed.desc()]


def _columns(summary: Summary) -> dict[str, Any]:
    """What queries ask of a table, and all that lists tell of it."""
    return {
        "phase": summary.phase,
        "to_move": summary.to_move,
        "summary": summaries.write(summary),
    }


def _refuse(
    writes: Sequence[_Write],
    error: Exception,
    kind: type[WriteFailed | StoreUnreachable | WriteUncertain],
) -> None:
    error_log.report_throttled(error, "while writing to the store")
    for write in writes:
        write.done.set_exception(kind())
