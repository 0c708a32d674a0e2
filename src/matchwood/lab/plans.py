"""Plans of many games between bots, the chunks they are played in, and their folder."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from math import isclose
from pathlib import Path

import numpy as np

from matchwood.bots.levels import Players
from matchwood.bots.play import play_random_games
from matchwood.engine.fairness import SEED_DIGITS, seed_bytes
from matchwood.engine.game import Variant
from matchwood.engine.rng import BLOCK_WORDS, KEY_WORDS, numbered_blocks
from matchwood.lab.games import RANDOM, generators_of, room_for, shares_of
from matchwood.lab.parallel import EVERYWHERE, Place, cores_of, run
from matchwood.lab.results import Results, hold, settings_of

BATCH = 256
"""Number of games whose records are kept at a time, to count their points: no more than fit into a
core's cache."""
FIRST = 64
"""So many games are played first, to see how long they take."""
SECONDS_A_CHUNK = 0.02
"""Intended duration of a chunk of random games."""
SECONDS_FOR_THREADS = 0.001
"""With less work than that left, threads would take longer to start."""
CHUNKS_A_CORE = 4
"""At least, so that no core waits long for the last chunk of another."""
SENT, AT_RANDOM = 4, 4096
"""Games in a chunk on a cluster: a second or so of bots that think, and some milliseconds of random
games, also on a single core."""
COLUMNS = ("game", "seats", "starter", "plies", "shares", "scores")


@dataclass(frozen=True)
class Played:
    """Results of some games, a row each."""

    games: np.ndarray
    """Their numbers."""
    starters: np.ndarray
    plies: np.ndarray
    shares: np.ndarray
    scores: np.ndarray

    def __len__(self) -> int:
        return len(self.games)


@dataclass(frozen=True)
class Plan:
    """All that decides the games but for their number; so there can be more later."""

    variant: Variant
    bots: tuple[str, ...]
    """One a seat."""
    seed: str
    exchange: bool
    """True if the bots change seats from game to game."""

    @cached_property
    def rotations(self) -> int:
        """Number of games that are played on each deal, the bots a seat further in each."""
        turns = range(1, len(self.bots) + 1)
        return next(turn for turn in turns if self._turned(turn) == self.bots)

    def _turned(self, turn: int) -> tuple[str, ...]:
        if not self.exchange:
            return self.bots
        return self.bots[-turn % len(self.bots) :] + self.bots[: -turn % len(self.bots)]

    def seats(self, game: int) -> tuple[str, ...]:
        """The bots by seat."""
        return self._turned(game % self.rotations)

    def words(self, games: np.ndarray) -> np.ndarray:
        """The words that the chance of each game begins with: a block for its deal, and if the
        players choose at random, for them.

        They come from one stream, since to hash a text for every game would take longer than to
        play it.
        """
        words = np.empty((len(games), BLOCK_WORDS), "<u4")
        numbered_blocks(self.key, games // self.rotations, words)
        return words

    @cached_property
    def key(self) -> np.ndarray:
        """The key of the stream that the deals come from."""
        return np.frombuffer(bytearray(seed_bytes(f"{self.seed} deals")), "<u4")

    def seeds_of(self, games: np.ndarray) -> list[str]:
        """The seeds from which games are dealt: the first words of each, as `Variant.new` takes
        them."""
        digits = self.words(games)[:, :KEY_WORDS].tobytes().hex()
        return [digits[at : at + SEED_DIGITS] for at in range(0, len(digits), SEED_DIGITS)]

    @property
    def compiled(self) -> bool:
        """True if all players choose at random, so that many games are one call of a kernel."""
        return set(self.bots) == {RANDOM}

    def play(self, games: np.ndarray, cores: int | None = None) -> Played:
        """Play the games of these numbers; a bot that goes by the clock takes so many cores."""
        if self.compiled:
            return _played_at_random(self, games)
        return _joined([_played_by_bots(self, int(game), cores) for game in games])


def played(plan: Plan, games: np.ndarray, place: Place = EVERYWHERE) -> Iterator[Played]:
    """Play the games of these numbers wherever there is room, a chunk after the other."""
    place, cores = room_for(plan.bots, place)
    if place.ray is not None:
        size = AT_RANDOM if plan.compiled else SENT
    elif plan.compiled and cores_of(place) == 1:
        size = AT_RANDOM
    elif plan.compiled:
        # The first game of all may have to wait for its kernels.
        for begun in (games[:1], games[1:FIRST]):
            if not len(begun):
                return
            began = time.perf_counter()
            first = plan.play(begun)
            seconds = (time.perf_counter() - began) / len(begun)
            yield first
        games = games[FIRST:]
        workers = cores_of(place) if seconds * len(games) > SECONDS_FOR_THREADS else 1
        shared = -(-len(games) // (CHUNKS_A_CORE * workers)) if workers > 1 else len(games)
        size = max(1, min(shared, int(SECONDS_A_CHUNK / seconds)))
        place = Place(workers)
    else:
        size = 1
    chunks = [games[at : at + size] for at in range(0, len(games), size)]
    for _, found in run(partial(plan.play, cores=cores), chunks, place):
        yield found


def _played_at_random(plan: Plan, games: np.ndarray) -> Played:
    variant, many = plan.variant, len(games)
    counts = variant.game.study
    room = 1 if counts is None else min(many, BATCH)
    states, block = np.empty(room, variant.blank.dtype), np.empty(BLOCK_WORDS, np.uint32)
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)
    starters, plies = np.empty(many, np.int64), np.empty(many, np.int64)
    shares, scores = np.zeros((many, variant.players)), []
    step = many if counts is None else BATCH
    for at in range(0, many, step):
        rows = slice(at, at + step)
        play_random_games(
            *(games[rows], plan.rotations, plan.key, variant.blank, states, block, actions),
            *(starters[rows], plies[rows], shares[rows]),
        )
        if counts is not None:
            scores.append(counts.scores(states[: many - at]))
    return Played(games, starters, plies, shares, np.concatenate(scores) if scores else shares)


def _scores(variant: Variant, states: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The points of a game that counts any, else the shares of the win."""
    counts = variant.game.study
    return shares if counts is None else counts.scores(states)


def _played_by_bots(plan: Plan, game: int, cores: int | None) -> Played:
    variant = plan.variant
    position = variant.new(*plan.seeds_of(np.array([game])))
    starter = position.to_move
    players = Players(variant, plan.seats(game), cores)
    plies = players.play(position, generators_of(plan.seed, game, position.players))
    shares = np.array([shares_of(position)])
    states = np.frombuffer(position.state.tobytes(), variant.blank.dtype)
    return Played(
        np.array([game]),
        np.array([starter]),
        np.array([plies]),
        shares,
        _scores(variant, states, shares),
    )


def _joined(parts: Sequence[Played]) -> Played:
    if len(parts) == 1:
        return parts[0]
    columns = (column.name for column in fields(Played))
    return Played(*(np.concatenate([getattr(part, name) for part in parts]) for name in columns))


class Rows:
    """Results of games 0 to `games`, each in the row of its number, put together part by part.

    No part is kept: with a million games, memory that is new takes a tenth of the time.
    """

    def __init__(self, variant: Variant, games: int) -> None:
        has_points = variant.game.study is not None
        self._names = [column.name for column in fields(Played)][: None if has_points else -1]
        self._columns: dict[str, np.ndarray] = {}
        self._games = games

    def put(self, part: Played) -> None:
        first, last = part.games[[0, -1]]
        rows = slice(first, last + 1) if last - first + 1 == len(part) else part.games
        for name in self._names:
            values = getattr(part, name)
            if name not in self._columns:
                room = self._games, *values.shape[1:]
                self._columns[name] = np.empty(room, values.dtype)
            self._columns[name][rows] = values

    @property
    def played(self) -> Played:
        return Played(**{"scores": self._columns["shares"], **self._columns})


class Folder:
    """The folder of a simulation: a line for every game."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        settings = settings_of(
            plan.variant, bots=list(plan.bots), seed=plan.seed, exchange=plan.exchange
        )
        self._plan = plan
        self._rows: dict[int, tuple[int, int, list[float], list[float]]] = {}
        self._folder = Results(folder, "simulation", settings, COLUMNS)
        self._folder.read(self._take)

    def kept(self, games: int) -> Played | None:
        """Results of the first games that are there, if any."""
        numbers = sorted(game for game in self._rows if game < games)
        if not numbers:
            return None
        rows = zip(*(self._rows[game] for game in numbers), strict=True)
        return Played(np.array(numbers), *map(np.array, rows))

    def begin(self) -> None:
        self._folder.begin()

    def add(self, played: Played) -> None:
        self._folder.add(
            (
                game,
                " ".join(self._plan.seats(game)),
                played.starters[row],
                played.plies[row],
                " ".join(f"{share:.12g}" for share in played.shares[row]),
                " ".join(f"{score:.12g}" for score in played.scores[row]),
            )
            for row, game in enumerate(played.games.tolist())
        )

    def _take(self, cells: list[str]) -> None:
        game, seats, starter, plies, shares, scores = cells
        number, players = int(game), self._plan.variant.players
        hold(number >= 0 and " ".join(self._plan.seats(number)) == seats)
        hold(0 <= int(starter) < players and int(plies) >= 0)
        number_of = float if self._plan.variant.game.study is None else int
        won = [float(share) for share in shares.split()]
        points = [number_of(score) for score in scores.split()]
        hold(len(won) == len(points) == players and isclose(sum(won), 1))
        self._rows[number] = int(starter), int(plies), won, points
