"""What an option is given by a stranger never leads to a file, whatever stands around its name."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import BadOption, find_game, game_names, load, read_record
from matchwood.engine.options import KeptInFile, Option, recall_options
from tests.support.project import ROOT

CARDS = ["RGBY", "ROYG", "GPRP", "BGBO"] * 5
CUBES = ["ABCDEF", *["GHIJKL", "MNOABC", "DEFGHI", "JKLMNO"] * 6]
FILES = [
    str(ROOT / "src/matchwood/games/colorfox/deck.toml"),
    str(ROOT / "src/matchwood/games/top_trumps_match/cubes.toml"),
    "/etc/passwd",
    "/dev/zero",
    "../pyproject.toml",
    "pyproject.toml",
    "file:///etc/passwd",
    "~/.profile",
]
OPTIONS = [(name, option) for name in game_names() for option in find_game(name).options]

_reached: list[object] | None = None


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    """Python tells of every file that is opened, by whatever function."""
    if _reached is not None and event in ("open", "os.listdir", "os.scandir"):
        _reached.append(arguments[0])


sys.addaudithook(_note)


@contextlib.contextmanager
def no_file_is_touched() -> Iterator[None]:
    """Fails if a file is opened, or looked for, meanwhile."""
    global _reached
    _reached = noted = []
    looking = os.stat, os.lstat

    def look(path: Any, *others: Any, **named: Any) -> os.stat_result:
        noted.append(path)
        return looking[0](path, *others, **named)

    os.stat = os.lstat = look
    try:
        yield
    finally:
        _reached = None
        os.stat, os.lstat = looking
    assert not noted


def around() -> st.SearchStrategy[str]:
    """What someone may put before or after the name of a file."""
    blanks = [" ", "\t", "\n", "\r", "\v", "\f", "\0", "\x1c", "\x85", "\xa0", "\u2003", "\u2028"]
    others = ["\u200b", "\ufeff", "\u3000", "-", ",", '"', "'", "#", ";", "./", "=", ".toml", "."]
    return st.lists(st.sampled_from(blanks + others), max_size=4).map("".join)


def in_any_case(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from([name, name.upper(), name.title(), name.swapcase()])


NAMES = st.builds(
    lambda before, name, after: before + name + after,
    around(),
    st.sampled_from(FILES).flatmap(in_any_case),
    around(),
)


@pytest.fixture(scope="module", autouse=True)
def standard_pieces() -> None:
    """They are read from the package once, when they are first needed."""
    load("colorfox").new(1)
    with contextlib.suppress(BadOption):
        load("top-trumps-match", cubes="-".join(CUBES))


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "name", ""))
@given(text=NAMES)
def test_no_option_of_any_game_touches_a_file(game: str, option: Option, text: str) -> None:
    declared = find_game(game)
    with no_file_is_touched(), contextlib.suppress(BadOption):
        declared.variant(recall_options(declared.options, {option.name: text}))
    with no_file_is_touched(), contextlib.suppress(BadOption):
        declared.variant({option.name: text})


@pytest.fixture
def deck_file(tmp_path: Path) -> Path:
    file = tmp_path / "deck.txt"
    file.write_text(" ".join(CARDS))
    return file


def test_the_tests_above_would_notice_a_file(deck_file: Path) -> None:
    for touch in (deck_file.read_text, deck_file.exists, lambda: list(deck_file.parent.iterdir())):
        with pytest.raises(AssertionError), no_file_is_touched():
            touch()
    with pytest.raises(AssertionError), no_file_is_touched():
        load("colorfox", deck=f"\t{deck_file} ")


def test_python_opens_the_file_that_a_game_itself_and_a_record_refuse(deck_file: Path) -> None:
    variant = load("colorfox", deck=str(deck_file))
    assert variant.options["deck"] == ",".join(CARDS)
    with pytest.raises(BadOption):
        find_game("colorfox").variant({"deck": str(deck_file)})
    record = variant.new(1).record().write()
    with no_file_is_touched():
        assert read_record(record).options == variant.options


def test_only_options_that_may_stand_in_a_file_are_looked_up_in_one(deck_file: Path) -> None:
    with pytest.raises(BadOption), no_file_is_touched():
        load("colorfox", players=str(deck_file))
    assert [name for name, option in OPTIONS if isinstance(option, KeptInFile)] == [
        "colorfox",
        "top-trumps-match",
    ]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "cubes.toml"
    os.mkfifo(pipe)
    with pytest.raises(BadOption, match="it is not a file"):
        load("top-trumps-match", cubes=str(pipe))
