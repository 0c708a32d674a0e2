"""Matches once more, plain and slow, on documents; it must agree with the kernels move by move."""

from __future__ import annotations

from typing import Any

import pytest

from matchwood import testing
from matchwood.testing import random_game
from tests.games.piecepack_matches.twin import Twin


@pytest.mark.parametrize("variant", testing.variants("piecepack-matches"), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_twin_and_the_kernels_play_the_same_game(variant: Any, seed: int) -> None:
    first, *positions = random_game(variant, seed)
    twin = Twin(first.dump())
    for position in positions:
        twin.play(position.moves[-1])
        assert twin.at == position.dump()
        assert twin.legal() == position.legal()
