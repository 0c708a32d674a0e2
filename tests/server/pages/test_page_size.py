"""The first page of a table is small, whatever the game."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from matchwood.engine.game import game_names
from tests.support.serving import Program, Served, two_at

LARGEST_PAGE = 25_000
"""Bytes on the wire, without the files that it links to."""
PLIES = 12


def play(table: str, programs: list[Program]) -> None:
    choose = random.Random(table)
    for _ in range(PLIES):
        view = programs[0].view(table)
        if view["phase"] == "over":
            return
        mover = programs[view["to_move"]]
        offers = mover.view(table)["offers"]
        mover.move(table, choose.choice(offers)["move"], view["seq"])


@pytest.mark.parametrize("game", game_names())
def test_the_page_of_a_table_is_small(tmp_path: Path, game: str) -> None:
    with Served(tmp_path) as served, two_at(served.url, game) as (table, programs):
        play(table, programs)
        for program in programs:
            page = program.get(f"/t/{table}").content
            assert len(gzip.compress(page)) < LARGEST_PAGE
