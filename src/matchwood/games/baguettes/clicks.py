"""The moves of Baguettes as clicks: where a stick comes from, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document
from matchwood.games.baguettes.block import receiver


def path_of(move: str, document: Document) -> list[str]:
    """Where a stick comes from, if it is not the hand, and where it goes."""
    word, where = move.split()
    seat = document["to_move"]
    if word in ("pierce", "plant"):
        return [_id(where)]
    if word == "drop":
        return [f"seat-{seat}" if where == "hand" else _id(where), "out"]
    rod, _, well = where.partition(">")
    return [_id(rod), _id(well) if well else f"seat-{receiver(document, rod)}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["well", well]]:
            return f"plant {well}"
        case [["channel", channel]]:
            return f"pull {channel}" if channel in document["rods"] else f"pierce {channel}"
        case [["seat", _]] | [["out"]] | [["seat", _], ["out"]]:
            return "drop hand"
        case [["well" | "channel", place], ["out"]]:
            return f"drop {place}"
        case [["channel", rod], ["well", well]]:
            return f"pull {rod}>{well}"
        case [["channel", rod], ["seat", _]]:
            return f"pull {rod}"
    return None


def _id(place: str) -> str:
    return f"well-{place}" if place.isdecimal() else f"channel-{place}"
