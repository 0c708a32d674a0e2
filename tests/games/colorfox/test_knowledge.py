"""What Colorfox tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import load
from matchwood.engine import dispatch
from matchwood.games.colorfox import bot as colorfox
from matchwood.games.colorfox.rules import score
from tests.games.colorfox.positions import arranged, corner, holdings
from tests.support.knowledge import numbered, share

rule = pytest.mark.rule


def test_who_has_more_points_is_ahead() -> None:
    position = corner(sticks={0: "ROYGB", 1: "RRRRR"})
    assert share(position, 0) > 0.6


def test_points_count_more_towards_the_end() -> None:
    sticks = {0: "ROYGB", 1: "RRRRR"}
    assert share(corner(sticks=sticks, gone="ROYG"), 0) > share(corner(sticks=sticks), 0)


def test_swaps_that_are_still_to_come_are_counted_as_made() -> None:
    position = corner(sticks={0: "RR", 1: "ROYGB"})
    position.play("BYGR@1,1")
    assert position.legal_moves()[0] == "keep"
    before = share(position, 0)
    position.play("keep")
    assert before > share(position, 0)


@given(holdings, st.integers(0, 5), st.integers(0, 5))
def test_the_gain_of_a_swap_is_what_the_score_grows_by(
    held: list[int], give: int, take: int
) -> None:
    position = load("colorfox").new(1)
    s = position.state
    held[give] += 1
    s.sticks[0] = held
    gain = colorfox._gain(s.sticks[0], give, take) if give != take else 0
    before = score(s, 0)
    s.sticks[0, give] -= 1
    s.sticks[0, take] += 1
    assert score(s, 0) - before == gain


@rule("CF-12")
def test_a_placement_and_the_decision_that_draws_a_card_reveal() -> None:
    position = corner(sticks={0: "RR", 1: "OY"})
    assert position.reveals("BYGR@1,1")
    position.play("BYGR@1,1")
    assert position.reveals("keep")
    assert position.reveals("R>1:O")


@rule("CF-12")
def test_without_a_pile_swaps_reveal_nothing() -> None:
    position = corner(sticks={0: "RR", 1: "OY"}, pile=())
    position.play("BYGR@1,1")
    assert not position.reveals("keep")
    assert not position.reveals("R>1:O")


@rule("CF-8")
def test_to_skip_reveals_nothing() -> None:
    assert not arranged([("YOGB", 0, 0)], [["RRPP"], ["PPPR"]]).reveals("pass")


def test_the_same_card_is_the_same_move_wherever_it_is_held() -> None:
    position = corner()
    s = position.state
    before = {text: dispatch.label(s, number) for number, text in numbered(position)}
    card, rest = s.hands[0, 0], s.hands[1, 0]
    s.hands[0, :2] = rest, card
    names = {text: dispatch.label(s, number) for number, text in numbered(position)}
    assert before.items() <= names.items()
    assert len(set(names.values())) == len(names)
    assert dispatch.label(s, 0) == 0
