"""The size of a block as an option: wells across, wells deep, levels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from matchwood.engine.language import Phrase
from matchwood.engine.options import Option, Value, written

SMALLEST, LARGEST = 2, 6
DIMENSIONS = 3

_SIZE = re.compile(r"(\d)x(\d)x(\d)")


@dataclass(frozen=True)
class Size(Option):
    """BG-2: three numbers, as a tuple or a list, or as text such as `4x4x4`."""

    def parse(self, given: object) -> Value:
        if isinstance(given, str) and (match := _SIZE.fullmatch(given.lower())):
            given = tuple(map(int, match.groups()))
        if not isinstance(given, tuple | list) or len(given) != DIMENSIONS:
            return None
        fits = all(type(number) is int and SMALLEST <= number <= LARGEST for number in given)
        return tuple(given) if fits else None

    def allowed(self) -> Phrase:
        return Phrase(
            "{low} to {high}, each number {smallest} to {largest}",
            {
                "low": written((SMALLEST,) * DIMENSIONS),
                "high": written((LARGEST,) * DIMENSIONS),
                "smallest": SMALLEST,
                "largest": LARGEST,
            },
        )
