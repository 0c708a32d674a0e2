"""Guard of all routes: rate limit, host check and, against cross-site requests (CSRF), origin."""

from __future__ import annotations

from matchwood.server.http.limits import address_of
from matchwood.server.http.request import Connection
from matchwood.server.http.state import state_of
from matchwood.server.http.visitor import TOKEN_COOKIE
from matchwood.server.table.errors import Forbidden

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


async def guard(connection: Connection, _: object) -> None:
    """Check a request before its handler runs. Asynchronous, so that it needs no thread."""
    check_request(connection)
    if connection.scope.get("method") not in SAFE_METHODS:
        check_origin(connection)


def check_request(connection: Connection) -> None:
    """Count a request; refuse it above the rate limit, or if it is for another host."""
    state = state_of(connection)
    state.limiter.take_request(address_of(connection))
    state.hosts.check(connection)


def check_origin(connection: Connection) -> None:
    """Refuse a cross-site request (CSRF).

    Browsers say where a request comes from. A program need not, if it sends no cookie: then it can
    do only what anyone can.
    """
    headers = connection.headers
    origin = headers.get("origin") or headers.get("referer")
    if origin is None and TOKEN_COOKIE not in headers.get("cookie", ""):
        return
    if origin is None or not state_of(connection).hosts.is_own_site(origin, connection):
        raise Forbidden("This request comes from another site, so it was refused.")
