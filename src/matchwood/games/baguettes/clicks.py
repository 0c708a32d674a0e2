"""The moves of Baguettes as clicks: on the plans or the block, and two buttons.

To pierce or to plant is one click, on the channel or the well. To pull a rod is to click on it,
and then on the stick whose place it takes or, where it goes to a hand, on a button. So is taking
a stick out of the game: the stick, or the rack of those in hand, then a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matchwood.engine.game import Document

RACK, PULL, DROP = "rack", "pull", "drop"
PATHS_KEPT = 1024
"""A block has some hundred moves, and every turn offers many of them."""


def path_of(move: str, document: Document) -> list[str]:
    """Where a stick is or is to go, then what is done with it."""
    return [*_path_of(move)]


@lru_cache(PATHS_KEPT)
def _path_of(move: str) -> tuple[str, ...]:
    word, where = move.split()
    if word in ("pierce", "plant"):
        return (_id(where),)
    if word == "drop":
        return RACK if where == "hand" else _id(where), DROP
    rod, _, well = where.partition(">")
    return _id(rod), _id(well) if well else PULL


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["well", well]]:
            return f"plant {well}"
        case [["channel", channel]]:
            return f"pull {channel}" if channel in document["rods"] else f"pierce {channel}"
        case [["rack"]] | [["drop"]] | [["rack"], ["drop"]]:
            return "drop hand"
        case [["well" | "channel", place], ["drop"]]:
            return f"drop {place}"
        case [["channel", rod], ["well", well]]:
            return f"pull {rod}>{well}"
        case [["channel", rod], ["pull"]]:
            return f"pull {rod}"
    return None


def _id(place: str) -> str:
    return f"well-{place}" if place.isdecimal() else f"channel-{place}"
