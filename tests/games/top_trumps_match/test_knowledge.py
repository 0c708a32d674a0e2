"""What Top Trumps Match tells the bots: its estimates, what they forget, which moves reveal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from matchwood import Position, bots, load
from matchwood.engine import dispatch
from matchwood.engine.rng import new_generator
from matchwood.games.top_trumps_match.pieces import SYMBOLS
from matchwood.testing import check_weights
from tests.games.top_trumps_match.positions import about_to_match, most_equal
from tests.games.top_trumps_match.positions import give as give_cards
from tests.support.knowledge import numbered, share, writable

rule = pytest.mark.rule
REMEMBERED = 0.0, 0.25, 0.45
"""How well some bots remember; see `bots.levels`."""


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
    revealing = {move for move in position.legal_moves() if position.reveals(move)}
    assert revealing
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        assert (after.state.round_number > 1 or after.over) == (move in revealing)


@rule("TT-17")
def test_the_push_that_makes_a_round_void_reveals() -> None:
    position = load("top-trumps-match", void_after=20).new(1)
    position.state.pushes = 18
    assert not any(position.reveals(move) for move in position.legal_moves())
    position.state.pushes = 19
    assert all(position.reveals(move) for move in position.legal_moves())


@pytest.mark.compiled
def test_others_are_suspected_of_having_the_cards_they_build_on() -> None:
    position = about_to_match("K", side=0)
    viewer, generator = 1, new_generator(1)
    held = 0
    for _ in range(300):
        hidden = writable(position.observe(viewer))
        dispatch.suspect(hidden.state, viewer, generator)
        held += SYMBOLS.index("K") in hidden.state.cards[0]
    assert held / 300 > 2 / 13 * 1.3


@rule("TT-7")
def test_the_other_side_can_be_forgotten() -> None:
    for before, after in forgetting():
        mover = before.to_move
        assert (before.state.shows[mover] == after.state.shows[mover]).all()
        kept = before.state.shows[1 - mover] == after.state.shows[1 - mover]
        assert kept.mean() < 0.6
        assert after.state.held == before.state.held
        assert np.array_equal(numbered(after), numbered(before))


@rule("TT-3")
@pytest.mark.parametrize("memory", REMEMBERED)
def test_what_is_believed_instead_could_be_so(memory: float) -> None:
    for before, after in forgetting(memory):
        s = after.state
        assert sorted(s.cube) == sorted(before.state.cube)
        for cell in np.flatnonzero(s.cube >= 0):
            towards_0, towards_1 = s.shows[:, cell]
            faces = s.cubes[s.cube[cell]].tolist()
            assert faces[faces.index(towards_0) ^ 1] == towards_1


@pytest.mark.compiled
@rule("TT-12")
def test_nobody_believes_in_a_match_that_was_not_called() -> None:
    position = about_to_match("K", side=0)
    generator = new_generator(1)
    for _ in range(300):
        mixed_up = writable(position.observe(position.to_move))
        dispatch.forget(mixed_up.state, 0.0, generator)
        assert most_equal(mixed_up.observe(1).document, side=0) < 5


def test_the_cube_that_was_put_in_just_now_is_not_forgotten() -> None:
    for before, after in forgetting():
        fresh = before.state.fresh
        if fresh >= 0:
            assert after.state.cube[fresh] == before.state.cube[fresh]


def test_with_a_perfect_memory_nothing_is_forgotten() -> None:
    for before, after in forgetting(memory=1.0):
        assert before == after


@pytest.mark.compiled
def test_the_more_is_remembered_the_more_is_true() -> None:
    true = []
    for memory in REMEMBERED:
        cells = [before.state.cube == after.state.cube for before, after in forgetting(memory)]
        true.append(np.mean(cells))
    assert true == sorted(true)
    assert true[0] + 0.1 < true[-1]


def forgetting(memory: float = 0.0) -> Iterator[tuple[Position, Position]]:
    """What the player to move knows in some positions of a game, before and after they forget."""
    position, generator = load("top-trumps-match").new(1), new_generator(1)
    for push in range(10):
        before = position.observe(position.to_move)
        after = writable(before)
        dispatch.forget(after.state, memory, generator)
        yield before, after
        position.play(position.legal_moves()[7 * push])


@pytest.mark.parametrize("mode", ["tournament", "five-minute"])
def test_in_haste_a_round_that_drags_on_leaves_less_to_both_sides(mode: str) -> None:
    position = load("top-trumps-match", mode=mode).new(1)
    dispatch.hurry(position.state, 1)
    early, *later = (left_to_both(position, pushes) for pushes in (0, 20, 30, 50, 100))
    assert [early, later[0]] == pytest.approx([1, 1])
    assert later == sorted(set(later), reverse=True)
    assert later[-1] > 0


def test_who_is_three_times_as_patient_loses_hope_after_three_times_as_many_pushes() -> None:
    usual, patient = (load("top-trumps-match").new(1) for _ in range(2))
    dispatch.hurry(usual.state, 1)
    dispatch.hurry(patient.state, 3)
    assert left_to_both(patient, 60) == pytest.approx(1)
    for pushes in (30, 50):
        assert left_to_both(patient, 3 * pushes) == pytest.approx(left_to_both(usual, pushes))


def test_without_haste_a_round_that_drags_on_is_worth_as_much_as_any() -> None:
    position = load("top-trumps-match").new(1)
    assert left_to_both(position, pushes=100) == pytest.approx(1)


def test_who_can_complete_a_line_does_not_lose_hope() -> None:
    position = about_to_match("K", mode="five-minute")
    dispatch.hurry(position.state, 1)
    assert left_to_both(position, pushes=100) == share(position, position.to_move) == 1


@pytest.mark.parametrize("pushes", [0, 30, 100])
def test_in_haste_too_to_weigh_pushes_is_to_estimate_what_comes_after(pushes: int) -> None:
    position = about_to_match("K", side=0)
    dispatch.hurry(position.state, 1)
    position.state.pushes = pushes
    actions, room = position.legal_actions().copy(), np.zeros(1, position.state.dtype)
    shares, weights, plain = np.zeros(position.players), *np.zeros((2, len(actions)))
    dispatch.weigh(position.state, actions, len(actions), room, shares, weights)
    dispatch.try_each(position.state, actions, len(actions), room, shares, plain)
    for move, weight, wanted in zip(position.legal_moves(), weights, plain, strict=True):
        assert position.reveals(move) or weight == pytest.approx(wanted)


def left_to_both(position: Position, pushes: int) -> float:
    position.state.pushes = pushes
    return share(position, 0) + share(position, 1)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_between_equal_bots_who_forget_somebody_wins(level: str, seed: int) -> None:
    """A statistic is in docs/bots.md; these few hold that no round goes on without end."""
    position = load("top-trumps-match", mode="five-minute", max_voids=1).new(seed)
    assert len(play_on(position, level)) == 1


@pytest.mark.slow
@rule("TT-17")
@pytest.mark.compiled
def test_between_experts_somebody_loses_patience_before_the_round_is_void() -> None:
    position = load("top-trumps-match", mode="five-minute", max_voids=1).new(1)
    assert len(play_on(position, "expert", bots.Budget(iterations=1500))) == 1


def play_on(position: Position, level: str, budget: bots.Budget | None = None) -> list[int]:
    """Who wins between bots of one level."""
    generators = [new_generator(seat) for seat in range(position.players)]
    while not position.over:
        seat = position.to_move
        position.play_action(bots.choose(level, position, generators[seat], budget))
    return position.winners


def test_a_new_round_is_a_new_outcome() -> None:
    position = about_to_match("K")
    moves = {text: number for number, text in numbered(position)}
    ending, other = position.copy(), position.copy()
    ending.play("c3=K")
    quiet = next(text for text in moves if not position.reveals(text))
    other.play(quiet)
    assert dispatch.outcome(ending.state, moves["c3=K"]) != 0
    assert dispatch.outcome(other.state, moves[quiet]) == 0
