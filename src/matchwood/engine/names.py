"""What the players are called."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.words import ENGLISH, Words


def player_names(names: Sequence[str] | None, players: int, words: Words = ENGLISH) -> list[str]:
    """The names to be shown: those given, one for every seat, or Player 1, Player 2, …"""
    if names is None:
        return [words("Player {number}", number=number) for number in range(1, players + 1)]
    if len(names) != players:
        raise MatchwoodError(
            "{names} names were given for {players} players; give one each.",
            names=len(names),
            players=players,
        )
    return list(names)
