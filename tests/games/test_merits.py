"""What speaks for a move by itself, which is what a hint ends with, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from matchwood.engine.game import Document, find_game, game_names
from matchwood.engine.language import ENGLISH
from matchwood.engine.position import Position
from matchwood.games.baguettes.pieces import STICKS_TO_PULL, standing
from matchwood.learning.reasons import Line, Reason

GAMES, MOVES = 4, 30
NAMES = ["Anna", "Ben"]


def told(game: str) -> Iterator[tuple[Position, str, Document, list[Reason]]]:
    """Positions of random games as the player to move knows them, moves, what came of them, and
    what is said for them."""
    coach, choose = find_game(game).coach, random.Random(game)
    assert coach is not None
    for seed in range(GAMES):
        position = find_game(game).variant().new(seed)
        while not position.over and len(position.history) < MOVES:
            seat, move = position.to_move, choose.choice(position.legal_moves())
            known, document = position.observe(seat), position.observe(seat).document
            position.play(move)
            after = position.observe(seat).document
            found = coach.merits(ENGLISH.to(seat), document, Line([move], [after]), NAMES)
            yield known, move, after, found


@pytest.mark.parametrize("game", game_names())
def test_merits_point_at_the_board_and_at_rules_and_speak_of_one_move_alone(game: str) -> None:
    rules, said = find_game(game).rulebook("en").rules, 0
    for known, _, _, found in told(game):
        picture = find_game(game).picture.draw(known.document, known.to_move, NAMES, ENGLISH)
        outlined = {id_ for drawing in picture.drawings for id_ in drawing.outlines}
        for reason in found:
            said += 1
            assert reason.rule in rules
            assert outlined.issuperset(reason.marks)
            assert "your move" not in reason.text.lower()
    assert said


def test_points_that_are_told_of_a_move_of_colorfox_are_those_it_makes() -> None:
    for known, _, after, found in told("colorfox"):
        before, own = known.document, known.to_move
        for reason in found:
            if reason.rule == "CF-15" and reason.text.startswith(("This ", "With ")):
                assert str(after["scores"][own]) in reason.text
                assert str(before["scores"][own]) in reason.text


def test_who_is_told_that_they_can_pull_has_two_sticks_that_stand() -> None:
    checked = 0
    for known, _, after, found in told("baguettes"):
        colour = known.document["colours"][known.to_move]
        for reason in found:
            if "so you can pull" in reason.text:
                checked += 1
                assert standing(after, colour) >= STICKS_TO_PULL > standing(known.document, colour)
    assert checked


def test_a_line_that_is_told_to_grow_shows_its_symbol_so_often() -> None:
    checked = 0
    for known, move, after, found in told("top-trumps-match"):
        symbol, own = move.split("=")[1], known.to_move
        card = symbol in known.document["cards"][own]
        for reason in found:
            if reason.text.startswith("With "):
                checked += 1
                assert f"{len(reason.marks)} of 5" in reason.text
                assert ("the card" in reason.text) == card
                assert after["phase"] == "push"
    assert checked


def test_a_coin_of_matches_is_told_to_be_needed_where_it_may_be() -> None:
    for known, move, _, found in told("piecepack-matches"):
        open_tiles = {*known.document["tiles"][known.to_move]} - {
            *known.document["marked"][known.to_move]
        }
        for reason in found:
            tiles = {mark.removeprefix("tile-") for mark in reason.marks if "tile-" in mark}
            assert tiles <= open_tiles
            assert tiles
            assert f"spot {move.removeprefix('flip ')}" in reason.text
