"""Reports: tables and pages, and the standings of an arena beside its games."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np
from markdown_it import MarkdownIt

from matchwood.engine.game import Variant
from matchwood.engine.options import Option, written
from matchwood.lab.arena import Arena, Logbook, Pace
from matchwood.lab.charts import Plot, can_plot, plot_intervals
from matchwood.lab.stats import Estimate, Standings, standings

RATINGS, SCORES, PLOT = "ratings.csv", "scores.csv", "ratings.svg"
RATING_FIELDS = ("bot", "rating", "low", "high", "mean_seconds", "slow_seconds")
SCORE_FIELDS = ("bot", "against", "score", "low", "high", "games", "deals")
DIGITS = 6
LEAST_SECONDS = 0.001
LONGEST_VALUE = 16
OWN = "own"
"""For the value of an option that is too long for a name, such as a deck."""
KINDS_SHOWN = 12
STYLE = """
:root { color-scheme: light dark; }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem;
  color: #2b2622; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .25rem .75rem; vertical-align: top; border-bottom: 1px solid #d9d3cb; }
img { max-width: 100%; height: auto; }
h1 + p { font-size: 1.25rem; }
@media (prefers-color-scheme: dark) {
  body { color: #f1ece5; background: #1c1917; }
  th, td { border-color: #45403a; }
}
"""


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
            rows.append((first, second, percent(score.value), _interval(score)))
    return Table(("bot", "against"), ("score in %", "95 % interval"), rows)


def count_text(stands: Standings) -> str:
    deals = "1 deal" if stands.deals == 1 else f"{stands.deals:,} deals"
    return f"{stands.games:,} games of every two bots, on {deals}."


def score_text(stands: Standings, bot: str, rival: str) -> str:
    """Score of a bot against another, in per cent, with the interval."""
    score = stands.score(bot, rival)
    return f"{percent(score.value)} ({_interval(score)})"


def _interval(score: Estimate) -> str:
    return f"{percent(score.low)} to {percent(score.high)}"


def percent(part: float | np.floating[Any], decimals: int = 1) -> str:
    return f"{100 * part:.{decimals}f}"


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
    """Number of players, if that can be chosen, and all options that are not as usual."""
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
        write_csv(folder / RATINGS, RATING_FIELDS, rating_rows(stands))
        write_csv(folder / SCORES, SCORE_FIELDS, _score_lines(stands))
        if can_plot():
            drawn = plot_ratings(stands).drawing
            (folder / PLOT).write_text(drawn + "\n", encoding="utf-8")
    return stands


def read_standings(folder: Path, arena: Arena) -> Standings | None:
    """The standings that were written beside the games, if they were; the games are not needed."""
    if not (folder / SCORES).exists():
        return None
    ratings, scores = read_csv(folder / RATINGS), read_csv(folder / SCORES)
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


def rating_rows(stands: Standings) -> Iterator[list[object]]:
    """A row for each bot, of RATING_FIELDS."""
    for bot in stands.ranking:
        yield [bot, *_rounded(stands.ratings[bot]), *_rounded(stands.paces[bot])]


def _score_lines(stands: Standings) -> Iterator[list[object]]:
    for pair, score in stands.scores.items():
        yield [*pair, *_rounded(score), stands.games, stands.deals]


def _rounded(numbers: Estimate | Pace) -> list[float]:
    return [round(number, DIGITS) for number in astuple(numbers)]


def write_csv(path: Path, fields: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((fields, *lines))


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def html_page(title: str, markdown: str) -> str:
    """A page of HTML that opens by itself, with its style and plots in it."""
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def share_table(counts: dict[str, Counter[str]]) -> Table:
    """By kind and level, in per cent; first what sets the best apart from the worst most."""
    levels = list(counts)

    def share(level: str, kind: str) -> float:
        return counts[level][kind] / max(1, counts[level].total())

    kinds = sorted(
        set().union(*counts.values()),
        key=lambda kind: (-abs(share(levels[-1], kind) - share(levels[0], kind)), kind),
    )
    rows = [
        (kind, *(percent(share(level, kind)) for level in levels)) for kind in kinds[:KINDS_SHOWN]
    ]
    return Table(("kind of move",), tuple(f"{level}, %" for level in levels), rows)


def plot_ratings(stands: Standings) -> Plot:
    """The ratings with their intervals, the strongest on top."""
    rows = {bot: stands.ratings[bot] for bot in stands.ranking}
    told = "; ".join(f"{bot} {signed(each.value)}" for bot, each in rows.items())
    what = f"Ratings in {describe(stands.arena.variant)} with 95 % intervals: {told}"
    return plot_intervals("ratings", what, rows, "rating", 0.0, scale=1)


def signed(rating: float) -> str:
    """A rating in whole points with its sign."""
    points = round(rating)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
