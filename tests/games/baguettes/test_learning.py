"""Lessons and pictures of Baguettes: they keep the rules, and show what they are about."""

from __future__ import annotations

import pytest

from matchwood import find_game
from matchwood.bots.solver import Solver
from matchwood.engine.language import LANGUAGES
from matchwood.games.baguettes.teach import FIGURES, NEWCOMERS, PARTNERS
from matchwood.learning.lessons import Lesson
from matchwood.testing import check_lessons

GAME = find_game("baguettes")
*_, LAST_STEP = NEWCOMERS.steps
FITS_THE_BAR = 100


def test_the_lessons_keep_the_rules() -> None:
    check_lessons(GAME)
    assert list(GAME.lessons) == ["newcomers", "teams"]


def test_what_a_step_says_fits_the_bar_in_every_language() -> None:
    for lesson in GAME.lessons.values():
        for step in lesson.steps:
            said = [GAME.speaking(language).tell(step.says) for language in LANGUAGES]
            assert max(map(len, said)) <= FITS_THE_BAR, said


def test_the_winning_move_of_the_last_step_is_the_only_one() -> None:
    position = LAST_STEP.position(GAME)
    answer = Solver(position, megabytes=8).solve(position)
    assert answer.complete
    assert answer.winning == list(LAST_STEP.wanted)
    assert LAST_STEP.outcome(GAME, *LAST_STEP.wanted).winners == [LAST_STEP.seat]


def test_the_partners_win_together() -> None:
    *_, last = PARTNERS.steps
    assert last.outcome(GAME, *last.wanted).winners == [0, 2]


@pytest.mark.parametrize(
    ("lesson", "steps"), [(NEWCOMERS, (0, 1, 3)), (PARTNERS, (0,))], ids=["newcomers", "teams"]
)
def test_a_board_that_is_played_on_is_the_one_that_the_step_before_ended_with(
    lesson: Lesson, steps: tuple[int, ...]
) -> None:
    for place in steps:
        step, following = lesson.steps[place : place + 2]
        [move] = step.wanted
        assert following.position(GAME) == step.outcome(GAME, move)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_in_every_language_and_shows_what_it_marks(name: str) -> None:
    figure = FIGURES[name]
    for language in LANGUAGES:
        drawings = figure.drawings(GAME, GAME.speaking(language))
        assert len(drawings) == (2 if figure.then else 1)
        assert drawings[0].inside != drawings[-1].inside or not figure.then
        assert drawings[0].inside.count("data-mark") == len(figure.marks)
        assert ' id="' not in drawings[0].inside
    for language in LANGUAGES:
        assert GAME.rulebook(language).text.count(f"(figure:{name})") == 1
