"""Presence at one table, by the clock: who is here, who is away for how long, and what follows.

The rules are pure functions in `table/presence.py`; here are the clock and the streams.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from matchwood.lab.warm import BOTS
from matchwood.server.live.context import Services
from matchwood.server.table.commands import deal_without_missing
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.events import Event
from matchwood.server.table.presence import (
    LINGER_SECONDS,
    Absences,
    RemotePresence,
    is_here,
    is_late,
    stand_in_changes,
)
from matchwood.server.table.state import Table
from matchwood.server.views.perspective import Presence


@dataclass
class Attendance:
    """Visits and streams at one table, and the absences that follow from them."""

    absence_grace: float
    """Seconds without a stream after which a player counts as away: a page may be reloading."""
    announce_presence: Callable[[str, bool], None] = lambda holder, here: None
    """Tells other servers that a player is here, or was."""
    viewers: int = 0
    """Number of open streams, of players and others."""
    _streams: Counter[str] = field(default_factory=Counter)
    """Number of open streams by player."""
    _seen_at: dict[str, float] = field(default_factory=dict)
    """Time of the last visit, by holder."""
    _remote: frozenset[str] = frozenset()
    """Players who are here by another server."""
    _since: float = field(default_factory=time.monotonic)
    looked_at: float = -math.inf
    """Time of the last visit."""
    used_at: float = field(default_factory=time.monotonic)
    """Time when the table was last needed for anything, such as a line of a list."""

    @contextmanager
    def connected(self, player: str | None) -> Iterator[None]:
        """Count a stream for as long as this lasts."""
        self.viewers += 1
        if player is not None:
            self._streams[player] += 1
            self.announce(player)
        try:
            yield
        finally:
            self.viewers -= 1
            self.record_visit(player)
            if player is not None:
                self._streams[player] -= 1
                self.announce(player)

    def record_visit(self, holder: str | None) -> None:
        """Note that someone asks for something."""
        self.looked_at = self.used_at = time.monotonic()
        if holder is not None:
            self._seen_at[holder] = self.looked_at

    def touch(self) -> None:
        """Note that the table is needed, though nobody need be looking at it."""
        self.used_at = time.monotonic()

    def on_remote_presence(self, players: Mapping[str, RemotePresence]) -> None:
        """Take in who is, or was, at the table by another server."""
        now = time.monotonic()
        for holder, known in players.items():
            seen = now - known.gone
            self._seen_at[holder] = max(seen, self._seen_at.get(holder, seen))
        for holder in self._remote - players.keys():
            self._seen_at[holder] = now
        self._remote = frozenset(holder for holder, known in players.items() if known.here)

    def announce(self, player: str) -> None:
        """Tell other servers that a player is here, or was seen."""
        self.announce_presence(player, self._streams[player] > 0)

    def announce_all(self) -> None:
        """Tell other servers once more which players are here."""
        for player, streams in self._streams.items():
            if streams:
                self.announce(player)

    def is_here(self, holder: str) -> bool:
        """True if a player has a stream open, at any server."""
        return self._streams[holder] > 0 or holder in self._remote

    @property
    def watched(self) -> bool:
        """True if someone looks at the table, or did so a moment ago."""
        return self.viewers > 0 or time.monotonic() - self.looked_at < LINGER_SECONDS

    @property
    def idle(self) -> float:
        """Seconds for which nobody has needed the table."""
        return 0.0 if self.viewers else time.monotonic() - self.used_at

    def absences(self, table: Table, now: float) -> dict[str, float]:
        """Seconds for which each player has been away."""
        return {holder: self._away_for(table, holder, now) for holder in _holders(table)}

    def _away_for(self, table: Table, holder: str, now: float) -> float:
        if self.is_here(holder):
            return 0.0
        away = now - self._last_seen(table, holder)
        return away if away >= self.absence_grace else 0.0

    def _last_seen(self, table: Table, holder: str) -> float:
        """When a player was last here; one who was never seen here may have been until now, unless
        a bot stands in for them, as the log says."""
        stood_in = any(table.players[seat].holder == holder for seat in table.standing_in)
        return self._seen_at.get(holder, -math.inf if stood_in else self._since)

    def until_next(self, table: Table, now: float) -> float | None:
        """Seconds until an absence matters that did not at `now`, if nothing happens.

        `now` is the moment of the last update: what came true since then is still to come.
        """
        marks = (self.absence_grace, LINGER_SECONDS, float(table.agreement.patience))
        waits = [
            mark - (now - self._last_seen(table, holder))
            for holder in _holders(table)
            if not self.is_here(holder)
            for mark in marks
        ]
        return min((wait for wait in waits if wait > 0), default=None)


class PresenceTracker:
    """Presence as it is shown to viewers, and the events of the table that follow from it.

    It is worked out by `update`, once for every change of the table or of attendance, and when the
    clock makes a difference.
    """

    def __init__(self, table: Table, services: Services) -> None:
        announce = partial(services.cluster.announce_presence, table.name)
        self.attendance = Attendance(services.timings.absence_grace, announce)
        self.absences: Absences = {}
        self.emotes: dict[int, EmoteName] = {}
        """Emotes that are shown, by the seat of the player."""
        self._services = services
        self._all_pledged_at: float | None = None
        """Time when all had pledged their parts of a deal that is not dealt yet."""
        self.shown = Presence((), ())
        """Presence as of the last update, by seat."""
        self.update(table, time.monotonic())

    def update(self, table: Table, now: float) -> bool:
        """Work presence out; true if viewers are to be shown something new."""
        before = self.shown
        self.absences = self.attendance.absences(table, now)
        waits = table.all_pledged and table.position is None
        self._all_pledged_at = (self._all_pledged_at or now) if waits else None
        ready = self._services.workshop.ready(table.agreement.game, BOTS)
        self.shown = Presence(
            here=tuple(
                ready if seat in table.agreement.bots else is_here(table, seat, self.absences)
                for seat in table.chairs
            ),
            late=tuple(
                seat not in table.standing_in and is_late(table, seat, self.absences)
                for seat in table.chairs
            ),
            emotes=tuple(self.emotes.get(seat) for seat in table.chairs),
        )
        return self.shown != before

    def is_away(self, table: Table, seat: int) -> bool:
        """True if viewers are shown that the player of a seat is away, or that a bot stands in."""
        return seat in table.standing_in or not self.shown.here[seat]

    def pending_events(self, table: Table, now: float) -> list[Event]:
        """The bots that are to stand in, the players who are back, and a deal that is overdue."""
        due = self._deal_due_in(now)
        missing = [] if due is None or due > 0 else deal_without_missing(table)
        return [*missing, *stand_in_changes(table, self.absences)]

    def seconds_to_next(self, table: Table, now: float) -> float | None:
        """Seconds after `now`, the moment of the last update, until the next one matters."""
        waits = (self.attendance.until_next(table, now), self._deal_due_in(now))
        return min((wait for wait in waits if wait is not None and wait > 0), default=None)

    def _deal_due_in(self, now: float) -> float | None:
        """Seconds until the deal does without the parts that are not opened."""
        since = self._all_pledged_at
        return None if since is None else since + self._services.timings.opening - now


def _holders(table: Table) -> set[str]:
    return {player.holder for player in table.players.values()}
