"""The end of Top Trumps Match as a picture: the last match, and everyone's cards and points."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.svg import Drawn
from matchwood.engine.words import Words
from matchwood.games.top_trumps_match.grid import SIZE, Look
from matchwood.games.top_trumps_match.picture import (
    CARD_WIDTH,
    GAP,
    INNER,
    INSET,
    MARGIN,
    PIP,
    PIPS_AT,
    WIDTH,
    called,
    card_face,
    card_title,
    label,
    seat_panel,
    small_grid,
)
from matchwood.games.top_trumps_match.symbols import SYMBOLS
from matchwood.games.top_trumps_match.words import counts, ended_void, points_for

MATCH_PITCH, MATCH_SIZE, MATCH_STEP = 34, 18, 34
MATCH_HEIGHT = svg.HEADER + SIZE * MATCH_PITCH + INSET
"""The last match in the finale: its cubes' pitch, its letters and lines."""
SEAT_WIDTH, SEAT_HEIGHT = (INNER - GAP) / 2, 200


def draw(document: Document, names: Sequence[str], words: Words) -> str:
    """The last match, or that there was none, and the cards and points of each."""
    seats = (_final_seat(document, seat, names[seat], words) for seat in range(2))
    return svg.picture(
        document["game"],
        (WIDTH, MARGIN + MATCH_HEIGHT + GAP + SEAT_HEIGHT + MARGIN),
        _final_match(document, names, words),
        *seats,
        label=label(document, names, words),
    )


def _final_match(document: Document, names: Sequence[str], words: Words) -> Drawn:
    """The side of the grid on which the match was made, and how it was scored."""
    match, void = document["last_match"], ended_void(document)
    told = _final_lines(document, names, words)
    side = match["caller"] if match and not void else 0
    cells = small_grid(Look(document, side), MATCH_PITCH, (INSET, svg.HEADER))
    left = 2 * INSET + SIZE * MATCH_PITCH
    top = svg.HEADER + (MATCH_HEIGHT - svg.HEADER - (len(told) - 1) * MATCH_STEP) / 2 - INSET / 2
    lines = (
        svg.words(
            svg.cut(line, MATCH_SIZE, INNER - left - INSET),
            MATCH_SIZE,
            (left, top + number * MATCH_STEP),
            class_="start",
        )
        for number, line in enumerate(told)
    )
    return svg.panel(
        words("Round {round}", round=document["round"]),
        "",
        (INNER, MATCH_HEIGHT),
        *cells,
        *lines,
        at=(MARGIN, MARGIN),
        title=" ".join(told),
    )


def _final_lines(document: Document, names: Sequence[str], words: Words) -> list[str]:
    if ended_void(document):
        return [words.many("{n} void round", "{n} void rounds", n=document["voids"])]
    match = document["last_match"]
    scorer = match["scored"].index(max(match["scored"]))
    return [
        called(match["caller"], names, words),
        words.tell(SYMBOLS[match["symbol"]].name),
        points_for(words, match["scored"][scorer], scorer, names),
    ]


def _final_seat(document: Document, seat: int, name: str, words: Words) -> Drawn:
    """A player's cards, the one that counted outlined, and points."""
    match = None if ended_void(document) else document["last_match"]
    counted = match if match and counts(document, seat) else None
    top = (PIPS_AT + PIP + SEAT_HEIGHT) / 2
    cards = (
        svg.group(
            *card_face(card),
            at=(SEAT_WIDTH / 2 + (number - 0.5) * (CARD_WIDTH + GAP), top),
            title=card_title(card, words),
            class_="match" if counted and card == counted["symbol"] else None,
        )
        for number, card in enumerate(document["cards"][seat])
    )
    at = (MARGIN + seat * (SEAT_WIDTH + GAP), MARGIN + MATCH_HEIGHT + GAP)
    return seat_panel(document, seat, name, (SEAT_WIDTH, SEAT_HEIGHT), at, 0, words, *cards)
