"""Rules of presence: who counts as here, and when a bot plays for an absent player.

They are functions of a table and of how long each player has been gone, without a clock
(`live/presence.py` has it). Presence is in no log; that a bot stands in, or that the player is
back, changes who moves, and is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matchwood.server.table.events import Event, Returned, StoodIn
from matchwood.server.table.state import Table

Absences = Mapping[str, float]
"""Seconds that each player has been gone, by holder; 0 for those who are here."""
LINGER_SECONDS = 60.0
"""Seconds for which bots and rivals wait for somebody who has gone: their page may be loading, or a
program asks only now and then."""


def is_here(table: Table, seat: int, gone: Absences) -> bool:
    """True if the person on a chair is at the table now."""
    return seat not in table.players or not gone.get(table.players[seat].holder, 0)


def is_late(table: Table, seat: int, gone: Absences) -> bool:
    """True if a bot may stand in for a person: gone for longer than was agreed, while another
    person is there who would have to wait. Who plays against bots alone keeps nobody waiting."""
    if table.phase != "playing" or not table.plays(seat):
        return False
    holder = table.players[seat].holder
    others = table.people - {holder}
    waiting = any(gone.get(other, 0) < LINGER_SECONDS for other in others)
    return waiting and not is_waited_for(table, holder, gone)


def is_waited_for(table: Table, holder: str, gone: Absences) -> bool:
    """True if a player is here, or has not been gone for as long as was agreed to wait."""
    patience = table.agreement.patience
    return not patience or gone.get(holder, 0) < patience


def bots_may_play(table: Table, gone: Absences, watched: bool) -> bool:
    """True if bots play: only while someone is there for whom they do."""
    if table.is_full:
        return False
    if table.only_bots:
        return watched
    return any(gone.get(holder, 0) < LINGER_SECONDS for holder in table.people)


def stand_in_changes(table: Table, gone: Absences) -> list[Event]:
    """The bots that are to stand in from now on, and those whose player is back."""
    if table.phase != "playing":
        return []
    back = [Returned(seat) for seat in sorted(table.standing_in) if is_here(table, seat, gone)]
    if not table.agreement.automatic:
        return list(back)
    absent = [seat for seat in table.chairs if seat not in table.standing_in]
    return [*back, *(StoodIn(seat) for seat in absent if is_late(table, seat, gone))]


@dataclass(frozen=True)
class RemotePresence:
    """Presence of a player at another server."""

    here: bool
    gone: float
    """Seconds since they went."""
