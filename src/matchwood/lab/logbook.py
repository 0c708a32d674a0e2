"""The folder of an arena: its settings, and every game as soon as it is over.

An arena that was interrupted goes on from here. `settings.json` says what is played, so that
games of two arenas never mix; `games.csv` has a line for every game:

    game,deal,seats,shares,moves,seconds
    3,1,easy random,1 0,58,0.0021×20 0.0022×9|0.0001×29

Seconds tell for every seat how many of its moves took how long, in two digits at most.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from math import isclose
from pathlib import Path

from matchwood import __version__
from matchwood.engine.errors import listed, quoted
from matchwood.engine.options import written
from matchwood.lab.arena import Arena, BadArena, Result, Times, play

SETTINGS, GAMES = "settings.json", "games.csv"
COLUMNS = ("game", "deal", "seats", "shares", "moves", "seconds")
ELSEWHERE = "choose another folder"
LONGEST_PATH = 200


class Logbook:
    """What was played so far in one folder; a new folder is begun, another arena's refused."""

    def __init__(self, folder: Path, arena: Arena) -> None:
        self.folder = folder
        self.arena = arena
        self.results: dict[int, Result] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _agree(folder, _settings(arena))
            self._read()
        except OSError as error:
            raise BadArena(
                f"The folder {_named(folder)} cannot be used: {error.strerror}."
            ) from error

    def go_on(self, deals: int) -> Iterator[Result]:
        """Play what is still missing of so many deals, and note each game as soon as it is over."""
        self._mend()
        for fixture in self.arena.fixtures(deals):
            if fixture.number not in self.results:
                result = play(self.arena, fixture)
                self._add(result)
                yield result

    def _mend(self) -> None:
        """Begin the file, or cut off a line that the last run could not finish."""
        path = self.folder / GAMES
        lines = _whole_lines(path) or _line(COLUMNS).encode()
        if not path.exists() or len(lines) != path.stat().st_size:
            path.write_bytes(lines)

    def _add(self, result: Result) -> None:
        with (self.folder / GAMES).open("a", encoding="utf-8", newline="") as file:
            file.write(_line(_cells(result)))
        self.results[result.fixture.number] = result

    def _read(self) -> None:
        path = self.folder / GAMES
        for number, line in enumerate(_whole_lines(path).splitlines(), start=1):
            try:
                self._take(number, next(csv.reader([line.decode()])))
            except (ValueError, csv.Error) as error:
                raise BadArena(
                    f"Line {number} of {_named(path)} is no game of this arena; "
                    f"take it out, or {ELSEWHERE}."
                ) from error

    def _take(self, number: int, cells: list[str]) -> None:
        if number == 1:
            _hold(tuple(cells) == COLUMNS)
            return
        result = _result(self.arena, cells)
        # Two runs at a time may both have played a game; either result is as good.
        self.results.setdefault(result.fixture.number, result)


def _settings(arena: Arena) -> dict[str, object]:
    game = arena.variant.game
    return {
        "game": game.name,
        "rules": game.version,
        "options": {name: written(value) for name, value in arena.variant.options.items()},
        "bots": list(arena.bots),
        "seed": arena.seed,
        "matchwood": __version__,
    }


def _agree(folder: Path, settings: dict[str, object]) -> None:
    """Note the settings of a new arena, or hold them against those noted before."""
    path = folder / SETTINGS
    if not path.exists():
        if (folder / GAMES).exists():
            raise BadArena(f"{_named(folder)} has {GAMES} but no {SETTINGS}; {ELSEWHERE}.")
        path.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n", "utf-8")
        return
    try:
        noted = dict(json.loads(path.read_bytes()))
    except (ValueError, TypeError) as error:
        raise BadArena(f"{_named(path)} cannot be read; {ELSEWHERE}.") from error
    if noted.get("game") == settings["game"] and noted.get("rules") != settings["rules"]:
        raise BadArena(
            f"{_named(folder)} holds an arena of version {noted.get('rules')} of the rules of "
            f"{settings['game']}, and this is version {settings['rules']}; {ELSEWHERE}."
        )
    for name, value in settings.items():
        if noted.get(name) != value:
            raise BadArena(
                f"{_named(folder)} holds an arena of other settings ({name} "
                f"{_told(noted.get(name))}, not {_told(value)}); {ELSEWHERE}."
            )


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


def _hold(condition: bool) -> None:
    if not condition:
        raise ValueError


def _line(cells: tuple[object, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _cells(result: Result) -> tuple[object, ...]:
    return (
        result.fixture.number,
        result.fixture.deal,
        " ".join(result.fixture.seats),
        " ".join(f"{share:.12g}" for share in result.shares),
        result.moves,
        "|".join(map(_write_times, result.times)),
    )


def _result(arena: Arena, cells: list[str]) -> Result:
    """The result in a line; a `ValueError` if the arena has no such game."""
    number, deal, seats, shares, moves, times = cells
    result = Result(
        arena.fixture(int(number)),
        tuple(map(float, shares.split())),
        int(moves),
        tuple(map(_read_times, times.split("|"))),
    )
    fixture = result.fixture
    _hold(fixture.number >= 0 and (str(fixture.deal), " ".join(fixture.seats)) == (deal, seats))
    _hold(len(result.shares) == len(result.times) == arena.players)
    _hold(min(result.shares) >= 0 and isclose(sum(result.shares), 1))
    _hold(sum(sum(seat.values()) for seat in result.times) == result.moves)
    return result


def _write_times(times: Times) -> str:
    return " ".join(f"{seconds:g}×{times[seconds]}" for seconds in sorted(times))


def _read_times(text: str) -> Times:
    pairs = (word.split("×") for word in text.split())
    return {float(seconds): int(moves) for seconds, moves in pairs}
