"""Response headers: content security policy, caching, padding, and the path of the site."""

from __future__ import annotations

from litestar import MediaType, Response
from litestar.types import Message, Scope

from matchwood.server.base import metrics
from matchwood.server.base.urls import at
from matchwood.server.http.request import Connection
from matchwood.server.live.broadcast import PADDING_STEP
from matchwood.server.views.model import View

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
SECURITY_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
CACHE_CONTROL, CONTENT_LENGTH, LOCATION = b"cache-control", b"content-length", b"location"
PADDING = "x-padding"
"""Header that makes a response longer."""
_PRIVATE = "private"
_FIRST_ERROR = 400


def page_response(page: object, status: int = 200) -> Response[str]:
    """An HTML page that no cache stores."""
    return Response(
        str(page),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )


def mark_private(connection: Connection, view: View) -> None:
    """Have the response padded if the view behind it is for one player only."""
    connection.scope["state"][_PRIVATE] = view.is_private


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers of every response, and count those that are errors.

    A response that does not say how long it may be cached is for one visitor, so it is not cached.
    A private one is padded, so that its length tells nothing. A redirection to a path of ours gets
    the prefix of the site.
    """
    if message["type"] != "http.response.start":
        return
    if message["status"] >= _FIRST_ERROR:
        metrics.REFUSALS.labels(message["status"]).inc()
    headers = [_with_prefix(name, value) for name, value in message.get("headers", ())]
    headers += SECURITY_HEADERS
    if not any(name.lower() == CACHE_CONTROL for name, _ in headers):
        headers.append((CACHE_CONTROL, b"no-store"))
    if scope["state"].get(_PRIVATE):
        length = sum(int(value) for name, value in headers if name.lower() == CONTENT_LENGTH)
        headers.append((PADDING.encode(), padding(length).encode()))
    message["headers"] = headers


def padding(size: int) -> str:
    """Header value that pads a response of so many bytes to a whole number of steps."""
    # An X takes eight bits in HTTP/2 as well.
    return "X" * (-(size + len(str(size))) % PADDING_STEP)


def _with_prefix(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    is_ours = name.lower() == LOCATION and value.startswith(b"/")
    return name, at(value.decode("latin-1")).encode("latin-1") if is_ours else value
