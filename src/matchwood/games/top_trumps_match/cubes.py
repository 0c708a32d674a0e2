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
from matchwood.engine.options import Option, Value
from matchwood.engine.words import Phrase

SYMBOLS = "ABCDEFGHIJKLMNO"
CUBES = 25
FACES = 6

STANDARD = "standard"
JOINT = "-"
FILE_ENDING = ".toml"
_WRITTEN: dict[str, Any] = {
    "standard": STANDARD,
    "cubes": CUBES,
    "example": JOINT.join(("ABCDEF", "GHIJKL", "…")),
}
"""How a set is given, for sentences that refuse one."""


@dataclass(frozen=True)
class CubeSet(Option):
    """The standard cubes, a cube file, or the cubes themselves."""

    def parse(self, given: object) -> Value:
        text = str(given) if isinstance(given, Path) else given
        if not isinstance(text, str):
            return None
        if text.lower() == STANDARD:
            return STANDARD
        if text.lower().endswith(FILE_ENDING):
            return _agreed(_from_file(Path(text)))
        return _agreed(text.upper().split(JOINT)) if JOINT in text else None

    def recall(self, text: str) -> Value:
        if text.lower().endswith(FILE_ENDING):
            raise BadOption(
                "Option {option} cannot be {value} here; it takes {standard}, "
                "or {cubes} cubes written like {example}",
                option=self.name,
                value=quoted(text),
                **_WRITTEN,
            )
        return self.read(text)

    def allowed(self) -> Phrase:
        return Phrase(
            "{standard}, the name of a file that ends in {ending}, "
            "or {cubes} cubes written like {example}",
            {"ending": FILE_ENDING, **_WRITTEN},
        )


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


def _from_file(path: Path) -> list[str]:
    file = quoted(str(path))
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(
            "The cube file {file} cannot be read: {reason}.", file=file, reason=error.strerror
        ) from error
    except ValueError as error:
        raise BadOption(
            "The cube file {file} is not TOML: {reason}.", file=file, reason=str(error)
        ) from error
    cubes = data.get("cubes")
    if not isinstance(cubes, list) or not all(isinstance(cube, str) for cube in cubes):
        raise BadOption(
            "The cube file {file} needs a list of texts, as in {example}.",
            file=file,
            example='cubes = ["ABCDEF", "GHIJKL", …]',
        )
    return cubes
