"""A policy that was trained in an environment is a bot."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import matchwood
from matchwood import game_names, load
from matchwood.bots import choose
from matchwood.bots.registry import find_bot
from matchwood.engine.rng import new_generator
from matchwood.envs.gymnasium import Env


def last_allowed(observation: np.ndarray, mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[-1])


class Predicts:
    """As Stable-Baselines3 has it."""

    def predict(self, observation: np.ndarray, deterministic: bool = False) -> Any:
        assert deterministic
        return np.array([6]), None


class PredictsMasked:
    """As MaskablePPO has it."""

    def predict(
        self, observation: np.ndarray, deterministic: bool = False, action_masks: Any = None
    ) -> Any:
        return np.array(last_allowed(observation, action_masks)), None


class Tensor:
    def __init__(self, numbers: np.ndarray) -> None:
        self._numbers = numbers

    def numpy(self) -> np.ndarray:
        return self._numbers


class Module:
    """As far as a module of PyTorch is asked for anything here."""

    def eval(self) -> None:
        pass

    def __call__(self, *given: Any) -> Any:
        return self.forward(*given)

    def forward(self, seen: Tensor) -> Any:
        assert seen.numpy().shape == (1, 87)
        return Tensor(np.arange(7.0)[np.newaxis])


class WithMaskAndWorth(Module):
    def forward(self, seen: Tensor, mask: Tensor) -> Any:  # type: ignore[override]
        return Tensor(mask.numpy() * np.arange(7.0)), Tensor(np.zeros(1))


Module.__module__ = "torch.nn.modules.module"


@pytest.fixture(autouse=True)
def torch(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("torch")
    module.from_numpy, module.no_grad = Tensor, lambda: np.errstate()
    monkeypatch.setitem(sys.modules, "torch", module)


@pytest.mark.parametrize(
    "policy",
    [
        last_allowed,
        lambda observation, mask: np.arange(7),
        lambda observation, mask: [np.arange(7.0)],
        Predicts(),
        PredictsMasked(),
        Module(),
        WithMaskAndWorth(),
    ],
)
def test_whatever_it_is_the_bot_plays_what_it_chooses(policy: Any) -> None:
    position = load("connect-four").new(seed=1)
    bot = matchwood.bot("of-a-policy")(matchwood.policy_bot(policy))
    assert bot(position.observe(position.to_move), None) == "drop 7"


@pytest.mark.parametrize("name", game_names())
def test_it_is_shown_what_the_environment_shows(name: str) -> None:
    shown: list[Any] = []

    def noting(observation: np.ndarray, mask: np.ndarray) -> int:
        shown[:] = observation, mask
        return last_allowed(observation, mask)

    matchwood.bot("noting")(matchwood.policy_bot(noting))
    env = Env(name)
    observation, info = env.reset(seed=3)
    for _ in range(6):
        position = env._games.batch.position(0)
        action = choose("noting", position, new_generator(1))
        assert np.array_equal(shown[0], observation)
        assert np.array_equal(shown[1], info["action_mask"])
        number = last_allowed(observation, info["action_mask"])
        assert position.variant.encoding.number(position, action) == number
        observation, *_, over, _, info = env.step(number)
        if over:
            break
    assert not find_bot("noting").reported


def test_what_the_mask_forbids_is_reported_and_not_played() -> None:
    matchwood.bot("forbidden")(matchwood.policy_bot(lambda observation, mask: 7))
    position = load("connect-four").new(seed=1)
    assert choose("forbidden", position, new_generator(1)) in position.legal_actions()
    assert find_bot("forbidden").reported == {"error"}
