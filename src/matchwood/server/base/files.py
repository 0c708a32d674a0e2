"""A file as it is served: bytes, media type, and a version that follows from its content."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

CSS, SVG, SCRIPT = "text/css", "image/svg+xml", "text/javascript"
PNG, GIF, PDF = "image/png", "image/gif", "application/pdf"
VERSION_DIGITS = 10


@dataclass(frozen=True)
class File:
    data: bytes
    media_type: str

    @cached_property
    def version(self) -> str:
        return content_hash(self.data)

    @cached_property
    def packed(self) -> bytes:
        """Done once, so as well as can be."""
        return gzip.compress(self.data, mtime=0)


def content_hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:VERSION_DIGITS]
