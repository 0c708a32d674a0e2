"""Half a request is waited for, but not for ever, and nobody takes all connections."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from matchwood.server.base import error_log
from matchwood.server.http.limits import UNLIMITED, Limits, networks_of
from matchwood.server.run import connection_limits
from matchwood.server.run.connection_limits import ConnectionLimiter
from tests.support.serving import LINK, ME, Program, Served
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

ANOTHER = "127.0.0.2"
"""Someone else, as far as the server can tell."""
ASK = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = ASK[:-8]
HASTY = replace(UNLIMITED, head_seconds=0.3, body_seconds=0.3, write_seconds=0.3)


@pytest.fixture(autouse=True)
def nothing_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "_warned", {})


@contextmanager
def connected(server: Served, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    address = urlsplit(server.url)
    assert address.hostname is not None
    with socket.create_connection(
        (address.hostname, address.port or 0), SECONDS_TO_WAIT, source_address=(source, 0)
    ) as connection:
        yield connection


def is_closed(connection: socket.socket) -> bool:
    """Wait for what comes next: whether it is the end."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def answer_to(connection: socket.socket, sent: bytes) -> bytes:
    try:
        connection.sendall(sent)
        return connection.recv(15)
    except ConnectionError:
        return b""


BEGINNINGS = {
    "nothing": b"",
    "half a head": HALF,
    "half a body": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
    "a body for nobody": b"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
    "empty lines": b"\r\n",
    "half a head after a request": ASK + HALF,
}


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_request_that_does_not_come_in_time_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, beginning: str
) -> None:
    with Served(tmp_path, HASTY) as server, connected(server) as slow:
        slow.sendall(BEGINNINGS[beginning])
        while not is_closed(slow):
            pass
    assert "The connection was closed." in caplog.text


@pytest.mark.parametrize("drop", ["\r\n", "X", "X: y\r\n"])
def test_a_request_that_comes_drop_by_drop_is_given_up(tmp_path: Path, drop: str) -> None:
    with Served(tmp_path, HASTY) as server, connected(server) as slow:
        if drop != "\r\n":
            slow.sendall(HALF)
        wait_until(lambda: is_refused(slow, drop.encode()), "the connection is closed")


def is_refused(connection: socket.socket, sent: bytes) -> bool:
    try:
        connection.sendall(sent)
    except ConnectionError:
        return True
    return False


def test_a_head_without_end_is_given_up(tmp_path: Path) -> None:
    with Served(tmp_path, replace(UNLIMITED, head=10_000)) as server, connected(server) as long:
        assert answer_to(long, HALF + b"x" * 100_000) == b""
    with Served(tmp_path, replace(UNLIMITED, head=10_000)) as server, connected(server) as many:
        body = b"a" * 60_000
        head = b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
        assert answer_to(many, head + body).startswith(b"HTTP/1.1"), "what it brings is no head"


def test_who_does_not_take_the_answers_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Served(tmp_path, HASTY) as server:
        # What fits into the system's own memory counts as taken, so let that be little.
        server._sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with connected(server) as lazy:
            lazy.sendall(ASK.replace(b"icon.svg", b"table.css") * connection_limits.MOST_WAITING)
            wait_until(lambda: "A visitor was too slow." in caplog.text, "it is given up")


def test_requests_without_end_that_do_not_wait_for_answers_are_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Served(tmp_path) as server, connected(server) as hasty:
        wait_until(lambda: is_refused(hasty, 1000 * ASK), "the connection is closed")
    assert "Too many requests came before the first was answered." in caplog.text


def test_a_connection_may_be_used_for_longer_than_one_request_may_take(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, head_seconds=2)  # Long enough to ask, on a busy machine too.
    with Served(tmp_path, limits) as server, connected(server) as usual:
        end = time.monotonic() + 1.25 * limits.head_seconds
        while time.monotonic() < end:
            usual.sendall(ASK)
            received = b""
            while not received.rstrip().endswith(b"</svg>"):
                part = usual.recv(65_536)
                assert part
                received += part
            time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has fewer addresses")
def test_half_sent_requests_lock_nobody_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = replace(UNLIMITED, connections=50)
    with Served(tmp_path, limits) as server, ExitStack() as open_connections:
        attack = [open_connections.enter_context(connected(server)) for _ in range(300)]
        for one in attack:
            is_refused(one, HALF)
        with connected(server, ANOTHER) as friend:
            assert answer_to(friend, ASK) == b"HTTP/1.1 200 OK"
        assert caplog.text.count("An address has too many connections open") == 1
        for one in attack[:50]:
            assert answer_to(one, ASK[len(HALF) :]) == b"HTTP/1.1 200 OK", "who was in stays in"
        assert all(is_closed(one) for one in attack[50:])


def test_who_leaves_makes_room(tmp_path: Path) -> None:
    with Served(tmp_path, replace(UNLIMITED, connections=1)) as server:
        for _ in range(5):
            with connected(server) as one:
                assert answer_to(one, ASK) == b"HTTP/1.1 200 OK"

            def there_is_room() -> bool:
                with connected(server) as next_one:
                    return answer_to(next_one, ASK) == b"HTTP/1.1 200 OK"

            wait_until(there_is_room, "the server has heard of the end")


def test_when_descriptors_run_out_it_is_logged_and_those_who_are_in_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection_limits, "most_connections", lambda: 3)
    with Served(tmp_path, UNLIMITED) as server, ExitStack() as open_connections:
        inside = [open_connections.enter_context(connected(server)) for _ in range(3)]
        for one in inside:
            assert answer_to(one, ASK) == b"HTTP/1.1 200 OK"
        with connected(server) as late:
            assert is_closed(late)
    assert "All connections are taken" in caplog.text


def test_a_proxy_may_open_more_connections_than_a_visitor() -> None:
    limiter = ConnectionLimiter(Limits(connections=2), proxies=["10.0.0.0/8"], most=10)
    assert [limiter.enter("10.0.0.1") for _ in range(4)] == [True] * 4
    assert [limiter.enter("192.0.2.1") for _ in range(3)] == [True, True, False]


def test_nothing_is_kept_of_who_has_left() -> None:
    limiter = ConnectionLimiter(Limits(), most=1000)
    for number in range(500):
        address = f"192.0.2.{number % 250}"
        assert limiter.enter(address)
        limiter.leave(address)
    assert not limiter._open
    assert limiter._all == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("unknown", "", True),
    ],
)
def test_a_household_has_one_ipv4_address_or_a_network_of_ipv6(
    one: str, other: str, same: bool
) -> None:
    assert (networks_of(one)[0] == networks_of(other)[0]) is same


def test_of_ipv6_larger_networks_are_counted_too_and_have_more() -> None:
    assert [(each.name, each.share) for each in networks_of("2001:db8:1:203::9")] == [
        ("2001:db8:1:203::/64", 1),
        ("2001:db8:1:200::/56", 4),
        ("2001:db8:1::/48", 16),
    ]


def test_whoever_has_a_large_network_cannot_open_connections_without_end() -> None:
    limiter = ConnectionLimiter(Limits(connections=1), most=10_000)
    addresses = [f"2001:db8:1:{number:x}::1" for number in range(1024)]
    let_in = [address for address in addresses if limiter.enter(address)]
    assert len(let_in) == 16
    assert limiter.enter("2001:db8:2::1"), "someone else"
    for address in [*let_in, "2001:db8:2::1"]:
        limiter.leave(address)
    assert not limiter._open


def test_a_proxy_that_comes_to_a_socket_for_both_protocols_is_believed(tmp_path: Path) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("there is no IPv6 here")
    with Served(
        tmp_path, replace(UNLIMITED, streams=1), proxies=["127.0.0.1"], host="::"
    ) as server:
        url = f"http://127.0.0.1:{urlsplit(server.url).port}"
        with ExitStack() as following:
            streams = []
            for visitor in ("192.0.2.1", "192.0.2.2"):
                anna = following.enter_context(Program(url, **{"x-forwarded-for": visitor}))
                table = anna.open("baguettes", ME, LINK)["table"]
                streams.append(following.enter_context(anna.events(f"/t/{table}/stream")))
                assert next(streams[-1])
            assert set(server.state.limiter._usages) == {"192.0.2.1", "192.0.2.2"}


def test_the_process_asks_for_as_many_descriptors_as_it_may_have() -> None:
    resource = pytest.importorskip("resource")
    most = connection_limits.most_connections()
    assert most >= resource.getrlimit(resource.RLIMIT_NOFILE)[0] - connection_limits.RESERVED


def test_streams_end_with_the_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as staying:
        with Served(tmp_path) as server:
            anna = staying.enter_context(Program(server.url))
            table = anna.open("baguettes", ME, LINK)["table"]
            streams = [staying.enter_context(anna.events(f"/t/{table}/stream")) for _ in range(3)]
            assert all(next(events) for events in streams)
        for events in streams:
            assert next(events, None) is None, "they end as streams do, and are not cut off"
    assert caplog.messages == []
