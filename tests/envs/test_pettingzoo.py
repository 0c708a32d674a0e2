"""PettingZoo's own tests pass, without a warning: here every warning is an error."""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from matchwood import find_game
from matchwood.engine.encoding import ForbiddenAction
from matchwood.envs import pettingzoo as zoo
from tests.support.envs import refused_without

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what PettingZoo imports warns of itself
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        render_test,
        seed_test,
    )

CYCLES = 20
LUCK = 1
"""With which everyone acts equally often."""
ENVIRONMENTS: list[tuple[str, dict[str, Any]]] = [
    ("baguettes_v2", {"players": 4, "teams": True}),
    ("colorfox_v2", {"players": 3}),
    ("connect_four_v1", {}),
    ("piecepack_matches_v2", {"players": 3, "flaming": True}),
    ("top_trumps_match_v1", {"mode": "five-minute"}),
]
each = pytest.mark.parametrize(("name", "options"), ENVIRONMENTS, ids=lambda value: str(value))


@each
def test_the_interface_is_kept(name: str, options: dict[str, Any]) -> None:
    module = getattr(zoo, name)
    api_test(module.env(**options), num_cycles=CYCLES)
    seed_test(lambda: module.env(**options), num_cycles=CYCLES)
    parallel_api_test(module.parallel_env(**options), num_cycles=CYCLES)


@each
def test_it_is_drawn_in_every_mode(name: str, options: dict[str, Any]) -> None:
    module = getattr(zoo, name)
    render_test(lambda render_mode: module.env(render_mode=render_mode, **options))


class Lucky:
    """A module whose environments have the same luck each time.

    PettingZoo's test of cycles acts at random, and takes for granted that everyone acts equally
    often. But in Colorfox one may act twice in a row, and Connect Four may be over too soon.
    """

    def __init__(self, name: str) -> None:
        self._module = getattr(zoo, name)

    def env(self, **how: Any) -> Any:
        return self._lucky(self._module.env(**how))

    def parallel_env(self, **how: Any) -> Any:
        return self._lucky(self._module.parallel_env(**how))

    def _lucky(self, env: Any) -> Any:
        for agent in env.possible_agents:
            env.action_space(agent).seed(LUCK)
        env.reset = partial(env.reset, seed=LUCK)
        return env


@pytest.mark.parametrize(
    "name", ["baguettes_v2", "colorfox_v2", "connect_four_v1", "piecepack_matches_v2"]
)
def test_no_agent_acts_more_often_than_was_agreed(name: str) -> None:
    max_cycles_test(Lucky(name))


def test_a_module_is_named_by_the_version_of_the_rules() -> None:
    assert import_module("matchwood.envs.pettingzoo.colorfox_v2") is zoo.colorfox_v2
    assert zoo.colorfox_v2.raw_env().metadata["name"] == "colorfox_v2"
    with pytest.raises(AttributeError, match=r"^There is no environment colorfox_v1; the envi"):
        _ = zoo.colorfox_v1


def test_who_wins_is_rewarded_and_the_rest_pay() -> None:
    env = zoo.connect_four_v1.env()
    env.reset(seed=1)
    for column in (0, 1) * 3 + (0,):
        env.step(column)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert not env.infos["player_1"]["action_mask"].any()


def test_a_game_that_need_not_end_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    env = zoo.piecepack_matches_v2.raw_env()
    monkeypatch.setattr(env.variant.game.rules, "MOST_MOVES", 2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert all(env.truncations.values())


@pytest.mark.parametrize("max_cycles", [1, 2, 3, 5])
def test_a_parallel_game_ends_after_as_many_cycles_as_were_agreed(
    monkeypatch: pytest.MonkeyPatch, max_cycles: int
) -> None:
    """Also where that is more than a game of this variant is said to have."""
    env = zoo.piecepack_matches_v2.parallel_env(max_cycles=max_cycles)
    monkeypatch.setattr(find_game("piecepack-matches").rules, "MOST_MOVES", 2)
    _, told = env.reset(seed=1)
    cycles = 0
    while env.agents:
        agents = list(env.agents)
        actions = {agent: int(told[agent]["action_mask"].argmax()) for agent in agents}
        _, _, terminations, truncations, told = env.step(actions)
        cycles += 1
    assert cycles == max_cycles
    assert truncations == dict.fromkeys(agents, True)
    assert not any(terminations.values())


def test_a_forbidden_action_is_refused_and_nothing_is_lost() -> None:
    env = zoo.connect_four_v1.env()
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    kept = env.unwrapped.position.copy()
    with pytest.raises(ForbiddenAction, match=r"^The mask forbids action 3 \(drop 3\) now"):
        env.step(3)
    with pytest.raises(ForbiddenAction, match=r"^There is no action -1"):
        env.step(-1)
    for strange in (None, 2.0, "2", [2]):
        with pytest.raises(ForbiddenAction, match=r"^An action is a whole number, not "):
            env.step(strange)
    assert env.unwrapped.position == kept
    env.step(2)


def test_others_are_not_told_what_the_mover_may_do() -> None:
    env = zoo.colorfox_v2.env(players=3)
    env.reset(seed=1)
    masks = {agent: told["action_mask"] for agent, told in env.infos.items()}
    assert [agent for agent, mask in masks.items() if mask.any()] == [env.agent_selection]
    hands = {
        agent: env.unwrapped.encoding.unpacked(env.observe(agent))["hand"] for agent in env.agents
    }
    assert len({hand.tobytes() for hand in hands.values()}) == len(env.agents)
    assert all(np.count_nonzero(hand) == 3 * 4 for hand in hands.values())


def test_without_pettingzoo_a_sentence_says_how_to_get_it() -> None:
    assert "pip install 'matchwood[pettingzoo]'" in refused_without("pettingzoo")
