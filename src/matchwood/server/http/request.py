"""Requests: the types that all routes share, and the release of what a request has taken."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, InternalServerException
from litestar.types import ASGIApp, Receive, Scope, Send

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

VISITOR = "visitor"
"""Key in the state of a request: its visitor, once somebody has asked for it."""
_RELEASES = "releases"


class SafeRequest(AnyRequest):
    """A request whose broken or missing body is a client error (400), not ours (500)."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        try:
            async for part in super().stream():
                yield part
        except InternalServerException:  # The client disconnected before the body was complete.
            raise ClientException from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException from None


def release_later(request: AnyRequest, release: Callable[[], Awaitable[None]]) -> None:
    """Call `release` when the request ends, however it ends."""
    request.scope["state"].setdefault(_RELEASES, []).append(release)


def release_resources(app: ASGIApp) -> ASGIApp:
    """Middleware: release what a request has taken, even if its response never begins."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            for release in scope["state"].pop(_RELEASES, ()):
                await release()
            # It refers back to the request: a cycle, which only the garbage collector would free.
            scope["state"].pop(VISITOR, None)

    return run
