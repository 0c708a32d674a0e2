"""Statistics of games: ratings of bots, scores and means, with 95 % intervals.

A score is the share of the wins that a bot took from another, 1/2 between equals: over the
seatings of a deal both have equally many seats. Ratings explain all scores at once, by the model
of Bradley, Terry and Luce: a seat wins as often as its bot's strength is part of the strength at
the table. They are told on Elo's scale, where 400 points are odds of ten to one between two
seats, and their mean is 0.

Games on one deal hang together, so the deal is what is drawn: each interval comes from Rubin's
Bayesian bootstrap, which weighs the deals by chance again and again, for all pairings alike. In
every pairing half a deal won and half a deal lost are added. For deals that are won or lost as a
whole, a score's interval is then that of Jeffreys, which does not take a clean sweep for proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

import numpy as np

from matchwood.lab.arena import PAIR, Arena, Pace, Result, pace, whole_deals

Array = np.ndarray
Name = TypeVar("Name")

DRAWS = 5000
SEED = 95
"""The same results, the same intervals."""
TAILS = (0.025, 0.975)
PRIOR = 0.5
"""In every pairing, how many deals are added that either bot won."""
ELO = 400 / np.log(10)
LONGEST_STEP = 1.0
CLOSE_ENOUGH = 1e-9
MOST_STEPS = 200
Z = NormalDist().inv_cdf(0.975)
"""Within so many standard errors of the truth lie 95 % of what is measured."""
ADDED = (0.0, 1.0)
"""Values added before their spread is told, so that a clean sweep is no proof."""


@dataclass(frozen=True)
class Estimate:
    """A measured number and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standings:
    """Ratings and scores of an arena."""

    arena: Arena
    deals: int
    ratings: dict[str, Estimate]
    scores: dict[tuple[str, str], Estimate]
    """For every pairing, what the first bot scored against the second."""
    paces: dict[str, Pace]

    @property
    def games(self) -> int:
        """Number of games of each pairing."""
        return self.deals * len(self.arena.seatings)

    def score(self, bot: str, rival: str) -> Estimate:
        """Score of a bot against another."""
        if (bot, rival) in self.scores:
            return self.scores[bot, rival]
        theirs = self.scores[rival, bot]
        return Estimate(1 - theirs.value, 1 - theirs.high, 1 - theirs.low)

    @property
    def ranking(self) -> list[str]:
        """The bots, the strongest first."""
        return sorted(self.ratings, key=lambda bot: -self.ratings[bot].value)


def standings(arena: Arena, results: Iterable[Result]) -> Standings | None:
    """The standings after the deals that were played as a whole; none before the first."""
    played = list(results)
    deals = whole_deals(arena, played)
    if not deals:
        return None
    won = _won(arena, deals)
    drawn = _draw(won, len(arena.seatings))
    strengths = fit(_paired(arena), drawn, _odds(arena))
    return Standings(
        arena,
        len(deals),
        _ratings(arena, strengths),
        _scores(arena, won, drawn),
        {bot: pace(bot, played) for bot in arena.bots},
    )


def _splits(arena: Arena) -> list[int]:
    """Numbers of seats that the first bot of a pairing can have."""
    return sorted({seating.count(0) for seating in arena.seatings})


def _odds(arena: Arena) -> Array:
    """For every split, how many seats of the first bot stand against one of the second."""
    seats = np.array(_splits(arena), float)
    return np.asarray(seats / (arena.players - seats))


def _won(arena: Arena, deals: Sequence[Sequence[Result]]) -> Array:
    """The games won, by deal, pairing, split and bot."""
    splits = _splits(arena)
    won = np.zeros((len(deals), len(arena.pairings), len(splits), PAIR))
    for deal, results in enumerate(deals):
        for index, result in enumerate(results):
            pairing, seating = divmod(index, len(arena.seatings))
            split = splits.index(arena.seatings[seating].count(0))
            for who, share in zip(arena.seatings[seating], result.shares, strict=True):
                won[deal, pairing, split, who] += share
    return won


def _draw(won: Array, games: int) -> Array:
    """The games won when every deal is as it was, and then with deals weighed by chance."""
    deals, pairings, splits, _ = won.shape
    chance = np.random.default_rng(SEED)
    drawn = np.empty((1 + DRAWS, *won.shape[1:]))
    added: Array = np.full((pairings, PAIR), PRIOR)
    weights: Array = np.ones(deals)
    for draw in range(1 + DRAWS):
        # A deal that was added has as many games in each split as one that was played.
        drawn[draw] = np.tensordot(weights, won, 1) + added[:, None] * games / splits
        weights = chance.standard_gamma(1, (deals,))
        added = chance.standard_gamma(PRIOR, (pairings, PAIR))
    return drawn


def _scores(arena: Arena, won: Array, drawn: Array) -> dict[tuple[str, str], Estimate]:
    values = _score(won.sum(axis=0))
    lows, highs = np.quantile(_score(drawn[1:]), TAILS, axis=0)
    # A clean sweep leaves the best possible score possible.
    lows, highs = np.minimum(lows, values), np.maximum(highs, values)
    return _estimates(arena.pairings, values, lows, highs)


def _score(won: Array) -> Array:
    """The part of the first bot in all games of a pairing."""
    by_bot = won.sum(axis=-2)
    return np.asarray(by_bot[..., 0] / by_bot.sum(axis=-1))


def _ratings(arena: Arena, strengths: Array) -> dict[str, Estimate]:
    values, drawn = ELO * strengths[0], ELO * strengths[1:]
    return _estimates(arena.bots, values, *np.quantile(drawn, TAILS, axis=0))


def _estimates(
    names: Sequence[Name], values: Array, lows: Array, highs: Array
) -> dict[Name, Estimate]:
    numbers = zip(values.tolist(), lows.tolist(), highs.tolist(), strict=True)
    return {name: Estimate(*each) for name, each in zip(names, numbers, strict=True)}


def _paired(arena: Arena) -> Array:
    """A row a pairing: 1 for its first bot, -1 for its second, 0 for all others."""
    paired = np.zeros((len(arena.pairings), len(arena.bots)))
    for row, pair in zip(paired, arena.pairings, strict=True):
        row[[arena.bots.index(bot) for bot in pair]] = 1, -1
    return paired


def fit(paired: Array, won: Array, odds: Array) -> Array:
    """The logarithms of the strengths, mean 0, under which what was won is most likely.

    `won` has the games of many draws by pairing, split and bot; `odds` what a split alone gives
    the first bot. The likelihood has one top, which Newton's steps reach if they are not too long.
    """
    bots = paired.shape[1]
    strengths = np.zeros((len(won), bots))
    games = won.sum(axis=-1)
    level = np.full((bots, bots), 1 / bots)  # ratings are free to move together: hold the mean
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(-(strengths @ paired.T)[..., None]) / odds)
        slope = (won[..., 0] - games * chance).sum(axis=-1) @ paired
        bend = (games * chance * (1 - chance)).sum(axis=-1)
        curve = np.einsum("dp,pa,pb->dab", bend, paired, paired) + level
        steps = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.abs(steps).max(axis=-1, keepdims=True)
        strengths += steps * np.minimum(1, LONGEST_STEP / np.maximum(longest, LONGEST_STEP))
        if longest.max() < CLOSE_ENOUGH:
            break
    return np.asarray(strengths - strengths.mean(axis=-1, keepdims=True))


def mean_of(values: np.ndarray) -> Estimate:
    """The mean of independent values between 0 and 1.

    Where all are 0 or 1 the interval is nearly that of Agresti and Coull; where they vary less,
    as the shares of a deal that was played in every seating, it is shorter.
    """
    mean, told = float(np.mean(values)), np.append(values, ADDED)
    reach = Z * float(np.std(told)) / len(told) ** 0.5
    middle = float(np.mean(told))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(mean, min(low, mean), max(high, mean))


def reach(estimate: Estimate) -> float:
    """Half of an interval."""
    return (estimate.high - estimate.low) / 2


def values_needed(values: np.ndarray, within: float) -> int:
    """Number of values like these that make an interval which reaches so far to either side."""
    return int(np.ceil((Z * np.std(np.append(values, ADDED)) / within) ** 2))
