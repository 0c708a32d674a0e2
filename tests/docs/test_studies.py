"""The studies that are in the documentation."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from matchwood import MatchwoodError, find_game
from tests.support.project import ROOT


@pytest.fixture(scope="module")
def make() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "studies" / "make.py"))


def test_every_game_is_asked_for_with_every_number_of_players(make: dict[str, Any]) -> None:
    modes = list(make["MODES"].values())
    for name in ("baguettes", "colorfox", "piecepack-matches"):
        [option] = [option for option in find_game(name).options if option.name == "players"]
        for players in option.values:
            assert (name, {"players": players}) in modes
    for mode in ("tournament", "five-minute"):
        assert ("top-trumps-match", {"mode": mode}) in modes


def test_the_page_says_what_the_reports_in_the_folders_say(make: dict[str, Any]) -> None:
    page = (make["FOLDER"] / make["INDEX"]).read_text(encoding="utf-8")
    assert page == make["index"](make["FOLDER"]), "run python docs/studies/make.py 0"


def test_a_mode_that_was_not_studied_is_told(make: dict[str, Any], tmp_path: Path) -> None:
    make["make"](Console(quiet=True), 0, [], tmp_path)
    page = (tmp_path / make["INDEX"]).read_text(encoding="utf-8")
    assert page.count("not begun") == len(make["MODES"])


def test_a_study_that_is_not_there_is_refused(make: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(
        MatchwoodError, match="There is no study “colorfox-9”; they are baguettes-2"
    ):
        make["make"](Console(quiet=True), 0, ["colorfox-9"], tmp_path)
