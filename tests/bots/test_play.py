"""Games between players who choose anything."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import game_names, load
from matchwood.bots.play import play_random_games
from matchwood.engine.rng import BLOCK_WORDS, KEY_WORDS

GAMES = 3


def played(name: str, seed: int) -> tuple[list[int], list[list[float]], bytes]:
    """How many moves some games took, what each seat won, and how they ended."""
    variant = load(name)
    states, block = np.empty(GAMES, variant.blank.dtype), np.empty(BLOCK_WORDS, np.uint32)
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)
    starters, moves = np.full(GAMES, -1), np.zeros(GAMES, np.int64)
    shares, key = np.zeros((GAMES, variant.players)), np.full(KEY_WORDS, seed, np.uint32)
    play_random_games(
        *(np.arange(GAMES), 1, key, variant.blank, states, block, actions),
        *(starters, moves, shares),
    )
    assert states["over"].all()
    assert set(starters.tolist()) <= set(range(variant.players))
    return moves.tolist(), shares.tolist(), states.tobytes()


@pytest.mark.parametrize("name", game_names())
def test_each_game_has_its_end_and_one_win_to_share(name: str) -> None:
    moves, shares, _ = played(name, seed=1)
    assert min(moves) >= 1
    assert [sum(won) for won in shares] == pytest.approx([1] * GAMES)


def test_luck_decides_and_nothing_else() -> None:
    games = [played("piecepack-matches", seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
