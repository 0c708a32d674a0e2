"""What the bots are told of a position."""

from __future__ import annotations

import numpy as np

from matchwood import Position, View
from matchwood.engine import dispatch


def share(position: Position, seat: int) -> float:
    shares = np.zeros(position.players)
    dispatch.estimate(position.state, shares)
    return float(shares[seat])


def numbered(position: Position) -> list[tuple[int, str]]:
    return list(zip(position.legal_actions().tolist(), position.legal_moves(), strict=True))


def writable(view: View) -> View:
    """A copy of a view whose record may be written, as bots copy it before they guess or forget."""
    copy = view.copy()
    copy._states.flags.writeable = True
    copy.state = copy._states[0]
    return copy
