"""Things to be printed, as a game declares them.

A game that can be printed has a module `prints` (`PrintsModule`). A piece is drawn in a measure of
its own, as in the game's pictures, and says how many millimetres it is on paper. Its drawing goes
on beyond its edge: with crop marks, `BLEED` millimetres of that are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Drawn, Size
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Value

BLEED = 3.0
"""Millimetres of a drawing that are printed beyond its edge, where there are crop marks."""


class CannotPrint(MatchwoodError):
    """This cannot be printed."""


@dataclass(frozen=True)
class Face:
    """One side of a piece."""

    drawn: Drawn
    box: Box
    """The part of the drawing that is the piece, in the measure of the drawing."""


@dataclass(frozen=True)
class Piece:
    """A thing to be cut out."""

    name: str
    """Name in words, for screen readers."""
    size: Size
    """Its width and height in millimetres."""
    front: Face
    back: Face | None = None
    cut: str = ""
    """The path to be cut along, in the measure of the front; none: along the edge of its size,
    or of the disc that it is."""
    folds: str = ""
    """The path to be folded along."""
    round: bool = False
    """True if it is a disc."""


@dataclass(frozen=True)
class Group:
    """Pieces of one kind; all have two sides, or all have one."""

    title: str
    """Heading that names and counts them, such as “54 cards”."""
    pieces: Sequence[Piece]
    steps: Sequence[str] = ()
    """Instructions for them, in a sentence each."""

    @property
    def two_sided(self) -> bool:
        return self.pieces[0].back is not None


class PrintsModule(Protocol):
    """`prints.py`: the pieces of a game, to be printed; may be left out."""

    SIZES: Mapping[str, Phrase]
    """Sizes that the pieces can have, and what each means; the usual one first."""

    LOOKS: Mapping[str, str]
    """Styles of things that only prints have, by selector, in the colours of the game's
    pictures."""

    def groups(self, options: Mapping[str, Value], size: str, words: Words) -> Sequence[Group]:
        """All that is needed to play with these options. What cannot be printed raises
        `CannotPrint`."""


def prints_of(game: Game) -> PrintsModule:
    """The module of a game; a game that declares no pieces raises `CannotPrint`."""
    if game.prints is None:
        raise CannotPrint("{game} has no sheets to print.", game=game.title)
    return game.prints
