"""The grid as a position document has it, seen from one side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

from matchwood.engine.game import Document

SIZE = 5
COLUMNS, ROWS = "abcde", "12345"
GROWING, MATCH = 3, 5
"""How many equal symbols in a line are worth a look, and how many are a match (TT-12)."""

OTHER_SIDE = "other-side"
"""The aid by which players may look at the other side of the grid (TT-7)."""

LOOKS_KEPT, LINES_KEPT = 256, 2048
"""Of all games that are played; most lines are as they were before the last push."""

Line = list[str]
LINES: list[Line] = [
    *([column + row for column in COLUMNS] for row in ROWS),
    *([column + row for row in ROWS] for column in COLUMNS),
    [column + row for column, row in zip(COLUMNS, ROWS, strict=True)],
    [column + row for column, row in zip(COLUMNS, reversed(ROWS), strict=True)],
]


def place_of(cell: str, side: int) -> tuple[float, float]:
    """TT-3: the middle of a cell in steps of one; the sides see each other's left right."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    return (column if side == 0 else SIZE - 1 - column) + 0.5, row + 0.5


@dataclass(frozen=True, eq=False)
class Look:
    """A side of the grid as the player who sits there sees it. There is one object for each
    (`look_at`), so what is found out about it is kept for the next who looks."""

    side: int
    shows: dict[str, str | None]
    """The symbols of all cells; the hole, and a side that is not shown, show none."""

    @cached_property
    def is_shown(self) -> bool:
        """TT-7: whether the reader of the document sees this side."""
        return any(self.shows.values())

    def equal_in(self, line: Line) -> Line:
        """The cells of a line that show the symbol it has most of."""
        return [line[place] for place in _equal(tuple([self.shows[cell] for cell in line]))]

    @cached_property
    def growing(self) -> list[Line]:
        """Lines with at least three equal symbols, the longest last."""
        lines = map(self.equal_in, LINES if self.is_shown else ())
        return sorted((line for line in lines if len(line) >= GROWING), key=len)

    @property
    def matches(self) -> list[Line]:
        """TT-12: the lines of five equal symbols."""
        return [line for line in self.growing if len(line) == MATCH]

    @cached_property
    def completing(self) -> dict[str, set[str | None]]:
        """TT-12: for every cell, the symbols with which it makes five equal ones in a line."""
        found: dict[str, set[str | None]] = {cell: set() for cell in self.shows}
        for line in LINES:
            if len({self.shows[cell] for cell in line}) > 2:
                continue  # whatever is pushed in, two different symbols are left
            for cell in line:
                others = {self.shows[other] for other in line if other != cell}
                if len(others) == 1:
                    found[cell] |= others - {None}
        return found

    @cached_property
    def joined(self) -> dict[str, dict[str, int]]:
        """For every cell, how many equal symbols the longest line would have with one there."""
        found: dict[str, dict[str, int]] = {cell: {} for cell in self.shows}
        for line in LINES if self.is_shown else ():
            lengths = _lengths(tuple([self.shows[cell] for cell in line]))
            for cell, of_line in zip(line, lengths, strict=True):
                longest = found[cell]
                for symbol, length in of_line.items():
                    if length > longest.get(symbol, 0):
                        longest[symbol] = length
        return found


@lru_cache(LINES_KEPT)
def _equal(shown: tuple[str | None, ...]) -> list[int]:
    """The places of a line that show the symbol it has most of; not to be changed."""
    most = max(shown, key=shown.count)
    return [place for place, symbol in enumerate(shown) if symbol == most]


@lru_cache(LINES_KEPT)
def _lengths(shown: tuple[str | None, ...]) -> list[dict[str, int]]:
    """For every place of a line, how many equal symbols it would have with one there; not to be
    changed."""
    times = Counter(shown)
    return [
        {
            symbol: count + (symbol != there)
            for symbol, count in times.items()
            if symbol and count + (symbol != there) > 1
        }
        for there in shown
    ]


def look_at(document: Document, side: int) -> Look:
    grid = document["grid"]
    return _look(side, tuple(grid), tuple([cell and cell["faces"][side] for cell in grid.values()]))


@lru_cache(LOOKS_KEPT)
def _look(side: int, cells: tuple[str, ...], symbols: tuple[str | None, ...]) -> Look:
    return Look(side, dict(zip(cells, symbols, strict=True)))
