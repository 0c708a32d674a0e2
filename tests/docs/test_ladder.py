"""The duels on the page of the ladder; what it is made of is tested with the arena."""

from __future__ import annotations

import runpy
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from matchwood import load
from matchwood.bots import LEVELS, MASTER
from matchwood.lab.arena import Arena
from tests.support.project import ROOT


@pytest.fixture(scope="module")
def make() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "ladder" / "make.py"))


def test_neighbours_and_the_ends_of_the_ladder_meet_in_duels(make: dict[str, Any]) -> None:
    pairs = {arena.bots for arena, _ in make["duels"]()}
    assert pairs == {*pairwise((*LEVELS, MASTER)), (LEVELS[0], LEVELS[-1])}


def test_the_page_says_what_the_standings_in_the_folders_say(make: dict[str, Any]) -> None:
    page = make["FOLDER"].with_suffix(".md").read_text("utf-8")
    ladder = [*make["rungs"](LEVELS), *make["duels"]()]
    assert page == make["page"](ladder, make["FOLDER"]), "run python docs/ladder/make.py"


@pytest.mark.slow
def test_duels_have_other_seeds_and_a_table_of_their_own(
    make: dict[str, Any], tmp_path: Path
) -> None:
    seed = make["DUEL_SEED"]
    assert seed != make["SEED"]
    duel = Arena(load("connect-four"), ("random", "easy"), seed)
    folder = tmp_path / "ladder"
    make["climb"](Console(quiet=True), [(duel, 2)], [], folder)
    text = (tmp_path / "ladder.md").read_text("utf-8")
    assert "| Connect Four, 2 players | easy | random | " in text
    assert (folder / "duels" / "connect-four_players-2_easy-random").is_dir()


def test_in_matches_a_master_gives_away_no_more_than_the_likeliest_coin() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "ladder" / "foresight.py"))
    late = [hidden for hidden in islice(script["games"](), 80) if len(hidden.legal_moves()) <= 9]
    assert len(late) > 10
    for hidden in late:
        assert set(script["likeliest"](hidden)) <= set(hidden.legal_actions().tolist())
        of_likeliest, of_master = script["given_away"](hidden)
        assert 0 <= of_likeliest < 0.2
        assert of_master == pytest.approx(0)
