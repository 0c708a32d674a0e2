"""How someone looks at a table, at a page or as a program: as whom, once or all the time."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable, Sequence
from itertools import permutations

from litestar import MediaType, Response
from litestar.response import Stream

from matchwood.engine.aids import HINTS
from matchwood.engine.game import Document, Game
from matchwood.engine.pictures import Picture
from matchwood.lab.compiling import BOTS
from matchwood.server.http import compression
from matchwood.server.http.visitor import AnyRequest, language_of, site_of, visitor_of
from matchwood.server.live.actor import TableActor
from matchwood.server.live.broadcast import Group
from matchwood.server.live.registry import TableRegistry
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.state import Table
from matchwood.server.views.model import View
from matchwood.server.views.names import recorded_names, server_words
from matchwood.server.views.perspective import Perspective

EVENTS = "text/event-stream"
FEW_DIGITS = re.compile(r"[0-9]{1,6}")
LONGEST_PATH = 3
"""Of more clicks at once not all orders are tried."""


async def follow(
    request: AnyRequest, actor: TableActor, perspective: Perspective, form: str
) -> Stream:
    who, group = visitor_of(request), Group(perspective, form)
    packed = compression.accepts_gzip(request)
    events = actor.follow(group, who.client, who.holder, packed)
    return stream_of(request, events, packed)


def stream_of(
    request: AnyRequest, events: AsyncGenerator[bytes, None], packed: bool = False
) -> Stream:
    """Events as they come; counted among the streams of the address."""
    headers = {
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        **compression.headers(packed),
    }
    visitor_of(request).count_stream(events)
    return Stream(events, media_type=EVENTS, headers=headers)


def perspective_of(request: AnyRequest, table: Table) -> Perspective:
    """Who looks: by the seats they hold, and the one they say they sit on."""
    holder = visitor_of(request).holder
    seats = tuple(table.seats_of(holder))
    wanted = number_in(request.query_params.get("seat", ""))
    at_screen = wanted if wanted in seats else None
    brought = None if seats else request.query_params.get("invite")
    steps = number_in(request.query_params.get("around", "")) or 0
    return Perspective(
        language_of(request),
        seats,
        at_screen if len(seats) > 1 else None,
        site_of(request) if seats else "",
        brought if brought == table.invite and table.empty else None,
        steps % len(table.chairs) if seats else 0,
        table.phase == "waiting" and holder is not None and holder == table.maker,
    )


def screen_of(request: AnyRequest, table: Table) -> Perspective:
    """A screen is shown what anyone may see. Whoever may invite others can let it show the way
    in: those who sit here, who set the table up, and who was invited."""
    holder = visitor_of(request).holder
    is_known = holder is not None and (bool(table.seats_of(holder)) or holder == table.maker)
    brought = request.query_params.get("invite") == table.invite
    may_invite = bool(table.empty) and (is_known or brought)
    site = site_of(request) if may_invite else ""
    return Perspective(language_of(request), site=site, may_invite=may_invite)


def number_in(text: str) -> int | None:
    """A number of an address; one that nobody needs is none."""
    return int(text) if FEW_DIGITS.fullmatch(text) else None


async def view_of(
    registry: TableRegistry, actor: TableActor, perspective: Perspective, hint: int | None
) -> View:
    """The table as an audience sees it; if it asks for one and may, with a hint up to a step."""
    view = await actor.view(perspective)
    if hint is None or not view.offers:
        return view
    check_hints(registry, view)
    await actor.find_hint(hint)
    return await actor.view(perspective)


def check_hints(registry: TableRegistry, view: View) -> None:
    """Whether a bot may say at this table what it thinks, and can."""
    if not view.practice:
        raise Forbidden("Hints are only for practice against bots.")
    if HINTS.name not in view.aids:
        raise Forbidden("No hints were agreed on for this table.")
    registry.check_ready(view.game, BOTS)


def why_not(view: View, table: Table, clicks: list[str], language: str) -> dict[str, str | None]:
    """Why a path of clicks leads nowhere: a sentence, and the rule if there is one."""
    words = server_words(language)
    document = view.observe()
    if table.to_move is None or document is None:
        return {"rule": None, "sentence": words("No move is possible right now.")}
    if view.viewer != table.to_move:
        return {"rule": None, "sentence": words("It’s not your turn.")}
    can_be_clicked = all(_is_drawn(step, view.picture, table.game) for step in clicks)
    move = _attempted(table.game, clicks, document) if can_be_clicked else None
    refusal = None if move is None or table.position is None else table.position.why_not(move)
    if refusal is None:
        sentence = words("That does nothing right now.")
        return {"rule": None, "sentence": f"{sentence} {view.task}".strip()}
    speaking = table.game.speaking(language)
    return {"rule": refusal.rule, "sentence": speaking.tell(refusal.phrase)}


def _attempted(game: Game, clicks: list[str], document: Document) -> str | None:
    """The move that clicks mean, in whichever order they were made."""
    orders: Iterable[Sequence[str]] = [clicks]
    if len(clicks) <= LONGEST_PATH:
        orders = permutations(clicks)
    return next(filter(None, (game.clicks.attempt(order, document) for order in orders)), None)


def _is_drawn(step: str, picture: Picture | None, game: Game) -> bool:
    """Whether there is something to click, in a drawing or as a button."""
    drawings = () if picture is None else picture.drawings
    named = f'id="{step}"'
    return step in game.words.BUTTONS or any(named in drawing.inside for drawing in drawings)


def record_of(registry: TableRegistry, table: Table) -> Response[str]:
    return Response(
        signed_record(registry, table),
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{table.name}.txt"'},
    )


def signed_record(registry: TableRegistry, table: Table) -> str:
    """The text of a record, as it is handed out."""
    return registry.services.signer.signed(table.record(recorded_names(table))).write()
