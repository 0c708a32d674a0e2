"""What the bots are told of a position."""

from __future__ import annotations

import numpy as np

from matchwood import Position
from matchwood.engine import dispatch


def share(position: Position, seat: int) -> float:
    shares = np.zeros(position.players)
    dispatch.estimate(position.state, shares)
    return float(shares[seat])


def numbered(position: Position) -> list[tuple[int, str]]:
    return list(zip(position.legal_actions().tolist(), position.legal_moves(), strict=True))
