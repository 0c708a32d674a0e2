"""Removal of games that are older than they are kept (`--keep`).

A clock that is wrong for a while must not cost anyone a game. So nothing is removed unless the
clock of this machine has run evenly since the last removal and agrees with that of the store; and
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

MAX_DRIFT = 60.0
"""Seconds by which clocks may differ."""
MAX_SHARE = 10
"""No more than one table in so many is removed at once, but always one."""
_TIME = re.compile(r"(?P<number>[0-9]{1,5})(?P<unit>[hdw])")
_SECONDS = {"h": 60 * 60, "d": 24 * 60 * 60, "w": 7 * 24 * 60 * 60}


class InvalidAge(MatchwoodError):
    """A text that gives no age, such as 90d."""


def parse_age(text: str) -> float:
    """Seconds of an age such as 90d, 12w or 48h."""
    found = _TIME.fullmatch(text)
    seconds = int(found["number"]) * _SECONDS[found["unit"]] if found else 0
    if not seconds:
        raise InvalidAge(
            "{time} is no time to keep games; one looks like 90d, 12w or 48h.", time=quoted(text)
        )
    return seconds


@dataclass(frozen=True)
class ClockReading:
    """A reading of the two clocks of this machine; the second one is never set."""

    wall: float = field(default_factory=time.time)
    steady: float = field(default_factory=time.monotonic)

    def drift_since(self, earlier: ClockReading) -> float:
        """Seconds by which the clock was set since then."""
        return (self.wall - earlier.wall) - (self.steady - earlier.steady)


class RetentionTask:
    """Removes old games every now and then."""

    def __init__(
        self, store: Store, keep: float, timings: Timings, in_use: Collection[str]
    ) -> None:
        self._store, self._keep, self._timings = store, keep, timings
        self._in_use = in_use
        """Tables in memory, which are not old."""

    async def run(self) -> None:
        while True:
            began = ClockReading()
            await asyncio.sleep(self._timings.removal_interval)
            with suppress(StoreError):  # The store has told why; it is tried again.
                await self.remove_old(began)

    async def remove_old(self, last: ClockReading) -> None:
        """Remove what is old, if the clocks can be believed."""
        counts = await self._store.counts(self._keep, list(self._in_use))
        reason = _reason_to_wait(counts, ClockReading(), last)
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


def _reason_to_wait(counts: TableCounts, now: ClockReading, last: ClockReading) -> str | None:
    """The reason not to remove anything, if there is one."""
    drift, apart = now.drift_since(last), now.wall - counts.clock
    if abs(drift) > MAX_DRIFT:
        return f"the clock of this machine was set by {drift:.0f} seconds."
    if abs(apart) > MAX_DRIFT:
        return f"the clocks of this machine and of the store differ by {apart:.0f} seconds."
    if counts.old > max(counts.all // MAX_SHARE, 1):
        return (
            f"{counts.old} of {counts.all} are older than games are kept, too many at once. "
            "“matchwood tables remove --older-than TIME” removes them."
        )
    return None
