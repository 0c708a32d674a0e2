"""The folder of an arena: its settings, and every game as soon as it is over.

An arena that was interrupted goes on from here. A game is a line of `games.csv`:

    game,deal,seats,shares,moves,seconds
    3,1,easy random,1 0,58,0.0021×20 0.0022×9|0.0001×29

Seconds tell for every seat how many of its moves took how long, in two digits at most; of the
first games of an arena, which are enough to know that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import isclose
from pathlib import Path

from matchwood.lab.arena import Arena, Result, Times, play_number, room_for
from matchwood.lab.notes import Notes, hold, settings_of
from matchwood.lab.pieces import HERE, Place, done

COLUMNS = ("game", "deal", "seats", "shares", "moves", "seconds")
TIMED = 5000
"""Of so many games it is kept how long moves took: of more it would only fill the folder."""


class Logbook:
    """What was played so far in one folder; a new folder is begun, another arena's refused."""

    def __init__(self, folder: Path, arena: Arena) -> None:
        self.folder = folder
        self.arena = arena
        self.results: dict[int, Result] = {}
        settings = settings_of(arena.variant, bots=list(arena.bots), seed=arena.seed)
        self._notes = Notes(folder, "arena", settings, COLUMNS)
        self._notes.read(self._take)

    def go_on(self, deals: int, place: Place = HERE) -> Iterator[Result]:
        """Play what is still missing of so many deals, and note each game as soon as it is over."""
        games = range(deals * self.arena.games_per_deal)
        missing = [number for number in games if number not in self.results]
        if missing:
            self._notes.begin()
        place, cores = room_for(self.arena.bots, place)
        for _, played in done(partial(play_number, self.arena, cores=cores), missing, place):
            result = _kept(played)
            self._notes.add([_cells(result)])
            self.results[result.fixture.number] = result
            yield result

    def _take(self, cells: list[str]) -> None:
        result = _result(self.arena, cells)
        # Two runs at a time may both have played a game; either result is as good.
        self.results.setdefault(result.fixture.number, result)


def _kept(result: Result) -> Result:
    """What is kept of a game."""
    timed = result.fixture.number < TIMED
    return result if timed else replace(result, times=tuple({} for _ in result.times))


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
    hold(fixture.number >= 0 and (str(fixture.deal), " ".join(fixture.seats)) == (deal, seats))
    hold(len(result.shares) == len(result.times) == arena.players)
    hold(min(result.shares) >= 0 and isclose(sum(result.shares), 1))
    timed = sum(sum(seat.values()) for seat in result.times)
    hold(timed == result.moves or (timed == 0 and fixture.number >= TIMED))
    return result


def _write_times(times: Times) -> str:
    return " ".join(f"{seconds:g}×{times[seconds]}" for seconds in sorted(times))


def _read_times(text: str) -> Times:
    pairs = (word.split("×") for word in text.split())
    return {float(seconds): int(moves) for seconds, moves in pairs}
