"""Scores, ratings and their intervals, and the picture of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import load
from matchwood.bots import registry
from matchwood.lab import stats
from matchwood.lab.arena import Arena, Result
from matchwood.lab.charts import in_both_themes
from matchwood.lab.report import plot_ratings, signed
from matchwood.lab.stats import ELO, Estimate, Standings, fit, standings
from tests.support.bots import any_move

BOTS = ("weak", "middling", "strong")


@pytest.fixture(autouse=True)
def three_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_bots", {})
    for name in BOTS:
        registry.register(any_move, name)


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that do not ask exactly how wide one interval is."""
    monkeypatch.setattr(stats, "DRAWS", 200)


def arena(players: int = 2, who: tuple[str, ...] = BOTS) -> Arena:
    return Arena(load("baguettes", players=players), who, "0")


def stands(place: Arena, shares: Sequence[Sequence[float]]) -> Standings:
    """The standings after games in which the seats won such shares."""
    fixtures = place.fixtures(len(shares) // place.games_per_deal)
    found = standings(
        place,
        [
            Result(fixture, tuple(won), 1, ({0.0: 1},) * place.players)
            for fixture, won in zip(fixtures, shares, strict=True)
        ],
    )
    assert found is not None
    return found


def pair_stands(deals: Sequence[tuple[float, float]]) -> Standings:
    """The standings of two bots: what the first won in the two games of every deal."""
    games = [[(first, 1 - first), (1 - second, second)] for first, second in deals]
    return stands(arena(who=BOTS[:2]), [won for deal in games for won in deal])


def score(deals: Sequence[tuple[float, float]]) -> Estimate:
    return pair_stands(deals).scores["weak", "middling"]


class TestScores:
    @pytest.mark.usefixtures("few_draws")
    def test_a_score_is_the_share_of_the_wins(self) -> None:
        found = score([(1, 1), (1, 0), (0.5, 0.5), (1, 1)])
        assert found.value == 0.75
        assert found.low < 0.75 < found.high

    @pytest.mark.usefixtures("few_draws")
    def test_seen_from_the_other_side_a_score_is_what_is_left(self) -> None:
        found = pair_stands([(1, 1), (1, 0), (0.5, 0.5), (1, 1)])
        ours, theirs = found.score("weak", "middling"), found.score("middling", "weak")
        assert (theirs.value, theirs.low, theirs.high) == (
            *(1 - ours.value, 1 - ours.high, 1 - ours.low),
        )

    @pytest.mark.parametrize(("won", "lost"), [(10, 10), (19, 1), (50, 0), (0, 20)])
    def test_for_deals_won_as_a_whole_the_interval_is_that_of_jeffreys(
        self, won: int, lost: int
    ) -> None:
        found = score([(1, 1)] * won + [(0, 0)] * lost)
        jeffreys = np.random.default_rng(1).beta(won + 0.5, lost + 0.5, 100_000)
        low, high = np.quantile(jeffreys, stats.TAILS)
        assert found.low == pytest.approx(low if won else 0, abs=0.02)
        assert found.high == pytest.approx(high if lost else 1, abs=0.02)

    def test_a_clean_sweep_is_no_proof(self) -> None:
        found = score([(1, 1)] * 100)
        assert 0.96 < found.low < 0.99
        assert found.value == found.high == 1

    def test_what_the_deal_decides_says_nothing_about_the_bots(self) -> None:
        """The seat wins, whoever sits there; the same wins by whole deals leave much open."""
        cancelled = score([(1, 0), (0, 1)] * 20)
        open_ = score([(1, 1), (0, 0)] * 20)
        assert cancelled.value == open_.value == 0.5
        assert open_.high - open_.low > 5 * (cancelled.high - cancelled.low)

    def test_no_whole_deal_no_standings(self) -> None:
        assert standings(arena(), []) is None

    @pytest.mark.usefixtures("few_draws")
    def test_the_same_results_give_the_same_intervals(self) -> None:
        deals = [(1, 1), (0, 1), (1, 0)]
        assert pair_stands(deals).ratings == pair_stands(deals).ratings


def strength_by_small_steps(won: np.ndarray, odds: np.ndarray) -> np.ndarray:
    """A plain twin of `fit` for three bots (Hunter's MM iteration), one draw."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    strengths = np.ones(3)
    for _ in range(20_000):
        gained, weights = np.zeros(3), np.zeros(3)
        for pair, games in zip(pairs, won, strict=True):
            for split, by_bot in enumerate(games):
                seats = np.array([odds[split], 1.0])
                total = seats @ strengths[list(pair)]
                for side, bot in enumerate(pair):
                    gained[bot] += by_bot[side]
                    weights[bot] += by_bot.sum() * seats[side] / total
        strengths, before = gained / weights, strengths
        strengths /= np.exp(np.log(strengths).mean())
        if np.abs(strengths / before - 1).max() < 1e-12:
            break
    return np.asarray(np.log(strengths))


PAIRED = np.array([[1, -1, 0], [1, 0, -1], [0, 1, -1]])
wins = st.lists(st.integers(1, 40), min_size=12, max_size=12)


class TestRatings:
    @given(wins)
    def test_the_fit_agrees_with_its_plain_twin(self, games: list[int]) -> None:
        won, odds = np.array(games, float).reshape(3, 2, 2), np.array([0.5, 2.0])
        [found] = fit(PAIRED, won[None], odds)
        assert found == pytest.approx(strength_by_small_steps(won, odds), abs=1e-6)

    @given(st.lists(st.sampled_from([0.001, 1.0, 1e5]), min_size=6, max_size=6))
    def test_the_fit_is_found_however_lopsided_the_wins(self, games: list[float]) -> None:
        won = np.array(games).reshape(1, 3, 1, 2)
        [found] = fit(PAIRED, won, np.ones(1))
        expected = won[0].sum(axis=(1, 2)) / (1 + np.exp(-PAIRED @ found))
        slope = (won[0, :, 0, 0] - expected) @ PAIRED
        assert slope == pytest.approx(np.zeros(3), abs=1e-6 * won.sum())

    @pytest.mark.usefixtures("few_draws")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_seats_that_win_alike_are_rated_alike_whoever_has_more_of_them(
        self, players: int
    ) -> None:
        place = arena(players)
        found = stands(place, [(1 / players,) * players] * place.games_per_deal)
        for estimate in found.ratings.values():
            assert estimate.value == pytest.approx(0, abs=1e-6)
        for estimate in found.scores.values():
            assert estimate.value == pytest.approx(0.5)

    @pytest.mark.usefixtures("few_draws")
    def test_four_hundred_points_are_odds_of_ten_to_one(self) -> None:
        strengths = {"weak": 1.0, "middling": 10.0, "strong": 100.0}
        place = arena(3)
        deal = []
        for fixture in place.fixtures(deals=1):
            seats = [strengths[bot] for bot in fixture.seats]
            deal.append([strength / sum(seats) for strength in seats])
        found = stands(place, deal * 500).ratings
        assert found["weak"].value == pytest.approx(-400, abs=5)
        assert found["middling"].value == pytest.approx(0, abs=5)
        assert found["strong"].value == pytest.approx(400, abs=5)

    @pytest.mark.usefixtures("few_draws")
    def test_the_strongest_comes_first(self) -> None:
        assert pair_stands([(0, 0), (1, 0)]).ranking == ["middling", "weak"]

    @pytest.mark.slow
    @pytest.mark.usefixtures("few_draws")
    def test_intervals_hold_the_truth_as_often_as_they_say(self) -> None:
        """Many arenas of bots whose true strengths are known."""
        chance, deals, arenas = np.random.default_rng(3), 25, 80
        truth = np.array([-1.0, 0.0, 1.0])
        place = arena()
        ranks = {bot: truth[rank] for rank, bot in enumerate(BOTS)}
        held = []
        for _ in range(arenas):
            shares = []
            for fixture in place.fixtures(deals):
                first, second = (ranks[bot] for bot in fixture.seats)
                won = float(chance.random() < 1 / (1 + np.exp(second - first)))
                shares.append((won, 1 - won))
            found = stands(place, shares)
            held += [
                found.ratings[bot].low <= ELO * ranks[bot] <= found.ratings[bot].high
                for bot in BOTS
            ]
            for (bot, rival), each in found.scores.items():
                true = 1 / (1 + np.exp(ranks[rival] - ranks[bot]))
                held.append(each.low <= true <= each.high)
        assert 0.92 <= np.mean(held) <= 0.98


class TestPlot:
    @pytest.mark.usefixtures("few_draws")
    def test_the_picture_names_every_bot_the_strongest_first(self) -> None:
        plot = plot_ratings(pair_stands([(0, 0), (1, 0), (0, 0), (0, 1)]))
        assert plot.words.startswith("Ratings in Baguettes, 2 players with 95 % intervals: middl")
        assert plot.drawing.startswith("<svg")
        assert 0 < plot.drawing.index(">middling<") < plot.drawing.index(">weak<")

    def test_in_the_dark_each_colour_is_another(self) -> None:
        label, hidden = '<text fill="#2b2622">1</text>', '<text fill="#2b2622" opacity="0">2</text>'
        drawn = in_both_themes(
            f'<svg><path d="M0.12345,1.5" stroke="#d9d3cb"/>{label}{hidden}</svg>'
        )
        style = '[fill="#2b2622"]{fill:#f1ece5}[stroke="#d9d3cb"]{stroke:#45403a}'
        assert drawn == (
            f"<svg><style>@media (prefers-color-scheme:dark){{{style}}}</style>"
            f'<path d="M0.12,1.5" stroke="#d9d3cb"/>{label}</svg>'
        )

    def test_ratings_are_told_with_their_sign(self) -> None:
        assert [signed(rating) for rating in (12.4, -7.6, -0.2, 0.0)] == ["+12", "−8", "0", "0"]
