"""The end of Connect Four as a picture: the board with the four in line."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.words import Words
from matchwood_connect_four.picture import PANEL_TOP, WIDTH, drawn_board, drawn_column
from matchwood_connect_four.rules import COLUMNS
from matchwood_connect_four.words import verdict


def draw(document: Document, names: Sequence[str], words: Words) -> str:
    """The board with the four in line. Its parts have no ids: the table's picture has those."""
    return svg.picture(
        document["game"],
        (WIDTH, PANEL_TOP),
        drawn_board(),
        *(drawn_column(document, column, words, named=False) for column in range(COLUMNS)),
        label=" ".join(verdict(words, document, names)),
    )
