"""The pages of a table, and what their forms send. Everything works without script.

A form that is sent by the script gets JSON back, one that is sent without it a redirection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.http.compression import PACKED_BY_ITSELF
from matchwood.server.http.hosts import works_only_here
from matchwood.server.http.limits import fill_up
from matchwood.server.http.perspective import (
    check_hints,
    follow,
    number_in,
    perspective_of,
    screen_of,
    view_of,
    why_not,
)
from matchwood.server.http.preferences import ONCE, look_at_wishes, remembering, settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import (
    AnyRequest,
    Registry,
    language_of,
    site_of,
    visitor_of,
    wants_json,
)
from matchwood.server.live.actor import TableActor
from matchwood.server.live.broadcast import PageEvent, Shown
from matchwood.server.pages import table as table_page
from matchwood.server.pages.table import Invitation
from matchwood.server.pages.table import screen as screen_page
from matchwood.server.pages.table.scene import SINCE, first_since
from matchwood.server.routes import forms, front, lessons, my_games, quiz, replay
from matchwood.server.routes.commands import ways_in
from matchwood.server.routes.share import preview
from matchwood.server.table import commands
from matchwood.server.table.commands import Command
from matchwood.server.table.new_table import rematch_events
from matchwood.server.table.state import Table
from matchwood.server.views.build import last_move
from matchwood.server.views.hints import LAST_STEP
from matchwood.server.views.model import View
from matchwood.server.views.perspective import Perspective

PAGE, SCREEN = "page", "screen"
"""The forms in which a table can be followed by browsers."""
IN_WORDS = "words"
"""Asks for the moves in words to be unfolded."""


@get("/t/{name:str}")
async def table(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Response[Any]:
    actor = await visitor_of(request).look(registry, name)
    perspective = perspective_of(request, actor.table)
    if perspective.seats:
        actor.look_back()
    hint = request.query_params.get(ONCE)
    view = await view_of(
        registry, actor, perspective, None if hint is None else number_in(hint) or LAST_STEP
    )
    if hint is not None:
        return Redirect(settings_of(request).path, status_code=SEE_OTHER)
    fill_up(request, view)
    lines = len(view.told) if "moves" in request.query_params else table_page.TOLD_AT_FIRST
    coming = _invitation(view, perspective)
    if coming.brought is not None:
        coming = replace(coming, name=await visitor_of(request).name(registry) or "")
    view = _unseen(request, view)
    in_words = IN_WORDS in request.query_params
    link = preview(view, perspective.words, site_of(request), coming.brought is not None)
    settings = settings_of(request)
    return shown(table_page.page(view, perspective.words, settings, coming, lines, in_words, link))


def _invitation(view: View, perspective: Perspective) -> Invitation:
    if view.invite is None:
        return Invitation(brought=perspective.invite)
    url = f"{perspective.site}/t/{view.table}?invite={view.invite}"
    return Invitation(url, works_only_here(perspective.site))


def _unseen(request: AnyRequest, view: View) -> View:
    """What comes first for someone who says how many moves they have seen."""
    seen = number_in(request.query_params.get(SINCE, ""))
    return view if seen is None else first_since(view, seen)


@get("/t/{name:str}/good")
async def was_that_good(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[Any]:
    """What a bot thinks of the last move of someone who practises."""
    actor = await visitor_of(request).look(registry, name)
    perspective = perspective_of(request, actor.table)
    if actor.table.to_move is None:
        return Redirect(f"/t/{name}", status_code=SEE_OTHER)
    check_hints(registry, await actor.view(perspective))
    view = await actor.coached(perspective)
    fill_up(request, view)
    return shown(table_page.page(view, perspective.words, settings_of(request)))


@get("/t/{name:str}/stream", opt=PACKED_BY_ITSELF)
async def stream(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Stream:
    actor = await registry.find(name)
    return await follow(request, actor, perspective_of(request, actor.table), PAGE)


@get("/t/{name:str}/board")
async def board(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Response[str]:
    """The board on a screen of its own, for all to see."""
    actor = await visitor_of(request).look(registry, name)
    perspective = screen_of(request, actor.table)
    view = await actor.view(perspective)
    coming = _invitation(view, perspective)
    view = _unseen(request, view)
    return shown(screen_page.page(view, perspective.words, settings_of(request), coming))


@get("/t/{name:str}/board/stream", opt=PACKED_BY_ITSELF)
async def board_stream(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Stream:
    actor = await registry.find(name)
    return await follow(request, actor, screen_of(request, actor.table), SCREEN)


def render_screen(view: View, perspective: Perspective) -> Shown:
    """A view as an event of the stream of a screen."""
    coming = _invitation(view, perspective)
    return PageEvent(screen_page.fragment(view, perspective.words, coming), view.seq)


def render_page(view: View, perspective: Perspective) -> Shown:
    """A view as an event of the page's stream."""
    coming = _invitation(view, perspective)
    return PageEvent(
        table_page.fragment(view, perspective.words, coming), view.seq, view.is_private
    )


@get("/t/{name:str}/why")
async def why(
    request: AnyRequest, registry: Registry, name: FromPath[str], clicks: FromQuery[str] = ""
) -> Response[Any]:
    """Why a path of clicks leads nowhere."""
    actor = await visitor_of(request).look(registry, name)
    language = language_of(request)
    perspective = perspective_of(request, actor.table)
    view = await actor.view(perspective)
    fill_up(request, view)
    return Response(why_not(view, actor.table, clicks.split(","), language))


VERBS: dict[str, type[Command]] = {
    "sit": commands.Sit,
    "get-up": commands.GetUp,
    "deal": commands.Deal,
    "move": commands.Move,
    "undo": commands.TakeBack,
    "stand-in": commands.StandIn,
    "give-up": commands.GiveUp,
    "end": commands.EndGame,
}


def _done(request: AnyRequest, actor: TableActor) -> Response[Any]:
    who = visitor_of(request)
    return who.with_cookie(done(request, actor.table, actor.table.seats_of(who.holder)))


@post("/t/{name:str}/again")
async def again(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[forms.Again]
) -> Redirect:
    """The same once more; against bots of another level, if that was asked for and remembered."""
    actor, who = await registry.find(name), visitor_of(request)
    who.count_table()
    level = data.level if data.level in CHOICES[LEVEL] and actor.table.is_practice else None
    first = rematch_events(actor.table, who.make_holder(), data.tie, level)
    following = await registry.go_on(actor, who.make_holder(), first)
    cookies = [] if level is None else [remembering(request, LEVEL, level)]
    return Redirect(f"/t/{following}", status_code=SEE_OTHER, cookies=cookies)


@post("/t/{name:str}/emote")
async def emote(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[forms.Said]
) -> Response[Any]:
    """Say something to those who play along; it is not written down."""
    who = visitor_of(request)
    actor = await who.look(registry, name)
    actor.emote(who.holder, data.emote)
    return done(request, actor.table)


def done(request: AnyRequest, table: Table, mine: Sequence[int] = ()) -> Response[Any]:
    if wants_json(request):
        return Response({"seq": table.seq}, status_code=200)
    # Whoever goes on after their own move need not say again that they sit at the screen; and
    # without script, the next move is chosen from its words too. What came of the move, and of the
    # answers to it, they have not seen.
    made = last_move(table, mine)
    same = bool(table.turns) and table.turns[-1].seat == table.to_move
    asked = {
        "seat": table.to_move if same else None,
        IN_WORDS: 1 if table.turns else None,
        SINCE: None if made is None else made - 1,
    }
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    address = f"/t/{table.name}" + (f"?{query}" if query else "")
    return Redirect(address, status_code=SEE_OTHER)


ROUTER = Router(
    "/",
    route_handlers=[
        *front.HANDLERS,
        table,
        was_that_good,
        stream,
        board,
        board_stream,
        why,
        Router(
            "/t",
            route_handlers=ways_in(
                VERBS, URLEncodedBody, _done, Response[Any], forgives_repeats=True
            ),
        ),
        again,
        emote,
        *replay.HANDLERS,
        *lessons.HANDLERS,
        *quiz.HANDLERS,
        *my_games.HANDLERS,
    ],
    include_in_schema=False,
    before_request=look_at_wishes,
)
