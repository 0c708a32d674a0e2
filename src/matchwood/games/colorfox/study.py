"""What is counted in many games of Colorfox."""

from __future__ import annotations

import numpy as np

from matchwood.engine.game import State
from matchwood.games.colorfox.pieces import SIDES
from matchwood.games.colorfox.rules import ANY, DIGIT

COMPARED = tuple({"players": players} for players in (2, 3, 4))
KINDS = {"pass": "skips", "keep": "makes no more swaps"}


def scores(states: np.ndarray) -> np.ndarray:
    """CF-15, as `rules.score` has it: every stick, and for each two colours the fewer."""
    sticks = states["sticks"][:, : int(states["players"][0])].astype(np.int64)
    pairs = np.minimum(sticks[..., :, None], sticks[..., None, :])
    # Every two colours stand there twice, and each colour with itself once.
    return np.asarray((pairs.sum(axis=(-2, -1)) + sticks.sum(axis=-1)) // 2)


def kind(s: State, move: str) -> str:
    """How many matchsticks a card connects, and whether a swap that is offered is made."""
    if move in KINDS:
        return KINDS[move]
    if ">" in move:
        return "swaps a stick"
    x, y = map(int, move.partition("@")[2].split(","))
    cells = zip(s.open_x[: s.open].tolist(), s.open_y[: s.open].tolist(), strict=True)
    sides = int(s.touched[list(cells).index((x, y))])
    connected = sum(sides >> DIGIT * side & ANY == ANY for side in range(SIDES))
    return f"connects {connected} matchstick{'s' if connected > 1 else ''}"
