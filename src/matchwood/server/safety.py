"""What keeps strangers from doing harm: limits, and headers for every answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, InternalServerException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from matchwood.server import metrics, packing
from matchwood.server.addresses import at
from matchwood.server.refusals import TooMuch
from matchwood.server.views import View

Connection = ASGIConnection[Any, Any, Any, Any]

TOKEN_COOKIE = "matchwood"
POLICY = "; ".join(
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
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
SHARED_BITS = 64
"""How much of an IPv6 address all devices of one household have in common."""
HOUR = 60 * 60
ADDRESSES_KEPT = 10_000
FORGOTTEN_AT_ONCE = 10
"""How many are looked at whenever someone new comes, so that they get fewer and nobody waits."""
NETWORKS_KEPT = 1_000
TO_RELEASE, VISITOR, PRIVATE = "to release", "visitor", "private"
REFUSED = 400
"""The first status that says that a request is not fulfilled."""
CACHE_CONTROL, CONTENT_LENGTH, LOCATION = b"cache-control", b"content-length", b"location"


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for."""

    requests: float = 20
    """A second, in the long run."""
    burst: int = 120
    """At once."""
    tables: int = 20
    """Set up and not over, by one token."""
    address_tables: int = 300
    """Set up within an hour from one address."""
    streams: int = 60
    """Open at once from one address."""
    body: int = 64 * 1024
    """Bytes of what a request brings."""
    head: int = 64 * 1024
    """Bytes of its address and its headers."""
    connections: int = 200
    """Open at once from one address."""
    head_seconds: float = 10
    """For a request to say what it wants, from its first byte to the end of its headers."""
    body_seconds: float = 20
    """For what it brings to be there."""
    write_seconds: float = 60
    """For someone to take what they are sent."""


UNLIMITED = Limits(
    requests=1e6, burst=10**6, tables=10**6, address_tables=10**6, streams=10**6, connections=10**6
)
"""For tests and measurements, where a crowd has one address."""


@dataclass
class _Usage:
    """What one address has asked for; what it has left is as of when it last asked."""

    requests_left: float
    tables_left: float
    asked: float
    streams: int = 0


@dataclass
class Counter:
    """How much each address has asked for of late."""

    limits: Limits
    _usages: dict[str, _Usage] = field(default_factory=dict)
    """Who asked last is last."""
    _turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def ask(self, address: str) -> None:
        """Count a request, or refuse it."""
        usage = self._refilled(address)
        if usage.requests_left < 1:
            usage.requests_left = 0
            raise TooMuch(
                "That was more than {requests} requests a second; please wait a moment.",
                requests=int(self.limits.requests),
            )
        usage.requests_left -= 1

    def take_table(self, address: str) -> None:
        """Count a table that is set up, or refuse it."""
        usage = self._refilled(address)
        if usage.tables_left < 1:
            raise TooMuch(
                "More than {tables} tables were set up from your address within an hour; "
                "please wait a little.",
                tables=self.limits.address_tables,
            )
        usage.tables_left -= 1

    def open_stream(self, address: str) -> None:
        """Count a stream until it is closed, or refuse it."""
        usage = self._refilled(address)
        if usage.streams >= self.limits.streams:
            raise TooMuch(
                "More than {streams} tables are being followed from your address; "
                "please close some.",
                streams=self.limits.streams,
            )
        usage.streams += 1

    def close_stream(self, address: str) -> None:
        self._usages[address].streams -= 1

    def turn_of(self, holder: str) -> asyncio.Lock:
        """Whoever counts what a visitor has, and then adds to it, lets nobody do so meanwhile."""
        return self._turns.setdefault(holder, asyncio.Lock())

    def _refilled(self, address: str) -> _Usage:
        """What an address has left by now."""
        now, limits = time.monotonic(), self.limits
        usage = self._usages.pop(address, None)
        if usage is None:
            self._forget(now)
            usage = _Usage(float(limits.burst), float(limits.address_tables), now)
        passed, usage.asked = now - usage.asked, now
        usage.requests_left = min(usage.requests_left + passed * limits.requests, limits.burst)
        refill = passed * limits.address_tables / HOUR
        usage.tables_left = min(usage.tables_left + refill, limits.address_tables)
        self._usages[address] = usage
        return usage

    def _forget(self, now: float) -> None:
        """Whoever has by now all that one may have is as new; and of very many, the oldest go."""
        for address in list(islice(self._usages, FORGOTTEN_AT_ONCE)):
            usage = self._usages[address]
            if usage.streams:
                self._usages[address] = self._usages.pop(address)
            elif len(self._usages) >= ADDRESSES_KEPT or self._is_full(usage, now):
                del self._usages[address]
            else:
                return

    def _is_full(self, usage: _Usage, now: float) -> bool:
        passed, limits = now - usage.asked, self.limits
        requests = usage.requests_left + passed * limits.requests
        tables = usage.tables_left + passed * limits.address_tables / HOUR
        return requests >= limits.burst and tables >= limits.address_tables


@lru_cache(NETWORKS_KEPT)
def network_of(address: str) -> str:
    """Whose address it is: with IPv6 everyone has 2⁶⁴ of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, SHARED_BITS), strict=False))
    return str(found)


def address_of(connection: Connection) -> str:
    """Under what a visitor is counted."""
    return network_of(connection.client.host if connection.client else "")


def releasing(app: ASGIApp) -> ASGIApp:
    """Around every handler: what a request has taken is given back however it ends, even if its
    answer is never begun."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            for release in scope["state"].pop(TO_RELEASE, ()):
                await release()
            # It refers back to the request: a circle, with all that the request has.
            scope["state"].pop(VISITOR, None)

    return run


async def add_headers(message: Message, scope: Scope) -> None:
    """Give every answer, of whatever kind, the headers that keep browsers safe, and count refusals.

    What does not say how long it may be kept has something in it that is for one visitor only. What
    tells something that only they may know is filled up, so that its length does not tell it.
    Where it leads to a path of ours, that begins where the site does.
    """
    if message["type"] == "http.response.start":
        if message["status"] >= REFUSED:
            metrics.REFUSALS.add(str(message["status"]))
        headers = [_leading(name, value) for name, value in message.get("headers", ())]
        headers += HEADERS
        if not any(name.lower() == CACHE_CONTROL for name, _ in headers):
            headers.append((CACHE_CONTROL, b"no-store"))
        if scope["state"].get(PRIVATE):
            length = sum(int(value) for name, value in headers if name.lower() == CONTENT_LENGTH)
            headers.append((packing.PADDING.encode(), packing.padding(length).encode()))
        message["headers"] = headers


def fill_up(connection: Connection, view: View) -> None:
    """Have an answer filled up that is made from a view, if that is for one player only."""
    connection.scope["state"][PRIVATE] = view.is_private


def _leading(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    is_ours = name.lower() == LOCATION and value.startswith(b"/")
    return name, at(value.decode("latin-1")).encode("latin-1") if is_ours else value


class SafeRequest(Request[Any, Any, Any]):
    """A request whose body may be anything, or stay away."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        try:
            async for part in super().stream():
                yield part
        except InternalServerException:
            # Whoever sent it is gone before all of it was here, which is no fault of ours.
            raise ClientException from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException from None
