"""What Top Trumps Match tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

import pytest

from matchwood import load
from matchwood.engine import rules
from matchwood.engine.luck import luck
from matchwood.games.top_trumps_match.cubes import SYMBOLS
from matchwood.testing import check_weights
from tests.games.top_trumps_match.positions import about_to_match
from tests.games.top_trumps_match.positions import give as give_cards
from tests.support.knowledge import numbered, share

rule = pytest.mark.rule


def test_who_can_complete_a_line_now_has_nearly_won_the_round() -> None:
    position = about_to_match("K")
    mover = position.to_move
    give_cards(position, ["AB", "CD"])
    plain = share(position, mover)
    give_cards(position, ["KB", "CD"] if mover == 0 else ["AB", "KD"])
    assert 0.5 < plain < share(position, mover)


def test_a_line_whose_symbol_is_on_the_other_players_card_helps_them() -> None:
    position = about_to_match("K")
    mover = position.to_move
    give_cards(position, ["AB", "KD"] if mover == 0 else ["KB", "CD"])
    assert share(position, mover) < 0.5


def test_points_decide_as_they_come_near_the_target() -> None:
    position = load("top-trumps-match").new(1)
    position.state.points[:] = [4, 0]
    assert share(position, 0) > 0.8


def test_in_the_five_minute_game_one_match_wins() -> None:
    position = about_to_match("K", mode="five-minute")
    give_cards(position, ["AB", "CD"])
    assert share(position, position.to_move) == 1


@pytest.mark.parametrize("side", [0, 1])
def test_beside_four_of_a_kind_a_push_is_weighed_as_the_position_after_it(side: int) -> None:
    check_weights(about_to_match("K", side))


@rule("TT-13")
def test_a_push_reveals_when_it_makes_a_match() -> None:
    position = about_to_match("K")
    revealing = {move for move in position.legal() if position.reveals(move)}
    assert revealing
    for move in position.legal():
        after = position.copy()
        after.play(move)
        assert (after.state.round_number > 1 or after.over) == (move in revealing)


@rule("TT-17")
def test_the_push_that_makes_a_round_void_reveals() -> None:
    position = load("top-trumps-match", void_after=20).new(1)
    position.state.pushes = 18
    assert not any(position.reveals(move) for move in position.legal())
    position.state.pushes = 19
    assert all(position.reveals(move) for move in position.legal())


def test_others_are_suspected_of_having_the_cards_they_build_on() -> None:
    position = about_to_match("K", side=0)
    viewer, generator = 1, luck(1)
    held = 0
    for _ in range(300):
        hidden = position.seen_by(viewer)
        rules.suspect(hidden.state, viewer, generator)
        held += SYMBOLS.index("K") in hidden.state.cards[0]
    assert held / 300 > 2 / 13 * 1.3


def test_a_new_round_is_a_new_outcome() -> None:
    position = about_to_match("K")
    moves = {text: number for number, text in numbered(position)}
    ending, other = position.copy(), position.copy()
    ending.play("c3=K")
    quiet = next(text for text in moves if not position.reveals(text))
    other.play(quiet)
    assert rules.outcome(ending.state, moves["c3=K"]) != 0
    assert rules.outcome(other.state, moves[quiet]) == 0
