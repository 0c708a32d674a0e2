"""What is worked out of a game of Matches, held against a plain solution of the whole rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby

import numpy as np
import pytest

from matchwood import Position, load
from matchwood.bots import MASTER, Budget, choose
from matchwood.bots.levels import SEARCHERS
from matchwood.engine.rng import new_generator
from matchwood.games.piecepack_matches.bot import foresight
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE
from matchwood.games.piecepack_matches.rules import FLIP, SPOTS, coin_on
from matchwood.games.piecepack_matches.text import NAMES, SIDES
from tests.games.piecepack_matches.positions import give, lay, table, turned_coin
from tests.games.piecepack_matches.test_undersides import every_truth

ALL = 1_000_000
"""More positions than are asked for here."""

Truth = tuple[tuple[int, int, bool], ...]
"""For each spot with a coin never seen: that coin, and whether it is of the player to move."""


def plain_shares(hidden: Position) -> dict[int, float]:
    """The mover's chance with each coin, by its spot, if both play as well as they can.

    Every truth that is possible is kept as it is, and players may turn a coin never seen though
    they could take one; only to turn a coin of the other's to and fro is left out.
    """
    owner, mover = hidden.state.owner, hidden.to_move
    unseen = np.flatnonzero(hidden.state.under == HIDDEN).tolist()
    truths = frozenset(
        tuple((spot, coin, owner[coin] == mover) for spot, coin in zip(unseen, coins, strict=True))
        for coins in (
            [coin_on(position.state, spot) for spot in unseen] for position in every_truth(hidden)
        )
    )
    owners = [owner for _, owner in seen_coins(hidden)]

    @cache
    def best(truths: frozenset[Truth], known: int, their_known: int) -> float:
        return max(ways(truths, known, their_known).values())

    def after(truths: frozenset[Truth], known: int, their_known: int) -> float:
        """The chance of who has just played."""
        [left] = {sum(mine for _, _, mine in truth) for truth in truths}
        if left + known == 0:
            return 1.0
        others = frozenset(
            tuple((spot, coin, not mine) for spot, coin, mine in truth) for truth in truths
        )
        return 1 - best(others, their_known, known)

    def ways(truths: frozenset[Truth], known: int, their_known: int) -> dict[int, float]:
        found = {NONE: after(truths, known - 1, their_known)} if known else {}
        for nth, (spot, _, _) in enumerate(next(iter(truths))):
            chance = 0.0
            ordered = sorted(truths, key=lambda truth: truth[nth])
            for (_, _, mine), group in groupby(ordered, key=lambda truth: truth[nth]):
                same = [truth[:nth] + truth[nth + 1 :] for truth in group]
                then = after(frozenset(same), known, their_known + (not mine))
                chance += then * len(same) / len(truths)
            found[spot] = chance
        return found

    return ways(truths, owners.count(mover), owners.count(1 - mover))


def seen_coins(position: Position) -> list[tuple[int, int]]:
    """The coins in the middle that were seen: their spots and owners."""
    s = position.state
    spots = (spot for spot in range(s.spots) if s.face[spot] != NONE and s.seen[spot])
    return [(spot, int(s.owner[coin_on(s, spot)])) for spot in spots]


def late_positions(games: int, idle: float) -> Iterator[Position]:
    """Positions with few coins never seen, and none to take for whoever has to turn one.

    Players turn any coin never seen; one that is theirs they take, or now and then do not.
    """
    for seed in range(games):
        position, luck = load("piecepack-matches").new(seed), random.Random(seed)
        while not position.over:
            hidden = position.observe(position.to_move)
            seen = seen_coins(position)
            to_take = [spot for spot, owner in seen if owner == position.to_move]
            unseen = np.flatnonzero(hidden.state.under == HIDDEN).tolist()
            if 1 < len(unseen) < 7 and not to_take:
                yield hidden
            idles = unseen and luck.random() < idle
            position.play_action(FLIP + luck.choice(unseen if idles or not to_take else to_take))


@pytest.mark.parametrize("idle", [0.0, 0.3])
def test_the_chances_are_those_that_a_plain_solution_finds(idle: float) -> None:
    positions = list(late_positions(12, idle))
    assert len(positions) > 20
    assert any(seen_coins(hidden) for hidden in positions) == (idle > 0)
    exact = 0
    for hidden in positions:
        plain = plain_shares(hidden)
        best = max(plain.values())
        share = foresight.promised(hidden.state, len(seen_coins(hidden)), ALL).max()
        assert share == pytest.approx(best, abs=0.02)
        exact += share == pytest.approx(best, abs=1e-9)
        for action in foresight.best_actions(hidden.state, ALL):
            assert plain[action - FLIP] == pytest.approx(best, abs=0.02)
    assert exact >= 0.9 * len(positions)  # what is not looked into (WORSE) may be the best


def test_a_coin_that_was_seen_and_is_ones_own_is_taken() -> None:
    position = table()
    lay(position, 7, "S3", up="S")
    give(position, 1 - position.to_move, "S3")
    position.play("flip 7")
    hidden = position.observe(position.to_move)
    assert foresight.best_actions(hidden.state, ALL).tolist() == [FLIP + 7 - 1]


def test_of_the_sides_that_are_up_all_coins_of_the_best_are_named() -> None:
    position = table()
    hidden = position.observe(position.to_move)
    s = hidden.state
    best = foresight.best_actions(s, most=100)
    sides = {int(s.face[action - FLIP]) for action in best}
    assert set(best.tolist()) <= set(hidden.legal_actions().tolist())
    assert best.tolist() == [FLIP + spot for spot in range(s.spots) if int(s.face[spot]) in sides]


@pytest.mark.parametrize("most", [1, 2, 50, 3000])
def test_however_few_positions_are_looked_at_there_is_an_opinion(most: int) -> None:
    shares = foresight.promised(table().observe(0).state, 0, most)
    seen = shares[shares != NONE]
    assert 0 < len(seen) < len(shares)
    assert 0.2 < seen.min() <= seen.max() < 0.8


def test_games_of_more_players_are_left_to_the_search() -> None:
    assert foresight.best_actions(table(players=3).observe(0).state, ALL) is None


@pytest.mark.rule("PM-11")
def test_a_turned_coin_may_be_put_anywhere() -> None:
    placing = turned_coin(flaming=True)
    hidden = placing.observe(placing.to_move)
    best = foresight.best_actions(hidden.state, ALL)
    assert best.tolist() == hidden.legal_actions().tolist()
    assert choose(MASTER, placing, new_generator(1)) in best


def test_a_master_plays_what_was_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def best_actions(s: object, most: int) -> np.ndarray:
        asked.append(most)
        return np.array([FLIP + 4])

    monkeypatch.setattr(foresight, "best_actions", best_actions)
    position = table()
    assert choose(MASTER, position, new_generator(1)) == FLIP + 4
    assert choose(MASTER, position, new_generator(1), Budget(iterations=30)) == FLIP + 4
    assert asked == [SEARCHERS[MASTER].foresight, 30]
    assert "flip 5" in position.legal_moves()
    choose("expert", position, new_generator(1), Budget(iterations=30))
    assert len(asked) == 2


def test_what_is_learned_from_a_coin_may_be_worth_more_than_the_likelier_one() -> None:
    coins = {"Aa": "a", "A3": "A", "Ca": "C", "C3": "3", "Cn": "C", "M2": "2"}
    tiles = (["Aa", "C3", "Cn"], ["A3", "Ca", "M2"])
    others = [name for name in NAMES if name not in coins]
    dealt = [sorted([*mine, *others[seat::2]], key=NAMES.index) for seat, mine in enumerate(tiles)]
    middle: list[object] = [{"coin": coin, "up": up, "seen": False} for coin, up in coins.items()]
    document = table().document | {
        "to_move": 0,
        "tiles": dealt,
        "marked": [others[seat::2] for seat in range(2)],
        "coins": middle + [None] * (SPOTS - len(coins)),
    }
    hidden = Position.from_document(document).observe(0)
    plain = plain_shares(hidden)
    assert (plain[1], plain[2]) == pytest.approx((0.75, 0.5))
    assert foresight.likely_mine(hidden.state)[[SIDES.index("A"), SIDES.index("C")]] == (
        pytest.approx((0.5, 0.75))
    )
    assert foresight.best_actions(hidden.state, ALL).tolist() == [FLIP + 1]
