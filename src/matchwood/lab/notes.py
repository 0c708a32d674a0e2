"""The folder of an arena, a simulation or a study: its settings, and every game that is over.

What was interrupted goes on from here. `settings.json` says what is played, so that games of two
kinds never mix; `games.csv` has a line for every game.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from matchwood import __version__
from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.engine.game import Variant
from matchwood.engine.options import written

SETTINGS, GAMES = "settings.json", "games.csv"
ELSEWHERE = "choose another folder"
LONGEST_PATH = 200

Settings = dict[str, object]
Row = Sequence[object]


class BadFolder(MatchwoodError):
    """A folder cannot be used, or holds something else."""


def settings_of(variant: Variant, **others: object) -> Settings:
    """What is played, with what else decides the games; all of it in plain data."""
    game = variant.game
    return {
        "game": game.name,
        "rules": game.version,
        "options": {name: written(value) for name, value in variant.options.items()},
        **others,
        "matchwood": __version__,
    }


class Notes:
    """What is kept in one folder; a new folder is begun, one of other settings refused."""

    def __init__(self, folder: Path, what: str, settings: Settings, columns: Row) -> None:
        """`what` is kept here, in a word for people: an arena, a simulation."""
        self.folder = folder
        self._what, self._columns = what, tuple(columns)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._agree(settings)
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

    def mend(self) -> None:
        """Begin the file, or cut off a line that the last run could not finish."""
        path = self.folder / GAMES
        lines = _whole_lines(path) or _line(self._columns).encode()
        if not path.exists() or len(lines) != path.stat().st_size:
            path.write_bytes(lines)

    def add(self, rows: Iterable[Row]) -> None:
        """Keep some games, in one go."""
        with (self.folder / GAMES).open("a", encoding="utf-8", newline="") as file:
            file.write("".join(map(_line, rows)))

    def _agree(self, settings: Settings) -> None:
        """Note new settings, or hold them against those noted before."""
        path = self.folder / SETTINGS
        if not path.exists():
            if (self.folder / GAMES).exists():
                raise BadFolder(
                    f"{_named(self.folder)} has {GAMES} but no {SETTINGS}; {ELSEWHERE}."
                )
            path.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n", "utf-8")
            return
        try:
            noted = dict(json.loads(path.read_bytes()))
        except (ValueError, TypeError) as error:
            raise BadFolder(f"{_named(path)} cannot be read; {ELSEWHERE}.") from error
        self._compare(noted, settings)

    def _compare(self, noted: Mapping[str, object], settings: Settings) -> None:
        holds = f"{_named(self.folder)} holds {_with_article(self._what)}"
        if noted.get("game") == settings["game"] and noted.get("rules") != settings["rules"]:
            raise BadFolder(
                f"{holds} of version {noted.get('rules')} of the rules of "
                f"{settings['game']}, and this is version {settings['rules']}; {ELSEWHERE}."
            )
        for name, value in settings.items():
            if noted.get(name) != value:
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
    """What a file holds, but for a line without an end: its game was just being noted."""
    content = path.read_bytes() if path.exists() else b""
    return content[: content.rfind(b"\n") + 1]


def _line(cells: Row) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
