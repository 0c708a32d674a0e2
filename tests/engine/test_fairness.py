"""Fair deals: commitment, contributions, and the check of a record."""

from __future__ import annotations

import dataclasses
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import matchwood
from matchwood.cli import main
from matchwood.engine.errors import BadRecord
from matchwood.engine.fairness import PART_BYTES, Proof, Terms, commitment, draw, pledge, seed_of
from matchwood.engine.record import GameRecord
from matchwood.engine.record_text import read_record

SECRET = bytes(range(PART_BYTES))
PARTS = {0: bytes([7]) * PART_BYTES, 2: bytes([9]) * PART_BYTES}


OPTIONS = "players=4 teams=false size=2x2x2 sticks=none"
TERMS = Terms("k3mzq8rt2vwp", "baguettes", 2, OPTIONS)


def dealt(terms: Terms | None = TERMS) -> GameRecord:
    """A finished game that was dealt at a live table."""
    position = matchwood.load("baguettes", players=4, size="2x2x2").new(
        seed_of(SECRET, PARTS, terms)
    )
    while not position.over:
        position.play(position.legal_moves()[0])
    proof = Proof(commitment(SECRET, terms), SECRET, PARTS, terms)
    return position.record(["Anna", "Ben", "Chloé", "Dora"], proof)


TEXT = (
    b"matchwood deal\ntable: k3mzq8rt2vwp\ngame: baguettes\nrules: 2\noptions: "
    + OPTIONS.encode()
    + b"\n"
)


def test_the_seed_is_the_hash_of_terms_secret_and_all_contributions_by_seat() -> None:
    parts = b"\x00" + PARTS[0] + b"\x02" + PARTS[2]
    assert seed_of(SECRET, PARTS, TERMS) == sha256(TEXT + SECRET + parts).digest()
    assert commitment(SECRET, TERMS) == sha256(TEXT + SECRET).hexdigest()
    assert seed_of(SECRET, dict(reversed(PARTS.items()))) == seed_of(SECRET, PARTS)
    assert seed_of(SECRET, {0: PARTS[2], 2: PARTS[0]}) != seed_of(SECRET, PARTS)


def test_a_pledge_is_the_hash_of_the_table_and_the_part() -> None:
    text = b"matchwood part\nk3mzq8rt2vwp\n" + SECRET
    assert pledge("k3mzq8rt2vwp", SECRET) == sha256(text).hexdigest()


def test_deals_of_before_there_were_terms_are_checked_as_they_were_made() -> None:
    parts = b"\x00" + PARTS[0] + b"\x02" + PARTS[2]
    assert seed_of(SECRET, PARTS) == sha256(b"matchwood deal\n" + SECRET + parts).digest()
    assert commitment(SECRET) == sha256(SECRET).hexdigest()
    old = dealt(terms=None)
    assert "table:" not in old.write()
    assert read_record(old.write()) == old


def test_secrets_are_drawn_anew_every_time() -> None:
    assert len({draw() for _ in range(20)}) == 20
    assert len(draw()) == PART_BYTES


def test_a_record_keeps_its_proof() -> None:
    record = dealt()
    assert record.proof is not None
    marked = dataclasses.replace(record.proof, drawn=frozenset([2]), withheld=frozenset([1, 3]))
    for proof in (record.proof, marked):
        kept = dataclasses.replace(record, proof=proof)
        assert read_record(kept.write()) == kept


@pytest.mark.parametrize("line", ["commitment", "secret"])
def test_half_a_proof_is_refused(line: str) -> None:
    text = dealt().write()
    without = "\n".join(each for each in text.split("\n") if not each.startswith(line))
    with pytest.raises(BadRecord, match=f"no line “{line}: …”"):
        read_record(without)


def verified(
    record: GameRecord | str, folder: Path, capsys: pytest.CaptureFixture[str], *given: str
) -> str:
    file = folder / "record.txt"
    file.write_text(record if isinstance(record, str) else record.write(), encoding="utf-8")
    status = main(["verify", str(file), *given])
    output = capsys.readouterr()
    return f"{status}: {' '.join((output.out + output.err).split())}"


def test_a_fair_record_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = verified(dealt(), tmp_path, capsys)
    assert told.startswith("0: The secret is the one that the commitment in the record was made")
    assert "(seats: 0, 2)" in told
    assert "The result is the one that they lead to." in told


def test_a_record_is_checked_against_what_a_player_remembers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, added = commitment(SECRET, TERMS), PARTS[2].hex()
    given = ("--commitment", shown.upper(), "--contribution", added)
    told = verified(dealt(), tmp_path, capsys, *given)
    assert told.startswith("0: The commitment is the one that was shown before the deal. Your")
    other = draw().hex()
    for option, sentence in (("commitment", "not the one that was"), ("contribution", "not among")):
        told = verified(dealt(), tmp_path, capsys, f"--{option}", other)
        assert sentence in told
        assert not told.startswith("0:")
    alone = dataclasses.replace(dealt(), proof=None)
    assert not verified(alone, tmp_path, capsys, "--commitment", shown).startswith("0:")


def test_who_drew_and_who_did_not_open_a_part_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = dealt()
    assert record.proof is not None
    proof = dataclasses.replace(record.proof, drawn=frozenset([2]), withheld=frozenset([1]))
    told = verified(dataclasses.replace(record, proof=proof), tmp_path, capsys)
    assert "the server drew it (seats: 2)" in told
    assert "did not open theirs (seats: 1)" in told


def test_a_game_from_the_terminal_has_no_proof_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = dataclasses.replace(dealt(), proof=None)
    assert "only the moves are checked" in verified(record, tmp_path, capsys)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"commitment": commitment(b"other")}, "not the one that was committed to"),
        ({"terms": dataclasses.replace(TERMS, table="another")}, "not the one that was committed"),
        ({"contributions": {0: PARTS[0]}}, "The seed does not follow"),
        ({"contributions": {**PARTS, 1: draw()}}, "The seed does not follow"),
    ],
)
def test_a_deal_that_was_tampered_with_is_found(
    change: dict[str, Any], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = dealt()
    assert record.proof is not None
    proof = dataclasses.replace(record.proof, **change)
    found = verified(dataclasses.replace(record, proof=proof), tmp_path, capsys)
    assert told in found
    assert not found.startswith("0:")


def test_a_move_that_was_changed_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = dealt().write().replace("\n1. pierce", "\n1. pull")
    assert "Move 1 breaks the rules" in verified(text, tmp_path, capsys)
