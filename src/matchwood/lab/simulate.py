"""Many games between bots, and what came of them as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np

from matchwood.bots.registry import Given, name_bots
from matchwood.engine.errors import MatchwoodError, extra
from matchwood.engine.fairness import Seed, seed_bytes
from matchwood.engine.game import Variant, find_game
from matchwood.engine.option_files import with_files
from matchwood.engine.options import is_count
from matchwood.lab.games import RANDOM
from matchwood.lab.parallel import Place, counting
from matchwood.lab.plans import Plan, Played, played
from matchwood.lab.results import Results, hold, settings_of

COLUMNS = ("game", "seats", "starter", "plies", "shares", "scores")
FRAMES = "frames"
"""The extra that brings what frames are made with."""


class BadSimulation(MatchwoodError):
    """Such games cannot be simulated."""


class _Rows:
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
        """True where a seat won, by game and seat; several where a win is shared."""
        return np.asarray(self.played.shares > 0)

    @property
    def shares(self) -> np.ndarray:
        """Shares of the win, by game and seat: 1 in each game, shared by its winners."""
        return self.played.shares

    @property
    def scores(self) -> np.ndarray:
        """The points of each seat, by game and seat; in a game without points, the shares."""
        return self.played.scores

    @property
    def plies(self) -> np.ndarray:
        """Number of moves in each game."""
        return self.played.plies

    @property
    def starters(self) -> np.ndarray:
        """The seat that began each game."""
        return self.played.starters

    @cached_property
    def seats(self) -> np.ndarray:
        """The bots, by game and seat."""
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
    bots: Given | Sequence[Given] = RANDOM,
    games: int = 1000,
    seed: Seed = 0,
    exchange: bool = True,
    folder: str | Path | None = None,
    cores: int | None = None,
    ray: str | None = None,
    progress: bool | None = None,
    **options: object,
) -> Simulation:
    """Let bots play many games, and have what came of them as columns.

    `bots` are one for each seat, or one for all of them: names, files such as `mine.py:mine`, or
    functions (see `bot`). They change seats from game to game, and
    every deal is played once in each of these seatings, so that its luck falls on all alike; with
    `exchange=False` they stay, and every game has a deal of its own. Other names are options of
    the game, such as `players=3`.

    All cores play, or as many as `cores`, or the Ray cluster at the address `ray` (`"local"`
    starts one). The games follow from the seed and their numbers, wherever they are played; `None`
    draws a seed. Those of a `master` do not follow, since it goes by the clock: they are played one
    after the other, and it thinks on all these cores. In a `folder` games are kept as they are
    finished: what was stopped goes on there, and more games add to it. A bar shows the progress
    where there is a terminal or a notebook; `progress` can forbid or force it.

    >>> games = matchwood.simulate("colorfox", bots=["easy", "random"], games=4, seed=7, cores=1)
    >>> games.winners.shape
    (4, 2)
    >>> games.seats[:2].tolist()
    [['easy', 'random'], ['random', 'easy']]
    """
    plan = _plan(game, bots, _seed_text(seed), exchange, options)
    if not is_count(games):
        raise BadSimulation(f"A simulation has 1 game or more, not {games}.")
    book = None if folder is None else _Folder(Path(folder), plan)
    rows, missing = _Rows(plan.variant, games), np.arange(games)
    if book is not None and (kept := book.kept(games)) is not None:
        rows.put(kept)
        missing = np.setdiff1d(missing, kept.games, assume_unique=True)
    if book is not None and len(missing):
        book.begin()
    with counting(str(plan.variant), games, progress) as count:
        count(games - len(missing))
        for part in played(plan, missing, Place(cores, ray)):
            rows.put(part)
            if book is not None:
                book.add(part)
            count(len(part))
    return Simulation(plan, rows.played)


def _seed_text(seed: Seed) -> str:
    """A seed as a folder notes it; drawn if there is none."""
    found = seed_bytes(seed)
    return found.hex() if seed is None or isinstance(seed, bytes) else str(seed)


def variant_of(game: str | Variant, options: Mapping[str, object]) -> Variant:
    """The game of a public call: a name with options, or a variant."""
    if isinstance(game, str):
        found = find_game(game)
        return found.variant(with_files(found.options, options))
    if options:
        raise BadSimulation("A game with its options agreed on takes no further options.")
    return game


def _plan(
    game: str | Variant,
    bots: Given | Sequence[Given],
    seed: str,
    exchange: bool,
    options: Mapping[str, object],
) -> Plan:
    variant = variant_of(game, options)
    takers = name_bots(bots)
    if not isinstance(bots, Sequence) or isinstance(bots, str):
        takers *= variant.players
    if len(takers) != variant.players:
        raise BadSimulation(
            f"There are {variant.players} seats; name one bot for each or one for all, "
            f"not {len(takers)}."
        )
    return Plan(variant, takers, seed, exchange)


class _Folder:
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
