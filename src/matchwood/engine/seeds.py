"""From what a person gives as a seed to the 32 bytes that all chance of a game flows from."""

from __future__ import annotations

import hashlib
import secrets

from matchwood.engine.errors import BadSeed, quoted

SEED_BYTES = 32
SEED_DIGITS = 2 * SEED_BYTES

Seed = int | str | bytes | None


def seed_bytes(seed: Seed) -> bytes:
    """The 32 bytes that a seed stands for.

    Nothing draws them from the system. 32 bytes, or their 64 hexadecimal digits, stand for
    themselves. Any other text, and a whole number as its digits, is hashed; so
    `--seed 7` on the command line is `seed=7` in Python.
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
        case int():
            return _hashed(str(seed))
        case "":
            raise BadSeed("A seed may be any text but an empty one.")
        case str():
            return _from_hex(seed) or _hashed(seed)
    raise BadSeed(
        "A seed is a whole number, text or {bytes} bytes, not the {type} {seed}.",
        bytes=SEED_BYTES,
        type=type(seed).__name__,
        seed=quoted(seed),
    )


def _from_hex(text: str) -> bytes | None:
    if len(text) != SEED_DIGITS:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _hashed(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
