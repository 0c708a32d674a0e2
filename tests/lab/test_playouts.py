"""Games between players who choose anything."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import game_names, load
from matchwood.engine.generators import new_generators
from matchwood.lab.playouts import play_games

GAMES = 3


def played(name: str, seed: int) -> tuple[list[int], list[list[float]], bytes]:
    """How many moves some games took, what each seat won, and how they ended."""
    variant = load(name)
    states = np.repeat(variant.blank, GAMES)
    states["key"] = np.arange(GAMES)[:, None]
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)
    starters, moves = np.full(GAMES, -1), np.zeros(GAMES, np.int64)
    shares = np.zeros((GAMES, variant.players))
    draws = new_generators(np.arange(GAMES, dtype=np.uint64) + np.uint64(seed))
    play_games(states, draws, actions, starters, moves, shares)
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
