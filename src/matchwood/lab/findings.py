"""Findings of a study, in words, tables and plots: Markdown, and one page that stands alone."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from matchwood.engine.game import Variant
from matchwood.lab.charts import Plot, embedded, histogram, linked, plot_intervals
from matchwood.lab.games import RANDOM, Account
from matchwood.lab.report import Table, describe, html_page, percent, share_table
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
HABITS_SHOWN = 12
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
    page = html_page(
        f"A study of {describe(desk.study.variant)}", findings.markdown(plots, embedded)
    )
    (folder / PAGE).write_text(page, "utf-8")
    (folder / NUMBERS).write_text(findings.numbers(), "utf-8")
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
    with (folder / NUMBERS).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
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
        played = [answers for answers in desk.answers if answers.deals]
        self.first = {each.question.name: each for each in played if _about(each, FIRST_SEAT)}
        self.steps = {each.question.name: each for each in played if _about(each, LADDER)}
        self.options = {each.question.name: each for each in played if _about(each, OPTIONS)}

    @property
    def sides(self) -> int:
        return len({self.variant.side(seat) for seat in range(self.variant.players)})

    @property
    def even(self) -> float:
        return even_share(self.variant)

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
        side = (
            "the player who starts"
            if self.sides == self.variant.players
            else "the side that starts"
        )
        of_100 = f"{100 * found.value:.0f} of 100 games between {self.judge} bots"
        unclear = found.low <= self.even <= found.high
        if unclear and reach(found) > CLEAR:
            return (
                f"whether starting helps is not known yet; {side} won {of_100}, but with luck it "
                f"may be anything from {100 * found.low:.0f} to {100 * found.high:.0f}."
            )
        if unclear:
            return (
                f"who starts makes no difference that these games could show; {side} won {of_100}, "
                f"and {100 * self.even:.0f} would be even."
            )
        helps = "helps" if found.value > self.even else "hurts"
        return f"starting {helps}: {side} won {of_100}, where {100 * self.even:.0f} would be even."

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
            better = name.split(" v ")
            found = each.estimate
            if better[0] == self.judge and found is not None and found.low > EVEN:
                yield (
                    f"Skill tells: {better[0]} wins {100 * found.value:.0f} of 100 games against "
                    f"{better[1]}."
                )

    def markdown(self, plots: Sequence[Plot], show: Callable[[Plot], str]) -> str:
        drawn = {plot.name: show(plot) for plot in plots}
        parts = [
            f"# A study of {describe(self.variant)}",
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
        missed = [each for each in self.desk.answers if not each.is_enough]
        games = f"{self.desk.games:,} games were played."
        if not missed:
            return f"{games} All intervals that were asked for are reached."
        told = [_shortfall(each) for each in missed if each.question.name == self.judge]
        return " ".join(
            (
                f"{games} Not all intervals are as short as asked for, {len(missed)} of "
                f"{len(self.desk.answers)} reach further; how far each came stands at the end.",
                *told,
            )
        )

    def _shortfalls(self) -> Iterator[str]:
        missed = [each for each in self.desk.answers if not each.is_enough]
        if missed:
            yield "## How far it came"
            yield "".join(f"- {_shortfall(each)}\n" for each in missed)

    def _first_seat(self, drawn: dict[str, str]) -> Iterator[str]:
        yield "## What the first seat is worth"
        rows = []
        for level, each in self.first.items():
            found = each.estimate
            if found is None or each.question.within is None:
                continue
            rows.append((level, *_told(found), f"± {percent(reach(found))}", f"{each.deals:,}"))
        heads = ("starter wins, %", "95 % interval", "reach", "games")
        yield (
            f"How often the player who starts wins, all seats being bots of one level; "
            f"{percent(self.even)} % would be even."
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
            percent(np.mean([_is_shared(self.variant, game) for game in games])),
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
            "better bot wins, %",
            "95 % interval",
            "same bot both, %",
            "same seat both, %",
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
            found = each.estimate
            if found is None:
                continue
            variant = each.question.variant
            sides = len({variant.side(seat) for seat in range(variant.players)})
            plies = np.median([game.plies for game in each.games])
            shared = np.mean([_is_shared(variant, game) for game in each.games])
            decided = np.median([game.decided for game in each.told])
            told = (*_told(found), f"{100 / sides:.1f}", f"{plies:.0f}")
            rows.append((name, *told, percent(decided, 0), percent(shared), f"{each.deals:,}"))
        heads = (
            *("starter wins, %", "95 % interval", "even, %", "moves, median"),
            *("settled after, %", "shared wins, %", "games"),
        )
        yield Table(("options",), heads, rows).markdown()

    def _habits(self) -> Iterator[str]:
        told = self._levels_told()
        counts = {level: _counted(each.told) for level, each in told.items()}
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
            yield plot_intervals(
                "first-seat",
                "How often the starter wins, by level: "
                + "; ".join(f"{level} {percent(each.value)} %" for level, each in rows.items()),
                rows,
                "starter wins, %",
                self.even,
            )
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
            yield plot_intervals(
                "ladder",
                "What each level wins against the one before: "
                + "; ".join(f"{name} {percent(each.value)} %" for name, each in steps.items()),
                steps,
                "wins of the better level, %",
                EVEN,
            )

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Names of columns, and then a row for every estimate."""
        yield "question", "about", "value", "low", "high", "wanted", "deals"
        for each in self.desk.answers:
            if (found := each.estimate) is not None:
                numbers = (found.value, found.low, found.high, each.question.within or 0.0)
                yield each.question.name, each.question.about, *numbers, each.deals

    def numbers(self) -> str:
        """The rows as CSV."""
        table = io.StringIO()
        told = [
            [f"{cell:.5f}" if isinstance(cell, float) else cell for cell in row]
            for row in self.rows()
        ]
        csv.writer(table, lineterminator="\n").writerows(told)
        return table.getvalue()


def _about(answers: Answers, about: str) -> bool:
    return answers.question.about == about


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


def _lead_row(games: Sequence[Account]) -> tuple[str, ...]:
    return (
        f"{np.mean([game.leads for game in games]):.1f}",
        percent(np.median([game.decided for game in games]), 0),
        percent(np.mean([game.decided > LATE for game in games])),
    )


def _is_shared(variant: Variant, game: Account) -> bool:
    """True if rivals share the win, or all of them where nobody won."""
    return variant.tied([seat for seat, share in enumerate(game.shares) if share > 0])


def _same_seat(deal: Sequence[Account]) -> bool:
    """True if on both seatings of a deal the same seat won alone."""
    first, second = (tuple(game.shares) for game in deal)
    return first == second and max(first) == 1


def _counted(games: Sequence[Account]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for game in games:
        for (_, kind), times in game.habits.items():
            counts[kind] += times
    return counts
