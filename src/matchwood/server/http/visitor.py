"""Visitors: the token that holds their seats, the language they read, the form they want.

A browser keeps the token in a cookie that scripts cannot read, a program sends it as a bearer. The
server stores only its hash, the holder of a seat.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Message, Scope

from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.server.base.preferences import LANGUAGE
from matchwood.server.base.tokens import hash_token
from matchwood.server.base.urls import at
from matchwood.server.http.limits import address_of, largest_network
from matchwood.server.http.request import VISITOR, AnyRequest, Connection, release_later
from matchwood.server.http.state import state_of
from matchwood.server.live.actor import TableActor
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.registry import TableRegistry
from matchwood.server.table.commands import Command
from matchwood.server.table.errors import TooManyRequests
from matchwood.server.table.events import Dealt, Event, Opened
from matchwood.server.table.new_table import Wanted, is_listed, opening_events

DAY = 24 * 60 * 60
HALF_A_YEAR = 180 * DAY
TOKEN_COOKIE = "matchwood"
RENEWED_COOKIE = "matchwood-renewed"
"""Marks a token cookie that was renewed within `RENEWED_EVERY`."""
RENEWED_EVERY = 7 * DAY
NO_STORE, HTML = b"no-store", b"text/html"
BEARER = "Bearer "

Registry = NamedDependency[TableRegistry]
"""Parameter of a handler: the table registry."""
AnyResponse = TypeVar("AnyResponse", bound=Response[Any])


class Visitor:
    """Somebody with a token, or who gets one when they first need it.

    A token that this server has not issued counts as none.
    """

    def __init__(self, request: AnyRequest) -> None:
        self._request = request
        self._state = state_of(request)
        bearer, cookie = bearer_of(request), request.cookies.get(cookie_name(request))
        self._by_cookie = bearer is None and cookie is not None
        given = cookie if bearer is None else bearer
        self._token = given if given is not None and self._state.tokens.is_issued(given) else None
        self._is_new = self._token is None

    @property
    def holder(self) -> str | None:
        """Holder of their seats; none without a token."""
        return None if self._token is None else hash_token(self._token)

    def require_holder(self) -> str:
        """Holder of a seat that they take. Issues a token if they have none."""
        if self._token is None:
            self._token = self._state.tokens.new()
        return hash_token(self._token)

    @property
    def program_token(self) -> str | None:
        """Token, as told to a program. A browser has it in its cookie only, where no script can
        read it."""
        return None if self._by_cookie else self._token

    def with_cookie(self, response: AnyResponse) -> AnyResponse:
        """The response, with the token of a new visitor as a cookie."""
        if self._is_new and self._token is not None:
            response.set_cookie(token_cookie(self._request, self._token))
        return response

    def renewals(self) -> list[Cookie]:
        """Cookies that keep the token in the browser for another half a year; none if they were
        set a few days ago."""
        is_due = RENEWED_COOKIE not in self._request.cookies
        if not self._by_cookie or self._is_new or self._token is None or not is_due:
            return []
        kept = token_cookie(self._request, self._token)
        mark = replace(kept, key=RENEWED_COOKIE, value="1", max_age=RENEWED_EVERY)
        return [kept, mark]

    async def open_table(self, registry: TableRegistry, wanted: Wanted) -> TableActor:
        """Set up a table, unless they or their address have too many."""
        return await self.open(registry, opening_events(wanted, self.require_holder()))

    async def open(self, registry: TableRegistry, first: list[Event]) -> TableActor:
        """Set up a table from its first events."""
        if isinstance(first[0], Opened) and any(isinstance(event, Dealt) for event in first):
            registry.check_ready(first[0].agreement.game)
        holder = self.require_holder()
        most = self._state.limiter.limits.tables
        async with self._state.limiter.lock_for(holder):
            if await registry.store.count_made_by(holder) >= most:
                raise TooManyRequests(
                    "You have {most} unfinished games; please finish one of them first.",
                    most=most,
                )
            self.count_table()
            if is_listed(first):
                self._count_listed()
            actor = await registry.open(holder, first)
        actor.record_visit(self.client, holder)
        return actor

    def count_table(self) -> None:
        """Count a new table of their address, or refuse it."""
        self._state.limiter.take_table(address_of(self._request))

    def _count_listed(self) -> None:
        """Count a new table on the list of games, or refuse it."""
        try:
            self._state.listing_limiter.take_table(address_of(self._request))
        except TooManyRequests:
            raise TooManyRequests(
                "More than {tables} games were put on the list from your address within an hour; "
                "please wait a little, or do without the list.",
                tables=self._state.listing_limiter.limits.address_tables,
            ) from None

    async def name(self, registry: TableRegistry) -> str | None:
        """Name under which they last sat down anywhere."""
        return None if self.holder is None else await registry.store.name_of(self.holder)

    @property
    def client(self) -> Client:
        """Client of the bot pool, which is shared fairly by networks."""
        return Client(largest_network(address_of(self._request)), self.holder or "")

    async def visit(self, registry: TableRegistry, name: str) -> TableActor:
        """Find a table, and note that they are there."""
        actor = await registry.find(name)
        actor.record_visit(self.client, self.holder)
        return actor

    async def submit(self, registry: TableRegistry, name: str, command: Command) -> TableActor:
        """Run a command at a table."""
        actor = await registry.find(name, newest=False)
        await actor.execute(self.require_holder(), command)
        actor.record_visit(self.client, self.holder)
        return actor

    def count_stream(self, events: AsyncGenerator[bytes, None]) -> None:
        """Count a stream of their address until the request ends.

        Then its events are closed too: if it was cut while it sent something, they would else wait
        for the garbage collector.
        """
        limiter, address = self._state.limiter, address_of(self._request)
        limiter.open_stream(address)

        async def release() -> None:
            limiter.close_stream(address)
            await events.aclose()

        release_later(self._request, release)


def visitor_of(request: AnyRequest) -> Visitor:
    """The visitor of a request; one object for each request."""
    found: Visitor | None = request.scope["state"].get(VISITOR)
    if found is None:
        found = request.scope["state"][VISITOR] = Visitor(request)
    return found


def bearer_of(connection: Connection) -> str | None:
    """Token of a program."""
    bearer: str = connection.headers.get("authorization", "")
    return bearer.removeprefix(BEARER).strip() if bearer.startswith(BEARER) else None


def cookie_name(connection: Connection) -> str:
    """Name of the token cookie: with https `__Host-matchwood`, or under a path
    `__Secure-matchwood`; with http `matchwood`.

    Browsers accept either prefix with https only, and `__Host-` from this very host only, so that
    no other site plants a token. It requires the path `/`, so a site under a path has to do with
    `__Secure-`, which other hosts of its domain may set.
    """
    hosts = state_of(connection).hosts
    if not hosts.is_secure(connection):
        return TOKEN_COOKIE
    return f"__Secure-{TOKEN_COOKIE}" if hosts.prefix else f"__Host-{TOKEN_COOKIE}"


def token_cookie(connection: Connection, token: str) -> Cookie:
    return Cookie(
        cookie_name(connection),
        value=token,
        path=at("/"),
        max_age=HALF_A_YEAR,
        httponly=True,
        samesite="lax",
        secure=state_of(connection).hosts.is_secure(connection),
    )


async def renew_token(message: Message, scope: Scope) -> None:
    """Hook before responses: renew the token cookie with pages, which no cache stores."""
    if message["type"] != "http.response.start":
        return
    headers = {name.lower(): value for name, value in message["headers"]}
    is_page = headers.get(b"content-type", b"").startswith(HTML)
    if is_page and headers.get(b"cache-control") == NO_STORE:
        cookies = visitor_of(Request(scope)).renewals()
        message["headers"] = [*message["headers"], *(each.to_encoded_header() for each in cookies)]


def language_of(connection: Connection) -> str:
    """Language that was chosen; else the available one that the browser prefers."""
    chosen = connection.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return chosen
    liked = connection.headers.get("accept-language", "")
    for language in _by_preference(liked):
        if language in LANGUAGES:
            return language
    return ENGLISH.language


def _by_preference(accepted: str) -> list[str]:
    weights = []
    for part in accepted.split(",")[: 4 * len(LANGUAGES)]:
        tag, _, weight = part.partition(";q=")
        weights.append((_number(weight), tag.strip().lower().partition("-")[0]))
    return [tag for weight, tag in sorted(weights, key=lambda pair: -pair[0]) if weight > 0]


def _number(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


def site_of(connection: Connection) -> str:
    """Base URL of links that leave the site."""
    return state_of(connection).hosts.site(connection)


def wants_json(connection: Connection) -> bool:
    """True for the page's script and for clients of the API."""
    path: str = connection.scope["path"]
    return path.startswith("/api") or "application/json" in connection.headers.get("accept", "")
