"""The front page, the set-up form, and how both lead to a new table."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_204_NO_CONTENT as NO_CONTENT
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec.structs import replace

from matchwood.bots import LEVELS
from matchwood.engine.aids import HINTS
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.options import written
from matchwood.engine.words import speaks
from matchwood.lab.compiling import RULES
from matchwood.lab.workshop import NEEDED_TO_PLAY
from matchwood.server.base import error_log
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.http.compression import PACKED_BY_ITSELF
from matchwood.server.http.perspective import stream_of
from matchwood.server.http.preferences import chosen, settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import AnyRequest, Registry, language_of, site_of, visitor_of
from matchwood.server.live.broadcast import HEARTBEAT, PageEvent
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import front as front_page
from matchwood.server.pages import setup as setup_page
from matchwood.server.pages.assets import address_of_cover
from matchwood.server.pages.front import Front, GameCard
from matchwood.server.routes import forms
from matchwood.server.storage.listings import TableRow
from matchwood.server.table.errors import GameNotReady
from matchwood.server.table.events import Agreement
from matchwood.server.table.new_table import Chair, Wanted, is_current_version
from matchwood.server.table.summary import MOST_LOOKED_AT, next_level
from matchwood.server.views.model import Listed, OwnTable
from matchwood.server.views.names import all_words, server_words

MOST_LISTED, MOST_MINE = 12, 8
"""How many tables the front page shows, of others and of one's own."""
MOST_READ = MOST_MINE + 2 * MOST_LOOKED_AT
"""Own tables that are read: first those that go on, then those finished last."""


@get("/")
async def front(request: AnyRequest, registry: Registry) -> Response[str]:
    content = await _front(request, registry)
    return shown(front_page.page(content, server_words(language_of(request)), settings_of(request)))


async def _front(request: AnyRequest, registry: TableRegistry) -> Front:
    """What is on the front page for a visitor."""
    language, holder = language_of(request), visitor_of(request).holder
    held: list[TableRow] = []
    if holder is not None:
        held = await registry.store.tables_of(holder, MOST_READ, waiting_first=True)
    level, played = chosen(request, LEVEL), {each.game for each in held}
    return Front(
        [_card(registry, name, language, name not in played) for name in game_names()],
        [_mine(registry, each, language) for each in held[:MOST_MINE]],
        list(filter(None, map(_listed, await registry.store.public(MOST_LISTED)))),
        CHOICES[LEVEL],
        level,
        site_of(request),
        _next_level(held, level),
    )


def _next_level(held: Sequence[TableRow], level: str) -> str | None:
    """What is suggested to someone who plays at a level, if that is more."""
    found = next_level((each.summary, each.seats) for each in held)
    levels = CHOICES[LEVEL]
    return found if found and levels.index(found) > levels.index(level) else None


def _mine(registry: TableRegistry, held: TableRow, language: str) -> OwnTable:
    """A table of one's own; if its game goes on, with how it stands."""
    unknown = server_words(language)("A table that cannot be read")
    mine = OwnTable(held.table, held.title or unknown, held.people, held.phase)
    try:
        return _going_on(registry, mine, held, language)
    except Exception as error:  # One table that is damaged hides no other.
        error_log.report_throttled(error, "while showing a table on the front page")
        return mine


def _going_on(registry: TableRegistry, mine: OwnTable, held: TableRow, language: str) -> OwnTable:
    summary, seats = held.summary, held.seats
    if summary is None or summary.document is None or not _can_be_told(registry, summary.agreement):
        return mine
    game, everyone, document = find_game(summary.agreement.game), summary.names, summary.document
    speaking = game.speaking(language)
    tally = game.words.tally(speaking, document)
    others = [seat for seat in range(len(everyone)) if seat not in seats]
    return replace(
        mine,
        names=tuple(everyone[seat] for seat in others),
        picture=f"/t/{held.table}/picture.svg?at={summary.seq}",
        score=" : ".join(tally[seat][0] for seat in (*seats, *others)),
        task=game.words.task(speaking, document, list(everyone)),
        my_turn=summary.to_move in seats,
    )


def _can_be_told(registry: TableRegistry, agreement: Agreement) -> bool:
    """True if a game is here, is compiled, and has the rules that a table was set up with."""
    return is_current_version(agreement) and registry.workshop.ready(agreement.game, RULES)


def _listed(held: TableRow) -> Listed | None:
    """A table that anyone may watch, unless it cannot be shown."""
    summary = held.summary
    if summary is None or not is_current_version(summary.agreement):
        return None
    game = find_game(summary.agreement.game)
    return Listed(held.table, game.name, game.title, summary.names, summary.moves)


@get(front_page.STREAM, opt=PACKED_BY_ITSELF)
async def games_stream(request: AnyRequest, registry: Registry) -> Stream | Response[None]:
    """The front page, whenever a game is further on its way to be ready; until all are."""
    words = server_words(language_of(request))

    async def pages() -> AsyncGenerator[bytes, None]:
        async for is_news in registry.workshop.steps(registry.services.timings.heartbeat):
            if registry.services.leaves:
                return
            if not is_news:
                yield HEARTBEAT
                continue
            content = await _front(request, registry)
            yield PageEvent([front_page.fragment(content, words)]).plain
            if not content.waits:
                return

    if all(_share(registry, name) == 1 for name in game_names()):
        # Who asks again is not to ask any more: so browsers take this status.
        return Response(None, status_code=NO_CONTENT)
    return stream_of(request, pages())


def _share(registry: TableRegistry, game: str) -> float:
    """Share of a game that is compiled: 1 if it can be played."""
    work = registry.workshop.work(game)
    return 1.0 if work is None or not work.missing_to_play else work.share(NEEDED_TO_PLAY)


def _card(registry: TableRegistry, name: str, language: str, is_new: bool) -> GameCard:
    """A game, how far it is, and whether it is new to the visitor."""
    game = find_game(name)
    tagline = game.speaking(language).tell(game.words.TAGLINE)
    players = game.player_counts
    return GameCard(
        name,
        game.title,
        tagline,
        address_of_cover(name),
        (min(players), max(players)),
        bool(game.lessons),
        is_new,
        speaks(game.package, language),
        _share(registry, name),
    )


@get("/new/{game:str}")
async def set_up(request: AnyRequest, registry: Registry, game: FromPath[str]) -> Response[str]:
    registry.workshop.ask(game)
    return _set_up_page(request, find_game(game), name=await visitor_of(request).name(registry))


def _set_up_page(
    request: AnyRequest,
    game: Game,
    form: dict[str, str] | None = None,
    error: str | None = None,
    name: str | None = None,
    status: int = 200,
) -> Response[str]:
    language = language_of(request)
    page = setup_page.page(
        game,
        LEVELS,
        server_words(language),
        game.speaking(language),
        settings_of(request),
        form,
        error,
        name or "",
    )
    return shown(page, status)


@post("/tables")
async def open_table(request: AnyRequest, registry: Registry) -> Response[Any]:
    form = await _fields(request)
    words = all_words(language_of(request))
    try:
        wanted = forms.read_set_up(form, words("Player"))
        return await _opened(request, registry, wanted)
    except MatchwoodError as error:
        status = getattr(error, "status", 422)
        is_told_there = status == 422 or isinstance(error, GameNotReady)
        if form.get("game") not in game_names() or not is_told_there:
            raise
        sentence = error.sentence(words)
        return _set_up_page(request, find_game(form["game"]), form, sentence, status=status)


async def _fields(request: AnyRequest) -> dict[str, str]:
    """The fields that were filled in; several of one name are the numbers of one size."""
    fields: dict[str, list[str]] = {}
    for name, value in (await request.form()).multi_items():
        if isinstance(value, str) and value.strip():
            fields.setdefault(name, []).append(value.strip())
    return {name: "x".join(values) for name, values in fields.items()}


@post("/play/{game:str}")
async def play_now(request: AnyRequest, registry: Registry, game: FromPath[str]) -> Response[Any]:
    """One click: a person against bots; after a lesson, the game that it was about."""
    words = server_words(language_of(request))
    asked = request.query_params.get(LEVEL)
    level = asked if asked in CHOICES[LEVEL] else chosen(request, LEVEL)
    found = find_game(game)
    lesson = found.lessons.get(request.query_params.get("lesson", ""))
    variant = found.variant({} if lesson is None else lesson.play)
    options = {name: written(value) for name, value in variant.options.items()}
    bots = [Chair("bot", level=level)] * (variant.players - 1)
    name = await visitor_of(request).name(registry) or words("Guest")
    seats = [Chair("me", name), *bots]
    wanted = Wanted(game=game, seats=seats, options=options, aids=[HINTS.name])
    return await _opened(request, registry, wanted)


async def _opened(request: AnyRequest, registry: TableRegistry, wanted: Wanted) -> Response[Any]:
    who = visitor_of(request)
    actor = await who.open_table(registry, wanted)
    registry.workshop.ask(wanted.game)
    return who.with_cookie(Redirect(f"/t/{actor.table.name}", status_code=SEE_OTHER))


HANDLERS = (front, games_stream, set_up, open_table, play_now)
