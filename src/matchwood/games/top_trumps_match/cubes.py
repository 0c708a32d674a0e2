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

from matchwood.engine.errors import BadOption, quoted
from matchwood.engine.options import Option, Value

SYMBOLS = "ABCDEFGHIJKLMNO"
CUBES = 25
FACES = 6

STANDARD = "standard"
JOINT = "-"
FILE_ENDING = ".toml"


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
                f"Option {self.name} cannot be {quoted(text)} here; it takes {STANDARD}, "
                f"or {CUBES} cubes written like ABCDEF{JOINT}GHIJKL{JOINT}…"
            )
        return self.read(text)

    def allowed(self) -> str:
        return (
            f"{STANDARD}, the name of a file that ends in {FILE_ENDING}, "
            f"or {CUBES} cubes written like ABCDEF{JOINT}GHIJKL{JOINT}…"
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
        raise BadOption(f"A cube set has {CUBES} cubes, not {len(cubes)}.")
    for number, cube in enumerate(cubes):
        _check(f"Cube {number}, {quoted(cube)},", cube)
    return STANDARD if tuple(cubes) == _standard() else JOINT.join(cubes)


def _check(name: str, cube: str) -> None:
    if len(cube) != FACES:
        raise BadOption(f"{name} has {len(cube)} faces; a cube has {FACES}.")
    for symbol in cube:
        if symbol not in SYMBOLS:
            raise BadOption(
                f"{name} shows {quoted(symbol)}; the symbols are {SYMBOLS[0]} to {SYMBOLS[-1]}."
            )
        if cube.count(symbol) > 1:
            raise BadOption(
                f"{name} shows {symbol} more than once; a move could not tell its faces apart."
            )


def _from_file(path: Path) -> list[str]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(
            f"The cube file {quoted(str(path))} cannot be read: {error.strerror}."
        ) from error
    except ValueError as error:
        raise BadOption(f"The cube file {quoted(str(path))} is not TOML: {error}.") from error
    cubes = data.get("cubes")
    if not isinstance(cubes, list) or not all(isinstance(cube, str) for cube in cubes):
        raise BadOption(
            f"The cube file {quoted(str(path))} needs a list of texts, "
            'as in cubes = ["ABCDEF", "GHIJKL", …].'
        )
    return cubes
