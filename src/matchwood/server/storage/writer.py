"""Group commit: events that arrive while a commit is under way go into the next one together.

Bringing one event to the disk takes as long as bringing many. An event is committed before anyone
hears of it. A table's events are numbered, and a number is given once: who writes second, another
request or another server, is refused and has written nothing.

If the connection is cut in the midst of a commit, nobody knows whether it was done. The same is
then written again, and if that fails because the numbers are given, it is looked up whose events
have them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from matchwood.server.base import error_log, metrics
from matchwood.server.storage import database as databases
from matchwood.server.storage.database import Database
from matchwood.server.storage.engines import is_transient
from matchwood.server.storage.notifications import Notification
from matchwood.server.storage.schema import events, now, seats, tables
from matchwood.server.table import events as codec
from matchwood.server.table.errors import (
    Conflict,
    StoreError,
    StoreUnreachable,
    TableNotFound,
    WriteFailed,
    WriteUncertain,
)
from matchwood.server.table.events import Event, GotUp, Sat

# Built once: SQLAlchemy finds what it has made of a statement much faster if it is the same one.
_INSERT_EVENTS, _INSERT_SEATS = sa.insert(events), sa.insert(seats)
_INSERT_TABLE = sa.insert(tables).values(changed=now())
_UPDATE_TABLE = (
    sa.update(tables)
    .where(tables.c.name == sa.bindparam("of"))
    .values(
        phase=sa.bindparam("phase"),
        to_move=sa.bindparam("to_move"),
        summary=sa.bindparam("summary"),
        changed=now(),
    )
)
_DELETE_SEAT = sa.delete(seats).where(
    seats.c.table == sa.bindparam("of"), seats.c.seat == sa.bindparam("number")
)


@dataclass
class Write:
    """New events of a table, and the row of the table that follows from them."""

    table: str
    first: int
    """Number of the first event."""
    log: Sequence[Event]
    created: dict[str, Any] | None = None
    """Row of a new table."""
    changed: dict[str, Any] | None = None
    """Columns to update of a table that is there."""
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """Rows of the events. Made once: their time tells them from those of other servers."""
        at = time.time()
        return [
            {"table": self.table, "seq": number, "data": codec.write(event), "at": at}
            for number, event in enumerate(self.log, start=self.first)
        ]

    def seats(self) -> list[dict[str, Any]]:
        return [
            {"table": self.table, "seat": event.seat, "holder": event.holder, "name": event.name}
            for event in self.log
            if isinstance(event, Sat)
        ]

    def freed_seats(self) -> list[dict[str, Any]]:
        return [
            {"of": self.table, "number": event.seat}
            for event in self.log
            if isinstance(event, GotUp)
        ]


class _CommitInDoubt(Exception):
    """The connection was cut in the midst of a commit."""


class Writer:
    """The queue of writes, and the task that commits them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[Write] = []
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._task is not None:
            await self._task

    async def write(self, write: Write) -> None:
        """Wait until the events are on disk.

        Who stops waiting does not stop the commit, which may be that of others too.
        """
        self._queue.append(write)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        write.done.add_done_callback(lambda done: done.cancelled() or done.exception())
        with metrics.STORE_SECONDS.labels("write").time():
            try:
                async with asyncio.timeout(databases.TIMEOUT):
                    await asyncio.shield(write.done)
            except TimeoutError:
                raise WriteUncertain from None

    async def _run(self) -> None:
        while self._queue:
            writes, self._queue = self._queue, []
            await self._commit_or_refuse(writes)

    async def _commit_or_refuse(self, writes: Sequence[Write], in_doubt: bool = False) -> None:
        """Commit some writes and resolve their futures; `in_doubt`: they may be there already."""
        try:
            await self._database.write(lambda: self._commit(writes))
        except IntegrityError:
            if len(writes) > 1:  # One that comes too late must not stop the others.
                for write in writes:
                    await self._commit_or_refuse([write], in_doubt)
            else:
                await self._resolve_conflict(writes[0], in_doubt)
        except _CommitInDoubt as error:
            if in_doubt and not self._database.may_retry():
                _refuse(writes, error, WriteUncertain)
            else:
                await self._commit_or_refuse(writes, in_doubt=True)
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

    async def _resolve_conflict(self, write: Write, in_doubt: bool) -> None:
        """Its numbers are given: to others, or to itself when the connection was cut; or there is
        no such table any more."""
        try:
            is_own = in_doubt and await self._is_stored(write)
            query = sa.select(tables.c.name).where(tables.c.name == write.table)
            is_there = is_own or bool(await self._database.fetch(query))
        except StoreError as error:
            _refuse([write], error, WriteUncertain)
            return
        if is_own:
            write.done.set_result(None)
        elif not is_there:
            write.done.set_exception(TableNotFound())
        else:
            write.done.set_exception(Conflict("The game has moved on; look at the table again."))

    async def _is_stored(self, write: Write) -> bool:
        """True if these very events are in the store."""
        query = (
            sa.select(events.c.table, events.c.seq, events.c.data, events.c.at)
            .where(events.c.table == write.table, events.c.seq >= write.first)
            .order_by(events.c.seq)
            .limit(len(write.log))
        )
        return [dict(row._mapping) for row in await self._database.fetch(query)] == write.events

    def _commit(self, writes: Sequence[Write]) -> None:
        # In the same order everywhere, so that no two servers wait for each other.
        writes = sorted(writes, key=lambda write: write.table)
        work: list[tuple[sa.Executable, list[dict[str, Any]]]] = [
            (_INSERT_TABLE, [each.created for each in writes if each.created is not None]),
            (_UPDATE_TABLE, [each.changed for each in writes if each.changed is not None]),
            (_INSERT_EVENTS, [row for each in writes for row in each.events]),
            (_DELETE_SEAT, [row for each in writes for row in each.freed_seats()]),
            (_INSERT_SEATS, [row for each in writes for row in each.seats()]),
        ]
        is_committing = False
        try:
            with self._database.engine.begin() as connection:
                for statement, rows in work:
                    if rows:
                        connection.execute(statement, rows)
                logs = {each.table: each.first + len(each.log) for each in writes}
                self._database.notify(connection, Notification(self._database.server, logs))
                is_committing = True
        except DBAPIError as error:
            if is_committing and is_transient(error):
                raise _CommitInDoubt from error
            raise


def _refuse(
    writes: Sequence[Write],
    error: Exception,
    kind: type[WriteFailed | StoreUnreachable | WriteUncertain],
) -> None:
    error_log.report_throttled(error, "while writing to the store")
    for write in writes:
        write.done.set_exception(kind())
