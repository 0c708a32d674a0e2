"""From what a person gives as a seed to the 32 bytes that all chance of a game flows from."""

from __future__ import annotations

import hashlib
import re
import secrets
from numbers import Integral
from typing import SupportsIndex

from matchwood.engine.errors import BadSeed, quoted

SEED_BYTES = 32
SEED_DIGITS = 2 * SEED_BYTES
_HEX = re.compile(rf"[0-9a-fA-F]{{{SEED_DIGITS}}}")

Seed = SupportsIndex | str | bytes | None


def seed_bytes(seed: Seed) -> bytes:
    """The 32 bytes that a seed stands for.

    Nothing draws them from the system. 32 bytes, or their 64 hexadecimal digits, stand for
    themselves. Any other text, and a whole number as its digits, is hashed; so
    `--seed 7` on the command line is `seed=7` in Python, and NumPy's numbers are numbers.
    """
    match seed:
        case None:
            return secrets.token_bytes(SEED_BYTES)
        case bytes() if len(seed) == SEED_BYTES:
            return seed
        case bytes():
            raise BadSeed(
                "A seed in bytes has {bytes} of them, not {given}.",
                bytes=SEED_BYTES,
                given=len(seed),
            )
        case bool():
            pass
        case Integral():
            return _hashed(str(int(seed)))
        case "":
            raise BadSeed("A seed may be any text but an empty one.")
        case str():
            return bytes.fromhex(seed) if _HEX.fullmatch(seed) else _hashed(seed)
    raise BadSeed(
        "A seed is a whole number, text or {bytes} bytes, not the {type} {seed}.",
        bytes=SEED_BYTES,
        type=type(seed).__name__,
        seed=quoted(seed),
    )


def _hashed(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
