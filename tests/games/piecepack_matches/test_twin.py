"""Matches once more, plain and slow, on documents; it must agree with the kernels move by move."""

from __future__ import annotations

import pytest

from matchwood import Variant, testing
from tests.games.piecepack_matches.twin import Twin
from tests.support.twins import check_against


@pytest.mark.parametrize("variant", testing.variants("piecepack-matches"), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_twin_and_the_kernels_play_the_same_game(variant: Variant, seed: int) -> None:
    check_against(Twin, variant, seed)
