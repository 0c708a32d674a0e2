"""What all tables share: the store, the threads of bots, and the pace of things."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from matchwood.lab.warm import Workshop
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
"""How the names of the threads begin in which is thought."""
MAX_RECORD_JOBS, MAX_RECORD_JOBS_PER_ADDRESS = 24, 3
"""How many may wait for the next record of theirs before no more may begin to take them along: of
all, and of one address."""
SHORT_LOG = 100
"""A longer log is replayed in a thread, so that no other table waits."""

Renderer = Callable[[View, Perspective], StreamEvent]
"""A view as it goes into a stream."""


@dataclass(frozen=True)
class Timings:
    """How long things take, in seconds."""

    bot: float = 0.9
    """A bot moves no sooner, so that people can follow, and take a move back."""
    watched_bot: float = 1.8
    """The same where bots play each other."""
    absence_grace: float = 5.0
    """Who is gone for less, as when a page is loaded anew, is not gone."""
    opening: float = 20.0
    """After that the deal does without a part that was not opened."""
    emote: float = 5.0
    """For how long it is seen what someone says, and they can say nothing more."""
    heartbeat: float = 15.0
    idle: float = 600.0
    """After that a table that nobody looks at is left to the store."""
    retry: float = 1.0
    removal_interval: float = 3600.0
    """How often tables that are older than games are kept are looked for, and when first."""
    removal_pause: float = 0.5
    """Between removing some of them and some more, so that moves come in between."""


@dataclass
class Services:
    """What all tables share."""

    store: Store
    renderers: dict[str, Renderer]
    signer: Signer
    timings: Timings = field(default_factory=Timings)
    cluster: SingleServer = field(default_factory=SingleServer)
    """The other servers on the store."""
    workshop: Workshop = field(default_factory=lambda: Workshop(()))
    """Where games are compiled that are not yet; of others it knows nothing."""
    bot_pool: BotPool = field(default_factory=lambda: BotPool(BOT_THREADS, THREAD_NAME_PREFIXES[0]))
    analysis_pool: BotPool = field(default_factory=lambda: BotPool(1, THREAD_NAME_PREFIXES[1]))
    record_pool: BotPool = field(
        default_factory=lambda: BotPool(
            1, THREAD_NAME_PREFIXES[2], MAX_RECORD_JOBS, MAX_RECORD_JOBS_PER_ADDRESS
        )
    )
    """Thread pool that writes the records of downloads."""
    pictures: PictureCache = field(default_factory=PictureCache)
    is_shutting_down: bool = False
    """Whether the server is about to end: nothing new is begun."""
    keep: float | None = None
    """For how many seconds finished games are kept; without a number, for ever."""
    looks_back: bool = True
    """Whether bots look at each finished game, to say what decided it."""

    @property
    def interruption(self) -> Refused:
        """Answer to those who wait for a table that has ended."""
        return ShuttingDown() if self.is_shutting_down else TableNotFound()

    def close(self) -> None:
        self.bot_pool.close()
        self.analysis_pool.close()
        self.record_pool.close()


async def replayed(name: str, log: list[Event]) -> Table:
    """A table from its log."""
    if len(log) < SHORT_LOG:
        return Table(name, log)
    return await asyncio.to_thread(Table, name, log)
