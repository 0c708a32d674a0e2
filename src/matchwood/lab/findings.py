"""Findings of a study, in words, tables and plots: Markdown, and one page that stands alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from matchwood.engine.game import Variant
from matchwood.lab.charts import Plot, embedded, histogram, linked, plot_intervals
from matchwood.lab.games import RANDOM, Account, kinds_of
from matchwood.lab.report import (
    Table,
    describe,
    html_page,
    percent,
    read_csv,
    share_table,
    write_csv,
)
from matchwood.lab.stats import Estimate, reach
from matchwood.lab.study import (
    FIRST_SEAT,
    JUDGE,
    LADDER,
    MOST_TOLD,
    OPTIONS,
    OPTIONS_LEVEL,
    PILOT,
    Answers,
    Desk,
)

REPORT, PAGE, NUMBERS = "report.md", "report.html", "numbers.csv"
EVEN = 0.5
"""The score of equals, over all seatings of a deal."""
CLEAR = 0.03
"""An interval that reaches further says too little for “no difference”."""
LATE = 0.9
"""A game is open to the end if it is decided after so much of it."""


def write_findings(desk: Desk) -> str:
    """Write the report into the folder of the study; the sentence at its top."""
    findings = Findings(desk)
    plots = list(findings.plots())
    folder = desk.folder
    for plot in plots:
        (folder / f"{plot.name}.svg").write_text(plot.drawing + "\n", "utf-8")
    (folder / REPORT).write_text(findings.markdown(plots, linked), "utf-8")
    page = html_page(findings.title, findings.markdown(plots, embedded))
    (folder / PAGE).write_text(page, "utf-8")
    head, *rows = (
        [f"{cell:.5f}" if isinstance(cell, float) else str(cell) for cell in row]
        for row in findings.rows()
    )
    write_csv(folder / NUMBERS, head, rows)
    return findings.headline()


@dataclass(frozen=True)
class Summary:
    """A study as its report tells it; the games are not needed."""

    headline: str
    starter: Estimate | None
    """The first seat's worth between the bots of `JUDGE`."""
    deals: int
    """The deals that say so."""


def read_summary(folder: Path) -> Summary | None:
    """The summary of a study whose report is in the folder, if it is."""
    if not (folder / NUMBERS).exists():
        return None
    _, headline, *_ = (folder / REPORT).read_text("utf-8").split("\n\n")
    for row in read_csv(folder / NUMBERS):
        if (row["question"], row["about"]) == (JUDGE, FIRST_SEAT):
            found = Estimate(*(float(row[name]) for name in ("value", "low", "high")))
            return Summary(headline, found, int(row["deals"]))
    return Summary(headline, None, 0)


def even_share(variant: Variant) -> float:
    """The share of the wins of each side if starting makes no difference."""
    return 1 / len({variant.side(seat) for seat in range(variant.players)})


class Findings:
    """Findings from the games of a study so far."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.study = desk, desk.study
        self.variant = desk.study.variant
        self.title = f"A study of {describe(self.variant)}"
        self.missed = [each for each in desk.answers if not each.is_enough]
        self.first, self.steps, self.options = map(self._about, (FIRST_SEAT, LADDER, OPTIONS))

    def _about(self, about: str) -> dict[str, Answers]:
        """The answers of one kind of which there are any yet, by name."""
        return {
            each.question.name: each
            for each in self.desk.answers
            if each.question.about == about and each.deals
        }

    @property
    def judge(self) -> str | None:
        """The level that is told of first: hard, or the best that played."""
        told = [level for level in self.study.levels if level in self._levels_told()]
        return JUDGE if JUDGE in told else told[-1] if told else None

    def _levels_told(self) -> dict[str, Answers]:
        """The levels of which games were followed move by move."""
        names = {f"{RANDOM}, told": RANDOM}
        return {
            names.get(name, name): each
            for name, each in self.first.items()
            if not each.question.compiled
        }

    def headline(self) -> str:
        """Answers in the words of players."""
        title = describe(self.variant)
        if self.judge is None:
            return f"{title}: nothing was played to its end yet."
        lasting = self._lasting(self._levels_told()[self.judge].told)
        return " ".join((f"{title}: {self._starting()}", lasting, *self._skill()))

    def _starting(self) -> str:
        answers = self.first.get(self.judge or "")
        found = None if answers is None else answers.estimate
        if answers is None or found is None or answers.deals < PILOT:
            return "what it is worth to start is not known yet, after so few games."
        even = even_share(self.variant)
        alone = even == 1 / self.variant.players
        side = "the player who starts" if alone else "the side that starts"
        of_100 = f"{100 * found.value:.0f} of 100 games between {self.judge} bots"
        unclear = found.low <= even <= found.high
        if unclear and reach(found) > CLEAR:
            return (
                f"whether starting helps is not known yet; {side} won {of_100}, but with luck it "
                f"may be anything from {100 * found.low:.0f} to {100 * found.high:.0f}."
            )
        if unclear:
            return (
                f"who starts makes no difference that these games could show; {side} won {of_100}, "
                f"and {100 * even:.0f} would be even."
            )
        helps = "helps" if found.value > even else "hurts"
        return f"starting {helps}: {side} won {of_100}, where {100 * even:.0f} would be even."

    def _lasting(self, games: Sequence[Account]) -> str:
        moves = np.median([game.plies for game in games])
        decided = np.median([game.decided for game in games])
        changes = np.mean([game.leads for game in games])
        return (
            f"A game takes {moves:.0f} moves, the lead changes {changes:.1f} times, and in half of "
            f"the games it is settled after {percent(decided, 0)} % of the moves."
        )

    def _skill(self) -> Iterator[str]:
        for name, each in self.steps.items():
            better, _, worse = name.partition(" v ")
            if better == self.judge and (found := each.estimate) and found.low > EVEN:
                won = f"{100 * found.value:.0f}"
                yield f"Skill tells: {better} wins {won} of 100 games against {worse}."

    def markdown(self, plots: Sequence[Plot], show: Callable[[Plot], str]) -> str:
        drawn = {plot.name: show(plot) for plot in plots}
        parts = [
            f"# {self.title}",
            self.headline(),
            self._how_far(),
            *self._first_seat(drawn),
            *self._course(drawn),
            *self._luck(drawn),
            *self._others(drawn),
            *self._habits(),
            *self._shortfalls(),
            self._method(),
        ]
        return "\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _how_far(self) -> str:
        """Sentence on whether all intervals are as short as wanted, and how far the others came."""
        games = f"{self.desk.games:,} games were played."
        if not self.missed:
            return f"{games} All intervals that were asked for are reached."
        told = [_shortfall(each) for each in self.missed if each.question.name == self.judge]
        return " ".join(
            (
                f"{games} Not all intervals are as short as asked for, {len(self.missed)} of "
                f"{len(self.desk.answers)} reach further; how far each came stands at the end.",
                *told,
            )
        )

    def _shortfalls(self) -> Iterator[str]:
        if self.missed:
            yield "## How far it came"
            yield "".join(f"- {_shortfall(each)}\n" for each in self.missed)

    def _first_seat(self, drawn: dict[str, str]) -> Iterator[str]:
        yield "## What the first seat is worth"
        rows = []
        for level, each in self.first.items():
            if (found := each.estimate) is None or each.question.within is None:
                continue
            rows.append((level, *_told(found), f"± {percent(reach(found))}", f"{each.deals:,}"))
        heads = ("starter wins, %", "95 % interval", "reach", "games")
        yield (
            f"How often the player who starts wins, all seats being bots of one level; "
            f"{percent(even_share(self.variant))} % would be even."
        )
        yield Table(("level",), heads, rows).markdown()
        yield drawn.get("first-seat", "")

    def _course(self, drawn: dict[str, str]) -> Iterator[str]:
        yield "## How a game goes"
        told = self._levels_told()
        rows = [(level, *self._length_row(each.told)) for level, each in told.items()]
        heads = (
            *("moves, median", "nine in ten take", "choices a move", "shared wins, %"),
            "broken off, %",
        )
        yield Table(("level",), heads, rows).markdown()
        yield drawn.get("length", "")
        yield (
            "Who leads is judged by the game’s own estimate of the position, with nothing hidden. "
            "A game is settled when its winner leads for good, and open to the end if that comes "
            f"after {LATE:.0%} of the moves.".replace("%", " %")
        )
        rows = [(level, *_lead_row(each.told)) for level, each in told.items()]
        leads = ("lead changes", "settled after, % of the moves", "open to the end, %")
        yield Table(("level",), leads, rows).markdown()
        yield drawn.get("settled", "")

    def _length_row(self, games: Sequence[Account]) -> tuple[str, ...]:
        middle, low, high = np.quantile([game.plies for game in games], (0.5, 0.05, 0.95))
        return (
            f"{middle:.0f}",
            f"{low:.0f} to {high:.0f}",
            f"{np.mean([game.choices for game in games]):.1f}",
            percent(np.mean([game.is_shared(self.variant) for game in games])),
            percent(np.mean([not game.ended for game in games])),
        )

    def _luck(self, drawn: dict[str, str]) -> Iterator[str]:
        yield "## Luck and skill"
        yield (
            "Every two neighbouring levels play the same deals with seats exchanged. If the same "
            "bot wins both times it played better than the deal; if the same seat does, the deal "
            "or the right to start decided."
        )
        rows = [self._step_row(name, each) for name, each in self.steps.items()]
        heads = (
            *("better bot wins, %", "95 % interval", "same bot both, %", "same seat both, %"),
            "deals",
        )
        yield Table(("step",), heads, rows).markdown()
        yield drawn.get("ladder", "")

    def _step_row(self, name: str, each: Answers) -> tuple[str, ...]:
        found = each.estimate
        assert found is not None
        if len(each.question.seatings) != 2:
            return (name, *_told(found), "", "", f"{each.deals:,}")
        values = each.values
        bot = np.mean((values == 0) | (values == 1))
        seat = np.mean([_same_seat(deal) for deal in each.whole()])
        return (name, *_told(found), percent(bot), percent(seat), f"{each.deals:,}")

    def _others(self, drawn: dict[str, str]) -> Iterator[str]:
        usual = self.first.get(OPTIONS_LEVEL)
        if not self.options or usual is None:
            return
        yield "## What the options do"
        yield f"Other ways to play, each between {OPTIONS_LEVEL} bots, beside this one."
        rows = []
        for name, each in {"as here": usual, **self.options}.items():
            if (found := each.estimate) is None:
                continue
            variant = each.question.variant
            plies = np.median([game.plies for game in each.games])
            shared = np.mean([game.is_shared(variant) for game in each.games])
            decided = np.median([game.decided for game in each.told])
            told = (*_told(found), percent(even_share(variant)), f"{plies:.0f}")
            rows.append((name, *told, percent(decided, 0), percent(shared), f"{each.deals:,}"))
        heads = (
            *("starter wins, %", "95 % interval", "even, %", "moves, median"),
            *("settled after, %", "shared wins, %", "games"),
        )
        yield Table(("options",), heads, rows).markdown()

    def _habits(self) -> Iterator[str]:
        told = self._levels_told()
        counts = {level: kinds_of(each.told) for level, each in told.items()}
        if len(told) < 2 or len(set().union(*counts.values())) < 2:
            return
        yield "## What better bots do"
        yield "Of all moves at each level, how many in a hundred are of each kind."
        yield share_table(counts).markdown()
        openings = {
            level: Counter(game.opening for game in each.told) for level, each in told.items()
        }
        if len(set().union(*openings.values())) > 1:
            yield "And of the first moves of a game:"
            yield share_table(openings).markdown()

    def _method(self) -> str:
        return (
            "## How it was made\n\n"
            f"`matchwood study` with seed “{self.study.seed}”, version {self.variant.version} "
            "of the rules. Intervals are 95 %; those of the ladder count deals, not games. Only "
            f"bots played, and what holds for them need not hold for people.{self._untold()}"
        )

    def _untold(self) -> str:
        if all(len(each.told) == each.deals for each in self._levels_told().values()):
            return ""
        return f" How games go is told of the first {MOST_TOLD:,} of each level."

    def plots(self) -> Iterator[Plot]:
        rows = {
            level: each.estimate
            for level, each in self.first.items()
            if each.estimate is not None and each.question.within is not None
        }
        if rows:
            what = f"How often the starter wins, by level: {_listed(rows)}"
            even = even_share(self.variant)
            yield plot_intervals("first-seat", what, rows, "starter wins, %", even)
        told = self._levels_told()
        if self.judge is not None:
            games = told[self.judge].told
            yield histogram(
                "length",
                f"How many moves a game takes between {self.judge} bots",
                [game.plies for game in games],
                f"moves of a game between {self.judge} bots",
            )
            yield histogram(
                "settled",
                f"After which part of the moves a game between {self.judge} bots is settled",
                [100 * game.decided for game in games],
                "settled after so many % of the moves",
            )
        steps = {name: each.estimate for name, each in self.steps.items() if each.estimate}
        if steps:
            what = f"What each level wins against the one before: {_listed(steps)}"
            yield plot_intervals("ladder", what, steps, "wins of the better level, %", EVEN)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Names of columns, and then a row for every estimate."""
        yield "question", "about", "value", "low", "high", "wanted", "deals"
        for each in self.desk.answers:
            if (found := each.estimate) is not None:
                numbers = (found.value, found.low, found.high, each.question.within or 0.0)
                yield each.question.name, each.question.about, *numbers, each.deals


def _shortfall(answers: Answers) -> str:
    question, found = answers.question, answers.estimate
    name = question.name if question.about != FIRST_SEAT else f"The first seat at {question.name}"
    if found is None:
        return f"{name} was not begun."
    if question.within is None:
        return f"{name} has {answers.deals:,} of {question.most:,} games."
    return (
        f"{name} is known to ± {percent(reach(found))} % after {answers.deals:,} deals, "
        f"± {percent(question.within)} % was wanted."
    )


def _told(found: Estimate) -> tuple[str, str]:
    return percent(found.value), f"{percent(found.low)} to {percent(found.high)}"


def _listed(found: Mapping[str, Estimate]) -> str:
    return "; ".join(f"{name} {percent(each.value)} %" for name, each in found.items())


def _lead_row(games: Sequence[Account]) -> tuple[str, ...]:
    return (
        f"{np.mean([game.leads for game in games]):.1f}",
        percent(np.median([game.decided for game in games]), 0),
        percent(np.mean([game.decided > LATE for game in games])),
    )


def _same_seat(deal: Sequence[Account]) -> bool:
    """True if on both seatings of a deal the same seat won alone."""
    first, second = (tuple(game.shares) for game in deal)
    return first == second and max(first) == 1
