"""ASGI middleware around the application: the prefix of the site, and HEAD."""

from __future__ import annotations

import asyncio
from typing import cast

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send

from matchwood.server.base.urls import without_prefix


def strip_prefix(app: ASGIApp) -> ASGIApp:
    """Take the prefix of the site off the path of every request."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            scope["path"] = without_prefix(scope["path"])
        await app(scope, receive, send)

    return run


def answer_head(app: ASGIApp) -> ASGIApp:
    """Run HEAD as GET, which is all that routes know, and send no body."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            await _send_head(app, cast("Scope", {**scope, "method": "GET"}), send)
        else:
            await app(scope, receive, send)

    return run


async def _send_head(app: ASGIApp, scope: Scope, send: Send) -> None:
    """Run the application until its response has begun; a stream then sees a disconnect."""
    is_first, has_begun = True, asyncio.Event()

    async def receive() -> HTTPReceiveMessage:
        nonlocal is_first
        if is_first:
            is_first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        await has_begun.wait()
        return {"type": "http.disconnect"}

    async def send_start(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            has_begun.set()

    await app(scope, receive, send_start)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
