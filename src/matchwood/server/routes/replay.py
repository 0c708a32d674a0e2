"""Finished games: replay, playing on from a move, records."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec import Meta, Struct
from msgspec.structs import replace

from matchwood.lab.warm import BOTS
from matchwood.server.http.audience import parse_number, perspective_of
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, site_of, visitor_of
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import replay as replay_page
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.new_table import continuation_events
from matchwood.server.table.state import LONGEST_GAME, Table
from matchwood.server.views.names import recorded_names, server_words


class PlayOnForm(Struct, frozen=True):
    move: Annotated[int, Meta(ge=0, le=LONGEST_GAME)]
    """Number of the move of a finished game after which the new one goes on."""


@get("/t/{name:str}/replay")
async def replay(
    request: AnyRequest,
    registry: Registry,
    name: FromPath[str],
    move: FromQuery[str] = "0",
    eyes: FromQuery[str] = "",
    analysis: FromQuery[str] = "",
    scene: FromQuery[str] = "",
) -> Response[str]:
    actor = await registry.find(name)
    if not actor.table.over:
        raise Forbidden("You can replay a game once it is over.")
    last, chairs = len(actor.table.turns), actor.table.chairs
    number, wanted = min(parse_number(move) or 0, last), parse_number(eyes)
    seat = wanted if wanted in chairs else None
    perspective = perspective_of(request, actor.table)
    step = await actor.views.replay(number, seat, perspective, bool(scene))
    if analysis:
        registry.check_ready(actor.table.agreement.game, BOTS)
        step = replace(step, analysis=await actor.views.analysis(perspective))
    url = f"{site_of(request)}{settings_of(request).path}"
    return page_response(replay_page.page(step, perspective.words, settings_of(request), url))


@post("/t/{name:str}/play-on")
async def play_on_from_move(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[PlayOnForm]
) -> Response[Any]:
    """A new table where one person goes on from a move of a finished game, against bots."""
    table, visitor = (await registry.find(name)).table, visitor_of(request)
    if not table.over:
        raise Forbidden("You can play on from a game once it is over.")
    moves = min(data.move, len(table.turns))
    seats = table.seats_of(visitor.holder)
    seat = seats[0] if seats else table.position_after(moves).to_move
    called = await visitor.name(registry) or server_words(language_of(request))("Guest")
    first = await asyncio.to_thread(
        continuation_events, table, moves, seat, called, visitor.require_holder()
    )
    actor = await visitor.open(registry, first)
    return visitor.with_cookie(Redirect(f"/t/{actor.table.name}", status_code=SEE_OTHER))


@get("/t/{name:str}/record")
async def record(registry: Registry, name: FromPath[str]) -> Response[str]:
    return record_response(registry, (await registry.find(name)).table)


def record_response(registry: TableRegistry, table: Table) -> Response[str]:
    """The signed record of a finished game as a download."""
    return Response(
        signed_record(registry, table),
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{table.name}.txt"'},
    )


def signed_record(registry: TableRegistry, table: Table) -> str:
    return registry.services.signer.signed(table.record(recorded_names(table))).write()


HANDLERS = (replay, play_on_from_move, record)
