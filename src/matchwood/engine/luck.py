"""The fast generator of bots and simulations (Chris Doty-Humphrey's sfc32).

It picks moves and guesses truths. It never deals: that is `chance`, whose stream a player must
not be able to follow.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.kernels import kernel

WORD_BITS = np.uint64(32)
MASK = np.uint64(0xFFFF_FFFF)
REJECTED = np.int64(-1)
WARM_UP = 12


def luck(seed: int) -> np.ndarray:
    """A generator's state: the same seed, the same luck."""
    state = np.array([seed & 0xFFFF_FFFF, seed >> 32 & 0xFFFF_FFFF, 0, 1], np.uint32)
    for _ in range(WARM_UP):
        word(state)
    return state


@kernel
def word(luck):
    a, b, c, count = (
        np.uint64(luck[0]),
        np.uint64(luck[1]),
        np.uint64(luck[2]),
        np.uint64(luck[3]),
    )
    drawn = (a + b + count) & MASK
    luck[0] = b ^ (b >> np.uint64(9))
    luck[1] = (c + (c << np.uint64(3))) & MASK
    luck[2] = (((c << np.uint64(21)) | (c >> np.uint64(11))) + drawn) & MASK
    luck[3] = (count + np.uint64(1)) & MASK
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
def below(luck, bound):
    """A number from 0 to bound - 1, every one equally likely."""
    while True:
        number = bounded(word(luck), bound)
        if number != REJECTED:
            return number
