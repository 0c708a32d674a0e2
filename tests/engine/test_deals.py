"""Fair deals: commitment, contributions, and the check of a record."""

from __future__ import annotations

import dataclasses
from hashlib import sha256
from pathlib import Path

import pytest

import matchwood
from matchwood.cli import main
from matchwood.engine.deals import PART_BYTES, Proof, commitment, draw, seed_of
from matchwood.engine.errors import BadRecord
from matchwood.engine.records import GameRecord, read_record

SECRET = bytes(range(PART_BYTES))
PARTS = {0: bytes([7]) * PART_BYTES, 2: bytes([9]) * PART_BYTES}


def dealt() -> GameRecord:
    """A finished game that was dealt at a live table."""
    position = matchwood.load("baguettes", size="2x2x2").new(seed_of(SECRET, PARTS))
    while not position.over:
        position.play(position.legal()[0])
    return position.record(["Anna", "Ben"], Proof(commitment(SECRET), SECRET, PARTS))


def test_the_seed_is_the_hash_of_the_secret_and_all_contributions_by_seat() -> None:
    parts = b"\x00" + PARTS[0] + b"\x02" + PARTS[2]
    assert seed_of(SECRET, PARTS) == sha256(b"matchwood deal\n" + SECRET + parts).digest()
    assert seed_of(SECRET, dict(reversed(PARTS.items()))) == seed_of(SECRET, PARTS)
    assert seed_of(SECRET, {0: PARTS[2], 2: PARTS[0]}) != seed_of(SECRET, PARTS)


def test_secrets_are_drawn_anew_every_time() -> None:
    assert len({draw() for _ in range(20)}) == 20
    assert len(draw()) == PART_BYTES


def test_a_record_keeps_its_proof() -> None:
    record = dealt()
    assert read_record(record.write()) == record


@pytest.mark.parametrize("line", ["commitment", "secret"])
def test_half_a_proof_is_refused(line: str) -> None:
    text = dealt().write()
    without = "\n".join(each for each in text.split("\n") if not each.startswith(line))
    with pytest.raises(BadRecord, match=f"no line “{line}: …”"):
        read_record(without)


def verified(record: GameRecord | str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = folder / "record.txt"
    file.write_text(record if isinstance(record, str) else record.write(), encoding="utf-8")
    status = main(["verify", str(file)])
    output = capsys.readouterr()
    return f"{status}: {' '.join((output.out + output.err).split())}"


def test_a_fair_record_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = verified(dealt(), tmp_path, capsys)
    assert told.startswith("0: The secret is the one that was committed to before the deal.")
    assert "(seats: 0, 2)" in told
    assert "The result is the one that they lead to." in told


def test_a_game_from_the_terminal_has_no_proof_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = dataclasses.replace(dealt(), proof=None)
    assert "only the moves are checked" in verified(record, tmp_path, capsys)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (Proof(commitment(b"other"), SECRET, PARTS), "not the one that was committed to"),
        (Proof(commitment(SECRET), SECRET, {0: PARTS[0]}), "The seed does not follow"),
        (Proof(commitment(SECRET), SECRET, {**PARTS, 1: draw()}), "The seed does not follow"),
    ],
)
def test_a_deal_that_was_tampered_with_is_found(
    change: Proof, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = verified(dataclasses.replace(dealt(), proof=change), tmp_path, capsys)
    assert told in found
    assert not found.startswith("0:")


def test_a_move_that_was_changed_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = dealt().write().replace("\n1. pierce", "\n1. pull")
    assert "Move 1 breaks the rules" in verified(text, tmp_path, capsys)
