"""A deal that nobody chose, and everybody can check.

The server draws a secret and shows its fingerprint, the commitment, before it knows anything else.
Every player's browser draws 32 random bytes of its own, its part, and shows their fingerprint, the
pledge. When all pledges are there the parts are opened, and the seed of the game follows from the
secret and all parts; after the game everything is shown.

So everyone has chosen before anyone can know what another chose: the server, the players, and a
server and a player who are in league. Commitment and seed are bound to the terms, what is played at
which table, so that neither can be used for another game. Who pledges and then does not open their
part is left out, and the record says so: all they can choose is whether they are.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

PART_BYTES = 32
"""How long the secret and each part are."""
_DEAL, _PLEDGE = b"matchwood deal\n", "matchwood part\n{table}\n"


@dataclass(frozen=True)
class Terms:
    """What a deal is for."""

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
    """What is shown of a part before all are bound to theirs."""
    return sha256(_PLEDGE.format(table=table).encode() + part).hexdigest()


def commitment(secret: bytes, terms: Terms | None = None) -> str:
    """What is shown of a secret before the deal; without terms, as it was before there were any."""
    return sha256(secret if terms is None else _beginning(terms) + secret).hexdigest()


def seed_of(secret: bytes, parts: Mapping[int, bytes], terms: Terms | None = None) -> bytes:
    """The seed that follows from the secret and the parts by seat."""
    added = b"".join(bytes([seat]) + parts[seat] for seat in sorted(parts))
    return sha256(_beginning(terms) + secret + added).digest()


def _beginning(terms: Terms | None) -> bytes:
    return _DEAL if terms is None else _DEAL + str(terms).encode()


@dataclass(frozen=True)
class Proof:
    """What a record shows of how its seed came to be."""

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
        """Whether the secret is the one that was committed to."""
        return commitment(self.secret, self.terms) == self.commitment

    def leads_to(self, seed: bytes) -> bool:
        return seed_of(self.secret, self.contributions, self.terms) == seed
