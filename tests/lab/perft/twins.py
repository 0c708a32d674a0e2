"""The plain twins of our games, and how they count lines of play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from matchwood import Position
from tests.games.baguettes.twin import Twin as Baguettes
from tests.games.colorfox.twin import Twin as Colorfox
from tests.games.piecepack_matches.twin import Twin as Matches
from tests.games.top_trumps_match.twin import Twin as TopTrumps


class Twin(Protocol):
    """A position, played without the kernels."""

    def legal_moves(self) -> Collection[str]: ...

    def after(self, text: str, /) -> Twin: ...


def _top_trumps(position: Position) -> TopTrumps:
    options = position.variant.options
    return TopTrumps(position.document, int(options["void_after"]), int(options["max_voids"]))


TWINS: dict[str, Callable[[Position], Twin]] = {
    "baguettes": lambda position: Baguettes(position.document),
    "colorfox": lambda position: Colorfox(position.document),
    "piecepack-matches": lambda position: Matches(position.document),
    "top-trumps-match": _top_trumps,
}


def count(twin: Twin, depth: int) -> int:
    """How many sequences of exactly so many legal moves there are."""
    moves = twin.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(count(twin.after(move), depth - 1) for move in moves)
