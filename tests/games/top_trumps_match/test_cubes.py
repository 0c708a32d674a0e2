"""Cube sets: the standard one, others from files and written out, and what is wrong with some."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import BadOption, find_game, load, read_record
from matchwood.engine.options import written
from matchwood.games.top_trumps_match import text
from matchwood.games.top_trumps_match.pieces import STANDARD, SYMBOLS, cubes_of
from matchwood.learning.rulebook import LANGUAGES
from matchwood.testing import random_game

rule = pytest.mark.rule
CUBES = ["ABCDEF", *["GHIJKL", "MNOABC", "DEFGHI", "JKLMNO"] * 6]
SET = "-".join(CUBES)


def cube_file(folder: Path, text: str) -> str:
    path = folder / "my cubes.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def with_last(cube: str) -> str:
    return "-".join([*CUBES[:-1], cube])


@rule("TT-2")
def test_a_cube_file_gives_the_cubes_of_the_game(tmp_path: Path) -> None:
    path = cube_file(tmp_path, f"# mine\ncubes = {CUBES}\n")
    for given_as in (path, Path(path), SET, SET.lower()):
        document = load("top-trumps-match", cubes=given_as).new(1).document
        assert ["".join(cube) for cube in document["cubes"]] == CUBES


@rule("TT-2")
def test_a_record_carries_the_cubes_themselves(tmp_path: Path) -> None:
    path = cube_file(tmp_path, f"cubes = {CUBES}")
    variant = load("top-trumps-match", cubes=path, void_after=20, max_voids=1)
    *_, last = random_game(variant, seed=1)
    Path(path).unlink()
    record = read_record(last.record().write())
    *_, replayed = record.replay()
    assert record.options["cubes"] == SET
    assert replayed == last


@given(st.lists(st.permutations(SYMBOLS), min_size=25, max_size=25))
def test_any_set_is_read_as_it_is_written(cubes: list[list[str]]) -> None:
    option = find_game("top-trumps-match").options[-1]
    value = option.read("-".join("".join(cube[:6]) for cube in cubes))
    assert option.read(written(value)) == value
    assert " " not in written(value)


def test_the_standard_set_written_out_is_the_standard_set() -> None:
    option = find_game("top-trumps-match").options[-1]
    assert option.read("-".join(cubes_of(STANDARD))) == option.read("Standard") == STANDARD


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("-".join(CUBES[:-1]), "A cube set has 25 cubes, not 24."),
        (with_last("ABCDE"), "Cube 24, “ABCDE”, has 5 faces; a cube has 6."),
        (with_last("ABCDEP"), "Cube 24, “ABCDEP”, shows “P”; the symbols are A to O."),
        (
            with_last("ABCDEA"),
            "Cube 24, “ABCDEA”, shows A more than once; a move could not tell its faces apart.",
        ),
        (
            "standrad",
            "Option cubes cannot be “standrad”; it takes standard, "
            "or 25 cubes written like ABCDEF-GHIJKL-….",
        ),
        (
            7,
            "Option cubes cannot be “7”; it takes standard, "
            "or 25 cubes written like ABCDEF-GHIJKL-….",
        ),
    ],
)
def test_each_kind_of_bad_set_is_refused_with_its_own_sentence(
    value: object, sentence: str
) -> None:
    with pytest.raises(BadOption, match=f"^{re.escape(sentence)}$"):
        load("top-trumps-match", cubes=value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cubes = [", ": the file is not valid TOML."),
        ("", "A cube set has 25 cubes, not 0."),
        ("dice = []", ": the file has “dice”, and it can have cubes."),
        ("cubes = 25", ": cubes is not a list of texts."),
        ("cubes = [1, 2]", ": cubes is not a list of texts."),
        ("cubes = ['ABCDEF']", "A cube set has 25 cubes, not 1."),
        ("\x00", ": the file is not valid TOML."),
    ],
)
def test_each_kind_of_bad_file_is_refused_with_its_own_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(BadOption, match=re.escape(sentence)):
        load("top-trumps-match", cubes=cube_file(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "reason"), [("missing.toml", "cannot be read"), (".toml", "is not a file")]
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / ".toml").mkdir()
    with pytest.raises(BadOption, match=reason):
        load("top-trumps-match", cubes=str(tmp_path / name))


@rule("TT-2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_appendix_of_the_rulebook_shows_the_standard_cubes(language: str) -> None:
    text = find_game("top-trumps-match").rulebook(language).text
    shown = re.findall(r"\b([A-O]{2}) ([A-O]{2}) ([A-O]{2})\b", text)
    assert ["".join(pairs) for pairs in shown] == cubes_of(STANDARD)


def test_what_is_kept_of_cubes_is_bounded() -> None:
    """Anyone may set up tables with cubes of their own."""
    sets = ["".join(choice) for choice in permutations(SYMBOLS[:6])]
    assert len(sets) > text.CUBES_KEPT
    for first in range(0, len(sets), 25):
        cubes = [*sets[first : first + 25], *sets[:25]][:25]
        position = load("top-trumps-match", cubes="-".join(cubes)).new(1)
        for cube in range(25):
            position.state.held = cube
            assert text.say(position.state, [0]) == [f"a1={cubes[cube][0]}"]
    kept = text._moves_with.cache_info()
    assert kept.currsize == kept.maxsize == text.CUBES_KEPT
