"""The lessons of Matches: they keep the rules, and ask for nothing that was not to be seen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from matchwood import Position, find_game
from matchwood.games.piecepack_matches.teach import EIGHT_LEFT, FOR_FLAMING, NEWCOMERS
from matchwood.learning.lessons import Lesson, Step
from matchwood.testing import check_lessons

GAME = find_game("piecepack-matches")
rule = pytest.mark.rule


def position(lesson: Lesson, step: int) -> Position:
    return lesson.steps[step - 1].position(GAME)


def ups(position: Position) -> dict[str, str]:
    """The sides that are up, by the move that turns the coin."""
    coins = enumerate(position.document["coins"], start=1)
    return {f"flip {spot}": coin["up"] for spot, coin in coins if coin}


def test_the_lessons_keep_the_rules() -> None:
    check_lessons(GAME)


@rule("PM-12")
@pytest.mark.parametrize("steps", [NEWCOMERS.steps[1:], FOR_FLAMING.steps])
def test_a_step_begins_where_the_one_before_ended(steps: tuple[Step, ...]) -> None:
    """So whatever the learner is to remember was turned before their eyes."""
    for before, after in pairwise(steps):
        assert after.moves == (*before.moves, *before.wanted, *before.answer)


@rule("PM-12")
def test_nothing_was_seen_in_the_turns_that_are_left_out() -> None:
    later = position(NEWCOMERS, 2)
    coins = [coin for coin in later.document["coins"] if coin]
    assert len(coins) == 8
    assert not any(coin["seen"] for coin in coins)
    assert EIGHT_LEFT[:2] == (*NEWCOMERS.steps[0].wanted, *NEWCOMERS.steps[0].answer)


@rule("PM-6")
@pytest.mark.parametrize("step", [1, 2, 3, 5, 6])
def test_the_coin_that_is_asked_for_marks_the_tile_that_glows(step: int) -> None:
    taught, before = NEWCOMERS.steps[step - 1], position(NEWCOMERS, step)
    [tile] = [mark for mark in taught.marks if mark.startswith("tile-")][:1]
    before.play(taught.wanted[0])
    assert tile.removeprefix("tile-") in before.document["marked"][0]


@rule("PM-1")
def test_no_other_coin_shows_a_side_of_the_3_of_crowns() -> None:
    shown = ups(position(NEWCOMERS, 2))
    assert [move for move, up in shown.items() if up in "C3"] == list(NEWCOMERS.steps[1].wanted)


@rule("PM-7")
def test_the_coin_to_be_tried_is_one_of_two_that_show_a_2_and_stays() -> None:
    before = position(NEWCOMERS, 4)
    assert list(ups(before).values()).count("2") == 2
    before.play("flip 19")
    assert before.document["coins"][18] == {"coin": "A2", "up": "A", "seen": True}


@rule("PM-12")
def test_of_the_two_coins_that_show_arms_the_learner_has_seen_the_other() -> None:
    before = position(NEWCOMERS, 5)
    shown = {move: up for move, up in ups(before).items() if up == "A"}
    assert shown.keys() == {"flip 19", "flip 23"}
    assert [before.observe(0).document["coins"][spot]["coin"] for spot in (18, 22)] == ["A2", None]


@rule("PM-9")
def test_the_last_coin_is_the_only_2_left_and_wins() -> None:
    before = position(NEWCOMERS, 6)
    assert {"S2", "C2", "A2"} <= set().union(*before.document["marked"])
    assert [move for move, up in ups(before).items() if up == "2"] == ["flip 9"]
    assert NEWCOMERS.steps[-1].outcome(GAME, "flip 9").winners == [0]


@rule("PM-11")
def test_the_rival_of_flaming_matches_mistakes_one_of_two_coins_that_show_a_2() -> None:
    before = position(FOR_FLAMING, 2)
    assert before.observe(1).document["coins"][12] == {"coin": "M2", "up": "2", "seen": True}
    assert "M2" in before.document["tiles"][1]
    assert before.document["coins"][16] is None
    before.play("move 17")
    assert [move for move, up in ups(before).items() if up == "2"] == ["flip 16", "flip 17"]
    taken = FOR_FLAMING.steps[2].outcome(GAME, "flip 16")
    assert taken.document["marked"] == [["S2"], []]
