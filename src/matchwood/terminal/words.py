"""Sentences that a game and its replay share."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.position import Position
from matchwood.terminal.seats import YOU


def whose_turn(name: str) -> str:
    return "your turn" if name == YOU else f"{name}’s turn"


def winners_told(position: Position, names: Sequence[str]) -> str:
    winners = position.winners
    return who_won(names, winners, position.variant.tied(winners))


def who_won(names: Sequence[str], winners: Sequence[int], tied: bool) -> str:
    """Sentence on who won; rivals who are tied share the win, partners have it together."""
    won = [names[seat] for seat in winners]
    if not won:
        return "Nobody has won."
    if len(won) == 1:
        return f"{won[0]} {'have' if won[0] == YOU else 'has'} won."
    together = f"{', '.join(won[:-1])} and {won[-1]}"
    return f"{together} share the win." if tied else f"{together} have won."
