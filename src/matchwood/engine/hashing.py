"""A number that looks like any other made of words, for tables in which things are looked up."""

from __future__ import annotations

import numpy as np

from matchwood.engine.generators import MASK, WORD_BITS
from matchwood.engine.kernels import kernel

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
