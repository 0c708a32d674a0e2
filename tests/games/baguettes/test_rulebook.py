"""The examples of the rulebook, played: they are true."""

from __future__ import annotations

import pytest

from matchwood import Position, find_game
from matchwood.learning.rulebook import LANGUAGES
from tests.games.baguettes.positions import levels, refused, table
from tests.support.rulebooks import section

NORA = 0
RODS = "A4:red B2:green C1:red"
STICKS = "21:red 23:green 44:red"


def before_the_pull(sticks: str = STICKS) -> Position:
    return table(RODS, sticks, (5, 5), to_move=NORA)


def test_a_pull_lets_one_stick_sink_and_one_fall_and_exchanges_the_rod() -> None:
    position = before_the_pull()
    assert levels(position) == {"21": "B", "23": "B", "44": "A"}
    position.play("pull B2>44")
    document = position.document
    assert document["rods"] == {"A4": "red", "C1": "red"}
    assert document["sticks"] == {
        "21": {"colour": "red", "level": "C"},
        "44": {"colour": "green", "level": "A"},
    }
    assert document["out"] == {"red": 0, "green": 1}
    assert document["hands"] == [6, 5]


def test_nothing_can_be_pulled_with_one_stick_upright_or_from_under_nothing() -> None:
    assert refused(before_the_pull("21:red 23:green"), "pull B2>21") == "BG-8"
    assert refused(before_the_pull(), "pull C1") == "BG-8"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_names_the_places_that_are_played_here(language: str) -> None:
    examples = section(find_game("baguettes"), "examples", language)
    places = [item.partition(":")[0] for item in f"{RODS} {STICKS}".split()]
    assert all(place in examples for place in places)
