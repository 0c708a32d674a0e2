"""The kernels of Baguettes against a plain twin: the same moves, the same positions."""

from __future__ import annotations

import pytest

from matchwood import Variant, load
from matchwood.testing import random_game, variants
from tests.games.baguettes.twin import Twin


@pytest.mark.parametrize("variant", variants("baguettes"), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_the_twin_and_the_kernels_play_the_same_game(variant: Variant, seed: int) -> None:
    first, *positions = random_game(variant, seed)
    twin = Twin(first.dump())
    for position in positions:
        twin.play(position.moves[-1])
        assert twin.at == position.dump()
        assert twin.legal() == position.legal()


@pytest.mark.parametrize("sticks", [1, 2, 3])
@pytest.mark.parametrize("size", ["2x2x2", "2x2x3", "3x2x2"])
def test_the_twin_and_the_kernels_agree_on_every_position_of_a_small_game(
    size: str, sticks: int
) -> None:
    """As far as a thousand positions go, the nearest to the start first."""
    start = load("baguettes", size=size, sticks=sticks).new("every position")
    todo, seen = [start], {start.state.tobytes()}
    while todo and len(seen) < 1000:
        position = todo.pop(0)
        twin = Twin(position.dump())
        assert twin.legal() == position.legal()
        for move in position.legal():
            after = position.copy()
            after.play(move)
            assert twin.after(move).at == after.dump()
            if after.state.tobytes() not in seen:
                seen.add(after.state.tobytes())
                todo.append(after)
