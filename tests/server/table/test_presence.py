"""Who is waited for, and when a bot plays for whom: pure rules, tested without a clock."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.server.base.signing import Signer
from matchwood.server.live.actor import TableActor
from matchwood.server.live.context import Services, Timings
from matchwood.server.table.commands import StandIn
from matchwood.server.table.errors import NotYours
from matchwood.server.table.events import Returned, StoodIn
from matchwood.server.table.new_table import Chair
from matchwood.server.table.presence import (
    LINGERS,
    Attendance,
    comings_and_goings,
    goes_on,
    is_here,
    is_late,
)
from tests.server.table.test_state import ANNA, BEN, BOT, ME, SCREEN, Log, of_two

PATIENCE = 120
"""What a table agrees on that does not say otherwise."""
LONG = 10 * PATIENCE


def test_who_is_gone_for_longer_than_was_agreed_is_played_for_until_they_return() -> None:
    log = of_two()
    assert comings_and_goings(log.table, {BEN: PATIENCE - 1}) == []
    assert log.happen(comings_and_goings(log.table, {BEN: PATIENCE})) == [StoodIn(1)]
    assert comings_and_goings(log.table, {BEN: LONG}) == []
    assert log.happen(comings_and_goings(log.table, {BEN: 0})) == [Returned(1)]
    assert log.table.standing_in == set()


def test_a_bot_stands_in_only_for_the_sake_of_another_who_is_there() -> None:
    log = of_two()
    assert is_late(log.table, 1, {ANNA: LINGERS - 1, BEN: PATIENCE})
    assert not is_late(log.table, 1, {ANNA: LINGERS, BEN: PATIENCE})
    assert comings_and_goings(log.table, {ANNA: LONG, BEN: LONG}) == []


def test_who_plays_against_bots_alone_is_waited_for() -> None:
    log = Log("baguettes", ME, BOT).deal(ANNA)
    for gone in (PATIENCE, LONG):
        assert comings_and_goings(log.table, {ANNA: gone}) == []
        assert not is_late(log.table, 0, {ANNA: gone})


def test_two_at_one_screen_are_waited_for_together() -> None:
    log = Log("baguettes", ME, SCREEN).deal(ANNA)
    assert comings_and_goings(log.table, {ANNA: LONG}) == []


@given(anna=st.floats(0, LONG), ben=st.floats(0, LONG), watched=st.booleans())
def test_a_game_goes_on_only_while_a_player_is_there(
    anna: float, ben: float, watched: bool
) -> None:
    log = of_two()
    there = min(anna, ben) < LINGERS
    assert goes_on(log.table, {ANNA: anna, BEN: ben}, watched) == there


@pytest.mark.parametrize("watched", [True, False])
def test_bots_who_play_each_other_rest_when_nobody_looks(watched: bool) -> None:
    log = Log("baguettes", BOT, Chair("bot"))
    assert goes_on(log.table, {}, watched) == watched


def test_where_it_was_agreed_a_bot_comes_only_when_another_asks() -> None:
    log = of_two(automatic=False)
    assert comings_and_goings(log.table, {BEN: LONG}) == []
    with pytest.raises(NotYours, match="not been away for long enough"):
        log.decide(ANNA, StandIn(1), {BEN: PATIENCE - 1})
    log.do(ANNA, StandIn(1), {BEN: LONG})
    assert log.decide(ANNA, StandIn(1), {BEN: LONG}) == []
    assert log.happen(comings_and_goings(log.table, {})) == [Returned(1)]


def test_a_table_may_wait_for_ever() -> None:
    log = of_two(patience=0)
    assert not is_late(log.table, 1, {BEN: 10.0**9})
    assert comings_and_goings(log.table, {BEN: 10.0**9}) == []


def test_attendance_knows_who_is_gone_and_when_that_matters_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    monkeypatch.setattr("matchwood.server.table.presence.time.monotonic", lambda: now[0])
    log, attendance = of_two(), Attendance(blink=5, _since=now[0], used_at=now[0])
    table = log.table
    assert attendance.gone(table, now[0]) == {ANNA: 0, BEN: 0}
    with attendance.following(ANNA), attendance.following(ANNA):
        now[0] += 4
        assert attendance.until_next(table, now[0]) == 1, "then Ben is seen to be gone"
        now[0] += 1
        assert attendance.gone(table, now[0]) == {ANNA: 0, BEN: 5}
        assert attendance.until_next(table, now[0]) == PATIENCE - 5
        assert not is_here(table, 1, attendance.gone(table, now[0]))
        assert attendance.idle == 0
        attendance.notice(BEN)
        assert attendance.gone(table, now[0]) == {ANNA: 0, BEN: 0}
    now[0] += 30
    assert attendance.gone(table, now[0]) == {ANNA: 30, BEN: 30}
    assert attendance.idle == 30
    assert attendance.watched
    now[0] += LONG
    assert attendance.until_next(table, now[0]) is None, "nothing is left to wait for"
    assert not attendance.watched


def test_bringing_a_table_in_brings_nobody_back() -> None:
    log = of_two()
    log.happen([StoodIn(1)])
    attendance = Attendance(blink=5)
    now = attendance.used_at
    assert comings_and_goings(log.table, attendance.gone(log.table, now)) == []
    attendance.notice(BEN)
    now = attendance.looked_at
    assert comings_and_goings(log.table, attendance.gone(log.table, now)) == [Returned(1)]


@pytest.mark.parametrize("readings", range(1, 9))
def test_whoever_is_gone_is_seen_to_be_gone_however_the_clock_runs_on(
    monkeypatch: pytest.MonkeyPatch, readings: int
) -> None:
    """The blink is over between any two readings of the clock, as on a busy machine."""
    blink = 5.0
    services = Services(cast(Any, None), {}, Signer(b""), Timings(blink=blink))
    actor = TableActor(of_two(patience=0).table, services)
    actor.attendance.notice(BEN)

    async def look() -> None:
        staying = asyncio.create_task(actor.stay())
        await actor.begun.wait()
        over = actor.attendance.looked_at + blink
        clock = itertools.chain(itertools.repeat(over - 1e-3, readings), itertools.repeat(over))
        monkeypatch.setattr("time.monotonic", lambda: next(clock))
        actor._look_around()
        seen_to_be_gone = not actor._presence.here[1]
        assert seen_to_be_gone or actor._alarm is not None
        actor.end()
        await staying

    asyncio.run(look())
    services.close()
