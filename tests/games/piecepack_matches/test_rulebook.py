"""The examples of the rulebook, played: they are true, and the book shows the same coins."""

from __future__ import annotations

import re

import pytest

from matchwood import Position, find_game
from matchwood.engine.rulebook import LANGUAGES
from matchwood.games.piecepack_matches.pieces import NONE
from tests.games.piecepack_matches.positions import coin, give, lay, middle, table
from tests.support.rulebooks import section

SPOTS = slice(2, 8)
"""Spots 3 to 8."""
SPOT_OF_E = 7


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
    assert position.dump()["marked"][leo] == ["C4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_push_in_flaming_matches_moves_the_coins_that_the_example_moves(language: str) -> None:
    assert [*pushed(gap=None), *pushed(gap=6)] == rows(language)


def pushed(gap: int | None) -> list[list[str]]:
    """Coins A to F on spots 3 to 8, one spot perhaps empty, before and after E goes to spot 4."""
    position = table(flaming=True)
    letters = dict(zip(middle(position)[SPOTS], "ABCDEF", strict=True))
    if gap:
        position.state.face[gap - 1] = position.state.under[gap - 1] = NONE
    give(position, 1 - position.to_move, middle(position)[SPOT_OF_E - 1])
    before = lettered(position, letters)
    position.play(f"flip {SPOT_OF_E}")
    position.play("move 4")
    return [before, lettered(position, letters)]


def lettered(position: Position, letters: dict[str, str]) -> list[str]:
    return [letters.get(name, "–") for name in middle(position)[SPOTS]]


def rows(language: str) -> list[list[str]]:
    """The rows of coins in the tables of the example."""
    examples = section(find_game("piecepack-matches"), "examples", language)
    return [line.split(" | ") for line in re.findall(r"\| ([A-F–](?: \| [A-F–]){5}) \|", examples)]
