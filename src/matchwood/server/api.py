"""The JSON API: all that a page can do, for programs. See docs/api.md."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from matchwood.bots import LEVELS
from matchwood.engine.game import find_game, game_names
from matchwood.engine.options import written
from matchwood.server import forms
from matchwood.server.hall import Hall, Live
from matchwood.server.setting_up import Wanted
from matchwood.server.showing import Audience, all_words
from matchwood.server.views import Offer, View
from matchwood.server.visitors import TheHall, language_of, visitor_of
from matchwood.server.web import EVENTS, audience_of, follow, record_of, view_of

AnyRequest = Request[Any, Any, Any]
TableName = Annotated[str, PathParameter(description="what the table is called, as in its link")]
Seat = Annotated[
    forms.SeatNumber | None,
    QueryParameter(description="of several seats that you hold, the one that looks"),
]
Hint = Annotated[
    bool, QueryParameter(description="ask what a bot would do, where hints were agreed on")
]
MoveAskedFor = Annotated[
    str, QueryParameter(description="the move, as a text", max_length=forms.LONGEST_MOVE)
]


class OptionTold(Struct, frozen=True):
    """Something that can be agreed on."""

    name: str
    default: str
    allowed: str
    help: str


class AidTold(Struct, frozen=True):
    """Help that can be agreed on."""

    name: str
    help: str


class GameTold(Struct, frozen=True):
    name: str
    title: str
    version: int
    options: tuple[OptionTold, ...]
    aids: tuple[AidTold, ...]
    levels: tuple[str, ...]
    """The bots that can be asked to sit down."""


class Seated(Struct, frozen=True):
    """What someone gets who has sat down."""

    table: str
    token: str | None
    """Send it as `Authorization: Bearer …`; it holds your seats. A browser has it in its cookie,
    and gets none here."""
    seats: tuple[int, ...]
    invite: str | None
    """What a friend needs to sit down, while a chair is empty."""
    commitment: str
    seq: int


class Happened(Struct, frozen=True):
    """It did, and is written down."""

    seq: int


class WhyNot(Struct, frozen=True):
    """The rule that forbids a move, and a sentence; null if it is legal."""

    rule: str | None
    sentence: str | None


class Refusal(Struct, frozen=True):
    """What every refusal says."""

    status: int
    sentence: str
    rule: str | None = None
    number: str | None = None
    """Of what is the server's fault: the number by which its log tells more."""


_MEANINGS = {
    400: "The request is broken.",
    403: "That is not yours to do.",
    404: "There is no such table, or no such game.",
    409: "The table has moved on.",
    410: "The table was set up by another version of the game's rules.",
    413: "The request is too long.",
    422: "The rules, of the game or of the table, do not allow it.",
    429: "That was too much at once.",
    500: "The server is at fault; its log tells more under the number.",
    503: "The store could not write it down or look it up, or the game is still being compiled; "
    "nothing has happened.",
}
REFUSALS = {
    status: ResponseSpec(Refusal, description=meaning, generate_examples=False)
    for status, meaning in _MEANINGS.items()
}


@get("/games", responses=REFUSALS)
async def games() -> list[GameTold]:
    """The games, with all that can be agreed on."""
    return [_told(name) for name in game_names()]


def _told(name: str) -> GameTold:
    game = find_game(name)
    options = tuple(
        OptionTold(option.name, written(option.default), str(option.allowed()), option.help)
        for option in game.options
    )
    aids = tuple(AidTold(aid.name, str(aid.help)) for aid in game.all_aids)
    return GameTold(game.name, game.title, game.version, options, aids, LEVELS)


@post("/tables", responses=REFUSALS)
async def open_table(
    request: AnyRequest, hall: TheHall, data: JSONBody[Wanted]
) -> Response[Seated]:
    """Set up a table, and sit down on the chairs that are yours."""
    hall.check_ready(find_game(data.game).name)
    live = await visitor_of(request).open_table(hall, data)
    return _seated(request, live)


@post("/tables/{name:str}/sit", responses=REFUSALS)
async def sit(
    request: AnyRequest, hall: TheHall, name: TableName, data: JSONBody[forms.Sit]
) -> Response[Seated]:
    """Take an empty chair that you were invited to."""
    live, who = await hall.find(name), visitor_of(request)
    await hall.act(
        live, lambda table: table.sit(who.make_holder(), data.seat, data.name, data.invite)
    )
    return _seated(request, live)


def _seated(request: AnyRequest, live: Live) -> Response[Seated]:
    who, table = visitor_of(request), live.table
    seated = Seated(
        table=table.name,
        token=who.program_token,
        seats=tuple(table.seats_of(who.holder)),
        invite=table.invite if table.empty else None,
        commitment=table.commitment,
        seq=table.seq,
    )
    answer = Response(seated)
    return answer if who.program_token else who.with_cookie(answer)


@post("/tables/{name:str}/deal", status_code=200, responses=REFUSALS)
async def deal(
    request: AnyRequest, hall: TheHall, name: TableName, data: JSONBody[forms.Deal]
) -> Happened:
    """Add your part of the deal; with the last one the game begins."""
    live, part = await hall.find(name), forms.part_of(data)
    await hall.act(live, lambda table: table.deal(visitor_of(request).make_holder(), part))
    return _happened(request, hall, live)


@get("/tables/{name:str}", responses=REFUSALS)
async def observe(
    request: AnyRequest, hall: TheHall, name: TableName, seat: Seat = None, hint: Hint = False
) -> View:
    """The table as you may see it."""
    live = await hall.find(name)
    hall.notice(live, visitor_of(request).holder)
    return await view_of(hall, live, audience_of(request, live), hint)


@get("/tables/{name:str}/legal", responses=REFUSALS)
async def legal(
    request: AnyRequest, hall: TheHall, name: TableName, seat: Seat = None
) -> tuple[Offer, ...]:
    """Your legal moves; none when it is not your turn."""
    live = await hall.find(name)
    hall.notice(live, visitor_of(request).holder)
    return live.view(audience_of(request, live)).offers


@post("/tables/{name:str}/moves", status_code=200, responses=REFUSALS)
async def move(
    request: AnyRequest, hall: TheHall, name: TableName, data: JSONBody[forms.Move]
) -> Happened:
    """Make a move. The answer comes when it is written down."""
    live, who = await hall.find(name), visitor_of(request)
    await hall.act(live, lambda table: table.move(who.make_holder(), data.after, data.move))
    return _happened(request, hall, live)


@post("/tables/{name:str}/undo", status_code=200, responses=REFUSALS)
async def undo(
    request: AnyRequest, hall: TheHall, name: TableName, data: JSONBody[forms.TakeBack]
) -> Happened:
    """Take your last move back, if it has shown nothing and nobody has moved since."""
    live, who = await hall.find(name), visitor_of(request)
    await hall.act(live, lambda table: table.take_back(who.make_holder(), data.after))
    return _happened(request, hall, live)


@post("/tables/{name:str}/stand-in", status_code=200, responses=REFUSALS)
async def stand_in(
    request: AnyRequest, hall: TheHall, name: TableName, data: JSONBody[forms.StandIn]
) -> Happened:
    """Ask for a bot in the place of a player who is gone for longer than was agreed."""
    live = await hall.find(name)
    await visitor_of(request).call_stand_in(hall, live, data.seat)
    return _happened(request, hall, live)


def _happened(request: AnyRequest, hall: Hall, live: Live) -> Happened:
    hall.notice(live, visitor_of(request).holder)
    return Happened(live.table.seq)


@get("/tables/{name:str}/why-not", responses=REFUSALS)
async def why_not(
    request: AnyRequest,
    hall: TheHall,
    name: TableName,
    move: MoveAskedFor,
) -> WhyNot:
    """The rule that forbids a move to the player whose turn it is."""
    live = await hall.find(name)
    refusal = live.table.why_not(visitor_of(request).holder, move)
    if refusal is None:
        return WhyNot(None, None)
    words = all_words(language_of(request))
    return WhyNot(refusal.rule, words.tell(refusal.phrase))


@get("/tables/{name:str}/stream", responses=REFUSALS, media_type=EVENTS)
async def stream(request: AnyRequest, hall: TheHall, name: TableName, seat: Seat = None) -> Stream:
    """Server-sent events: the table as you may see it, now and after everything that happens."""
    return await follow(request, hall, name, "data")


@get("/tables/{name:str}/record", responses=REFUSALS, media_type=MediaType.TEXT)
async def record(hall: TheHall, name: TableName) -> Response[str]:
    """The record of a game that is over."""
    return record_of(await hall.find(name))


def render_data(view: View, audience: Audience) -> bytes:
    """A view as an event of the API's stream."""
    return b"id: %d\ndata: %s\n\n" % (view.seq, msgspec.json.encode(view))


ROUTER = Router(
    "/api",
    route_handlers=[
        games,
        open_table,
        sit,
        deal,
        observe,
        legal,
        move,
        undo,
        stand_in,
        why_not,
        stream,
        record,
    ],
)
