"""The end of Baguettes as a picture: what is left of each colour."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.svg import Drawn
from matchwood.engine.words import Words
from matchwood.games.baguettes.block import in_hands, on_block, seats_of
from matchwood.games.baguettes.picture import (
    MARK_ROOM,
    PANEL_INSET,
    label,
    panel_mark,
    row_of_sticks,
)
from matchwood.games.baguettes.places import GAP, INNER, MARGIN, WIDTH
from matchwood.games.baguettes.words import left_told, what_is_left

FINALE_PANEL, FINALE_TEXT_AT, FINALE_SIZE = 104, 88, 15


def draw(document: Document, names: Sequence[str], words: Words) -> str:
    """BG-16: what is left of each colour; its sticks out of the game are pale."""
    panels = [
        _left_over(document, colour, names, MARGIN + place * (FINALE_PANEL + GAP), words)
        for place, colour in enumerate(document["out"])
    ]
    return svg.picture(
        document["game"],
        (WIDTH, MARGIN + len(panels) * (FINALE_PANEL + GAP)),
        *panels,
        label=label(document, names, words),
    )


def _left_over(
    document: Document, colour: str, names: Sequence[str], y: float, words: Words
) -> Drawn:
    seats, told = seats_of(document, colour), what_is_left(words, document, colour)
    left = in_hands(document, colour) + on_block(document, colour)
    return svg.panel(
        words.together([names[seat] for seat in seats]),
        str(left),
        (INNER, FINALE_PANEL),
        panel_mark(colour, INNER),
        row_of_sticks(left, colour, INNER, document["out"][colour]),
        svg.words(told, FINALE_SIZE, (PANEL_INSET, FINALE_TEXT_AT), class_="start quiet"),
        at=(MARGIN, y),
        title=left_told(words, document, colour, names),
        winner=seats[0] in document["winners"],
        room_at_end=MARK_ROOM,
    )
