"""The end of Connect Four as a picture: the board with the four in line."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing.picture import Drawing
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood_connect_four.picture import HEIGHT, NUMBER_ROOM, WIDTH, drawn_board
from matchwood_connect_four.words import verdict


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """The board with the four in line. Nothing in it has an id: the table's picture has those."""
    return Drawing(
        "finale",
        "finale",
        (0, NUMBER_ROOM, WIDTH, HEIGHT),
        drawn_board(document, words, named=False),
        " ".join(verdict(words, document, names)),
    )
