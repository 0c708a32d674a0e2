"""The pages of a table, and what their forms send. Everything works without script.

A form that is sent by the script gets JSON back, one that is sent without it a redirection.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.server import afterwards, commands, entrance, forms
from matchwood.server.answers import event, look_at_language, settings_of, shown
from matchwood.server.commands import Command
from matchwood.server.invitations import invitation
from matchwood.server.looking import STREAMS, audience_of, follow, view_of
from matchwood.server.naming import server_words
from matchwood.server.owner import Owner
from matchwood.server.pages import table as table_page
from matchwood.server.setting_up import once_more
from matchwood.server.showing import Audience
from matchwood.server.table import Table
from matchwood.server.verbs import ways_in
from matchwood.server.views import View
from matchwood.server.visitors import AnyRequest, TheHall, language_of, visitor_of, wants_json


@get("/t/{name:str}")
async def table(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Response[Any]:
    owner = await visitor_of(request).look(hall, name)
    audience = audience_of(request, owner.table)
    wants_hint = "hint" in request.query_params
    view = await view_of(hall, owner, audience, wants_hint)
    if wants_hint:  # It is found; whoever loads the page again, later, has not asked for another.
        return Redirect(settings_of(request, without="hint").path, status_code=SEE_OTHER)
    lines = len(view.told) if "moves" in request.query_params else table_page.TOLD_AT_FIRST
    coming = invitation(view, audience)
    if coming.brought is not None:
        coming = replace(coming, name=await visitor_of(request).name(hall) or "")
    return shown(table_page.page(view, audience.words, settings_of(request), coming, lines))


@get("/t/{name:str}/stream", opt=STREAMS)
async def stream(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Stream:
    return await follow(request, hall, name, "page")


def render_page(view: View, audience: Audience) -> bytes:
    """A view as an event of the page's stream."""
    return event(table_page.fragment(view, audience.words, invitation(view, audience)), view.seq)


@get("/t/{name:str}/why")
async def why(
    request: AnyRequest, hall: TheHall, name: FromPath[str], clicks: FromQuery[str] = ""
) -> Response[Any]:
    """Why a path of clicks leads nowhere."""
    owner = await visitor_of(request).look(hall, name)
    language = language_of(request)
    audience = audience_of(request, owner.table)
    return Response(_why(await owner.view(audience), owner.table, clicks.split(","), language))


def _why(view: View, table: Table, clicks: list[str], language: str) -> dict[str, str | None]:
    words = server_words(language)
    if table.to_move is None or view.document is None:
        return {"rule": None, "sentence": words("No move is possible right now.")}
    if view.viewer != table.to_move:
        return {"rule": None, "sentence": words("It’s not your turn.")}
    drawn = all(f'id="{step}"' in view.picture for step in clicks)
    move = table.game.clicks.attempt(clicks, view.document) if drawn else None
    refusal = None if move is None or table.position is None else table.position.why_not(move)
    if refusal is None:
        sentence = words("That does nothing right now.")
        return {"rule": None, "sentence": f"{sentence} {view.task}".strip()}
    speaking = table.game.speaking(language)
    return {"rule": refusal.rule, "sentence": speaking.tell(refusal.phrase)}


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


def _done(request: AnyRequest, owner: Owner) -> Response[Any]:
    return visitor_of(request).with_cookie(done(request, owner.table))


@post("/t/{name:str}/again")
async def again(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Again]
) -> Redirect:
    owner, who = await hall.find(name), visitor_of(request)
    who.count_table()
    first = once_more(owner.table, who.make_holder(), breaks_tie=data.tie)
    following = await hall.go_on(owner, who.make_holder(), first)
    return Redirect(f"/t/{following}", status_code=SEE_OTHER)


def done(request: AnyRequest, table: Table) -> Response[Any]:
    if wants_json(request):
        return Response({"seq": table.seq}, status_code=200)
    # Whoever goes on after their own move need not say again that they sit at the screen.
    same = bool(table.turns) and table.turns[-1].seat == table.to_move
    seat = f"?seat={table.to_move}" if same else ""
    return Redirect(f"/t/{table.name}{seat}", status_code=SEE_OTHER)


ROUTER = Router(
    "/",
    route_handlers=[
        *entrance.HANDLERS,
        table,
        stream,
        why,
        Router("/t", route_handlers=ways_in(VERBS, URLEncodedBody, _done, Response[Any])),
        again,
        *afterwards.HANDLERS,
    ],
    include_in_schema=False,
    before_request=look_at_language,
)
