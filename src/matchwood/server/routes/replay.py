"""What there is to read and to look at when nobody plays: replays, records, rulebooks."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec.structs import replace

from matchwood.engine.game import find_game
from matchwood.lab.compiling import BOTS, RULES
from matchwood.server.http.perspective import number_in, perspective_of, record_of
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import AnyRequest, Registry, language_of, site_of, visitor_of
from matchwood.server.pages import replay as replay_page
from matchwood.server.pages import rules as rules_page
from matchwood.server.pages.rules import Book
from matchwood.server.routes import forms
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.new_table import continuation_events
from matchwood.server.views.names import server_words


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
    number, wanted = min(number_in(move) or 0, last), number_in(eyes)
    seat = wanted if wanted in chairs else None
    perspective = perspective_of(request, actor.table)
    step = await actor.replayed(number, seat, perspective, bool(scene))
    if analysis:
        registry.check_ready(actor.table.agreement.game, BOTS)
        step = replace(step, analysis=await actor.analysis(perspective))
    url = f"{site_of(request)}{settings_of(request).path}"
    return shown(replay_page.page(step, perspective.words, settings_of(request), url))


@post("/t/{name:str}/play-on")
async def go_on_from(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[forms.PlayOn]
) -> Response[Any]:
    """A new table where one person goes on from a move of a finished game, against bots."""
    table, who = (await registry.find(name)).table, visitor_of(request)
    if not table.over:
        raise Forbidden("You can play on from a game once it is over.")
    moves = min(data.move, len(table.turns))
    seats = table.seats_of(who.holder)
    seat = seats[0] if seats else table.position_after(moves).to_move
    called = await who.name(registry) or server_words(language_of(request))("Guest")
    first = await asyncio.to_thread(
        continuation_events, table, moves, seat, called, who.make_holder()
    )
    actor = await who.open(registry, first)
    return who.with_cookie(Redirect(f"/t/{actor.table.name}", status_code=SEE_OTHER))


@get("/t/{name:str}/record")
async def record(registry: Registry, name: FromPath[str]) -> Response[str]:
    return record_of(registry, (await registry.find(name)).table)


@get("/rules/{game:str}")
async def rules(
    request: AnyRequest, registry: Registry, game: FromPath[str], part: FromQuery[str] = ""
) -> Response[str]:
    found, language = find_game(game), language_of(request)
    book = Book(found, language, registry.workshop.ready(game, RULES))
    if part:
        return shown(rules_page.part(book))
    url = f"{site_of(request)}/rules/{game}"
    return shown(rules_page.page(book, server_words(language), settings_of(request), url))


HANDLERS = (replay, go_on_from, record, rules)
