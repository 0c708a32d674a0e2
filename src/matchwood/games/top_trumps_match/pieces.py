"""The cubes of Top Trumps Match, and the sides of its grid as a document tells them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matchwood.engine.errors import BadOption, quoted
from matchwood.engine.language import Phrase
from matchwood.engine.options import KeptInFile, Value, lists_in

if TYPE_CHECKING:
    from matchwood.engine.game import Document

# The cubes (TT-2): the standard set, and other sets from a file or written out.
#
# A cube is a text of six different symbols, such as ABCDEF; A and B, C and D, E and F are on
# opposite faces. A set is 25 cubes. In a record of a game a set other than the standard one is
# written out, its cubes joined by hyphens, so that the record needs no other file.
#
# The symbols of a cube must be different because a move names the face by its symbol. How often a
# symbol is in the set is left open: boxes differ. That such a set can be put into the grid as
# TT-4 asks was tried and not proved: even where all cubes have the same six symbols, some in a
# thousand arrangements are allowed, and a set-up then takes longer.

SYMBOLS = "ABCDEFGHIJKLMNO"
_NAMES = (
    Phrase("anchor"),
    Phrase("bolt"),
    Phrase("crown"),
    Phrase("drop"),
    Phrase("envelope"),
    Phrase("fish"),
    Phrase("gem"),
    Phrase("heart"),
    Phrase("snowflake"),
    Phrase("jigsaw piece"),
    Phrase("key"),
    Phrase("leaf"),
    Phrase("moon"),
    Phrase("note"),
    Phrase("planet"),
)
SYMBOL_NAMES = dict(zip(SYMBOLS, _NAMES, strict=True))
"""TT-1: our own, each beginning with the letter that moves call the symbol by."""
CUBES = 25
FACES = 6

STANDARD = "standard"
JOINT = "-"
FILE_ENDING = ".toml"
LIST = "cubes"
"""The name of the list in a file."""
_WRITTEN: dict[str, Any] = {
    "standard": STANDARD,
    "cubes": CUBES,
    "example": JOINT.join(("ABCDEF", "GHIJKL", "…")),
}
"""The ways to give a set, for sentences that refuse one."""


@dataclass(frozen=True)
class CubeSet(KeptInFile):
    """The standard cubes, or the cubes themselves; a file may list them."""

    def parse(self, given: object) -> Value:
        if not isinstance(given, str):
            return None
        if given.lower() == STANDARD:
            return STANDARD
        return _agreed(given.upper().split(JOINT)) if JOINT in given else None

    def names_file(self, given: object) -> bool:
        return isinstance(given, str | Path) and str(given).strip().lower().endswith(FILE_ENDING)

    def in_file(self, text: str, ending: str) -> Value:
        return _agreed(lists_in(text, (LIST,)).get(LIST, []))

    def allowed(self) -> Phrase:
        return Phrase("{standard}, or {cubes} cubes written like {example}", _WRITTEN)


def cubes_of(value: str) -> list[str]:
    """The cubes that an agreed value stands for."""
    return list(_standard()) if value == STANDARD else value.split(JOINT)


@cache
def _standard() -> tuple[str, ...]:
    data = (files(__package__) / "cubes.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(data)["cubes"])


def _agreed(cubes: Sequence[str]) -> str:
    """The value for these cubes, or a sentence that refuses them."""
    if len(cubes) != CUBES:
        raise BadOption(
            "A cube set has {wanted} cubes, not {given}.", wanted=CUBES, given=len(cubes)
        )
    for number, cube in enumerate(cubes):
        _check(number, cube)
    return STANDARD if tuple(cubes) == _standard() else JOINT.join(cubes)


def _check(number: int, cube: str) -> None:
    name: dict[str, Any] = {"number": number, "cube": quoted(cube)}
    if len(cube) != FACES:
        raise BadOption(
            "Cube {number}, {cube}, has {given} faces; a cube has {faces}.",
            given=len(cube),
            faces=FACES,
            **name,
        )
    for symbol in cube:
        if symbol not in SYMBOLS:
            raise BadOption(
                "Cube {number}, {cube}, shows {symbol}; the symbols are {first} to {last}.",
                symbol=quoted(symbol),
                first=SYMBOLS[0],
                last=SYMBOLS[-1],
                **name,
            )
        if cube.count(symbol) > 1:
            raise BadOption(
                "Cube {number}, {cube}, shows {symbol} more than once; "
                "a move could not tell its faces apart.",
                symbol=symbol,
                **name,
            )


# The grid as a position document has it, seen from one side.

SIZE = 5
COLUMNS, ROWS = "abcde", "12345"
GROWING, MATCH = 3, 5
"""Equal symbols in a line that are worth a look, and that are a match (TT-12)."""

OTHER_SIDE = "other-side"
"""The aid by which players may look at the other side of the grid (TT-7)."""

LOOKS_KEPT, LINES_KEPT = 256, 2048
"""Looks kept of all games that are played; most lines are as they were before the last push."""

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
