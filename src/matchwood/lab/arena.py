"""Bots against bots: who meets whom on which deal, and how a game between two of them goes.

Every two bots meet as often as any other two, on the same deals, and on each deal in the same
seatings; so the luck of the deal falls on both alike, and the deal is what statistics count. A
table of more than two is shared by the two bots, who sit alternately: partners who sit opposite
each other are then of one kind.

The games are kept in a folder, each as soon as it is over, as a line of `games.csv`:

    game,deal,seats,shares,moves,seconds
    3,1,easy random,1 0,58,0.0021×20 0.0022×9|0.0001×29

Seconds tell for every seat how many of its moves took how long, in two digits at most; of the
first games of an arena, which are enough to know that.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from math import isclose
from pathlib import Path

import numpy as np

from matchwood import bots
from matchwood.bots.levels import Players
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Variant
from matchwood.engine.options import is_count
from matchwood.lab.games import deal_seed, generators_of, room_for, shares_of
from matchwood.lab.parallel import HERE, Place, run
from matchwood.lab.results import Results, hold, settings_of

PAIR = 2
SECONDS_DECIMALS = 4
SLOW = 0.95
"""The part of a bot's moves that take no longer than what is told as its slow moves."""

COLUMNS = ("game", "deal", "seats", "shares", "moves", "seconds")
TIMED = 5000
"""Number of games whose times of moves are kept: those of more would only fill the folder."""

Seating = tuple[int, ...]
"""For every seat, which of the two bots of a pairing sits there: 0 or 1."""
Times = Mapping[float, int]
"""Number of moves that took so many seconds, `rounded`."""


class BadArena(MatchwoodError):
    """Such an arena cannot be held."""


@dataclass(frozen=True)
class Fixture:
    """A game of the arena before it is played."""

    number: int
    deal: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """A game of the arena that was played: what each seat won, and how long it thought."""

    fixture: Fixture
    shares: tuple[float, ...]
    moves: int
    times: tuple[Times, ...]


@dataclass(frozen=True)
class Arena:
    """All that decides which games are played, but for their number; so there can be more later."""

    variant: Variant
    bots: tuple[str, ...]
    seed: str

    def __post_init__(self) -> None:
        for bot, times in Counter(self.bots).items():
            bots.check_level(bot)
            if times > 1:
                raise BadArena(f"The bot {bot} is named {times} times; name every bot once.")
        if len(self.bots) < PAIR:
            raise BadArena(f"An arena needs two bots or more, not {len(self.bots)}.")

    @cached_property
    def players(self) -> int:
        return self.variant.new(self.seed).players

    @cached_property
    def pairings(self) -> list[tuple[str, str]]:
        return list(combinations(self.bots, 2))

    @cached_property
    def seatings(self) -> list[Seating]:
        return seatings(self.players)

    @property
    def games_per_deal(self) -> int:
        return len(self.pairings) * len(self.seatings)

    def deals_for(self, games: int) -> int:
        """Number of deals that give every pairing so many games, or just more."""
        if not is_count(games):
            raise BadArena(f"Every two bots play 1 game or more, not {games}.")
        return -(-games // len(self.seatings))

    def fixture(self, number: int) -> Fixture:
        """The game of that number: deal after deal, and on each deal pairing after pairing."""
        deal, rest = divmod(number, self.games_per_deal)
        pairing, seating = divmod(rest, len(self.seatings))
        pair = self.pairings[pairing]
        return Fixture(number, deal, tuple(pair[who] for who in self.seatings[seating]))

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        return map(self.fixture, range(deals * self.games_per_deal))


def seatings(players: int) -> list[Seating]:
    """The ways in which two bots take all seats alternately.

    Either bot begins at every seat once, so that over all of them the two sit equally often on
    each. With an odd number of players one of them has a seat more, each in half of the seatings.
    """
    found: dict[Seating, None] = {}
    for first in range(players):
        for who in range(PAIR):
            found[tuple(((seat - first) % players + who) % PAIR for seat in range(players))] = None
    return list(found)


def play(arena: Arena, fixture: Fixture, cores: int | None = None) -> Result:
    """Play one game. Bots whose budget is no time play it the same way each time; one that goes by
    the clock takes so many cores, or all."""
    position = arena.variant.new(deal_seed(arena.seed, fixture.deal))
    players = Players(arena.variant, fixture.seats, cores)
    generators = generators_of(arena.seed, fixture.number, position.players)
    times: list[Counter[float]] = [Counter() for _ in fixture.seats]
    moves = 0
    while not position.over and moves < arena.variant.longest:
        seat = position.to_move
        began = time.perf_counter()
        action = players.choose(position, generators)
        times[seat][rounded(time.perf_counter() - began)] += 1
        arena.variant.game.rules.apply(position.state, action)
        moves += 1
    return Result(fixture, shares_of(position), moves, tuple(times))


def play_number(arena: Arena, number: int, cores: int | None = None) -> Result:
    """Play the game of that number."""
    return play(arena, arena.fixture(number), cores)


def get_ready(arena: Arena) -> None:
    """Let every bot choose once, so that no game's times hold what has to be compiled first."""
    for bot in arena.bots:
        position = arena.variant.new(arena.seed)
        players = Players(arena.variant, (bot,) * position.players)
        players.choose(position, generators_of(arena.seed, 0, position.players))


def rounded(seconds: float) -> float:
    """Two digits, and nothing below a tenth of a millisecond: a log of times stays short."""
    return round(float(f"{seconds:.1e}"), SECONDS_DECIMALS)


@dataclass(frozen=True)
class Pace:
    """Thinking time of a bot for a move, in seconds."""

    mean: float
    slow: float


def pace(bot: str, results: Iterable[Result]) -> Pace:
    """The pace of a bot over all its moves."""
    times: Counter[float] = Counter()
    for result in results:
        for seat, taker in enumerate(result.fixture.seats):
            if taker == bot:
                times.update(result.times[seat])
    seconds = np.repeat(list(times), list(times.values()))
    return Pace(float(seconds.mean()), float(np.quantile(seconds, SLOW)))


def whole_deals(arena: Arena, results: Iterable[Result]) -> list[list[Result]]:
    """The deals of which every game was played; a deal half played would favour someone."""
    deals: dict[int, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.fixture.number):
        deals.setdefault(result.fixture.deal, []).append(result)
    return [played for played in deals.values() if len(played) == arena.games_per_deal]


class Logbook:
    """Games played so far in one folder; a new folder is begun, another arena's refused."""

    def __init__(self, folder: Path, arena: Arena) -> None:
        self.folder = folder
        self.arena = arena
        self.results: dict[int, Result] = {}
        settings = settings_of(arena.variant, bots=list(arena.bots), seed=arena.seed)
        self._folder = Results(folder, "arena", settings, COLUMNS)
        self._folder.read(self._take)

    def go_on(self, deals: int, place: Place = HERE) -> Iterator[Result]:
        """Play what is still missing of so many deals, and note each game as soon as it is over."""
        games = range(deals * self.arena.games_per_deal)
        missing = [number for number in games if number not in self.results]
        if missing:
            self._folder.begin()
        place, cores = room_for(self.arena.bots, place)
        for _, played in run(partial(play_number, self.arena, cores=cores), missing, place):
            result = _kept(played)
            self._folder.add([_cells(result)])
            self.results[result.fixture.number] = result
            yield result

    def _take(self, cells: list[str]) -> None:
        result = _result(self.arena, cells)
        # Two runs at a time may both have played a game; either result is as good.
        self.results.setdefault(result.fixture.number, result)


def _kept(result: Result) -> Result:
    """Row of a game in the folder."""
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
