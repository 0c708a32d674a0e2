"""What is counted in many games of Baguettes."""

from __future__ import annotations

import numpy as np


def scores(states: np.ndarray) -> np.ndarray:
    """The sticks of each seat's colour that are not out of the game; partners have the same."""
    seats = int(states["players"][0])
    colours = states["colour"][:, :seats]
    games = np.arange(len(states))[:, None]
    dealt = states["dealt"][:, None] * (seats // states["colours"][:, None])
    return np.asarray(dealt - states["out"][games, colours], np.int64)
