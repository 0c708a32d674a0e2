"""pgx on Connect Four: batches of games on the CPU, compiled whole.

Two ways to keep a batch busy are tried. One plays all its games to their end, and steps of games
that are over already are not counted. The other deals a new game where one is over, so every
step is a move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from bench.timing import Contestant, Played

BATCHES = (256, 1024, 4096, 16384, 65536)
STEPS = 42
"""Number of steps compiled into one call: as many as the longest game has."""

STEP = (
    "Steps a whole batch, on as many cores as XLA likes. Checks the chosen move; makes the mask of "
    "legal moves, the rewards and the observation, unless XLA sees that nobody looks at them. "
    "Keeps no history. "
)
TO_THE_END = "Plays a batch to its end; steps of games that are over are not counted."
ADDED_UP = "Many steps a call; observations are added up, so that they are made, and go nowhere."
GIVEN_OUT = "One step a call, which gives out the observations, the masks and the rewards."
EVER_ANEW = "Deals a new game where one is over, so every step counts."

Array = jax.Array
States = Any
Play = Callable[[int], Played]

ENVIRONMENT = pgx.make("connect_four")
deal = jax.vmap(ENVIRONMENT.init)
step = jax.vmap(ENVIRONMENT.step)
step_or_deal = jax.vmap(auto_reset(ENVIRONMENT.step, ENVIRONMENT.init))


def contestants() -> list[Contestant]:
    return [
        contestant
        for size in BATCHES
        for contestant in (
            Contestant("pgx, to the end", to_the_end(size), size, STEP + TO_THE_END),
            Contestant("pgx, ever anew", ever_anew(size), size, STEP + EVER_ANEW),
        )
    ]


def environments() -> list[Contestant]:
    """With observations: those of every step are added up, or given out after each step."""
    return [
        contestant
        for size in BATCHES
        for contestant in (
            Contestant("pgx, observations added up", looked_at(size), size, STEP + ADDED_UP),
            Contestant("pgx, a call for each step", step_by_step(size), size, STEP + GIVEN_OUT),
        )
    ]


def choose(key: Array, legal: Array) -> Array:
    """One legal move for each game of the batch, every one equally likely."""
    count = jnp.cumsum(legal, axis=1)
    number = jax.random.uniform(key, (len(legal), 1)) * count[:, -1:]
    return jnp.argmax(count > jnp.floor(number), axis=1)


@partial(jax.jit, static_argnames="size")
def play_batch(key: Array, size: int) -> tuple[Array, Array]:
    """Play a batch to the end; the moves of all games, and a key to go on with."""
    key, deal_key = jax.random.split(key)

    def go_on(carried: Any) -> Any:
        states, key, moves = carried
        key, choice_key = jax.random.split(key)
        actions = choose(choice_key, states.legal_action_mask)
        return step(states, actions), key, moves + jnp.sum(~states.terminated)

    def some_go_on(carried: Any) -> Array:
        return ~jnp.all(carried[0].terminated)

    states = deal(jax.random.split(deal_key, size))
    _, key, moves = jax.lax.while_loop(some_go_on, go_on, (states, key, jnp.int32(0)))
    return key, moves


@jax.jit
def play_on(states: States, key: Array) -> tuple[States, Array, Array]:
    """Play on for some steps; the games that ended meanwhile, and what to go on with."""

    def go_on(carried: Any, _: None) -> Any:
        states, key, ended = carried
        key, choice_key, deal_key = jax.random.split(key, 3)
        actions = choose(choice_key, states.legal_action_mask)
        states = step_or_deal(states, actions, jax.random.split(deal_key, len(actions)))
        return (states, key, ended + jnp.sum(states.terminated)), None

    carried, _ = jax.lax.scan(go_on, (states, key, jnp.int32(0)), length=STEPS)
    return carried


def to_the_end(size: int) -> Play:
    key = jax.random.key(0)

    def play(games: int) -> Played:
        nonlocal key
        batches = -(-games // size)
        moves = jnp.int32(0)
        for _ in range(batches):
            key, more = play_batch(key, size)
            moves += more
        return Played(batches * size, int(moves))

    return play


def ever_anew(size: int) -> Play:
    key = jax.random.key(0)
    states = deal(jax.random.split(key, size))

    def play(games: int) -> Played:
        nonlocal states, key
        calls = -(-games // size)
        ended = jnp.int32(0)
        for _ in range(calls):
            states, key, more = play_on(states, key)
            ended += more
        return Played(int(ended), calls * size * STEPS)

    return play


@jax.jit
def look_and_play_on(states: States, key: Array, seen: Array) -> Any:
    """Play on for some steps, and look at what is observed in each."""

    def go_on(carried: Any, _: None) -> Any:
        states, key, ended, seen = carried
        states, key = next_step(states, key)
        seen += jnp.sum(states.observation, axis=(1, 2, 3))
        return (states, key, ended + jnp.sum(states.terminated), seen), None

    carried, _ = jax.lax.scan(go_on, (states, key, jnp.int32(0), seen), length=STEPS)
    return carried


@jax.jit
def next_step(states: States, key: Array) -> tuple[States, Array]:
    key, choice_key, deal_key = jax.random.split(key, 3)
    actions = choose(choice_key, states.legal_action_mask)
    return step_or_deal(states, actions, jax.random.split(deal_key, len(actions))), key


def looked_at(size: int) -> Play:
    key = jax.random.key(0)
    states, seen = deal(jax.random.split(key, size)), jnp.zeros(size, jnp.int32)

    def play(games: int) -> Played:
        nonlocal states, key, seen
        calls = -(-games // size)
        ended = jnp.int32(0)
        for _ in range(calls):
            states, key, more, seen = look_and_play_on(states, key, seen)
            ended += more
        return Played(int(ended), calls * size * STEPS)

    return play


def step_by_step(size: int) -> Play:
    key = jax.random.key(0)
    states = deal(jax.random.split(key, size))

    def play(games: int) -> Played:
        nonlocal states, key
        calls, ended = -(-games // size) * STEPS, jnp.int32(0)
        for _ in range(calls):
            states, key = next_step(states, key)
            ended += jnp.sum(states.terminated)
        return Played(int(ended), calls * size)

    return play
