"""A study of a game: what is asked, how many games that takes, and what they have shown.

A study asks of a variant what the first seat is worth at each level, how much better each level
is than the one before it, and what other options change. Each question has games of its own,
numbered without end, and is answered when its interval is short enough. Games are played in
rounds: a few of each question first; then as many as their spread shows to be needed. Rounds are
played as a whole before anyone looks, so the same study plays the same games wherever it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count, pairwise
from pathlib import Path

import numpy as np

from matchwood import bots
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Variant
from matchwood.engine.options import Value, written
from matchwood.lab.arena import seatings
from matchwood.lab.games import ACCOUNT_COLUMNS, RANDOM, Account, deal_seed, play, room_for
from matchwood.lab.parallel import EVERYWHERE, Place, run
from matchwood.lab.plans import Plan, Played, played
from matchwood.lab.results import Results, hold, settings_of
from matchwood.lab.stats import Estimate, mean_of, reach, values_needed

FIRST_SEAT, LADDER, OPTIONS = "first seat", "ladder", "options"
JUDGE = "hard"
"""The level whose games are told of first, and asked for most exactly."""
WITHIN = {"random": 0.5, "easy": 2.0, "medium": 2.0, JUDGE: 1.0}
"""Reach of the first seat's interval at each level, as a multiple of what is wanted between hard
bots: random games cost nothing, and expert ones much."""
WITHIN_COSTLY, WITHIN_STEP, WITHIN_OPTION = 5.0, 3.0, 5.0
WITHIN_USUAL = 0.01
"""Least reach with which all but the games between hard bots is asked for: who wants a smaller one
has it between hard bots only."""
OPTIONS_LEVEL = "easy"
"""The level at which options are compared: the cheapest that plays with a plan."""
PILOT = 40
"""Number of deals a question begins with."""
GROWTH = 4
"""A round plays at most so many times what is there."""
MOST_DEALS = 1_000_000
TOLD_AT_RANDOM = 200
"""Number of random games played move by move, to tell what happens in them."""
AT_RANDOM = 4096
"""Random games played before the first check of whether they are enough."""
MOST_TOLD = 10_000
"""Most games of a question of which it is told what happened in them: more would say nothing new,
and take much room."""
CHUNK = 10**7
"""The number of a chunk is that of its question times this, and its own in the question."""
COLUMNS = ("question", "game", *ACCOUNT_COLUMNS)


class BadStudy(MatchwoodError):
    """Such a study cannot be made."""


@dataclass(frozen=True)
class Question:
    """Question of a study, and how its games are set up."""

    about: str
    """FIRST_SEAT, LADDER or OPTIONS."""
    name: str
    """Short, for the folder and for tables."""
    variant: Variant
    pair: tuple[str, ...]
    """The bots: one for all seats, or two who take turns in all seatings."""
    within: float | None
    """Reach of the interval to either side; None: it is not asked for."""
    seed: str
    compiled: bool = False
    """True if the games are played at random and without telling what happens in them."""
    most: int = MOST_DEALS
    """Number of deals that are enough in any case."""

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        if len(self.pair) == 1:
            return [self.pair * self.variant.players]
        turns = seatings(self.variant.players)
        return [tuple(self.pair[who] for who in seating) for seating in turns]

    def play(self, game: int, cores: int | None = None) -> Account:
        """Play the game of that number; a bot that goes by the clock takes so many cores."""
        deal, seating = divmod(game, len(self.seatings))
        dealt = deal_seed(f"{self.seed} {self.name}", deal)
        seats = self.seatings[seating]
        account = play(self.variant, seats, dealt, f"{self.seed} {self.name}", game, cores)
        return account if game < MOST_TOLD else account.in_short()

    @cached_property
    def plan(self) -> Plan:
        takers = (RANDOM,) * self.variant.players
        return Plan(self.variant, takers, f"{self.seed} {self.name}", exchange=False)


@dataclass
class Answers:
    """The games of a question that were played so far, deal after deal without a gap."""

    question: Question
    accounts: dict[int, Account] = field(default_factory=dict)
    counted: list[Played] = field(default_factory=list)
    """Random games, chunk after chunk."""

    @property
    def deals(self) -> int:
        """Number of deals that were played as a whole, none left out."""
        if self.question.compiled:
            return sum(map(len, self.counted))
        return _first_missing(self.accounts) // len(self.question.seatings)

    def whole(self) -> list[list[Account]]:
        """The accounts of these deals."""
        many = len(self.question.seatings)
        return [
            [self.accounts[deal * many + seating] for seating in range(many)]
            for deal in range(self.deals)
        ]

    @property
    def games(self) -> list[Account]:
        return [account for deal in self.whole() for account in deal]

    @property
    def told(self) -> list[Account]:
        """Games of which more is told than what came of them."""
        return [account for account in self.games if account.is_told]

    @property
    def values(self) -> np.ndarray:
        """Measured values, one a deal: the starter's share, or the second bot's."""
        question = self.question
        if question.compiled:
            shares = np.concatenate([part.shares for part in self.counted])
            starters = np.concatenate([part.starters for part in self.counted])
            return _of_side(question.variant, shares, starters)
        if len(question.pair) == 1:
            return np.array([_starter_share(question.variant, account) for account in self.games])
        second = question.pair[1]
        return np.array(
            [
                np.mean([_bot_share(account, seats, second) for account, seats in deal])
                for deal in (zip(deal, question.seatings, strict=True) for deal in self.whole())
            ]
        )

    @property
    def estimate(self) -> Estimate | None:
        return mean_of(self.values) if self.deals else None

    @property
    def is_enough(self) -> bool:
        if self.deals >= self.question.most:
            return True
        found, within = self.estimate, self.question.within
        if within is None or found is None:
            return False
        return self.deals >= PILOT and reach(found) <= within

    def next_deals(self) -> int:
        """Number of deals that there should be after the next round."""
        if self.question.within is None:
            return self.question.most
        if self.deals < PILOT:
            return PILOT
        needed = values_needed(self.values, self.question.within)
        return min(max(needed, self.deals + PILOT), self.deals * GROWTH, self.question.most)


def _first_missing(numbers: Container[int]) -> int:
    return next(number for number in count() if number not in numbers)


def _of_side(variant: Variant, shares: np.ndarray, starters: np.ndarray) -> np.ndarray:
    """Share of the win of the starter's side in each game."""
    sides = np.array([variant.side(seat) for seat in range(variant.players)])
    return np.asarray((shares * (sides == sides[starters][:, None])).sum(axis=1))


def _starter_share(variant: Variant, account: Account) -> float:
    side = variant.side(account.starter)
    return sum(share for seat, share in enumerate(account.shares) if variant.side(seat) == side)


def _bot_share(account: Account, seats: Sequence[str], bot: str) -> float:
    return sum(share for share, taker in zip(account.shares, seats, strict=True) if taker == bot)


@dataclass(frozen=True)
class Study:
    """All that decides the games of a study, but for their number."""

    variant: Variant
    levels: tuple[str, ...]
    within: float
    """Reach of the interval of the first seat's worth between hard bots: 0.01 is 1 %."""
    seed: str

    def __post_init__(self) -> None:
        for level in self.levels:
            bots.check_level(level)
        if not 0 < self.within < 1 / 2:
            raise BadStudy(
                f"An interval reaches more than 0 and less than 50 %, not {100 * self.within:g}."
            )
        if len(set(self.levels)) != len(self.levels) or not self.levels:
            raise BadStudy("A study names each level once.")

    @cached_property
    def questions(self) -> list[Question]:
        return [*self._first_seats(), *self._steps(), *self._options()]

    @property
    def _within_elsewhere(self) -> float:
        """Reach of the intervals of all questions but the one between hard bots."""
        return max(self.within, WITHIN_USUAL)

    def _first_seats(self) -> Iterator[Question]:
        for level in self.levels:
            within = self.within
            if level != JUDGE:
                within = self._within_elsewhere * WITHIN.get(level, WITHIN_COSTLY)
            asked = Question(FIRST_SEAT, level, self.variant, (level,), within, self.seed)
            if level == RANDOM:
                yield replace(asked, compiled=True)
                yield replace(asked, name=f"{level}, told", within=None, most=TOLD_AT_RANDOM)
            else:
                yield asked

    def _steps(self) -> Iterator[Question]:
        for pair in pairwise(self.levels):
            costly = pair[1] not in WITHIN
            within = self._within_elsewhere * (WITHIN_COSTLY if costly else WITHIN_STEP)
            name = f"{pair[1]} v {pair[0]}"
            yield Question(LADDER, name, self.variant, pair, within, self.seed)

    def _options(self) -> Iterator[Question]:
        for options in other_options(self.variant):
            changed = self.variant.game.variant({**self.variant.options, **options})
            name = " ".join(f"{option}={written(value)}" for option, value in options.items())
            within = self._within_elsewhere * WITHIN_OPTION
            yield Question(OPTIONS, name, changed, (OPTIONS_LEVEL,), within, self.seed)

    def play(self, chunk: int, cores: int | None = None) -> Account:
        """Play a chunk of the work, which is one game."""
        asked, game = divmod(chunk, CHUNK)
        return self.questions[asked].play(game, cores)


def other_options(variant: Variant) -> list[Mapping[str, Value]]:
    """The ways to play that differ from this one as the game wants them compared, or in one
    option."""
    hooks = variant.game.study
    wanted: Sequence[Mapping[str, Value]]
    if hooks is None:
        wanted = [
            {option.name: value} for option in variant.game.options for value in option.values
        ]
    else:
        wanted = hooks.COMPARED
    return [options for options in wanted if _is_another(variant, options)]


def _is_another(variant: Variant, options: Mapping[str, Value]) -> bool:
    changed = {**variant.options, **options}
    return changed != dict(variant.options) and variant.game.check(changed) is None


@dataclass
class Progress:
    """Progress of a study, for whoever watches."""

    asked: int
    answered: int
    games: int
    to_play: int


class Desk:
    """A study being made in a folder: what is played is kept there, and it can go on later."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder, self.study = folder, study
        self.answers = [Answers(question) for question in study.questions]
        self._names = {question.name: at for at, question in enumerate(study.questions)}
        settings = settings_of(study.variant, levels=list(study.levels), seed=study.seed)
        self._folder = Results(folder, "study", settings, COLUMNS)
        self._folder.read(self._take)

    @property
    def open(self) -> list[Answers]:
        """The questions that are not answered yet."""
        return [answers for answers in self.answers if not answers.is_enough]

    @property
    def games(self) -> int:
        """Number of games that were played."""
        return sum(len(each.accounts) + sum(map(len, each.counted)) for each in self.answers)

    def go_on(
        self, place: Place, seconds: float, watch: Callable[[Progress], None] = lambda how: None
    ) -> bool:
        """Play until all questions are answered or the time is up; whether all are."""
        self.count_random(place)
        if self.open:
            self._folder.begin()
        end = time.monotonic() + seconds
        while self.open:
            wanted = list(self._round())
            answered = len(self.answers) - len(self.open)
            at_once, cores = room_for(self.study.levels, place)
            chunks = run(partial(self.study.play, cores=cores), wanted, at_once)
            for left, (chunk, account) in zip(range(len(wanted) - 1, -1, -1), chunks, strict=True):
                self._keep(chunk, account)
                watch(Progress(len(self.answers), answered, self.games, left))
                if time.monotonic() > end:
                    chunks.close()  # type: ignore[attr-defined]  # a generator
                    return not self.open
        return True

    def count_random(self, place: Place = EVERYWHERE) -> None:
        """Answer the questions whose games are compiled: that takes a moment, so they are played
        whenever a study is opened, and not kept."""
        for answers in self.answers:
            while answers.question.compiled and not answers.is_enough:
                games = np.arange(answers.deals, answers.deals + AT_RANDOM)
                found = played(answers.question.plan, games, place)
                answers.counted += sorted(found, key=lambda part: int(part.games[0]))

    def _round(self) -> Iterator[int]:
        """The chunks that are missing of the next round; of all questions in turn, so that none
        waits for the others if time runs out."""
        rows = [self._missing(at, each) for at, each in enumerate(self.answers)]
        longest = max(map(len, rows))
        for step in range(longest):
            for row in rows:
                # The shorter rows are spread over the whole round.
                first, last = step * len(row) // longest, (step + 1) * len(row) // longest
                yield from row[first:last]

    def _missing(self, at: int, answers: Answers) -> list[int]:
        if answers.is_enough:
            return []
        games = range(answers.next_deals() * len(answers.question.seatings))
        return [at * CHUNK + game for game in games if game not in answers.accounts]

    def _keep(self, chunk: int, account: Account) -> None:
        at, game = divmod(chunk, CHUNK)
        cells = [self.answers[at].question.name, str(game), *account.cells()]
        self._folder.add([cells])
        self._take(cells)  # As it is read later, so that the report is the same then.

    def _take(self, cells: list[str]) -> None:
        name, number, *told = cells
        game, account = int(number), Account.read(told)
        hold(name in self._names and game >= 0)
        answers = self.answers[self._names[name]]
        hold(len(account.shares) == answers.question.variant.players)
        answers.accounts.setdefault(game, account)
