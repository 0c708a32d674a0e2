"""The standings of an arena in words and numbers: tables to read, and files beside the games."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import starmap
from pathlib import Path

from matchwood.engine.game import Variant
from matchwood.engine.options import Option, written
from matchwood.lab.arena import Arena, Pace
from matchwood.lab.logbook import Logbook
from matchwood.lab.plots import plot_ratings, signed
from matchwood.lab.ratings import Estimate, Standings, standings

RATINGS, SCORES, PLOT = "ratings.csv", "scores.csv", "ratings.svg"
RATING_FIELDS = ("bot", "rating", "low", "high", "mean_seconds", "slow_seconds")
SCORE_FIELDS = ("bot", "against", "score", "low", "high", "games", "deals")
DIGITS = 6
LEAST_SECONDS = 0.001
LONGEST_VALUE = 16
OWN = "own"
"""For the value of an option that is too long for a name, such as a deck."""


@dataclass(frozen=True)
class Table:
    """Rows to be read by people; all but the names are numbers."""

    names: Sequence[str]
    numbers: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        lines = [
            (*self.names, *self.numbers),
            ("---",) * len(self.names) + ("---:",) * len(self.numbers),
            *self.rows,
        ]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def rating_table(stands: Standings) -> Table:
    """Every bot with its rating and its pace, the strongest first."""
    rows = []
    for bot in stands.ranking:
        rating, pace = stands.ratings[bot], stands.paces[bot]
        interval = f"{signed(rating.low)} to {signed(rating.high)}"
        times = (_seconds(pace.mean), _seconds(pace.slow))
        rows.append((bot, signed(rating.value), interval, *times))
    numbers = ("rating", "95 % interval", "seconds a move", "19 of 20 within")
    return Table(("bot",), numbers, rows)


def score_table(stands: Standings) -> Table:
    """Every pairing, told from the side of the bot that stands higher."""
    rows = []
    for first in stands.ranking:
        for second in stands.ranking[stands.ranking.index(first) + 1 :]:
            score = stands.score(first, second)
            rows.append((first, second, _percent(score.value), _interval(score)))
    return Table(("bot", "against"), ("score in %", "95 % interval"), rows)


def count_text(stands: Standings) -> str:
    deals = "1 deal" if stands.deals == 1 else f"{stands.deals:,} deals"
    return f"{stands.games:,} games of every two bots, on {deals}."


def score_text(stands: Standings, bot: str, rival: str) -> str:
    """What a bot scored against another, in per cent, with the interval."""
    score = stands.score(bot, rival)
    return f"{_percent(score.value)} ({_interval(score)})"


def _interval(score: Estimate) -> str:
    return f"{_percent(score.low)} to {_percent(score.high)}"


def _percent(part: float) -> str:
    return f"{100 * part:.1f}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds >= LEAST_SECONDS else f"< {LEAST_SECONDS}"


def describe(variant: Variant) -> str:
    """The game, how many play, and what else is not as usual, for a heading."""
    return ", ".join((variant.game.title, *starmap(_worded, _chosen(variant))))


def _worded(option: Option, value: str) -> str:
    if option.name == "players":
        return f"{value} players"
    return option.name if value == written(True) else f"{option.name} {value}"


def folder_name(variant: Variant) -> str:
    """The same, fit for the name of a folder."""
    chosen = (f"{option.name}-{value}" for option, value in _chosen(variant))
    return "_".join((variant.game.name, *chosen))


def _chosen(variant: Variant) -> Iterator[tuple[Option, str]]:
    """How many play, if that can be chosen, and all options that are not as usual."""
    for option in variant.game.options:
        value = variant.options[option.name]
        text = written(value)
        if option.name == "players" or value != option.default:
            yield option, text if len(text) <= LONGEST_VALUE else OWN


def write_standings(logbook: Logbook) -> Standings | None:
    """Write the standings beside the games, as tables and as a picture, if there are any yet."""
    stands = standings(logbook.arena, logbook.results.values())
    if stands is not None:
        folder = logbook.folder
        _write_csv(folder / RATINGS, RATING_FIELDS, _rating_lines(stands))
        _write_csv(folder / SCORES, SCORE_FIELDS, _score_lines(stands))
        drawn = plot_ratings(describe(logbook.arena.variant), stands)
        (folder / PLOT).write_text(drawn + "\n", encoding="utf-8")
    return stands


def read_standings(folder: Path, arena: Arena) -> Standings | None:
    """The standings that were written beside the games, if they were; the games are not needed."""
    if not (folder / SCORES).exists():
        return None
    ratings, scores = _read_csv(folder / RATINGS), _read_csv(folder / SCORES)
    return Standings(
        arena,
        int(scores[0]["deals"]),
        {row["bot"]: _estimate(row, "rating") for row in ratings},
        {(row["bot"], row["against"]): _estimate(row, "score") for row in scores},
        {
            row["bot"]: Pace(float(row["mean_seconds"]), float(row["slow_seconds"]))
            for row in ratings
        },
    )


def _estimate(row: Mapping[str, str], name: str) -> Estimate:
    return Estimate(*(float(row[column]) for column in (name, "low", "high")))


def _rating_lines(stands: Standings) -> Iterator[list[object]]:
    for bot in stands.ranking:
        yield [bot, *_rounded(stands.ratings[bot]), *_rounded(stands.paces[bot])]


def _score_lines(stands: Standings) -> Iterator[list[object]]:
    for pair, score in stands.scores.items():
        yield [*pair, *_rounded(score), stands.games, stands.deals]


def _rounded(numbers: Estimate | Pace) -> list[float]:
    return [round(number, DIGITS) for number in astuple(numbers)]


def _write_csv(path: Path, fields: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((fields, *lines))


def _read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
