"""A deal that nobody chose, and everybody can check.

The server draws a secret and shows its SHA-256, the commitment, before it knows anything else.
Every player's browser then adds 32 random bytes of its own. The seed of the game is the SHA-256
of all of these, and after the game everything is shown. The server could not pick the deal, as it
had to choose first; the players could not, as they did not know the secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

PART_BYTES = 32
"""How long the secret and each contribution are."""
_BEGINNING = b"matchwood deal\n"


def draw() -> bytes:
    """A secret, or a contribution for someone who made none."""
    return secrets.token_bytes(PART_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the deal."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, contributions: Mapping[int, bytes]) -> bytes:
    """The seed that follows from the secret and the contributions by seat."""
    parts = (bytes([seat]) + contributions[seat] for seat in sorted(contributions))
    return sha256(_BEGINNING + secret + b"".join(parts)).digest()


@dataclass(frozen=True)
class Proof:
    """What a record shows of how its seed came to be."""

    commitment: str
    secret: bytes
    contributions: Mapping[int, bytes]

    def kept(self) -> bool:
        """Whether the secret is the one that was committed to."""
        return commitment(self.secret) == self.commitment

    def leads_to(self, seed: bytes) -> bool:
        return seed_of(self.secret, self.contributions) == seed
