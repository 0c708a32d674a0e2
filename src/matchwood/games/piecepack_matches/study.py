"""What is counted in many games of Matches."""

from __future__ import annotations

import numpy as np

from matchwood.games.piecepack_matches.pieces import TILES


def scores(states: np.ndarray) -> np.ndarray:
    """The tiles that each seat has marked."""
    seats = int(states["players"][0])
    return np.asarray(TILES // seats - states["left"][:, :seats].astype(np.int64))
