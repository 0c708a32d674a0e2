"""The end of Colorfox as a drawing: the winners' sticks as a rising sun, a ring for each set."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document
from matchwood.engine.pictures import BOARD, Drawing
from matchwood.engine.words import Words
from matchwood.games.colorfox import faces
from matchwood.games.colorfox.words import winners_told


def draw(
    document: Document, viewer: int | None, names: Sequence[str], words: Words
) -> Drawing:
    return Drawing("finale", BOARD, (-50, -50, 100, 100), faces.back(), winners_told(words, document, names))
