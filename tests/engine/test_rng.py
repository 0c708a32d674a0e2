"""The chance stream is ChaCha20 to the letter, and its bounded numbers have no bias."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from matchwood.engine import rng
from matchwood.engine.dispatch import state_type
from matchwood.engine.rng import (
    BLOCK_WORDS,
    chacha_block,
    chance_below,
    chance_word,
    quarter_round,
    shuffle,
    start_chance,
    wipe_chance,
)
from matchwood.testing import check_counts

STREAM = state_type("bare-stream", [])
COUNTING_KEY = bytes(range(32))
ZERO_KEY = bytes(32)
LAST_BIT_KEY = bytes(31) + b"\x01"

# RFC 8439: section 2.3.2, then appendix A.1, vectors 1 to 3
VECTORS = [
    (
        COUNTING_KEY,
        "000000090000004a00000000",
        1,
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        ZERO_KEY,
        "000000000000000000000000",
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        ZERO_KEY,
        "000000000000000000000000",
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        LAST_BIT_KEY,
        "000000000000000000000000",
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
]


def stream(key: bytes) -> Any:
    states = np.zeros(1, STREAM)
    states[0].key[:] = np.frombuffer(key, "<u4")
    start_chance(states[0])
    return states[0]


def test_a_quarter_round_is_that_of_rfc_8439_2_1_1() -> None:
    words = np.array([0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567], np.uint32)
    quarter_round(words, 0, 1, 2, 3)
    assert words.tolist() == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


@pytest.mark.parametrize(("key", "nonce", "counter", "block"), VECTORS)
def test_a_block_is_that_of_rfc_8439(key: bytes, nonce: str, counter: int, block: str) -> None:
    out = np.zeros(BLOCK_WORDS, np.uint32)
    nonce_words = np.frombuffer(bytes.fromhex(nonce), "<u4")
    chacha_block(np.frombuffer(key, "<u4"), counter, nonce_words, out)
    assert out.astype("<u4").tobytes().hex() == block


def test_a_stream_is_the_blocks_of_its_key_one_after_the_other() -> None:
    s = stream(ZERO_KEY)
    words = [int(chance_word(s)) for _ in range(2 * BLOCK_WORDS)]
    assert np.array(words, "<u4").tobytes().hex() == VECTORS[1][3] + VECTORS[2][3]


def test_wiping_leaves_nothing_of_a_stream() -> None:
    s = stream(COUNTING_KEY)
    chance_below(s, 6)
    wipe_chance(s)
    assert s.tobytes() == stream(ZERO_KEY).tobytes()


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 24, pytest.param(1000, marks=pytest.mark.slow)])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    s, draws = stream(COUNTING_KEY), 60 * bound
    seen = Counter(int(chance_below(s, bound)) for _ in range(draws))
    check_counts({str(k).encode(): n for k, n in seen.items()}, uniform(range(bound), draws))


@pytest.mark.parametrize("bound", [3, 5, 6, 7, 24, 2**31 + 1])
def test_as_many_words_are_rejected_as_do_not_divide_evenly(bound: int) -> None:
    # The rejected words are those whose product leaves a rest below 2**32 mod bound. For each
    # number, the accepted words form one stretch; check that all stretches are equally long.
    longest = 2**32 // bound
    for number in {0, 1, bound // 2, bound - 1}:
        start, end = -(-number * 2**32 // bound), -(-(number + 1) * 2**32 // bound)
        stretch = [start, *range(max(start + 1, end - 2), end)]
        answers = [int(rng.bounded(word, bound)) for word in stretch]
        rejected = answers.count(rng.REJECTED)
        assert end - start - rejected == longest
        assert set(answers) <= {number, rng.REJECTED}
        assert rng.REJECTED not in answers[1:]


@pytest.mark.slow
def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    s, draws = stream(COUNTING_KEY), 12_000
    seen: Counter[bytes] = Counter()
    for _ in range(draws):
        items = np.arange(4)
        shuffle(s, items)
        seen[str(tuple(items.tolist())).encode()] += 1
    check_counts(seen, uniform(permutations(range(4)), draws))


def test_luck_repeats_by_its_seed_and_differs_by_it() -> None:
    def draw(seed: int) -> list[int]:
        generator = rng.new_generator(seed)
        return [int(rng.word(generator)) for _ in range(20)]

    assert draw(7) == draw(7)
    assert len({tuple(draw(seed)) for seed in range(200)}) == 200


def test_numbers_of_luck_are_equally_likely() -> None:
    generator, draws = rng.new_generator(3), 6000
    seen = Counter(str(int(rng.below(generator, 24))).encode() for _ in range(draws))
    check_counts(seen, uniform(range(24), draws))


def uniform(outcomes: Any, draws: int) -> dict[bytes, float]:
    keys = [str(outcome).encode() for outcome in outcomes]
    return {key: draws / len(keys) for key in keys}
