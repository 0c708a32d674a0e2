"""Random numbers, of two kinds that must never be mixed.

**Generators** (sfc32, Chris Doty-Humphrey) belong to bots and simulations. They are fast and no
secret: they pick moves and guess hidden things. They never deal.

**Chance** of a table is one ChaCha20 stream (RFC 8439) from a 32-byte seed. It deals, shuffles and
rolls. Nobody at the table may know what comes next, so it is hidden from players and bots. The
stream is part of the record: `key` is the seed, `block` the words being used up, `used` how many of
them are, `counter` the number of the next block. So a game is repeatable from its seed and moves,
and no shuffle is weaker than the seed is secret.

`stir_in` hashes words for tables of kernels; it is no random number at all.
"""

from __future__ import annotations

import operator
from random import Random
from typing import Any

import numpy as np

from matchwood.engine.jit import kernel

WORD_BITS = np.uint64(32)
MASK = np.uint64(0xFFFF_FFFF)
REJECTED = np.int64(-1)
STATE_WORDS = 4
"""Number of words of a generator. Any will do that are random already; a seed is first drawn from
until nothing is left to be seen of it."""
WARM_UP = 12
SEEDS = 2**63


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


def generator_from(rng: Any) -> np.ndarray:
    """The state of a generator, from one, from a seed, or drawn from NumPy's or Python's own."""
    if isinstance(rng, np.ndarray):
        return rng
    if isinstance(rng, np.random.Generator):
        return new_generator(int(rng.integers(SEEDS, dtype=np.uint64)))
    if isinstance(rng, Random):
        return new_generator(rng.randrange(SEEDS))
    return new_generator(operator.index(rng))


@kernel
def warm_up(states):
    """Draw until nothing is left to be seen of the seeds."""
    for i in range(len(states)):
        for _ in range(WARM_UP):
            word(states[i])


@kernel
def state_of(generator):
    """State of a generator, to go back to."""
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


# Chance of a table

KEY_WORDS = 8
BLOCK_WORDS = 16
DOUBLE_ROUNDS = 10
# "expand 32-byte k", as the RFC has it
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)

CHANCE_FIELDS = [
    ("key", "<u4", (KEY_WORDS,)),
    ("block", "<u4", (BLOCK_WORDS,)),
    ("counter", "<u4"),
    ("used", "<u4"),
]


@kernel
def _turn(word, bits):
    bits = np.uint64(bits)
    return ((word << bits) | (word >> (WORD_BITS - bits))) & MASK


@kernel
def quarter_round(w, a, b, c, d):
    """RFC 8439, 2.1, on four of the sixteen words."""
    wa, wb, wc, wd = np.uint64(w[a]), np.uint64(w[b]), np.uint64(w[c]), np.uint64(w[d])
    wa = (wa + wb) & MASK
    wd = _turn(wd ^ wa, 16)
    wc = (wc + wd) & MASK
    wb = _turn(wb ^ wc, 12)
    wa = (wa + wb) & MASK
    wd = _turn(wd ^ wa, 8)
    wc = (wc + wd) & MASK
    wb = _turn(wb ^ wc, 7)
    w[a], w[b], w[c], w[d] = wa, wb, wc, wd


@kernel
def chacha_block(key, counter, nonce, out):
    """RFC 8439, 2.3: sixteen words of key stream."""
    _lay_out(key, counter, nonce, out)
    for _ in range(DOUBLE_ROUNDS):
        quarter_round(out, 0, 4, 8, 12)
        quarter_round(out, 1, 5, 9, 13)
        quarter_round(out, 2, 6, 10, 14)
        quarter_round(out, 3, 7, 11, 15)
        quarter_round(out, 0, 5, 10, 15)
        quarter_round(out, 1, 6, 11, 12)
        quarter_round(out, 2, 7, 8, 13)
        quarter_round(out, 3, 4, 9, 14)
    for i in range(4):
        out[i] = (np.uint64(out[i]) + np.uint64(CONSTANTS[i])) & MASK
    for i in range(KEY_WORDS):
        out[4 + i] = (np.uint64(out[4 + i]) + np.uint64(key[i])) & MASK
    out[12] = (np.uint64(out[12]) + np.uint64(counter)) & MASK
    for i in range(3):
        out[13 + i] = (np.uint64(out[13 + i]) + np.uint64(nonce[i])) & MASK


@kernel
def _lay_out(key, counter, nonce, out):
    for i in range(4):
        out[i] = CONSTANTS[i]
    for i in range(KEY_WORDS):
        out[4 + i] = key[i]
    out[12] = counter
    for i in range(3):
        out[13 + i] = nonce[i]


NO_NONCE = (0, 0, 0)


@kernel
def numbered_block(key, number, out):
    """The block of a key by its number, which may be wider than the counter of a block."""
    number = np.uint64(number)
    high = np.int64(number >> WORD_BITS)
    chacha_block(key, np.int64(number & MASK), (high, 0, 0), out)


@kernel
def numbered_blocks(key, numbers, out):
    """The blocks of a key by their numbers, a row each: what many games begin with, of which any
    can be had without the others."""
    for row in range(len(numbers)):
        numbered_block(key, numbers[row], out[row])


@kernel
def start_chance(s):
    """Begin the stream of the key that is already in the state."""
    s.counter = 0
    s.used = BLOCK_WORDS
    for i in range(BLOCK_WORDS):
        s.block[i] = 0


@kernel
def wipe_chance(s):
    """Forget the stream, as everyone but the table must."""
    for i in range(KEY_WORDS):
        s.key[i] = 0
    start_chance(s)


@kernel
def reseed_chance(s, generator):
    """Give the state a stream of its own, out of a bot's or a simulation's generator."""
    for i in range(KEY_WORDS):
        s.key[i] = word(generator)
    start_chance(s)


@kernel
def chance_word(s):
    """The next 32 bits of the stream."""
    if s.used >= BLOCK_WORDS:
        chacha_block(s.key, s.counter, NO_NONCE, s.block)
        s.counter += 1
        s.used = 0
    drawn = np.uint64(s.block[s.used])
    s.used += 1
    return drawn


@kernel
def chance_below(s, bound):
    """A number from 0 to bound - 1, every one equally likely."""
    while True:
        number = bounded(chance_word(s), bound)
        if number != REJECTED:
            return number


@kernel
def shuffle(s, items):
    """Every order equally likely (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = chance_below(s, last + 1)
        items[last], items[other] = items[other], items[last]


# Hashing

STIR = np.uint64(0x45D9F3B)


@kernel
def stir_in(mixed, word):
    """32 bits that hang on those there were and on all 64 of a word."""
    mixed = _mix(mixed ^ (np.uint64(word) & MASK))
    return _mix(mixed ^ (np.uint64(word) >> WORD_BITS))


@kernel
def _mix(word):
    """Stir 32 bits, each step one that can be undone."""
    word = (word ^ (word >> np.uint64(16))) * STIR & MASK
    word = (word ^ (word >> np.uint64(15))) * STIR & MASK
    return word ^ (word >> np.uint64(16))
