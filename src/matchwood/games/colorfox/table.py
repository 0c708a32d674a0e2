"""The table as a document tells it: which cells are open, and which cards fit there (CF-7).

The pictures and the sketch need it. What is legal is for `rules` to say; a test holds the two
against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from matchwood.engine.game import Document
from matchwood.games.colorfox.pieces import OPPOSITE, SIDES, TO_RIGHT, UPWARD

Cell = tuple[int, int]
OpenCells = dict[Cell, dict[int, str]]
"""Every empty cell next to a card: the colours that it asks for, by side."""
Cards = tuple[tuple[int, int, str], ...]
"""The cards that lie, in the order in which they were laid: column, row, colours."""
TABLES_KEPT, WORTHS_KEPT = 256, 4096
"""Of all games that are played; at every move it is told what many holdings would be worth."""


def cards_on(document: Document) -> Cards:
    return tuple([(laid["x"], laid["y"], laid["card"]) for laid in document["table"]])


def open_cells(document: Document) -> OpenCells:
    return cells_around(cards_on(document))


@lru_cache(TABLES_KEPT)
def cells_around(cards: Cards) -> OpenCells:
    """The open cells of a table, which several viewers look at; not to be changed."""
    taken = {(x, y) for x, y, _ in cards}
    cells: OpenCells = {}
    for x, y, card in cards:
        for side in range(SIDES):
            cell = x + TO_RIGHT[side], y + UPWARD[side]
            if cell not in taken:
                cells.setdefault(cell, {})[OPPOSITE[side]] = card[side]
    return cells


def wanted_at(document: Document, cell: Cell) -> dict[int, str]:
    """The colours that one cell asks for, by side; much faster than to look at all of them."""
    laid = {(card["x"], card["y"]): card["card"] for card in document["table"]}
    beside = {
        side: laid.get((cell[0] + TO_RIGHT[side], cell[1] + UPWARD[side])) for side in range(SIDES)
    }
    return {side: card[OPPOSITE[side]] for side, card in beside.items() if card}


class Beside(NamedTuple):
    """An open cell as people find it: on which side of which card."""

    side: int
    """The side of the cell where the card lies."""
    card: str
    is_alone: bool
    """True if no other card on the table looks like it, so that there is no other such cell."""


@lru_cache(TABLES_KEPT)
def beside(cards: Cards) -> dict[Cell, Beside]:
    """The card by which each open cell is told; not to be changed."""
    laid = {(x, y): card for x, y, card in cards}
    copies = Counter(laid.values())
    found = {}
    for x, y in cells_around(cards):
        around = [
            Beside(side, card, copies[card] == 1)
            for side in range(SIDES)
            if (card := laid.get((x + TO_RIGHT[side], y + UPWARD[side])))
        ]
        found[x, y] = next((each for each in around if each.is_alone), around[0])
    return found


def sticks_won(before: Document, after: Document) -> list[str]:
    """CF-9: the colours of the sticks that a move brought its player."""
    had, has = (document["sticks"][before["to_move"]] for document in (before, after))
    return [colour for colour, number in has.items() for _ in range(number - had[colour])]


def fits_any(wanted: dict[int, str], cards: Iterable[str | None]) -> bool:
    """Whether any of the cards that are known has the colours that a cell asks for."""
    for card in cards:
        if not card:
            continue
        for side, colour in wanted.items():
            if card[side] != colour:
                break
        else:
            return True
    return False


def sets(holding: Mapping[str, int]) -> list[str]:
    """CF-15: sticks sorted into the sets that score most, the largest first."""
    return [
        "".join(colour for colour, number in holding.items() if number >= level)
        for level in range(1, max(holding.values()) + 1)
    ]


def points(size: int) -> int:
    """CF-15: what a set of that size scores."""
    return size * (size + 1) // 2


def worth(holding: Mapping[str, int]) -> int:
    """CF-15: what all sticks of a player score."""
    return _worth(tuple(holding.values()))


@lru_cache(WORTHS_KEPT)
def _worth(numbers: tuple[int, ...]) -> int:
    levels = range(1, max(numbers) + 1)
    return sum(points(sum(number >= level for number in numbers)) for level in levels)
