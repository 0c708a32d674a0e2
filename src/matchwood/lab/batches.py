"""Many games of one variant side by side, stepped by one compiled call.

A batch is arrays with a row for each game: the states, a generator each, what a player may know as
numbers, the mask of the legal actions, and what everyone has won. Game number i is the same
whatever the others do, so a batch of one with its seed plays the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from matchwood.engine import rules, secret_chance
from matchwood.engine.encoding import MASKS, VALUES, ForbiddenAction, write_mask
from matchwood.engine.game import Variant
from matchwood.engine.generators import STATE_WORDS, below, new_generator
from matchwood.engine.kernels import kernel
from matchwood.engine.position import Position

EVERY_SEAT = -1
"""The seat of one who chooses for whoever is to move."""
ALL_LEGAL = -1


@kernel
def first_forbidden(numbers, masks, waiting):
    """The first game whose action its mask forbids, or ALL_LEGAL. Those that wait take any."""
    for game in range(len(numbers)):
        number = numbers[game]
        if not waiting[game] and (
            number < 0 or number >= masks.shape[1] or masks[game, number] == 0
        ):
            return game
    return ALL_LEGAL


@kernel
def step_all(
    states,
    numbers,
    waiting,
    dealing,
    seats,
    generators,
    blank,
    room,
    shares,
    actions,
    rewards,
    won,
    over,
    plies,
    seen,
    masks,
    legal,
    movers,
):
    """Play one action in every game that does not wait, and deal anew where that is wanted."""
    for game in range(len(states)):
        s, won_by = states[game], rewards[game]
        if dealing[game]:
            states[game] = blank[0]
            secret_chance.reseed(s, generators[game])
            rules.setup(s)
            plies[game] = 0
            won[game] = 0.0
            for seat in range(len(won_by)):
                won_by[seat] = 0.0
        elif waiting[game]:
            continue
        else:
            rules.apply(s, rules.numbered(s, numbers[game]))
            plies[game] += 1
        everyone = seats[game] == EVERY_SEAT
        if s.over:
            reward(s, shares, won_by)
            won[game] = won_by[movers[game] if everyone else seats[game]]
        over[game] = s.over
        movers[game] = s.to_move
        viewer = np.int64(s.to_move if everyone else seats[game])
        room[0] = s
        rules.hide(room[0], viewer)
        rules.encode(room[0], viewer, seen[game])
        legal[game] = write_mask(s, actions, masks[game])


@kernel
def reward(s, shares, out):
    """What each seat won above an even share of the win, who wins alone 1."""
    rules.returns(s, shares)
    for seat in range(s.players):
        out[seat] = (s.players * shares[seat] - 1) / (s.players - 1)


@kernel
def choose_all(masks, legal, waiting, generators, out):
    """A legal action for every game that does not wait, each equally likely; else 0."""
    for game in range(len(masks)):
        mask, number = masks[game], 0
        if legal[game] and not waiting[game]:
            left = below(generators[game], legal[game]) - mask[0]
            while left >= 0:
                number += 1
                left -= mask[number]
        out[game] = number


def rewards_of(position: Position) -> list[float]:
    """What each seat of a game has won above an even share of the win; 0 before the end."""
    out = np.zeros(position.players)
    if position.over:
        reward(position.state, np.zeros(position.players), out)
    return [float(won) for won in out]


class Batch:
    """Games of one variant side by side. Its arrays are its own and change with every step."""

    def __init__(self, variant: Variant, games: int, threads: int = 1) -> None:
        self.variant, self.encoding = variant, variant.encoding
        self.states = np.repeat(variant.blank, games)
        self.generators = np.zeros((games, STATE_WORDS), np.uint32)
        self.seats = np.full(games, EVERY_SEAT, np.int64)
        """Who chooses and looks: a seat, or whoever is to move."""
        self.seen = np.zeros((games, self.encoding.size), VALUES)
        """What that player may know."""
        self.masks = np.zeros((games, self.encoding.actions), MASKS)
        """The legal actions of the player to move."""
        self.legal = np.zeros(games, np.int64)
        """How many these are."""
        self.movers = np.zeros(games, np.int64)
        """The seat to move; of a game that is over, the one that moved last."""
        self.over = np.zeros(games, np.bool_)
        self.plies = np.zeros(games, np.int64)
        """How many moves were made."""
        self.rewards = np.zeros((games, variant.players))
        """What each seat won above an even share of the win, who wins alone 1; 0 before the end."""
        self.won = np.zeros(games)
        """The same of the seat that chose."""
        self._none = np.zeros(games, np.bool_)
        self._parts = [self._part(part) for part in np.array_split(np.arange(games), threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def _part(self, games: np.ndarray) -> tuple[slice, tuple[np.ndarray, ...]]:
        """The games of one thread: which they are, and all that is worked on."""
        part, blank = slice(int(games[0]), int(games[-1]) + 1), self.variant.blank
        own = blank.copy(), blank.copy(), np.zeros(self.variant.players)
        actions = np.empty(self.variant.game.rules.MOST_ACTIONS, np.int32)
        written = (
            *(self.rewards, self.won, self.over, self.plies),
            *(self.seen, self.masks, self.legal, self.movers),
        )
        shared = self.seats[part], self.generators[part]
        return part, (*shared, *own, actions, *(array[part] for array in written))

    @property
    def games(self) -> int:
        return len(self.states)

    def seed(self, seeds: Sequence[int]) -> None:
        """Let every game go on with other luck."""
        self.generators[:] = [new_generator(seed) for seed in seeds]

    def deal(self, wanted: np.ndarray) -> None:
        """Deal a new game wherever one is wanted."""
        self._step(self.movers, ~wanted, wanted)

    def step(
        self, numbers: np.ndarray, waiting: np.ndarray, dealing: np.ndarray | None = None
    ) -> None:
        """Play one action in every game that does not wait; if any is forbidden, none is played.

        Of those that wait, some may be dealt anew meanwhile.
        """
        wrong = int(first_forbidden(numbers, self.masks, waiting))
        if wrong != ALL_LEGAL:
            raise self._forbidden(wrong, int(numbers[wrong]))
        self._step(numbers, waiting, self._none if dealing is None else dealing)

    def _step(self, numbers: np.ndarray, waiting: np.ndarray, dealing: np.ndarray) -> None:
        def work(part: slice, own: tuple[np.ndarray, ...]) -> None:
            step_all(self.states[part], numbers[part], waiting[part], dealing[part], *own)

        self._share(work)

    def _share(self, work: Callable[[slice, tuple[np.ndarray, ...]], None]) -> None:
        """Let every thread work on its games."""
        others = [self._pool.submit(work, *part) for part in self._parts[1:]] if self._pool else []
        work(*self._parts[0])
        for other in others:
            other.result()

    def any_legal(self, waiting: np.ndarray, generators: np.ndarray | None = None) -> np.ndarray:
        """A legal action for every game that does not wait, each equally likely.

        By the luck of the games themselves, or by that of other generators.
        """
        numbers = np.empty(self.games, np.int64)
        luck = self.generators if generators is None else generators

        def work(part: slice, _: tuple[np.ndarray, ...]) -> None:
            choose_all(self.masks[part], self.legal[part], waiting[part], luck[part], numbers[part])

        self._share(work)
        return numbers

    def _forbidden(self, game: int, number: int) -> ForbiddenAction:
        if self.over[game]:
            return ForbiddenAction("Game {game} is over; reset it to play on.", game=game)
        refusal = self.encoding.forbidden(number, self.masks[game])
        return ForbiddenAction("Game {game}: {refusal}", game=game, refusal=refusal.phrase)

    def position(self, game: int) -> Position:
        """A copy of one of the games; how it came to stand there is not known."""
        return Position.of(self.variant, self.states[game : game + 1].tobytes())
