"""The moves of Matches as clicks: on the coin to turn, or on the spot where it goes."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document


def path_of(move: str, document: Document) -> list[str]:
    """One click: on the coin to turn, or on the spot where the turned coin goes."""
    spot = document["turned"] if move == "stay" else move.split()[1]
    return [f"spot-{spot}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["spot", number]] if document["phase"] == "flip":
            return f"flip {number}"
        case [["spot", number]] if number == str(document["turned"]):
            return "stay"
        case [["spot", number]]:
            return f"move {number}"
    return None
