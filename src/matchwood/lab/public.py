"""`matchwood.simulate`, `arena` and `study`: games between bots, as frames and plots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from matchwood.bots import LEVELS
from matchwood.bots.registry import Given, name_bots
from matchwood.engine.errors import MatchwoodError, extra
from matchwood.engine.fairness import Seed, seed_bytes
from matchwood.engine.game import Variant, find_game
from matchwood.engine.option_files import with_files
from matchwood.engine.options import is_count
from matchwood.lab import report
from matchwood.lab.arena import Arena, Logbook, Result, get_ready
from matchwood.lab.charts import Plot
from matchwood.lab.findings import Findings
from matchwood.lab.games import RANDOM
from matchwood.lab.parallel import Place, counting
from matchwood.lab.plans import Folder, Plan, Played, Rows, played
from matchwood.lab.stats import Standings, standings
from matchwood.lab.study import Desk, Study

SECONDS = 60
"""In a minute."""
FRAMES = "frames"
"""The extra that brings what frames are made with."""


class BadSimulation(MatchwoodError):
    """Such games cannot be simulated."""


class Frames:
    """Something whose columns become a frame."""

    def columns(self) -> Mapping[str, Sequence[object]]:
        """All of it by name."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a pandas frame."""
        return extra("pandas", FRAMES).DataFrame(self.columns())

    def to_polars(self) -> Any:
        """The columns as a polars frame."""
        return extra("polars", FRAMES).DataFrame(self.columns())


@dataclass(frozen=True, eq=False)
class Simulation(Frames):
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

    def __repr__(self) -> str:
        won = ", ".join(f"{bot} {100 * part:.1f} %" for bot, part in self.won.items())
        return f"<{len(self):,} games of {self.plan.variant.game.name}: {won}>"


@dataclass(frozen=True)
class ArenaResult(Frames):
    """Results of an arena: ratings and scores with 95 % intervals, and all games.

    >>> found = matchwood.arena("connect-four", bots=["random", "easy"], games=40, cores=1)
    >>> found.ranking
    ['easy', 'random']
    >>> round(found.standings.score("easy", "random").value, 1) > 0.5
    True
    """

    standings: Standings
    results: Sequence[Result] = field(repr=False)

    @property
    def ranking(self) -> list[str]:
        """The bots, the strongest first."""
        return self.standings.ranking

    def columns(self) -> dict[str, list[object]]:
        """A row for each bot: rating, interval and seconds a move."""
        rows = report.rating_rows(self.standings)
        return {
            name: list(values)
            for name, values in zip(report.RATING_FIELDS, zip(*rows, strict=True), strict=True)
        }

    def plot(self) -> Plot:
        """The ratings with their intervals."""
        return report.plot_ratings(self.standings)

    def __str__(self) -> str:
        tables = report.rating_table(self.standings), report.score_table(self.standings)
        return "\n".join(table.markdown() for table in tables)

    def _repr_markdown_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class StudyResult(Frames):
    """Results of a study."""

    findings: Findings = field(repr=False)
    headline: str
    """The answers in a few sentences."""

    def columns(self) -> dict[str, list[object]]:
        """A row for each question: value, interval, and how exactly it was asked for."""
        head, *rows = self.findings.rows()
        return {str(name): [row[at] for row in rows] for at, name in enumerate(head)}

    def plots(self) -> dict[str, Plot]:
        """All plots, by name."""
        return {plot.name: plot for plot in self.findings.plots()}

    def markdown(self) -> str:
        """The report."""
        return self.findings.markdown([], lambda plot: "")

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def __str__(self) -> str:
        return self.headline


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
    book = None if folder is None else Folder(Path(folder), plan)
    rows, missing = Rows(plan.variant, games), np.arange(games)
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


def arena(
    game: str | Variant,
    *,
    bots: Iterable[Given] = LEVELS,
    games: int = 400,
    seed: int | str = 0,
    folder: str | Path | None = None,
    cores: int | None = None,
    ray: str | None = None,
    progress: bool | None = None,
    **options: object,
) -> ArenaResult:
    """Let every two of these bots play each other, and rate them.

    Bots are names, files such as `mine.py:mine`, or functions (see `bot`). Every two play so many
    games, rounded up to whole deals: each deal is played in all seatings of the two. Other names
    are options of the game. `folder`, `cores`, `ray` and `progress` are those of `simulate`.

    >>> @matchwood.bot("last")
    ... def last(view, rng):
    ...     return view.legal_moves()[-1]
    >>> matchwood.arena("connect-four", bots=["easy", last], games=20, cores=1).ranking[0]
    'easy'
    """
    field = Arena(variant_of(game, options), name_bots(bots), str(seed))
    deals = field.deals_for(games)
    with TemporaryDirectory() as elsewhere:
        logbook = Logbook(Path(folder or elsewhere), field)
        get_ready(field)
        total = deals * field.games_per_deal
        with counting(str(field.variant), total, progress) as count:
            count(sum(number < total for number in logbook.results))
            for _ in logbook.go_on(deals, Place(cores, ray)):
                count(1)
        if folder is not None:
            report.write_standings(logbook)
    results = [logbook.results[number] for number in sorted(logbook.results)]
    stands = standings(field, results)
    assert stands is not None
    return ArenaResult(stands, results)


def study(
    game: str | Variant,
    *,
    bots: Iterable[Given] = LEVELS,
    within: float = 0.01,
    minutes: float = 120.0,
    seed: int | str = 0,
    folder: str | Path | None = None,
    cores: int | None = None,
    ray: str | None = None,
    **options: object,
) -> StudyResult:
    """Find out about a game: what the first seat is worth, how long it takes, what skill does.

    `bots` are ordered from the weakest; each is compared with the one before it. `within` is how
    far the interval of the first seat's worth between hard bots may reach, and `minutes` when to
    stop at the latest. Other names are options of the game.

    >>> found = matchwood.study("connect-four", bots=["random", "easy"], within=0.2, minutes=1)
    >>> found.columns()["question"][:2]
    ['random', 'random, told']
    """
    asked = Study(variant_of(game, options), name_bots(bots), within, str(seed))
    with TemporaryDirectory() as elsewhere:
        desk = Desk(Path(folder or elsewhere), asked)
        desk.go_on(Place(cores, ray), minutes * SECONDS)
        findings = Findings(desk)
        return StudyResult(findings, findings.headline())
