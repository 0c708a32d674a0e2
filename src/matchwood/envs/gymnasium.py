"""Our games as Gymnasium environments: thousands of them in one batch, or a single one.

>>> import matchwood.envs.gymnasium
>>> games = matchwood.envs.gymnasium.VectorEnv("piecepack-matches", num_envs=4)
>>> observations, info = games.reset(seed=1)
>>> observations.shape, info["action_mask"].shape
((4, 629), (4, 24))
>>> observations, rewards, terminations, truncations, info = games.step(games.action_space.sample())

Whoever is to move chooses, sees the game from their seat, and is rewarded for what they won: 1 for
a win alone, less for one that is shared, and all seats add up to 0. With `opponents` one seat
chooses, and bots play the others. Which actions are legal stands in `action_mask`; the numbers of
positions and actions are told in docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from matchwood.engine.errors import BadOption, MatchwoodError, UnknownSeat, extra
from matchwood.engine.game import Variant, find_game, game_names
from matchwood.envs import METADATA, render

extra("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from matchwood.bots import choose  # noqa: E402
from matchwood.bots.registry import Given, name_bots  # noqa: E402
from matchwood.engine.encoding import chosen_number  # noqa: E402
from matchwood.engine.rng import below, new_generator  # noqa: E402
from matchwood.envs.vector import Batch  # noqa: E402

SEEDS = 2**63
RANDOM = "random"
RESET_MASK = "reset_mask"


class NotReset(MatchwoodError):
    """A game is to be stepped that was not dealt, or is over."""


class LegalActions(spaces.Discrete):
    """All actions of a variant by number; a sample is one that is legal now."""

    def __init__(self, actions: int, legal: Callable[[], np.ndarray]) -> None:
        super().__init__(actions)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> spaces.Discrete:
        """A copy belongs to no game, so it takes any action."""
        return spaces.Discrete(int(self.n))


class EachLegalActions(spaces.MultiDiscrete):
    """An action for each game; a sample is legal in every game."""

    def __init__(self, games: _Games) -> None:
        super().__init__(np.full(games.batch.games, games.batch.encoding.actions))
        self._games, self._generators = games, np.empty_like(games.batch.generators)
        self.seed()

    def seed(self, seed: Any = None) -> Any:
        seeded = super().seed(seed)
        if hasattr(self, "_generators"):
            drawn = self.np_random.integers(SEEDS, size=len(self._generators))
            self._generators[:] = [new_generator(int(each)) for each in drawn]
        return seeded

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            return self._games.batch.any_legal(self._games.ended, self._generators)
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> spaces.MultiDiscrete:
        return spaces.MultiDiscrete(self.nvec)


class _Games:
    """A batch, the bots that play in it, and which of its games have ended."""

    def __init__(
        self,
        variant: Variant,
        games: int,
        opponents: Given | Sequence[Given] | None,
        seat: int | None,
        max_plies: int | None,
        threads: int = 1,
    ) -> None:
        self.batch = Batch(variant, games, threads)
        self.opponents = _opponents(variant, opponents)
        self.max_plies = variant.longest if max_plies is None else max_plies
        self.ended = np.ones(games, np.bool_)
        """Games that are over or were cut short, so that they wait for a deal."""
        self.seat = _seat(variant, seat, self.opponents)

    def deal(self, wanted: np.ndarray) -> None:
        """Deal where it is wanted, and let bots play until it is the learner's turn."""
        if self.opponents:
            self._take_seats(wanted)
        self.batch.deal(wanted)
        self.ended[wanted] = False
        self._let_bots_play()

    def step(self, numbers: np.ndarray, dealing: bool) -> None:
        """Play in all games that have not ended; those that have are dealt anew, if wanted."""
        if self.opponents and dealing:
            numbers = self.batch.checked(numbers, self.ended)  # before luck is spent on seats
            self._take_seats(self.ended)
        self.batch.step(numbers, self.ended, self.ended if dealing else None)
        if dealing:
            self.ended[:] = False
        self._let_bots_play()

    def settle(self) -> tuple[np.ndarray, np.ndarray]:
        """Games that are over, and games cut short, that had not ended before."""
        closed = self.batch.over | self.ended
        # More than, of what is true or not: this and not that.
        terminations = self.batch.over > self.ended
        truncations = (self.batch.plies >= self.max_plies) > closed
        np.logical_or(closed, truncations, out=self.ended)
        return terminations, truncations

    def _take_seats(self, wanted: np.ndarray) -> None:
        seats, players = self.batch.seats, self.batch.variant.players
        for game in np.flatnonzero(wanted):
            generator = self.batch.generators[game]
            seats[game] = below(generator, players) if self.seat is None else self.seat

    def _let_bots_play(self) -> None:
        if not self.opponents:
            return
        batch = self.batch
        while True:
            over = batch.over | (batch.plies >= self.max_plies) | self.ended
            waiting = over | (batch.movers == batch.seats)
            if waiting.all():
                return
            batch.step(self._bots_choose(waiting), waiting)

    def _bots_choose(self, waiting: np.ndarray) -> np.ndarray:
        """Each bot moves for the seats that come so many places after the learner's."""
        batch = self.batch
        numbers = batch.any_legal(waiting)
        if all(bot == RANDOM for bot in self.opponents):
            return numbers
        for game in np.flatnonzero(~waiting):
            places = (batch.movers[game] - batch.seats[game]) % batch.variant.players
            position = batch.position(int(game))
            action = choose(self.opponents[places - 1], position, batch.generators[game])
            numbers[game] = batch.encoding.number(position, action)
        return numbers


def _opponents(variant: Variant, given: Given | Sequence[Given] | None) -> tuple[str, ...]:
    others = variant.players - 1
    names = () if given is None else name_bots(given)
    if given is not None and (isinstance(given, str) or callable(given)):
        names *= others
    if names and len(names) != others:
        raise BadOption(
            "This game has {others} opponents, and {given} were named.",
            others=others,
            given=len(names),
        )
    return names


def _seat(variant: Variant, seat: int | None, opponents: Sequence[str]) -> int | None:
    if seat is None:
        return None
    if not opponents:
        raise BadOption("A seat is for a game against bots: name its opponents too.")
    if seat not in range(variant.players):
        raise UnknownSeat(
            "There is no seat {seat}; the seats are 0 to {last}.",
            seat=seat,
            last=variant.players - 1,
        )
    return seat


def _variant(game: str | Variant, options: Mapping[str, object]) -> Variant:
    return game if isinstance(game, Variant) else find_game(game).variant(options)


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games of one variant, stepped together, in compiled code.

    `opponents` names a bot, or one for each other seat, in the order of the seats after the
    learner's; `seat` is the learner's, or drawn anew for each game. A game with more moves than
    `max_plies`, if not said otherwise as many as it can have, is truncated. With `copy=False` the
    arrays that are returned are written over by the next step. `threads` share the games.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | Variant,
        num_envs: int = 1,
        *,
        opponents: Given | Sequence[Given] | None = None,
        seat: int | None = None,
        max_plies: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        variant = _variant(game, options)
        self.num_envs = num_envs
        self.games = _Games(variant, num_envs, opponents, seat, max_plies, threads)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.copy, self.render_mode = copy, render_mode
        self.metadata = METADATA | {"autoreset_mode": self.autoreset_mode}
        encoding = variant.encoding
        self.single_observation_space = spaces.Box(-1, 1, (encoding.size,))
        self.observation_space = spaces.Box(-1, 1, (num_envs, encoding.size))
        self.single_action_space = spaces.Discrete(encoding.actions)
        self.action_space = EachLegalActions(self.games)
        self._every = np.ones(num_envs, np.bool_)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games anew, or those of `options["reset_mask"]`; game i by the seed + i."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(SEEDS // 2))
        wanted = np.asarray((options or {}).get(RESET_MASK, self._every))
        if wanted.shape != self._every.shape or wanted.dtype != np.bool_:
            raise BadOption(
                "{option} is true or false for each of {games} games.",
                option=RESET_MASK,
                games=self.num_envs,
            )
        if seed is not None:
            seeds = [*seed] if isinstance(seed, Iterable) else range(seed, seed + self.num_envs)
            if len(seeds) != self.num_envs:
                raise BadOption(
                    "There are {games} games, and {seeds} seeds were given.",
                    games=self.num_envs,
                    seeds=len(seeds),
                )
            self.games.batch.seed(seeds)
            self._seeded = True
        self.games.deal(wanted)
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Any]:
        """Play an action in every game. If any is forbidden, none is played."""
        games, mode = self.games, self.autoreset_mode
        if not self._seeded or (mode == AutoresetMode.DISABLED and games.ended.any()):
            raise NotReset(
                "Game {game} is not dealt, or over; reset it to play on.",
                game=int(games.ended.argmax()),
            )
        games.step(np.asarray(actions), dealing=mode == AutoresetMode.NEXT_STEP)
        terminations, truncations = games.settle()
        rewards, info = self._won()
        if mode == AutoresetMode.SAME_STEP and games.ended.any():
            info |= self._final(info)
            games.deal(games.ended.copy())
        return self._observations(), rewards, terminations, truncations, info | self._info()

    def _won(self) -> tuple[np.ndarray, dict[str, Any]]:
        """Rewards of the seat that chose, and of every seat."""
        won, rewards = self.games.batch.won, self.games.batch.rewards
        if self.copy or self.autoreset_mode == AutoresetMode.SAME_STEP:  # which writes them over
            won, rewards = won.copy(), rewards.copy()
        return won, {"rewards": rewards, "_rewards": self._every}

    def _final(self, info: dict[str, Any]) -> dict[str, Any]:
        """Last observations of games that end in the step in which the next ones are dealt."""
        observations, ended = np.full(self.num_envs, None, object), self.games.ended.copy()
        for game in np.flatnonzero(ended):
            observations[game] = self.games.batch.observations[game].copy()
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": info,
            "_final_info": ended,
        }

    def _observations(self) -> np.ndarray:
        observations = self.games.batch.observations
        return observations.copy() if self.copy else observations

    def _info(self) -> dict[str, Any]:
        batch = self.games.batch
        info: dict[str, np.ndarray] = {"action_mask": batch.masks, "to_move": batch.movers}
        if self.copy:
            info = {name: array.copy() for name, array in info.items()}
        return info | {f"_{name}": self._every for name in info}

    def render(self) -> tuple[Any, ...] | None:
        """Render what the player to move sees, game by game."""
        if self.render_mode is None:
            return None
        batch = self.games.batch
        return tuple(
            render(batch.position(game), int(batch.movers[game]), self.render_mode)
            for game in range(self.num_envs)
        )


class Env(gymnasium.Env):
    """A single game; see `VectorEnv`."""

    metadata = METADATA

    def __init__(
        self,
        game: str | Variant,
        *,
        opponents: Given | Sequence[Given] | None = None,
        seat: int | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        variant = _variant(game, options)
        self._games = _Games(variant, 1, opponents, seat, max_plies)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-1, 1, (variant.encoding.size,))
        self.action_space = LegalActions(
            variant.encoding.actions, lambda: self._games.batch.masks[0]
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        first = self._np_random is None
        seed = None if seed is None else int(seed)  # NumPy's too, which Gymnasium refuses
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._games.batch.seed([seed])
        elif first:
            self._games.batch.seed([int(self.np_random.integers(SEEDS))])
        self._games.deal(np.ones(1, np.bool_))
        return self._games.batch.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        games, batch = self._games, self._games.batch
        if games.ended[0]:
            raise NotReset("The game is not dealt, or over; reset it to play on.")
        games.step(np.array([chosen_number(action)]), dealing=False)
        [terminated], [truncated] = (ended.tolist() for ended in games.settle())
        info = self._info() | {"rewards": batch.rewards[0].copy()}
        return batch.observations[0].copy(), float(batch.won[0]), terminated, truncated, info

    def _info(self) -> dict[str, Any]:
        batch = self._games.batch
        return {"action_mask": batch.masks[0].copy(), "to_move": int(batch.movers[0])}

    def render(self) -> Any:
        """Render what the player to move sees."""
        batch = self._games.batch
        if self.render_mode is None:
            return None
        return render(batch.position(0), int(batch.movers[0]), self.render_mode)


for _name in game_names():
    gymnasium.register(
        f"matchwood/{_name}-v{find_game(_name).version}",
        entry_point=f"{__name__}:Env",
        vector_entry_point=f"{__name__}:VectorEnv",
        kwargs={"game": _name},
    )
