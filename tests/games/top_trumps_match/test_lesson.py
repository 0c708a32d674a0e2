"""The lessons of Top Trumps Match: what they ask for is all that does it, what they say is so."""

from __future__ import annotations

import pytest

from matchwood import Position, find_game
from matchwood.learning.lessons import Step
from matchwood.testing import check_lessons
from tests.games.top_trumps_match.positions import most_equal, refused

pytestmark = pytest.mark.compiled  # of documents; no kernel has a part in it
rule = pytest.mark.rule
GAME = find_game("top-trumps-match")
FIRST, FIVE_MINUTE = (GAME.lessons[name].steps for name in ("first", "five-minute"))
LEARNER, RIVAL = 0, 1
SCORED = [None, [1, 0], [2, 0], [2, 0], [2, 0], None, [2, 0]]
"""What the steps for newcomers end with."""


def scored(position: Position, move: str) -> list[int] | None:
    """What a match scores that a move makes for who moves."""
    after = position.copy()
    after.play(move)
    match = after.document["last_match"]
    return match["scored"] if match and match["caller"] == position.to_move else None


def test_the_lessons_keep_the_rules() -> None:
    check_lessons(GAME)


@pytest.mark.parametrize(
    ("step", "points"),
    [*zip(FIRST, SCORED, strict=True), *zip(FIVE_MINUTE, ([0, 1], [1, 0]), strict=True)],
)
def test_a_step_asks_for_all_moves_that_score_as_it_says(
    step: Step, points: list[int] | None
) -> None:
    position = step.position(GAME)
    if points is None:
        assert {scored(position, move) for move in step.wanted} == {None}
    else:
        assert [move for move in position.legal_moves() if scored(position, move) == points] == [
            *step.wanted
        ]


def test_the_first_step_asks_for_all_moves_that_make_four() -> None:
    position = FIRST[0].position(GAME)
    making_four = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        making_four += [move] * (most_equal(after.document, LEARNER) == 4)
    assert making_four == [*FIRST[0].wanted]


@rule("TT-10")
def test_the_step_of_the_lock_has_a_line_of_four_that_it_closes() -> None:
    position = FIRST[3].position(GAME)
    assert position.document["fresh"] == "c4"
    assert refused(position, "c4=L") == "TT-10"
    open_again = position.copy()
    open_again.state.fresh = -1
    assert scored(open_again, "c4=L")


@rule("TT-9")
def test_the_step_of_what_goes_out_has_a_push_that_hands_over_the_rivals_match() -> None:
    step = FIRST[5]
    for move, harmless in (("a4=C", False), ("c4=C", True)):
        assert (move in step.wanted) == harmless
        position = step.position(GAME)
        position.play(move)
        assert most_equal(position.document, LEARNER) == 4
        matches = [each for each in position.legal_moves() if scored(position, each)]
        assert (not matches) == harmless


@rule("TT-18")
def test_the_five_minute_game_is_lost_to_a_card_and_then_won() -> None:
    outcomes = [step.outcome(GAME, step.wanted[0]) for step in FIVE_MINUTE]
    assert [position.winners for position in outcomes] == [[RIVAL], [LEARNER]]
    assert [position.document["cards"][RIVAL] for position in outcomes] == [["C", "F"], ["B", "C"]]
