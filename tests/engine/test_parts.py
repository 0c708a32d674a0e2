"""Parts of a game: modules of their own, or together in the module where others look for them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from matchwood import games
from matchwood.engine.game import Game

FILES = {
    "__init__": "",
    "text": "def path_of(): ...\ndef say(): ...",
    "picture/__init__": "def draw(): ...\nclass cover: ...\ndef scene(): ...",
    "picture/finale": "def draw(): ...",
    "teach": "LESSONS = {'first': None}\ndef reasons(): ...",
    "study": "def scores(): ...",
}

ENTRIES = {
    *("__init__", "pieces", "rules", "bot", "text", "words", "picture", "sketch", "teach"),
    "prints",
}
OTHERS = {"__pycache__", "catalogue", "rulebook", "piecepack"}
"""`piecepack` is a notation that only Matches has."""


@pytest.mark.parametrize("name", ["baguettes", "colorfox", "piecepack_matches", "top_trumps_match"])
def test_our_games_have_the_same_ten_entries(name: str) -> None:
    paths = (Path(games.__file__).parent / name).iterdir()
    assert {path.stem for path in paths if path.suffix in ("", ".py")} - OTHERS == ENTRIES


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    for name, text in FILES.items():
        path = tmp_path / "game_in_parts" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield Game("in-parts", "In parts", "A game.", module="game_in_parts")
    for name in [name for name in sys.modules if name.partition(".")[0] == "game_in_parts"]:
        del sys.modules[name]


def test_parts_stand_in_the_module_of_their_kind(game: Game) -> None:
    assert game.clicks is game.text
    assert game.scene is game.picture
    assert game.lessons == {"first": None}
    assert game.coach is not None


def test_a_part_is_a_module_in_the_package_of_its_kind_or_a_class(game: Game) -> None:
    assert getattr(game.finale, "__name__", "") == "game_in_parts.picture.finale"
    assert game.cover is getattr(game.picture, "cover", None)
    assert game.study.__name__ == "game_in_parts.study"


def test_a_part_that_is_not_there_is_left_out(game: Game) -> None:
    assert game.figures == {}
    assert game.restoring is None
    assert game.recall is None
    with pytest.raises(ModuleNotFoundError, match=r"No module game_in_parts\.words"):
        game.words  # noqa: B018
