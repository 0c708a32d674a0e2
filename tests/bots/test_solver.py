"""The solver: exact where brute force can check it, honest where it is stopped."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from matchwood import MatchwoodError, Position, load
from matchwood.bots import solver
from matchwood.bots.solver import Solver
from matchwood.engine.dispatch import KEY_ROOM, KEY_WORDS, canonical
from matchwood.games.baguettes.rules import SIDE
from matchwood.games.baguettes.text import COLOURS
from matchwood.testing import random_game
from tests.games.baguettes.twin import Twin

MEGABYTES = 16
SMALL_BLOCKS = [("2x2x2", 1), ("2x2x2", 2), ("2x2x2", 3), ("2x2x3", 2), ("3x2x2", 2), ("2x3x2", 3)]


def start(size: str, sticks: int, seed: int = 1) -> Position:
    return load("baguettes", size=size, sticks=sticks).new(seed)


def brute_force(twin: Twin, known: dict[str, bool]) -> bool:
    """Whether the player to move wins, by trying everything; symmetry is not made use of."""
    at = str(
        [twin.at[name] for name in ("to_move", "hands", "rods", "sticks")] + [twin.last_played]
    )
    if at not in known:
        known[at] = any(wins(twin, move, known) for move in twin.legal_moves())
    return known[at]


def wins(twin: Twin, move: str, known: dict[str, bool]) -> bool:
    after = twin.after(move)
    if after.at["phase"] == "over":
        return twin.at["to_move"] in after.at["winners"]
    return not brute_force(after, known)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "sticks"), SMALL_BLOCKS)
def test_the_solver_agrees_with_brute_force_on_small_blocks(size: str, sticks: int) -> None:
    position, known = start(size, sticks), dict[str, bool]()
    answer = Solver(position, MEGABYTES).solve(position)
    twin = Twin(position.document)
    assert answer.moves == {move: wins(twin, move, known) for move in position.legal_moves()}
    assert answer.first_wins == brute_force(twin, known)
    assert answer.complete


@pytest.mark.slow
def test_the_solver_agrees_with_brute_force_in_the_middle_of_games() -> None:
    variant, known = load("baguettes", size="2x2x3", sticks=4), dict[str, bool]()
    for seed in range(12):
        positions = [position for position in random_game(variant, seed) if not position.over]
        position = positions[-7:][0]
        answer = Solver(position, MEGABYTES).solve(position)
        twin = twin_of(position)
        assert answer.moves == {move: wins(twin, move, known) for move in position.legal_moves()}


def twin_of(position: Position) -> Twin:
    """The twin of a position, played from the start."""
    twin = Twin(position.variant.new(position.seed).document)
    for move in position.history:
        twin.play(move)
    return twin


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("size", ["2x2x2", "2x2x3", "3x2x2"])
def test_who_played_last_is_part_of_the_name_wherever_the_game_hangs_on_it(size: str) -> None:
    """And of no other names than those of positions without a stick in hand."""
    known, hangs = dict[str, bool](), 0
    for seed in range(40):
        positions = random_game(load("baguettes", size=size, sticks=5), seed)
        for position in [position for position in positions if not position.over][-6:]:
            other = position.copy()
            other.state.last_played = 1 - position.state.last_played
            twin = twin_of(position)
            other_twin = Twin(twin.at, COLOURS[other.state.last_played])
            if name_of(position) == name_of(other):
                assert brute_force(twin, known) == brute_force(other_twin, known)
            else:
                assert position.document["hands"] == [0, 0]
                hangs += brute_force(twin, known) != brute_force(other_twin, known)
    assert hangs


@pytest.mark.compiled
def test_a_table_far_too_small_still_gives_the_same_answer() -> None:
    position = start("2x2x2", 4)
    tiny = Solver(position, MEGABYTES)
    tiny._table = tiny._table[: 16 * solver.PLACES]
    assert tiny.solve(position).moves == Solver(position, MEGABYTES).solve(position).moves


def test_a_game_of_one_stick_each_is_lost_for_the_first_player() -> None:
    position = start("2x2x2", 1)
    answer = Solver(position, MEGABYTES).solve(position)
    assert answer.first_wins is False
    assert answer.winning == []
    assert answer.complete


def test_out_of_time_the_solver_says_what_it_does_not_know() -> None:
    position = start("4x4x4", 10)
    answer = Solver(position, MEGABYTES).solve(position, seconds=0)
    assert answer.first_wins is None
    assert set(answer.moves.values()) == {None}
    assert not answer.complete


@pytest.mark.compiled
def test_an_interrupted_search_keeps_what_was_proved_and_can_be_taken_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "SLICE", 100)
    position = start("2x2x2", 3)
    patient = Solver(position, MEGABYTES)
    looks = 0

    def interrupt(answer: solver.Answer) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise KeyboardInterrupt

    first = patient.solve(position, progress=interrupt)
    assert first.first_wins is None
    assert first.nodes == 200
    again = patient.solve(position)
    assert again.first_wins is True
    assert again.nodes < Solver(position, MEGABYTES).solve(position).nodes
    assert patient.solve(position).nodes == 0


def name_of(position: Position) -> tuple[int, ...]:
    key = np.zeros(KEY_ROOM, np.int64)
    canonical(position.state, key)
    return tuple(key[:KEY_WORDS].tolist())


def rearranged(position: Position, columns: list[int], rows: list[int]) -> Position:
    """The same position with its columns and rows in another order."""
    other = position.copy()
    s, t = position.state, other.state
    for colour in range(2):
        t.upright[colour] = sum(
            (int(s.upright[colour]) >> SIDE * y + x & 1) << SIDE * rows[y] + columns[x]
            for y in range(len(rows))
            for x in range(len(columns))
        )
        t.rods[colour] = sum(
            (int(s.rods[colour]) >> SIDE * level + number & 1) << SIDE * level + order[number]
            for level in range(s.levels)
            for order in ([rows, columns][level % 2],)
            for number in range(len(order))
        )
    return other


@pytest.mark.parametrize("size", ["2x2x2", "3x4x4", "4x3x5", "6x5x6"])
def test_positions_that_differ_in_the_order_of_rows_and_columns_share_a_name(size: str) -> None:
    choose = random.Random(size)
    for position in list(random_game(load("baguettes", size=size), 3))[::3]:
        width, depth, _ = position.document["size"]
        columns = choose.sample(range(width), width)
        rows = choose.sample(range(depth), depth)
        assert name_of(rearranged(position, columns, rows)) == name_of(position)


def test_positions_that_differ_in_the_colours_share_a_name() -> None:
    for position in random_game(load("baguettes"), 1):
        other = position.copy()
        s = other.state
        for places in (s.rods, s.upright, s.hands, s.out):
            places[0], places[1] = places[1], places[0]
        s.to_move, s.last_played = 1 - s.to_move, 1 - s.last_played
        assert name_of(other) == name_of(position)


def everything_but_names(position: Position) -> Any:
    """What tells positions apart, the smallest of all ways to arrange them."""
    document = position.document
    mine = document["colours"][document["to_move"]]
    turned = [
        document["hands"][document["to_move"]],
        document["hands"][1 - document["to_move"]],
    ]
    ways = []
    for across in ((1, 2), (2, 1)):
        for deep in ((1, 2), (2, 1)):
            wells = {
                (across[int(w[0]) - 1], deep[int(w[1]) - 1]): stick["colour"] == mine
                for w, stick in document["sticks"].items()
            }
            rods = {
                (c[0], (deep if c[0] in "ACE" else across)[int(c[1]) - 1]): colour == mine
                for c, colour in document["rods"].items()
            }
            ways.append((turned, sorted(wells.items()), sorted(rods.items())))
    # BG-16: who cannot play, as nobody has a stick in hand, may bring an end for all.
    own = [stick for stick in document["sticks"].values() if stick["colour"] == mine]
    stuck = turned == [0, 0] and len(own) < 2
    mine_played = COLOURS[position.state.last_played] == mine
    return str((min(ways), stuck and mine_played))


@pytest.mark.parametrize("size", ["2x2x2", "2x2x4"])
def test_positions_share_a_name_only_if_they_are_alike(size: str) -> None:
    names: dict[tuple[int, ...], Any] = {}
    alike: dict[Any, tuple[int, ...]] = {}
    for seed in range(8):
        for position in random_game(load("baguettes", size=size, sticks=4), seed):
            name, contents = name_of(position), everything_but_names(position)
            assert names.setdefault(name, contents) == contents
            assert alike.setdefault(contents, name) == name


def test_games_of_more_than_two_and_games_without_names_are_refused() -> None:
    with pytest.raises(MatchwoodError, match=r"2 players are solved, not of 3\."):
        Solver(load("baguettes", players=3).new(1))
    with pytest.raises(MatchwoodError, match="piecepack-matches cannot be solved"):
        Solver(load("piecepack-matches").new(1))
