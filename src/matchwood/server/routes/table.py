"""Pages of a table, their streams, and the forms they send. Everything works without script.

A form sent by the script is answered with JSON, one sent without it with a redirection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec import Meta, Struct

from matchwood.bots import LEVELS
from matchwood.engine.options import HINTS
from matchwood.lab.warm import BOTS
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.http.audience import parse_number, perspective_of, screen_perspective
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import mark_private, page_response
from matchwood.server.http.hosts import works_on_this_device_only
from matchwood.server.http.preferences import HINT_PARAM, preference_cookie, settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.streams import table_stream
from matchwood.server.http.visitor import Registry, language_of, site_of, visitor_of, wants_json
from matchwood.server.live.actor import TableActor
from matchwood.server.live.broadcast import PageEvent, StreamEvent
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import table as table_page
from matchwood.server.pages.table import Invitation
from matchwood.server.pages.table import screen as screen_page
from matchwood.server.pages.table.scene import SINCE, first_since
from matchwood.server.routes.commands import command_routes
from matchwood.server.routes.share import link_preview
from matchwood.server.table import commands
from matchwood.server.table.commands import Command
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.new_table import rematch_events
from matchwood.server.table.state import Table
from matchwood.server.views.build import last_move
from matchwood.server.views.clicks import explain_clicks
from matchwood.server.views.hints import LAST_STEP
from matchwood.server.views.model import View
from matchwood.server.views.perspective import Perspective

PAGE, SCREEN = "page", "screen"
"""Forms in which browsers follow a table."""
MOVES_IN_WORDS = "words"
"""Query parameter that unfolds the moves in words."""
COMMANDS: dict[str, type[Command]] = {
    "sit": commands.Sit,
    "get-up": commands.GetUp,
    "deal": commands.Deal,
    "move": commands.Move,
    "undo": commands.TakeBack,
    "stand-in": commands.StandIn,
    "give-up": commands.GiveUp,
    "end": commands.EndGame,
}
LONGEST_LEVEL = max(map(len, LEVELS))


class EmoteForm(Struct, frozen=True):
    emote: EmoteName


class RematchForm(Struct, frozen=True):
    tie: bool = False
    """True if the game is to break a tie."""
    level: Annotated[str, Meta(max_length=LONGEST_LEVEL)] = ""
    """New level of the bots; empty for the same."""


@get("/t/{name:str}")
async def table_page_route(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[Any]:
    actor = await visitor_of(request).visit(registry, name)
    perspective = perspective_of(request, actor.table)
    if perspective.seats:
        actor.views.start_review()
    hint = request.query_params.get(HINT_PARAM)
    view = await view_with_hint(
        registry, actor, perspective, None if hint is None else parse_number(hint) or LAST_STEP
    )
    if hint is not None:
        return Redirect(settings_of(request).path, status_code=SEE_OTHER)
    mark_private(request, view)
    lines = len(view.told) if "moves" in request.query_params else table_page.TOLD_AT_FIRST
    invitation = _invitation(view, perspective)
    if invitation.brought is not None:
        invitation = replace(invitation, name=await visitor_of(request).name(registry) or "")
    view = _since_last_visit(request, view)
    in_words = MOVES_IN_WORDS in request.query_params
    link = link_preview(view, perspective.words, site_of(request), invitation.brought is not None)
    settings = settings_of(request)
    return page_response(
        table_page.page(view, perspective.words, settings, invitation, lines, in_words, link)
    )


async def view_with_hint(
    registry: TableRegistry, actor: TableActor, perspective: Perspective, hint: int | None
) -> View:
    """The view of a perspective; with a hint up to a step, if it asks for one and may move."""
    view = await actor.views.build(perspective)
    if hint is None or not view.offers:
        return view
    check_hints(registry, view)
    await actor.views.find_hint(hint)
    return await actor.views.build(perspective)


def check_hints(registry: TableRegistry, view: View) -> None:
    """Refuse hints where they were not agreed on, or cannot be computed yet."""
    if not view.practice:
        raise Forbidden("Hints are only for practice against bots.")
    if HINTS.name not in view.aids:
        raise Forbidden("No hints were agreed on for this table.")
    registry.check_ready(view.game, BOTS)


def _invitation(view: View, perspective: Perspective) -> Invitation:
    if view.invite is None:
        return Invitation(brought=perspective.invite)
    url = f"{perspective.site}/t/{view.table}?invite={view.invite}"
    return Invitation(url, works_on_this_device_only(perspective.site))


def _since_last_visit(request: AnyRequest, view: View) -> View:
    """The view with the scenes since a move, if the request says which move was seen last."""
    seen = parse_number(request.query_params.get(SINCE, ""))
    return view if seen is None else first_since(view, seen)


@get("/t/{name:str}/good")
async def judged_move_page(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[Any]:
    """The page of a table in practice, with a bot's judgement of the last move."""
    actor = await visitor_of(request).visit(registry, name)
    perspective = perspective_of(request, actor.table)
    if actor.table.to_move is None:
        return Redirect(f"/t/{name}", status_code=SEE_OTHER)
    check_hints(registry, await actor.views.build(perspective))
    view = await actor.views.coach(perspective)
    mark_private(request, view)
    return page_response(table_page.page(view, perspective.words, settings_of(request)))


@get("/t/{name:str}/stream", opt=SELF_COMPRESSED)
async def page_stream(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Stream:
    actor = await registry.find(name)
    return table_stream(request, actor, perspective_of(request, actor.table), PAGE)


@get("/t/{name:str}/board")
async def screen_page_route(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[str]:
    """The board on a shared screen, for all to see."""
    actor = await visitor_of(request).visit(registry, name)
    perspective = screen_perspective(request, actor.table)
    view = await actor.views.build(perspective)
    invitation = _invitation(view, perspective)
    view = _since_last_visit(request, view)
    return page_response(
        screen_page.page(view, perspective.words, settings_of(request), invitation)
    )


@get("/t/{name:str}/board/stream", opt=SELF_COMPRESSED)
async def screen_stream(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Stream:
    actor = await registry.find(name)
    return table_stream(request, actor, screen_perspective(request, actor.table), SCREEN)


def render_page(view: View, perspective: Perspective) -> StreamEvent:
    """Render a view as an event of the stream of a page."""
    invitation = _invitation(view, perspective)
    return PageEvent(
        table_page.fragment(view, perspective.words, invitation), view.seq, view.is_private
    )


def render_screen(view: View, perspective: Perspective) -> StreamEvent:
    """Render a view as an event of the stream of a shared screen."""
    invitation = _invitation(view, perspective)
    return PageEvent(screen_page.fragment(view, perspective.words, invitation), view.seq)


@get("/t/{name:str}/why")
async def clicks_explanation(
    request: AnyRequest, registry: Registry, name: FromPath[str], clicks: FromQuery[str] = ""
) -> Response[Any]:
    """Explain why a path of clicks leads nowhere."""
    actor = await visitor_of(request).visit(registry, name)
    view = await actor.views.build(perspective_of(request, actor.table))
    mark_private(request, view)
    language = language_of(request)
    return Response(explain_clicks(view, actor.table, clicks.split(","), language))


def _respond_to_command(request: AnyRequest, actor: TableActor) -> Response[Any]:
    visitor = visitor_of(request)
    mine = actor.table.seats_of(visitor.holder)
    return visitor.with_cookie(_respond_to_form(request, actor.table, mine))


@post("/t/{name:str}/again")
async def rematch(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[RematchForm]
) -> Redirect:
    """A new table like this one; in practice against bots of another level, which is remembered."""
    actor, visitor = await registry.find(name), visitor_of(request)
    visitor.count_table()
    level = data.level if data.level in CHOICES[LEVEL] and actor.table.is_practice else None
    first = rematch_events(actor.table, visitor.require_holder(), data.tie, level)
    following = await registry.open_rematch(actor, visitor.require_holder(), first)
    cookies = [] if level is None else [preference_cookie(request, LEVEL, level)]
    return Redirect(f"/t/{following}", status_code=SEE_OTHER, cookies=cookies)


@post("/t/{name:str}/emote")
async def emote(
    request: AnyRequest, registry: Registry, name: FromPath[str], data: URLEncodedBody[EmoteForm]
) -> Response[Any]:
    """Show an emote to those at the table; it is not stored."""
    visitor = visitor_of(request)
    actor = await visitor.visit(registry, name)
    actor.send_emote(visitor.holder, data.emote)
    return _respond_to_form(request, actor.table)


def _respond_to_form(request: AnyRequest, table: Table, mine: Sequence[int] = ()) -> Response[Any]:
    """JSON for the script; else a redirection to the table."""
    if wants_json(request):
        return Response({"seq": table.seq}, status_code=200)
    # Whoever goes on after their own move need not say again that they sit at the screen; and
    # without script, the next move is chosen from its words too. What came of the move, and of the
    # answers to it, they have not seen.
    made = last_move(table, mine)
    same = bool(table.turns) and table.turns[-1].seat == table.to_move
    params = {
        "seat": table.to_move if same else None,
        MOVES_IN_WORDS: 1 if table.turns else None,
        SINCE: None if made is None else made - 1,
    }
    query = urlencode({name: value for name, value in params.items() if value is not None})
    return Redirect(f"/t/{table.name}" + (f"?{query}" if query else ""), status_code=SEE_OTHER)


HANDLERS = (
    table_page_route,
    judged_move_page,
    page_stream,
    screen_page_route,
    screen_stream,
    clicks_explanation,
    Router(
        "/t",
        route_handlers=command_routes(
            COMMANDS, URLEncodedBody, _respond_to_command, Response[Any], accept_repeats=True
        ),
    ),
    rematch,
    emote,
)
