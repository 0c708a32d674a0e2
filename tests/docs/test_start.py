"""The starts of five minutes work as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from matchwood.cli import main
from matchwood.engine import game as games
from matchwood.engine import game_files
from tests.support.project import ROOT

START = ROOT / "docs/start"
WAITING = {"serve", "play"}
"""Commands that wait for people; other tests try them."""


def blocks(page: str, language: str) -> list[str]:
    text = (START / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.slow
def test_the_python_for_researchers_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks("researchers.md", "python"):
        exec(block, names)
    assert "<svg" in (tmp_path / "plies.svg").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("page", ["bots.md", "game-makers.md"])
def test_the_commands_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(game_files.VARIABLE, "")
    monkeypatch.setattr(games, "_registered", {})  # What is registered here is forgotten again.
    for block in blocks(page, "python"):
        (tmp_path / "mine.py").write_text(block, encoding="utf-8")
    [commands] = blocks(page, "sh")
    tried = 0
    for line in commands.splitlines():
        program, *arguments = shlex.split(line)
        if program == "matchwood" and arguments[0] not in WAITING:
            assert main(arguments) in (None, 0)
            tried += 1
    assert tried
