"""The table as a document tells it: which cells are open, and which cards fit there (CF-7).

The pictures and the sketch need it. What is legal is for `rules` to say; a test holds the two
against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matchwood.engine.game import Document
from matchwood.games.colorfox.pieces import OPPOSITE, SIDES, TO_RIGHT, UPWARD

Cell = tuple[int, int]
OpenCells = dict[Cell, dict[int, str]]
"""Every empty cell next to a card: the colours that it asks for, by side."""


def open_cells(document: Document) -> OpenCells:
    taken = {(laid["x"], laid["y"]) for laid in document["table"]}
    cells: OpenCells = {}
    for laid in document["table"]:
        for side in range(SIDES):
            cell = laid["x"] + TO_RIGHT[side], laid["y"] + UPWARD[side]
            if cell not in taken:
                cells.setdefault(cell, {})[OPPOSITE[side]] = laid["card"][side]
    return cells


def wanted_at(document: Document, cell: Cell) -> dict[int, str]:
    """The colours that one cell asks for, by side; much faster than to look at all of them."""
    laid = {(card["x"], card["y"]): card["card"] for card in document["table"]}
    beside = {
        side: laid.get((cell[0] + TO_RIGHT[side], cell[1] + UPWARD[side])) for side in range(SIDES)
    }
    return {side: card[OPPOSITE[side]] for side, card in beside.items() if card}


def fits_any(wanted: dict[int, str], cards: Iterable[str | None]) -> bool:
    """Whether any of the cards that are known has the colours that a cell asks for."""
    return any(
        all(card[side] == colour for side, colour in wanted.items()) for card in cards if card
    )


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
    return sum(points(len(colours)) for colours in sets(holding))
