"""The other servers on the same store, and the tables whose bots and timers are ours to run.

`SingleServer` is alone on its store: it holds every lease and tells nobody. Servers that share a
store are a `Cluster`. It exchanges what is new with the store once a second, or at once when
something calls for it (`storage/coordination.py`), and is told by notifications where to look. What
a lost notification would have told is found by comparing all tables after every reconnect, and now
and then in any case.

A lease says which server runs the bots and timers of a table. Every server accepts moves, since
events are numbered and a number is given once. So two servers that both believe they hold a lease,
as when one was stopped and goes on, lose time and nothing else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from matchwood.server.base import error_log
from matchwood.server.storage.coordination import (
    LEASE_SECONDS,
    ClusterState,
    Coordination,
    Update,
)
from matchwood.server.storage.notifications import EmoteSent, HintShared, Notification
from matchwood.server.storage.store import Store
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.errors import StoreError

if TYPE_CHECKING:
    from matchwood.server.live.actor import TableActor

ROUND_SECONDS = 1.0
"""Time from one exchange to the next, if nothing calls for one sooner."""
ROUND_PAUSE = 0.05
"""Shortest time between two exchanges: what comes meanwhile goes into one."""
VISIT_SECONDS = 2.0
"""Shortest time between two announcements of a visitor without a stream."""
COMPARE_SECONDS = 15.0
"""Time after which all tables are compared with the store."""
RECONNECT_SECONDS = 0.5

Actors = Mapping[str, "TableActor"]


class SingleServer:
    """A server that is alone on its store."""

    is_shared = False
    """True if other servers may write to the store."""

    @asynccontextmanager
    async def lifespan(self, actors: Actors) -> AsyncIterator[None]:
        """Exchange news of these actors' tables with the other servers meanwhile."""
        yield

    def holds_lease(self, table: str) -> bool:
        """True if the bots and timers of a table are ours to run."""
        return True

    def request_lease(self, table: str) -> None:
        """Ask for the lease of a table at which somebody is."""

    def announce_presence(self, table: str, holder: str, here: bool) -> None:
        """Tell that a player has come to a table, or was seen there and may be gone now."""

    def send_emote(self, table: str, seat: int, emote: EmoteName) -> None:
        """Tell what someone says to the others at a table."""

    def share_hint(self, table: str, after: int, move: str, step: int) -> None:
        """Tell the hint that someone asked for."""


class Cluster(SingleServer):
    """A server among others on one store."""

    is_shared = True

    def __init__(self, store: Store) -> None:
        self._coordination = Coordination(store.database)
        self._actors: Actors = {}
        self._held: frozenset[str] = frozenset()
        self._alive: frozenset[str] = frozenset()
        self._renewed_at = -LEASE_SECONDS
        """Beginning of the last exchange, and so no later than our sign of life."""
        self._requested: set[str] = set()
        """Tables whose lease the last exchange asked for."""
        self._compared_at = -COMPARE_SECONDS
        self._due = asyncio.Event()
        """Set when the next exchange shall not wait."""
        self._visits: dict[tuple[str, str], bool] = {}
        self._announced: dict[tuple[str, str], tuple[bool, float]] = {}
        """Last announcement of each visitor, and its time."""
        self._emotes: list[EmoteSent] = []
        self._hints: list[HintShared] = []
        self._stale: set[str] = set()
        """Tables whose players at other servers have to be read."""
        self._known: set[str] = set()
        """Tables of which they were."""

    @asynccontextmanager
    async def lifespan(self, actors: Actors) -> AsyncIterator[None]:
        self._actors = actors
        with suppress(StoreError):
            await self._exchange()
        tasks = [asyncio.create_task(work) for work in (self._exchange_often(), self._listen())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(StoreError):
                await self._coordination.sign_off()

    def holds_lease(self, table: str) -> bool:
        return table in self._held and time.monotonic() - self._renewed_at < LEASE_SECONDS

    def request_lease(self, table: str) -> None:
        if table not in self._held and table not in self._requested:
            self._due.set()

    def announce_presence(self, table: str, holder: str, here: bool) -> None:
        was_here, told_at = self._announced.get((table, holder), (False, -VISIT_SECONDS))
        now = time.monotonic()
        if here == was_here and (here or now - told_at < VISIT_SECONDS):
            return
        self._announced[table, holder] = here, now
        self._visits[table, holder] = here
        self._due.set()

    def send_emote(self, table: str, seat: int, emote: EmoteName) -> None:
        self._emotes.append(EmoteSent(table, seat, emote))
        self._due.set()

    def share_hint(self, table: str, after: int, move: str, step: int) -> None:
        self._hints.append(HintShared(table, after, move, step))
        self._due.set()

    # Exchange

    async def _exchange_often(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._due.wait()
            self._due.clear()
            try:
                await self._exchange()
                await asyncio.sleep(ROUND_PAUSE)
            except StoreError:  # Whoever can reach the store takes over what was ours.
                await asyncio.sleep(RECONNECT_SECONDS)
            except Exception as error:
                error_log.report_throttled(error, "while meeting the other servers")
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _exchange(self) -> None:
        began = time.monotonic()
        update = self._next_update(began)
        try:
            state = await self._coordination.exchange(update)
        except BaseException:
            self._visits = {**update.visits, **self._visits}
            self._stale.update(update.presence_of)
            raise
        if update.compared:
            self._compared_at = began
        self._renewed_at = began
        gained, self._held = state.held - self._held, state.held
        if state.is_new:
            self._announce_all()
        if state.alive != self._alive:  # With a server its visitors come and go.
            self._alive = state.alive
            self._stale.update(self._actors)
            self._due.set()
        self._apply(state, gained)

    def _next_update(self, now: float) -> Update:
        wanted = {name for name, actor in self._actors.items() if actor.wants_lease}
        self._requested = wanted
        stale = (self._stale | (self._actors.keys() - self._known)) & self._actors.keys()
        self._stale, self._known = set(), set(self._actors)
        visits, self._visits = self._visits, {}
        emotes, self._emotes = self._emotes, []
        hints, self._hints = self._hints, []
        self._announced = {key: at for key, at in self._announced.items() if key[0] in self._actors}
        return Update(
            wanted=sorted(wanted - self._held),
            released=sorted(self._held - wanted),
            visits=visits,
            emotes=tuple(emotes),
            hints=tuple(hints),
            presence_of=sorted(stale),
            compared=sorted(self._actors) if now - self._compared_at > COMPARE_SECONDS else (),
        )

    def _announce_all(self) -> None:
        """Tell everything anew to a database that has restarted and lost what it does not keep."""
        self._announced.clear()
        self._requested.clear()
        for actor in self._actors.values():
            actor.attendance.announce_all()
        self._due.set()

    def _apply(self, state: ClusterState, gained: Iterable[str]) -> None:
        for name, players in state.presence.items():
            if actor := self._actors.get(name):
                actor.on_remote_presence(players)
        for name, seq in state.logs.items():
            if actor := self._actors.get(name):
                actor.on_log_length(seq)
        for name in gained:
            if actor := self._actors.get(name):
                actor.on_lease_gained()

    # Notifications

    async def _listen(self) -> None:
        while True:
            try:
                async with self._coordination.listening() as news:
                    self._compare_all()  # Nobody knows what was missed.
                    async for notification in news:
                        self._on_notification(notification)
            except Exception as error:
                error_log.report_throttled(error, "while listening to the store")
            await asyncio.sleep(RECONNECT_SECONDS)

    def _on_notification(self, notification: Notification | None) -> None:
        if notification is None or notification.many:
            self._compare_all()
        elif notification.sender != self._coordination.server:
            for name, seq in notification.logs.items():
                if actor := self._actors.get(name):
                    actor.on_log_length(seq)
            for emote in notification.said:
                if actor := self._actors.get(emote.table):
                    actor.on_emote(emote.seat, emote.emote)
            for hint in notification.hints:
                if actor := self._actors.get(hint.table):
                    actor.on_hint(hint.after, hint.move, hint.step)
            visited = self._actors.keys() & set(notification.presence)
            self._stale |= visited
            if visited or notification.leaves:
                self._due.set()

    def _compare_all(self) -> None:
        """Compare all tables with the store in the next exchange."""
        self._compared_at = -COMPARE_SECONDS
        self._stale.update(self._actors)
        self._due.set()
