"""The other servers on the same store: what they have written, who is with them, and which of us
lets the bots of a table play and its clocks run.

A server that is alone on its store (`Alone`) does all of that itself and asks nobody. Servers that
share one (`Together`) meet in the store, in one round after the other. In each round a server signs
that it lives. Tables and visitors are its own only as long as it does: so what it holds is renewed
by one row however much that is, and all of it is free when the server is dead. The clock is the
database’s, since those of machines differ.

- A table’s lease says which server lets its bots play and its clocks run. Every server accepts
  moves: the numbers of events decide. So two servers that both believe they hold a lease, as when
  one was stopped and goes on, lose time and nothing else.
- Who is at a table is kept as rows, and not only told by notices, since a server that comes later,
  or has missed a notice, has to know it too.
- A notice of the store says where to look. What was missed is looked for after every break, and
  now and then in any case.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from matchwood.server.base import error_log
from matchwood.server.storage import notifications
from matchwood.server.storage.engines import listening_to
from matchwood.server.storage.notifications import DELETED, EmoteSent, HintShared, Notification
from matchwood.server.storage.schema import leases, presence, servers
from matchwood.server.storage.store import Store
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.presence import RemotePresence

if TYPE_CHECKING:
    from matchwood.server.live.actor import TableActor

ROUND_SECONDS = 1.0
"""Seconds from one round to the next, if nothing calls for one sooner."""
LEASE_SECONDS = 4.0
"""Seconds after which a server that gave no sign is dead."""
ROUND_PAUSE = 0.05
"""Seconds between two rounds at least: what comes in the meantime goes into one."""
VISIT_SECONDS = 2.0
"""That someone without a stream was here is told this often, in seconds."""
COMPARE_SECONDS = 15.0
"""Seconds after which all tables are compared with the store, whatever was heard."""
FORGET_SECONDS = 60 * 60.0
"""Seconds after which nothing is known any more of who was here, and of a dead server."""
PAUSE = 0.5
"""Seconds before a connection is tried again."""

Actors = Mapping[str, "TableActor"]


class SingleServer:
    """What it is to have no cluster."""

    shared = False
    """Whether others may write to the store."""

    @asynccontextmanager
    async def lifespan(self, actors: Actors) -> AsyncIterator[None]:
        """While this lasts, peers are heard."""
        yield

    def holds(self, table: str) -> bool:
        """Whether the bots and the clocks of a table are ours to run."""
        return True

    def want(self, table: str) -> None:
        """Somebody is at a table whose bots and clocks may be ours."""

    def note(self, table: str, holder: str, here: bool) -> None:
        """A player has come to a table, or was seen there and may be gone now."""

    def say(self, table: str, seat: int, emote: EmoteName) -> None:
        """Someone says something to the others at a table."""

    def hint(self, table: str, after: int, move: str, step: int) -> None:
        """Someone has asked for a hint."""


@dataclass
class _Errand:
    """What a round is to do."""

    wanted: Sequence[str] = ()
    unwanted: Sequence[str] = ()
    noted: dict[tuple[str, str], bool] = field(default_factory=dict)
    said: Sequence[EmoteSent] = ()
    hints: Sequence[HintShared] = ()
    unknown: Sequence[str] = ()
    """Tables of which it has to be read who is there."""
    compared: Sequence[str] = ()
    """Tables whose number of events has to be read."""


@dataclass
class _Found:
    """What a round has found."""

    is_new: bool
    """Whether the store knew nothing of us, or nothing any more."""
    held: frozenset[str]
    alive: frozenset[str]
    elsewhere: dict[str, dict[str, RemotePresence]]
    logs: dict[str, int]


class Cluster(SingleServer):
    """A server among others."""

    shared = True

    def __init__(self, store: Store) -> None:
        self._database = store.database
        self._actors: Actors = {}
        self._held: frozenset[str] = frozenset()
        self._alive: frozenset[str] = frozenset()
        self._signed = -LEASE_SECONDS
        """When we last gave a sign of life: when the round began, which is on the safe side."""
        self._tried: set[str] = set()
        """The tables whose lease we have asked for; whoever holds it may let go of it later."""
        self._compared = -COMPARE_SECONDS
        self._due = asyncio.Event()
        self._noted: dict[tuple[str, str], bool] = {}
        self._told: dict[tuple[str, str], tuple[bool, float]] = {}
        """What the others know of our visitors, and since when."""
        self._said: list[EmoteSent] = []
        self._hints: list[HintShared] = []
        self._unknown: set[str] = set()
        """The tables of which it has to be read who is there."""
        self._met: set[str] = set()
        """Those of which it was."""

    @asynccontextmanager
    async def lifespan(self, actors: Actors) -> AsyncIterator[None]:
        self._actors = actors
        try:
            await self._go_round()
        except SQLAlchemyError as error:
            error_log.report_throttled(error, "while meeting the other servers")
        tasks = [asyncio.create_task(work) for work in (self._meet(), self._listen())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._leave()

    def holds(self, table: str) -> bool:
        return table in self._held and time.monotonic() - self._signed < LEASE_SECONDS

    def want(self, table: str) -> None:
        if table not in self._held and table not in self._tried:
            self._due.set()

    def note(self, table: str, holder: str, here: bool) -> None:
        was_here, told = self._told.get((table, holder), (False, -VISIT_SECONDS))
        now = time.monotonic()
        if here == was_here and (here or now - told < VISIT_SECONDS):
            return
        self._told[table, holder] = here, now
        self._noted[table, holder] = here
        self._due.set()

    def say(self, table: str, seat: int, emote: EmoteName) -> None:
        self._said.append(EmoteSent(table, seat, emote))
        self._due.set()

    def hint(self, table: str, after: int, move: str, step: int) -> None:
        self._hints.append(HintShared(table, after, move, step))
        self._due.set()

    # Rounds

    async def _meet(self) -> None:
        while True:
            try:
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._due.wait()
            except TimeoutError:
                pass
            self._due.clear()
            try:
                await self._go_round()
                await asyncio.sleep(ROUND_PAUSE)
            except Exception as error:
                # Out of reach, for now; whoever can reach the store takes over what was ours.
                error_log.report_throttled(error, "while meeting the other servers")
                await asyncio.sleep(PAUSE)

    async def _go_round(self) -> None:
        began = time.monotonic()
        errand = self._errand(began)
        try:
            found = await self._database.coordinate(
                lambda connection: self._round(connection, errand)
            )
        except BaseException:
            self._noted = {**errand.noted, **self._noted}
            self._unknown.update(errand.unknown)
            raise
        if errand.compared:
            self._compared = began
        self._signed = began
        gained, self._held = found.held - self._held, found.held
        if found.is_new:
            self._tell_all()
        if found.alive != self._alive:  # With a server its visitors come and go.
            self._alive = found.alive
            self._unknown.update(self._actors)
            self._due.set()
        self._take_in(found, gained)

    def _errand(self, now: float) -> _Errand:
        wanted = {name for name, actor in self._actors.items() if actor.wants_lease}
        self._tried = wanted
        unknown = (self._unknown | (self._actors.keys() - self._met)) & self._actors.keys()
        self._met = set(self._actors)
        noted, self._noted = self._noted, {}
        said, self._said = self._said, []
        hints, self._hints = self._hints, []
        self._unknown = set()
        self._told = {key: told for key, told in self._told.items() if key[0] in self._actors}
        is_due = now - self._compared > COMPARE_SECONDS
        return _Errand(
            sorted(wanted - self._held),
            sorted(self._held - wanted),
            noted,
            tuple(said),
            tuple(hints),
            sorted(unknown),
            sorted(self._actors) if is_due else (),
        )

    def _tell_all(self) -> None:
        """The database has begun anew, and lost what it does not keep."""
        self._told.clear()
        self._tried.clear()
        for actor in self._actors.values():
            actor.attendance.tell_all()
        self._due.set()

    def _take_in(self, found: _Found, gained: Iterable[str]) -> None:
        for name, elsewhere in found.elsewhere.items():
            if actor := self._actors.get(name):
                actor.on_remote_presence(elsewhere)
        for name, seq in found.logs.items():
            if actor := self._actors.get(name):
                actor.on_log_length(seq)
        for name in gained:
            if actor := self._actors.get(name):
                actor.on_lease_gained()

    def _round(self, connection: sa.Connection, errand: _Errand) -> _Found:
        """All that there is to do, in one commit; in the database’s thread."""
        me, run = self._database.server, connection.execute
        is_new = not run(sa.update(servers).where(servers.c.id == me).values(seen=_NOW)).rowcount
        if is_new:
            run(sa.insert(servers).values(id=me, seen=_NOW))
        if errand.noted:
            rows = [
                {"table": table, "holder": holder, "server": me, "here": here}
                for (table, holder), here in sorted(errand.noted.items())
            ]
            run(_NOTE, rows)
        if errand.unwanted:
            run(_LET_GO, {"names": list(errand.unwanted), "me": me})
        if errand.wanted:
            run(_CLAIM, {"names": list(errand.wanted), "me": me, "lease": LEASE_SECONDS})
        held = run(sa.select(leases.c.table).where(leases.c.server == me)).scalars().all()
        alive = (
            run(sa.select(servers.c.id).where(servers.c.seen > _NOW - LEASE_SECONDS))
            .scalars()
            .all()
        )
        elsewhere: dict[str, dict[str, RemotePresence]] = {name: {} for name in errand.unknown}
        if errand.unknown:
            for row in run(_ELSEWHERE, {"names": errand.unknown, "me": me, "lease": LEASE_SECONDS}):
                _add(elsewhere[row.table], row.holder, RemotePresence(row.here, max(row.gone, 0.0)))
        logs: dict[str, int] = {}
        if errand.compared:
            logs = dict.fromkeys(errand.compared, DELETED)
            logs |= {row.name: row.seq for row in run(_SEQS, {"names": errand.compared})}
            run(_FORGET_PRESENCE, {"me": me, "forgotten": FORGET_SECONDS})
            run(sa.delete(servers).where(servers.c.seen < _NOW - FORGET_SECONDS))
        if errand.noted or errand.said or errand.hints:
            tables = sorted({table for table, _ in errand.noted})
            news = Notification(me, presence=tables, said=errand.said, hints=errand.hints)
            self._database.notify(connection, news)
        return _Found(is_new, frozenset(held), frozenset(alive), elsewhere, logs)

    async def _leave(self) -> None:
        """Let others take over at once."""

        def leave(connection: sa.Connection) -> None:
            connection.execute(sa.delete(servers).where(servers.c.id == self._database.server))
            self._database.notify(connection, Notification(self._database.server, leaves=True))

        try:
            await self._database.coordinate(leave)
        except SQLAlchemyError as error:
            error_log.report_throttled(error, "while taking leave of the other servers")

    # Notices

    async def _listen(self) -> None:
        while True:
            try:
                async with listening_to(self._database.url, notifications.CHANNEL) as heard:
                    self._look_everywhere()  # Nobody knows what was missed.
                    async for text in heard:
                        self._hear(notifications.read(text))
            except Exception as error:
                error_log.report_throttled(error, "while listening to the store")
            await asyncio.sleep(PAUSE)

    def _hear(self, notice: Notification | None) -> None:
        if notice is None or notice.many:
            self._look_everywhere()
        elif notice.sender != self._database.server:
            for name, seq in notice.logs.items():
                if actor := self._actors.get(name):
                    actor.on_log_length(seq)
            for said in notice.said:
                if actor := self._actors.get(said.table):
                    actor.on_emote(said.seat, said.emote)
            for hinted in notice.hints:
                if actor := self._actors.get(hinted.table):
                    actor.on_hint(hinted.after, hinted.move, hinted.step)
            news = self._actors.keys() & set(notice.presence)
            self._unknown |= news
            if news or notice.leaves:
                self._due.set()

    def _look_everywhere(self) -> None:
        self._compared = -COMPARE_SECONDS
        self._unknown.update(self._actors)
        self._due.set()


def _add(found: dict[str, RemotePresence], holder: str, seen: RemotePresence) -> None:
    """A player may have been at several servers; the latest counts."""
    known = found.get(holder)
    if known is None or seen.here or (not known.here and seen.gone < known.gone):
        found[holder] = seen


_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())
_NOTE_ROW = insert(presence).values(
    table=sa.bindparam("table"),
    holder=sa.bindparam("holder"),
    server=sa.bindparam("server"),
    here=sa.bindparam("here"),
    seen=_NOW,
)
_NOTE = _NOTE_ROW.on_conflict_do_update(
    index_elements=["table", "holder", "server"],
    set_={"here": _NOTE_ROW.excluded.here, "seen": _NOTE_ROW.excluded.seen},
)
_CLOCK = "extract(epoch from clock_timestamp())"
_LET_GO = sa.text(
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
_ELSEWHERE = sa.text(
    f"""SELECT "table", holder,
        here AND servers.seen > {_CLOCK} - :lease AS here,
        {_CLOCK} - CASE WHEN here THEN servers.seen ELSE presence.seen END AS gone
    FROM presence JOIN servers ON servers.id = presence.server
    WHERE "table" = ANY(CAST(:names AS varchar[])) AND server <> :me"""
)
_SEQS = sa.text(
    """SELECT name, 1 + (SELECT max(seq) FROM events WHERE "table" = name) AS seq
    FROM tables WHERE name = ANY(CAST(:names AS varchar[]))"""
)
_FORGET_PRESENCE = sa.text(
    f"DELETE FROM presence WHERE server = :me AND NOT here AND seen < {_CLOCK} - :forgotten"
)
