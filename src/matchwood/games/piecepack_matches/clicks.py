"""The moves of Matches as clicks: on the coin to turn, on the spot where it goes, on a button."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document


def path_of(move: str, document: Document) -> list[str]:
    """One click: on the coin to turn, on the spot where it goes, or on the button to leave it."""
    return [move if move == "stay" else f"spot-{move.split()[1]}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this.

    To leave a coin where it is, one may also click it once more.
    """
    match [step.split("-") for step in path]:
        case [["stay"]]:
            return "stay"
        case [["spot", number]] if document["phase"] == "flip":
            return f"flip {number}"
        case [["spot", number]] if number == str(document["turned"]):
            return "stay"
        case [["spot", number]]:
            return f"move {number}"
    return None
