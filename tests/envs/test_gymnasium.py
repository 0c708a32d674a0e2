"""Gymnasium's own checks pass, and a batch keeps its vector interface."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from matchwood import BadOption, UnknownBot, UnknownSeat, load
from matchwood.engine.encoding import ForbiddenAction, NoEncoding
from matchwood.envs.gymnasium import Env, NotReset, VectorEnv
from tests.support.envs import refused_without

MATCHES = "piecepack-matches"
FIRST_PLAYER_WINS = (0, 1) * 3 + (0,)


@pytest.mark.parametrize(
    ("name", "options"),
    [("connect-four-v1", {}), (f"{MATCHES}-v2", {"opponents": "easy"})],
)
def test_the_check_of_gymnasium_passes(name: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(f"matchwood/{name}", **options).unwrapped)


def test_a_batch_is_made_by_name() -> None:
    games = gymnasium.make_vec("matchwood/connect-four-v1", num_envs=3)
    seen, told = games.reset(seed=1)
    assert seen.shape == (3, load("connect-four").encoding.size)
    assert told["action_mask"].all()


@pytest.fixture
def games(request: pytest.FixtureRequest) -> VectorEnv:
    """Three games, in two of which the first player is about to win."""
    mode = getattr(request, "param", AutoresetMode.NEXT_STEP)
    games = VectorEnv("connect-four", 3, autoreset_mode=mode)
    games.reset(seed=1)
    for column in FIRST_PLAYER_WINS[:-1]:
        games.step([column, column, 6 - column])
    return games


def over(name: str) -> Any:
    return pytest.mark.parametrize("games", [AutoresetMode[name]], indirect=True)


class TestTheEndOfAGame:
    def test_who_moved_is_rewarded_and_everyone_is_told(self, games: VectorEnv) -> None:
        _, rewards, terminations, truncations, told = games.step([0, 0, 0])
        assert rewards.tolist() == [1, 1, 0]
        assert terminations.tolist() == [True, True, False]
        assert not truncations.any()
        assert told["rewards"].tolist() == [[1, -1], [1, -1], [0, 0]]

    @over("NEXT_STEP")
    def test_the_next_step_deals_anew(self, games: VectorEnv) -> None:
        games.step([0, 0, 0])
        _, rewards, terminations, _, told = games.step([99, 99, 1])
        assert not rewards.any()
        assert not terminations.any()
        assert told["to_move"].tolist() == [0, 0, 0]
        assert games.games.batch.plies.tolist() == [0, 0, 8]

    @over("SAME_STEP")
    def test_or_the_same_step_does_and_keeps_what_was_seen(self, games: VectorEnv) -> None:
        seen, rewards, terminations, _, told = games.step([0, 0, 0])
        assert terminations.tolist() == [True, True, False]
        assert rewards.tolist() == [1, 1, 0]
        assert games.games.batch.plies.tolist() == [0, 0, 7]
        assert told["_final_obs"].tolist() == [True, True, False]
        assert told["final_obs"][2] is None
        assert told["final_obs"][0].sum() > seen[0].sum()
        assert told["final_info"]["rewards"][0].tolist() == [1, -1]

    @over("DISABLED")
    def test_or_the_caller_does(self, games: VectorEnv) -> None:
        games.step([0, 0, 0])
        with pytest.raises(NotReset, match=r"^Game 0 is not dealt, or over; reset it"):
            games.step([1, 1, 1])
        games.reset(options={"reset_mask": np.array([True, True, False])})
        games.step([1, 1, 1])
        assert games.games.batch.plies.tolist() == [1, 1, 8]

    def test_a_game_that_is_too_long_is_truncated(self) -> None:
        games = VectorEnv(MATCHES, 2, max_plies=3)
        games.reset(seed=1)
        for _ in range(3):
            _, rewards, terminations, truncations, _ = games.step(games.action_space.sample())
        assert truncations.all()
        assert not terminations.any()
        assert not rewards.any()


class TestWhatIsNoAction:
    @pytest.mark.parametrize("actions", [[1], 1, [1, 1, 1, 1], [[1, 1, 1]], [1.5, 1, 1], [], None])
    def test_nothing_is_stepped(self, games: VectorEnv, actions: object) -> None:
        before = games.games.batch.states.tobytes()
        with pytest.raises(ForbiddenAction, match=r"^The actions are a whole number for each of 3"):
            games.step(actions)
        assert games.games.batch.states.tobytes() == before

    @pytest.mark.parametrize("actions", [[0], [99] * 4, [0.5] * 4])
    def test_no_luck_is_spent_on_seats_against_bots(self, actions: list[float]) -> None:
        games = VectorEnv(MATCHES, 4, opponents="random", max_plies=1)
        games.reset(seed=1)
        games.step(games.action_space.sample())
        games.games.ended[0] = False
        batch = games.games.batch
        before = batch.seats.copy(), batch.generators.copy(), batch.states.copy()
        with pytest.raises(ForbiddenAction):
            games.step(actions)
        assert all(map(np.array_equal, before, (batch.seats, batch.generators, batch.states)))

    @pytest.mark.parametrize("action", [1.5, 1.0, "1", None, [1], np.array([1]), np.float64(1)])
    def test_nor_in_a_single_game(self, action: object) -> None:
        game = Env("connect-four")
        seen, _ = game.reset(seed=1)
        with pytest.raises(ForbiddenAction, match=r"^An action is a whole number, not "):
            game.step(action)
        assert np.array_equal(game._games.batch.observations[0], seen)
        game.step(np.array(1))

    @pytest.mark.parametrize("mask", [[True], [True] * 4, [1, 0, 1], True])
    def test_nor_is_dealt_by_a_mask_of_another_shape(self, games: VectorEnv, mask: object) -> None:
        before = games.games.batch.states.tobytes()
        with pytest.raises(BadOption, match=r"^reset_mask is true or false for each of 3 games"):
            games.reset(seed=9, options={"reset_mask": mask})
        assert games.games.batch.states.tobytes() == before


class TestSeeds:
    def test_a_number_of_numpy_is_a_number(self) -> None:
        games, game = VectorEnv(MATCHES, 2), Env(MATCHES)
        seen, _ = games.reset(seed=5)
        again, _ = games.reset(seed=np.int64(5))
        listed, _ = games.reset(seed=np.array([5, 6]))
        assert np.array_equal(seen, again)
        assert np.array_equal(seen, listed)
        assert np.array_equal(seen[1], game.reset(seed=np.int64(6))[0])

    def test_the_same_seed_gives_the_same_games(self) -> None:
        runs = []
        for _ in range(2):
            games = VectorEnv(MATCHES, 4, players=3)
            seen, told = games.reset(seed=7)
            games.action_space.seed(1)
            runs.append([seen, told["action_mask"]])
            for _ in range(20):
                runs[-1] += games.step(games.action_space.sample())[:3]
        assert all(map(np.array_equal, *runs))

    def test_game_i_of_a_batch_has_the_seed_plus_i(self) -> None:
        games, game = VectorEnv(MATCHES, 3), Env(MATCHES)
        seen, _ = games.reset(seed=5)
        assert np.array_equal(seen[2], game.reset(seed=7)[0])

    def test_seeds_may_be_listed_one_a_game(self) -> None:
        games = VectorEnv(MATCHES, 2)
        first, _ = games.reset(seed=[3, 3])
        assert np.array_equal(first[0], first[1])
        with pytest.raises(BadOption, match=r"^There are 2 games, and 1 seeds were given"):
            games.reset(seed=[3])

    def test_without_a_seed_the_luck_goes_on(self) -> None:
        games = VectorEnv(MATCHES, 2)
        first, _ = games.reset()
        again, _ = games.reset()
        assert not np.array_equal(first, again)


class TestAgainstBots:
    @pytest.mark.parametrize("bots", ["random", "easy", ["greedy", "random"]])
    def test_only_the_learner_chooses_and_is_rewarded(self, bots: Any) -> None:
        players = 3 if isinstance(bots, list) else 2
        games = VectorEnv(MATCHES, 4, opponents=bots, seat=1, players=players)
        _, told = games.reset(seed=1)
        ended = 0
        while not ended:
            assert (told["to_move"] == 1).all()
            _, rewards, terminations, _, told = games.step(games.action_space.sample())
            ended = int(terminations.sum())
            told["to_move"][terminations] = 1  # a bot may have made the last move
            assert np.array_equal(rewards, told["rewards"][:, 1])

    def test_a_seat_is_drawn_anew_for_each_game(self) -> None:
        games = VectorEnv("connect-four", 64, opponents="random")
        games.reset(seed=1)
        assert set(games.games.batch.seats.tolist()) == {0, 1}

    def test_what_cannot_be_is_refused_in_a_sentence(self) -> None:
        with pytest.raises(UnknownBot, match="There is no bot “eazy”"):
            VectorEnv("connect-four", 2, opponents="eazy")
        with pytest.raises(BadOption, match=r"^This game has 1 opponents, and 2 were named"):
            VectorEnv("connect-four", 2, opponents=["easy", "easy"])
        with pytest.raises(BadOption, match=r"^A seat is for a game against bots"):
            VectorEnv("connect-four", 2, seat=1)
        with pytest.raises(UnknownSeat, match=r"^There is no seat 2; the seats are 0 to 1"):
            Env("connect-four", opponents="easy", seat=2)


class TestWhatIsReturned:
    def test_it_is_the_callers_own_unless_they_want_otherwise(self) -> None:
        for copy in (True, False):
            games = VectorEnv("connect-four", 2, copy=copy)
            seen, told = games.reset(seed=1)
            kept, mask = seen.copy(), told["action_mask"]
            for _ in range(2):
                _, won, _, _, told = games.step([0, 0])
            assert np.array_equal(seen, kept) == copy
            batch = games.games.batch
            assert np.shares_memory(mask, batch.masks) != copy
            assert np.shares_memory(won, batch.won) != copy
            assert np.shares_memory(told["rewards"], batch.rewards) != copy

    def test_what_was_won_is_told_although_the_same_step_deals_anew(self) -> None:
        games = VectorEnv("connect-four", 1, copy=False, autoreset_mode=AutoresetMode.SAME_STEP)
        games.reset(seed=1)
        for column in (0, 1, 0, 1, 0, 1, 0):
            _, won, terminations, _, told = games.step([column])
        assert (won.tolist(), terminations.tolist()) == ([1], [True])
        assert told["rewards"].tolist() == [[1, -1]]

    def test_samples_are_legal_and_a_copy_of_the_space_takes_any(self) -> None:
        from copy import deepcopy

        games = VectorEnv(MATCHES, 2)
        games.reset(seed=1)
        for _ in range(30):
            games.step(games.action_space.sample())
        assert deepcopy(games.action_space) == gymnasium.spaces.MultiDiscrete([24, 24])
        masked = games.action_space.sample(mask=(np.eye(24, dtype=np.int8)[3],) * 2)
        assert masked.tolist() == [3, 3]
        assert deepcopy(Env(MATCHES).action_space) == gymnasium.spaces.Discrete(24)

    def test_games_are_drawn_as_their_mover_sees_them(self) -> None:
        games = VectorEnv("connect-four", 2, render_mode="ansi")
        games.reset(seed=1)
        first, second = games.render()
        assert "Player 1" in first
        assert first == second
        assert VectorEnv("connect-four", 2).render() is None
        game = Env("connect-four", render_mode="rgb_array")
        game.reset(seed=1)
        assert game.render().shape[1:] == (640, 3)
        assert Env("connect-four").render() is None


def test_a_forbidden_action_is_refused_and_nothing_is_lost() -> None:
    game = Env("connect-four")
    with pytest.raises(NotReset, match=r"^The game is not dealt, or over"):
        game.step(0)
    game.reset(seed=1)
    for _ in range(6):
        game.step(0)
    with pytest.raises(ForbiddenAction, match=r"^Game 0: The mask forbids action 0"):
        game.step(0)
    game.step(1)
    with pytest.raises(NotReset, match=r"^Game 0 is not dealt"):
        VectorEnv("connect-four", 2).step([0, 0])


def test_a_game_that_is_not_written_as_numbers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load("connect-four")
    monkeypatch.setitem(variant.game.__dict__, "encoding", None)
    with pytest.raises(NoEncoding, match=r"^Connect Four does not say how"):
        Env(variant)


def test_without_gymnasium_a_sentence_says_how_to_get_it() -> None:
    assert "pip install 'matchwood[gymnasium]'" in refused_without("gymnasium")
