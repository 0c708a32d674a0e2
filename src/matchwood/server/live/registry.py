"""The registry of tables in memory: it finds the actor of a table, or loads the table.

There is never a second actor of a table: of two requests that load it at once the second gets the
actor of the first, and an actor that is evicted is out of the registry before another can come.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from hmac import compare_digest
from hmac import new as hmac

from matchwood.engine.game import find_game, game_names
from matchwood.lab.warm import BOTS, RULES, Work, Workshop
from matchwood.server.base import error_log
from matchwood.server.live.actor import TableActor
from matchwood.server.live.context import Services, replayed
from matchwood.server.live.retention import RetentionTask
from matchwood.server.storage.listings import TableRow
from matchwood.server.storage.store import Store
from matchwood.server.table.commands import decide_rematch, not_the_maker, others_played
from matchwood.server.table.errors import (
    BrokenGame,
    Conflict,
    DamagedTable,
    GameNotReady,
    ShuttingDown,
    StoreError,
    TableNotFound,
    UnreadableTable,
)
from matchwood.server.table.events import Event, Opened
from matchwood.server.table.state import Table
from matchwood.server.views.build import summary_of

NAME_LETTERS, NAME_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""A table's name is a secret of its own: who does not know it cannot watch, unless it is listed."""


def _rematch_name(table: Table) -> str:
    """The name of the next table of the same players. It follows from what nobody is shown, not
    even when the game is over: who holds the seats."""
    holders = "".join(sorted(player.holder for player in table.players.values()))
    digest = hmac(holders.encode(), table.name.encode(), "sha256").digest()
    return "".join(NAME_LETTERS[byte % len(NAME_LETTERS)] for byte in digest[:NAME_LENGTH])


class TableRegistry:
    """Actors of the tables that are in use."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.workshop.watchers.append(self._on_compiled)
        self._actors: dict[str, TableActor] = {}
        self._tasks: asyncio.TaskGroup

    @property
    def store(self) -> Store:
        return self.services.store

    @property
    def workshop(self) -> Workshop:
        return self.services.workshop

    @property
    def actors(self) -> Collection[TableActor]:
        return self._actors.values()

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Run the actors, and evict those that are idle."""
        error_log.log_stray_errors()
        async with asyncio.TaskGroup() as self._tasks:
            keepers = [self._tasks.create_task(self._evict_and_checkpoint())]
            if self.services.keep is not None:
                tidier = RetentionTask(
                    self.store, self.services.keep, self.services.timings, self._actors
                )
                keepers.append(self._tasks.create_task(tidier.run()))
            try:
                async with self.services.cluster.lifespan(self._actors):
                    yield
            finally:
                for keeper in keepers:
                    keeper.cancel()
                for actor in self._actors.values():
                    actor.stop()
                self.services.close()
                await self.services.pictures.close()

    def start_shutdown(self) -> None:
        """Begin nothing new, stop the bots, and send all subscribers to another server."""
        self.services.is_shutting_down = True
        for actor in self._actors.values():
            actor.start_shutdown()

    async def find(self, name: str, newest: bool = True) -> TableActor:
        """The actor of a table, loaded if it is not in memory.

        With `newest` the events that other servers have written are read first: the visitor may
        have been told of them there.
        """
        while True:
            actor = self._actors.get(name)
            if actor is None:
                table = await self._load(name)
                # Another request may have loaded it meanwhile; then theirs counts.
                actor = self._actors.get(name) or self._start_actor(table)
            elif newest:
                actor.attendance.touch()
                await actor.catch_up()
            self.check_ready(actor.table.agreement.game)
            actor.attendance.touch()
            if self._actors.get(name) is actor:
                return actor
            # It was evicted while we waited.

    async def _load(self, name: str) -> Table:
        log = await self.store.log(name)
        if not log:
            raise TableNotFound
        if isinstance(log[0], Opened) and log[0].agreement.game in game_names():
            self.check_ready(log[0].agreement.game)
        try:
            return await replayed(name, log)
        except UnreadableTable as error:
            error.log = log
            raise
        except Exception as error:
            error_log.report_throttled(error, "while replaying a table")
            raise DamagedTable from error

    def _start_actor(self, table: Table) -> TableActor:
        actor = self._actors[table.name] = TableActor(table, self.services)
        self._tasks.create_task(self._run_actor(actor))
        return actor

    async def _run_actor(self, actor: TableActor) -> None:
        """Run an actor; one that fails ends no other."""
        try:
            await actor.run()
        except Exception as error:
            error_log.report(error, f"in the actor of a table of {actor.table.agreement.game}")
        finally:
            if self._actors.get(actor.table.name) is actor:
                del self._actors[actor.table.name]

    def check_ready(self, game: str, stage: str = RULES) -> None:
        """Raise `GameNotReady` while a game is not compiled, and have it compiled next."""
        work = self.workshop.work(game)
        if work is not None and work.broken:
            title = find_game(game).title
            raise BrokenGame(title)
        if work is not None and not work.ready(stage):
            self.workshop.ask(game)
            title = find_game(game).title
            raise GameNotReady(title, work.share([stage]))

    async def open(self, maker: str, first: list[Event], name: str | None = None) -> TableActor:
        """Create a table with its first events. Raises `Conflict` if its name is taken."""
        if self.services.is_shutting_down:
            raise ShuttingDown
        name = name or "".join(secrets.choice(NAME_LETTERS) for _ in range(NAME_LENGTH))
        table = Table(name, first)
        await self.store.create(name, maker, summary_of(table), first)
        return self._start_actor(table)

    async def delete(self, name: str, holder: str | None) -> None:
        """Delete a table for good, for the visitor who set it up."""
        try:
            actor = await self.find(name)
        except UnreadableTable:
            await self.find_unreadable(name, holder)
            await self.store.remove(name)
            return
        await actor.delete(holder)
        if self._actors.get(name) is actor:
            del self._actors[name]

    async def find_unreadable(self, name: str, holder: str | None) -> TableRow:
        """The row of a table that cannot be replayed, for a visitor who may delete it."""
        held = await self.store.find(name)
        if held is None:
            raise TableNotFound
        if holder is None or not compare_digest(held.maker, holder):
            raise not_the_maker()
        if held.phase != "waiting" and await self.store.holders(name) - {holder}:
            raise others_played()
        return held

    async def open_rematch(self, actor: TableActor, holder: str, first: list[Event]) -> str:
        """The name of the table where the same players play again; the first who asks sets it up.

        The name is the same whoever asks, so the store has it once, whichever servers were asked.
        """
        decide_rematch(actor.table, holder, "")  # Raises what forbids it, before a table is made.
        if actor.table.again is None:
            following = _rematch_name(actor.table)
            with suppress(Conflict):
                await self.open(holder, first, following)
            await actor.submit(partial(decide_rematch, holder=holder, following=following))
        assert actor.table.again is not None
        return actor.table.again

    def _on_compiled(self, work: Work) -> None:
        """Show that bots of a game are here now."""
        if work.ready(BOTS):
            for actor in self._actors.values():
                if actor.table.agreement.game == work.game and actor.table.agreement.bots:
                    actor.update_presence()

    async def _evict_and_checkpoint(self) -> None:
        """Evict idle tables now and then, and those that a command removed from the store; other
        servers tell what they remove."""
        while True:
            await asyncio.sleep(self.services.timings.heartbeat)
            self._evict_idle()
            try:
                await self.store.checkpoint()
                if self._actors and not self.store.database.is_shared:
                    await self._drop_removed()
            except StoreError:
                pass  # The store has told why; it is tried again the next time.

    async def _drop_removed(self) -> None:
        looked_for = dict(self._actors)
        there = await self.store.existing(looked_for)
        for name, actor in looked_for.items():
            if name not in there:
                actor.on_deleted()

    def _evict_idle(self) -> None:
        for actor in list(self._actors.values()):
            if actor.is_idle:
                self._evict(actor)

    def _evict(self, actor: TableActor) -> None:
        del self._actors[actor.table.name]
        actor.stop()
