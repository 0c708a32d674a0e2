"""Coordination of servers on one PostgreSQL: signs of life, leases of tables, presence of players.

A server calls `exchange` every second or so: one transaction that renews its sign of life, writes
what is new and reads what the others wrote. Leases and visitors belong to a server that lives, so
one row renews them all, and all are free when it is dead. The clock is the database's, since those
of machines differ.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from matchwood.server.base import error_log
from matchwood.server.storage import notifications
from matchwood.server.storage.database import Database
from matchwood.server.storage.engines import listening_to
from matchwood.server.storage.notifications import DELETED, EmoteSent, HintShared, Notification
from matchwood.server.storage.schema import leases, presence, servers
from matchwood.server.table.errors import StoreUnreachable
from matchwood.server.table.presence import RemotePresence

LEASE_SECONDS = 4.0
"""A server without a sign of life for so long is dead."""
FORGET_SECONDS = 60 * 60.0
"""Rows of dead servers, and of players who left, are deleted after so long."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Update:
    """Everything that one exchange writes and asks for."""

    wanted: Sequence[str]
    """Tables whose lease is claimed if it is free."""
    released: Sequence[str]
    """Tables whose lease is given back."""
    visits: Mapping[tuple[str, str], bool]
    """Table and holder of players who came (true), or were seen and may be gone."""
    emotes: Sequence[EmoteSent]
    hints: Sequence[HintShared]
    presence_of: Sequence[str]
    """Tables whose players at other servers are read."""
    compared: Sequence[str]
    """Tables whose number of events is read."""


@dataclass(frozen=True)
class ClusterState:
    """Everything that one exchange has read."""

    is_new: bool
    """True if the store did not know us, or no more."""
    held: frozenset[str]
    """Tables whose lease is ours."""
    alive: frozenset[str]
    """Servers that live."""
    presence: Mapping[str, Mapping[str, RemotePresence]]
    """Players at other servers, by table and holder."""
    logs: Mapping[str, int]
    """Number of events by table, `DELETED` if there is no such table."""


class Coordination:
    """The rows by which servers on one store know of each other."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.server = database.server

    async def exchange(self, update: Update) -> ClusterState:
        """Write an update and read the state in one transaction. Raises `StoreUnreachable`."""
        return await self._run(
            lambda connection: self._exchange(connection, update), "while meeting the other servers"
        )

    async def sign_off(self) -> None:
        """Free all leases and visitors of this server, and tell the others."""

        def sign_off(connection: sa.Connection) -> None:
            connection.execute(sa.delete(servers).where(servers.c.id == self.server))
            self._database.notify(connection, Notification(self.server, leaves=True))

        await self._run(sign_off, "while taking leave of the other servers")

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[Notification | None]]:
        """Notifications as they come; None for one of another version."""
        async with listening_to(self._database.url, notifications.CHANNEL) as texts:
            yield (notifications.read(text) async for text in texts)

    async def _run(self, work: Callable[[sa.Connection], Answer], activity: str) -> Answer:
        try:
            return await self._database.coordinate(work)
        except SQLAlchemyError as error:
            error_log.report_throttled(error, activity)
            raise StoreUnreachable from error

    def _exchange(self, connection: sa.Connection, update: Update) -> ClusterState:
        me, run = self.server, connection.execute
        is_new = not run(sa.update(servers).where(servers.c.id == me).values(seen=_NOW)).rowcount
        if is_new:
            run(sa.insert(servers).values(id=me, seen=_NOW))
        if update.visits:
            rows = [
                {"table": table, "holder": holder, "server": me, "here": here}
                for (table, holder), here in sorted(update.visits.items())
            ]
            run(_WRITE_PRESENCE, rows)
        if update.released:
            run(_RELEASE, {"names": update.released, "me": me})
        if update.wanted:
            run(_CLAIM, {"names": update.wanted, "me": me, "lease": LEASE_SECONDS})
        held = run(sa.select(leases.c.table).where(leases.c.server == me)).scalars().all()
        is_alive = servers.c.seen > _NOW - LEASE_SECONDS
        alive = run(sa.select(servers.c.id).where(is_alive)).scalars().all()
        found: dict[str, dict[str, RemotePresence]] = {name: {} for name in update.presence_of}
        if found:
            asked = {"names": update.presence_of, "me": me, "lease": LEASE_SECONDS}
            for row in run(_READ_PRESENCE, asked):
                _add(found[row.table], row.holder, RemotePresence(row.here, max(row.gone, 0.0)))
        logs: dict[str, int] = {}
        if update.compared:
            logs = dict.fromkeys(update.compared, DELETED)
            logs |= {row.name: row.seq for row in run(_READ_SEQS, {"names": update.compared})}
            run(_FORGET_PRESENCE, {"me": me, "forgotten": FORGET_SECONDS})
            run(sa.delete(servers).where(servers.c.seen < _NOW - FORGET_SECONDS))
        if update.visits or update.emotes or update.hints:
            visited = sorted({table for table, _ in update.visits})
            news = Notification(me, presence=visited, said=update.emotes, hints=update.hints)
            self._database.notify(connection, news)
        return ClusterState(is_new, frozenset(held), frozenset(alive), found, logs)


def _add(found: dict[str, RemotePresence], holder: str, seen: RemotePresence) -> None:
    """Keep the latest of a player, who may have been at several servers."""
    known = found.get(holder)
    if known is None or seen.here or (not known.here and seen.gone < known.gone):
        found[holder] = seen


_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())
_ROW = insert(presence).values(
    table=sa.bindparam("table"),
    holder=sa.bindparam("holder"),
    server=sa.bindparam("server"),
    here=sa.bindparam("here"),
    seen=_NOW,
)
_WRITE_PRESENCE = _ROW.on_conflict_do_update(
    index_elements=["table", "holder", "server"],
    set_={"here": _ROW.excluded.here, "seen": _ROW.excluded.seen},
)
_CLOCK = "extract(epoch from clock_timestamp())"
_RELEASE = sa.text(
    'DELETE FROM leases WHERE server = :me AND "table" = ANY(CAST(:names AS varchar[]))'
)
_CLAIM = sa.text(
    f"""INSERT INTO leases ("table", server)
    SELECT name, :me FROM unnest(CAST(:names AS varchar[])) AS wanted (name) ORDER BY name
    ON CONFLICT ("table") DO UPDATE SET server = excluded.server
    WHERE NOT EXISTS (
        SELECT FROM servers WHERE id = leases.server AND seen > {_CLOCK} - :lease
    )"""
)
_READ_PRESENCE = sa.text(
    f"""SELECT "table", holder,
        here AND servers.seen > {_CLOCK} - :lease AS here,
        {_CLOCK} - CASE WHEN here THEN servers.seen ELSE presence.seen END AS gone
    FROM presence JOIN servers ON servers.id = presence.server
    WHERE "table" = ANY(CAST(:names AS varchar[])) AND server <> :me"""
)
_READ_SEQS = sa.text(
    """SELECT name, 1 + (SELECT max(seq) FROM events WHERE "table" = name) AS seq
    FROM tables WHERE name = ANY(CAST(:names AS varchar[]))"""
)
_FORGET_PRESENCE = sa.text(
    f"DELETE FROM presence WHERE server = :me AND NOT here AND seen < {_CLOCK} - :forgotten"
)
