"""Reasons: what a coach may say of moves, in sentences that are true of the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from matchwood.engine.game import Document
from matchwood.engine.language import Words


class Line(NamedTuple):
    """A way to go on that a bot found: moves, and what the player knows after each of them."""

    moves: Sequence[str]
    documents: Sequence[Document]


class Reason(NamedTuple):
    """Why one move is better than another, in a short sentence that is true."""

    text: str
    marks: Sequence[str] = ()
    """Ids of the elements that show it on the board."""
    rule: str = ""
    """The number of the rule that it rests on."""


class Weighed(NamedTuple):
    """A reason, and how much it counts beside others."""

    weight: float
    reason: Reason


def by_weight(found: Iterable[Weighed | None]) -> list[Reason]:
    """The reasons that were found, the one that counts most first."""
    there = sorted((each for each in found if each), key=lambda each: -each.weight)
    return [each.reason for each in there]


class ReasonsModule(Protocol):
    """`reasons`: what a coach may say of two moves; may be left out."""

    def reasons(
        self,
        words: Words,
        document: Document,
        played: Line,
        better: Line,
        names: Sequence[str],
    ) -> list[Reason]:
        """Why the first move of `better` is better than that of `played`, for the player to move
        in the document; the most important first, and nothing where nothing fits. Each is true of
        the position, and told to the reader of the words, who may be any player or none."""

    def merits(
        self, words: Words, document: Document, line: Line, names: Sequence[str]
    ) -> list[Reason]:
        """Merits of the first move of a line by itself, with which a hint ends. As above, but no
        other move was made."""
