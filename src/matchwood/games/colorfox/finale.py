"""The end of Colorfox as a picture: everyone's sticks, set by set, with their points."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.svg import Drawn
from matchwood.engine.words import Words
from matchwood.games.colorfox.picture import (
    GAP,
    MARGIN,
    POINTS_INSET,
    ROOM,
    STICK_SCALE,
    WIDTH,
    mark,
)
from matchwood.games.colorfox.table import points, sets
from matchwood.games.colorfox.words import card_told, points_told, winners_told

SET_ROW, SETS_FROM, SET_STEP, SET_TEXT = 31, 28, 42, 15
SUM_SIZE, SUM_ROOM = 16, 32
"""In the picture of the end: a set lies in a row, and below all sets stands their sum."""


def draw(document: Document, names: Sequence[str], words: Words) -> str:
    """CF-15: everyone's sticks, each set in a row of its own with its points; the best first."""
    seats = sorted(range(document["players"]), key=lambda seat: -document["scores"][seat])
    panels, y = [], float(MARGIN)
    for seat in seats:
        holding = sets(document["sticks"][seat])
        height = svg.HEADER + max(1, len(holding)) * SET_ROW + SUM_ROOM
        panels.append(_scored(document, seat, names[seat], (ROOM, height), y, words))
        y += height + GAP
    return svg.picture(
        document["game"],
        (WIDTH, y - GAP + MARGIN),
        *panels,
        label=winners_told(words, document, names),
    )


def _scored(
    document: Document, seat: int, name: str, size: svg.Size, y: float, words: Words
) -> Drawn:
    score, holding = document["scores"][seat], sets(document["sticks"][seat])
    told = points_told(words, score)
    summed = " + ".join(str(points(len(colours))) for colours in holding)
    sum_at = (ROOM - POINTS_INSET, size[1] - SUM_ROOM / 2)
    winner = seat in document["winners"]
    return svg.panel(
        name,
        told,
        size,
        *(_set_row(colours, row, words) for row, colours in enumerate(holding)),
        svg.words(f"{summed or 0} = {score}", SUM_SIZE, sum_at, class_="end"),
        at=(MARGIN, y),
        title=svg.seat_title(
            words("{name}: {points}", name=name, points=told), words, False, winner
        ),
        winner=winner,
    )


def _set_row(colours: str, row: int, words: Words) -> Drawn:
    """One set: its sticks, how many colours that is, and what they score."""
    value = points_told(words, points(len(colours)))
    told = words.many("{n} colour: {points}", "{n} colours: {points}", len(colours), points=value)
    return svg.group(
        *(
            mark(colour, STICK_SCALE, (SETS_FROM + place * SET_STEP, 0))
            for place, colour in enumerate(colours)
        ),
        svg.words(told, SET_TEXT, (ROOM - POINTS_INSET, 0), class_="quiet end"),
        at=(0, svg.HEADER + (row + 0.5) * SET_ROW),
        title=words("{set}: {points}", set=card_told(words, colours), points=value),
    )
