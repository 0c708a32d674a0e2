"""Bots of somebody, for tests."""

from __future__ import annotations

import numpy as np

from matchwood import View


def any_move(view: View, rng: np.random.Generator) -> str:
    """A legal move, each equally likely."""
    moves = view.legal_moves()
    return moves[int(rng.integers(len(moves)))]
