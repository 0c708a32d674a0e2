"""Reasons are told to whoever reads them: to the player who moved, to a rival, to someone else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from matchwood import Game, Position, find_game, game_names
from matchwood.engine.language import LANGUAGES
from matchwood.learning.reasons import Line
from matchwood.testing import variants

COACHED = [game for name in game_names() if (game := find_game(name)).coach is not None]
NAMES = ("Anna", "Bruno", "Clara", "David", "Emil", "Frida")
REPLIES, ENOUGH = 2, 60
YOU = {
    "en": re.compile(r"\b(you|yours?)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(vous|votre|vos|vôtre)\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dich|dir|dein\w*)\b", re.IGNORECASE),
}


def line(position: Position, move: str, rng: np.random.Generator) -> Line:
    """A move and some answers, as its player saw them."""
    seat, position = position.to_move, position.copy()
    moves, documents = [], []
    for _ in range(1 + REPLIES):
        moves.append(move)
        position.play(move)
        documents.append(position.observe(seat).document)
        if position.over:
            break
        move = str(rng.choice(position.legal_moves()))
    return Line(moves, documents)


def compared(game: Game) -> Iterator[tuple[Position, Line, Line]]:
    """Two lines of play from many positions of random games."""
    rng = np.random.default_rng(5)
    for seed, variant in enumerate(variants(game.name)):
        position = variant.new(seed)
        while not position.over:
            moves = position.legal_moves()
            if len(moves) > 1:
                one, other = rng.choice(moves, 2, replace=False)
                yield position, line(position, str(one), rng), line(position, str(other), rng)
            position.play(str(rng.choice(moves)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", COACHED, ids=lambda game: game.name)
def test_a_reason_says_you_to_those_it_speaks_of_and_names_them_to_others(
    game: Game, language: str
) -> None:
    assert game.coach is not None
    words, told = game.speaking(language), 0
    for position, played, better in compared(game):
        mover, players = position.to_move, position.players
        names, document = NAMES[:players], position.observe(mover).document
        for reader in (None, *range(players)):
            for reason in game.coach.reasons(words.to(reader), document, played, better, names):
                told += 1
                if reader is None:
                    assert not YOU[language].search(reason.text), reason.text
                else:
                    assert names[reader] not in reason.text
        if told > ENOUGH * players:
            break
    assert told
