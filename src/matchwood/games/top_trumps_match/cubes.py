"""The cubes (TT-2): the standard set, and other sets from a file or written out.

A cube is a text of six different symbols, such as ABCDEF; A and B, C and D, E and F are on
opposite faces. A set is 25 cubes. In a record of a game a set other than the standard one is
written out, its cubes joined by hyphens, so that the record needs no other file.

The symbols of a cube must be different because a move names the face by its symbol. How often a
symbol is in the set is left open: boxes differ. That such a set can be put into the grid as
TT-4 asks was tried and not proved: even where all cubes have the same six symbols, some in a
thousand arrangements are allowed, and a set-up then takes longer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from matchwood.engine.errors import BadOption, quoted
from matchwood.engine.language import Phrase
from matchwood.engine.options import KeptInFile, Value, lists_in

SYMBOLS = "ABCDEFGHIJKLMNO"
CUBES = 25
FACES = 6

STANDARD = "standard"
JOINT = "-"
FILE_ENDING = ".toml"
LIST = "cubes"
"""What the list is called in a file."""
_WRITTEN: dict[str, Any] = {
    "standard": STANDARD,
    "cubes": CUBES,
    "example": JOINT.join(("ABCDEF", "GHIJKL", "…")),
}
"""How a set is given, for sentences that refuse one."""


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
