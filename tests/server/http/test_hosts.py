"""The server answers to its own names only, and gives friends a link that leads to it."""

from __future__ import annotations

import re
import socket
from html import unescape
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from litestar.datastructures import Headers
from rich.console import Console

from matchwood.engine.language import LANGUAGES
from matchwood.server.http import hosts
from matchwood.server.http.hosts import BadSite, Hosts
from matchwood.server.pages.table import waiting
from matchwood.server.run.serve import CannotServe, ServeOptions, serve
from matchwood.server.table.errors import BadRequest
from tests.support.serving import LINK, ME, Program, Served

NETWORK = "192.168.7.5"
"""An address of the machine in its network."""
ONLY_HERE = {
    "en": "This link works on this device only.",
    "fr": "Ce lien ne fonctionne que sur cet appareil.",
    "de": "Dieser Link funktioniert nur auf diesem Gerät.",
}


def request_for(host: str | None, reached: str = "127.0.0.1") -> Any:
    """A request, as far as hosts look at it."""
    headers = Headers({} if host is None else {"host": host})
    scope = {"server": (reached, 8631)}
    return SimpleNamespace(headers=headers, scope=scope, url=SimpleNamespace(scheme="http"))


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("localhost", "127.0.0.1"),
        ("LOCALHOST:8631", "127.0.0.1"),
        ("localhost.:8631", "127.0.0.1"),
        ("games.localhost", "127.0.0.1"),
        ("127.0.0.1:9", "127.0.0.1"),
        ("127.9.9.9", "127.0.0.1"),
        ("[::1]:8631", "::1"),
        (NETWORK, NETWORK),
        (f"{NETWORK}:8631", f"::ffff:{NETWORK}"),
        ("[fe80::1]:8631", "fe80::1"),
        ("10.0.0.9", "127.0.0.1"),
        (f"{socket.gethostname()}:8631", NETWORK),
        (f"{socket.gethostname().partition('.')[0]}.local", NETWORK),
        ("games.example", "127.0.0.1"),
        ("Play.Example:443", "127.0.0.1"),
    ],
)
def test_the_server_answers_to_names_of_this_machine_and_those_it_was_given(
    host: str, reached: str
) -> None:
    named = Hosts("10.0.0.9", hosts.allowed_names(["play.example"]), "https://games.example")
    named.check(request_for(host, reached))


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "[2001:db8::1]",
        "localhost:99999",
        "localhost:x",
        "localhost@evil.example",
        "local host",
        "a/b",
        "[::1",
        "-",
        "x" * 300,
        "1" * 5000,
    ],
)
def test_the_server_answers_to_no_other_name(host: str | None) -> None:
    with pytest.raises(BadRequest):
        Hosts().check(request_for(host))


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/games", "/static/icon.svg"])
def test_whoever_asks_for_another_host_is_told_so(anna: Program, path: str) -> None:
    answer = anna.http.get(path, headers={"host": "evil.example", "accept": "application/json"})
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert answer.json()["sentence"] == (
        "This server is not called “evil.example”; who runs it can allow that name with "
        "--allow-host."
    )


def test_two_hosts_are_none(served: Served) -> None:
    address = urlsplit(served.url)
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


# Invitations


def invitation(program: Program, table: str, **headers: str) -> tuple[str, str]:
    """The link that a page shows, and the whole page."""
    page = unescape(program.http.get(f"/t/{table}", headers=headers).text)
    [link] = re.findall(r'value="(http[^"]+invite=[^"]+)"', page)
    return link, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_that_works_on_this_device_only_says_so(served: Served, language: str) -> None:
    with Program(served.url, language) as anna:
        told = anna.open("baguettes", ME, LINK)
        link, page = invitation(anna, told["table"])
        assert link == f"{served.url}/t/{told['table']}?invite={told['invite']}"
        assert ONLY_HERE[language] in page
        assert "--host 0.0.0.0" in page
        assert 'class="qr"' not in page, "no camera of another device can use it"


@pytest.mark.parametrize("typed", ["localhost", "127.0.0.1"])
def test_in_a_network_the_link_names_the_address_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setattr(hosts, "network_address", lambda: NETWORK)
    with Served(tmp_path, hosts=Hosts("0.0.0.0")) as server, Program(server.url) as anna:
        told = anna.open("baguettes", ME, LINK)
        port = urlsplit(server.url).port
        link, page = invitation(anna, told["table"], host=f"{typed}:{port}")
    assert link == f"http://{NETWORK}:{port}/t/{told['table']}?invite={told['invite']}"
    assert ONLY_HERE["en"] not in page
    assert 'class="qr"' in page


def test_in_a_network_a_link_from_another_device_stays_as_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosts, "network_address", lambda: NETWORK)
    asked = request_for("machine.local:8631", NETWORK)
    assert Hosts("0.0.0.0").site(asked) == "http://machine.local:8631"


def test_without_a_network_the_link_is_for_this_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "network_address", lambda: None)
    site = Hosts("0.0.0.0").site(request_for("localhost:8631"))
    assert site == "http://localhost:8631"
    assert hosts.works_on_this_device_only(site)


def test_a_link_names_the_public_address_and_its_pages_may_send_forms(tmp_path: Path) -> None:
    public = "https://games.example"
    with Served(tmp_path, hosts=Hosts(public=public)) as server, Program(server.url) as anna:
        told = anna.open("baguettes", ME, LINK)
        link, page = invitation(anna, told["table"])
        assert link.startswith(f"{public}/t/")
        assert 'class="qr"' in page
        allowed = anna.http.post("/play/baguettes", headers={"origin": public})
        assert allowed.status_code == httpx.codes.SEE_OTHER
        refused = anna.http.post("/play/baguettes", headers={"origin": "http://games.example"})
        assert refused.status_code == httpx.codes.FORBIDDEN


def test_pages_of_a_secure_site_are_secure(tmp_path: Path) -> None:
    """Also where the proxy is not named, so that the request seems to come by http."""
    named = {"host": "games.example"}
    with (
        Served(tmp_path, hosts=Hosts(public="https://games.example")) as server,
        Program(server.url, **named) as anna,
    ):
        refused = anna.http.post("/play/baguettes", headers={"origin": "http://games.example"})
        assert refused.status_code == httpx.codes.FORBIDDEN
        allowed = anna.http.post("/play/baguettes", headers={"origin": "https://games.example"})
        assert allowed.status_code == httpx.codes.SEE_OTHER


@pytest.mark.parametrize("origin", ["http://games.example", "https://games.example"])
def test_behind_a_proxy_for_https_only_pages_that_came_by_it_may_send_forms(
    tmp_path: Path, origin: str
) -> None:
    by_proxy = {"host": "games.example", "x-forwarded-proto": "https", "origin": origin}
    names = Hosts(allowed=frozenset({"games.example"}))
    with (
        Served(tmp_path, hosts=names, proxies=["127.0.0.1"]) as server,
        Program(server.url, **by_proxy) as anna,
    ):
        is_secure = origin.startswith("https")
        expected = httpx.codes.SEE_OTHER if is_secure else httpx.codes.FORBIDDEN
        assert anna.http.post("/play/baguettes").status_code == expected


def test_only_who_asks_on_this_machine_has_its_address_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(hosts, "network_address", lambda: asked.append("socket"))
    for host in (f"{NETWORK}:8631", "machine.local:8631"):
        Hosts("0.0.0.0").site(request_for(host, NETWORK))
    assert not asked
    Hosts("0.0.0.0").site(request_for("localhost:8631"))
    assert asked


def test_the_address_of_this_machine_is_found_without_a_word_to_anyone() -> None:
    address = hosts.network_address()
    assert address is None or not ip_address(address).is_loopback


def test_a_machine_without_a_network_has_no_address_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosts, "TEST_NET", ("127.0.0.1", 9))
    assert hosts.network_address() is None
    monkeypatch.setattr(hosts, "TEST_NET", ("255.255.255.255", 9))
    assert hosts.network_address() is None


def test_few_codes_are_kept_and_each_is_small() -> None:
    longest = f"http://{'x' * 60}.example:65535/t/abcdefghjkmn?invite={'x' * 32}"
    for number in range(waiting.CODES_KEPT + 10):
        code = waiting._qr_code(f"http://{NETWORK}/{number}")
    kept = waiting._qr_code.cache_info()
    assert kept.currsize == kept.maxsize == waiting.CODES_KEPT
    assert max(len(code), len(waiting._qr_code(longest))) < 10_000


# The command line


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"names": ["a b"]}, "“a b” is no name of a host."),
        ({"names": ["https://games.example"]}, "is no name of a host."),
        ({"public_url": "games.example"}, "“games.example” is no address of a site"),
        ({"public_url": "https://games.example/a b"}, "is no address of a site"),
        ({"public_url": "https://games.example/../x"}, "is no address of a site"),
        ({"public_url": "https://games.example/x?y"}, "is no address of a site"),
        ({"public_url": "https://[x"}, "is no address of a site"),
    ],
)
def test_what_is_no_host_is_refused_at_the_start(
    tmp_path: Path, place: dict[str, Any], sentence: str
) -> None:
    with pytest.raises((CannotServe, BadSite), match=re.escape(sentence)):
        serve(Console(quiet=True), ServeOptions("127.0.0.1", 0, **place), tmp_path, open_page=False)
