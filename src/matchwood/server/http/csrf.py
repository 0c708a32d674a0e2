"""What stands before every request: it is counted, and looked at for where it comes from."""

from __future__ import annotations

from matchwood.server.http.limits import TOKEN_COOKIE, Connection, address_of
from matchwood.server.http.service import service_of
from matchwood.server.table.errors import Forbidden

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


async def guard(connection: Connection, _: object) -> None:
    """Stands before every handler.

    It never waits, but what is not asynchronous is sent to a thread and back.
    """
    check(connection)
    if connection.scope.get("method") not in SAFE_METHODS:
        check_origin(connection)


def check(connection: Connection) -> None:
    """Count a request, and refuse it if there were too many, or if it is for someone else."""
    service = service_of(connection.scope)
    service.counter.ask(address_of(connection))
    service.hosts.check(connection)


def check_origin(connection: Connection) -> None:
    """Refuse what another site makes a visitor's browser send.

    A browser says where a request comes from. A program need not, if it holds no cookie: then it
    can do only what anyone can.
    """
    hosts, headers = service_of(connection.scope).hosts, connection.headers
    origin = headers.get("origin") or headers.get("referer")
    if origin is None and TOKEN_COOKIE not in headers.get("cookie", ""):
        return
    if origin is None or not hosts.is_own_site(origin, connection):
        raise Forbidden("This request comes from another site, so it was refused.")
