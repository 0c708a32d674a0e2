"""Scenes: what a move brought about and everyone should see, in a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from matchwood.drawing.picture import Picture
from matchwood.engine.game import Document
from matchwood.engine.language import Words


class Scene(NamedTuple):
    """Moment that a move brought about and everyone should see, before or while the game goes
    on."""

    calls: str
    """Call over the board, in a few words."""
    says: Sequence[str] = ()
    """Sentences that tell what happened."""
    marks: Sequence[str] = ()
    """Ids of the elements that show it in the picture after the move."""
    picture: Picture | None = None
    """Picture shown before the position after the move, where that shows no more of it; nothing in
    it can be clicked. None: the position itself, for a moment."""
    place: int | None = None
    """The seat from whose place the picture is drawn, where the table looks different from each."""
    onward: str = ""
    """Label of the way on from the picture."""


class SceneModule(Protocol):
    """`scene`: what is worth a moment's look; may be left out.

    A scene is shown to everyone, so the documents are what anyone may know.
    """

    def scene(
        self,
        words: Words,
        move: str,
        before: Document,
        after: Document,
        names: Sequence[str],
        viewer: int | None,
    ) -> Scene | None:
        """The scene that a move brought about; of most moves, none. The `viewer` is the seat from
        whose place the reader looks, where the table does not show the same to each."""
