"""What a table of Matches shows: it is a game of memory, so only the side of a coin that is up.

That a coin has been seen is shown where it was agreed; what is on its other side never is, but of
the coin that was just turned (PM-12).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, MARK_SEEN, NONE


def veil(s: State, viewer: int | None, aids: Collection[str]) -> None:
    if s.over:
        return
    if s.seen.any() or s.marked.any():
        s.rows = 0  # PM-4: the dice are put away
    lying = s.face != NONE
    if s.turned != NONE:
        lying[s.turned] = False
    s.under[lying] = HIDDEN
    if MARK_SEEN not in aids:
        s.seen[lying] = 0


def is_marked(coin: dict[str, Any]) -> bool:
    """Whether a coin of a document is to be marked: it has been seen, and is not shown."""
    return coin["seen"] and coin["coin"] is None


def at_the_start(document: Document) -> bool:
    """PM-4: whether the dice still lie there, since no coin has been turned."""
    touched = any(document["marked"]) or any(coin and coin["seen"] for coin in document["coins"])
    return not touched and bool(document["rolls"])
