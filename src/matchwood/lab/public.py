"""`matchwood.arena` and `matchwood.study`: arenas and studies from Python, as frames and plots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from matchwood.bots import LEVELS
from matchwood.bots.registry import Given, name_bots
from matchwood.engine.errors import extra
from matchwood.engine.game import Variant
from matchwood.lab import report
from matchwood.lab.arena import Arena, Logbook, Result, get_ready
from matchwood.lab.charts import Plot
from matchwood.lab.findings import Findings
from matchwood.lab.parallel import Place, counting
from matchwood.lab.simulate import FRAMES, variant_of
from matchwood.lab.stats import Standings, standings
from matchwood.lab.study import Desk, Study

SECONDS = 60
"""In a minute."""


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
