"""The kernels of Baguettes against a plain twin: the same moves, the same positions."""

from __future__ import annotations

import pytest

from matchwood import Variant, load
from matchwood.testing import random_game, variants
from tests.games.baguettes.twin import Twin
from tests.support.project import ROOT

PERFT = ROOT / "tests" / "lab" / "perft" / "baguettes.txt"
MOST_LINES = 300
"""How many lines the twin counts in a moment."""


@pytest.mark.parametrize("variant", variants("baguettes"), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_the_twin_and_the_kernels_play_the_same_game(variant: Variant, seed: int) -> None:
    first, *positions = random_game(variant, seed)
    twin = Twin(first.dump())
    for position in positions:
        twin.play(position.moves[-1])
        assert twin.at == position.dump()
        assert twin.legal() == position.legal()


@pytest.mark.slow
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


def perft_rows() -> list[list[str]]:
    lines = PERFT.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed", "moves", "depth", "lines"),
    [row for row in perft_rows() if int(row[-1]) <= MOST_LINES],
)
def test_the_twin_counts_what_the_perft_file_says(
    options: str, seed: str, moves: str, depth: str, lines: str
) -> None:
    twin = Twin(load("baguettes", **dict(o.split("=") for o in options.split())).new(seed).dump())
    for move in moves.split(", ") if moves != "-" else []:
        twin.play(move)
    assert twin.perft(int(depth)) == int(lines)
