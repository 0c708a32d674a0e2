"""What is counted in many games of Top Trumps Match."""

from __future__ import annotations

import numpy as np


def scores(states: np.ndarray) -> np.ndarray:
    """The points of each seat; in the five-minute game 1 for who won it."""
    return np.asarray(states["points"].astype(np.int64))
