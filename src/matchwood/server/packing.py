"""What is packed on its way: pages as they are made, files once, streams event by event."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from isal import isal_zlib
from litestar import Request

EFFORT = 5
"""How hard zlib tries, of 9. Harder, it takes half as long again for a hundredth less."""
QUICK, LONG = 2, 5_800
"""How hard ISA-L tries, of 3, for an event of a stream: it takes less than half of zlib's time. If
it is longer than so many bytes then, as the few are that end a game, zlib packs it, and harder."""
STEP = 192
"""Whatever tells a player more than anyone may know is as long as some of these: what it takes to
tell a hand differs from hand to hand, and whoever sees a line sees lengths. So a move is some 3 %
longer where there are hands."""
STORED, SHORTEST_COMMENT = 5, len(b":\n")
"""Bytes of the head of a block that is not packed."""
PADDING = "x-padding"
"""The header that makes an answer longer."""
LETTER = "X"
"""Takes eight bits in HTTP/2 as well."""
BY_ITSELF = "packed by itself"
PACKED_BY_ITSELF = {BY_ITSELF: True}
"""Of a handler that sees itself to how its answer is packed."""


def block(plain: bytes) -> bytes:
    """A block of gzip that stands on its own: nothing in it refers to what came before."""
    packed = _packed(plain, isal_zlib.compressobj(QUICK, zlib.DEFLATED, -zlib.MAX_WBITS))
    if len(packed) < LONG:
        return packed
    return _packed(plain, zlib.compressobj(EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS))


def padded(event: bytes) -> bytes:
    """An event after a comment that fills it up to whole steps."""
    return _comment(_missing(len(event), SHORTEST_COMMENT)) + event


def padded_block(block: bytes) -> bytes:
    """The same, packed. The comment is not, so that its length is what it is."""
    comment = _comment(_missing(len(block), STORED + SHORTEST_COMMENT) - STORED)
    length = len(comment)
    return struct.pack("<BHH", 0, length, length ^ 0xFFFF) + comment + block


def padding(size: int) -> str:
    """Header value that pads an answer of so many bytes to whole steps."""
    return LETTER * (-(size + len(str(size))) % STEP)


def _missing(size: int, least: int) -> int:
    return least + -(size + least) % STEP


def _comment(size: int) -> bytes:
    return b":" + b" " * (size - SHORTEST_COMMENT) + b"\n"


def _packed(plain: bytes, packer: Any) -> bytes:
    # Each has a packer of its own, so none has to forget anything with a full flush.
    return bytes(packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH))


def accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser or program can read what is packed."""
    wanted = request.headers.get("accept-encoding", "")
    return any(each.strip().lower() == "gzip" for each in wanted.split(","))


def headers(packed: bool) -> dict[str, str]:
    """What says whether an answer is packed, and that it hangs on who asks."""
    either_way = {"vary": "accept-encoding"}
    return {**either_way, "content-encoding": "gzip"} if packed else either_way
