"""Who asks: the token that holds their seats, the language they read, the form they want.

A visitor is a token, kept by the browser in a cookie that scripts cannot read, or sent by a
program as a bearer. The server keeps only its hash, which is called the holder of a seat.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Message, Scope

from matchwood.engine.words import ENGLISH, LANGUAGES
from matchwood.server.base.preferences import LANGUAGE
from matchwood.server.base.tokens import hash_token
from matchwood.server.base.urls import at
from matchwood.server.http.limits import (
    TO_RELEASE,
    TOKEN_COOKIE,
    VISITOR,
    Connection,
    address_of,
    turns_of,
)
from matchwood.server.http.service import service_of
from matchwood.server.live.actor import TableActor
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.registry import TableRegistry
from matchwood.server.table.commands import Command
from matchwood.server.table.errors import TooManyRequests
from matchwood.server.table.events import Dealt, Event, Opened
from matchwood.server.table.new_table import Wanted, is_listed, opening_events

DAY = 24 * 60 * 60
HALF_A_YEAR = 180 * DAY
RENEWED_COOKIE = "matchwood-renewed"
"""Stands beside the token for as long as there is no need to give it to the browser anew."""
RENEWED_EVERY = 7 * DAY
NO_STORE, HTML = b"no-store", b"text/html"
BEARER = "Bearer "

AnyRequest = Request[Any, Any, Any]
Registry = NamedDependency[TableRegistry]
"""How a request gets at the hall."""
AnyResponse = TypeVar("AnyResponse", bound=Response[Any])


class Visitor:
    """Someone with a token, or who gets one when they first need it.

    Whoever comes with a token that was never given out is as new.
    """

    def __init__(self, request: AnyRequest) -> None:
        self._request = request
        service = service_of(request.scope)
        self._counter, self._tokens = service.counter, service.tokens
        self._listings = service.listings
        bearer, cookie = bearer_of(request), request.cookies.get(cookie_name(request))
        self._by_cookie = bearer is None and cookie is not None
        given = cookie if bearer is None else bearer
        self._token = given if given is not None and self._tokens.is_issued(given) else None
        self._is_new = self._token is None

    @property
    def holder(self) -> str | None:
        """By what their seats are known; none if they came without a token."""
        return None if self._token is None else hash_token(self._token)

    def make_holder(self) -> str:
        """The holder of a seat that they take; who came without a token gets one."""
        if self._token is None:
            self._token = self._tokens.new()
        return hash_token(self._token)

    @property
    def program_token(self) -> str | None:
        """What a program needs to hold its seats. A browser has it in its cookie, and nowhere
        else, so that no script can read it."""
        return None if self._by_cookie else self._token

    def with_cookie(self, response: AnyResponse) -> AnyResponse:
        """The answer; for someone new it brings their token."""
        if self._is_new and self._token is not None:
            cookie = token_cookie(self._request, self._token)
            response.set_cookie(cookie)
        return response

    def renewals(self) -> list[Cookie]:
        """The cookies by which a browser keeps the token that it came with for another half a
        year; none if it was given them some days ago."""
        is_due = RENEWED_COOKIE not in self._request.cookies
        if not self._by_cookie or self._is_new or self._token is None or not is_due:
            return []
        kept = token_cookie(self._request, self._token)
        mark = replace(kept, key=RENEWED_COOKIE, value="1", max_age=RENEWED_EVERY)
        return [kept, mark]

    async def open_table(self, registry: TableRegistry, wanted: Wanted) -> TableActor:
        """A table that they set up, unless they or their address have too many."""
        return await self.open(registry, opening_events(wanted, self.make_holder()))

    async def open(self, registry: TableRegistry, first: list[Event]) -> TableActor:
        """The same from its first events."""
        if isinstance(first[0], Opened) and any(isinstance(event, Dealt) for event in first):
            registry.check_ready(first[0].agreement.game)
        holder = self.make_holder()
        most = self._counter.limits.tables
        async with self._counter.turn_of(holder):
            if await registry.store.count_made_by(holder) >= most:
                raise TooManyRequests(
                    "You have {most} unfinished games; please finish one of them first.",
                    most=most,
                )
            self.count_table()
            if is_listed(first):
                self._count_listed()
            actor = await registry.open(holder, first)
        actor.notice(self.client, holder)
        return actor

    def count_table(self) -> None:
        """Count a new table among those of their address."""
        self._counter.take_table(address_of(self._request))

    def _count_listed(self) -> None:
        """Count a table that is to be on the list of games, or refuse it."""
        try:
            self._listings.take_table(address_of(self._request))
        except TooManyRequests:
            raise TooManyRequests(
                "More than {tables} games were put on the list from your address within an hour; "
                "please wait a little, or do without the list.",
                tables=self._listings.limits.address_tables,
            ) from None

    async def name(self, registry: TableRegistry) -> str | None:
        """What they called themselves when they last sat down anywhere."""
        return None if self.holder is None else await registry.store.name_of(self.holder)

    @property
    def client(self) -> Client:
        """For whom bots are to think."""
        return Client(turns_of(address_of(self._request)), self.holder or "")

    async def look(self, registry: TableRegistry, name: str) -> TableActor:
        """The table of a name, where they are noted as being there."""
        actor = await registry.find(name)
        actor.notice(self.client, self.holder)
        return actor

    async def act(self, registry: TableRegistry, name: str, command: Command) -> TableActor:
        """Let what they want happen at a table."""
        actor = await registry.find(name, newest=False)
        await actor.do(self.make_holder(), command)
        actor.notice(self.client, self.holder)
        return actor

    def count_stream(self, events: AsyncGenerator[bytes, None]) -> None:
        """Count a stream among those of their address, until the request ends.

        With it the events end: one that is cut while it sends something would else wait for its
        next turn until garbage is looked for.
        """
        counter, address = self._counter, address_of(self._request)
        counter.open_stream(address)

        async def release() -> None:
            counter.close_stream(address)
            await events.aclose()

        self._request.scope["state"].setdefault(TO_RELEASE, []).append(release)


def visitor_of(request: AnyRequest) -> Visitor:
    """The one who asks; the same for one request."""
    found: Visitor | None = request.scope["state"].get(VISITOR)
    if found is None:
        found = request.scope["state"][VISITOR] = Visitor(request)
    return found


def bearer_of(connection: Connection) -> str | None:
    bearer: str = connection.headers.get("authorization", "")
    return bearer.removeprefix(BEARER).strip() if bearer.startswith(BEARER) else None


def cookie_name(connection: Connection) -> str:
    """The name of the cookie of the token. With these prefixes browsers take it by https only, and
    at the root of a host from that very host only; so no other site can plant one."""
    hosts = service_of(connection.scope).hosts
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
        secure=service_of(connection.scope).hosts.is_secure(connection),
    )


async def renew_token(message: Message, scope: Scope) -> None:
    """Renew the token of a browser with the pages that it opens, which no cache keeps."""
    if message["type"] != "http.response.start":
        return
    headers = {name.lower(): value for name, value in message["headers"]}
    is_page = headers.get(b"content-type", b"").startswith(HTML)
    if is_page and headers.get(b"cache-control") == NO_STORE:
        cookies = visitor_of(Request(scope)).renewals()
        message["headers"] = [*message["headers"], *(each.to_encoded_header() for each in cookies)]


def language_of(connection: Connection) -> str:
    """The language that was chosen, or that the browser likes best of those there are."""
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
    """The beginning of links to give away."""
    return service_of(connection.scope).hosts.site(connection)


def wants_json(connection: Connection) -> bool:
    """Whether a program asks: the page's script, or someone at the API."""
    path: str = connection.scope["path"]
    return path.startswith("/api") or "application/json" in connection.headers.get("accept", "")
