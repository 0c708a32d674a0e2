"""Games of one's own on the command line: written, played, checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from string import Template

import pytest

from matchwood.cli import main
from matchwood.engine import game as games
from matchwood.engine import game_files
from matchwood.terminal.check import check_laws

ROOT = Path(__file__).parents[2]
NAME, FILE = "my-game", "my_game.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; what is registered there is forgotten again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(game_files.VARIABLE, "")
    monkeypatch.setattr(games, "_registered", {})
    return tmp_path


@pytest.fixture
def written(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A game that `matchwood new` has written."""
    assert main(["new", NAME]) == 0
    capsys.readouterr()
    return folder / FILE


def test_the_template_is_the_example() -> None:
    template = (ROOT / "src/matchwood/terminal/new_game.txt").read_text("utf-8")
    told = Template(template).substitute(
        name="tic-tac-toe", title="Tic-tac-toe", file="tic_tac_toe"
    )
    assert told == (ROOT / "examples/tic_tac_toe.py").read_text("utf-8")


def test_new_writes_a_game_and_its_test_and_says_how_to_go_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", NAME]) == 0
    said = capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {FILE, f"test_{FILE}"}
    for command in ("play ./my_game.py", "serve --game ./my_game.py", "check ./my_game.py"):
        assert f"matchwood {command}" in said


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("My Game", "small letters, digits and hyphens, such as my-game, not “My Game”"),
        ("../up", "not “../up”"),
        ("colorfox", "There is a game of the name “colorfox” already."),
    ],
)
def test_new_refuses_names_that_no_game_can_have(
    name: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name]) == 2
    assert reason in capsys.readouterr().err
    assert not [*folder.iterdir()]


def test_new_leaves_a_file_that_is_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / FILE).write_text("mine", "utf-8")
    assert main(["new", NAME]) == 2
    assert capsys.readouterr().err == "The file my_game.py is there already.\n"
    assert (folder / FILE).read_text("utf-8") == "mine"


def test_a_file_stands_for_a_game_wherever_one_is_named(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", f"./{FILE}"]) == 0
    assert "Three of your marks in a line win." in capsys.readouterr().out
    assert main(["simulate", FILE, "--games", "50", "--cores", "1"]) == 0
    assert "50 games" in capsys.readouterr().out


def test_a_file_that_declares_nothing_is_refused_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / FILE).write_text("def\n", "utf-8")
    assert main(["play", FILE]) == 2
    assert capsys.readouterr().err == "my_game.py, line 1: invalid syntax.\n"


Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(written: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """`matchwood check` of that game: exit status, output on one line, errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["check", FILE, *arguments])
        output, errors = capsys.readouterr()
        return status, " ".join(output.split()), errors

    return run


def test_check_says_of_a_whole_game_that_it_keeps_all_laws(check: Check) -> None:
    status, output, _ = check()
    assert status == 0, output
    assert output.endswith("My game keeps all laws.")


def test_the_process_that_checks_tells_each_law_before_and_after(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(written, "longest=9", "longest=5")
    game = game_files.load(written)
    games.register(game)
    check_laws(game.name)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["law"] for line in lines[::2]] == [line["law"] for line in lines[1::2]]
    assert [line for line in lines[::2] if "failure" in line] == []
    failures = [line["failure"] for line in lines[1::2]]
    assert "" in failures
    assert any("is not over after 5 moves" in failure for failure in failures)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('            says="{name} marks {cell}.",\n', "", "is told as it is typed: add says="),
        ('rule="T-1"', 'rule="T-9"', "names the rule T-9, which is not there"),
        ("    elif is_full(s.board):  # T-3\n        draw(s)\n", "", "has no legal move after"),
        ("longest=9", "longest=5", "is not over after 5 moves"),
    ],
    ids=["no line for the log", "no such rule", "no end", "too long"],
)
def test_check_says_what_is_missing(
    written: Path, check: Check, old: str, new: str, told: str
) -> None:
    edit(written, old, new)
    status, output, errors = check()
    assert status == 2
    assert told in output
    assert "My game is not whole: " in errors


def test_check_stops_a_rule_that_never_ends(written: Path, check: Check) -> None:
    edit(
        written,
        "    s.board[cell] = s.to_move\n",
        "    while s.board[cell] == EMPTY:\n        s.won = 0\n    s.board[cell] = s.to_move\n",
    )
    status, output, _ = check("--seconds", "10")
    assert status == 2
    assert "did not end within 10 seconds: does a loop go on for ever?" in output


def test_check_tells_the_line_of_a_kernel_that_does_not_compile(
    written: Path, check: Check
) -> None:
    edit(written, "win(s, s.to_move)", "wins(s, s.to_move)")
    status, output, _ = check()
    assert status == 2
    assert "my_game.py, line " in output
    assert "name 'wins' is not defined" in output
