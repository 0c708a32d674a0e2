"""Compression of responses for clients that accept gzip, and padding of what is private."""

from __future__ import annotations

from typing import Any

from litestar import Request

from matchwood.server.live.broadcast import STEP

EFFORT = 5
"""Level of zlib. Above it, packing takes half as long again and saves a hundredth."""
PADDING = "x-padding"
"""Header that makes a response longer."""
LETTER = "X"
"""Takes eight bits in HTTP/2 as well."""
BY_ITSELF = "packed by itself"
PACKED_BY_ITSELF = {BY_ITSELF: True}
"""Option of a handler that compresses its response itself."""


def padding(size: int) -> str:
    """Header value that pads a response of so many bytes to whole steps."""
    return LETTER * (-(size + len(str(size))) % STEP)


def accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser or program can read what is packed."""
    wanted = request.headers.get("accept-encoding", "")
    return any(each.strip().lower() == "gzip" for each in wanted.split(","))


def headers(packed: bool) -> dict[str, str]:
    """What says whether an answer is packed, and that it hangs on who asks."""
    either_way = {"vary": "accept-encoding"}
    return {**either_way, "content-encoding": "gzip"} if packed else either_way
