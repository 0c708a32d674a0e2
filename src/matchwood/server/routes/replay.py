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
from matchwood.server.http.audience import audience_of, number_in, record_of
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import AnyRequest, TheHall, language_of, site_of, visitor_of
from matchwood.server.pages import replay as replay_page
from matchwood.server.pages import rules as rules_page
from matchwood.server.pages.rules import Book
from matchwood.server.routes import forms
from matchwood.server.table.errors import NotYours
from matchwood.server.table.new_table import play_on
from matchwood.server.views.names import server_words


@get("/t/{name:str}/replay")
async def replay(
    request: AnyRequest,
    hall: TheHall,
    name: FromPath[str],
    move: FromQuery[str] = "0",
    eyes: FromQuery[str] = "",
    analysis: FromQuery[str] = "",
    scene: FromQuery[str] = "",
) -> Response[str]:
    owner = await hall.find(name)
    if not owner.table.over:
        raise NotYours("You can replay a game once it is over.")
    last, chairs = len(owner.table.turns), owner.table.chairs
    number, wanted = min(number_in(move) or 0, last), number_in(eyes)
    seat = wanted if wanted in chairs else None
    audience = audience_of(request, owner.table)
    step = await owner.replayed(number, seat, audience, bool(scene))
    if analysis:
        hall.check_ready(owner.table.agreement.game, BOTS)
        step = replace(step, analysis=await owner.analysis(audience))
    url = f"{site_of(request)}{settings_of(request).path}"
    return shown(replay_page.page(step, audience.words, settings_of(request), url))


@post("/t/{name:str}/play-on")
async def go_on_from(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.PlayOn]
) -> Response[Any]:
    """A new table where one person goes on from a move of a finished game, against bots."""
    table, who = (await hall.find(name)).table, visitor_of(request)
    if not table.over:
        raise NotYours("You can play on from a game once it is over.")
    moves = min(data.move, len(table.turns))
    seats = table.seats_of(who.holder)
    seat = seats[0] if seats else table.position_after(moves).to_move
    called = await who.name(hall) or server_words(language_of(request))("Guest")
    first = await asyncio.to_thread(play_on, table, moves, seat, called, who.make_holder())
    owner = await who.open(hall, first)
    return who.with_cookie(Redirect(f"/t/{owner.table.name}", status_code=SEE_OTHER))


@get("/t/{name:str}/record")
async def record(hall: TheHall, name: FromPath[str]) -> Response[str]:
    return record_of(hall, (await hall.find(name)).table)


@get("/rules/{game:str}")
async def rules(
    request: AnyRequest, hall: TheHall, game: FromPath[str], part: FromQuery[str] = ""
) -> Response[str]:
    found, language = find_game(game), language_of(request)
    book = Book(found, language, hall.workshop.ready(game, RULES))
    if part:
        return shown(rules_page.part(book))
    url = f"{site_of(request)}/rules/{game}"
    return shown(rules_page.page(book, server_words(language), settings_of(request), url))


HANDLERS = (replay, go_on_from, record, rules)
