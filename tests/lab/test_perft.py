"""Counts of lines of play, kept as text so that other engines can check themselves against them.

A row: the options, the seed, the moves made (- for none), how deep to count, how many lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from matchwood import load
from matchwood.lab.perft import divide, perft
from tests.conftest import INTERPRETED

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
MOST_FOR_PYTHON = 2_000


def rows() -> list[Any]:
    found = []
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                cells = [cell.strip() for cell in line.split("|")]
                found.append(pytest.param(path.stem, *cells, id=f"{path.stem} {line}"))
    return found


@pytest.mark.parametrize(("game", "options", "seed", "moves", "depth", "count"), rows())
def test_the_kernels_count_what_the_file_says(
    game: str, options: str, seed: str, moves: str, depth: str, count: str
) -> None:
    if INTERPRETED and int(count) > MOST_FOR_PYTHON:
        pytest.skip("takes too long without compiled kernels")
    chosen = dict(option.split("=") for option in options.split())
    position = load(game, **chosen).new(seed)
    for move in moves.split(", ") if moves != "-" else []:
        position.play(move)
    assert perft(position, int(depth)) == int(count), divide(position, int(depth))
