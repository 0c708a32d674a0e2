"""The examples of the rulebook, played: they are true, and the book tells the same points."""

from __future__ import annotations

import re

import pytest

from matchwood import Position, find_game
from matchwood.games.top_trumps_match.pieces import SYMBOLS
from matchwood.games.top_trumps_match.text import NAMES
from matchwood.games.top_trumps_match.words import named
from matchwood.learning.rulebook import LANGUAGES
from tests.games.top_trumps_match.positions import about_to_match, give, turn
from tests.support.rulebooks import section

LEO, NORA = 0, 1
CARDS = ["FH", "KM"]
"""Leo has fish and heart, Nora has key and moon."""
POINTS = {"K": {NORA: 2}, "F": {LEO: 2}, "L": {NORA: 1}}
"""Who scores what when Nora calls a match of a symbol."""


def called(symbol: str, cards: list[str] = CARDS, mode: str = "tournament") -> Position:
    """Nora has completed five of a symbol on her side."""
    position = about_to_match(symbol, NORA, mode=mode)
    give(position, cards)
    position.play(f"c3={symbol}")
    return position


@pytest.mark.parametrize("symbol", POINTS)
def test_a_match_scores_in_three_ways(symbol: str) -> None:
    scored = called(symbol).document["points"]
    assert scored == [POINTS[symbol].get(seat, 0) for seat in (LEO, NORA)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_the_example_has_these_symbols_and_points(language: str) -> None:
    game = find_game("top-trumps-match")
    rows = re.findall(r"^\| (\w+) \| .*\| (\d)", section(game, "examples", language), re.MULTILINE)
    names = named(game.speaking(language), list(POINTS))
    points = [str(points) for scored in POINTS.values() for points in scored.values()]
    assert rows == list(zip(names, points, strict=True))


def test_a_match_that_the_other_player_made_by_mistake_counts() -> None:
    leo, nora = 1, 0
    position = about_to_match("C", nora)
    hold_cube(position, "CGAIHL")
    give(position, ["KM", "FH"])
    assert position.to_move == leo
    position.play("c3=G")
    match = position.document["last_match"]
    assert (match["caller"], match["symbol"], match["scored"]) == (nora, "C", [1, 0])


@pytest.mark.parametrize(("cards", "winner"), [("FH", LEO), ("FD", NORA)])
def test_in_the_five_minute_game_only_the_cards_of_the_other_player_count(
    cards: str, winner: int
) -> None:
    assert called("H", [cards, "KM"], "five-minute").winners == [winner]
    assert called("H", [cards, "KO"], "five-minute").winners == [winner]


def hold_cube(position: Position, symbols: str) -> None:
    """Let this cube be the one in hand, wherever it is; it may not be part of the line."""
    s = position.state
    faces = [SYMBOLS.index(symbol) for symbol in symbols]
    wanted = s.cubes.tolist().index(faces)
    if s.held != wanted:
        cell = s.cube.tolist().index(wanted)
        s.cube[cell], s.held = s.held, wanted
        turn(position, NAMES[cell], 0, SYMBOLS[s.cubes[s.cube[cell], 0]])
