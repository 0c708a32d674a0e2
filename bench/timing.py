"""Timing side by side: everyone plays in every round, so that all meet the same weather."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ROUNDS = 5
ROUND_SECONDS = 0.4
"""Least number of seconds that everyone plays in a round."""
SEARCH_ITERATIONS = 10_000
"""Number of iterations of a tree search."""


@dataclass(frozen=True)
class Played:
    """Games and moves that were played."""

    games: float
    moves: float


@dataclass(frozen=True)
class Contestant:
    """Someone who plays about as many games as asked to and says how much was played."""

    name: str
    play: Callable[[int], Played]
    at_once: int = 1
    """Number of games played at the same time."""
    for_each_move: str = ""
    """Work done for each move, so that one can judge what is compared."""


@dataclass(frozen=True)
class Spread:
    """Median of the figures of all rounds, with the lowest and the highest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values))

    def __mul__(self, factor: float) -> Spread:
        return Spread(self.median * factor, self.low * factor, self.high * factor)

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.low)}–{_short(self.high)})"


def _short(number: float) -> str:
    """With three digits, or more if it is longer before the point."""
    decimals = max(0, 3 - len(str(int(number))))
    return f"{number:,.{decimals}f}"


@dataclass(frozen=True)
class Result:
    """Record of a contestant: games and moves of each round, and the time they took."""

    contestant: Contestant
    played: list[Played] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    core_seconds: list[float] = field(default_factory=list)
    """The seconds that all cores together worked for us."""

    @property
    def moves_a_second(self) -> Spread:
        return Spread.of(self.moves_each_second())

    @property
    def games_a_second(self) -> Spread:
        rounds = zip(self.played, self.seconds, strict=True)
        return Spread.of([played.games / seconds for played, seconds in rounds])

    @property
    def seconds_a_move(self) -> Spread:
        return Spread.of([1 / moves for moves in self.moves_each_second()])

    @property
    def moves_a_game(self) -> float:
        return sum(played.moves for played in self.played) / sum(
            played.games for played in self.played
        )

    @property
    def cores(self) -> float:
        """Number of cores that worked for us; less than one if others kept the machine busy."""
        return sum(self.core_seconds) / sum(self.seconds)

    def moves_each_second(self) -> list[float]:
        rounds = zip(self.played, self.seconds, strict=True)
        return [played.moves / seconds for played, seconds in rounds]

    def times_as_fast_as(self, other: Result) -> Spread:
        """Each round against the same round of the other, who met the same weather."""
        pairs = zip(self.moves_each_second(), other.moves_each_second(), strict=True)
        return Spread.of([mine / theirs for mine, theirs in pairs])


def race(contestants: Sequence[Contestant]) -> list[Result]:
    """Let all play in turn, round after round."""
    amounts = [_enough_games(contestant) for contestant in contestants]
    results = [Result(contestant) for contestant in contestants]
    for _ in range(ROUNDS):
        for games, result in zip(amounts, results, strict=True):
            began, worked = time.perf_counter(), time.process_time()
            result.played.append(result.contestant.play(games))
            result.seconds.append(time.perf_counter() - began)
            result.core_seconds.append(time.process_time() - worked)
    return results


def _enough_games(contestant: Contestant) -> int:
    """Number of games that fill a round. The first ones compile what has to be compiled."""
    contestant.play(1)
    games = 1
    while True:
        began = time.perf_counter()
        contestant.play(games)
        if time.perf_counter() - began >= ROUND_SECONDS:
            return games
        games *= 2
