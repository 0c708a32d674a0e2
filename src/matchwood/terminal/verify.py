"""Checking a record: that nobody chose the deal, and that every move follows the rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.records import GameRecord
from matchwood.terminal.files import read_record_file


class NotFair(MatchwoodError):
    """The seed of a record is not the one that was promised."""


def verify(
    console: Console, file: Path, commitment: str | None = None, contribution: str | None = None
) -> None:
    """Say what was checked; the first thing that is wrong is raised.

    A record alone can be invented as a whole. So a player gives the commitment that they were
    shown before the deal, and the contribution that they made.
    """
    record = read_record_file(file)
    for line in [*_checked_promises(record, commitment, contribution), *_checked(record)]:
        console.print(Text(line))


def _checked_promises(
    record: GameRecord, commitment: str | None, contribution: str | None
) -> list[str]:
    """That what a player remembers of the deal is what the record says."""
    proof = record.proof
    if proof is None and (commitment or contribution):
        raise NotFair("The record says nothing of how its seed was drawn.")
    lines = []
    if proof is not None and commitment is not None:
        if proof.commitment != commitment.lower():
            raise NotFair("The commitment is not the one that was shown before the deal.")
        lines.append("The commitment is the one that was shown before the deal.")
    if proof is not None and contribution is not None:
        if contribution.lower() not in {part.hex() for part in proof.contributions.values()}:
            raise NotFair("This contribution is not among those of the record.")
        lines.append("Your contribution is among those that the seed was made from.")
    return lines


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
    if not proof.is_committed():
        raise NotFair("The secret is not the one that was committed to before the deal.")
    if not proof.leads_to(record.seed):
        raise NotFair("The seed does not follow from the secret and the contributions.")
    lines = [
        "The secret is the one that the commitment in the record was made from.",
        "The seed follows from it and what the players added "
        f"(seats: {_listed(proof.contributions)}).",
    ]
    if proof.drawn:
        lines.append(f"For some the server drew it (seats: {_listed(proof.drawn)}).")
    if proof.withheld:
        lines.append(f"Some did not open theirs (seats: {_listed(proof.withheld)}).")
    return lines


def _listed(seats: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(seats))) or "none"
