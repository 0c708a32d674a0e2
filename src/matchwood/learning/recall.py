"""Questions on what a player might remember of a game that is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from matchwood.engine.game import Document
from matchwood.engine.language import Words


class Question(NamedTuple):
    """Something that a player might remember of a game that is over."""

    asks: str
    place: str
    """The id of the element of the picture that is the answer."""


class RecallModule(Protocol):
    """`recall`: what a game of memory asks when it is over; may be left out.

    Documents are the whole truth.
    """

    def questions(self, words: Words, document: Document, names: Sequence[str]) -> list[Question]:
        """Questions on what could be remembered, in an order that tells nothing."""

    def places(self, words: Words, document: Document, names: Sequence[str]) -> Mapping[str, str]:
        """Things that can be pointed at as an answer: by id, in words that do not tell either."""

    def shown(self, document: Document, place: str | None) -> Document:
        """Picture that is drawn while it is asked: the table without the answers, but what was
        pointed at last shows what it is."""
