"""The generators of random numbers that bots and simulations own (Chris Doty-Humphrey's sfc32).

They are fast, and no secret: they pick moves and guess truths. They never deal; that is
`matchwood.engine.secret_chance`, whose stream a player must not be able to follow.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.kernels import kernel

WORD_BITS = np.uint64(32)
MASK = np.uint64(0xFFFF_FFFF)
REJECTED = np.int64(-1)
STATE_WORDS = 4
"""How many words a generator is. Any will do that are random already; a seed is first drawn from
until nothing is left to be seen of it."""
WARM_UP = 12


def new_generator(seed: int) -> np.ndarray:
    """The state of a generator: the same seed, the same numbers."""
    [state] = new_generators(np.array([int(seed) & 0xFFFF_FFFF_FFFF_FFFF], np.uint64))
    return np.asarray(state)


def new_generators(seeds: np.ndarray) -> np.ndarray:
    """The states of many generators, a row for each seed of 64 bits."""
    states = np.zeros((len(seeds), STATE_WORDS), np.uint32)
    states[:, 0] = seeds & MASK
    states[:, 1] = seeds >> WORD_BITS
    states[:, 3] = 1
    warm_up(states)
    return states


@kernel
def warm_up(states):
    """Draw until nothing is left to be seen of the seeds."""
    for i in range(len(states)):
        for _ in range(WARM_UP):
            word(states[i])


@kernel
def state_of(generator):
    """Where it stands, to go back to."""
    return generator[0], generator[1], generator[2], generator[3]


@kernel
def go_back(generator, state):
    """Let what was drawn since then be drawn again."""
    for i in range(STATE_WORDS):
        generator[i] = state[i]


@kernel
def word(generator):
    a, b, c, count = (
        np.uint64(generator[0]),
        np.uint64(generator[1]),
        np.uint64(generator[2]),
        np.uint64(generator[3]),
    )
    drawn = (a + b + count) & MASK
    generator[0] = b ^ (b >> np.uint64(9))
    generator[1] = (c + (c << np.uint64(3))) & MASK
    generator[2] = (((c << np.uint64(21)) | (c >> np.uint64(11))) + drawn) & MASK
    generator[3] = (count + np.uint64(1)) & MASK
    return drawn


@kernel
def bounded(word, bound):
    """A number from 0 to bound - 1 out of a 32-bit word, or REJECTED.

    The product of word and bound falls evenly on the multiples of 2**32, but for as many words
    as 2**32 has left over the bound; those are rejected, so every number is equally likely
    (Daniel Lemire's way, which seldom has to divide).
    """
    bound = np.uint64(bound)
    product = np.uint64(word) * bound
    rest = product & MASK
    if rest < bound and rest < (MASK + np.uint64(1)) % bound:
        return REJECTED
    return np.int64(product >> WORD_BITS)


@kernel
def below(generator, bound):
    """A number from 0 to bound - 1, every one equally likely."""
    while True:
        number = bounded(word(generator), bound)
        if number != REJECTED:
            return number
