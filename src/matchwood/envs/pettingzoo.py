"""Our games as PettingZoo environments, a module for each, with the version of its rules.

>>> from matchwood.envs.pettingzoo import colorfox_v2
>>> env = colorfox_v2.env(players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))

What an agent observes is one flat array, and the mask of its legal actions stands in its info; the
numbers of both are told in docs/environments.md. An action that the mask forbids is refused and
changes nothing.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from matchwood.engine.errors import extra
from matchwood.engine.game import Variant, find_game, game_names
from matchwood.envs import METADATA, render, versioned

extra("pettingzoo", "pettingzoo")

from gymnasium import spaces  # noqa: E402  # PettingZoo brings it along
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

from matchwood.engine.encoding import MASKS, chosen_number  # noqa: E402
from matchwood.engine.position import Position  # noqa: E402
from matchwood.envs.gymnasium import LegalActions  # noqa: E402
from matchwood.envs.vector import rewards_of  # noqa: E402

SEEDS = 2**63


class Turns(AECEnv):  # type: ignore[misc]
    """A game in which one agent after the other acts.

    `max_cycles` is how many actions each agent may be asked for; then the game is truncated.
    Without it a game is as long as its variant allows.
    """

    metadata = METADATA

    def __init__(
        self, variant: Variant, max_cycles: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.variant, self.encoding = variant, variant.encoding
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.most_moves: int | None = None
        """After how many moves of all agents the game is truncated, if not after all it can have.
        """
        self.metadata = METADATA | {"name": versioned(variant.game)}
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self.observation_spaces = {
            agent: spaces.Box(-1, 1, (self.encoding.size,)) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(self.encoding.actions, partial(self._mask, agent))
            for agent in self.possible_agents
        }
        self._luck = np.random.default_rng()
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The whole truth of the game."""
        assert self._position is not None, "the game was not reset yet"
        return self._position

    def observation_space(self, agent: str) -> spaces.Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._position = self.variant.new(int(self._luck.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._acted = dict.fromkeys(self.agents, 0)
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position = self.position
        position.play_action(self.encoding.action(position, chosen_number(action)))
        self._acted[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards_of(position), strict=True))
        self._select()
        self.terminations = dict.fromkeys(self.agents, position.over)
        self.truncations = dict.fromkeys(self.agents, not position.over and self._is_too_long())
        self._accumulate_rewards()

    def _is_too_long(self) -> bool:
        if self.max_cycles is None:
            most = self.variant.longest if self.most_moves is None else self.most_moves
            return len(self.position.history) >= most
        return self._acted[self.agent_selection] >= self.max_cycles

    def _select(self) -> None:
        """It is the turn of whoever is to move; everyone is told what they may do."""
        position, players = self.position, self.variant.players
        turn = (position.to_move + 1) % players if position.over else position.to_move
        self.agent_selection = self.possible_agents[turn]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> np.ndarray:
        if self.position.over or agent != self.agent_selection:
            return np.zeros(self.encoding.actions, MASKS)
        return self.encoding.mask(self.position)

    def observe(self, agent: str) -> np.ndarray:
        return self.encoding.observe(self.position, self.possible_agents.index(agent))

    def render(self) -> Any:
        """Render what the agent whose turn it is sees."""
        if self.render_mode is None:
            return None
        viewer = self.possible_agents.index(self.agent_selection)
        return render(self.position, viewer, self.render_mode)

    def close(self) -> None:
        """There is nothing to be closed."""


class Rounds(ParallelEnv):  # type: ignore[misc]
    """The same where everyone names an action at a time: that of the agent to move is played."""

    metadata = METADATA

    def __init__(
        self, variant: Variant, max_cycles: int | None = None, render_mode: str | None = None
    ) -> None:
        self._turns = Turns(variant, None, render_mode)
        self._turns.most_moves = max_cycles  # one cycle is one move
        self.metadata, self.render_mode = self._turns.metadata, render_mode
        self.possible_agents = self._turns.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Box:
        return self._turns.observation_space(agent)

    def action_space(self, agent: str) -> LegalActions:
        return self._turns.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen(), self._turns.infos

    def step(self, actions: dict[str, int]) -> Any:
        turns = self._turns
        turns.step(actions[turns.agent_selection])
        told = (
            self._seen(),
            dict(turns.rewards),
            dict(turns.terminations),
            dict(turns.truncations),
            turns.infos,
        )
        if any(turns.terminations.values()) or any(turns.truncations.values()):
            self.agents = []
        return told

    def _seen(self) -> dict[str, np.ndarray]:
        return {agent: self._turns.observe(agent) for agent in self.agents}

    def render(self) -> Any:
        return self._turns.render()

    def close(self) -> None:
        """There is nothing to be closed."""


def _module(name: str) -> ModuleType:
    """Module of an environment, with what users of PettingZoo expect there."""
    game = find_game(name)
    module = ModuleType(f"{__name__}.{versioned(game)}", f"{game.title}: {game.summary}")

    def raw_env(
        *, max_cycles: int | None = None, render_mode: str | None = None, **options: object
    ) -> Turns:
        return Turns(game.variant(options), max_cycles, render_mode)

    def env(**options: Any) -> OrderEnforcingWrapper:
        return OrderEnforcingWrapper(raw_env(**options))

    def parallel_env(
        *, max_cycles: int | None = None, render_mode: str | None = None, **options: object
    ) -> Rounds:
        return Rounds(game.variant(options), max_cycles, render_mode)

    module.__dict__.update(env=env, raw_env=raw_env, parallel_env=parallel_env)
    sys.modules[module.__name__] = module
    return module


_modules = {versioned(find_game(name)): _module(name) for name in game_names()}
globals().update(_modules)


def __getattr__(name: str) -> Any:
    known = ", ".join(_modules)
    raise AttributeError(f"There is no environment {name}; the environments are {known}.")
