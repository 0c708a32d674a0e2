"""Sentences that a game and its replay share."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.terminal.seats import YOU


def whose_turn(name: str) -> str:
    return "your turn" if name == YOU else f"{name}’s turn"


def who_won(names: Sequence[str], winners: Sequence[int]) -> str:
    won = [names[seat] for seat in winners]
    if not won:
        return "Nobody has won."
    if len(won) == 1:
        return f"{won[0]} {'have' if won[0] == YOU else 'has'} won."
    return f"{', '.join(won[:-1])} and {won[-1]} share the win."
