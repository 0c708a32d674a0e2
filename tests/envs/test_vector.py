"""Many games side by side are each the game that they would be alone."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import Variant, load
from matchwood.engine.encoding import MASKS, ForbiddenAction
from matchwood.envs.vector import Batch, nth_legal, rewards_of

GAMES = 3
NEVER = np.zeros(GAMES, np.bool_)
VARIANTS = [
    load("connect-four"),
    load("piecepack-matches", players=3),
    load("baguettes", players=4, teams=True, size="2x2x2", sticks=2),
]


def dealt(variant: Variant, games: int = GAMES, threads: int = 1) -> Batch:
    batch = Batch(variant, games, threads)
    batch.seed(range(games))
    batch.deal(np.ones(games, np.bool_))
    return batch


def play_on(batch: Batch) -> None:
    batch.step(batch.any_legal(batch.over), batch.over.copy())


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
class TestGamesSideBySide:
    def test_each_shows_what_its_position_shows(self, variant: Variant) -> None:
        batch = dealt(variant)
        for _ in range(12):
            for game in range(GAMES):
                position = batch.position(game)
                assert batch.movers[game] == position.to_move
                assert batch.over[game] == position.over
                seen = variant.encoding.observe(position, position.to_move)
                assert np.array_equal(batch.observations[game], seen)
                assert np.array_equal(batch.masks[game], variant.encoding.mask(position))
            play_on(batch)

    def test_a_game_is_the_same_alone_or_among_others(self, variant: Variant) -> None:
        batch, threaded = dealt(variant), dealt(variant, threads=2)
        alone = Batch(variant, 1)
        alone.seed([2])
        alone.deal(np.ones(1, np.bool_))
        while not alone.over.all():
            for each in (batch, threaded, alone):
                play_on(each)
            assert batch.position(2) == alone.position(0) == threaded.position(2)

    def test_at_the_end_the_rewards_share_what_the_rules_share(self, variant: Variant) -> None:
        batch = dealt(variant)
        while not batch.over.all():
            before = batch.over.copy()
            assert not batch.rewards[~before].any()
            play_on(batch)
        for game in range(GAMES):
            position = batch.position(game)
            rewards = batch.rewards[game]
            assert abs(rewards.sum()) < 1e-9
            assert rewards.tolist() == rewards_of(position)
            assert [seat for seat, won in enumerate(rewards) if won > 0] == position.winners
            assert batch.won[game] == rewards[position.to_move]


def test_who_has_a_seat_looks_from_there() -> None:
    batch = dealt(VARIANTS[1])
    batch.seats[:] = 1
    play_on(batch)
    position = batch.position(0)
    assert np.array_equal(batch.observations[0], VARIANTS[1].encoding.observe(position, 1))


def test_a_forbidden_action_is_named_and_no_game_is_played() -> None:
    batch = dealt(load("connect-four"))
    for column in (0,) * 6:
        batch.step(np.array([column, 1, 2]), batch.over.copy())
    before = batch.states.tobytes()
    sentence = r"^Game 0: The mask forbids action 0 \(drop 0\) now; it allows 6, such as 1\.$"
    with pytest.raises(ForbiddenAction, match=sentence):
        batch.step(np.array([0, 3, 3]), NEVER)
    with pytest.raises(ForbiddenAction, match=r"^Game 1: There is no action 7 in connect-four"):
        batch.step(np.array([1, 7, 3]), NEVER)
    with pytest.raises(ForbiddenAction, match=r"^Game 2: There is no action -1"):
        batch.step(np.array([1, 3, -1]), NEVER)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    "numbers",
    [
        np.array([3]),
        np.array(3),
        np.array([3, 3]),
        np.array([3, 3, 3, 3]),
        np.array([[3, 3, 3]]),
        np.array([3.0, 3.0, 3.0]),
        np.array([True, True, True]),
        np.array([3, 3, None]),
        np.array(["3", "3", "3"]),
    ],
)
def test_actions_are_a_whole_number_for_each_game(numbers: np.ndarray) -> None:
    batch = dealt(load("connect-four"))
    before = batch.states.tobytes()
    with pytest.raises(
        ForbiddenAction, match=r"^The actions are a whole number for each of 3 games"
    ):
        batch.step(numbers, NEVER)
    assert batch.states.tobytes() == before
    assert not batch.plies.any()


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int32, ">i4"])
def test_of_any_width_and_order(kind: str) -> None:
    batch, plain = dealt(load("connect-four")), dealt(load("connect-four"))
    batch.step(np.array([1, 0, 2, 0, 3, 0], kind)[::2], NEVER)
    plain.step(np.array([1, 2, 3]), NEVER)
    assert batch.states.tobytes() == plain.states.tobytes()
    with pytest.raises(ForbiddenAction, match=r"^Game 1: There is no action"):
        batch.step(np.array([1, 2**64 - 1, 3], np.uint64), NEVER)


def test_a_game_that_is_over_takes_no_action() -> None:
    batch = dealt(load("connect-four"))
    for column in (0, 1) * 3 + (0,):
        batch.step(np.full(GAMES, column), NEVER)
    assert batch.over.all()
    with pytest.raises(ForbiddenAction, match=r"^Game 0 is over; reset it to play on"):
        batch.step(np.zeros(GAMES, np.int64), NEVER)


def test_games_that_wait_are_dealt_anew_while_others_go_on() -> None:
    batch = dealt(load("connect-four"))
    for _ in range(3):
        play_on(batch)
    waiting = np.array([False, True, False])
    batch.step(batch.any_legal(waiting), waiting, waiting)
    assert batch.plies.tolist() == [4, 0, 4]


@pytest.mark.parametrize("actions", [1, 7, 16, 17, 50])
def test_every_legal_action_is_found_by_how_many_come_before_it(actions: int) -> None:
    mask = np.random.default_rng(actions).integers(2, size=actions).astype(MASKS)
    mask[-1] = 1
    found = [nth_legal(mask, np.int64(nth)) for nth in range(mask.sum())]
    assert found == np.flatnonzero(mask).tolist()
