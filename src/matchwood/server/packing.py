"""What is packed on its way: pages as they are made, files once, streams event by event."""

from __future__ import annotations

import zlib
from typing import Any

from isal import isal_zlib
from litestar import Request

EFFORT = 5
"""How hard zlib tries, of 9. Harder, it takes half as long again for a hundredth less."""
QUICK, LONG = 2, 5_800
"""How hard ISA-L tries, of 3, for an event of a stream: it takes less than half of zlib's time. If
it is longer than so many bytes then, as the few are that end a game, zlib packs it, and harder."""
BY_ITSELF = "packed by itself"
PACKED_BY_ITSELF = {BY_ITSELF: True}
"""Of a handler that sees itself to how its answer is packed."""


def block(plain: bytes) -> bytes:
    """A block of gzip that stands on its own: nothing in it refers to what came before."""
    packed = _packed(plain, isal_zlib.compressobj(QUICK, zlib.DEFLATED, -zlib.MAX_WBITS))
    if len(packed) < LONG:
        return packed
    return _packed(plain, zlib.compressobj(EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS))


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
