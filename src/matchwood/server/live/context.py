"""Services and timings that all tables share, and the background tasks of each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from matchwood.lab.warm import Workshop
from matchwood.server.base import error_log
from matchwood.server.base.signing import Signer
from matchwood.server.live.bot_pool import BotPool
from matchwood.server.live.broadcast import StreamEvent
from matchwood.server.live.cluster import SingleServer
from matchwood.server.live.picture_pool import PictureCache
from matchwood.server.storage.store import Store
from matchwood.server.table.errors import Refused, ShuttingDown, TableNotFound
from matchwood.server.table.events import Event
from matchwood.server.table.state import Table
from matchwood.server.views.model import View
from matchwood.server.views.perspective import Perspective

BOT_THREADS = 2
THREAD_NAME_PREFIXES = ("bot", "analyst", "archivist")
"""Beginnings of the names of threads in the pools below."""
MAX_RECORD_JOBS, MAX_RECORD_JOBS_PER_ADDRESS = 24, 3
"""Jobs that may wait in the record pool: of all, and of one address."""
SHORT_LOG = 100
"""A log of so many events is replayed in a thread, so that no other table waits."""

Answer = TypeVar("Answer")
Renderer = Callable[[View, Perspective], StreamEvent]


@dataclass(frozen=True)
class Timings:
    """Durations in seconds."""

    bot: float = 0.9
    """Shortest time of a bot's move, so that people can follow, and take a move back."""
    watched_bot: float = 1.8
    """The same where bots play each other."""
    absence_grace: float = 5.0
    """A player without a stream for less is not away: a page may be reloading."""
    opening: float = 20.0
    """Time after which the deal does without a part that was not opened."""
    emote: float = 5.0
    """Time for which an emote is shown, and its player can send no other."""
    heartbeat: float = 15.0
    idle: float = 600.0
    """Time after which a table that nobody needs leaves memory."""
    retry: float = 1.0
    removal_interval: float = 3600.0
    """Time between two removals of old tables, and before the first."""
    removal_pause: float = 0.5
    """Time between two batches of a removal, so that moves come in between."""


@dataclass
class Services:
    """Everything that all tables share."""

    store: Store
    renderers: dict[str, Renderer]
    """Renderers of stream events, by form."""
    signer: Signer
    timings: Timings = field(default_factory=Timings)
    cluster: SingleServer = field(default_factory=SingleServer)
    workshop: Workshop = field(default_factory=lambda: Workshop(()))
    """Compiles games that are not compiled yet; knows nothing of others."""
    bot_pool: BotPool = field(default_factory=lambda: BotPool(BOT_THREADS, THREAD_NAME_PREFIXES[0]))
    analysis_pool: BotPool = field(default_factory=lambda: BotPool(1, THREAD_NAME_PREFIXES[1]))
    record_pool: BotPool = field(
        default_factory=lambda: BotPool(
            1, THREAD_NAME_PREFIXES[2], MAX_RECORD_JOBS, MAX_RECORD_JOBS_PER_ADDRESS
        )
    )
    """Writes the records of downloads."""
    pictures: PictureCache = field(default_factory=PictureCache)
    is_shutting_down: bool = False
    """True if nothing new is begun."""
    keep: float | None = None
    """Seconds for which finished games are kept; None for ever."""
    looks_back: bool = True
    """True if bots judge each finished game, to tell what decided it."""

    @property
    def interruption(self) -> Refused:
        """Answer to those who wait for a table that has left memory."""
        return ShuttingDown() if self.is_shutting_down else TableNotFound()

    def close(self) -> None:
        self.bot_pool.close()
        self.analysis_pool.close()
        self.record_pool.close()


class TableTasks:
    """Background tasks of one table. One that fails is logged, and ends no other."""

    def __init__(self, services: Services, game: str) -> None:
        self._services, self._game = services, game
        self._running: set[asyncio.Task[Any]] = set()
        self.stopped = asyncio.Event()
        """Set when the table leaves memory; no task can be started then."""

    def start(self, work: Coroutine[Any, Any, Answer], name: str) -> asyncio.Task[Answer]:
        if self.stopped.is_set():
            work.close()
            raise self._services.interruption
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            error_log.report(error, f"in {task.get_name()} of a table of {self._game}")

    async def cancel(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def replayed(name: str, log: list[Event]) -> Table:
    """A table from its log."""
    if len(log) < SHORT_LOG:
        return Table(name, log)
    return await asyncio.to_thread(Table, name, log)
