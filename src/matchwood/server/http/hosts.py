"""Host names of the server: which requests it accepts, and the base URL of its links.

Other names are refused: by DNS rebinding a page of another site could read what a visitor's browser
gets from here, and the `Host` of a request stands in the links of its response.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.server.base.urls import is_prefix
from matchwood.server.http.request import Connection
from matchwood.server.table.errors import BadRequest

ALL_INTERFACES = ("0.0.0.0", "::", "")
_NAME = r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?"
_HOST = re.compile(rf"(?P<name>{_NAME}|\[[0-9a-f:.]{{2,45}}\])(:(?P<port>[0-9]{{1,5}}))?")
HIGHEST_PORT = 65535
TEST_NET = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737), somewhere in the internet."""


@dataclass(frozen=True)
class Hosts:
    """Host names of one server."""

    bound: str = "127.0.0.1"
    """Address at which it listens."""
    allowed: frozenset[str] = frozenset()
    """Further names that are accepted."""
    public: str | None = None
    """Public URL, as in https://games.example or https://club.example/games; links lead there."""

    def check(self, connection: Connection) -> None:
        """Refuse a request for another host."""
        named: list[str] = connection.headers.getall("host", [])
        if len(named) != 1 or (name := host_name(named[0])) is None:
            raise BadRequest("The request does not say which host it is for.")
        if not self._is_ours(name, connection):
            raise BadRequest(
                "This server is not called {host}; who runs it can allow that name with "
                "--allow-host.",
                host=quoted(name),
            )

    def _is_ours(self, name: str, connection: Connection) -> bool:
        if is_this_device(name) or name in self.allowed or name in _names_of_machine():
            return True
        if self.public is not None and name == host_name(urlsplit(self.public).netloc.lower()):
            return True
        # The address at which this very request came in is one of this machine.
        server = connection.scope.get("server")
        reached = {self.bound, server[0] if server else self.bound}
        return _address(name) in {_address(each) for each in reached} - {None}

    def site(self, connection: Connection) -> str:
        """Base URL of links that leave the site."""
        if self.public is not None:
            return self.public
        host: str = connection.headers["host"]
        scheme = connection.url.scheme
        server = connection.scope.get("server")
        is_only_local = self.bound in ALL_INTERFACES and is_this_device(host_name(host) or "")
        # It opens a socket, so only those have it looked up who need it.
        own = network_address() if is_only_local else None
        if own is None or server is None:
            return f"{scheme}://{host}"
        return f"{scheme}://{own}:{server[1]}"

    def is_secure(self, connection: Connection) -> bool:
        """True if the browser uses https: the request says so, or asks for a public URL that does,
        even if the proxy in front is not trusted."""
        public = urlsplit(self.public or "")
        is_public = connection.headers.get("host", "").lower() == public.netloc
        return connection.url.scheme == "https" or (is_public and public.scheme == "https")

    def is_own_site(self, origin: str, connection: Connection) -> bool:
        """True if an origin is that of our own pages; those of a secure site use https."""
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
        """Path under which the site begins; empty for the root."""
        return "" if self.public is None else urlsplit(self.public).path

    @property
    def _public_origin(self) -> str | None:
        return None if self.public is None else self.public.removesuffix(self.prefix)


def host_name(host: str) -> str | None:
    """Name in a `Host` header, which may have a port; none if it is malformed."""
    found = _HOST.fullmatch(host.lower())
    if found is None or int(found["port"] or 0) > HIGHEST_PORT:
        return None
    return found["name"].removesuffix(".")


def is_this_device(name: str) -> bool:
    """True if a name means the device on which it is typed."""
    address = _address(name)
    if address is None:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback


def works_on_this_device_only(site: str) -> bool:
    return is_this_device(host_name(urlsplit(site).netloc) or "")


def network_address() -> str | None:
    """Address of this machine in its network; found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(TEST_NET)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback else address


def _names_of_machine() -> frozenset[str]:
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return frozenset((name, first, f"{first}.local")) if first else frozenset()


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def allowed_names(names: Iterable[str]) -> frozenset[str]:
    """Normalize host names as they were typed; ValueError if one is malformed."""
    found = set()
    for name in names:
        if (bare := host_name(name)) is None:
            raise ValueError(name)
        found.add(bare)
    return frozenset(found)


class BadSite(MatchwoodError):
    """This is no public URL of a site."""


def public_site(url: str) -> str:
    """Normalize a public URL as it was typed; `BadSite` if it is malformed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    path = parts.path.removesuffix("/")
    is_bare = is_prefix(path) and not parts.query and not parts.fragment
    if parts.scheme not in ("http", "https") or not is_bare or host_name(parts.netloc) is None:
        raise BadSite(
            "{url} is no address of a site; one looks like https://games.example or "
            "https://club.example/games.",
            url=quoted(url),
        )
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"
