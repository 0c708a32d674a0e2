"""Under which names the server answers, and the one that it gives to friends.

A page of another site can have its own name lead to this server, and then read what a visitor's
browser gets from here; and whatever a visitor names is in the links that they are shown. So the
server answers only to names that are its own.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from matchwood.engine.errors import quoted
from matchwood.server.base.urls import is_prefix
from matchwood.server.http.limits import Connection
from matchwood.server.table.errors import BadRequest

EVERYWHERE = ("0.0.0.0", "::", "")
_NAME = r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?"
_HOST = re.compile(rf"(?P<name>{_NAME}|\[[0-9a-f:.]{{2,45}}\])(:(?P<port>[0-9]{{1,5}}))?")
HIGHEST_PORT = 65535
ADDRESSES_KEPT = 1_000
NOBODY = ("192.0.2.1", 9)
"""An address of nobody, somewhere in the internet."""


@dataclass(frozen=True)
class Hosts:
    """The names of one server."""

    bound: str = "127.0.0.1"
    """The address at which it listens."""
    allowed: frozenset[str] = frozenset()
    """What else it is called."""
    public: str | None = None
    """How everyone reaches it, as in https://games.example or https://club.example/games; then
    links lead there."""

    def check(self, connection: Connection) -> None:
        """Refuse a request that asks for someone else."""
        named: list[str] = connection.headers.getall("host", [])
        if len(named) != 1 or (name := name_in(named[0])) is None:
            raise BadRequest("The request does not say which host it is for.")
        if not self._is_ours(name, connection):
            raise BadRequest(
                "This server is not called {host}; who runs it can allow that name with "
                "--allow-host.",
                host=quoted(name),
            )

    def _is_ours(self, name: str, connection: Connection) -> bool:
        if is_here(name) or name in self.allowed or name in _names_of_machine():
            return True
        if self.public is not None and name == name_in(urlsplit(self.public).netloc.lower()):
            return True
        # The address at which this very request came in is one of this machine.
        server = connection.scope.get("server")
        reached = {self.bound, server[0] if server else self.bound}
        return _address(name) in {_address(each) for each in reached} - {None}

    def site(self, connection: Connection) -> str:
        """The beginning of links to give away."""
        if self.public is not None:
            return self.public
        host: str = connection.headers["host"]
        scheme = connection.url.scheme
        server = connection.scope.get("server")
        names_nobody_else = self.bound in EVERYWHERE and is_here(name_in(host) or "")
        # It opens a socket, so nothing is looked up for those who know a name that others can use.
        own = own_address() if names_nobody_else else None
        if own is None or server is None:
            return f"{scheme}://{host}"
        return f"{scheme}://{own}:{server[1]}"

    def is_secure(self, connection: Connection) -> bool:
        """True if the browser asks by https: it came so, or asks for a public address that is so,
        even where the proxy before it is not believed."""
        public = urlsplit(self.public or "")
        is_public = connection.headers.get("host", "").lower() == public.netloc
        return connection.url.scheme == "https" or (is_public and public.scheme == "https")

    def is_own_site(self, origin: str, connection: Connection) -> bool:
        """True if a request comes from our own pages; those of a secure site are secure."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if f"{parts.scheme}://{parts.netloc}" == self._public_origin:
            return True
        is_same = parts.netloc == connection.headers.get("host")
        return is_same and (parts.scheme == "https" or not self.is_secure(connection))

    @property
    def prefix(self) -> str:
        """The path under which the site begins; nothing for the root."""
        return "" if self.public is None else urlsplit(self.public).path

    @property
    def _public_origin(self) -> str | None:
        return None if self.public is None else self.public.removesuffix(self.prefix)


def name_in(host: str) -> str | None:
    """The name in a `Host`, which may have a port; none if it is no host."""
    found = _HOST.fullmatch(host.lower())
    if found is None or int(found["port"] or 0) > HIGHEST_PORT:
        return None
    return found["name"].removesuffix(".")


def is_here(name: str) -> bool:
    """Whether a name means the device on which it is typed."""
    address = _address(name)
    if address is None:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback


def works_only_here(site: str) -> bool:
    return is_here(name_in(urlsplit(site).netloc) or "")


def own_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOBODY)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback else address


@cache
def _names_of_machine() -> frozenset[str]:
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return frozenset((name, first, f"{first}.local")) if first else frozenset()


@lru_cache(ADDRESSES_KEPT)
def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def allowed_names(names: Iterable[str]) -> frozenset[str]:
    """Names as they were typed, in the form in which they are compared; ValueError: not a name."""
    found = set()
    for name in names:
        if (bare := name_in(name)) is None:
            raise ValueError(name)
        found.add(bare)
    return frozenset(found)


def public_site(url: str) -> str:
    """An address as it was typed, as the beginning of links; ValueError: not an address."""
    parts = urlsplit(url)
    path = parts.path.removesuffix("/")
    is_bare = is_prefix(path) and not parts.query and not parts.fragment
    if parts.scheme not in ("http", "https") or not is_bare or name_in(parts.netloc) is None:
        raise ValueError(url)
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"
