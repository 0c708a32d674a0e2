"""What every bot promises, and what the search and the levels do."""

from __future__ import annotations

import doctest
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from matchwood import Position, UnknownBot, UnknownSeat, Variant, load, testing
from matchwood.bots import (
    BOTS,
    LEVELS,
    MASTER,
    Advice,
    BadBudget,
    Budget,
    NothingToChoose,
    advice,
    choose,
    levels,
    mcts,
    search,
)
from matchwood.bots.levels import SEARCHERS
from matchwood.bots.mcts import Tree, new_tree
from matchwood.bots.search import (
    Candidate,
    Search,
    is_settled,
    merged,
    most_visited,
    search_together,
)
from matchwood.bots.solver import Solver
from matchwood.engine import dispatch
from matchwood.engine.rng import new_generator
from tests.support.project import ROOT
from tests.support.variants import QUICK, VARIANTS

TWO_OF_EACH = [
    pytest.param(variant, id=str(variant), marks=[pytest.mark.slow] * (number > 0))
    for number, variant in VARIANTS
    if number < QUICK
]
"""Two variants of each game; in haste, one."""
DOCUMENTATION = ROOT / "docs" / "bots.md"
FEW = Budget(iterations=30)
SOME = Budget(iterations=300)
UNKNOWN = 99


def played(moves: str) -> Position:
    """Connect Four after discs were dropped into these columns."""
    position = load("connect-four").new(1)
    for column in moves:
        position.play(f"drop {column}")
    return position


def chosen(bot: str, position: Position, seed: int = 1, budget: Budget | None = FEW) -> str:
    action = choose(bot, position, new_generator(seed), budget)
    [text] = position.variant.game.text.say(position.state, [action])
    return text


@pytest.mark.compiled
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("variant", TWO_OF_EACH)
def test_a_choice_is_legal_repeatable_and_blind_to_what_is_hidden(
    variant: Variant, bot: str
) -> None:
    positions = list(testing.random_game(variant, seed=3))
    for position in positions[: -1 : len(positions) // 3]:
        choice = chosen(bot, position)
        other = position.observe(position.to_move)
        variant.game.rules.guess(other.state, position.to_move, new_generator(2))
        assert choice in position.legal_moves()
        assert chosen(bot, position) == choice
        assert chosen(bot, other) == choice


@pytest.mark.parametrize("bot", BOTS)
def test_a_choice_changes_nothing(bot: str) -> None:
    position = load("piecepack-matches").new(1)
    position.play("flip 1")
    before = position.copy()
    choose(bot, position, new_generator(1), Budget(iterations=5))
    assert position == before


class TestBadInput:
    def test_an_unknown_bot_is_refused_with_the_bots_there_are(self) -> None:
        said = r"“gredy”; the bots are random.*master, greedy.*Did you mean greedy\?$"
        with pytest.raises(UnknownBot, match=said):
            choose("gredy", played(""), new_generator(1))

    def test_when_the_game_is_over_there_is_nothing_to_choose(self) -> None:
        with pytest.raises(NothingToChoose, match=r"^The game is over"):
            choose("random", played("4141414"), new_generator(1))

    def test_only_the_player_to_move_is_advised(self) -> None:
        with pytest.raises(NothingToChoose, match=r"^It’s seat 0’s turn, not seat 1’s\.$"):
            advice(played(""), 1)

    def test_a_seat_that_is_not_there_gets_no_advice(self) -> None:
        with pytest.raises(UnknownSeat, match="no seat “2”"):
            advice(played(""), 2)

    @pytest.mark.parametrize(
        "budget",
        [
            {},
            {"iterations": 0},
            {"iterations": -1},
            {"iterations": True},
            {"milliseconds": 0},
            {"milliseconds": float("nan")},
            {"iterations": 1, "milliseconds": 1},
        ],
    )
    def test_a_budget_of_nothing_is_refused(self, budget: dict[str, int]) -> None:
        with pytest.raises(BadBudget, match=r"^A budget is a number of iterations or of milli"):
            Budget(**budget)


class TestGreedy:
    @pytest.mark.parametrize(
        ("moves", "best"), [("414141", "drop 4"), ("41414", "drop 4"), ("1424", "drop 4")]
    )
    def test_it_wins_at_once_stops_a_win_and_keeps_lines_open(self, moves: str, best: str) -> None:
        assert {chosen("greedy", played(moves), seed) for seed in range(5)} == {best}

    @pytest.mark.compiled
    def test_of_moves_that_are_equally_good_luck_chooses(self) -> None:
        """The empty block looks the same wherever it is pierced."""
        position = load("baguettes").new(1)
        assert len({chosen("greedy", position, seed) for seed in range(20)}) > 3


class TestSearch:
    @pytest.mark.compiled
    def test_it_sees_a_threat_that_cannot_be_stopped(self) -> None:
        """With both ends open, the third in a row wins."""
        position = played("3344")
        assert {chosen("expert", position, seed, SOME) for seed in range(3)} <= {"drop 2", "drop 5"}

    def test_without_an_estimate_random_games_tell_the_same(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dispatch, "has_estimate", lambda state: False)
        monkeypatch.setattr(dispatch, "rollout", lambda state: dispatch.TO_THE_END)
        assert chosen("expert", played("334"), budget=SOME) in {"drop 2", "drop 5"}

    def test_every_iteration_is_a_visit_of_one_move(self) -> None:
        search = Search(load("colorfox", youngest=0).new(1).observe(0), new_generator(1))
        search.run(FEW)
        search.run(FEW)
        assert sum(move.visits for move in search.moves()) == 60

    @pytest.mark.parametrize(("nodes", "edges"), [(3, 2000), (2000, 1)])
    def test_when_the_room_is_used_up_it_goes_on_in_the_tree_it_has(
        self, nodes: int, edges: int
    ) -> None:
        position = load("piecepack-matches").new(1)
        search = Search(position.observe(position.to_move), new_generator(1), nodes, edges)
        search.run(Budget(iterations=12))
        assert sum(move.visits for move in search.moves()) == 12
        assert search.best().action in position.legal_actions()

    def test_a_walk_that_meets_a_move_it_does_not_know_leaves_no_trace(self) -> None:
        """As in another truth, which allows other moves: the last one here is in no tree."""
        position, generator = played("33"), new_generator(1)
        searched = Search(position, generator)
        searched.run(Budget(iterations=1))
        tree = searched._tree
        known = tree.edges[: tree.used[mcts.EDGES]]
        actions = np.array([*position.legal_actions(), UNKNOWN], np.int32)
        before = generator.tolist(), known.tobytes()
        where = (tree.nodes, tree.edges, actions, np.int64(mcts.ROOT))
        edge, _ = mcts._select_edge(
            position.state, len(actions), searched._config, generator, *where
        )
        assert edge == mcts.NONE
        assert (generator.tolist(), known.tobytes()) == before

    @pytest.mark.compiled
    @pytest.mark.parametrize("game", ["baguettes", "colorfox"])
    def test_what_lay_in_its_room_before_makes_no_difference(
        self, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        position = load(game).new(1)

        def found_where_lay(byte: int) -> list[Candidate]:
            def littered(*asked: Any) -> Tree:
                tree = new_tree(*asked)
                for room in (tree.nodes, tree.edges):
                    room.view(np.uint8)[:] = byte
                return tree

            monkeypatch.setattr(search, "new_tree", littered)
            seen = position.observe(position.to_move)
            searched = Search(seen, new_generator(1), nodes=100, edges=5000)
            searched.run(FEW)
            return searched.moves()

        assert found_where_lay(0) == found_where_lay(1) == found_where_lay(0xFF)

    def test_when_its_room_is_used_up_the_next_tree_begins(self) -> None:
        searched = Search(played("41"), new_generator(1), nodes=100, edges=5000)
        searched.run(Budget(iterations=1000))
        assert len(searched._full) > 5
        assert sum(move.visits for move in searched.moves()) == 1000
        roomy = Search(played("41"), new_generator(1))
        roomy.run(Budget(iterations=1000))
        assert {move.action for move in searched.moves()} == {m.action for m in roomy.moves()}
        best = max(move.share for move in searched.moves())
        assert best == pytest.approx(max(move.share for move in roomy.moves()), abs=0.1)

    def test_a_thorough_search_carries_on_where_the_game_says_how_far(self) -> None:
        def found(game: str, thorough: bool) -> list[Candidate]:
            position = load(game).new(1)
            seen = position.observe(position.to_move)
            searched = Search(seen, new_generator(1), thorough=thorough)
            searched.run(FEW)
            return searched.moves()

        assert found("connect-four", thorough=True) == found("connect-four", thorough=False)
        carried_on, at_once = (found("colorfox", thorough=each) for each in (True, False))
        assert carried_on != at_once
        assert carried_on == found("colorfox", thorough=True)
        for moves in (carried_on, at_once):
            assert sum(move.visits for move in moves) == FEW.iterations

    def test_milliseconds_are_a_budget_too(self) -> None:
        search = Search(played(""), new_generator(1))
        search.run(Budget(milliseconds=1))
        assert search.best().visits > 0

    def test_partners_go_the_same_way(self) -> None:
        """With one stick each against a team of many, all depends on not being out first."""
        position = load("baguettes", players=4, teams=True, size="2x2x2", sticks=2).new(1)
        moves = advice(position, position.to_move, FEW)
        assert {move.move for move in moves} == set(position.legal_moves())
        assert all(0 <= move.chance <= 0.5 for move in moves)

    def test_rollouts_are_as_long_as_the_knowledge_says(self) -> None:
        assert dispatch.rollout(played("").state.dtype) == 0


class TestLevels:
    def test_the_levels_that_search_are_those_above_random(self) -> None:
        assert tuple(SEARCHERS) == (*LEVELS[1:], MASTER)

    def test_each_level_searches_more_and_is_less_careless_than_the_one_below(self) -> None:
        found = [SEARCHERS[level] for level in LEVELS[1:]]
        budgets = [level.budget.iterations or 0 for level in found]
        assert budgets == sorted(set(budgets))
        assert [level.careless for level in found] == sorted(
            {level.careless for level in found}, reverse=True
        )
        assert [level.memory for level in found] == sorted({level.memory for level in found})

    @pytest.mark.compiled
    def test_a_master_uses_the_time_and_all_cores(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[tuple[float | None, int, int, bool]] = []

        def quickly(
            hidden: Position,
            generator: np.ndarray,
            budget: Budget,
            trees: int,
            looks: int,
            *,
            thorough: bool,
        ) -> object:
            asked.append((budget.milliseconds, trees, looks, thorough))
            return search_together(hidden, generator, Budget(iterations=200), trees)

        monkeypatch.setattr(levels, "search_together", quickly)
        monkeypatch.setattr(levels, "available_cores", lambda: 3)
        assert chosen(MASTER, played("414141"), budget=None) == "drop 4"
        assert asked == [(2000, 3, 20, True)]

    @pytest.mark.compiled
    def test_a_master_does_not_think_about_the_only_move(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(levels, "search_together", None)
        position = load("colorfox").new(1)
        while len(position.legal_moves()) > 1:
            position.play(position.legal_moves()[-1])
        assert not position.over
        assert [chosen(MASTER, position, budget=None)] == position.legal_moves()

    def test_what_several_trees_found_is_added_up(self) -> None:
        found = merged(
            [
                [Candidate(1, 9, 0.5), Candidate(2, 3, 1.0)],
                [Candidate(1, 4, 0.5), Candidate(2, 15, 0.25)],
            ]
        )
        assert found == [Candidate(1, 13, 0.5), Candidate(2, 18, (4 + 4) / 20)]
        assert most_visited(found).action == 2

    def test_a_search_is_settled_when_no_move_can_catch_up(self) -> None:
        moves = [Candidate(1, 10, 0.1), Candidate(2, 60, 0.5), Candidate(3, 30, 0.9)]
        assert is_settled(moves, left=0.25)
        assert not is_settled(moves, left=0.3)
        assert not is_settled([*moves, Candidate(4, 60, 0.2)], left=0)
        assert is_settled(moves[:1], left=1000)

    @pytest.mark.compiled
    def test_together_they_stop_when_their_choice_is_settled_and_not_before(self) -> None:
        def visits(moves: str) -> int:
            hidden, budget = played(moves).observe(0), Budget(iterations=1000)
            found = search_together(hidden, new_generator(1), budget, trees=2, checks=20)
            return sum(move.visits for move in found)

        assert 2 * 500 < visits("414141") < 2 * 700 < visits("") <= 2 * 1000

    def test_a_budget_has_equal_parts(self) -> None:
        assert Budget(milliseconds=2000).part(20) == Budget(milliseconds=100)
        assert Budget(iterations=41).part(20) == Budget(iterations=3)
        assert Budget(iterations=7).part(1) == Budget(iterations=7)

    @pytest.mark.compiled
    def test_trees_have_luck_of_their_own_which_follows_from_the_bots(self) -> None:
        def found(seed: int, trees: int) -> list[Candidate]:
            hidden = load("piecepack-matches").new(1).observe(0)
            return search_together(hidden, new_generator(seed), SOME, trees)

        assert found(1, 2) == found(1, 2) != found(2, 2)
        assert sum(move.visits for move in found(1, 3)) == 3 * (SOME.iterations or 0)

    @pytest.mark.compiled
    def test_a_careless_bot_now_and_then_misses_a_win(self) -> None:
        moves = [chosen("easy", played("414141"), seed) for seed in range(20)]
        assert "drop 4" in moves
        assert set(moves) != {"drop 4"}

    @pytest.mark.compiled
    def test_the_expert_proves_a_win_where_the_game_can_be_solved(self) -> None:
        position = load("baguettes", size="2x2x2", sticks=2).new(1)
        answer = Solver(position, megabytes=1).solve(position)
        while not answer.first_wins:
            position.play(position.legal_moves()[0])
            answer = Solver(position, megabytes=1).solve(position)
        assert chosen("expert", position, budget=Budget(iterations=3000)) in answer.winning

    def test_where_nothing_is_proved_no_action_is_named(self) -> None:
        position = load("baguettes").new(1)
        assert Solver(position, megabytes=1).winning_action(position, nodes=3) is None

    def test_the_documentation_tells_their_numbers(self) -> None:
        page = DOCUMENTATION.read_text(encoding="utf-8")
        for name, level in SEARCHERS.items():
            row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
            _, _, iterations, careless, remembers, solver, foresight, _ = (
                cell.strip(" %").replace(",", "") for cell in row.split("|")
            )
            seconds = f"{(level.budget.milliseconds or 0) / 1000:g} seconds on all cores"
            assert iterations == str(level.budget.iterations or seconds)
            assert careless == (f"{level.careless:.0%}".strip("%") if level.careless else "none")
            assert remembers == (f"{level.memory:.0%}".strip("%") if level.memory < 1 else "all")
            assert solver == (f"{level.proof} positions" if level.proof else "")
            assert foresight == (f"{level.foresight} positions" if level.foresight else "")

    @pytest.mark.compiled
    def test_the_example_of_the_documentation_is_so(self) -> None:
        assert doctest.testfile(str(DOCUMENTATION), module_relative=False) == (0, 5)


@pytest.mark.compiled
class TestAdvice:
    def test_the_best_move_comes_first_with_its_chance(self) -> None:
        first, *others = advice(played("414141"), 0, budget=SOME)
        assert isinstance(first, Advice)
        assert first.move == "drop 4"
        assert first.chance > 0.99
        assert all(first.visits >= other.visits for other in others)

    def test_it_names_every_legal_move_and_can_be_repeated(self) -> None:
        position = load("colorfox").new(1)
        moves = advice(position, position.to_move, budget=FEW)
        assert {move.move for move in moves} == set(position.legal_moves())
        assert moves == advice(position, position.to_move, FEW)

    def test_it_rests_on_what_the_player_may_know(self) -> None:
        position = load("colorfox").new(1)
        other = position.observe(position.to_move)
        dispatch.guess(other.state, position.to_move, new_generator(5))
        assert other != position
        assert advice(other, position.to_move, FEW) == advice(position, position.to_move, FEW)


class TestWhatAGameLeavesOut:
    def test_without_an_estimate_all_have_the_same_share(self) -> None:
        shares = np.zeros(3)
        dispatch.same_share(load("colorfox", players=3).new(1).state, shares)
        assert shares.tolist() == [1 / 3] * 3

    def test_there_is_an_answer_for_every_game_but_no_name_for_the_solver(self) -> None:
        kernels = dispatch.Kernels()
        assert kernels.estimate is dispatch.same_share
        assert kernels.weigh is dispatch.try_each
        assert kernels.hurry is dispatch.no_haste
        assert kernels.reveals(None, 0)
        assert not kernels.is_open(None)
        assert kernels.canonical is None

    def test_a_game_without_an_estimate_is_played_out(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dispatch, "has_estimate", lambda state: False)
        assert dispatch.rollout(played("").state.dtype) == dispatch.TO_THE_END

    def test_what_is_asked_of_a_game_is_looked_for_in_its_modules(self) -> None:
        state = played("").state.dtype
        assert dispatch.has_estimate(state)
        assert not dispatch.has_canonical(state)

    def test_rules_that_leave_out_what_is_needed_are_not_registered(self) -> None:
        with pytest.raises(TypeError, match="have no setup, legal, apply, hide, guess, returns"):
            dispatch.register(dispatch.state_type("nothing", []), "matchwood.games")


@pytest.mark.slow
def test_asking_for_a_bot_loads_neither_numba_nor_numpy() -> None:
    script = (
        "import sys, matchwood.bots; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
