"""Bots: they choose among the legal moves, and see no more than their seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matchwood.engine.errors import MatchwoodError, UnknownBot, listed, nearest, quoted

if TYPE_CHECKING:
    import numpy as np

    from matchwood.engine.position import Position

LEVELS = ("random", "greedy")
"""The bots there are, the weakest first."""


class NothingToChoose(MatchwoodError):
    """The game is over."""


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

    from matchwood.bots.greedy import GUESSES, ROOM, best_action
    from matchwood.bots.random import any_action

    check_level(level)
    if position.over:
        raise NothingToChoose("The game is over: there is no move to choose.")
    s = position.seen_by(position.to_move).state
    most = position.variant.game.rules.MOST_ACTIONS
    actions = np.empty(most, np.int32)
    if level == "random":
        return int(any_action(s, actions, luck))
    room, shares = np.zeros(ROOM, s.dtype), np.zeros(position.players)
    return int(best_action(s, GUESSES, luck, room, actions, shares, np.empty(most)))
