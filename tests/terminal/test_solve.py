"""`matchwood solve`: the answer in words, and the table that grows from run to run."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path

import pytest
from rich.console import Console

from matchwood import MatchwoodError, find_game
from matchwood.bots.solver import Answer
from matchwood.cli import main
from matchwood.games.baguettes.bot import solved
from matchwood.terminal import solve
from tests.support.project import ROOT

BAGUETTES = find_game("baguettes")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["solve", *words, "--memory", "16"]) == 0
    return capsys.readouterr().out


def test_a_win_is_told_with_all_winning_moves(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "baguettes", "--size", "2x2x2", "--sticks", "3")
    assert "The first player wins." in out
    assert "Winning moves: pierce B1, pierce B2." in out
    assert "positions searched in" in out


def test_a_loss_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "baguettes", "--size", "2x2x2", "--sticks", "2")
    assert "The second player wins, whatever the first one plays." in out


def test_out_of_time_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "It is not known yet who wins" in told(capsys, "baguettes", "--minutes", "0")


def test_moves_that_are_not_proved_are_named() -> None:
    answer = Answer(first_wins=True, moves={"a": True, "b": None, "c": False})
    assert "Not known yet: b." in list(solve._told(answer))


def test_a_game_with_secrets_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "piecepack-matches"]) == 2
    assert "cannot be solved" in capsys.readouterr().err


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = ((2, 2, 2), (2, 2, 3))
    groups = [[{"size": size, "sticks": sticks} for sticks in (1, 2)] for size in sizes]
    monkeypatch.setattr(solved, "groups", lambda: groups)


@pytest.mark.usefixtures("small")
def test_the_table_is_written_and_what_was_proved_is_not_proved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, console = tmp_path / "solved.md", Console(quiet=True)
    solve.make_table(console, BAGUETTES, path, minutes=5, megabytes=16)
    rows = solve.read_table(path.read_text(encoding="utf-8"))
    assert [(*row.start, row.winner) for row in rows] == [
        ("2 × 2 × 2", "1", "second"),
        ("2 × 2 × 2", "2", "second"),
        ("2 × 2 × 3", "1", "second"),
        ("2 × 2 × 3", "2", "second"),
    ]
    before = path.read_text(encoding="utf-8")
    monkeypatch.setattr(solve, "Solver", None)  # so that nothing can be solved
    solve.make_table(console, BAGUETTES, path, minutes=5, megabytes=16)
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.usefixtures("small")
def test_a_row_that_was_lost_is_proved_anew(tmp_path: Path) -> None:
    path, console = tmp_path / "solved.md", Console(quiet=True)
    known = solve.Row(("2 × 2 × 2", "2"), "second", "none", "1", "0.0")
    solve.write_table(path, [known], solved, BAGUETTES.version)
    solve.make_table(console, BAGUETTES, path, minutes=5, megabytes=16)
    rows = solve.read_table(path.read_text(encoding="utf-8"))
    assert len(rows) == 4
    assert known in rows


@pytest.mark.usefixtures("small")
def test_interrupted_the_table_keeps_what_was_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, proved = tmp_path / "solved.md", []

    class Impatient(solve.Solver):
        def solve(self, *arguments: object) -> Answer:  # type: ignore[override]
            proved.append(arguments)
            if len(proved) == 2:
                return Answer(interrupted=True)
            return Answer(first_wins=True, moves={"pierce A1": True, "pierce A2": True})

    monkeypatch.setattr(solve, "Solver", Impatient)
    solve.make_table(Console(quiet=True), BAGUETTES, path, minutes=5, megabytes=1)
    assert len(proved) == 2
    assert [row.moves for row in solve.read_table(path.read_text("utf-8"))] == ["pierce A"]


@pytest.mark.usefixtures("small")
def test_out_of_time_the_table_stops(tmp_path: Path) -> None:
    path = tmp_path / "solved.md"
    began = time.perf_counter()
    solve.make_table(Console(quiet=True), BAGUETTES, path, minutes=0, megabytes=1)
    assert time.perf_counter() >= began
    assert not path.exists()


def test_the_sizes_of_the_table_grow() -> None:
    sizes = [group[0]["size"] for group in solved.groups()]
    places = [solved.places(size) for size in sizes]  # type: ignore[arg-type]
    assert places == sorted(places)
    assert solved.places((4, 4, 4)) == 32
    assert sizes[0] == (2, 2, 2)
    assert len(set(sizes)) == 5**3


def test_a_table_needs_a_game_that_says_what_is_in_it_and_a_folder(tmp_path: Path) -> None:
    console = Console(quiet=True)
    with pytest.raises(MatchwoodError, match="There is no table for piecepack-matches"):
        solve.make_table(console, find_game("piecepack-matches"), tmp_path / "a.md", 1, 1)
    with pytest.raises(MatchwoodError, match="there is no such folder"):
        solve.make_table(console, BAGUETTES, tmp_path / "nowhere" / "a.md", 1, 1)


def test_the_table_that_is_kept_reads_back_as_it_was_written(tmp_path: Path) -> None:
    kept = (ROOT / "docs" / "baguettes-solved.md").read_text(encoding="utf-8")
    rows = solve.read_table(kept)
    assert rows
    assert solve.read_version(kept) == BAGUETTES.version
    solve.write_table(tmp_path / "again.md", rows, solved, BAGUETTES.version)
    assert (tmp_path / "again.md").read_text("utf-8") == kept


def test_the_table_says_what_it_shows() -> None:
    rows = [
        ((" × ".join(map(str, size)), str(sticks)), "second", "none")
        for sticks in (1, 2, 3)
        for size in product(range(2, 7), repeat=3)
    ]
    told = solved.findings(rows)
    assert "With 2 sticks the second player wins on all 125 sizes." in told
    assert "| 3 | 125 | 0 | 125 |" in told
    told = solved.findings([(("2 × 3 × 2", "3"), "first", "pierce B"), *rows[:125], *rows[251:]])
    assert "With 2" not in told
    assert "on 124 of 125 sizes. The first wins on 2 × 3 × 2, each by `pierce B …`." in told


@pytest.mark.parametrize("sticks", [1, 2])
@pytest.mark.parametrize("size", ["2x2x2", "2x3x2", "3x2x3"])
@pytest.mark.parametrize("which", [0, -1])
def test_the_strategy_of_the_proof_wins_against_every_play(
    size: str, sticks: int, which: int
) -> None:
    start = BAGUETTES.variant({"size": size, "sticks": sticks}).new(0)
    first, open_positions, ended = start.to_move, [start], 0
    while open_positions:
        position = open_positions.pop()
        if position.over:
            assert first not in position.winners
            ended += 1
            continue
        moves = position.legal_moves()
        if position.to_move != first:
            pierces = [move for move in moves if move.startswith("pierce")]
            moves = [(pierces or moves)[which]]
        for move in moves:
            assert not move.startswith("pull")
            following = position.copy()
            following.play(move)
            open_positions.append(following)
    assert ended > 1


@pytest.mark.parametrize("named", [True, False])
def test_a_table_of_other_rules_is_refused_and_stays_as_it_is(tmp_path: Path, named: bool) -> None:
    """One that names no version was made before they were named, by the first."""
    path = tmp_path / "solved.md"
    solve.write_table(
        path, [solve.Row(("2 × 2 × 2", "2"), "second", "none", "1", "0.0")], solved, version=1
    )
    if not named:
        text = path.read_text(encoding="utf-8").replace(", by version 1 of the rules", "")
        path.write_text(text, encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    with pytest.raises(MatchwoodError, match=r"by version 1 of the rules .* of version 2; move it"):
        solve.make_table(Console(quiet=True), BAGUETTES, path, minutes=5, megabytes=16)
    assert path.read_text(encoding="utf-8") == before
