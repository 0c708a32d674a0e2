"""What is counted in many games of Matches."""

from __future__ import annotations

import numpy as np

from matchwood.engine.game import State
from matchwood.games.piecepack_matches.pieces import TILES

COMPARED = (
    *({"players": players} for players in (2, 3, 4, 6)),
    *({"flaming": flaming} for flaming in (False, True)),
)


def scores(states: np.ndarray) -> np.ndarray:
    """The tiles that each seat has marked."""
    seats = int(states["players"][0])
    return np.asarray(TILES // seats - states["left"][:, :seats].astype(np.int64))


def kind(s: State, move: str) -> str:
    """Whether a coin was seen before it is turned; in Flaming Matches, what becomes of it."""
    verb, _, spot = move.partition(" ")
    match verb:
        case "flip":
            return "turns a coin seen before" if s.seen[int(spot) - 1] else "turns a new coin"
        case "move":
            return "puts the coin elsewhere"
        case _:
            return "leaves the coin there"
