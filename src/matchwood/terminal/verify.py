"""Checking a record: that nobody chose the deal, and that every move follows the rules."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.records import GameRecord
from matchwood.terminal.files import read_record_file


class NotFair(MatchwoodError):
    """The seed of a record is not the one that was promised."""


def verify(console: Console, file: Path) -> None:
    """Say what was checked; the first thing that is wrong is raised."""
    record = read_record_file(file)
    for line in _checked(record):
        console.print(Text(line))


def _checked(record: GameRecord) -> list[str]:
    lines = _checked_deal(record)
    for position in record.replay():
        moves = len(position.moves)
    lines.append(f"All moves, {moves} of them, follow the rules of {record.game}.")
    if record.winners is not None:
        lines.append("The result is the one that they lead to.")
    return lines


def _checked_deal(record: GameRecord) -> list[str]:
    proof = record.proof
    if proof is None:
        return [
            "The record says nothing of how its seed was drawn, as the game was not dealt at a "
            "live table; so only the moves are checked."
        ]
    if not proof.kept():
        raise NotFair("The secret is not the one that was committed to before the deal.")
    if not proof.leads_to(record.seed):
        raise NotFair("The seed does not follow from the secret and the contributions.")
    seats = ", ".join(str(seat) for seat in sorted(proof.contributions)) or "none"
    return [
        "The secret is the one that was committed to before the deal.",
        f"The seed follows from it and what the players added (seats: {seats}).",
    ]
