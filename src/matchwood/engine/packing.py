"""Positions and views as bytes: a digest, and a header with records, compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from matchwood.engine.errors import BadDocument

DIGEST_BYTES = 8
"""Of the digest with which bytes of positions begin: rubbish never reaches the kernels."""


def packed(header: Mapping[str, object], records: bytes) -> bytes:
    """The bytes of a header and records."""
    content = zlib.compress(json.dumps(header).encode() + b"\n" + records, level=1)
    return _digest(content) + content


def unpacked(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the records in the bytes of a position or a view."""
    digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
    if _digest(content) != digest:
        raise BadDocument("These bytes are no position.")
    text, _, records = zlib.decompress(content).partition(b"\n")
    return json.loads(text), records


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST_BYTES).digest()
