"""The owner of a table: the only one who has its log, its clocks, its bots and its viewers.

At one table one thing happens after the other: it is decided, written down, and only then does it
happen and is shown. All that goes on for a table goes on in one group of tasks; when the table
leaves memory, all of it ends. Bots think in threads, on records that were hidden from them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

from msgspec.structs import replace

from matchwood.bots import choose
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.rng import new_generator
from matchwood.engine.view import View as Knowledge
from matchwood.lab.warm import BOTS
from matchwood.server.base import error_log, metrics
from matchwood.server.live.analysis_jobs import AnalysisJobs
from matchwood.server.live.attendance import Attendance
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.broadcast import Broadcast, Group, StreamEvent
from matchwood.server.live.context import SHORT_LOG, Services
from matchwood.server.storage.notifications import DELETED
from matchwood.server.table.commands import (
    Command,
    Decision,
    check_delete,
    deal_without_missing,
    decide,
    decide_bot_move,
)
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.errors import (
    Conflict,
    Forbidden,
    StoreError,
    TableNotFound,
    WriteUncertain,
)
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.presence import (
    Absences,
    RemotePresence,
    bots_may_play,
    is_here,
    is_late,
    stand_in_changes,
)
from matchwood.server.table.state import Table
from matchwood.server.table.summary import MOST_LOOKED_AT, next_level
from matchwood.server.views import key_moves
from matchwood.server.views.build import build_view, last_move, summary_of
from matchwood.server.views.hints import add_hint
from matchwood.server.views.model import JudgedMove, Moment, ReplayView, View
from matchwood.server.views.move_log import MANY_MOVES, MoveLog, Reader
from matchwood.server.views.perspective import Perspective, Presence, reader_of
from matchwood.server.views.replay import build_replay, build_review

ANY_MOVE = "random"
"""The level of the bot that moves for one that cannot think."""
OWN_MOVE_ATTEMPTS, MOVE_ATTEMPTS = 2, 3
"""How often a bot is asked for its own move, and how often for one at all."""


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class TableActor:
    """A table in use."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.client = Client(person=table.name)
        """For whom its bots think: the player who was last there; where there is none, whoever
        watches."""
        # Parts refer back weakly: so a table that leaves memory takes all it has along at once, and
        # does not wait there until garbage is looked for, which would stop every other table.
        start = _weakly(self._start)
        self.attendance = Attendance(services.timings.absence_grace, _weakly(self._tell_peers))
        self._services = services
        self._lock = asyncio.Lock()
        self._heard = 0
        """How many events there are, for all we have heard."""
        self._catching_up: asyncio.Task[None] | None = None
        self._broadcast = Broadcast(_weakly(self._render), start)
        self._move_log = MoveLog()
        self._jobs = AnalysisJobs(services, start)
        self._looking_over = asyncio.Lock()
        self._moments: dict[Reader, tuple[Moment, ...]] = {}
        """Key moves in the words of each reader, once they are known."""
        self._next_level: str | None = None
        """What is suggested to one who has won again, once that was looked for."""
        self._has_asked_for_level = False
        self._tasks: asyncio.TaskGroup
        self._under_way: set[asyncio.Task[None]] = set()
        self.started = asyncio.Event()
        """Before that, nothing can happen here."""
        self._stopped = asyncio.Event()
        self._bot: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._emotes: dict[int, EmoteName] = {}
        self._presence = self._current_presence(time.monotonic())
        self._pledged_at: float | None = None
        """When all had bound themselves to their parts of the deal."""

    # Being there

    async def run(self) -> None:
        """Own the table until it leaves memory."""
        async with asyncio.TaskGroup() as self._tasks:
            self.started.set()
            self.on_lease_gained()
            self._services.cluster.request_lease(self.table.name)
            if self._services.cluster.is_shared:  # It may have gone on while it was brought in.
                self._start(self.catch_up(), "catching up")
            await self._stopped.wait()
            for task in tuple(self._under_way):
                task.cancel()

    def stop(self) -> None:
        """Leave memory, and all that goes on here with it."""
        self._stopped.set()
        if self._alarm is not None:
            self._alarm.cancel()

    def start_shutdown(self) -> None:
        """The server is about to end: drop what a bot thinks about, and send viewers elsewhere."""
        if self._bot is not None:
            self._bot.cancel()
        self._broadcast.close()

    @property
    def is_idle(self) -> bool:
        """Whether it can be left to the store: nothing goes on, and nobody has looked for long."""
        busy = self._lock.locked() or _runs(self._bot) or self._jobs.is_waited_for
        return not busy and self.attendance.idle > self._services.timings.idle

    def _start(self, work: Coroutine[None, None, None], what: str) -> asyncio.Task[None]:
        """Begin something that ends with the table; that it fails is its own affair."""
        if self._stopped.is_set():
            work.close()
            raise self._services.interruption
        task = self._tasks.create_task(self._guarded(work, what))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(lambda _: work.close())  # It may have ended before it began.
        return task

    async def _guarded(self, work: Coroutine[None, None, None], what: str) -> None:
        try:
            await work
        except Exception as error:
            error_log.report(error, f"in {what} of a table of {self.table.agreement.game}")

    # What happens

    def record_visit(self, client: Client, holder: str | None) -> None:
        """Someone has asked for something, so they are there."""
        was_gone = holder is not None and not self._is_here(holder)
        if self.table.only_bots or self.table.seats_of(holder):
            self.client = client
        self.attendance.record_visit(holder)
        if was_gone:
            self._update_presence()
        if self.wants_lease:
            self._services.cluster.request_lease(self.table.name)
        self._wake_bot()

    def _is_here(self, holder: str) -> bool:
        seats = self.table.seats_of(holder)
        return all(self._presence.here[seat] for seat in seats if seat in self.table.players) and (
            not self.table.standing_in.intersection(seats)
        )

    def execute(self, holder: str, command: Command) -> Awaitable[Table]:
        """Let something happen that someone wants; it is done even if they do not wait for it."""
        return self.submit(lambda table: decide(command, table, holder, self._absences(table)))

    def submit(self, decision: Decision) -> Awaitable[Table]:
        """Let happen what is decided when its turn comes, or nothing if that raises."""
        outcome: asyncio.Future[Table] = asyncio.get_running_loop().create_future()
        outcome.add_done_callback(lambda done: done.cancelled() or done.exception())
        task = self._start(self._happen(decision, outcome), "something that happens")
        task.add_done_callback(lambda _: self._interrupt(outcome))
        return asyncio.shield(outcome)

    def _interrupt(self, outcome: asyncio.Future[Table]) -> None:
        """Nobody waits for what never comes, since the table has ended."""
        if not outcome.done():
            outcome.set_exception(self._services.interruption)

    async def _happen(self, decision: Decision, outcome: asyncio.Future[Table]) -> None:
        """Whoever waits for the outcome hears of what went wrong, and reports it."""
        began = time.perf_counter()
        try:
            async with self._lock:
                outcome.set_result(await self._commit(decision, began))
        except Exception as error:
            outcome.set_exception(error)

    async def _commit(self, decision: Decision, began: float) -> Table:
        """Decide, see what follows, write it down, and only then let it be so.

        What another server has written counts: then it is decided anew. So it is if something is
        refused by what stood here before that was heard of.
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
                if self._services.cluster.is_shared and await self._read_on():
                    continue
                raise
            try:
                await store.append(table.name, table.seq, summary_of(then), events)
            except Conflict:
                if await self._read_on():
                    continue
                raise
            except TableNotFound:  # Someone has removed it.
                self.on_deleted()
                raise
            except WriteUncertain:  # It may have been written all the same.
                self.on_log_length(table.seq + len(events))
                raise
            self._replace_table(then)
            _count(events, then, time.perf_counter() - began)
            if self.attendance.watched:
                self.start_review()
            return then

    # Other servers

    def _tell_peers(self, holder: str, here: bool) -> None:
        if self.table.seats_of(holder):
            self._services.cluster.announce_presence(self.table.name, holder, here)

    @property
    def holds_lease(self) -> bool:
        """Whether no other server lets its bots play and its clocks run."""
        return self._services.cluster.holds_lease(self.table.name)

    @property
    def wants_lease(self) -> bool:
        """Whether there may be something to do here for the sake of someone who is with us."""
        ends = self._stopped.is_set() or self._services.is_shutting_down
        return not ends and self.table.phase != "over" and self.attendance.watched

    def on_lease_gained(self) -> None:
        """See to bots and clocks, which may be ours from now on."""
        if self.started.is_set():
            self._update_presence()
            self._wake_bot()

    def on_log_length(self, seq: int) -> None:
        """There are so many events, some of which another server may have written."""
        if seq == DELETED:
            self.on_deleted()
            return
        self._heard = max(self._heard, seq)
        is_behind = self._heard > self.table.seq and not _runs(self._catching_up)
        if is_behind and self.started.is_set() and not self._stopped.is_set():
            self._catching_up = self._start(self._follow_log(), "reading on")

    async def _follow_log(self) -> None:
        """Read what was heard of, as soon as the store can be read."""
        while self._heard > self.table.seq:
            try:
                async with self._lock:
                    if self._heard > self.table.seq and not await self._read_on():
                        self._heard = self.table.seq  # It was never written.
            except StoreError:
                await asyncio.sleep(self._services.timings.retry)

    async def catch_up(self) -> None:
        """Look whether another server has written; if the store cannot be read, what is known
        here has to do."""
        store = self._services.store
        if not self._services.cluster.is_shared:
            return
        with suppress(StoreError):
            seq = await store.seq(self.table.name)
            if seq == DELETED:
                self.on_deleted()
                raise TableNotFound
            if seq > self.table.seq:
                async with self._lock:
                    await self._read_on()

    async def _read_on(self) -> bool:
        """Let happen here what other servers have written; whether there was something."""
        table, store = self.table, self._services.store
        news = await store.log(table.name, table.seq)
        if news:
            is_short = len(news) < SHORT_LOG
            self._replace_table(
                table.after(news) if is_short else await asyncio.to_thread(table.after, news)
            )
        return bool(news)

    def on_remote_presence(self, elsewhere: Mapping[str, RemotePresence]) -> None:
        """See who is, or was, at the table by another server."""
        self.attendance.on_remote_presence(elsewhere)
        self.on_lease_gained()

    def on_hint(self, after: int, move: str, step: int) -> None:
        """Someone has asked another server for a hint."""
        self._jobs.set_hint(after, move, step)
        if self.started.is_set():
            self.publish()

    def on_emote(self, seat: int, name: EmoteName) -> None:
        """Someone has said something to the others, at another server."""
        if seat in self.table.chairs and seat not in self._emotes and self.started.is_set():
            self._show_emote(seat, name)

    async def delete(self, holder: str | None) -> None:
        """Delete the table for good, if that may be; the owner is of no use any more."""
        async with self._lock:
            check_delete(self.table, holder)
            await self._services.store.remove(self.table.name)
            self.on_deleted()

    def on_deleted(self) -> None:
        """There is no such table any more."""
        self._broadcast.close()
        self.stop()

    def _replace_table(self, then: Table) -> None:
        self.table = then
        waits = then.all_pledged and then.position is None
        self._pledged_at = (self._pledged_at or time.monotonic()) if waits else None
        self._presence = self._current_presence(time.monotonic())
        self.publish()
        self._update_presence()
        self._wake_bot()

    # Who is here

    def _absences(self, table: Table) -> Absences:
        return self.attendance.gone(table, time.monotonic())

    def _current_presence(self, now: float) -> Presence:
        table, gone = self.table, self.attendance.gone(self.table, now)
        ready = self._services.workshop.ready(table.agreement.game, BOTS)
        return Presence(
            here=tuple(
                ready if seat in table.agreement.bots else is_here(table, seat, gone)
                for seat in table.chairs
            ),
            late=tuple(
                seat not in table.standing_in and is_late(table, seat, gone)
                for seat in table.chairs
            ),
            emotes=tuple(self._emotes.get(seat) for seat in table.chairs),
        )

    def emote(self, holder: str | None, name: EmoteName) -> None:
        """Someone says something to the others; while it is seen they say nothing more."""
        seats = [] if holder is None else self.table.seats_of(holder)
        if not seats or len(self.table.people) < 2:
            raise Forbidden("Only those who play with each other can say something.")
        if seats[0] not in self._emotes:
            self._show_emote(seats[0], name)
            self._services.cluster.send_emote(self.table.name, seats[0], name)

    def _show_emote(self, seat: int, name: EmoteName) -> None:
        self._emotes[seat] = name
        loop = asyncio.get_running_loop()
        loop.call_later(self._services.timings.emote, self._end_emote, seat)
        self._update_presence()

    def _end_emote(self, seat: int) -> None:
        del self._emotes[seat]
        self._update_presence()

    def _update_presence(self) -> None:
        """See who is there now, let bots come and go, and look again when that may change.

        All of it at one moment: what came true between two readings of the clock would have been
        too late for the one and too early for the other.
        """
        if self._stopped.is_set():
            return
        now = time.monotonic()
        presence = self._current_presence(now)
        if presence != self._presence:
            self._presence = presence
            self.publish()
        gone = self.attendance.gone(self.table, now)
        if self.holds_lease and (stand_in_changes(self.table, gone) or self._is_overdue(now)):
            self._start(self._let_bots_come_and_go(), "the comings and goings")
        self._set_alarm(now)

    def _is_overdue(self, now: float) -> bool:
        due = self._pledged_at
        return due is not None and now - due >= self._services.timings.opening

    async def _let_bots_come_and_go(self) -> None:
        try:
            await self.submit(self._comings_and_goings)
        except (StoreError, Conflict, TableNotFound):
            await asyncio.sleep(self._services.timings.retry)
            self._update_presence()

    def _comings_and_goings(self, table: Table) -> list[Event]:
        if not self.holds_lease:
            return []
        now = time.monotonic()
        missing = deal_without_missing(table) if self._is_overdue(now) else []
        return [*missing, *stand_in_changes(table, self.attendance.gone(table, now))]

    def _set_alarm(self, now: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        waits = [self.attendance.until_next(self.table, now)]
        if self._pledged_at is not None:
            waits.append(self._pledged_at + self._services.timings.opening - now)
        wait = min((each for each in waits if each is not None), default=None)
        loop = asyncio.get_running_loop()
        self._alarm = None if wait is None else loop.call_later(max(wait, 0), self._update_presence)

    # Showing

    async def view(self, perspective: Perspective) -> View:
        """The table as an audience sees it now."""
        with metrics.VIEW_SECONDS.labels(self.table.agreement.game).time():
            await self._tell(perspective)
            await self.find_quiz_move()
            view = build_view(
                self.table, perspective, self._move_log, self._current_presence(time.monotonic())
            )
        hint = self._jobs.hint_for(self.table)
        if hint is not None and view.picture is not None:
            arrangements = self.table.game.picture.ARRANGEMENTS[view.picture.kind]
            return await self._with_merit(add_hint(view, arrangements.wide, *hint), perspective)
        return await self._ended_view(view, perspective) if view.phase == "over" else view

    async def _with_merit(self, view: View, perspective: Perspective) -> View:
        """A hint of which all is told says why."""
        if view.hinted is None:
            return view
        jobs, table = self._jobs, self.table
        why, rule = await jobs.merit(table, self.client, view.hinted, perspective.language)
        return replace(view, merit=why, merit_rule=rule)

    async def find_quiz_move(self) -> None:
        """Find out once what takes a game that is over as a whole, in a thread."""
        async with self._looking_over:
            if not self.table.is_quiz_move_known:
                await asyncio.to_thread(self.table.find_quiz_move)

    async def _ended_view(self, view: View, perspective: Perspective) -> View:
        """With what was found out since the end."""
        return replace(
            view,
            moments=await self._moments_for(perspective),
            looks_back=self._jobs.is_busy,
            next_level=self._next_level if perspective.seats else None,
        )

    async def _moments_for(self, perspective: Perspective) -> tuple[Moment, ...]:
        """Key moves in the words of a reader; computed once."""
        table, judgements = self.table, self._jobs.judgements
        reader = reader_of(table, perspective)
        if judgements and reader not in self._moments:
            told = self._move_log.for_reader(table, reader).told
            speaking = table.game.speaking(perspective.language).to(reader.you)
            tell = partial(key_moves.describe, table, judgements, table.winners, told, speaking)
            self._moments[reader] = await asyncio.to_thread(tell)
        return self._moments.get(reader, ())

    async def _tell(self, perspective: Perspective) -> None:
        """Put a long story into words in a thread, so that no other table waits."""
        while (
            self._move_log.missing(self.table, reader := reader_of(self.table, perspective))
            > MANY_MOVES
        ):
            alone = MoveLog()
            await asyncio.to_thread(alone.for_reader, self.table, reader)
            self._move_log.merge(self.table, alone)

    async def replay(
        self, moves: int, eyes: int | None, perspective: Perspective, is_scene: bool
    ) -> ReplayView:
        """The game, which is over, after so many moves; or the scene before that."""
        await self._tell(perspective)
        return build_replay(self.table, moves, eyes, perspective, self._move_log, is_scene)

    def publish(self) -> None:
        """Something has changed: all who follow the table are to see it.

        The player who moved knows what they did; those who waited for it come first.
        """
        moved = self.table.turns[-1].seat if self.table.turns else None
        self._broadcast.publish(lambda perspective: moved in perspective.seats)

    async def _render(self, group: Group) -> StreamEvent | None:
        """A view as it goes into a stream; one that cannot be made stops no other."""
        try:
            view = await self.view(group.perspective)
            return self._services.renderers[group.form](view, group.perspective)
        except Exception as error:
            error_log.report(error, f"while showing a table of {self.table.agreement.game}")
            return None

    async def subscribe(
        self, group: Group, client: Client, holder: str | None, packed: bool
    ) -> AsyncGenerator[bytes, None]:
        """The stream of a viewer: the table as it is, then whenever something happens.

        If the table has left memory since it was found, the stream ends at once: whoever comes
        again finds it anew.
        """
        if self._stopped.is_set():
            return
        player = holder if self.table.seats_of(holder) else None
        with self._broadcast.joined(group) as mailbox:
            try:
                with self.attendance.connected(player):
                    self.record_visit(client, player)
                    self.start_review()
                    if self._services.is_shutting_down:
                        mailbox.close()
                    async for shown in mailbox.all(packed, self._services.timings.heartbeat):
                        yield shown
            finally:
                self._update_presence()
                del self  # A stream that was cut stays until garbage is looked for; not the table.

    def start_review(self) -> None:
        """When the game is over, find out for its players what decided it, and what is next."""
        services, game = self._services, self.table.agreement.game
        if not self.table.over or not self.table.players:
            return
        if self.table.is_practice and not self._has_asked_for_level:
            self._has_asked_for_level = True
            self._start(self._find_next_level(), "the next level")
        can_look = services.looks_back and services.workshop.ready(game, BOTS)
        if can_look and not self._jobs.has_looked:
            self._start(self._find_moments(), "looking back")

    async def _find_moments(self) -> None:
        await self._jobs.judged(self.table, self.client)
        self.publish()

    async def _find_next_level(self) -> None:
        [holder] = {who.holder for who in self.table.players.values()}
        last = await self._services.store.tables_of(holder, MOST_LOOKED_AT)
        self._next_level = next_level((each.summary, each.seats) for each in last)
        if self._next_level is not None:
            self.publish()

    # Bots

    def _wake_bot(self) -> None:
        ends = self._stopped.is_set() or self._services.is_shutting_down
        if not ends and not _runs(self._bot) and self._bot_to_move():
            self._bot = self._start(self._play_bots(), "the bots")

    def _bot_to_move(self) -> str | None:
        """The level of the bot whose turn it is, if there is someone for whom it plays."""
        seat, gone = self.table.to_move, self._absences(self.table)
        if seat is None or not self.holds_lease:
            return None
        if not bots_may_play(self.table, gone, self.attendance.watched):
            return None
        return self.table.bot_at(seat)

    async def _play_bots(self) -> None:
        """Play for as long as it is a bot's turn.

        A bot that fails is asked once more, then any legal move is made for it: whoever plays
        with it would rather meet a weak move than wait for ever. If that fails too, it is left
        until something happens at the table, or someone looks at it anew.
        """
        failures, retry = 0, self._services.timings.retry
        while (level := self._bot_to_move()) and failures < MOVE_ATTEMPTS:
            try:
                await self._play_bot(level if failures < OWN_MOVE_ATTEMPTS else ANY_MOVE)
                failures = 0
            except Conflict:
                continue
            except TableNotFound:
                return
            except StoreError:
                await asyncio.sleep(retry)
            except Exception as error:
                game = self.table.agreement.game
                error_log.report(error, f"in the turn of a bot, {level} at {game}")
                failures += 1
                await asyncio.sleep(retry)

    async def _play_bot(self, level: str) -> None:
        table, timings = self.table, self._services.timings
        assert table.position is not None
        await self._services.workshop.wait(table.agreement.game, BOTS)
        hidden = table.position.observe(table.position.to_move)
        move, _ = await asyncio.gather(
            self._services.bot_pool.run(self.client, partial(_think, level, hidden)),
            asyncio.sleep(timings.watched_bot if table.only_bots else timings.bot),
        )
        await self.submit(partial(decide_bot_move, after=table.moved_at, move=move))

    # Advice

    async def find_hint(self, step: int) -> None:
        """Find out the move that a bot would make for the player to move, and tell so much."""
        await self._jobs.find_hint(self.table, self.client, step)
        self.publish()

    async def coach(self, perspective: Perspective) -> View:
        """Whether the last move of the one who practises was good, on the board as it was then."""
        view = await self.view(perspective)
        table = self.table
        number = last_move(table, perspective.seats)
        if number is None:
            raise Forbidden("You have not made a move yet.")
        judgement = await self._jobs.judge_one(table, number, self.client)
        speaking = table.game.speaking(perspective.language).to(perspective.reader)
        [text] = [each.text for each in view.told if each.number == number]
        moment = key_moves.explain_move(table, number, judgement, text, speaking)
        return build_review(view, table, moment, speaking)

    async def analysis(self, perspective: Perspective) -> tuple[JudgedMove, ...]:
        """What a bot thinks of all moves of the game, which is over."""
        speaking = self.table.game.speaking(perspective.language).to(perspective.reader)
        return await self._jobs.analysis(self.table, self.client, speaking)


def _count(events: Sequence[Event], then: Table, seconds: float) -> None:
    """Count a move, which is written down so long after it was wished for."""
    if any(isinstance(event, Moved) for event in events):
        game = then.agreement.game
        metrics.MOVES.labels(game, "bot" if then.turns[-1].by_bot else "person").inc()
        metrics.MOVE_SECONDS.labels(game).observe(seconds)


def _weakly(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A method that does not keep its object in memory; nobody calls it when that is gone."""
    found = WeakMethod(method)

    def call(*given: Given.args, **named: Given.kwargs) -> Answer:
        method = found()
        assert method is not None
        return method(*given, **named)

    return call


def _runs(task: asyncio.Task[None] | None) -> bool:
    return task is not None and not task.done()


def _think(level: str, hidden: Knowledge) -> str:
    """The move of a bot, who knows no more than its seat."""
    action = choose(level, hidden, new_generator(secrets.randbits(64)))
    [text] = hidden.variant.game.text.say(hidden.state, [action])
    return text
