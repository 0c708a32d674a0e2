"""Bots: they choose among the legal moves, and see no more than their seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matchwood.engine.errors import UnknownBot, listed, nearest, quoted

if TYPE_CHECKING:
    import numpy as np

    from matchwood.engine.position import Position

LEVELS = ("random",)
"""The bots there are, the weakest first."""


def check_level(level: str) -> None:
    """Refuse the name of a bot that does not exist."""
    if level not in LEVELS:
        raise UnknownBot(
            "There is no bot {bot}; the bots are {bots}.",
            nearest(level, LEVELS),
            bot=quoted(level),
            bots=listed(LEVELS),
        )


def choose(level: str, position: Position, luck: np.ndarray) -> int:
    """The action that a bot of this level chooses for the player to move."""
    import numpy as np

    from matchwood.bots.random import any_action

    check_level(level)
    hidden = position.seen_by(position.to_move)
    actions = np.empty(position.variant.game.rules.MOST_ACTIONS, np.int32)
    return int(any_action(hidden.state, actions, luck))
