"""The ways in for commands: each is one route for pages, and one for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from matchwood.server.http.visitor import AnyRequest, Registry, visitor_of
from matchwood.server.live.actor import TableActor
from matchwood.server.table.commands import Command
from matchwood.server.table.errors import DuplicateMove


def ways_in(
    verbs: Mapping[str, type[Command]],
    body: Any,
    answer: Callable[[AnyRequest, TableActor], Any],
    answers: Any,
    name: Any = FromPath[str],
    forgives_repeats: bool = False,
    **settings: Any,
) -> list[HTTPRouteHandler]:
    """A route for each command, under the table's own address.

    `body` is how Litestar reads a command, `answer` what follows, and `answers` the type of that.
    A move that comes again is refused, for a program may want to know; or, where repeats are
    forgiven, answered as it was the first time: its sender only missed the answer.
    """

    def way_in(path: str, kind: type[Command]) -> HTTPRouteHandler:
        async def act(request: Any, registry: Any, name: Any, data: Any) -> Any:
            try:
                actor = await visitor_of(request).act(registry, name, data)
            except DuplicateMove:
                if not forgives_repeats:
                    raise
                actor = await registry.find(name)
            return answer(request, actor)

        act.__name__, act.__doc__ = path.replace("-", "_"), kind.__doc__
        act.__annotations__ = {
            "request": AnyRequest,
            "registry": Registry,
            "name": name,
            "data": body[kind],
            "return": answers,
        }
        return post(f"/{{name:str}}/{path}", **settings)(act)

    return [way_in(path, kind) for path, kind in verbs.items()]
