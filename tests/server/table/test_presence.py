"""Who is waited for, and when a bot plays for whom: pure rules, tested without a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.server.table.commands import StandIn
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.events import Returned, StoodIn
from matchwood.server.table.new_table import Chair
from matchwood.server.table.presence import (
    LINGER_SECONDS,
    bots_may_play,
    is_late,
    stand_in_changes,
)
from tests.server.table.test_state import ANNA, BEN, BOT, ME, SCREEN, Log, of_two

PATIENCE = 120
"""What a table agrees on that does not say otherwise."""
LONG = 10 * PATIENCE


def test_who_is_gone_for_longer_than_was_agreed_is_played_for_until_they_return() -> None:
    log = of_two()
    assert stand_in_changes(log.table, {BEN: PATIENCE - 1}) == []
    assert log.happen(stand_in_changes(log.table, {BEN: PATIENCE})) == [StoodIn(1)]
    assert stand_in_changes(log.table, {BEN: LONG}) == []
    assert log.happen(stand_in_changes(log.table, {BEN: 0})) == [Returned(1)]
    assert log.table.standing_in == set()


def test_a_bot_stands_in_only_for_the_sake_of_another_who_is_there() -> None:
    log = of_two()
    assert is_late(log.table, 1, {ANNA: LINGER_SECONDS - 1, BEN: PATIENCE})
    assert not is_late(log.table, 1, {ANNA: LINGER_SECONDS, BEN: PATIENCE})
    assert stand_in_changes(log.table, {ANNA: LONG, BEN: LONG}) == []


def test_who_plays_against_bots_alone_is_waited_for() -> None:
    log = Log("baguettes", ME, BOT).deal(ANNA)
    for gone in (PATIENCE, LONG):
        assert stand_in_changes(log.table, {ANNA: gone}) == []
        assert not is_late(log.table, 0, {ANNA: gone})


def test_two_at_one_screen_are_waited_for_together() -> None:
    log = Log("baguettes", ME, SCREEN).deal(ANNA)
    assert stand_in_changes(log.table, {ANNA: LONG}) == []


@given(anna=st.floats(0, LONG), ben=st.floats(0, LONG), watched=st.booleans())
def test_a_game_goes_on_only_while_a_player_is_there(
    anna: float, ben: float, watched: bool
) -> None:
    log = of_two()
    there = min(anna, ben) < LINGER_SECONDS
    assert bots_may_play(log.table, {ANNA: anna, BEN: ben}, watched) == there


@pytest.mark.parametrize("watched", [True, False])
def test_bots_who_play_each_other_rest_when_nobody_looks(watched: bool) -> None:
    log = Log("baguettes", BOT, Chair("bot"))
    assert bots_may_play(log.table, {}, watched) == watched


def test_where_it_was_agreed_a_bot_comes_only_when_another_asks() -> None:
    log = of_two(automatic=False)
    assert stand_in_changes(log.table, {BEN: LONG}) == []
    with pytest.raises(Forbidden, match="not been away for long enough"):
        log.decide(ANNA, StandIn(1), {BEN: PATIENCE - 1})
    log.do(ANNA, StandIn(1), {BEN: LONG})
    assert log.decide(ANNA, StandIn(1), {BEN: LONG}) == []
    assert log.happen(stand_in_changes(log.table, {})) == [Returned(1)]


def test_a_table_may_wait_for_ever() -> None:
    log = of_two(patience=0)
    assert not is_late(log.table, 1, {BEN: 10.0**9})
    assert stand_in_changes(log.table, {BEN: 10.0**9}) == []
