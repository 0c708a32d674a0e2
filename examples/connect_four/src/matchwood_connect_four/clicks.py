"""The moves of Connect Four as clicks: one, on the column."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document


def path_of(move: str, document: Document) -> list[str]:
    """One click on the column."""
    return [f"column-{move.removeprefix('drop ')}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["column", column]]:
            return f"drop {column}"
    return None
