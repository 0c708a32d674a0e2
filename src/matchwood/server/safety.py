"""What keeps strangers from doing harm: limits, and headers for every answer."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException
from litestar.types import Message, Scope

from matchwood.server.refusals import TooMuch

Connection = ASGIConnection[Any, Any, Any, Any]

TOKEN_COOKIE = "matchwood"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
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
CACHE_CONTROL = b"cache-control"


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for."""

    requests: float = 20
    """A second, in the long run."""
    burst: int = 120
    """At once."""
    tables: int = 20
    """Set up and not over."""
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


@dataclass
class _Usage:
    """What one address has asked for."""

    left: float
    asked: float
    streams: int = 0


@dataclass
class Counter:
    """How much each address has asked for of late."""

    limits: Limits
    _usages: dict[str, _Usage] = field(default_factory=dict)

    def ask(self, address: str) -> None:
        """Count a request, or refuse it."""
        now = time.monotonic()
        usage = self._usage(address, now)
        refilled = usage.left + (now - usage.asked) * self.limits.requests
        usage.left, usage.asked = min(refilled, float(self.limits.burst)) - 1, now
        if usage.left < 0:
            usage.left = 0
            raise TooMuch(
                "That was more than {requests} requests a second; please wait a moment.",
                requests=int(self.limits.requests),
            )

    def _usage(self, address: str, now: float) -> _Usage:
        if address not in self._usages:
            self._forget(now)
            self._usages[address] = _Usage(float(self.limits.burst), now)
        return self._usages[address]

    def _forget(self, now: float) -> None:
        """Whoever has asked for nothing long enough to have the full burst again is as new."""
        full = self.limits.burst / self.limits.requests
        self._usages = {
            address: usage
            for address, usage in self._usages.items()
            if usage.streams or now - usage.asked < full
        }

    def check_streams(self, address: str) -> None:
        if self._usage(address, time.monotonic()).streams >= self.limits.streams:
            raise TooMuch(
                "More than {streams} tables are being followed from your address; "
                "please close some.",
                streams=self.limits.streams,
            )

    async def streaming(
        self, address: str, events: AsyncIterator[bytes]
    ) -> AsyncGenerator[bytes, None]:
        """Count a stream while it lasts."""
        usage = self._usage(address, time.monotonic())
        usage.streams += 1
        try:
            async for event in events:
                yield event
        finally:
            usage.streams -= 1


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
    return connection.client.host if connection.client else ""


async def add_headers(message: Message, _: Scope) -> None:
    """Give every answer, of whatever kind, the headers that keep browsers safe.

    What does not say how long it may be kept has something in it that is for one visitor only.
    """
    if message["type"] == "http.response.start":
        headers = [*message.get("headers", ()), *HEADERS]
        if not any(name.lower() == CACHE_CONTROL for name, _ in headers):
            headers.append((CACHE_CONTROL, b"no-store"))
        message["headers"] = headers


class SafeRequest(Request[Any, Any, Any]):
    """A request whose body may be anything."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException from None
