"""The one who asks, as requests treat them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.di import NamedDependency

from matchwood.server.commands import Command
from matchwood.server.hall import Hall
from matchwood.server.owner import Owner
from matchwood.server.refusals import TooMuch
from matchwood.server.safety import Counter, address_of
from matchwood.server.setting_up import Wanted, first_events
from matchwood.server.thinking import Client
from matchwood.server.visitors import hashed, new_token, token_cookie, token_of

TheHall = NamedDependency[Hall]
"""How a request gets at the hall."""
AnyResponse = TypeVar("AnyResponse", bound=Response[Any])


class Asked:
    """Someone with a token, or who gets one when they first need it."""

    def __init__(self, request: Request[Any, Any, Any]) -> None:
        self._request = request
        self._counter: Counter = request.app.state.counter
        self._token = token_of(request)
        self._is_new = self._token is None

    @property
    def holder(self) -> str | None:
        return None if self._token is None else hashed(self._token)

    @property
    def token(self) -> str:
        if self._token is None:
            self._token = new_token()
        return self._token

    @property
    def sure(self) -> str:
        """The holder; someone new gets a token."""
        return hashed(self.token)

    def known(self, response: AnyResponse) -> AnyResponse:
        """The answer, with the token of someone new."""
        if self._is_new and self._token is not None:
            cookie = token_cookie(self._request, self._token)
            response.set_cookie(cookie)
        return response

    async def open(self, hall: Hall, wanted: Wanted) -> Owner:
        """A new table, unless they have too many."""
        first = first_events(wanted, self.sure)
        most = self._counter.limits.tables
        if await hall.store.made_by(self.sure) >= most:
            raise TooMuch(
                "You have {most} unfinished games; please finish one of them first.",
                most=most,
            )
        return await hall.open(self.sure, first)

    @property
    def client(self) -> Client:
        """For whom bots are to think."""
        return Client(address_of(self._request), self.holder or "")

    async def look(self, hall: Hall, name: str) -> Owner:
        """The table of a name, where they are noted as being there."""
        owner = await hall.find(name)
        owner.notice(self.client, self.holder)
        return owner

    async def act(self, hall: Hall, name: str, command: Command) -> Owner:
        """Let what they want happen at a table."""
        owner = await hall.find(name)
        await owner.do(self.sure, command)
        owner.notice(self.client, self.holder)
        return owner

    def counted(self, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """A stream, counted among those of their address while it lasts."""
        address = address_of(self._request)
        self._counter.check_streams(address)
        return self._counter.streaming(address, events)


def asked(request: Request[Any, Any, Any]) -> Asked:
    """The one who asks; the same for one request."""
    found: Asked | None = request.scope["state"].get("asked")
    if found is None:
        found = request.scope["state"]["asked"] = Asked(request)
    return found
