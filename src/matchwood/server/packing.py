"""What is packed on its way: pages as they are made, files once, streams event by event."""

from __future__ import annotations

from typing import Any

from litestar import Request

EFFORT = 5
"""How hard zlib tries, of 9. Harder, it takes half as long again for a hundredth less."""
BY_ITSELF = "packed by itself"
PACKED_BY_ITSELF = {BY_ITSELF: True}
"""Of a handler that sees itself to how its answer is packed."""


def accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser or program can read what is packed."""
    wanted = request.headers.get("accept-encoding", "")
    return any(each.strip().lower() == "gzip" for each in wanted.split(","))


def headers(packed: bool) -> dict[str, str]:
    """What says whether an answer is packed, and that it hangs on who asks."""
    either_way = {"vary": "accept-encoding"}
    return {**either_way, "content-encoding": "gzip"} if packed else either_way
