"""Tokens: what holds a seat. Only those count that this server has given out.

A token is random bytes and a code over them, made with a key that lies in the folder of the
games, or in the store that servers share. So nobody can make a browser hold seats by a token that
they know, and a token that was made up is told from a real one without a look into the store.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import tempfile
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

KEY_FILE = "key"
KEY_BYTES = 32
RANDOM_BYTES, CODE_BYTES = 32, 16
_FORM = re.compile(r"[A-Za-z0-9_-]{64}")
"""48 bytes are 64 letters, each of which counts."""
ONLY_OURS = 0o600


class Tokens:
    """The tokens of one server."""

    def __init__(self, key: bytes, old_holders: Collection[str] = ()) -> None:
        self._key = key
        self._old_holders = old_holders
        """The hashes of tokens that were given out before there were keys, or with another one."""

    def new(self) -> str:
        random = secrets.token_bytes(RANDOM_BYTES)
        return urlsafe_b64encode(random + self._code(random)).decode()

    def is_issued(self, token: str) -> bool:
        """True if the server has given it out."""
        return self._is_coded(token) or hash_token(token) in self._old_holders

    def _is_coded(self, token: str) -> bool:
        if not _FORM.fullmatch(token):
            return False
        data = urlsafe_b64decode(token)
        random, code = data[:RANDOM_BYTES], data[RANDOM_BYTES:]
        return hmac.compare_digest(code, self._code(random))

    def _code(self, random: bytes) -> bytes:
        return hmac.digest(self._key, random, "sha256")[:CODE_BYTES]


def hash_token(token: str) -> str:
    """Hash of a token, by which the store knows the holder of a seat."""
    return sha256(token.encode()).hexdigest()


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def read_key(folder: Path) -> bytes:
    """The key of a folder; it is drawn when there is none."""
    path = folder / KEY_FILE
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) == KEY_BYTES:
        path.chmod(ONLY_OURS)
        return key
    key = new_key()
    write_key(folder, key)
    return key


def write_key(folder: Path, key: bytes) -> None:
    """Give a folder its key."""
    # Written aside, so that a full disk leaves no half of a key; only the owner may read it.
    number, aside = tempfile.mkstemp(dir=folder, prefix=KEY_FILE)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(key)
        Path(aside).replace(folder / KEY_FILE)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        raise
