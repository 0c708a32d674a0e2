"""Bots against bots: who meets whom on which deal, and how a game between two of them goes.

Every two bots meet as often as any other two, on the same deals, and on each deal in the same
seatings; so the luck of the deal falls on both alike, and the deal is what statistics count. A
table of more than two is shared by the two bots, who sit alternately: partners who sit opposite
each other are then of one kind.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from matchwood import bots
from matchwood.bots.players import Players
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.fairness import seed_bytes
from matchwood.engine.game import Variant
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generators
from matchwood.lab.pieces import HERE, Place, cores_of

PAIR = 2
LUCK_BYTES = 8
SECONDS_DECIMALS = 4
SLOW = 0.95
"""The part of a bot's moves that take no longer than what is told as its slow moves."""

Seating = tuple[int, ...]
"""For every seat, which of the two bots of a pairing sits there: 0 or 1."""
Times = Mapping[float, int]
"""How many moves took so many seconds, `rounded`."""


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
        """How many deals give every pairing so many games, or just more."""
        if games < 1:
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


def deal_seed(seed: str, deal: int) -> str:
    """The seed from which a deal is dealt."""
    return f"{seed} deal {deal}"


def play_number(arena: Arena, number: int, cores: int | None = None) -> Result:
    """Play the game of that number."""
    return play(arena, arena.fixture(number), cores)


def generators_of(seed: str, game: int, seats: int) -> np.ndarray:
    """A generator for the bot at each seat: none hangs on what the others at the table draw."""
    drawn = [seed_bytes(f"{seed} game {game} seat {seat}")[:LUCK_BYTES] for seat in range(seats)]
    return new_generators(np.array([int.from_bytes(luck) for luck in drawn], np.uint64))


def shares_of(position: Position) -> tuple[float, ...]:
    """What every seat won; where nobody did, or the game found no end, all share it."""
    shares = np.zeros(position.players)
    if position.over:
        position.variant.game.rules.returns(position.state, shares)
    if not shares.sum():
        shares[:] = 1 / position.players
    return tuple(shares.tolist())


def room_for(names: Iterable[str], place: Place) -> tuple[Place, int | None]:
    """Where games of these bots are played, and on how many cores a bot by the clock may think.

    With such a bot one game is played after the other, or it would think the less the more games
    are played; it has all the cores of the place. On a cluster every game has one core.
    """
    if bots.MASTER not in names:
        return place, None
    return (HERE, cores_of(place)) if place.ray is None else (place, 1)


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
    """How long a bot thinks about a move, in seconds."""

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


def read_bots(text: str) -> tuple[str, ...]:
    """The bots in a list such as `random,easy`."""
    return tuple(word.strip() for word in text.split(","))
