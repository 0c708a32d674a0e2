"""Routes for commands: one for each command, for pages and for the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, visitor_of
from matchwood.server.live.actor import TableActor
from matchwood.server.table.commands import Command
from matchwood.server.table.errors import DuplicateMove


def command_routes(
    commands: Mapping[str, type[Command]],
    body: Any,
    respond: Callable[[AnyRequest, TableActor], Any],
    returns: Any,
    name: Any = FromPath[str],
    accept_repeats: bool = False,
    **options: Any,
) -> list[HTTPRouteHandler]:
    """A POST route for each command, relative to the tables.

    `body` is Litestar's type for reading a command, `returns` the type of what `respond` makes. A
    move sent twice is refused, since a program may want to know; or, with `accept_repeats`,
    answered like the first time, whose response its sender has missed.
    """

    def command_route(path: str, command: type[Command]) -> HTTPRouteHandler:
        async def submit(request: Any, registry: Any, name: Any, data: Any) -> Any:
            try:
                actor = await visitor_of(request).submit(registry, name, data)
            except DuplicateMove:
                if not accept_repeats:
                    raise
                actor = await registry.find(name)
            return respond(request, actor)

        submit.__name__, submit.__doc__ = path.replace("-", "_"), command.__doc__
        submit.__annotations__ = {
            "request": AnyRequest,
            "registry": Registry,
            "name": name,
            "data": body[command],
            "return": returns,
        }
        return post(f"/{{name:str}}/{path}", **options)(submit)

    return [command_route(path, command) for path, command in commands.items()]
