"""Seeds, deals that nobody chose and everybody can check, and signatures of records.

In a deal the server draws a secret and shows its fingerprint, the commitment, before it knows
anything else. Every player's browser draws 32 random bytes of its own, its part, and shows their
fingerprint, the pledge. When all pledges are there the parts are opened, and the seed of the game
follows from the secret and all parts; after the game everything is shown.

So everyone has chosen before anyone can know what another chose: the server, the players, and a
server and a player who are in league. Commitment and seed are bound to the terms, what is played at
which table, so that neither can be used for another game. Who pledges and then does not open their
part is left out, and the record says so: all they can choose is whether they are.

With its signature, two lines of a record, a server vouches for a game that was played there: `key`,
its public key, and `signature`, by Ed25519. Signed are the lines of the record, each with a line
end, without the line `signature` and empty ones.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from numbers import Integral
from typing import SupportsIndex

from matchwood.engine.errors import BadSeed, MatchwoodError, quoted

PART_BYTES = 32
"""Length of the secret and of each part, in bytes."""
_DEAL, _PLEDGE = b"matchwood deal\n", "matchwood part\n{table}\n"


@dataclass(frozen=True)
class Terms:
    """Game, options and table that a deal is bound to."""

    table: str
    game: str
    version: int
    options: str
    """As they stand in a record."""

    def __str__(self) -> str:
        return (
            f"table: {self.table}\ngame: {self.game}\n"
            f"rules: {self.version}\noptions: {self.options}\n"
        )


def draw() -> bytes:
    """A secret, or a part for someone who has none."""
    return secrets.token_bytes(PART_BYTES)


def pledge(table: str, part: bytes) -> str:
    """Hash of a part, shown before all are bound to theirs."""
    return sha256(_PLEDGE.format(table=table).encode() + part).hexdigest()


def commitment(secret: bytes, terms: Terms | None = None) -> str:
    """Hash of a secret, shown before the deal; without terms, as it was before there were any."""
    return sha256(secret if terms is None else _beginning(terms) + secret).hexdigest()


def seed_of(secret: bytes, parts: Mapping[int, bytes], terms: Terms | None = None) -> bytes:
    """The seed that follows from the secret and the parts by seat."""
    added = b"".join(bytes([seat]) + parts[seat] for seat in sorted(parts))
    return sha256(_beginning(terms) + secret + added).digest()


def _beginning(terms: Terms | None) -> bytes:
    return _DEAL if terms is None else _DEAL + str(terms).encode()


@dataclass(frozen=True)
class Proof:
    """Evidence in a record of how its seed came to be."""

    commitment: str
    secret: bytes
    contributions: Mapping[int, bytes]
    """The parts that were opened, by seat."""
    terms: Terms | None = None
    drawn: frozenset[int] = field(default_factory=frozenset)
    """The seats whose part the server drew, for a browser that could not."""
    withheld: frozenset[int] = field(default_factory=frozenset)
    """The seats that were bound to a part and did not open it."""

    @property
    def people(self) -> frozenset[int]:
        """The seats of people: each was bound to a part, and bots have none."""
        return self.withheld.union(self.contributions)

    def is_committed(self) -> bool:
        """True if the secret is the one that was committed to."""
        return commitment(self.secret, self.terms) == self.commitment

    def leads_to(self, seed: bytes) -> bool:
        return seed_of(self.secret, self.contributions, self.terms) == seed


# Seeds

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
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


# Signatures

KEY_BYTES, SIGNATURE_BYTES = 32, 64
SIGNATURE = "signature: "


class MissingPackage(MatchwoodError):
    """The package that checks signatures is not installed."""


@dataclass(frozen=True)
class Signature:
    """A signature, with what it was read with: the key beside it and the message."""

    key: bytes
    """The public key of whoever signed."""
    value: bytes
    message: bytes = field(default=b"", repr=False)

    def is_valid(self) -> bool:
        """True if the holder of the key has signed this very message."""
        try:
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        except ImportError as error:
            raise MissingPackage(
                "The record is signed, and to check that, Python needs the package "
                "“cryptography”: pip install cryptography."
            ) from error
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(self.value, self.message)
        except InvalidSignature:
            return False
        return True


def message_of(record: str) -> bytes:
    """The part of a record’s text that is signed."""
    lines = (line.strip() for line in record.split("\n"))
    signed = (line for line in lines if line and not line.startswith(SIGNATURE.strip()))
    return "".join(f"{line}\n" for line in signed).encode("utf-8", "surrogatepass")
