"""Many games between bots, and what came of them as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np

from matchwood import bots as the_bots
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.extras import extra
from matchwood.engine.game import Variant, find_game
from matchwood.engine.generators import STATE_WORDS
from matchwood.engine.option_files import with_files
from matchwood.engine.secret_chance import BLOCK_WORDS, KEY_WORDS, numbered_blocks
from matchwood.engine.seeds import SEED_DIGITS, seed_bytes
from matchwood.lab.arena import generator_of, shares_of
from matchwood.lab.notes import Notes, hold, settings_of
from matchwood.lab.pieces import Place, done
from matchwood.lab.playouts import play_games
from matchwood.lab.progress import counting

RANDOM = "random"
PIECE, COMPILED_PIECE, BATCH = 4, 4096, 1024
"""How many games are a piece of the work: a second or so of bots that think, and for bots that
play at random some milliseconds, of which so many are played at a time."""
COLUMNS = ("game", "seats", "starter", "plies", "shares", "scores")
FRAMES = "frames"
"""The extra that brings what frames are made with."""


class BadSimulation(MatchwoodError):
    """Such games cannot be simulated."""


@dataclass(frozen=True)
class Played:
    """What came of some games, a row each."""

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
    """Whether the bots change seats from game to game."""

    @cached_property
    def rotations(self) -> int:
        """How many games are played on each deal, the bots a seat further in each."""
        turns = range(1, len(self.bots) + 1)
        return next(turn for turn in turns if self._turned(turn) == self.bots)

    def _turned(self, turn: int) -> tuple[str, ...]:
        if not self.exchange:
            return self.bots
        return self.bots[-turn % len(self.bots) :] + self.bots[: -turn % len(self.bots)]

    def seats(self, game: int) -> tuple[str, ...]:
        """Who sits where."""
        return self._turned(game % self.rotations)

    def words(self, games: np.ndarray) -> np.ndarray:
        """What the chance of each game begins with: a block of random words for its deal.

        They come from one stream, since to hash a text for every game would take longer than to
        play it.
        """
        words = np.empty((len(games), BLOCK_WORDS), "<u4")
        numbered_blocks(self._key, games // self.rotations, words)
        return words

    @cached_property
    def _key(self) -> np.ndarray:
        return np.frombuffer(bytearray(seed_bytes(f"{self.seed} deals")), "<u4")

    def seeds_of(self, games: np.ndarray) -> list[str]:
        """The seeds from which games are dealt: the first words of each, as `Variant.new` takes
        them."""
        digits = self.words(games)[:, :KEY_WORDS].tobytes().hex()
        return [digits[at : at + SEED_DIGITS] for at in range(0, len(digits), SEED_DIGITS)]

    @property
    def compiled(self) -> bool:
        """Whether whole games can be played without coming back to Python."""
        return set(self.bots) == {RANDOM}

    @property
    def piece(self) -> int:
        """How many games are a piece of the work."""
        return COMPILED_PIECE if self.compiled else PIECE

    def __call__(self, piece: int) -> Played:
        """Play the games of a piece."""
        return self.play(range(piece * self.piece, (piece + 1) * self.piece))

    def play(self, games: Sequence[int]) -> Played:
        """Play the games of these numbers."""
        if not self.compiled:
            return _joined([_played_by_bots(self, game) for game in games])
        batches = [games[first : first + BATCH] for first in range(0, len(games), BATCH)]
        return _joined([_played_at_random(self, np.array(batch)) for batch in batches])


def _played_at_random(plan: Plan, games: np.ndarray) -> Played:
    variant, many = plan.variant, len(games)
    states, words = np.repeat(variant.blank, many), plan.words(games)
    states["key"] = words[:, :KEY_WORDS]
    choices = words[:, KEY_WORDS : KEY_WORDS + STATE_WORDS].copy()
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)
    starters, plies = np.empty(many, np.int64), np.empty(many, np.int64)
    shares = np.zeros((many, variant.players))
    play_games(states, choices, actions, starters, plies, shares)
    return Played(games, starters, plies, _shared_out(shares), _scores(variant, states, shares))


def _shared_out(shares: np.ndarray) -> np.ndarray:
    """Where nobody won, all share it."""
    nobody = shares.sum(axis=1) == 0
    shares[nobody] = 1 / shares.shape[1]
    return shares


def _scores(variant: Variant, states: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The points of a game that counts any, else the shares of the win."""
    counts = variant.game.study
    return shares if counts is None else counts.scores(states)


def _played_by_bots(plan: Plan, game: int) -> Played:
    variant, takers = plan.variant, plan.seats(game)
    position = variant.new(*plan.seeds_of(np.array([game])))
    generators = [generator_of(plan.seed, game, seat) for seat in range(position.players)]
    starter, plies = position.to_move, 0
    while not position.over and plies < variant.longest:
        seat = position.to_move
        action = the_bots.choose(takers[seat], position, generators[seat])
        variant.game.rules.apply(position.state, action)
        plies += 1
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
    columns = (column.name for column in fields(Played))
    return Played(*(np.concatenate([getattr(part, name) for part in parts]) for name in columns))


@dataclass(frozen=True, eq=False)
class Simulation:
    """Games that were played, as columns: a row for each game, in the order of their numbers.

    >>> games = matchwood.simulate("connect-four", games=1000, seed=1, cores=1)
    >>> games
    <1,000 games of connect-four: random 100.0 %>
    >>> print(games.plies.mean().round(1), games.shares.sum())
    21.5 1000.0
    >>> matchwood.load("connect-four").new(games.seeds[0]).to_move == int(games.starters[0])
    True
    """

    plan: Plan = field(repr=False)
    played: Played = field(repr=False)

    def __len__(self) -> int:
        return len(self.played)

    @property
    def winners(self) -> np.ndarray:
        """Whether each seat won, by game and seat; several where a win is shared."""
        return np.asarray(self.played.shares > 0)

    @property
    def shares(self) -> np.ndarray:
        """What each seat won, by game and seat: 1 in each game, shared by its winners."""
        return self.played.shares

    @property
    def scores(self) -> np.ndarray:
        """The points of each seat, by game and seat; in a game without points, the shares."""
        return self.played.scores

    @property
    def plies(self) -> np.ndarray:
        """How many moves each game took."""
        return self.played.plies

    @property
    def starters(self) -> np.ndarray:
        """The seat that began each game."""
        return self.played.starters

    @cached_property
    def seats(self) -> np.ndarray:
        """Which bot sat where, by game and seat."""
        turns = np.array([self.plan.seats(turn) for turn in range(self.plan.rotations)])
        return np.asarray(turns[self.played.games % self.plan.rotations])

    @cached_property
    def seeds(self) -> list[str]:
        """The seed from which each game was dealt: `Variant.new` takes it and deals the same."""
        return self.plan.seeds_of(self.played.games)

    @cached_property
    def won(self) -> dict[str, float]:
        """The part of the wins that each bot took, for all its seats together."""
        return {
            bot: float((self.shares * (self.seats == bot)).sum() / len(self))
            for bot in dict.fromkeys(self.plan.bots)
        }

    def columns(self) -> dict[str, Any]:
        """All of it by name, a column for each seat where seats differ."""
        winners = [" ".join(map(str, np.flatnonzero(row))) for row in self.winners]
        columns: dict[str, Any] = {
            "game": self.played.games,
            "seed": self.seeds,
            "starter": self.starters,
            "plies": self.plies,
            "winners": winners,
        }
        for name, values in (("bot", self.seats), ("share", self.shares), ("score", self.scores)):
            columns |= {f"{name}_{seat}": values[:, seat] for seat in range(values.shape[1])}
        return columns

    def to_pandas(self) -> Any:
        """The columns as a pandas frame, a row for each game."""
        return extra("pandas", FRAMES).DataFrame(self.columns())

    def to_polars(self) -> Any:
        """The columns as a polars frame, a row for each game."""
        return extra("polars", FRAMES).DataFrame(self.columns())

    def __repr__(self) -> str:
        won = ", ".join(f"{bot} {100 * part:.1f} %" for bot, part in self.won.items())
        return f"<{len(self):,} games of {self.plan.variant.game.name}: {won}>"


def simulate(
    game: str | Variant,
    *,
    bots: str | Sequence[str] = RANDOM,
    games: int = 1000,
    seed: int | str = 0,
    exchange: bool = True,
    folder: str | Path | None = None,
    cores: int | None = None,
    ray: str | None = None,
    progress: bool | None = None,
    **options: object,
) -> Simulation:
    """Let bots play many games, and have what came of them as columns.

    `bots` are one for each seat, or one for all of them. They change seats from game to game, and
    every deal is played once in each of these seatings, so that its luck falls on all alike; with
    `exchange=False` they stay, and every game has a deal of its own. Other names are options of
    the game, such as `players=3`.

    All cores play, or as many as `cores`, or the Ray cluster at the address `ray` (`"local"`
    starts one). The games follow from the seed and their numbers, wherever they are played. In a
    `folder` they are kept as they are finished: what was stopped goes on there, and more games
    add to it. A bar shows the progress where there is a terminal or a notebook; `progress` can
    forbid or force it.

    >>> games = matchwood.simulate("colorfox", bots=["easy", "random"], games=4, seed=7, cores=1)
    >>> games.winners.shape
    (4, 2)
    >>> games.seats[:2].tolist()
    [['easy', 'random'], ['random', 'easy']]
    """
    plan = _plan(game, bots, str(seed), exchange, options)
    if games < 1:
        raise BadSimulation(f"A simulation has 1 game or more, not {games}.")
    book = None if folder is None else _Book(Path(folder), plan)
    pieces: dict[int, Played] = {} if book is None else dict(book.pieces())
    wanted = range(-(-games // plan.piece))
    missing = [piece for piece in wanted if piece not in pieces]
    with counting(str(plan.variant), games, progress) as count:
        count(sum(len(pieces[piece]) for piece in wanted if piece in pieces))
        for piece, played in done(plan, missing, Place(cores, ray)):
            pieces[piece] = played
            if book is not None:
                book.add(played)
            count(len(played))
    whole = _joined([pieces[piece] for piece in wanted])
    return Simulation(plan, _first(whole, games))


def _plan(
    game: str | Variant,
    bots: str | Sequence[str],
    seed: str,
    exchange: bool,
    options: Mapping[str, object],
) -> Plan:
    if isinstance(game, str):
        found = find_game(game)
        variant = found.variant(with_files(found.options, options))
    elif options:
        raise BadSimulation("A game with its options agreed on takes no further options.")
    else:
        variant = game
    takers = (bots,) * variant.players if isinstance(bots, str) else tuple(bots)
    for bot in takers:
        the_bots.check_level(bot)
    if len(takers) != variant.players:
        raise BadSimulation(
            f"There are {variant.players} seats; name one bot for each or one for all, "
            f"not {len(takers)}."
        )
    return Plan(variant, takers, seed, exchange)


def _first(played: Played, games: int) -> Played:
    columns = (column.name for column in fields(Played))
    return Played(*(getattr(played, name)[:games] for name in columns))


class _Book:
    """The folder of a simulation: a line for every game, piece after piece."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        settings = settings_of(
            plan.variant, bots=list(plan.bots), seed=plan.seed, exchange=plan.exchange
        )
        self._plan = plan
        self._rows: dict[int, tuple[int, int, list[float], list[float]]] = {}
        self._notes = Notes(folder, "simulation", settings, COLUMNS)
        self._notes.read(self._take)
        self._notes.mend()

    def pieces(self) -> Iterator[tuple[int, Played]]:
        """The pieces of which every game is there."""
        size = self._plan.piece
        for piece in sorted({game // size for game in self._rows}):
            games = range(piece * size, (piece + 1) * size)
            if all(game in self._rows for game in games):
                rows = zip(*(self._rows[game] for game in games), strict=True)
                yield piece, Played(np.array(games), *map(np.array, rows))

    def add(self, played: Played) -> None:
        self._notes.add(
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
