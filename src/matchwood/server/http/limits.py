"""Limits of what one address may ask for: requests, tables, streams, connections, bytes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from itertools import islice
from math import ceil
from typing import NamedTuple
from weakref import WeakValueDictionary

from matchwood.server.http.request import Connection
from matchwood.server.table.errors import TooManyRequests

SHARES = {64: 1, 56: 4, 48: 16}
"""Prefix lengths of IPv6 that are counted together, and how many times as much each may have: a
household has 64 or 56 bits of its own, and whoever asks their provider, 48."""
HOUR = 60 * 60
MAX_NETWORKS = 10_000
"""Networks that are counted at most."""
EVICTIONS = 10
"""Networks that are checked for eviction for each new one."""


@dataclass(frozen=True)
class Limits:
    """Limits of one visitor."""

    requests: float = 20
    """Per second, in the long run."""
    burst: int = 120
    """Requests at once."""
    tables: int = 20
    """Unfinished tables set up by one token."""
    address_tables: int = 300
    """Tables set up within an hour from one address."""
    address_listed: int = 6
    """Tables among these on the list of games: half of that list."""
    streams: int = 60
    """Open streams of one address."""
    body: int = 64 * 1024
    """Bytes of a request's body."""
    head: int = 64 * 1024
    """Bytes of a request's URL and headers."""
    connections: int = 200
    """Open connections of one address."""
    head_seconds: float = 10
    """From the first byte of a request to the end of its headers."""
    body_seconds: float = 20
    """From there to the end of its body."""
    write_seconds: float = 60
    """Time for a client to take what it is sent."""

    def divided(self, workers: int) -> Limits:
        """Limits of each of several processes, which do not know each other's visitors.

        The burst stays whole, since a page that is opened may need it, and so do the tables of a
        token, which are counted in the store.
        """
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
"""Limits for tests and benchmarks, where a crowd has one address."""


class Network(NamedTuple):
    """A network under which addresses are counted, and how many times the limits it may have."""

    name: str
    share: int = 1


@dataclass
class _Usage:
    """Allowance of one network at the time of its last request."""

    share: int
    requests_left: float
    tables_left: float
    time: float
    streams: int = 0


@dataclass
class RateLimiter:
    """Token buckets of requests and new tables, and open streams, by network of an address."""

    limits: Limits
    _usages: dict[str, _Usage] = field(default_factory=dict)
    """Least recently used first."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def take_request(self, address: str) -> None:
        """Count a request, or refuse it."""
        usages = self._usages_of(address)
        if any(usage.requests_left < 1 for usage in usages):
            raise TooManyRequests(
                "That was more than {requests} requests a second; please wait a moment.",
                requests=int(self.limits.requests),
            )
        for usage in usages:
            usage.requests_left -= 1

    def take_table(self, address: str) -> None:
        """Count a new table, or refuse it."""
        usages = self._usages_of(address)
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
        usages = self._usages_of(address)
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

    def lock_for(self, holder: str) -> asyncio.Lock:
        """Lock to hold while a visitor's tables are counted and one is added."""
        return self._locks.setdefault(holder, asyncio.Lock())

    def _usages_of(self, address: str) -> list[_Usage]:
        """Allowances of the networks of an address, refilled."""
        now = time.monotonic()
        return [self._refill(network, now) for network in networks_of(address)]

    def _refill(self, network: Network, now: float) -> _Usage:
        name, share = network
        limits, usage = self.limits, self._usages.pop(name, None)
        if usage is None:
            self._evict(now)
            usage = _Usage(share, limits.burst * share, limits.address_tables * share, now)
        else:
            usage.requests_left, usage.tables_left = self._allowance(usage, now)
            usage.time = now
        self._usages[name] = usage
        return usage

    def _allowance(self, usage: _Usage, now: float) -> tuple[float, float]:
        """Requests and tables that a network may have now."""
        limits, share = self.limits, usage.share
        refill = (now - usage.time) * share
        requests = usage.requests_left + refill * limits.requests
        tables = usage.tables_left + refill * limits.address_tables / HOUR
        return min(requests, limits.burst * share), min(tables, limits.address_tables * share)

    def _evict(self, now: float) -> None:
        """Drop networks whose allowance is full again, and above the maximum the oldest."""
        for name in list(islice(self._usages, EVICTIONS)):
            usage = self._usages[name]
            if usage.streams:
                self._usages[name] = self._usages.pop(name)
            elif len(self._usages) >= MAX_NETWORKS or self._is_full(usage, now):
                del self._usages[name]
            else:
                return

    def _is_full(self, usage: _Usage, now: float) -> bool:
        limits, share = self.limits, usage.share
        return self._allowance(usage, now) == (limits.burst * share, limits.address_tables * share)


@lru_cache(1_000)
def networks_of(address: str) -> tuple[Network, ...]:
    """Networks that an address is counted under: with IPv6 everyone has 2⁶⁴ addresses and more.

    Cached, since it takes 75 µs with IPv6, and each request asks three times.
    """
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
    """An IPv4 address in its own notation, if it is mapped into IPv6 by a dual-stack socket."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)


def address_of(connection: Connection) -> str:
    """IP address of a client."""
    return connection.client.host if connection.client else ""


def largest_network(address: str) -> str:
    """Largest network that an address is counted under."""
    return networks_of(address)[-1].name
