"""Many games of one variant side by side, stepped together, in compiled code.

A batch is arrays with a row for each game: the states, a generator each, what a player may know as
numbers, the mask of the legal actions, and what everyone has won. Game number i is the same
whatever the others do, so a batch of one with its seed plays the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.encoding import MASKS, VALUES, ForbiddenAction, write_mask
from matchwood.engine.errors import BadOption
from matchwood.engine.game import Variant
from matchwood.engine.jit import config, kernel
from matchwood.engine.options import is_count
from matchwood.engine.position import Position
from matchwood.engine.rng import STATE_WORDS, below, new_generator, reseed_chance
from matchwood.envs.threads import (
    NONE,
    PATIENCE,
    Crew,
    ask_for,
    has_done,
    is_wanted,
    new_words,
    take_part,
)

WHOLE = "iu"
"""The kinds of NumPy's whole numbers."""
EVERY_SEAT = -1
"""The seat of one who chooses for whoever is to move."""
ALL_LEGAL = -1
BLOCK = np.uint64(16)
"""Number of entries of a mask that are summed together."""
PARTS_A_THREAD = 4
"""In how many parts a thread does its share, at most."""
LEAST_PART = 1024
"""Least number of games in a part: to hand fewer over takes longer than to step them."""


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


class Rows(NamedTuple):
    """The arrays of a batch, with a row for each game; what they mean stands in `Batch`."""

    states: np.ndarray
    generators: np.ndarray
    seats: np.ndarray
    numbers: np.ndarray
    waiting: np.ndarray
    dealing: np.ndarray
    changed: np.ndarray
    plies: np.ndarray
    movers: np.ndarray
    over: np.ndarray
    rewards: np.ndarray
    won: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    legal: np.ndarray


class Room(NamedTuple):
    """Scratch of a thread: a blank record, and space of its own."""

    blank: np.ndarray
    hidden: np.ndarray
    shares: np.ndarray
    actions: np.ndarray


# A step goes through the games twice. Who copies a record just after writing into it waits until
# what was written has arrived, a fifth of a step; the second time it has, long since. And games are
# counted without a sign: else it would be looked at for each array whether they are counted from
# its end.


@kernel
def play_games(rows, room, first, end):
    """Play one action in every game that does not wait, and deal anew where that is wanted."""
    for game in range(np.uint64(first), np.uint64(end)):
        s, won_by = rows.states[game], rows.rewards[game]
        rows.changed[game] = rows.dealing[game] or not rows.waiting[game]
        if rows.dealing[game]:
            rows.states[game] = room.blank[0]
            reseed_chance(s, rows.generators[game])
            dispatch.setup(s)
            rows.plies[game] = 0
            rows.won[game] = 0.0
            for seat in range(len(won_by)):
                won_by[seat] = 0.0
        elif rows.changed[game]:
            dispatch.apply(s, dispatch.numbered(s, rows.numbers[game]))
            rows.plies[game] += 1
        else:
            continue
        if s.over:
            reward(s, room.shares, won_by)
            seat = rows.seats[game]
            rows.won[game] = won_by[rows.movers[game] if seat == EVERY_SEAT else seat]
        rows.over[game] = s.over
        rows.movers[game] = s.to_move


@kernel
def show_games(rows, room, first, end):
    """Write what is seen of every game that has changed, and what is legal there."""
    for game in range(np.uint64(first), np.uint64(end)):
        if not rows.changed[game]:
            continue
        s, seat = rows.states[game], rows.seats[game]
        viewer = rows.movers[game] if seat == EVERY_SEAT else seat
        if dispatch.is_open(s):
            shown = s
        else:
            room.hidden[0] = s
            shown = room.hidden[0]
            dispatch.hide(shown, viewer)
        dispatch.encode(shown, viewer, rows.observations[game])
        rows.legal[game] = write_mask(s, room.actions, rows.masks[game])


@kernel
def step_parts(words, parts, rows, room):
    """Step the games of one part after the other, until all parts are taken."""
    games = len(rows.states)
    while True:
        part = take_part(words)
        if part == NONE:
            return
        first, end = part % parts * games // parts, (part % parts + 1) * games // parts
        play_games(rows, room, first, end)
        show_games(rows, room, first, end)
        has_done(words)


@kernel
def step_all(words, parts, rows, room):
    """Let all games be stepped, and help with it."""
    ask_for(words, parts)
    step_parts(words, parts, rows, room)


@kernel
def help_along(words, parts, rows, room):
    """Step games whenever somebody lets them be stepped, until that was not so for a while."""
    looks = 0
    while looks < PATIENCE:
        looks += 1
        if is_wanted(words):
            step_parts(words, parts, rows, room)
            looks = 0


@kernel
def reward(s, shares, out):
    """Write what each seat won above an even share of the win, who wins alone 1."""
    dispatch.returns(s, shares)
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
    """Rewards of the seats of a game: shares of the win above an even one; 0 before the end."""
    out = np.zeros(position.players)
    if position.over:
        reward(position.state, np.zeros(position.players), out)
    return [float(won) for won in out]


def parts_for(games: int, threads: int) -> int:
    """In how many parts so many games are worked on by so many threads."""
    if threads == 1:
        return 1
    return max(threads, min(PARTS_A_THREAD * threads, games // LEAST_PART))


def _room(variant: Variant) -> Room:
    return Room(
        blank=variant.blank,
        hidden=variant.blank.copy(),
        shares=np.zeros(variant.players),
        actions=np.empty(variant.game.rules.MOST_ACTIONS, np.int32),
    )


class Batch:
    """Games of one variant side by side. Its arrays are its own and change with every step."""

    def __init__(self, variant: Variant, games: int, threads: int = 1) -> None:
        for count in (games, threads):
            if not is_count(count):
                raise BadOption("There is 1 game and 1 thread or more, not {given}.", given=count)
        self.variant, self.encoding = variant, variant.encoding
        threads = 1 if config.DISABLE_JIT else threads  # Python runs one at a time
        self.states = np.repeat(variant.blank, games)
        self.generators = np.zeros((games, STATE_WORDS), np.uint32)
        self.seats = np.full(games, EVERY_SEAT, np.int64)
        """Seat that chooses and looks, by game; EVERY_SEAT: whoever is to move."""
        self.observations = np.zeros((games, self.encoding.size), VALUES)
        """Encoding of what that player may know, by game."""
        self.masks = np.zeros((games, self.encoding.actions), MASKS)
        """The legal actions of the player to move."""
        self.legal = np.zeros(games, np.int64)
        """Number of these actions, by game."""
        self.movers = np.zeros(games, np.int64)
        """The seat to move; of a game that is over, the one that moved last."""
        self.over = np.zeros(games, np.bool_)
        self.plies = np.zeros(games, np.int64)
        """Number of moves made, by game."""
        self.rewards = np.zeros((games, variant.players))
        """Rewards of the seats: their shares of the win above an even one, 1 for who wins alone; 0
        before the end."""
        self.won = np.zeros(games)
        """The same of the seat that chose."""
        self._rows = Rows(
            states=self.states,
            generators=self.generators,
            seats=self.seats,
            numbers=np.zeros(games, np.int64),
            waiting=np.zeros(games, np.bool_),
            dealing=np.zeros(games, np.bool_),
            changed=np.zeros(games, np.bool_),
            plies=self.plies,
            movers=self.movers,
            over=self.over,
            rewards=self.rewards,
            won=self.won,
            observations=self.observations,
            masks=self.masks,
            legal=self.legal,
        )
        words, parts = new_words(), parts_for(games, threads)
        self._work, *others = ((words, parts, self._rows, _room(variant)) for _ in range(threads))
        self._crew = Crew([partial(help_along, *work) for work in others], words)

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
        numbers = self.checked(numbers, waiting)
        self._step(numbers, waiting, False if dealing is None else dealing)

    def checked(self, numbers: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        """The actions, if they are a whole number for each game and no mask forbids one."""
        if numbers.shape != self.movers.shape or numbers.dtype.kind not in WHOLE:
            raise ForbiddenAction(
                "The actions are a whole number for each of {games} games, and what was given has "
                "the shape {shape} and the type {type}.",
                games=self.games,
                shape=numbers.shape,
                type=numbers.dtype,
            )
        numbers = np.ascontiguousarray(numbers, np.int64)
        wrong = int(first_forbidden(numbers, self.masks, waiting))
        if wrong != ALL_LEGAL:
            raise self._forbidden(wrong, int(numbers[wrong]))
        return numbers

    def _step(self, numbers: np.ndarray, waiting: np.ndarray, dealing: np.ndarray | bool) -> None:
        # Helpers know no other arrays than the batch's own.
        rows = self._rows
        rows.numbers[:], rows.waiting[:], rows.dealing[:] = numbers, waiting, dealing
        self._crew.call()
        step_all(*self._work)
        self._crew.wait()

    def any_legal(self, waiting: np.ndarray, generators: np.ndarray | None = None) -> np.ndarray:
        """A legal action for every game that does not wait, each equally likely.

        By the luck of the games themselves, or by that of other generators.
        """
        numbers = np.empty(self.games, np.int64)
        luck = self.generators if generators is None else generators
        choose_all(self.masks, self.legal, waiting, luck, numbers)
        return numbers

    def _forbidden(self, game: int, number: int) -> ForbiddenAction:
        if self.over[game]:
            return ForbiddenAction("Game {game} is over; reset it to play on.", game=game)
        refusal = self.encoding.forbidden(number, self.masks[game])
        return ForbiddenAction("Game {game}: {refusal}", game=game, refusal=refusal.phrase)

    def position(self, game: int) -> Position:
        """A copy of one of the games; how it came to stand there is not known."""
        return Position.from_state(self.variant, self.states[game : game + 1].tobytes())


def compile_all(variant: Variant) -> None:
    """Compile all that environments need: a stage of `matchwood.lab.warm`."""
    if variant.game.encoding is None:
        return
    batch, every = Batch(variant, games=1), np.ones(1, np.bool_)
    batch.seed([0])
    batch.deal(every)
    batch.step(batch.any_legal(~every), ~every)
    position = variant.new(0)
    variant.encoding.observe(position, None)
    number = int(variant.encoding.mask(position).argmax())
    variant.encoding.number(position, variant.encoding.action(position, number))
    dispatch.label(position.state, int(position.legal_actions()[0]))
