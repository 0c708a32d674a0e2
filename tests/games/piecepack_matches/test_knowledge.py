"""What Matches tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from matchwood import IllegalMove, load
from matchwood.engine import dispatch
from matchwood.engine.rng import new_generator
from matchwood.games.piecepack_matches import bot as piecepack_matches
from matchwood.games.piecepack_matches.pieces import HIDDEN
from tests.games.piecepack_matches.positions import give, lay, turned_coin
from tests.games.piecepack_matches.positions import table as matches
from tests.support.knowledge import share, writable
from tests.support.project import ROOT

rule = pytest.mark.rule
DOCUMENTATION = ROOT / "docs" / "bots.md"


def best_against_random(hits: Callable[[int, int], float]) -> float:
    """How often the best player of two beats one who turns any coin, if `hits` is how likely the
    best of the coins never seen is their own; solved over all races."""

    @cache
    def best(known: int, unknown: int, their_known: int, their_unknown: int) -> float:
        theirs = (their_known, their_unknown)
        ways = [any_coin(known - 1, unknown, *theirs)] if known else []
        if unknown + their_unknown:
            hit = hits(unknown, their_unknown)
            chance = hit * any_coin(known, unknown - 1, *theirs) if unknown else 0.0
            if hit < 1:
                chance += (1 - hit) * any_coin(known, unknown, their_known + 1, their_unknown - 1)
            ways.append(chance)
        return max(ways)

    @cache
    def any_coin(known: int, unknown: int, their_known: int, their_unknown: int) -> float:
        if known + unknown == 0 or their_known + their_unknown == 0:
            return float(known + unknown == 0)
        chance = known * best(known, unknown, their_known, their_unknown)
        if unknown:
            chance += unknown * best(known + 1, unknown - 1, their_known, their_unknown)
        if their_known + their_unknown > 1:
            if their_known:
                chance += their_known * best(known, unknown, their_known - 1, their_unknown)
            if their_unknown:
                chance += their_unknown * best(known, unknown, their_known, their_unknown - 1)
        return chance / (known + unknown + their_known + their_unknown)

    return (best(0, 12, 0, 12) + any_coin(0, 12, 0, 12)) / 2


@pytest.mark.parametrize(
    ("hits", "row"),
    [
        (lambda mine, theirs: float(mine > 0), "sees through the coins"),
        (piecepack_matches._hits, "goes by the sides that are up"),
        (lambda mine, theirs: mine / (mine + theirs), "sees nothing in the sides"),
    ],
)
def test_the_documentation_tells_how_often_a_random_player_can_be_beaten(
    hits: Callable[[int, int], float], row: str
) -> None:
    lines = DOCUMENTATION.read_text(encoding="utf-8").splitlines()
    [line] = [line for line in lines if line.startswith(f"| {row}")]
    assert line.endswith(f" {best_against_random(hits):.2%} |".replace("%", " %"))


def test_who_needs_one_coin_more_that_they_know_wins_now() -> None:
    assert (piecepack_matches.FORECAST[1, 0, 1:, 0] == 1).all()


def test_it_is_better_to_know_a_coin_and_to_have_fewer_left() -> None:
    forecast = piecepack_matches.FORECAST
    assert forecast[3, 3, 2, 4] > forecast[2, 4, 2, 4]
    assert forecast[2, 3, 2, 4] > forecast[2, 4, 2, 4] > forecast[2, 4, 2, 3]


def test_a_turn_is_weighed_by_what_a_player_could_work_out() -> None:
    """The mean over many guesses, which is exact, comes to nearly the same."""
    position = matches()
    for spot in (1, 5, 9):
        position.play(f"flip {spot}")
    s, generator = position.observe(0).state, new_generator(1)
    actions = position.legal_actions()
    room, shares = np.zeros(2, s.dtype), np.zeros(2)
    weights, once, mean = np.zeros((3, len(actions)))
    guesses = 100
    for _ in range(guesses):
        room[0] = s
        dispatch.guess(room[0], 0, generator)
        dispatch.try_each(room[0], actions, len(actions), room[1:], shares, once)
        mean += once / guesses
    dispatch.weigh(room[0], actions, len(actions), room[1:], shares, weights)
    assert np.abs(weights - mean).max() < 0.15
    assert np.corrcoef(weights, mean)[0, 1] > 0.8


@pytest.mark.parametrize("players", [3, 6])
def test_with_more_players_fewer_turns_to_go_are_better(players: int) -> None:
    position = matches(players)
    seat = (position.to_move + 1) % players
    before = share(position, seat)
    position.state.left[seat] -= 1
    assert share(position, seat) > before


def test_a_coin_that_was_seen_is_as_good_as_marked_for_its_owner() -> None:
    position = matches()
    other = 1 - position.to_move
    lay(position, 5, "C4", up="C")
    give(position, other, "C4")
    before = share(position, other)
    position.play("flip 5")
    assert share(position, other) > before


@rule("PM-5")
def test_turning_a_coin_reveals_even_if_it_was_seen_before() -> None:
    position = turned_coin(flaming=False)
    assert position.reveals("flip 5")
    assert position.reveals("flip 6")


@rule("PM-11")
def test_placing_a_turned_coin_reveals_nothing() -> None:
    position = turned_coin()
    assert not any(position.reveals(move) for move in position.legal_moves())


def test_what_comes_of_a_coin_is_whose_it_is() -> None:
    position = turned_coin(flaming=False)
    other = position.to_move
    assert dispatch.outcome(position.state, 4) == 1 + other
    position.play("flip 5")
    assert dispatch.outcome(position.state, 4) == 0


def test_a_coin_that_was_seen_can_be_forgotten() -> None:
    position = turned_coin(flaming=False)
    seen = writable(position.observe(0)).state
    dispatch.forget(seen, 1.0, new_generator(1))
    assert seen.seen[4]
    dispatch.forget(seen, 0.0, new_generator(1))
    assert not seen.seen[4]
    assert seen.under[4] == HIDDEN


def test_the_coin_in_hand_is_not_forgotten() -> None:
    position = turned_coin()
    dispatch.forget(position.state, 0.0, new_generator(1))
    assert position.state.seen[4]


def test_other_games_have_nothing_to_forget() -> None:
    position = load("colorfox").new(1)
    before = position.copy()
    dispatch.forget(position.state, 0.0, new_generator(1))
    assert position == before


def test_whether_a_move_that_is_not_legal_reveals_is_not_told() -> None:
    with pytest.raises(IllegalMove, match="PM-8"):
        matches().reveals("flip 25")
