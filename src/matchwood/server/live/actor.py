"""A table in memory: one worker task owns it, and takes everything that changes it from a queue.

Whatever changes the table waits its turn in the inbox. A submission is decided, written to the
store, and only then the new table takes the place of the old one and is published. All tasks of a
table end when it leaves memory. The parts of an actor do not refer to it, only its tasks do: so a
table that leaves is freed at once, without the garbage collector.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from matchwood.engine.errors import MatchwoodError
from matchwood.server.base import metrics
from matchwood.server.live.bot_loop import level_to_move, play_bots
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.broadcast import Group
from matchwood.server.live.context import SHORT_LOG, Services, TableTasks
from matchwood.server.live.presence import PresenceTracker
from matchwood.server.live.table_views import TableViews
from matchwood.server.storage.notifications import DELETED
from matchwood.server.table.commands import Command, Decision, check_delete, decide
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.errors import (
    Conflict,
    Forbidden,
    StoreError,
    TableNotFound,
    WriteUncertain,
)
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.presence import RemotePresence
from matchwood.server.table.state import Table
from matchwood.server.views.build import summary_of

Answer = TypeVar("Answer")
Work = Callable[[], Awaitable[Any]]


class TableActor:
    """A table held in memory: its state, and the tasks that change and publish it."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self._services = services
        self._tasks = TableTasks(services, table.agreement.game)
        self.presence = PresenceTracker(table, services)
        self.attendance = self.presence.attendance
        self.views = TableViews(table, services, self._tasks, self.presence)
        self._inbox: asyncio.Queue[tuple[Work, asyncio.Future[Any]]] = asyncio.Queue()
        self._current: asyncio.Future[Any] | None = None
        """Result of the submission that is being processed."""
        self._announced_seq = 0
        """Number of events that other servers have told of."""
        self._reading: asyncio.Task[None] | None = None
        self._bots: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def client(self) -> Client:
        """Client of its bots: the last player who was there, or watcher where none plays."""
        return self.views.client

    async def run(self) -> None:
        """Process submissions until the table leaves memory."""
        try:
            if self._tasks.stopped.is_set():
                return
            self._tasks.start(self._process_inbox(), "the inbox")
            self._tasks.start(self.views.run(), "the broadcast")
            self.on_lease_gained()
            self._services.cluster.request_lease(self.table.name)
            if self._services.cluster.is_shared:  # Others may have written since it was loaded.
                self._tasks.start(self.catch_up(), "catching up")
            await self._tasks.stopped.wait()
        finally:
            self.stop()
            await self._tasks.cancel()
            self._refuse_pending()

    def stop(self) -> None:
        """Leave memory, and cancel all tasks of the table."""
        self._tasks.stopped.set()
        if self._timer is not None:
            self._timer.cancel()

    def start_shutdown(self) -> None:
        """Stop the bots, and send all subscribers to another server."""
        if self._bots is not None:
            self._bots.cancel()
        self.views.broadcast.close()

    @property
    def is_idle(self) -> bool:
        """True if nothing goes on, and nobody has needed the table for long."""
        waiting = self._current is not None or not self._inbox.empty()
        busy = waiting or _runs(self._bots) or self.views.jobs.is_waited_for
        return not busy and self.attendance.idle > self._services.timings.idle

    # Submissions

    def execute(self, holder: str, command: Command) -> Awaitable[Table]:
        """Run the command of a visitor."""
        return self.submit(lambda table: decide(command, table, holder, self.presence.absences))

    async def submit(self, decision: Decision) -> Table:
        """Run a decision on the current table and commit its events.

        Raises what the decision raises; nothing is written then.
        """
        table: Table = await self._enqueue(partial(self._commit, decision, time.perf_counter()))
        return table

    async def delete(self, holder: str | None) -> None:
        """Delete the table for good, for someone who may."""
        await self._enqueue(partial(self._delete, holder))

    async def _enqueue(self, work: Work) -> Any:
        """Wait for the result of some work; it is done even if the caller is cancelled."""
        if self._tasks.stopped.is_set():
            raise self._services.interruption
        result = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((work, result))
        return await result

    async def _process_inbox(self) -> None:
        while True:
            work, self._current = await self._inbox.get()
            try:
                answer = await work()
            except Exception as error:
                if not self._current.done():
                    self._current.set_exception(error)
            else:
                if not self._current.done():
                    self._current.set_result(answer)
            self._current = None

    def _refuse_pending(self) -> None:
        """Answer those who wait for what never comes, since the table has left memory."""
        pending = [] if self._current is None else [self._current]
        while not self._inbox.empty():
            pending.append(self._inbox.get_nowait()[1])
        for result in pending:
            if not result.done():
                result.set_exception(self._services.interruption)

    async def _commit(self, decision: Decision, submitted_at: float) -> Table:
        """Write what a decision gives, and only then let the table be so.

        If another server has written meanwhile, it is decided anew on the newer table; also if it
        was refused by the older one.
        """
        store = self._services.store
        while True:
            table = self.table
            try:
                events = decision(table)
                if not events:
                    return table
                then = table.after(events)
            except MatchwoodError:
                if self._services.cluster.is_shared and await self._read_new_events():
                    continue
                raise
            try:
                await store.append(table.name, table.seq, summary_of(then), events)
            except Conflict:
                if await self._read_new_events():
                    continue
                raise
            except TableNotFound:
                self.on_deleted()
                raise
            except WriteUncertain:  # It may have been written all the same.
                self.on_log_length(table.seq + len(events))
                raise
            self._replace_table(then)
            _count(events, then, time.perf_counter() - submitted_at)
            if self.attendance.watched:
                self.views.start_review()
            return then

    async def _delete(self, holder: str | None) -> None:
        check_delete(self.table, holder)
        await self._services.store.remove(self.table.name)
        self.on_deleted()

    async def _read_new_events(self) -> bool:
        """Apply what other servers have written; false if there was nothing."""
        table = self.table
        events = await self._services.store.log(table.name, table.seq)
        if events:
            is_short = len(events) < SHORT_LOG
            self._replace_table(
                table.after(events) if is_short else await asyncio.to_thread(table.after, events)
            )
        return bool(events)

    def _replace_table(self, table: Table) -> None:
        self.table = self.views.table = table
        self.update_presence(is_new_table=True)
        self._wake_bots()

    # Other servers

    @property
    def holds_lease(self) -> bool:
        """True if no other server runs the bots and timers of the table."""
        return self._services.cluster.holds_lease(self.table.name)

    @property
    def wants_lease(self) -> bool:
        """True if somebody is with us for whom bots and timers may have to run."""
        return self._is_going_on and self.table.phase != "over" and self.attendance.watched

    @property
    def _is_going_on(self) -> bool:
        return not (self._tasks.stopped.is_set() or self._services.is_shutting_down)

    def on_lease_gained(self) -> None:
        """Run bots and timers, which may be ours from now on."""
        self.update_presence()
        self._wake_bots()

    def on_log_length(self, seq: int) -> None:
        """Read the events that another server has told of, if there are so many."""
        if seq == DELETED:  # In its turn: we may be about to tell that it was us.
            if not self._tasks.stopped.is_set():
                self._tasks.start(self._enqueue(self._leave), "leaving")
            return
        self._announced_seq = max(self._announced_seq, seq)
        is_behind = self._announced_seq > self.table.seq and not _runs(self._reading)
        if is_behind and not self._tasks.stopped.is_set():
            self._reading = self._tasks.start(self._read_announced(), "reading on")

    async def _read_announced(self) -> None:
        """Read what was announced, as soon as the store can be read."""
        while self._announced_seq > self.table.seq:
            try:
                await self._enqueue(self._read_if_announced)
            except StoreError:
                await asyncio.sleep(self._services.timings.retry)

    async def _read_if_announced(self) -> None:
        if self._announced_seq > self.table.seq and not await self._read_new_events():
            self._announced_seq = self.table.seq  # It was never written.

    async def catch_up(self) -> None:
        """Read what another server has written, if the store can be read now."""
        if not self._services.cluster.is_shared:
            return
        with suppress(StoreError):
            seq = await self._services.store.seq(self.table.name)
            if seq == DELETED:
                self.on_log_length(seq)
                raise TableNotFound
            if seq > self.table.seq and not self._tasks.stopped.is_set():
                await self._enqueue(self._read_new_events)

    def on_remote_presence(self, players: Mapping[str, RemotePresence]) -> None:
        """Take in who is, or was, at the table by another server."""
        self.attendance.on_remote_presence(players)
        self.on_lease_gained()

    def on_hint(self, after: int, move: str, step: int) -> None:
        """Show a hint that was asked for at another server."""
        self.views.jobs.set_hint(after, move, step)
        self.views.publish()

    def on_emote(self, seat: int, name: EmoteName) -> None:
        """Show for some seconds what a player says to the others, here or at another server."""
        if seat in self.table.chairs and seat not in self.presence.emotes:
            self.presence.emotes[seat] = name
            loop = asyncio.get_running_loop()
            loop.call_later(self._services.timings.emote, self._end_emote, seat)
            self.update_presence()

    def _end_emote(self, seat: int) -> None:
        del self.presence.emotes[seat]
        self.update_presence()

    async def _leave(self) -> None:
        self.on_deleted()

    def on_deleted(self) -> None:
        """Leave memory, as there is no such table any more."""
        self.views.broadcast.close()
        self.stop()

    # Visitors

    def record_visit(self, client: Client, holder: str | None) -> None:
        """Note that someone is there, since they ask for something."""
        seats = self.table.seats_of(holder)
        was_away = any(self.presence.is_away(self.table, seat) for seat in seats)
        if self.table.only_bots or seats:
            self.views.client = client
        self.attendance.record_visit(holder)
        if holder is not None and seats:
            self.attendance.announce(holder)
        if was_away:
            self.update_presence()
        if self.wants_lease:
            self._services.cluster.request_lease(self.table.name)
        self._wake_bots()

    def send_emote(self, holder: str | None, name: EmoteName) -> None:
        """Say something to the others at the table."""
        seats = self.table.seats_of(holder)
        if not seats or len(self.table.people) < 2:
            raise Forbidden("Only those who play with each other can say something.")
        if seats[0] not in self.presence.emotes:
            self.on_emote(seats[0], name)
            self._services.cluster.send_emote(self.table.name, seats[0], name)

    async def subscribe(
        self, group: Group, client: Client, holder: str | None, compressed: bool
    ) -> AsyncGenerator[bytes, None]:
        """The stream of a viewer: the table as it is, then after every change.

        If the table has left memory since it was found, the stream ends at once: whoever comes
        again finds it anew.
        """
        if self._tasks.stopped.is_set():
            return
        player = holder if self.table.seats_of(holder) else None
        with self.views.broadcast.subscribe(group) as mailbox:
            try:
                with self.attendance.connected(player):
                    self.record_visit(client, player)
                    self.views.start_review()
                    if self._services.is_shutting_down:
                        mailbox.close()
                    async for event in mailbox.events(compressed, self._services.timings.heartbeat):
                        yield event
            finally:
                self.update_presence()
                del self  # A stream that was cut stays until garbage is collected; not the table.

    # Presence and bots

    def update_presence(self, *, is_new_table: bool = False) -> None:
        """Publish who is here now, let bots stand in, and look again when that may change.

        All of it at one moment: what came true between two readings of the clock would have been
        too late for the one and too early for the other.
        """
        if self._tasks.stopped.is_set():
            return
        now = time.monotonic()
        if self.presence.update(self.table, now) or is_new_table:
            self.views.publish()
        if self.holds_lease and self.presence.pending_events(self.table, now):
            self._tasks.start(self._commit_presence(), "the comings and goings")
        if self._timer is not None:
            self._timer.cancel()
        wait = self.presence.seconds_to_next(self.table, now)
        loop = asyncio.get_running_loop()
        self._timer = None if wait is None else loop.call_later(wait, self.update_presence)

    async def _commit_presence(self) -> None:
        try:
            await self.submit(self._decide_presence)
        except (StoreError, Conflict, TableNotFound):
            await asyncio.sleep(self._services.timings.retry)
            self.update_presence()

    def _decide_presence(self, table: Table) -> list[Event]:
        return self.presence.pending_events(table, time.monotonic()) if self.holds_lease else []

    def _wake_bots(self) -> None:
        if self._is_going_on and not _runs(self._bots) and level_to_move(self):
            self._bots = self._tasks.start(play_bots(self, self._services), "the bots")


def _count(events: Sequence[Event], then: Table, seconds: float) -> None:
    """Count a move, and the time from its submission to its commit."""
    if any(isinstance(event, Moved) for event in events):
        game = then.agreement.game
        metrics.MOVES.labels(game, "bot" if then.turns[-1].by_bot else "person").inc()
        metrics.MOVE_SECONDS.labels(game).observe(seconds)


def _runs(task: asyncio.Task[None] | None) -> bool:
    return task is not None and not task.done()
