"""The examples of the rulebook, played: they are true, and the book tells the same numbers."""

from __future__ import annotations

import pytest

from matchwood import find_game
from matchwood.games.colorfox.pieces import points, sets
from matchwood.learning.rulebook import LANGUAGES
from tests.games.colorfox.positions import arranged, corner, held
from tests.support.rulebooks import section

NORA, IDA = 0, 0
LEO = 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_matches_win_two_sticks_and_a_swap_makes_a_set_of_four(language: str) -> None:
    examples = section(find_game("colorfox"), "examples", language)
    position = corner(sticks={NORA: "RO", LEO: "P"})
    position.play("BYGR@1,1")
    assert held(position, NORA) == "RROG"
    assert position.document["swaps_left"] == 1
    assert sum_told(position.document["sticks"][NORA]) in examples
    position.play("R>1:P")
    assert held(position, NORA) == "ROGP"
    assert position.document["scores"][NORA] == 10
    assert "10" in examples


def test_the_last_blue_stick_ends_nothing_and_the_next_blue_match_ends_the_game() -> None:
    table = [("YBGR", 0, 0), ("GROP", -1, 0), ("PBGO", -1, 1)]
    hands = [["OPRB", "OOPP", "PPOO", "OPOP"], ["PRYB", "OOPP", "PPOO", "OPOP"]]
    position = arranged(table, hands, sticks={LEO: "BBBBBBB"})
    position.play("OPRB@1,0")
    assert held(position, IDA) == "B"
    assert position.document["reserve"]["B"] == 0
    assert not position.document["ending"]
    position.play("PRYB@0,1")
    assert held(position, LEO) == "YBBBBBBB"
    assert position.document["ending"]
    assert position.document["swaps_left"] == 1
    position.play("Y>0:B")
    assert position.over
    assert len(position.document["hands"][LEO]) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sticks", ["ROYGBPGRR", "RRRGGGBBB"])
def test_nine_sticks_score_what_the_example_adds_up(sticks: str, language: str) -> None:
    position = arranged([("YBGR", 0, 0)], [["OPRB"], ["OOPP"]], sticks={IDA: sticks})
    told = sum_told(position.document["sticks"][IDA])
    assert told.endswith(f"= {position.document['scores'][IDA]}")
    assert told in section(find_game("colorfox"), "examples", language)


def sum_told(holding: dict[str, int]) -> str:
    """Sticks as the example counts them: 21 + 3 + 1 = 25."""
    scored = [points(len(colours)) for colours in sets(holding)]
    return f"{' + '.join(map(str, scored))} = {sum(scored)}"
