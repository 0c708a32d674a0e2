"""Our games as games of OpenSpiel: import this, then load them by name.

>>> import pyspiel
>>> import matchwood.envs.openspiel
>>> game = pyspiel.load_game("matchwood_baguettes(size=2x2x2,sticks=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
>>> state.apply_action(state.legal_actions()[0])
>>> state.legal_actions()[:4]
[0, 1, 2, 3]

A game begins with one move of chance, which is sampled: its number is the seed of the deal, so a
history tells the whole game. Options are parameters, and -1 stands for none. With `seed=7` there is
no chance: that deal is played. With `deals=100` it is one of a hundred, which are all listed, for
algorithms that want to know every chance. `game_of` begins at positions of your own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from matchwood.engine.errors import extra
from matchwood.engine.game import Game, Variant, find_game, game_names
from matchwood.engine.options import Option, written

extra("pyspiel", "openspiel")

import pyspiel  # noqa: E402

from matchwood.engine import dispatch  # noqa: E402
from matchwood.engine.encoding import VALUES  # noqa: E402
from matchwood.engine.position import Position  # noqa: E402
from matchwood.engine.rng import new_generator  # noqa: E402
from matchwood.envs.vector import rewards_of  # noqa: E402

PREFIX = "matchwood_"
SEED, DEALS = "seed", "deals"
PAIR = 2
NONE = -1
"""Value of a parameter that stands for none, as a parameter must have a type."""
SEEDS = 2**20
"""Number of deals a game can have: OpenSpiel keeps a mask of them."""
MOST_LABELS = 2**16
"""More than any game has names for its moves."""
SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
EXPLICIT = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
CERTAIN = pyspiel.GameType.ChanceMode.DETERMINISTIC
OPEN = pyspiel.GameType.Information.PERFECT_INFORMATION
HIDDEN = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def _parameter(option: Option) -> Any:
    """The usual value of an option, whose type is the type that OpenSpiel then takes."""
    value = option.default
    if value is None:
        return NONE
    return value if isinstance(value, bool | int | str) else written(value)


def _variant(game: Game, parameters: dict[str, Any]) -> Variant:
    """The variant that parameters stand for; those that are as usual need not be read."""
    usual = {option.name: _parameter(option) for option in game.options}
    given = {name: value for name, value in parameters.items() if name in usual}
    return game.variant({name: each for name, each in given.items() if each != usual[name]})


def _type(game: Game, chance: Any = SAMPLED, open_to_all: bool = False) -> Any:
    players = {option.name: option.values for option in game.options}.get("players", (PAIR,))
    return pyspiel.GameType(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=OPEN if open_to_all else HIDDEN,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            **{option.name: _parameter(option) for option in game.options},
            SEED: NONE,
            DEALS: 0,
        },
    )


def _hides_nothing(variant: Variant) -> bool:
    """True if all is open to all in a game."""
    position = variant.new(0)
    return position.document == position.observe(None).document


class MatchwoodGame(pyspiel.Game):  # type: ignore[misc]
    """A variant of a game, or positions of it to begin with."""

    def __init__(
        self,
        game: Game,
        parameters: dict[str, Any] | None = None,
        starts: Sequence[Position] | None = None,
    ) -> None:
        parameters = dict(parameters or {})
        self.variant = starts[0].variant if starts else _variant(game, parameters)
        first, deals = parameters.get(SEED, NONE), parameters.get(DEALS, 0)
        if not starts and (first != NONE or deals):
            first, deals = max(first, 0), max(deals, 1)
            starts = [self.variant.new(seed) for seed in range(first, first + deals)]
        self.starts = [start.copy() for start in starts or ()]
        """The positions with which the game begins, each as likely; none: any deal."""
        chance = SAMPLED if not starts else CERTAIN if len(starts) == 1 else EXPLICIT
        players, encoding = self.variant.players, self.variant.encoding
        super().__init__(
            _type(game, chance, _hides_nothing(self.variant)),
            pyspiel.GameInfo(
                num_distinct_actions=encoding.actions,
                max_chance_outcomes=len(self.starts) if self.starts else SEEDS,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.variant.longest,
            ),
            parameters,
        )

    def new_initial_state(self) -> MatchwoodState:
        return MatchwoodState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        return Observer(self.variant, kind is not None and kind.perfect_recall)


class MatchwoodState(pyspiel.State):  # type: ignore[misc]
    """State of a game; before the deal, only chance moves."""

    def __init__(self, game: MatchwoodGame) -> None:
        super().__init__(game)
        self._starts = _Shared(game.starts)
        self._variant = _Shared(game.variant)
        only = len(game.starts) == 1
        self._position = game.starts[0].copy() if only else None
        self._heard: list[int] = []
        """The moves so far, as everyone may know them: see `dispatch.label`."""
        self._seed = random.randrange(SEEDS)

    @property
    def position(self) -> Position:
        """The whole truth of the game."""
        assert self._position is not None, "the game is not dealt yet"
        return self._position

    @property
    def heard(self) -> Sequence[int]:
        return self._heard

    def current_player(self) -> int:
        if self._position is None:
            return int(pyspiel.PlayerId.CHANCE)
        over = self._position.over or len(self._heard) >= self._variant.it.longest
        return int(pyspiel.PlayerId.TERMINAL) if over else self._position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        mask = self._variant.it.encoding.mask(self.position)
        numbers: list[int] = np.flatnonzero(mask).tolist()
        return numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals: one that was drawn from all of them, or those that were named."""
        number = len(self._starts.it)
        return [(deal, 1 / number) for deal in range(number)] if number else [(self._seed, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            starts = self._starts.it
            self._position = starts[action].copy() if starts else self._variant.it.new(action)
            return
        position = self._position
        chosen = self._variant.it.encoding.action(position, action)
        self._heard.append(int(dispatch.label(position.state, chosen)))
        position.play_action(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        chosen = self._variant.it.encoding.action(self.position, action)
        [text] = self.position.variant.game.text.say(self.position.state, [chosen])
        return text

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        if self._position is None:
            return [0.0] * self._variant.it.players
        return rewards_of(self._position)

    def resample_from_infostate(self, player: int, sampler: Any) -> MatchwoodState:
        """A state that looks the same to a player, with the rest as likely as it may be."""
        other: MatchwoodState = self.clone()
        generator = new_generator(int(sampler() * SEEDS))
        guessed = self.position.observe(player).guess(generator)
        guessed.history = list(self.position.history)
        other._position = guessed
        return other

    def __str__(self) -> str:
        if self._position is None:
            return "the game is not dealt yet"
        return json.dumps(self._position.document)


class _Shared:
    """Things that all states of a game share: a copy of a state does not copy them."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


class Observer:
    """Observer of what a player may know now, as numbers and as text; with perfect recall, the
    moves too.

    A move is told by the name that everyone may know it by, as a share of the largest: 0 is none.
    """

    def __init__(self, variant: Variant, perfect_recall: bool) -> None:
        self._variant, self._recalls = variant, perfect_recall
        now, moves = variant.encoding.size, variant.longest if perfect_recall else 0
        self.tensor = np.zeros(now + moves, VALUES)
        self.dict = {"observation": self.tensor[:now]}
        if perfect_recall:
            self.dict["moves"] = self.tensor[now:]

    def set_from(self, state: MatchwoodState, player: int) -> None:
        self.tensor.fill(0)
        if state.is_chance_node():
            return
        self.dict["observation"][:] = self._variant.encoding.observe(state.position, player)
        if self._recalls:
            heard = np.array(state.heard, np.float64)
            self.dict["moves"][: len(heard)] = (heard + 1) / MOST_LABELS

    def string_from(self, state: MatchwoodState, player: int) -> str:
        if state.is_chance_node():
            return "the game is not dealt yet"
        document = json.dumps(state.position.observe(player).document)
        return "; ".join([*state.position.history, document]) if self._recalls else document


def game_of(positions: Position | Sequence[Position]) -> MatchwoodGame:
    """A game that begins at a position, or at any of several, each as likely.

    Players are not told at which, so these may be several truths that look the same to them.
    """
    starts = [positions] if isinstance(positions, Position) else list(positions)
    return MatchwoodGame(starts[0].variant.game, None, starts)


def _register(game: Game) -> None:
    """Tell OpenSpiel of a game; its class has to be one of its own."""

    class Named(MatchwoodGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    pyspiel.register_game(_type(game), Named)


for _name in game_names():
    _register(find_game(_name))
