"""Games between players who choose anything."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import game_names, load
from matchwood.engine.generators import new_generator
from matchwood.lab.playouts import play_games

GAMES = 3


def played(name: str, seed: int) -> tuple[int, list[float]]:
    """How many moves some games took, and how often each seat won."""
    variant = load(name)
    blank, table, seats = variant.blank.copy(), variant.blank.copy(), variant.players
    actions, wins = np.empty(variant.game.rules.MOST_ACTIONS, np.int32), np.zeros(seats)
    generator, shares = new_generator(seed), np.zeros(seats)
    moves = play_games(blank, GAMES, generator, table, actions, shares, wins)
    assert table[0].over
    return int(moves), wins.tolist()


@pytest.mark.parametrize("name", game_names())
def test_each_game_has_its_end_and_one_win_to_share(name: str) -> None:
    moves, wins = played(name, seed=1)
    assert moves >= GAMES
    assert sum(wins) == pytest.approx(GAMES)


def test_luck_decides_and_nothing_else() -> None:
    games = [played("piecepack-matches", seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
