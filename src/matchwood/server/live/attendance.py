"""Attendance: who is at a table and since when each absent player has been gone, by the clock."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from matchwood.server.table.presence import LINGER_SECONDS, RemotePresence
from matchwood.server.table.state import Table


@dataclass
class Attendance:
    """The comings and goings at one table."""

    absence_grace: float
    """Who is gone for fewer seconds, as when a page is loaded anew, is not gone."""
    tell: Callable[[str, bool], None] = lambda holder, here: None
    """Lets other servers know that a player is here, or was."""
    viewers: int = 0
    """How many streams are open, of players and of others."""
    _streams: Counter[str] = field(default_factory=Counter)
    """How many streams each player has open."""
    _seen: dict[str, float] = field(default_factory=dict)
    """When each was last here who has no stream open."""
    _elsewhere: frozenset[str] = frozenset()
    """Who is here by another server."""
    _since: float = field(default_factory=time.monotonic)
    looked_at: float = -math.inf
    """When someone was last at the table, or watched it."""
    used_at: float = field(default_factory=time.monotonic)
    """When it was last needed for anything, such as a line of a list."""

    @contextmanager
    def connected(self, holder: str | None) -> Iterator[None]:
        """Someone follows the table while this lasts."""
        self.viewers += 1
        if holder is not None:
            self._streams[holder] += 1
            self.tell(holder, True)
        try:
            yield
        finally:
            self.viewers -= 1
            self.record_visit(None)
            if holder is not None:
                self._streams[holder] -= 1
                self.record_visit(holder)

    def record_visit(self, holder: str | None) -> None:
        """Someone has asked for something, so they are there."""
        self.looked_at = self.used_at = time.monotonic()
        if holder is not None:
            self._seen[holder] = self.looked_at
            self.tell(holder, self._streams[holder] > 0)

    def use(self) -> None:
        """The table is needed, though nobody need be looking at it."""
        self.used_at = time.monotonic()

    def on_remote_presence(self, elsewhere: Mapping[str, RemotePresence]) -> None:
        """See who is, or was, at the table by another server."""
        now = time.monotonic()
        for holder, known in elsewhere.items():
            seen = now - known.gone
            self._seen[holder] = max(seen, self._seen.get(holder, seen))
        here = frozenset(holder for holder, known in elsewhere.items() if known.here)
        for holder in self._elsewhere - elsewhere.keys():
            self._seen[holder] = now
        self._elsewhere = here

    def announce_all(self) -> None:
        """Let other servers know who is here by us, once more."""
        for holder, streams in self._streams.items():
            if streams:
                self.tell(holder, True)

    def is_here(self, holder: str) -> bool:
        """Whether a player has a stream open, here or by another server."""
        return self._streams[holder] > 0 or holder in self._elsewhere

    @property
    def watched(self) -> bool:
        """Whether someone looks, or did so a moment ago."""
        return self.viewers > 0 or time.monotonic() - self.looked_at < LINGER_SECONDS

    @property
    def idle(self) -> float:
        """For how long nobody has needed the table."""
        return 0.0 if self.viewers else time.monotonic() - self.used_at

    def gone(self, table: Table, now: float) -> dict[str, float]:
        """For how long each player has been gone."""
        return {holder: self._gone_for(table, holder, now) for holder in _holders(table)}

    def _gone_for(self, table: Table, holder: str, now: float) -> float:
        if self.is_here(holder):
            return 0.0
        gone = now - self._last_seen(table, holder)
        return gone if gone >= self.absence_grace else 0.0

    def _last_seen(self, table: Table, holder: str) -> float:
        """When a player was last here; one who was never seen here may have been until now, unless
        a bot stands in for them, as the log says."""
        stood_in = any(table.players[seat].holder == holder for seat in table.standing_in)
        return self._seen.get(holder, -math.inf if stood_in else self._since)

    def until_next(self, table: Table, now: float) -> float | None:
        """In how many seconds it makes a difference that nothing has happened since now.

        Whoever asks names the moment at which they last looked who is gone: what has come true
        since then is still to come for them, and would else be missed for ever.
        """
        marks = (self.absence_grace, float(table.agreement.patience))
        waits = [
            mark - (now - self._last_seen(table, holder))
            for holder in _holders(table)
            if not self.is_here(holder)
            for mark in marks
        ]
        return min((wait for wait in waits if wait > 0), default=None)


def _holders(table: Table) -> set[str]:
    return {player.holder for player in table.players.values()}
