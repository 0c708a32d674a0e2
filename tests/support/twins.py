"""Twins: the rules of a game once more, plain and slow, to hold the kernels against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from matchwood import Variant
from matchwood.testing import random_game


class Twin(Protocol):
    at: dict[str, Any]
    """Where it stands, as the game's document."""

    def play(self, text: str) -> None: ...
    def legal_moves(self) -> list[str]: ...


def check_against(twin_of: Callable[[dict[str, Any]], Twin], variant: Variant, seed: int) -> None:
    """Whether a twin comes to the positions of a random game, with the same moves in each."""
    first, *positions = random_game(variant, seed)
    twin = twin_of(first.document)
    for position in positions:
        twin.play(position.history[-1])
        assert twin.at == position.document
        assert twin.legal_moves() == position.legal_moves()
