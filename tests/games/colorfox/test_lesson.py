"""The lessons of Colorfox: they keep the rules, and what they say is true of their positions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from matchwood import find_game
from matchwood.learning.lessons import Step
from matchwood.testing import check_lessons
from tests.games.colorfox.twin import Twin

GAME = find_game("colorfox")
FIRST, MORE = (lesson.steps for lesson in GAME.lessons.values())


def scores(step: Step, move: str | None = None) -> list[int]:
    position = step.position(GAME)
    if move is not None:
        position.play(move)
    return list(position.document["scores"])


def joined(step: Step, move: str) -> list[str]:
    """The matchsticks that a placement connects."""
    x, y = map(int, move.partition("@")[2].split(","))
    return sorted(Twin(step.position(GAME).document).touching(x, y).values())


def others(step: Step) -> list[str]:
    """What else could be done."""
    return [move for move in step.position(GAME).legal_moves() if move not in step.wanted]


def test_the_lessons_keep_the_rules() -> None:
    check_lessons(GAME)


def test_the_first_steps_are_one_game() -> None:
    for step, following in pairwise(FIRST[:5]):
        assert [*step.moves, *step.wanted, *step.answer] == list(following.moves)


@pytest.mark.parametrize("step", [*FIRST, *MORE])
def test_every_step_ends_better_than_with_another_move(step: Step) -> None:
    [best] = {scores(step, move)[0] for move in step.wanted}
    if step.outcome(GAME, step.wanted[0]).over:
        assert all(step.outcome(GAME, move).document["winners"] == [0] for move in step.wanted)
    else:
        assert all(scores(step, move)[0] < best for move in others(step) if ">2" not in move)


def test_the_learner_is_told_the_points_that_there_are() -> None:
    told = {0: ([0], 1), 1: ([1, 2], 3), 3: ([7], 10), 4: ([10, 11], 15)}
    for place, (less, most) in told.items():
        step = FIRST[place]
        assert scores(step)[0] == less[0]
        assert {scores(step, move)[0] for move in step.wanted} == {most}
        assert place == 3 or {scores(step, move)[0] for move in others(step)} <= {less[-1]}
    assert scores(FIRST[5]) == [13, 6]
    assert [scores(MORE[1])[:2], scores(MORE[1], "Y>1:G")[:2]] == [[16, 10], [21, 7]]


def test_the_places_ask_for_the_colours_that_are_told() -> None:
    assert [joined(FIRST[0], move) for move in FIRST[0].wanted] == [["R"]]
    assert [joined(FIRST[1], move) for move in FIRST[1].wanted] == [["Y"]]
    assert [joined(FIRST[1], move) for move in others(FIRST[1])] == [["R"]]
    assert [joined(FIRST[2], move) for move in FIRST[2].wanted] == [["G", "R"]]
    assert all(len(joined(FIRST[2], move)) == 1 for move in others(FIRST[2]))
    assert [joined(FIRST[4], move) for move in FIRST[4].wanted] == [["O"]]
    assert [joined(FIRST[5], move) for move in FIRST[5].wanted] == [["R"], ["R"]]
    assert all("R" not in joined(FIRST[5], move) for move in others(FIRST[5]))
    assert [len(joined(MORE[0], move)) for move in MORE[0].wanted] == [3]
    assert all(len(joined(MORE[0], move)) < 3 for move in others(MORE[0]))
