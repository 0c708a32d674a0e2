"""Connections: who may open how many, and how long they may take to say what they want.

uvicorn waits for ever for a request that was begun. Here a request that does not come in time ends
with its connection, and so does one whose answer is not taken; and no address, nor all of them
together, can take all the connections that there are.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from matchwood.server.base import error_log
from matchwood.server.http.limits import Limits, networks_of, unmapped

RESERVED = 64
"""File descriptors that are left for the store, games that are compiled, and the like."""
MOST_DESCRIPTORS = 65_536
WITHOUT_LIMIT = 10_000
"""Connections where the system sets no limit."""

MOST_WAITING = 16
"""Requests that may wait in one connection; browsers send one at a time."""


def most_connections() -> int:
    """Raise the limit of file descriptors as far as allowed; the connections it has room for."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(soft - RESERVED, 1) if soft != resource.RLIM_INFINITY else wanted - RESERVED


class ConnectionLimiter:
    """Lets connections in, and counts those that are open."""

    def __init__(
        self, limits: Limits, proxies: Sequence[str] = (), most: int | None = None
    ) -> None:
        self.limits = limits
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._most = most_connections() if most is None else most
        self._open: Counter[str] = Counter()
        """By network."""
        self._all = 0

    def protocol(self, **given: Any) -> GuardedProtocol:
        """Protocol of a connection, as uvicorn makes one for each."""
        return GuardedProtocol(self, **given)

    def enter(self, address: str) -> bool:
        """Count a connection, if there is room for it."""
        if self._all >= self._most:
            error_log.warn("All connections are taken, so new ones are turned away.")
            return False
        networks, most = networks_of(address), self.limits.connections
        is_full = any(self._open[name] >= most * share for name, share in networks)
        if is_full and not self._is_proxy(address):
            error_log.warn("An address has too many connections open, so more are turned away.")
            return False
        self._open.update(network.name for network in networks)
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        for name, _ in networks_of(address):
            self._open[name] -= 1
            if not self._open[name]:
                del self._open[name]

    def _is_proxy(self, address: str) -> bool:
        """True for the address of a proxy, from which everyone may come."""
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


class GuardedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, limiter: ConnectionLimiter, **given: Any) -> None:
        super().__init__(**given)
        self._limiter, self._limits = limiter, limiter.limits
        self._address: str | None = None
        """Under which it is counted."""
        self._deadline: asyncio.TimerHandle | None = None
        """Time limit of the request."""
        self._write_deadline: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        """Bytes received of a request whose head is not complete."""
        self._answered: RequestResponseCycle | None = None
        """The request that is being answered; `cycle` is the last one that came."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None:
            # Proxies are named and believed by their own addresses.
            self.client = unmapped(self.client[0]), self.client[1]
        address = self.client[0] if self.client else ""
        if self._limiter.enter(address):
            self._address = address
            self._expect_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        self._drop_requests()
        if self._address is not None:
            self._limiter.leave(self._address)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server ends. An answer that has begun and goes on is a stream, which would not."""
        if self._answered is not None and self._answered.response_started:
            self._drop_requests()
            self.transport.close()
        else:
            super().shutdown()

    # The request

    def data_received(self, data: bytes) -> None:
        if self._address is None:
            return
        if self._deadline is None and self._answered is None:
            # Even if it is nothing but empty lines, which are no request yet.
            self._expect_request()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > self._limits.head:
            self._give_up("The head of a request was too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._expect_request()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._deadline = self._wait(self._limits.body_seconds)
        super().on_headers_complete()
        if self._answered is None:
            self._answered = self.cycle
        if len(self.pipeline) > MOST_WAITING:
            self._give_up("Too many requests came before the first was answered.")

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def _expect_request(self) -> None:
        self._head_bytes = 0
        self._deadline = self._wait(self._limits.head_seconds)

    def _stop_waiting(self) -> None:
        self._head_bytes = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # The answer

    def on_response_complete(self) -> None:
        self._answered = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()

    def pause_writing(self) -> None:
        if self._write_deadline is None:
            self._write_deadline = self._wait(self._limits.write_seconds)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None
        super().resume_writing()

    def _wait(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, self._give_up, "A visitor was too slow.")

    def _give_up(self, reason: str) -> None:
        error_log.warn(f"{reason} The connection was closed.")
        self._drop_requests()
        self.transport.abort()

    def _drop_requests(self) -> None:
        """Let those who answer know that nobody hears them; else they would write on."""
        waiting = [cycle for cycle, _ in self.pipeline]
        for cycle in (self._answered, *waiting):
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
