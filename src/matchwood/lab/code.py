"""A digest of the code that decides games, so that results of two codes never mix.

It is of what the code does, as Python reads it: names of files, remarks, docstrings and the
version of the package have no part in it. So it is the same on every machine, and stays the same
from release to release while nobody changes how games are played.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.jit import compiled_modules

OURS = __name__.partition(".")[0]
DECIDING = tuple(
    rf"{OURS}\.{names}"
    for names in (
        r"engine\.(dispatch|fairness|rng)",
        r"bots(\.\w+)*",
        r"lab\.playouts",
    )
)
"""Our modules that decide games whatever the game."""
DIGITS = 16


def code_of(game: Game) -> str:
    """The digest of all that decides games of this game: its rules, the bots, chance."""
    return _digest_of(game.package)


def code_of_all() -> dict[str, str]:
    """The digests of all games that are installed, by name."""
    return {name: code_of(find_game(name)) for name in game_names()}


@cache
def _digest_of(package: str) -> str:
    wanted = re.compile("|".join((*DECIDING, rf"{re.escape(package)}(\.(?!encoding)\w+)*")))
    modules = compiled_modules()
    return digest((name, modules[name]) for name in sorted(modules) if wanted.fullmatch(name))


def digest(modules: Iterable[tuple[str, Path]]) -> str:
    """The digest of modules by name."""
    found = hashlib.sha256()
    for name, path in modules:
        found.update(f"{name}\n".encode())
        for part in _parts(ast.parse(path.read_bytes())):
            found.update(f"{part}\n".encode())
    return found.hexdigest()[:DIGITS]


def _parts(node: object) -> Iterator[str]:
    """A tree of code as a line for each thing in it, the same by every version of Python that
    reads it: what a later one adds is empty in code that does not use it."""
    match node:
        case ast.Expr(ast.Constant(str())):
            pass  # a docstring
        case ast.AST():
            yield type(node).__name__
            for name, value in ast.iter_fields(node):
                if value not in (None, []):
                    yield name
                    yield from _parts(value)
            yield "end"
        case list():
            for each in node:
                yield from _parts(each)
        case _:
            yield repr(node)
