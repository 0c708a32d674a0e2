"""Games kept as text replay as on the day they were played, position by position."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import GameRecord, Variant, find_game, game_names, read_record
from matchwood.testing import variants
from tests.games.golden import positions
from tests.games.golden.positions import Document, Parted

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(FOLDER.glob("*.txt"))
EXAMPLE = FOLDER / "connect-four_players-2.txt"


def read(path: Path) -> GameRecord:
    return read_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_position_by_position(path: Path) -> None:
    record = read(path)
    positions.check(path.with_suffix(positions.SUFFIX), record)
    assert record.winners is not None, "it is played to its end"
    assert record.write() == path.read_text(encoding="utf-8")


def test_positions_and_records_belong_together() -> None:
    kept = sorted(FOLDER.glob(f"*{positions.SUFFIX}"))
    assert [path.stem for path in kept] == [path.stem for path in RECORDS]


@pytest.mark.parametrize(
    "variant", [variant for name in game_names() for variant in variants(name)], ids=str
)
def test_every_variant_has_a_golden_game(variant: Variant) -> None:
    kept = [read(path) for path in RECORDS]
    assert any(find_game(record.game).variant(record.options) == variant for record in kept)


# The check itself


@pytest.fixture
def example(tmp_path: Path) -> tuple[Path, GameRecord, list[str]]:
    """A file of positions to spoil, its record, and its lines."""
    kept = EXAMPLE.with_suffix(positions.SUFFIX).read_text(encoding="utf-8")
    path = tmp_path / "example.positions"
    path.write_text(kept, encoding="utf-8")
    return path, read(EXAMPLE), kept.splitlines()


def test_where_positions_part_the_move_and_the_part_are_told(
    example: tuple[Path, GameRecord, list[str]],
) -> None:
    path, record, lines = example
    positions.check(path, record)
    heading = f"4. {record.moves[3]}"
    at = next(i for i in range(lines.index(heading), len(lines)) if lines[i].startswith("to_move"))
    right, wrong = lines[at], "to_move = 7"
    lines[at] = wrong
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(Parted) as parted:
        positions.check(path, record)
    told = f"{path.name} parts from the rules at move {heading.replace('. ', ', ')}:"
    assert str(parted.value).splitlines() == [
        told,
        f"  expected: {wrong}",
        f"  found:    {right}",
    ]


def test_positions_of_other_moves_are_refused(
    example: tuple[Path, GameRecord, list[str]],
) -> None:
    path, record, _ = example
    with pytest.raises(Parted, match="other moves than its record"):
        positions.check(path, dataclasses.replace(record, moves=record.moves[:-1]))


def test_a_golden_game_of_other_rules_is_refused(
    example: tuple[Path, GameRecord, list[str]],
) -> None:
    path, record, _ = example
    with pytest.raises(Parted, match=r"version 0 .* --renew connect-four"):
        positions.check(path, dataclasses.replace(record, version=0))


keys = st.sampled_from(["a", "b1", "legal moves", "to_move"])
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", " = ", "b gone"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)
documents = st.dictionaries(keys, json_values)


@given(documents, documents)
def test_what_is_written_of_a_change_leads_to_the_same_document(
    before: Document, after: Document
) -> None:
    for line in list(positions.changes(before, after)):
        positions.assign(before, line)
    assert before == after
