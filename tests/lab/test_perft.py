"""Counts of lines of play, kept as text so that other engines can check themselves against them.

A row: the options, the seed, the moves made (- for none), how deep to count, how many lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from matchwood import Position, game_names, load
from tests.conftest import INTERPRETED
from tests.lab.perft.compiled import divide, perft
from tests.lab.perft.make import COLUMNS, HEADERS, STARTS
from tests.lab.perft.twins import TWINS, count

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
MOST_FOR_PYTHON = 500
MOST_FOR_A_TWIN = 1_000
"""How many lines a twin counts in a moment."""


def rows() -> list[Any]:
    found = []
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                cells = [cell.strip() for cell in line.split("|")]
                found.append(pytest.param(path.stem, *cells, id=f"{path.stem} {line}"))
    return found


def of_twins() -> list[Any]:
    return [
        row for row in rows() if row.values[0] in TWINS and int(row.values[-1]) <= MOST_FOR_A_TWIN
    ]


def start(game: str, options: str, seed: str, moves: str) -> Position:
    position = load(game, **dict(option.split("=") for option in options.split())).new(seed)
    for move in moves.split(", ") if moves != "-" else []:
        position.play(move)
    return position


def test_every_game_has_a_file() -> None:
    assert {path.stem for path in FILES} == set(game_names())


@pytest.mark.parametrize(("game", "options", "seed", "moves", "depth", "lines"), rows())
def test_the_kernels_count_what_the_file_says(
    game: str, options: str, seed: str, moves: str, depth: str, lines: str
) -> None:
    if INTERPRETED and int(lines) > MOST_FOR_PYTHON:
        pytest.skip("takes too long without compiled kernels")
    position = start(game, options, seed, moves)
    assert perft(position, int(depth)) == int(lines), divide(position, int(depth))


def test_the_counts_by_first_move_add_up() -> None:
    position = load("connect-four").new(1)
    assert divide(position, 1) == dict.fromkeys(position.legal_moves(), 1)
    assert sum(divide(position, 3).values()) == perft(position, 3)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "options", "seed", "moves", "depth", "lines"), of_twins())
def test_the_twin_counts_what_the_file_says(
    game: str, options: str, seed: str, moves: str, depth: str, lines: str
) -> None:
    assert count(TWINS[game](start(game, options, seed, moves)), int(depth)) == int(lines)


@pytest.mark.parametrize("game", STARTS)
def test_a_file_has_the_rows_that_its_maker_lists(game: str) -> None:
    [path] = [path for path in FILES if path.stem == game]
    text = path.read_text(encoding="utf-8")
    assert text.startswith(HEADERS[game] + COLUMNS)
    kept = [row.values for row in rows() if row.values[0] == game]
    listed = [
        (made.options, made.seed, made.ply, depth) for made in STARTS[game] for depth in made.depths
    ]
    plies = [0 if moves == "-" else len(moves.split(", ")) for *_, moves, _, _ in kept]
    assert listed == [
        (options, seed, ply, int(depth))
        for (_, options, seed, _, depth, _), ply in zip(kept, plies, strict=True)
    ]
