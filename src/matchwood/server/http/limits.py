"""What keeps strangers from doing harm: limits, and headers for every answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from itertools import islice
from math import ceil
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, InternalServerException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from matchwood.server.base import metrics
from matchwood.server.base.urls import at
from matchwood.server.http import compression
from matchwood.server.table.errors import TooManyRequests
from matchwood.server.views.model import View

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
SHARES = {64: 1, 56: 4, 48: 16}
"""How many first bits of an IPv6 address are counted together, and how many times as much they may
all have: a household has 64 or 56 of its own, and whoever asks their provider, 48."""
HOUR = 60 * 60
NETWORKS_COUNTED = 10_000
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
    address_listed: int = 6
    """The same, of those that are on the list of games: half of it."""
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

    def divided(self, workers: int) -> Limits:
        """What each of several processes allows, which know nothing of each other's visitors. The
        burst stays whole, since a page that is opened may need it; the tables of a token are
        counted in the store."""
        return replace(
            self,
            requests=self.requests / workers,
            address_tables=ceil(self.address_tables / workers),
            address_listed=ceil(self.address_listed / workers),
            streams=ceil(self.streams / workers),
            connections=ceil(self.connections / workers),
        )


UNLIMITED = Limits(
    requests=1e6,
    burst=10**6,
    tables=10**6,
    address_tables=10**6,
    address_listed=10**6,
    streams=10**6,
    connections=10**6,
)
"""For tests and measurements, where a crowd has one address."""


class Network(NamedTuple):
    """Under what an address is counted, and how many times as much as one address it may have."""

    name: str
    share: int = 1


@dataclass
class _Usage:
    """Allowance of one network, as of when it last asked."""

    share: int
    requests_left: float
    tables_left: float
    asked: float
    streams: int = 0


@dataclass
class Counter:
    """Recent requests by address, and by each network that an address is of."""

    limits: Limits
    _usages: dict[str, _Usage] = field(default_factory=dict)
    """Who asked last is last."""
    _turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def ask(self, address: str) -> None:
        """Count a request, or refuse it."""
        usages = self._refilled(address)
        if any(usage.requests_left < 1 for usage in usages):
            raise TooManyRequests(
                "That was more than {requests} requests a second; please wait a moment.",
                requests=int(self.limits.requests),
            )
        for usage in usages:
            usage.requests_left -= 1

    def take_table(self, address: str) -> None:
        """Count a table that is set up, or refuse it."""
        usages = self._refilled(address)
        if any(usage.tables_left < 1 for usage in usages):
            raise TooManyRequests(
                "More than {tables} tables were set up from your address within an hour; "
                "please wait a little.",
                tables=self.limits.address_tables,
            )
        for usage in usages:
            usage.tables_left -= 1

    def open_stream(self, address: str) -> None:
        """Count a stream until it is closed, or refuse it."""
        usages = self._refilled(address)
        if any(usage.streams >= self.limits.streams * usage.share for usage in usages):
            raise TooManyRequests(
                "More than {streams} tables are being followed from your address; "
                "please close some.",
                streams=self.limits.streams,
            )
        for usage in usages:
            usage.streams += 1

    def close_stream(self, address: str) -> None:
        for network in networks_of(address):
            self._usages[network.name].streams -= 1

    def turn_of(self, holder: str) -> asyncio.Lock:
        """Whoever counts what a visitor has, and then adds to it, lets nobody do so meanwhile."""
        return self._turns.setdefault(holder, asyncio.Lock())

    def _refilled(self, address: str) -> list[_Usage]:
        """Remaining allowances of the networks of an address."""
        now = time.monotonic()
        return [self._refilled_one(network, now) for network in networks_of(address)]

    def _refilled_one(self, network: Network, now: float) -> _Usage:
        name, share = network
        limits, usage = self.limits, self._usages.pop(name, None)
        if usage is None:
            self._forget(now)
            usage = _Usage(share, limits.burst * share, limits.address_tables * share, now)
        else:
            usage.requests_left, usage.tables_left = self._left(usage, now)
            usage.asked = now
        self._usages[name] = usage
        return usage

    def _left(self, usage: _Usage, now: float) -> tuple[float, float]:
        """Requests and tables that a network has left by now."""
        limits, share = self.limits, usage.share
        refill = (now - usage.asked) * share
        requests = usage.requests_left + refill * limits.requests
        tables = usage.tables_left + refill * limits.address_tables / HOUR
        return min(requests, limits.burst * share), min(tables, limits.address_tables * share)

    def _forget(self, now: float) -> None:
        """Whoever has by now all that one may have is as new; and of very many, the oldest go."""
        for name in list(islice(self._usages, FORGOTTEN_AT_ONCE)):
            usage = self._usages[name]
            if usage.streams:
                self._usages[name] = self._usages.pop(name)
            elif len(self._usages) >= NETWORKS_COUNTED or self._is_full(usage, now):
                del self._usages[name]
            else:
                return

    def _is_full(self, usage: _Usage, now: float) -> bool:
        limits, share = self.limits, usage.share
        return self._left(usage, now) == (limits.burst * share, limits.address_tables * share)


@lru_cache(NETWORKS_KEPT)
def networks_of(address: str) -> tuple[Network, ...]:
    """Network that an address is counted under: with IPv6 everyone has 2⁶⁴ addresses and more."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return (Network(""),)
    if isinstance(found, IPv4Address) or found.ipv4_mapped:
        return (Network(unmapped(address)),)
    return tuple(
        Network(str(ip_network((found, bits), strict=False)), share)
        for bits, share in SHARES.items()
    )


def unmapped(address: str) -> str:
    """An IPv4 address as such, where a socket for both protocols tells it as one of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)


def address_of(connection: Connection) -> str:
    """From where a visitor comes."""
    return connection.client.host if connection.client else ""


def turns_of(address: str) -> str:
    """With whom an address takes turns: the largest network that it is counted under."""
    return networks_of(address)[-1].name


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
            headers.append((compression.PADDING.encode(), compression.padding(length).encode()))
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
