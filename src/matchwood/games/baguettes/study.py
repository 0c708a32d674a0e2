"""What is counted in many games of Baguettes."""

from __future__ import annotations

import numpy as np

from matchwood.engine.game import State

COMPARED = (
    *({"players": players} for players in (2, 3, 4)),
    {"players": 4, "teams": True},
    *({"size": (side, side, side)} for side in (3, 4, 5, 6)),
    *({"sticks": sticks} for sticks in (5, 16)),
)


def scores(states: np.ndarray) -> np.ndarray:
    """The sticks of each seat's colour that are not out of the game; partners have the same."""
    seats = int(states["players"][0])
    colours = states["colour"][:, :seats]
    games = np.arange(len(states))[:, None]
    dealt = states["dealt"][:, None] * (seats // states["colours"][:, None])
    return np.asarray(dealt - states["out"][games, colours], np.int64)


def kind(s: State, move: str) -> str:
    """Where a stick goes: into which level, onto a rod, back to the hand, into a well, or out."""
    verb, _, place = move.partition(" ")
    match verb:
        case "pierce":
            return f"pierces level {place[0]}"
        case "plant":
            return "plants a stick"
        case "pull":
            return "pulls and exchanges a stick" if ">" in place else "pulls into the hand"
        case _:
            return "takes a stick out"
