"""OpenSpiel's own test passes on our games, its bots play them, and its exact algorithms agree."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    exploitability,
    ismcts,
    mcts,
    minimax,
)
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

from matchwood import BadOption, Position, load
from matchwood.bots.solver import Solver
from matchwood.engine.encoding import ForbiddenAction
from matchwood.envs import openspiel
from matchwood.envs.vector import rewards_of
from matchwood.games.colorfox import SMALL_DECK
from tests.support.envs import refused_without

GAMES = [
    "matchwood_baguettes(size=2x2x2,sticks=3)",
    "matchwood_colorfox(players=3)",
    "matchwood_connect_four",
    "matchwood_piecepack_matches(players=2)",
    "matchwood_top_trumps_match(mode=five-minute,void_after=20,max_voids=1)",
]
FEW = 60
"""How many positions a game may lead to of which every algorithm sees all."""


def dealt(name: str) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_test_of_openspiel_passes(name: str) -> None:
    """It cannot write down the luck of a Python game, so games that it does write down have one."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
    one = f"{name.removesuffix(')')}{',' if '(' in name else '('}seed=5)"
    pyspiel.random_sim_test(pyspiel.load_game(one), num_sims=1, serialize=True, verbose=False)


class TestAGame:
    def test_options_are_parameters_and_none_is_minus_one(self) -> None:
        game = pyspiel.load_game("matchwood_baguettes(size=2x3x4,players=3)")
        assert game.get_parameters()["sticks"] == -1
        assert game.variant.options["size"] == (2, 3, 4)
        assert game.num_players() == 3
        assert game.max_game_length() == load("baguettes", players=3, size="2x3x4").longest
        with pytest.raises(BadOption, match="Option players cannot be “5”"):
            pyspiel.load_game("matchwood_baguettes(players=5)")

    def test_what_is_hidden_is_said(self) -> None:
        kinds = pyspiel.GameType.Information
        told = [pyspiel.load_game(name).get_type().information for name in GAMES]
        hidden, open_ = kinds.IMPERFECT_INFORMATION, kinds.PERFECT_INFORMATION
        assert told == [open_, hidden, open_, hidden, hidden]

    def test_the_deal_is_the_first_move_and_a_history_tells_the_game(self) -> None:
        state = dealt("matchwood_colorfox(players=3)")
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        again = state.get_game().new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert again.position == state.position
        assert state.returns() == rewards_of(state.position)

    def test_a_seed_is_one_deal_and_several_are_listed(self) -> None:
        one = pyspiel.load_game("matchwood_colorfox(seed=3)").new_initial_state()
        assert one.position == load("colorfox").new(3)
        many = pyspiel.load_game("matchwood_colorfox(seed=3,deals=4)").new_initial_state()
        assert many.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
        assert str(many) == many.information_state_string(0) == "the game is not dealt yet"
        assert not np.any(many.observation_tensor(0))
        assert many.returns() == [0, 0]
        assert many.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "deal 2"
        many.apply_action(2)
        assert many.position == load("colorfox").new(5)

    def test_moves_are_told_as_everywhere(self) -> None:
        state = dealt("matchwood_piecepack_matches")
        told = {state.action_to_string(action) for action in state.legal_actions()}
        assert told == set(state.position.legal_moves())

    def test_a_forbidden_action_is_refused_and_nothing_is_lost(self) -> None:
        state = dealt("matchwood_connect_four")
        for _ in range(6):
            state.apply_action(0)
        kept = state.position.copy()
        with pytest.raises(ForbiddenAction, match=r"^The mask forbids action 0"):
            state.apply_action(0)
        for strange in (1.5, None, "1", [1]):
            with pytest.raises(TypeError):
                state.apply_action(strange)
        assert state.position == kept

    def test_a_game_that_need_not_end_is_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        state = dealt("matchwood_piecepack_matches")
        monkeypatch.setattr(state.position.variant.game.rules, "MOST_MOVES", 2)
        for _ in range(2):
            state.apply_action(state.legal_actions()[0])
        assert state.is_terminal()
        assert state.returns() == [0, 0]


class TestWhatAPlayerKnows:
    def test_observations_are_the_planes_and_the_document(self) -> None:
        state = dealt("matchwood_colorfox(players=3)")
        for player in range(3):
            seen = state.position.variant.encoding.observe(state.position, player)
            assert np.array_equal(state.observation_tensor(player), seen)
        assert state.observation_string(0) != state.observation_string(1)

    def test_an_information_state_has_the_moves_too(self) -> None:
        state = dealt("matchwood_colorfox(players=3)")
        size = len(state.observation_tensor(0))
        before = np.array(state.information_state_tensor(0))
        move = state.action_to_string(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
        after = np.array(state.information_state_tensor(0))
        assert not before[size:].any()
        assert np.count_nonzero(after[size:]) == 1
        assert state.information_state_string(1).startswith(f"{move}; ")

    @pytest.mark.parametrize("name", GAMES)
    def test_another_truth_looks_the_same(self, name: str) -> None:
        state, chance = dealt(name), random.Random(1)
        for _ in range(4):
            state.apply_action(chance.choice(state.legal_actions()))
        player = state.current_player()
        others = [state.resample_from_infostate(player, chance.random) for _ in range(3)]
        for other in others:
            for look in ("information_state_string", "observation_string"):
                assert getattr(other, look)(player) == getattr(state, look)(player)
            tensors = [each.information_state_tensor(player) for each in (other, state)]
            assert np.array_equal(*tensors)
            assert other.legal_actions() == state.legal_actions()
        if state.get_game().get_type().information != openspiel.OPEN:
            assert len({str(other) for other in others}) > 1


class TestItsBots:
    def test_information_set_search_plays_games_with_secrets(self) -> None:
        state = dealt("matchwood_piecepack_matches(players=2)")
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(
            state.get_game(), evaluator, 2.0, 4, random_state=np.random.RandomState(1)
        )
        assert bot.step(state) in state.legal_actions()

    def test_tree_search_plays_open_games_and_finds_a_win(self) -> None:
        state = dealt("matchwood_connect_four")
        for column in (0, 1) * 3:
            state.apply_action(column)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = mcts.MCTSBot(
            state.get_game(), 2.0, 60, evaluator, random_state=np.random.RandomState(1)
        )
        assert bot.step(state) == 0

    @pytest.mark.slow
    def test_deep_q_learning_learns_from_them(self) -> None:
        pytest.importorskip("torch")
        dqn = pytest.importorskip("open_spiel.python.pytorch.dqn", exc_type=ImportError)
        game = pyspiel.load_game("matchwood_baguettes(size=2x2x2,sticks=1)")
        games = rl_environment.Environment(game)
        size, actions = games.observation_spec()["info_state"][0], game.num_distinct_actions()
        agents = [
            dqn.DQN(player, size, actions, [8], batch_size=4, min_buffer_size_to_learn=4)
            for player in range(2)
        ]
        for _ in range(4):
            told = games.reset()
            while not told.last():
                told = games.step([agents[told.observations["current_player"]].step(told).action])
            for agent in agents:
                agent.step(told)


def best(position: Position) -> float:
    """What the player to move can be sure to win, by trying everything; for two players."""
    values = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        sign = 1 if after.to_move == position.to_move else -1
        over = rewards_of(after)[position.to_move] if after.over else None
        values.append(sign * best(after) if over is None else over)
    return max(values)


class TestItsExactAlgorithms:
    @pytest.mark.parametrize("sticks", [1, pytest.param(2, marks=pytest.mark.slow)])
    def test_the_winner_of_a_small_block_is_whom_our_solver_finds(self, sticks: int) -> None:
        game = pyspiel.load_game(f"matchwood_baguettes(size=2x2x2,sticks={sticks},seed=1)")
        state = game.new_initial_state()
        starter = state.current_player()
        value, _ = minimax.alpha_beta_search(game, maximizing_player_id=starter)
        answer = Solver(state.position).solve(state.position)
        assert answer.complete
        assert value == (1 if answer.first_wins else -1)

    def test_so_is_the_best_answer_to_a_random_player(self) -> None:
        game = pyspiel.load_game("matchwood_baguettes(size=2x2x2,sticks=1,deals=2)")
        policy = UniformRandomPolicy(game)
        answers = [
            best_response.BestResponsePolicy(game, player, policy).value(game.new_initial_state())
            for player in range(2)
        ]
        assert exploitability.exploitability(game, policy) == pytest.approx(sum(answers) / 2)

    def test_regret_minimisation_reaches_what_everything_tried_reaches(self) -> None:
        position = near_the_end()
        game = openspiel.game_of(position)
        solver = cfr.CFRPlusSolver(game)
        for _ in range(20):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        assert exploitability.exploitability(game, policy) < 0.05
        against = best_response.BestResponsePolicy(game, 1 - position.to_move, policy)
        assert -against.value(game.new_initial_state()) == pytest.approx(best(position), abs=0.1)

    def test_where_hands_are_hidden_nobody_is_exploited_for_long(self) -> None:
        position = near_the_end()
        truths = [
            position.observe(None).guess(np.array([seed, 1, 2, 3], np.uint32)) for seed in (1, 2)
        ]
        game = openspiel.game_of(truths)
        solver = cfr.CFRPlusSolver(game)
        before = exploitability.exploitability(game, TabularPolicy(game))
        for _ in range(20):
            solver.evaluate_and_update_policy()
        assert exploitability.exploitability(game, solver.average_policy()) <= max(0.05, before / 4)


def near_the_end() -> Position:
    """A game of Colorfox with few moves left, in which there is something to choose."""
    for seed in range(200):
        chance = random.Random(seed)
        position = load("colorfox", deck=SMALL_DECK).new(seed)
        positions = []
        while not position.over:
            positions.append(position.copy())
            position.play(chance.choice(position.legal_moves()))
        found = positions[-3]
        if 2 <= len(found.legal_moves()) <= 6 and size_of_tree(found, FEW) < FEW:
            return found
    raise AssertionError("no game ends like that")


def size_of_tree(position: Position, most: int) -> int:
    size = 1
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        size += size_of_tree(after, most - size)
        if size >= most:
            break
    return size


def test_without_openspiel_a_sentence_says_how_to_get_it() -> None:
    assert "pip install 'matchwood[openspiel]'" in refused_without("openspiel")
