"""The moves of Top Trumps Match as clicks: on a face of the held cube, then on a cell."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document


def path_of(move: str, document: Document) -> list[str]:
    """Two clicks: on the face that shall look at the mover, then on the cell it goes to."""
    cell, symbol = move.split("=")
    return [f"face-{symbol}", f"cell-{cell}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-", 1) for step in path]:
        case [["face", symbol], ["cell", cell]]:
            return f"{cell}={symbol}"
        case [["cell", cell]]:
            return f"{cell}={document['cubes'][document['held']][0]}"
    return None
