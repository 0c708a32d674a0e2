"""Folders of results: the settings, and a line for every game that is over.

What was interrupted goes on from here. `settings.json` says what is played and by which code, so
that games of two kinds never mix; `games.csv` has a line for every game. What was played by other
code can be read, but nothing is added to it.

The digest of the code is of what it does, as Python reads it: file names, comments, docstrings and
the version of the package have no part in it. So it is the same on every machine, and stays the
same from release to release while nobody changes how games are played.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import cast

from matchwood import __version__
from matchwood.bots import BOTS
from matchwood.bots.registry import find_bot
from matchwood.engine import editions
from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.engine.game import Game, Variant, find_game, game_names
from matchwood.engine.options import written
from matchwood.engine.sources import compiled_modules, sources_of

SETTINGS, GAMES = "settings.json", "games.csv"
CODE, VERSION = "code", "matchwood"
"""The code that played: its digest and, for people, its version."""
ELSEWHERE = "choose another folder"
OWN = "own bots"
"""Bots that are not ours, and digests of their code."""
LONGEST_PATH = 200
OURS = __name__.partition(".")[0]
COMPILED = tuple(
    rf"{OURS}\.{names}" for names in (r"engine\.(dispatch|fairness|rng)", r"bots(\.\w+)*")
)
"""Our modules with kernels that decide games whatever the game."""
IN_PYTHON = (f"{OURS}.bots.levels", f"{OURS}.bots.search")
"""Modules without kernels that do."""
DIGITS = 16

Settings = dict[str, object]
Row = Sequence[object]


class BadFolder(MatchwoodError):
    """A folder cannot be used, or holds something else."""


def settings_of(variant: Variant, **others: object) -> Settings:
    """Settings of games: all that decides them, as plain data."""
    game = variant.game
    named = others.get("bots", others.get("levels", ()))
    theirs = [find_bot(name) for name in cast("list[str]", named) if name not in BOTS]
    own = {bot.name: bot.fingerprint for bot in theirs}
    return {
        "game": game.name,
        "rules": variant.version,
        "options": {name: written(value) for name, value in variant.options.items()},
        **others,
        **({OWN: own} if own else {}),
        CODE: code_of(game),
        VERSION: __version__,
    }


class Results:
    """The results in one folder. A new folder is begun, one of other settings refused."""

    def __init__(self, folder: Path, what: str, settings: Settings, columns: Row) -> None:
        """`what` is kept here, in a word for people: an arena, a simulation."""
        self.folder = folder
        self._what, self._columns, self._settings = what, tuple(columns), settings
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._agree()
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> BadFolder:
        return BadFolder(f"The folder {_named(self.folder)} cannot be used: {error.strerror}.")

    def read(self, take: Callable[[list[str]], None]) -> None:
        """Hand over the cells of every line that is kept; a `ValueError` refuses one."""
        path = self.folder / GAMES
        try:
            lines = _whole_lines(path).splitlines()
        except OSError as error:
            raise self._unusable(error) from error
        for number, line in enumerate(lines, start=1):
            try:
                cells = next(csv.reader([line.decode()]))
                if number == 1:
                    hold(tuple(cells) == self._columns)
                else:
                    take(cells)
            except (ValueError, csv.Error, StopIteration) as error:
                raise BadFolder(
                    f"Line {number} of {_named(path)} is no game of this {self._what}; "
                    f"take it out, or {ELSEWHERE}."
                ) from error

    def begin(self) -> None:
        """Get ready to add games: begin the file, or cut off a line that the last run could not
        finish. A folder is refused whose games were played by other code."""
        noted = self._noted.get(CODE)
        if noted != self._settings[CODE]:
            played = f"the code {_told(noted)}" if noted else "code that it does not name"
            raise BadFolder(
                f"{self._holds} played by {played}, and this is {_told(self._settings[CODE])}; "
                f"{ELSEWHERE}, or note this as “{CODE}” in its {SETTINGS} if you know that both "
                "play alike."
            )
        path = self.folder / GAMES
        whole = len(_whole_lines(path))
        with path.open("ab") as file:
            file.truncate(whole)
            if not whole:
                file.write(_line(self._columns).encode())

    def add(self, rows: Iterable[Row]) -> None:
        """Keep some games, in one go."""
        with (self.folder / GAMES).open("a", encoding="utf-8", newline="") as file:
            file.write("".join(map(_line, rows)))

    def _agree(self) -> None:
        """Note new settings, or hold them against those noted before."""
        path = self.folder / SETTINGS
        if not path.exists():
            if (self.folder / GAMES).exists():
                raise BadFolder(
                    f"{_named(self.folder)} has {GAMES} but no {SETTINGS}; {ELSEWHERE}."
                )
            text = json.dumps(self._settings, indent=2, ensure_ascii=False) + "\n"
            whole = path.with_suffix(".part")
            whole.write_text(text, "utf-8")
            whole.replace(path)
            self._noted = self._settings
            return
        try:
            self._noted = dict(json.loads(path.read_bytes()))
        except (ValueError, TypeError) as error:
            raise BadFolder(f"{_named(path)} cannot be read; {ELSEWHERE}.") from error
        self._compare(self._noted, self._settings)

    @property
    def _holds(self) -> str:
        return f"{_named(self.folder)} holds {_with_article(self._what)}"

    def _compare(self, noted: Mapping[str, object], settings: Settings) -> None:
        holds = self._holds
        if noted.get("game") == settings["game"] and noted.get("rules") != settings["rules"]:
            raise BadFolder(
                f"{holds} of version {noted.get('rules')} of the rules of "
                f"{settings['game']}, and this is version {settings['rules']}; {ELSEWHERE}."
            )
        for name, value in settings.items():
            if name not in (CODE, VERSION) and noted.get(name) != value:
                raise BadFolder(
                    f"{holds} of other settings ({name} "
                    f"{_told(noted.get(name))}, not {_told(value)}); {ELSEWHERE}."
                )


def hold(condition: bool) -> None:
    """Refuse a line that is no game."""
    if not condition:
        raise ValueError


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _told(value: object) -> str:
    match value:
        case dict():
            value = " ".join(f"{name}={setting}" for name, setting in value.items())
        case list():
            value = listed(value)
    return str(quoted(str(value)))


def _named(path: Path) -> str:
    return str(quoted(str(path), LONGEST_PATH))


def _whole_lines(path: Path) -> bytes:
    """Content of a file, but for a line without an end: its game was just being noted."""
    content = path.read_bytes() if path.exists() else b""
    return content[: content.rfind(b"\n") + 1]


def _line(cells: Row) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def code_of(game: Game) -> str:
    """The digest of all that decides games of this game: its rules, the bots, chance."""
    return _digest_of(game.module, editions.get(game.name, ""))


def code_of_all() -> dict[str, str]:
    """The digests of all games that are installed, by name."""
    return {name: code_of(find_game(name)) for name in game_names()}


@cache
def _digest_of(package: str, edition: str = "") -> str:
    """The digest for a game of this package, or of this module in a file of its own; of one that
    was typed, its edition is all there is."""
    wanted = re.compile("|".join((*COMPILED, rf"{re.escape(package)}(\.(?!encoding)\w+)*")))
    found = {name: path for name, path in compiled_modules().items() if wanted.fullmatch(name)}
    declares = resolve_name(package)
    file = None if hasattr(declares, "__path__") else getattr(declares, "__file__", None)
    if file is not None:
        edition = ""
        for source in sources_of(Path(file)):
            found[f"game {source.relative_to(Path(file).parent)}"] = source
    for name in IN_PYTHON:
        found[name] = Path(str(resolve_name(name).__file__))
    code = digest(sorted(found.items()))
    return hashlib.sha256(f"{code}{edition}".encode()).hexdigest()[:DIGITS] if edition else code


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
