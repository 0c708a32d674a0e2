"""The hall: all tables that are in use, and what goes on between them, the store and viewers.

At one table one thing happens after the other: it is decided, written down, and only then does
it happen and is shown. Bots think in threads, on records that were hidden from them, so no other
table waits. Who is here and who is gone is known by the open streams; it is in no log.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from litestar.channels import ChannelsPlugin
from msgspec.structs import replace

from matchwood.bots import choose
from matchwood.engine.errors import UnknownGame
from matchwood.engine.game import find_game
from matchwood.engine.luck import luck
from matchwood.engine.position import Position
from matchwood.lab.compiling import BOTS, RULES
from matchwood.lab.workshop import Work, Workshop
from matchwood.server import faults
from matchwood.server.analysis import Judgement, hint, judge
from matchwood.server.events import Event, Opened
from matchwood.server.refusals import NoSuchTable, NotReady, OtherRules, Stale, StoreFailed
from matchwood.server.showing import Audience, Story, show
from matchwood.server.store import Store
from matchwood.server.table import Table
from matchwood.server.views import View

NAME_LETTERS, NAME_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""A table's name is a secret of its own: who does not know it cannot watch, unless it is listed."""
HEARTBEAT = b": still here\n\n"
ANY_MOVE = "random"
"""The level of the bot that moves for one that cannot think."""
TRIES_TO_THINK, TRIES_TO_MOVE = 2, 3
"""How often a bot is asked for its own move, and how often for one at all."""


@dataclass(frozen=True)
class Pace:
    """How long things take, in seconds."""

    bot: float = 0.9
    """A bot moves no sooner, so that people can follow, and take a move back."""
    blink: float = 5.0
    """Who is gone for less, as when a page is loaded anew, is not gone."""
    heartbeat: float = 15.0
    idle: float = 600.0
    """After that a table that nobody looks at is left to the store."""
    retry: float = 1.0


@dataclass(eq=False)
class Live:
    """A table in use."""

    table: Table
    blink: float
    """Who is gone for less is not gone."""
    workshop: Workshop
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    story: Story = field(default_factory=Story)
    streams: Counter[tuple[Audience, str]] = field(default_factory=Counter)
    """How many follow, by what they are shown and in which form."""
    holders: Counter[str] = field(default_factory=Counter)
    """How many streams each player has open."""
    seen: dict[str, float] = field(default_factory=dict)
    """When each player who is gone was last here."""
    judgements: asyncio.Future[list[Judgement]] | None = None
    """What a bot thinks of the game, once it is over and someone has asked."""
    hint: tuple[int, str] = (0, "")
    """The `seq` of the position for which someone asked what a bot would do, and its move."""
    missed: set[str] = field(default_factory=set)
    """The players whose return is being waited for."""
    bot: asyncio.Task[None] | None = None
    touched: float = field(default_factory=time.monotonic)

    def here(self, seat: int) -> bool:
        if seat in self.table.agreement.bots:
            return self.workshop.ready(self.table.agreement.game, BOTS)
        return self._gone_for(seat) == 0

    def is_gone(self, holder: str) -> bool:
        """Whether a player is shown as gone, or a bot plays for them."""
        seats = self.table.seats_of(holder)
        return any(seat in self.table.standing_in or not self.here(seat) for seat in seats)

    def late(self, seat: int) -> bool:
        patience = self.table.agreement.patience
        late = patience > 0 and self._gone_for(seat) >= patience
        return late and self.table.phase == "playing" and seat not in self.table.standing_in

    def _gone_for(self, seat: int) -> float:
        player = self.table.players.get(seat)
        if player is None or self.holders[player.holder]:
            return 0
        gone = time.monotonic() - self.seen.get(player.holder, self.touched)
        return gone if gone >= self.blink else 0

    def view(self, audience: Audience) -> View:
        view = show(self.table, audience, self.story, self)
        after, move = self.hint
        if after != self.table.moved_at:
            return view
        hinted = [offer.text for offer in view.offers if offer.move == move]
        return replace(view, hint=hinted[0]) if hinted else view


Render = Callable[[View, Audience], bytes]
"""A view as it goes into a stream."""


class Hall:
    def __init__(
        self,
        store: Store,
        channels: ChannelsPlugin,
        renders: dict[str, Render],
        pace: Pace | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        self.store = store
        self.workshop = workshop or Workshop(())
        """Where games are compiled that are not yet; of others it knows nothing."""
        self.workshop.watchers.append(self._seat_bots)
        self.pace = pace or Pace()
        self._channels = channels
        self._renders = renders
        self._tables: dict[str, Live] = {}
        self._thinkers = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self._analysts = ThreadPoolExecutor(1, thread_name_prefix="analyst")
        self._to_send: dict[tuple[Live, Audience, str], None] = {}
        self._to_send_later: dict[tuple[Live, Audience, str], None] = {}
        """The views that are to be made, in this order: of which table, for whom, in which form."""
        self._shower: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """While this lasts, streams are kept alive and idle tables put away."""
        faults.catch_strays()
        self._start(self._keep_house())
        try:
            yield
        finally:
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for pool in (self._thinkers, self._analysts):
                pool.shutdown(wait=False, cancel_futures=True)

    # Tables

    async def find(self, name: str) -> Live:
        """A table by its name."""
        if name not in self._tables:
            log = await self.store.log(name)
            if not log:
                raise NoSuchTable
            assert isinstance(log[0], Opened)
            self.check_ready(log[0].agreement.game)
            # Someone else may have brought it in while we waited; then theirs counts.
            if name not in self._tables:
                self._bring_in(Table(name, log))
        live = self._tables[name]
        self.check_ready(live.table.agreement.game)
        live.touched = time.monotonic()
        self._wake_bot(live)
        return live

    def check_ready(self, game: str, stage: str = RULES) -> None:
        """Refuse what needs a game that is not compiled yet; whoever asks has it compiled first."""
        work = self.workshop.work(game)
        if work is not None and not work.ready(stage):
            self.workshop.ask(game)
            title = find_game(game).title
            raise NotReady(title, work.share([stage]))

    async def watchable(self, most: int) -> list[Live]:
        """The listed tables that are being played, the liveliest first.

        A table of other rules, or of a game that is not here any more, is not.
        """
        found = []
        for name in await self.store.listed(most):
            with suppress(OtherRules, UnknownGame, NotReady):
                found.append(await self.find(name))
        return found

    def _bring_in(self, table: Table) -> Live:
        live = self._tables[table.name] = Live(table, self.pace.blink, self.workshop)
        for player in table.players.values():
            self._miss(live, player.holder)
        self._wake_bot(live)
        return live

    async def open(self, maker: str, first: list[Event]) -> Live:
        """A new table with its first events."""
        name = "".join(secrets.choice(NAME_LETTERS) for _ in range(NAME_LENGTH))
        table = Table(name, first)
        await self.store.create(name, maker, table.agreement.listed, table.phase, first)
        return self._bring_in(table)

    async def act(self, live: Live, decide: Callable[[Table], list[Event]]) -> None:
        """Let something happen at a table: what `decide` gives, or nothing if it raises."""
        async with live.lock:
            await self._let_happen(live, decide(live.table))

    async def go_on(self, live: Live, holder: str, first: Callable[[Table], list[Event]]) -> str:
        """The table where the same players play again; the first who asks sets it up."""
        async with live.lock:
            if live.table.again is None:
                live.table.go_on(holder, "")
                following = await self.open(holder, first(live.table))
                name = following.table.name
                await self._let_happen(live, live.table.go_on(holder, name))
            assert live.table.again is not None
            return live.table.again

    async def _let_happen(self, live: Live, events: list[Event]) -> None:
        if not events:
            return
        table = live.table
        try:
            await self.store.append(table.name, table.seq, table.phase_after(events), events)
        except Stale:  # Another server has written: what it wrote counts.
            live.table = Table(table.name, await self.store.log(table.name))
            self._show(live)
            self._wake_bot(live)
            raise
        for event in events:
            table.apply(event)
        live.touched = time.monotonic()
        self._show(live)
        self._wake_bot(live)

    # Streams

    def _show(self, live: Live) -> None:
        """Something has changed: all who follow the table are to see it.

        The player who moved knows what they did; those who waited for it come first.
        """
        moved = live.table.turns[-1].seat if live.table.turns else None
        for audience, form in live.streams:
            view = live, audience, form
            queues = self._to_send, self._to_send_later
            queue, other = reversed(queues) if moved in audience.seats else queues
            other.pop(view, None)
            queue[view] = None
        if self._shower is None or self._shower.done():
            self._shower = self._start(self._show_changed())

    async def _show_changed(self) -> None:
        """Send all who follow a table what they may see of it; the same is made once.

        Making views is most of the work there is. After each one everything else goes on that
        waits. Were all views made at once of tables whose moves came to the disk together, the
        next moves would not even be on their way there.
        """
        while views := self._to_send or self._to_send_later:
            live, audience, form = next(iter(views))
            del views[live, audience, form]
            if shown := self._shown(live, audience, form):
                self._channels.publish(shown, _channel(live, audience, form))
            await asyncio.sleep(0)

    def _shown(self, live: Live, audience: Audience, form: str) -> bytes | None:
        """A view as it goes into a stream; one that cannot be made stops no other."""
        try:
            return self._renders[form](live.view(audience), audience)
        except Exception as error:
            faults.report(error, f"while showing a table of {live.table.agreement.game}")
            return None

    async def follow(
        self, live: Live, audience: Audience, form: str, holder: str | None
    ) -> AsyncIterator[bytes]:
        """The stream of a viewer: the table as it is, then whenever something happens."""
        with self._following(live, audience, form), self._being_here(live, holder):
            channel = _channel(live, audience, form)
            async with self._channels.start_subscription(channel) as subscriber:
                if first := self._shown(live, audience, form):
                    yield first
                async for shown in subscriber.iter_events():
                    yield shown

    @contextmanager
    def _following(self, live: Live, audience: Audience, form: str) -> Iterator[None]:
        live.streams[audience, form] += 1
        try:
            yield
        finally:
            live.streams[audience, form] -= 1
            if not live.streams[audience, form]:
                del live.streams[audience, form]

    @contextmanager
    def _being_here(self, live: Live, holder: str | None) -> Iterator[None]:
        if holder is None or not live.table.seats_of(holder):
            yield
            return
        was_gone = live.is_gone(holder)
        live.holders[holder] += 1
        if was_gone:
            self._start(self._welcome(live, holder))
        try:
            yield
        finally:
            live.holders[holder] -= 1
            if not live.holders[holder]:
                self._miss(live, holder)

    async def _welcome(self, live: Live, holder: str) -> None:
        """Someone is back: the bot that stood in leaves, and the others see it."""
        with suppress(StoreFailed, Stale):
            await self.act(live, lambda table: table.come_back(holder))
        self._show(live)

    def notice(self, live: Live, holder: str | None) -> None:
        """A player without a stream has asked for something, so they are there."""
        if holder is not None and live.table.seats_of(holder) and not live.holders[holder]:
            if live.is_gone(holder):
                self._start(self._welcome(live, holder))
            self._miss(live, holder)

    def _miss(self, live: Live, holder: str) -> None:
        """From now on someone is gone, until we hear of them."""
        live.seen[holder] = time.monotonic()
        if holder not in live.missed:
            live.missed.add(holder)
            self._start(self._wait_for(live, holder))

    async def _wait_for(self, live: Live, holder: str) -> None:
        """Show that someone is gone, and after the agreed time let a bot stand in."""
        patience = live.table.agreement.patience
        try:
            if await self._stays_away(live, holder, self.pace.blink):
                self._show(live)
                if patience and await self._stays_away(live, holder, patience):
                    if live.table.agreement.automatic:
                        await self._replace(live, holder)
                    self._show(live)
        finally:
            live.missed.discard(holder)

    async def _stays_away(self, live: Live, holder: str, seconds: float) -> bool:
        """Wait until someone has been gone for so long, or is back."""
        while not live.holders[holder]:
            left = live.seen[holder] + seconds - time.monotonic()
            if left <= 0:
                return True
            await asyncio.sleep(left)
        return False

    async def _replace(self, live: Live, holder: str) -> None:
        for seat in live.table.seats_of(holder):
            with suppress(StoreFailed, Stale):
                await self.act(live, partial(Table.stand_in, seat=seat))

    # Bots

    def _wake_bot(self, live: Live) -> None:
        if live.bot is None or live.bot.done():
            seat = live.table.to_move
            if seat is not None and live.table.bot_at(seat) is not None:
                live.bot = self._start(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        """Play for as long as it is a bot's turn.

        A bot that fails is asked once more, then any legal move is made for it: whoever plays
        with it would rather meet a weak move than wait for ever. If that fails too, it is left
        until something happens at the table, or someone looks at it anew.
        """
        failures = 0
        while (seat := live.table.to_move) is not None and live.table.position is not None:
            level = live.table.bot_at(seat)
            if level is None or failures == TRIES_TO_MOVE:
                return
            try:
                await self._play_bot(live, seat, level if failures < TRIES_TO_THINK else ANY_MOVE)
                failures = 0
            except Stale:
                continue
            except StoreFailed:
                await asyncio.sleep(self.pace.retry)
            except Exception as error:
                game = live.table.agreement.game
                faults.report(error, f"in the turn of a bot, {level} at {game}")
                failures += 1
                await asyncio.sleep(self.pace.retry)

    async def _play_bot(self, live: Live, seat: int, level: str) -> None:
        assert live.table.position is not None
        await self.workshop.wait(live.table.agreement.game, BOTS)
        after, hidden = live.table.moved_at, live.table.position.seen_by(seat)
        move, _ = await asyncio.gather(
            asyncio.get_running_loop().run_in_executor(self._thinkers, _think, level, hidden),
            asyncio.sleep(self.pace.bot),
        )
        await self.act(live, partial(Table.bot_move, after=after, move=move))

    # Advice

    def _seat_bots(self, work: Work) -> None:
        """Bots that can think now sit down."""
        if work.ready(BOTS) and not work.kernels:
            for live in self._tables.values():
                if live.table.agreement.game == work.game and live.table.agreement.bots:
                    self._show(live)

    async def find_hint(self, live: Live) -> None:
        """Find out the move that a bot would make for the player to move."""
        table = live.table
        if table.position is None or table.to_move is None:
            return
        self.check_ready(table.agreement.game, BOTS)
        after, hidden = table.moved_at, table.position.seen_by(table.to_move)
        loop = asyncio.get_running_loop()
        live.hint = after, await loop.run_in_executor(self._analysts, hint, hidden)

    async def judged(self, live: Live) -> list[Judgement]:
        """What a bot thinks of all moves of a finished game; found out once, and not by bots
        that are being waited for."""
        self.check_ready(live.table.agreement.game, BOTS)
        if live.judgements is None:
            position = live.table.position
            assert position is not None
            live.judgements = asyncio.ensure_future(
                asyncio.get_running_loop().run_in_executor(
                    self._analysts, judge, live.table.variant, position.seed, list(position.moves)
                )
            )
            faults.watch(live.judgements, "the analysis of a game")
        return await asyncio.shield(live.judgements)

    # The house

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(self.pace.heartbeat)
            for live in list(self._tables.values()):
                try:
                    self._look_after(live)
                except Exception as error:
                    faults.report(error, "while looking after a table")

    def _look_after(self, live: Live) -> None:
        for audience, form in live.streams:
            self._channels.publish(HEARTBEAT, _channel(live, audience, form))
        if self._is_idle(live):
            del self._tables[live.table.name]

    def _is_idle(self, live: Live) -> bool:
        busy = live.streams or live.lock.locked() or (live.bot and not live.bot.done())
        return not busy and time.monotonic() - live.touched > self.pace.idle

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        faults.watch(task, f"the task {getattr(work, '__qualname__', 'of no name')}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _channel(live: Live, audience: Audience, form: str) -> str:
    return f"{live.table.name} {form} {audience}"


def _think(level: str, hidden: Position) -> str:
    """The move of a bot, who knows no more than its seat."""
    action = choose(level, hidden, luck(secrets.randbits(64)))
    [text] = hidden.variant.game.text.say(hidden.state, [action])
    return text
