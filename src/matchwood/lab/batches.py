"""Many games of one variant side by side, stepped together, in compiled code.

A batch is arrays with a row for each game: the states, a generator each, what a player may know as
numbers, the mask of the legal actions, and what everyone has won. Game number i is the same
whatever the others do, so a batch of one with its seed plays the same game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

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
BLOCK = np.uint64(16)
"""How many numbers of a mask are taken together."""
PARTS_A_THREAD = 4
"""In how many parts a thread does its share, at most."""
LEAST_PART = 1024
"""How many games a part should have: to hand fewer over takes longer than to step them."""


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


# A step goes through the games twice. Who copies a record just after writing into it waits until
# what was written has arrived, a fifth of a step; the second time it has, long since. And games are
# counted without a sign: else it would be looked at for each array whether they are counted from
# its end.


@kernel
def play_all(
    states,
    numbers,
    waiting,
    dealing,
    seats,
    generators,
    blank,
    shares,
    rewards,
    won,
    over,
    plies,
    movers,
    changed,
):
    """Play one action in every game that does not wait, and deal anew where that is wanted."""
    for game in range(np.uint64(len(states))):
        s, won_by = states[game], rewards[game]
        changed[game] = dealing[game] or not waiting[game]
        if dealing[game]:
            states[game] = blank[0]
            secret_chance.reseed(s, generators[game])
            rules.setup(s)
            plies[game] = 0
            won[game] = 0.0
            for seat in range(len(won_by)):
                won_by[seat] = 0.0
        elif changed[game]:
            rules.apply(s, rules.numbered(s, numbers[game]))
            plies[game] += 1
        else:
            continue
        if s.over:
            reward(s, shares, won_by)
            won[game] = won_by[movers[game] if seats[game] == EVERY_SEAT else seats[game]]
        over[game] = s.over
        movers[game] = s.to_move


@kernel
def show_all(states, changed, seats, movers, room, actions, seen, masks, legal):
    """Write what is seen of every game that has changed, and what is legal there."""
    for game in range(np.uint64(len(states))):
        if not changed[game]:
            continue
        s = states[game]
        viewer = movers[game] if seats[game] == EVERY_SEAT else seats[game]
        if rules.is_open(s):
            shown = s
        else:
            room[0] = s
            shown = room[0]
            rules.hide(shown, viewer)
        rules.encode(shown, viewer, seen[game])
        legal[game] = write_mask(s, actions, masks[game])


@kernel
def step_all(states, numbers, waiting, dealing, played, shown):
    """Both, one after the other, with the arrays that each works on."""
    play_all(states, numbers, waiting, dealing, *played)
    show_all(states, *shown)


@kernel
def reward(s, shares, out):
    """What each seat won above an even share of the win, who wins alone 1."""
    rules.returns(s, shares)
    for seat in range(s.players):
        out[seat] = (s.players * shares[seat] - 1) / (s.players - 1)


@kernel
def choose_all(masks, legal, waiting, generators, out):
    """A legal action for every game that does not wait, each equally likely; else 0."""
    for game in range(np.uint64(len(masks))):
        out[game], many = 0, legal[game]
        if many and not waiting[game]:
            nth = below(generators[game], many)
            out[game] = nth if many == masks.shape[1] else nth_legal(masks[game], nth)


@kernel
def nth_legal(mask, nth):
    """The number of a legal action, of which so many others come before it.

    Its block is looked for, and then all of the block gone through: to stop wherever the action
    stands is what a processor cannot foresee, which costs more than to go on.
    """
    first, end = np.uint64(0), np.uint64(len(mask))
    while end - first > BLOCK:
        inside = 0
        for number in range(first, first + BLOCK):
            inside += mask[number]
        if nth < inside:
            end = first + BLOCK
        else:
            nth -= inside
            first += BLOCK
    found = first
    for number in range(first, end):
        nth -= mask[number]
        found += np.uint64(nth >= 0)
    return found


def rewards_of(position: Position) -> list[float]:
    """What each seat of a game has won above an even share of the win; 0 before the end."""
    out = np.zeros(position.players)
    if position.over:
        reward(position.state, np.zeros(position.players), out)
    return [float(won) for won in out]


def parts_for(games: int, threads: int) -> int:
    """In how many parts so many games are worked on by so many threads."""
    if threads == 1:
        return 1
    return max(threads, min(PARTS_A_THREAD * threads, games // LEAST_PART))


class _Part(NamedTuple):
    """Games that are worked on by one thread, and all that is worked on."""

    games: slice
    states: np.ndarray
    played: tuple[np.ndarray, ...]
    shown: tuple[np.ndarray, ...]


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
        self._changed, self._none = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        parts = np.array_split(np.arange(games), parts_for(games, threads))
        self._parts = [self._part(part) for part in parts]
        self._helpers = threads - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None

    def _part(self, games: np.ndarray) -> _Part:
        """A part of the games: which they are, and all that is worked on."""
        part, blank = slice(int(games[0]), int(games[-1]) + 1), self.variant.blank
        states, seats, movers, changed = (
            array[part] for array in (self.states, self.seats, self.movers, self._changed)
        )
        dealt = self.generators[part], blank, np.zeros(self.variant.players)
        results = (array[part] for array in (self.rewards, self.won, self.over, self.plies))
        room = blank.copy(), np.empty(self.variant.game.rules.MOST_ACTIONS, np.int32)
        shown = (array[part] for array in (self.seen, self.masks, self.legal))
        return _Part(
            part,
            states,
            (seats, *dealt, *results, movers, changed),
            (changed, seats, movers, *room, *shown),
        )

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
        def work(part: _Part) -> None:
            games = part.games
            of_part = numbers[games], waiting[games], dealing[games]
            step_all(part.states, *of_part, part.played, part.shown)

        self._share(work)

    def _share(self, work: Callable[[_Part], None]) -> None:
        """Let all threads work, each on the part that comes next.

        One that is slow to wake finds fewer parts left, and is not waited for if it has not begun.
        """
        left = deque(self._parts)

        def work_on() -> None:
            while True:
                try:
                    part = left.popleft()
                except IndexError:  # another thread has just taken the last
                    return
                work(part)

        others = [self._pool.submit(work_on) for _ in range(self._helpers)] if self._pool else []
        work_on()
        for other in others:
            if not other.cancel():
                other.result()

    def any_legal(self, waiting: np.ndarray, generators: np.ndarray | None = None) -> np.ndarray:
        """A legal action for every game that does not wait, each equally likely.

        By the luck of the games themselves, or by that of other generators.
        """
        numbers = np.empty(self.games, np.int64)
        luck = self.generators if generators is None else generators

        def work(part: _Part) -> None:
            games = part.games
            masks, legal = self.masks[games], self.legal[games]
            choose_all(masks, legal, waiting[games], luck[games], numbers[games])

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
