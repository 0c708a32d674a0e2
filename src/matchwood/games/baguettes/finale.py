"""The end of a game of Baguettes: the sticks still standing."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import solids, svg
from matchwood.engine.game import Document
from matchwood.engine.pictures import BOARD, Drawing
from matchwood.engine.words import Words
from matchwood.games.baguettes.solid import solid_of
from matchwood.games.baguettes.words import label


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    solid = solid_of(document, mover=False)
    return Drawing(
        "finale",
        BOARD,
        solids.Projection(solid).box,
        svg.group(solids.drawn(solid)),
        label(document, names, words),
    )
