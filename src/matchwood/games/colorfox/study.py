"""What is counted in many games of Colorfox."""

from __future__ import annotations

import numpy as np


def scores(states: np.ndarray) -> np.ndarray:
    """CF-15, as `rules.score` has it: every stick, and for each two colours the fewer."""
    sticks = states["sticks"][:, : int(states["players"][0])].astype(np.int64)
    pairs = np.minimum(sticks[..., :, None], sticks[..., None, :])
    # Every two colours stand there twice, and each colour with itself once.
    return np.asarray((pairs.sum(axis=(-2, -1)) + sticks.sum(axis=-1)) // 2)
