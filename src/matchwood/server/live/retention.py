"""Removal of games that are older than they are kept (`--keep`).

A clock that is wrong for a while must not cost anyone a game. So nothing is removed unless the
clock of this machine has run evenly since the last look and agrees with that of the store; and
more than a part of all tables at once is left to whoever runs the server.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field

from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.server.base.error_log import log
from matchwood.server.live.context import Timings
from matchwood.server.storage.removal import TableCounts
from matchwood.server.storage.store import Store
from matchwood.server.table.errors import StoreError

MOST_APART = 60.0
"""By so many seconds clocks may differ."""
SHARE = 10
"""At once no more than one table in so many is removed, but always one."""
_TIME = re.compile(r"(?P<number>[0-9]{1,5})(?P<unit>[hdw])")
_SECONDS = {"h": 60 * 60, "d": 24 * 60 * 60, "w": 7 * 24 * 60 * 60}


class InvalidAge(MatchwoodError):
    """The time for which games are kept is none."""


def parse_age(text: str) -> float:
    """The seconds of a time such as 90d, 12w or 48h."""
    found = _TIME.fullmatch(text)
    seconds = int(found["number"]) * _SECONDS[found["unit"]] if found else 0
    if not seconds:
        raise InvalidAge(
            "{time} is no time to keep games; one looks like 90d, 12w or 48h.", time=quoted(text)
        )
    return seconds


@dataclass(frozen=True)
class Moment:
    """A moment by the two clocks of this machine; the second one is never set."""

    wall: float = field(default_factory=time.time)
    steady: float = field(default_factory=time.monotonic)

    def drift_since(self, earlier: Moment) -> float:
        """By how many seconds the clock was set since then."""
        return (self.wall - earlier.wall) - (self.steady - earlier.steady)


class RetentionTask:
    """Removes old games, one look after the other."""

    def __init__(
        self, store: Store, keep: float, timings: Timings, in_use: Collection[str]
    ) -> None:
        self._store, self._keep, self._timings = store, keep, timings
        self._in_use = in_use
        """The tables that are in memory here."""

    async def run(self) -> None:
        while True:
            began = Moment()
            await asyncio.sleep(self._timings.removal_interval)
            with suppress(StoreError):  # The store has told why; it is tried again.
                await self.look(began)

    async def look(self, last: Moment) -> None:
        """Remove what is old, if that can be believed."""
        counts = await self._store.counts(self._keep, list(self._in_use))
        reason = _doubt(counts, Moment(), last)
        if reason is not None:
            log.warning("No old games were removed: %s", reason)
            return
        removed = 0
        try:
            while removed < counts.old and (
                some := await self._store.remove_old(self._keep, list(self._in_use))
            ):
                removed += some
                await asyncio.sleep(self._timings.removal_pause)
        finally:
            if removed:
                log.info("Old games removed (--keep): %d of %d.", removed, counts.all)


def _doubt(counts: TableCounts, now: Moment, last: Moment) -> str | None:
    """The reason not to remove anything, if there is one."""
    drift, apart = now.drift_since(last), now.wall - counts.clock
    if abs(drift) > MOST_APART:
        return f"the clock of this machine was set by {drift:.0f} seconds."
    if abs(apart) > MOST_APART:
        return f"the clocks of this machine and of the store differ by {apart:.0f} seconds."
    if counts.old > max(counts.all // SHARE, 1):
        return (
            f"{counts.old} of {counts.all} are older than games are kept, too many at once. "
            "“matchwood tables remove --older-than TIME” removes them."
        )
    return None
