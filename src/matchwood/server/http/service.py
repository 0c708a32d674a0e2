"""A server, as the web server runs it: what it has of its own, before the application that answers.

The application is the same for all of them, and to build one, with its routes and what each of
them takes, costs more than to begin and end a server. So a process builds it once, and every
request says for which server it is.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import cast

from litestar.enums import HttpMethod, ScopeType
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    HTTPScope,
    LifeSpanReceive,
    LifeSpanScope,
    LifeSpanSend,
    Message,
    Receive,
    Scope,
    Send,
)

from matchwood.server.base.tokens import Tokens
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import Counter
from matchwood.server.live.registry import TableRegistry

_SERVICE = "service"


@dataclass(eq=False)
class Service:
    """One server: whom it counts, by which names it is asked for, and its hall."""

    application: ASGIApp
    counter: Counter
    hosts: Hosts
    lifespan: Callable[[Service], AbstractAsyncContextManager[None]]
    """Gives it its hall and its tokens, for as long as it runs."""
    on_startup: list[Callable[[], object]] = field(default_factory=list)
    """What is done as soon as it can answer."""
    registry: TableRegistry = field(init=False)
    tokens: Tokens = field(init=False)
    listings: Counter = field(init=False)
    """Counts the tables that addresses put on the list of games."""

    def __post_init__(self) -> None:
        limits = self.counter.limits
        self.listings = Counter(replace(limits, address_tables=limits.address_listed))

    async def __call__(
        self,
        scope: Scope | LifeSpanScope,
        receive: Receive | LifeSpanReceive,
        send: Send | LifeSpanSend,
    ) -> None:
        if scope["type"] == "lifespan":
            await self._live(cast("LifeSpanReceive", receive), cast("LifeSpanSend", send))
        else:
            scope.setdefault("state", {})[_SERVICE] = self
            if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
                await self._tell_head(scope, cast("Send", send))
            else:
                await self.application(scope, cast("Receive", receive), cast("Send", send))

    async def _tell_head(self, scope: HTTPScope, send: Send) -> None:
        """Answer as if the whole were asked for, but end it after its head: a stream is told that
        nobody listens."""
        is_asked, has_begun = True, asyncio.Event()

        async def receive() -> HTTPReceiveMessage:
            nonlocal is_asked
            if is_asked:
                is_asked = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await has_begun.wait()
            return {"type": "http.disconnect"}

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                has_begun.set()

        await self.application(cast("Scope", {**scope, "method": "GET"}), receive, tell)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _live(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        """Begin when the web server says so, and end when it says so."""
        await receive()
        has_begun = False
        try:
            async with self.lifespan(self):
                for each in self.on_startup:
                    each()
                await send({"type": "lifespan.startup.complete"})
                has_begun = True
                await receive()
        except BaseException:
            told = traceback.format_exc()
            if has_begun:
                await send({"type": "lifespan.shutdown.failed", "message": told})
            else:
                await send({"type": "lifespan.startup.failed", "message": told})
            raise
        await send({"type": "lifespan.shutdown.complete"})


def service_of(scope: Scope) -> Service:
    """Whom a request is for."""
    service: Service = scope["state"][_SERVICE]
    return service
