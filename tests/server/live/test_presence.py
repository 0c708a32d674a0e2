"""Presence: who is at a table, since when others are away, and when that matters next."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any, cast

import pytest

from matchwood.server.base.signing import Signer
from matchwood.server.live.actor import TableActor
from matchwood.server.live.context import Services, Timings
from matchwood.server.live.presence import Attendance, PresenceTracker
from matchwood.server.table.commands import Deal, Sit
from matchwood.server.table.events import Dealt, Returned, StoodIn, Withheld
from matchwood.server.table.presence import LINGER_SECONDS, is_here, stand_in_changes
from tests.server.table.test_presence import LONG, PATIENCE
from tests.server.table.test_state import ANNA, BEN, LINK, ME, Log, draw, of_two, sealed


def test_attendance_knows_who_is_gone_and_when_that_matters_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    monkeypatch.setattr("matchwood.server.live.presence.time.monotonic", lambda: now[0])
    log, attendance = of_two(), Attendance(absence_grace=5, _since=now[0], used_at=now[0])
    table = log.table
    assert attendance.absences(table, now[0]) == {ANNA: 0, BEN: 0}
    with attendance.connected(ANNA), attendance.connected(ANNA):
        now[0] += 4
        assert attendance.until_next(table, now[0]) == 1, "then Ben is seen to be gone"
        now[0] += 1
        assert attendance.absences(table, now[0]) == {ANNA: 0, BEN: 5}
        assert attendance.until_next(table, now[0]) == LINGER_SECONDS - 5
        later = now[0] + LINGER_SECONDS
        assert attendance.until_next(table, later) == PATIENCE - 5 - LINGER_SECONDS
        assert not is_here(table, 1, attendance.absences(table, now[0]))
        assert attendance.idle == 0
        attendance.record_visit(BEN)
        assert attendance.absences(table, now[0]) == {ANNA: 0, BEN: 0}
    now[0] += 30
    assert attendance.absences(table, now[0]) == {ANNA: 30, BEN: 30}
    assert attendance.idle == 30
    assert attendance.watched
    now[0] += LONG
    assert attendance.until_next(table, now[0]) is None, "nothing is left to wait for"
    assert not attendance.watched


def test_bringing_a_table_in_brings_nobody_back() -> None:
    log = of_two()
    log.happen([StoodIn(1)])
    attendance = Attendance(absence_grace=5)
    now = attendance.used_at
    assert stand_in_changes(log.table, attendance.absences(log.table, now)) == []
    attendance.record_visit(BEN)
    now = attendance.looked_at
    assert stand_in_changes(log.table, attendance.absences(log.table, now)) == [Returned(1)]


def test_a_deal_that_was_loaded_half_opened_is_due_in_time_and_then_looked_at_no_more() -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    part = draw()
    for holder, own in ((ANNA, part), (BEN, draw())):
        log.do(holder, sealed(log.table, own))
    log.do(ANNA, Deal(part.hex()))
    services = Services(cast(Any, None), {}, Signer(b""))
    tracker, opening = PresenceTracker(log.table, services), services.timings.opening
    services.close()
    assert tracker.pending_events(log.table, time.monotonic()) == []
    due = time.monotonic() + opening
    assert tracker.pending_events(log.table, due) == [Withheld(1), Dealt()]
    assert tracker.seconds_to_next(log.table, due + LONG) is None


@pytest.mark.parametrize("readings", range(1, 9))
def test_whoever_is_gone_is_seen_to_be_gone_however_the_clock_runs_on(
    monkeypatch: pytest.MonkeyPatch, readings: int
) -> None:
    """The blink is over between any two readings of the clock, as on a busy machine."""
    blink = 5.0
    services = Services(cast(Any, None), {}, Signer(b""), Timings(absence_grace=blink))
    actor = TableActor(of_two(patience=0).table, services)
    actor.attendance.record_visit(BEN)

    async def look() -> None:
        running = asyncio.create_task(actor.run())
        await asyncio.sleep(0)
        over = actor.attendance.looked_at + blink
        clock = itertools.chain(itertools.repeat(over - 1e-3, readings), itertools.repeat(over))
        monkeypatch.setattr("time.monotonic", lambda: next(clock))
        actor.update_presence()
        seen_to_be_gone = not actor.presence.shown.here[1]
        assert seen_to_be_gone or actor._timer is not None
        actor.stop()
        await running

    asyncio.run(look())
    services.close()
