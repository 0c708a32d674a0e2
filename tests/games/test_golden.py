"""Games kept as text replay to the same position, move by move, as on the day they were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from matchwood import Variant, find_game, game_names, read_record
from matchwood.testing import variants

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_last_position(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    *_, last = record.replay()
    assert last.over
    assert last.dump() == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert record.write() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "variant", [variant for name in game_names() for variant in variants(name)], ids=str
)
def test_every_variant_has_a_golden_game(variant: Variant) -> None:
    kept = [read_record(path.read_text(encoding="utf-8")) for path in RECORDS]
    assert any(find_game(record.game).variant(record.options) == variant for record in kept)
