"""JSON API: everything that pages can do, for programs. See docs/api.md.

Names, descriptions and docstrings of handlers and structs are part of the OpenAPI document.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response, Router, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from matchwood.bots.registry import offered_bots
from matchwood.drawing.layout import composed
from matchwood.drawing.svg import with_style
from matchwood.engine.game import find_game, game_names
from matchwood.engine.options import written
from matchwood.server.http.audience import perspective_of
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import mark_private
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.streams import EVENT_STREAM, table_stream
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live import broadcast
from matchwood.server.live.actor import TableActor
from matchwood.server.routes import my_games
from matchwood.server.routes.commands import command_routes
from matchwood.server.routes.replay import record_response
from matchwood.server.routes.table import view_with_hint
from matchwood.server.table import commands
from matchwood.server.table.commands import Command, why_forbidden
from matchwood.server.table.new_table import Wanted
from matchwood.server.views.hints import LAST_STEP
from matchwood.server.views.model import Offer, Shown, View
from matchwood.server.views.names import all_words
from matchwood.server.views.perspective import Perspective

DATA = "data"
"""Form in which programs follow a table."""
TableName = Annotated[str, PathParameter(description="what the table is called, as in its link")]
Seat = Annotated[
    commands.SeatNumber | None,
    QueryParameter(description="of several seats that you hold, the one that looks"),
]
Hint = Annotated[
    bool, QueryParameter(description="ask what a bot would do, where hints were agreed on")
]
MoveAskedFor = Annotated[
    str, QueryParameter(description="the move, as a text", max_length=commands.LONGEST_MOVE)
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
    """Version of its rules; with some options it may be an earlier one, which a record names."""
    options: tuple[OptionTold, ...]
    aids: tuple[AidTold, ...]
    levels: tuple[str, ...]
    """The bots that can be asked to sit down."""


class Seated(Struct, frozen=True):
    """Response to someone who has sat down."""

    table: str
    token: str | None
    """Send it as `Authorization: Bearer …`; it holds your seats. A browser has it in its cookie,
    and gets none here."""
    seats: tuple[int, ...]
    invite: str | None
    """Invitation by which a friend can sit down, while a chair is empty."""
    commitment: str
    seq: int


class Observed(Shown, frozen=True, kw_only=True):
    """A table as one viewer sees it, drawn as SVG that stands alone."""

    document: dict[str, Any] | None
    """The position as plain data; nothing before the deal."""
    picture: str
    """All parts of the table in one; nothing before the deal."""
    finale: str | None
    """The winning things as SVG, once the game is over."""


class Happened(Struct, frozen=True):
    """Response to a command that was written down."""

    seq: int


class WhyNot(Struct, frozen=True):
    """The rule that forbids a move, and a sentence; null if it is legal."""

    rule: str | None
    sentence: str | None


class RecordKey(Struct, frozen=True):
    """The public key that verifies signatures of records."""

    key: str
    """An Ed25519 key: 64 hexadecimal digits."""


class Refusal(Struct, frozen=True):
    """A refusal, or a fault of the server, in one sentence."""

    status: int
    sentence: str
    rule: str | None = None
    number: str | None = None
    """Number under which the server's log tells more, if the fault is the server's."""
    unsure: bool = False
    """True if it may have happened all the same; else it has changed nothing."""


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
    503: "The store could not write it down or look it up, the game is still being compiled, or "
    "too many wait for the same; nothing has happened unless it is `unsure`.",
}
REFUSALS = {
    status: ResponseSpec(Refusal, description=meaning, generate_examples=False)
    for status, meaning in _MEANINGS.items()
}


@get("/games", responses=REFUSALS)
async def games() -> list[GameTold]:
    """The games, with all that can be agreed on."""
    return [_describe(name) for name in game_names()]


def _describe(name: str) -> GameTold:
    game = find_game(name)
    options = tuple(
        OptionTold(option.name, written(option.default), str(option.allowed()), option.help)
        for option in game.options
    )
    aids = tuple(AidTold(aid.name, str(aid.help)) for aid in game.all_aids)
    return GameTold(game.name, game.title, game.version, options, aids, offered_bots())


@post("/tables", responses=REFUSALS)
async def open_table(
    request: AnyRequest, registry: Registry, data: JSONBody[Wanted]
) -> Response[Seated]:
    """Set up a table, and sit down on the chairs that are yours."""
    registry.check_ready(find_game(data.game).name)
    return _respond_seated(request, await visitor_of(request).open_table(registry, data))


@post("/tables/{name:str}/sit", responses=REFUSALS)
async def sit(
    request: AnyRequest, registry: Registry, name: TableName, data: JSONBody[commands.Sit]
) -> Response[Seated]:
    """Take an empty chair that you were invited to."""
    return _respond_seated(request, await visitor_of(request).submit(registry, name, data))


def _respond_seated(request: AnyRequest, actor: TableActor) -> Response[Seated]:
    visitor, table = visitor_of(request), actor.table
    seated = Seated(
        table=table.name,
        token=visitor.program_token,
        seats=tuple(table.seats_of(visitor.holder)),
        invite=table.invite if table.empty else None,
        commitment=table.commitment,
        seq=table.seq,
    )
    response = Response(seated)
    return response if visitor.program_token else visitor.with_cookie(response)


COMMANDS: dict[str, type[Command]] = {
    "get-up": commands.GetUp,
    "deal": commands.Deal,
    "moves": commands.Move,
    "undo": commands.TakeBack,
    "stand-in": commands.StandIn,
    "give-up": commands.GiveUp,
    "end": commands.EndGame,
}


def _respond_to_command(_: AnyRequest, actor: TableActor) -> Happened:
    return Happened(actor.table.seq)


@get("/tables/{name:str}", responses=REFUSALS)
async def observe(
    request: AnyRequest, registry: Registry, name: TableName, seat: Seat = None, hint: Hint = False
) -> Observed:
    """The table as you may see it."""
    actor = await visitor_of(request).visit(registry, name)
    perspective = perspective_of(request, actor.table)
    view = await view_with_hint(registry, actor, perspective, LAST_STEP if hint else None)
    mark_private(request, view)
    return observed_view(view)


@get("/tables/{name:str}/legal", responses=REFUSALS)
async def legal(
    request: AnyRequest, registry: Registry, name: TableName, seat: Seat = None
) -> tuple[Offer, ...]:
    """Your legal moves; none when it is not your turn."""
    actor = await visitor_of(request).visit(registry, name)
    view = await actor.views.build(perspective_of(request, actor.table))
    mark_private(request, view)
    return view.offers


@get("/tables/{name:str}/why-not", responses=REFUSALS)
async def why_not(
    request: AnyRequest, registry: Registry, name: TableName, move: MoveAskedFor
) -> WhyNot:
    """The rule that forbids a move to the player whose turn it is."""
    actor = await visitor_of(request).visit(registry, name)
    refusal = why_forbidden(actor.table, visitor_of(request).holder, move)
    if refusal is None:
        return WhyNot(None, None)
    words = all_words(language_of(request))
    return WhyNot(refusal.rule, words.tell(refusal.phrase))


@get("/tables/{name:str}/stream", responses=REFUSALS, media_type=EVENT_STREAM, opt=SELF_COMPRESSED)
async def stream(
    request: AnyRequest, registry: Registry, name: TableName, seat: Seat = None
) -> Stream:
    """Server-sent events: the table as you may see it, now and after everything that happens."""
    actor = await registry.find(name)
    return table_stream(request, actor, perspective_of(request, actor.table), DATA)


@get("/tables/{name:str}/record", responses=REFUSALS, media_type=MediaType.TEXT)
async def record(registry: Registry, name: TableName) -> Response[str]:
    """The record of a game that is over."""
    return record_response(registry, (await registry.find(name)).table)


@get("/record-key", responses=REFUSALS)
async def record_key(registry: Registry) -> RecordKey:
    """The public key of this server, by which its records are signed."""
    return RecordKey(registry.services.signer.public_key.hex())


@delete("/tables/{name:str}", responses=REFUSALS)
async def delete_table(request: AnyRequest, registry: Registry, name: TableName) -> None:
    """Delete a table that you have set up, for everyone and for good."""
    await registry.delete(name, visitor_of(request).holder)


@get("/records", responses=REFUSALS, media_type=my_games.ZIP, opt=SELF_COMPRESSED)
async def records(request: AnyRequest, registry: Registry) -> Stream:
    """A zip with the records of all your finished games, and a list of all your tables."""
    return await my_games.download_games(request, registry)


def render_data(view: View, perspective: Perspective) -> broadcast.StreamEvent:
    """Render a view as an event of the API's stream; each is whole."""
    return broadcast.StreamEvent(
        broadcast.encode_event(view.seq, observed_view(view)), view.is_private
    )


def observed_view(view: View) -> Observed:
    """A view as programs get it."""
    drawn = find_game(view.game).picture
    picture, finale = view.picture, view.finale
    names, tallies = zip(*((seat.name, seat.tally) for seat in view.seats), strict=True)
    return Observed(
        **{name: getattr(view, name) for name in Shown.__struct_fields__},
        document=view.observe(),
        picture=""
        if picture is None
        else composed(picture, drawn.ARRANGEMENTS[picture.kind].wide, drawn.STYLE, names, tallies),
        finale=None if finale is None else with_style(finale.svg(view.game), drawn.STYLE),
    )


ROUTER = Router(
    "/api",
    route_handlers=[
        games,
        open_table,
        sit,
        Router(
            "/tables",
            route_handlers=command_routes(
                COMMANDS,
                JSONBody,
                _respond_to_command,
                Happened,
                TableName,
                status_code=200,
                responses=REFUSALS,
            ),
        ),
        observe,
        legal,
        why_not,
        stream,
        record,
        record_key,
        delete_table,
        records,
    ],
)
