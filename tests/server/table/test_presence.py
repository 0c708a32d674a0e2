"""Who is waited for, and when a bot plays for whom: pure rules, tested without a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.server.table.commands import StandIn
from matchwood.server.table.errors import NotYours
from matchwood.server.table.events import Returned, StoodIn
from matchwood.server.table.new_table import Chair
from matchwood.server.table.presence import (
    LINGERS,
    comings_and_goings,
    goes_on,
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
