"""The end of Top Trumps Match as a drawing: the five of the last line, and the cards of both."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.pictures import BOARD, Drawing
from matchwood.engine.svg import Drawn
from matchwood.engine.words import Words
from matchwood.games.top_trumps_match import pieces
from matchwood.games.top_trumps_match.grid import SIZE, Look
from matchwood.games.top_trumps_match.words import counts, ended_void, standing, verdict

WIDTH, HEIGHT = 720, 360
STEP, FACE, ARC, MIDDLE = 124, 108, 13, 128
RAYS, RAY = 24, 900
CARDS_TOP, CARD_SCALE = 292, 1.0


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """The line that decided, on a rising sun; below it whose card it was."""
    return Drawing(
        "finale",
        BOARD,
        (0, 0, WIDTH, HEIGHT),
        Drawn("".join(_line(document))),
        label=" ".join(verdict(words, document, names)),
    )


def _line(document: Document) -> list[Drawn]:
    symbol = document["last_match"]["symbol"] if document["last_match"] else "A"
    return [
        pieces.small((WIDTH / 2 + (place - 2) * STEP, MIDDLE), FACE, symbol, "match")
        for place in range(SIZE)
    ]
