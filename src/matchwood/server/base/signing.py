"""The signature of a server under the records that it hands out.

Its key follows from the key of the tokens, so all servers on one store have the same, a backup
carries it, and nothing more has to be kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from matchwood.engine.fairness import KEY_BYTES, Signature, message_of
from matchwood.engine.record import GameRecord

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LABEL = b"matchwood signature of records"
"""Keeps the key apart from all others that may follow from that of the tokens."""


class Signer:
    """The key pair of a server. It is made when it is first needed: to load the package for it
    takes some hundredths of a second."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derived = HKDF(SHA256(), KEY_BYTES, salt=None, info=LABEL).derive(self._key)
        return Ed25519PrivateKey.from_private_bytes(derived)

    @cached_property
    def public_key(self) -> bytes:
        return self._private.public_key().public_bytes_raw()

    def signed(self, record: GameRecord) -> GameRecord:
        """The record with a signature over all of it."""
        unsigned = replace(record, signature=Signature(self.public_key, b""))
        message = message_of(unsigned.write())
        value = self._private.sign(message)
        return replace(record, signature=Signature(self.public_key, value, message))
