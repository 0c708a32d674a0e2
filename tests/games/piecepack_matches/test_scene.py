"""What is called out over the coins: a tile that is marked, and that one is left."""

from __future__ import annotations

import pytest

from matchwood import load
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH
from matchwood.games.piecepack_matches.picture import scene

rule = pytest.mark.rule
NAMES = ["Ada", "Birch"]


def turned(marks: int) -> tuple[Document, Document]:
    """Before and after a turn by which the first player has so many tiles marked."""
    before = load("piecepack-matches").new(1).document | {"to_move": 0}
    tiles = before["tiles"][0]
    before["marked"][0] = tiles[: marks - 1]
    winners = [0] if marks == len(tiles) else []
    return before, {**before, "marked": [tiles[:marks], before["marked"][1]], "winners": winners}


@rule("PM-6")
@pytest.mark.parametrize(
    ("viewer", "begins"), [(None, "A match for Ada: the "), (0, "A match for you: the ")]
)
def test_a_tile_that_is_marked_is_called_out(viewer: int | None, begins: str) -> None:
    found = scene(ENGLISH.to(viewer), "flip 1", *turned(3), NAMES, viewer)
    assert found is not None
    assert found.calls.startswith(begins)
    assert not found.says


@rule("PM-9")
def test_that_one_is_left_is_told_and_that_none_is() -> None:
    tiles = len(turned(1)[0]["tiles"][0])
    told = [scene(ENGLISH, "flip 1", *turned(tiles - left), NAMES, None) for left in (1, 0)]
    assert [each and each.says for each in told] == [
        ["Ada has one tile left."],
        [f"Ada has marked all {tiles} tiles and wins. (PM-9)"],
    ]


@rule("PM-7")
def test_a_coin_that_matches_nothing_is_not() -> None:
    before, _ = turned(3)
    assert scene(ENGLISH, "flip 1", before, before, NAMES, None) is None
