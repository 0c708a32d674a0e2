"""Players, turns and endings, of which the state of a table is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Player:
    """A person on a chair."""

    name: str
    holder: str


@dataclass(frozen=True)
class Turn:
    """A move that was made."""

    seat: int
    move: str
    final: bool
    """True if it cannot be taken back."""
    by_bot: bool
    after: int
    """The `seq` right after the position before it came to be."""
    at: int
    """The `seq` right after it."""


@dataclass(frozen=True)
class Ending:
    """End of a game other than by its rules."""

    how: Literal["gave up", "agreed"]
    winners: tuple[int, ...] = ()
