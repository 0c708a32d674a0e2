"""Games that no package brings: one in a file, or one that was made in a notebook.

A file is found by its path, or stands in the variable MATCHWOOD_GAMES of the environment, by which
processes that this one starts find it too.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from matchwood.engine import editions
from matchwood.engine.sources import sources_of
from matchwood.engine.spec import BadGame, slug

if TYPE_CHECKING:
    from matchwood.engine.game import Game

VARIABLE = "MATCHWOOD_GAMES"
"""Paths of files with games, parted as PATH is."""
DIGITS = 8
_NAME = "GAME"
_STEP, _UNKNOWN = re.compile("Failed in "), re.compile("name '(\\w+)' is not defined")
"""Patterns of the parts of Numba's messages that say where it was, and which name it does not
know."""
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def load(path: Path) -> Game:
    """The game that a file declares."""
    path = path.resolve()
    if not path.is_file():
        raise BadGame("There is no file {file}.", file=str(path))
    name = f"matchwood_game_{slug(path.stem)}_{_digest(str(path).encode())}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        return _declared(module, path)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception) and not (isinstance(error, BadGame) and _is_placed(error)):
            raise explained(error, path) from error
        raise


def _declared(module: ModuleType, path: Path) -> Game:
    game: Game | None = getattr(module, _NAME, None)
    if game is None:
        raise BadGame("{file} declares no game: it has no {name}.", file=path.name, name=_NAME)
    if game.module != module.__name__:
        raise placed(path, _line_of_game(path), "its game lacks module=__name__")
    try:
        game.spec  # noqa: B018  # refuses a declaration that cannot be used
    except BadGame as bad:
        raise placed(path, _line_of_game(path), str(bad)) from bad
    return game


def _is_placed(error: BadGame) -> bool:
    return "file" in error.phrase.values


def placed(path: Path, line: int | None, reason: str) -> BadGame:
    """Refusal of a file, in a sentence that says where it is wrong."""
    reason = reason.rstrip(".")
    if line is None:
        return BadGame("{file}: {reason}.", file=path.name, reason=reason)
    return BadGame("{file}, line {line}: {reason}.", file=path.name, line=line, reason=reason)


def explained(error: Exception, path: Path) -> BadGame:
    """An error that a file with a game has led to, as one sentence with the line."""
    if isinstance(error, SyntaxError):
        return placed(path, error.lineno, error.msg)
    if isinstance(error, KeyError) and (line := _line_with(path, str(error.args[0]))):
        # Numba says no more of a field that a record lacks.
        return placed(path, line, f"a position has no field {error.args[0]}")
    if type(error).__module__.startswith("numba"):
        return placed(path, *_told_by_numba(str(error), path))
    if isinstance(error, BadGame):
        return placed(path, None, str(error))
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == path]
    return placed(path, (lines or [None])[-1], f"{type(error).__name__}: {error}")


def sentence(game: Game, error: Exception) -> str | None:
    """Fault in the rules of a game in a file, as a sentence; of one that a package brings,
    nothing."""
    declares = sys.modules[game.module]
    if hasattr(declares, "__path__") or getattr(declares, "__file__", None) is None:
        return str(error) if isinstance(error, BadGame) else None
    return str(explained(error, Path(str(declares.__file__))))


def _told_by_numba(message: str, path: Path) -> tuple[int | None, str]:
    """The line that a message of Numba is about, the innermost, and what is wrong there."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    reason = next(line for line in plain.splitlines() if line.strip() and not _STEP.match(line))
    reason = reason.rpartition(" due to ")[2].strip('".')
    if unknown := _UNKNOWN.search(reason):
        return _line_with(path, unknown[1]), f"the kernel does not compile: {reason}"
    last = len(path.read_text("utf-8").splitlines())
    told = (int(line) for file, line in _PLACE.findall(plain) if Path(file).name == path.name)
    line = next((line for line in told if line <= last), None)
    return line, f"the kernel does not compile: {reason}"


def _line_with(path: Path, word: str) -> int | None:
    """The first line with a name or an attribute, if any has it."""
    nodes = ast.walk(ast.parse(path.read_bytes()))
    found = (n for n in nodes if word in (getattr(n, "id", None), getattr(n, "attr", None)))
    return min((node.lineno for node in found if isinstance(node, ast.expr)), default=None)


def _line_of_game(path: Path) -> int | None:
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == _NAME for each in node.targets
        ):
            return node.lineno
    return None


def hand_on(path: Path) -> None:
    """Let the processes that this one starts find a file too."""
    paths = dict.fromkeys([*_paths(), str(path.resolve())])
    os.environ[VARIABLE] = os.pathsep.join(paths)


def _paths() -> list[str]:
    return [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def from_environment() -> Iterator[tuple[Path, Game | BadGame]]:
    """The games of the files in the environment, and what is wrong with those that have none."""
    for path in map(Path, _paths()):
        try:
            yield path, load(path)
        except BadGame as bad:
            yield path, bad


def note_edition(game: Game) -> None:
    """Tell a game of a file, or one that was typed, apart from others of its name: by its code."""
    declares = sys.modules[game.module]
    if hasattr(declares, "__path__"):
        return
    file = getattr(declares, "__file__", None)
    if file is not None:
        # Compiled code names its module, which is named by the path.
        found = hashlib.sha256(file.encode())
        for source in sources_of(Path(file)):
            found.update(source.read_bytes())
    else:
        found = hashlib.sha256(repr((game.fields, [m.pattern for m in game.moves])).encode())
        for name, value in sorted(vars(declares).items()):
            with contextlib.suppress(Exception):
                found.update(f"{name}{_code(value)}".encode())
    editions[game.name] = f"_{found.hexdigest()[:DIGITS]}"


def _code(value: Any) -> str:
    """A kernel, a function or a number that kernels may be compiled with, as a text."""
    code = getattr(getattr(value, "py_func", value), "__code__", value)
    if isinstance(code, CodeType):
        return repr((code.co_code, [*map(_code, code.co_consts)], code.co_names))
    if isinstance(value, int | float | str | tuple):
        return repr(value)
    return value.tobytes().hex() if hasattr(value, "tobytes") else ""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
