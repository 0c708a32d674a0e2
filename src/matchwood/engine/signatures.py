"""Signatures of records: a server vouches for the games that were played there.

Two lines of a record are the server's: `key`, its public key, and `signature`, by Ed25519. Signed
are the lines of the record, each with a line end, without the line `signature` and empty ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from matchwood.engine.errors import MatchwoodError

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
