"""The examples of the rulebook, played: they are true, and the book shows the same coins."""

from __future__ import annotations

import re

import pytest

from matchwood import Position, find_game
from matchwood.games.piecepack_matches.pieces import NONE
from matchwood.games.piecepack_matches.text import NAMES
from matchwood.learning.rulebook import LANGUAGES
from tests.games.piecepack_matches.positions import coin, give, lay, middle, table
from tests.support.rulebooks import section

SPOTS = slice(2, 8)
"""Spots 3 to 8."""
SPOTS_OF_COINS = (3, 4, 6, 7, 8)
SPOT_OF_D, FREE = 7, 5


def test_a_coin_that_is_not_yours_is_seen_by_the_player_who_needs_it() -> None:
    position = table()
    nora = position.to_move
    leo = 1 - nora
    lay(position, 5, "C4", up="4")
    give(position, nora, "M4")
    give(position, leo, "C4")
    position.play("flip 5")
    assert coin(position, 5) == {"coin": "C4", "up": "C", "seen": True}
    position.play("flip 5")
    assert position.document["marked"][leo] == ["C4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_flaming_matches_only_the_coin_moves_that_the_example_moves(language: str) -> None:
    position = table(flaming=True)
    for number, spot in enumerate(SPOTS_OF_COINS):
        lay(position, spot, NAMES[number], NAMES[number][0])
    position.state.face[FREE - 1] = position.state.under[FREE - 1] = NONE
    letters = dict(zip(NAMES, "ABCDE", strict=False))
    give(position, 1 - position.to_move, middle(position)[SPOT_OF_D - 1])
    before = lettered(position, letters)
    position.play(f"flip {SPOT_OF_D}")
    position.play(f"move {FREE}")
    assert [before, lettered(position, letters)] == rows(language)


def lettered(position: Position, letters: dict[str, str]) -> list[str]:
    return [letters.get(name, "–") for name in middle(position)[SPOTS]]


def rows(language: str) -> list[list[str]]:
    """The rows of coins in the tables of the example."""
    examples = section(find_game("piecepack-matches"), "examples", language)
    return [line.split(" | ") for line in re.findall(r"\| ([A-F–](?: \| [A-F–]){5}) \|", examples)]
