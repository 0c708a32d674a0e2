"""The store: the event log of every table, its summary, and the key of tokens, in a database."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from matchwood.server.base import error_log
from matchwood.server.base.tokens import new_key
from matchwood.server.storage import listings, removal
from matchwood.server.storage.database import Database
from matchwood.server.storage.engines import Location, checkpoint
from matchwood.server.storage.listings import TableRow, read_rows
from matchwood.server.storage.removal import TableCounts
from matchwood.server.storage.schema import events, keys, lock, old_holders, seats, tables
from matchwood.server.storage.writer import Write, Writer
from matchwood.server.table import events as codec
from matchwood.server.table import summary as summaries
from matchwood.server.table.errors import DamagedTable, UnreadableTable, WriteFailed
from matchwood.server.table.events import Event
from matchwood.server.table.summary import Summary

MOST_REMOVED = 100
"""Old tables that are removed in one commit: a move waits no longer."""


class Store:
    """All tables there ever were."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._writer = Writer(database)
        self.needs_checkpoint = False
        """True if what was removed may still lie in SQLite's write-ahead log."""

    @classmethod
    async def open(cls, location: Location) -> Store:
        """The store in a folder, made if there is none, or at an address."""
        return cls(await asyncio.to_thread(Database, location))

    async def close(self) -> None:
        await self._writer.close()
        self.database.close()

    # Logs

    async def create(self, name: str, maker: str, summary: Summary, log: Sequence[Event]) -> None:
        """Write a new table and its first events."""
        row = {"name": name, "maker": maker, "listed": summary.agreement.listed}
        await self._writer.write(Write(name, 0, log, created={**row, **_columns(summary)}))

    async def append(self, name: str, seq: int, summary: Summary, log: Sequence[Event]) -> None:
        """Write the events of a table that follow its first `seq`, and its new summary."""
        await self._writer.write(Write(name, seq, log, changed={"of": name, **_columns(summary)}))

    async def seq(self, name: str) -> int:
        """The number of events of a table."""
        query = sa.select(sa.func.max(events.c.seq)).where(events.c.table == name)
        [(last,)] = await self.database.fetch(query)
        return 0 if last is None else int(last) + 1

    async def log(self, name: str, since: int = 0) -> list[Event]:
        """The events of a table after its first `since`; none if there is no such table."""
        if "\0" in name:  # Such texts some databases cannot even be asked for.
            return []
        query = (
            sa.select(events.c.data)
            .where(events.c.table == name, events.c.seq >= since)
            .order_by(events.c.seq)
        )
        rows = await self.database.fetch(query)
        try:
            return [codec.read(data) for (data,) in rows]
        except codec.UnknownEvent as error:
            raise UnreadableTable(
                "This table was written by a newer version of Matchwood, so it cannot be shown."
            ) from error
        except codec.NoEvent as error:
            error_log.report_throttled(error, "in a log that is damaged")
            raise DamagedTable from error

    # Lists

    async def find(self, name: str) -> TableRow | None:
        """A table by its name, if there is one."""
        return next(iter(await self._list(listings.one(name))), None)

    async def existing(self, names: Collection[str]) -> frozenset[str]:
        """Names among these that are tables of the store."""
        query = sa.select(tables.c.name).where(tables.c.name.in_(names))
        return frozenset(name for (name,) in await self.database.fetch(query))

    async def latest(self, most: int, listed: bool = False) -> list[TableRow]:
        """Tables in which something happened last, or of them those that anyone may watch."""
        return await self._list(listings.latest(most, listed))

    async def public(self, most: int) -> list[TableRow]:
        """Tables that are being played and may be watched, the liveliest first."""
        return await self._list(listings.public(most))

    async def tables_of(
        self, holder: str, most: int, *, made: bool = False, waiting_first: bool = False
    ) -> list[TableRow]:
        """Tables at which a visitor has a seat, the liveliest first.

        `made` adds those that they have set up. With `waiting_first` those where it is their turn
        come first, then the others that are not over.
        """
        query = listings.of_holder(holder, most, made=made, waiting_first=waiting_first)
        return await self._list(query)

    async def _list(self, query: sa.Select[Any]) -> list[TableRow]:
        return read_rows(await self.database.fetch(query))

    async def holders(self, name: str) -> frozenset[str]:
        """Holders of the seats of a table."""
        query = sa.select(seats.c.holder).where(seats.c.table == name)
        return frozenset(holder for (holder,) in await self.database.fetch(query))

    async def count_made_by(self, maker: str) -> int:
        """Number of tables that a visitor has set up in a day and that are not over."""
        [(number,)] = await self.database.fetch(listings.count_made_by(maker))
        return int(number)

    async def name_of(self, holder: str) -> str | None:
        """The name under which a visitor last sat down."""
        return next(
            (name for (name,) in await self.database.fetch(listings.last_name(holder))), None
        )

    # Removal

    async def remove(self, *names: str) -> int:
        """Remove some tables and their events; the number of those that were there."""
        return await self._remove(tables.c.name.in_(names), len(names))

    async def counts(self, keep: float, spared: Collection[str] = ()) -> TableCounts:
        """Count of tables that `remove_old` would remove, and of all."""
        [row] = await self.database.fetch(removal.count(self._is_old(keep, spared)))
        return TableCounts(row.old, row.all, row.clock)

    async def remove_old(
        self, keep: float, spared: Collection[str] = (), only_over: bool = False
    ) -> int:
        """Remove some of the tables that are over for `keep` seconds, or abandoned for a part of
        that time, except `spared`; their number. `only_over` leaves the abandoned ones."""
        return await self._remove(self._is_old(keep, spared, only_over), MOST_REMOVED)

    def _is_old(
        self, keep: float, spared: Collection[str], only_over: bool = False
    ) -> sa.ColumnElement[bool]:
        return removal.is_old(keep, spared, self.database.is_shared, only_over)

    async def _remove(self, condition: sa.ColumnElement[bool], most: int) -> int:
        try:
            removed = await self.database.write(
                lambda: removal.delete(self.database, condition, most)
            )
        except SQLAlchemyError as error:
            error_log.report_throttled(error, "while removing from the store")
            raise WriteFailed from error
        self.needs_checkpoint = self.needs_checkpoint or bool(removed)
        await self.checkpoint()
        return removed

    async def checkpoint(self) -> None:
        """Leave nothing of what was removed in the write-ahead log; if others read just now, it is
        done the next time."""
        if self.needs_checkpoint:
            try:
                self.needs_checkpoint = not await self.database.write(
                    lambda: checkpoint(self.database.engine)
                )
            except SQLAlchemyError as error:
                error_log.report_throttled(error, "while clearing the store")

    # Tokens

    async def key(self) -> bytes:
        """The key of tokens that all servers on this store use; the first of them draws it."""

        def read_or_draw() -> bytes:
            with self.database.engine.begin() as connection:
                lock(connection)
                key = connection.execute(sa.select(keys.c.key)).scalar()
                if key is None:
                    key = new_key()
                    connection.execute(sa.insert(keys), [{"key": key}])
                return key

        return await self.database.write(read_or_draw)

    async def old_holders(self) -> frozenset[str]:
        """Holders whose tokens were made with another key; they came with a backup."""
        return frozenset(
            holder for (holder,) in await self.database.fetch(sa.select(old_holders.c.holder))
        )

    async def ping(self) -> None:
        """Raise what keeps the store from answering."""
        await self.database.fetch(sa.select(sa.literal(1)))


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "phase": summary.phase,
        "to_move": summary.to_move,
        "summary": summaries.write(summary),
    }
