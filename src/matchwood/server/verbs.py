"""The ways in for commands: each is one route for pages, and one for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from matchwood.server.commands import Command
from matchwood.server.owner import Owner
from matchwood.server.visitors import AnyRequest, TheHall, visitor_of


def ways_in(
    verbs: Mapping[str, type[Command]],
    body: Any,
    answer: Callable[[AnyRequest, Owner], Any],
    answers: Any,
    name: Any = FromPath[str],
    **settings: Any,
) -> list[HTTPRouteHandler]:
    """A route for each command, under the table's own address.

    `body` is how Litestar reads a command, `answer` what follows, and `answers` the type of that.
    """

    def way_in(path: str, kind: type[Command]) -> HTTPRouteHandler:
        async def act(request: Any, hall: Any, name: Any, data: Any) -> Any:
            return answer(request, await visitor_of(request).act(hall, name, data))

        act.__name__, act.__doc__ = path.replace("-", "_"), kind.__doc__
        act.__annotations__ = {
            "request": AnyRequest,
            "hall": TheHall,
            "name": name,
            "data": body[kind],
            "return": answers,
        }
        return post(f"/{{name:str}}/{path}", **settings)(act)

    return [way_in(path, kind) for path, kind in verbs.items()]
