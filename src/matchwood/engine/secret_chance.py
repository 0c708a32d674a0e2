"""The secret chance of a table: one ChaCha20 stream (RFC 8439) from a 32-byte seed.

It deals, shuffles and rolls. Nobody at the table may know what comes next, so it is hidden from
players and bots; those have a generator of their own (`matchwood.engine.generators`).

The stream is part of the state: `key` is the seed, `block` the words being used up, `used`
how many of them are, `counter` the number of the next block. So a game is repeatable from its
seed and moves, and no shuffle is weaker than the seed is secret.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.generators import MASK, REJECTED, WORD_BITS, bounded
from matchwood.engine.generators import word as generator_word
from matchwood.engine.kernels import kernel

KEY_WORDS = 8
BLOCK_WORDS = 16
DOUBLE_ROUNDS = 10
# "expand 32-byte k", as the RFC has it
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)

FIELDS = [
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
def start(s):
    """Begin the stream of the key that is already in the state."""
    s.counter = 0
    s.used = BLOCK_WORDS
    for i in range(BLOCK_WORDS):
        s.block[i] = 0


@kernel
def wipe(s):
    """Forget the stream, as everyone but the table must."""
    for i in range(KEY_WORDS):
        s.key[i] = 0
    start(s)


@kernel
def reseed(s, generator):
    """Give the state a stream of its own, out of a bot's or a simulation's generator."""
    for i in range(KEY_WORDS):
        s.key[i] = generator_word(generator)
    start(s)


@kernel
def word(s):
    """The next 32 bits of the stream."""
    if s.used >= BLOCK_WORDS:
        chacha_block(s.key, s.counter, NO_NONCE, s.block)
        s.counter += 1
        s.used = 0
    drawn = np.uint64(s.block[s.used])
    s.used += 1
    return drawn


@kernel
def below(s, bound):
    """A number from 0 to bound - 1, every one equally likely."""
    while True:
        number = bounded(word(s), bound)
        if number != REJECTED:
            return number


@kernel
def shuffle(s, items):
    """Every order equally likely (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = below(s, last + 1)
        items[last], items[other] = items[other], items[last]
