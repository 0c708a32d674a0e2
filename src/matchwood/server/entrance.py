"""The front page, the set-up form, and how both lead to a new table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, cast

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec.structs import replace

from matchwood.bots import LEVELS
from matchwood.engine.aids import HINTS
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.options import written
from matchwood.lab.workshop import NEEDED_TO_PLAY
from matchwood.server import forms
from matchwood.server.answers import settings_of, shown
from matchwood.server.files import address_of_cover
from matchwood.server.hall import Hall
from matchwood.server.looking import stream_of
from matchwood.server.naming import all_words, names_at, server_words
from matchwood.server.packing import PACKED_BY_ITSELF
from matchwood.server.pages import front as front_page
from matchwood.server.pages import setup as setup_page
from matchwood.server.pages.front import Front, GameCard
from matchwood.server.preferences import CHOICES, LEVEL, chosen
from matchwood.server.refusals import NotReady
from matchwood.server.setting_up import Chair, Wanted
from matchwood.server.showing import listed
from matchwood.server.store import Held
from matchwood.server.table import Table
from matchwood.server.viewers import ShownPage
from matchwood.server.views import Mine, Phase
from matchwood.server.visitors import AnyRequest, TheHall, language_of, site_of, visitor_of

MOST_LISTED, MOST_MINE = 12, 8
"""How many tables the front page shows, of others and of one's own."""


@get("/")
async def front(request: AnyRequest, hall: TheHall) -> Response[str]:
    content = await _front(request, hall)
    return shown(front_page.page(content, server_words(language_of(request)), settings_of(request)))


async def _front(request: AnyRequest, hall: Hall) -> Front:
    """What is on the front page for a visitor."""
    language, holder = language_of(request), visitor_of(request).holder
    held = [] if holder is None else await hall.store.held_by(holder, MOST_MINE)
    mine = [await _mine(hall, each, str(holder), language) for each in held]
    level = chosen(request, LEVEL)
    return Front(
        [_card(hall, name, language) for name in game_names()],
        sorted(mine, key=lambda table: not table.my_turn),
        [listed(table) for table in await hall.watchable(MOST_LISTED)],
        CHOICES[LEVEL],
        level,
        site_of(request),
        await _next_level(hall, holder, level),
        is_new=not held,
    )


async def _next_level(hall: Hall, holder: str | None, level: str) -> str | None:
    """What is suggested to someone who plays at a level, if that is more."""
    found = None if holder is None else await hall.house.streaks.next_level(holder)
    levels = CHOICES[LEVEL]
    return found if found and levels.index(found) > levels.index(level) else None


async def _mine(hall: Hall, held: Held, holder: str, language: str) -> Mine:
    """A table of one's own; if its game goes on, with how it stands."""
    game = held.opened.agreement.game
    title = find_game(game).title if game in game_names() else game
    names = tuple(name for _, name in sorted(held.names.items()))
    mine = Mine(held.table, title, names, cast("Phase", held.phase))
    if mine.phase != "playing":
        return mine
    try:
        table = (await hall.find(held.table, newest=False)).table
    except MatchwoodError:  # Not compiled yet, or of other rules: its page says so.
        return mine
    if table.to_move is None:  # It has ended since the store was asked.
        return replace(mine, phase=table.phase)
    return _going_on(mine, table, holder, language)


def _going_on(mine: Mine, table: Table, holder: str, language: str) -> Mine:
    assert table.position is not None
    assert table.to_move is not None
    everyone, seats = names_at(table), table.seats_of(holder)
    document = table.position.shown_to(None, table.agreement.aids).dump()
    speaking = table.game.speaking(language)
    tally = table.game.words.tally(speaking, document)
    order = [*seats, *(seat for seat in table.chairs if seat not in seats)]
    return replace(
        mine,
        names=tuple(everyone[seat] for seat in order[len(seats) :]),
        picture=f"/t/{table.name}/picture.svg?at={table.seq}",
        score=" : ".join(tally[seat][0] for seat in order),
        task=table.game.words.task(speaking, document, everyone),
        my_turn=table.to_move in seats,
    )


@get(front_page.STREAM, opt=PACKED_BY_ITSELF)
async def games_stream(request: AnyRequest, hall: TheHall) -> Stream:
    """The front page, whenever a game is further on its way to be ready."""
    words = server_words(language_of(request))

    async def pages() -> AsyncGenerator[bytes, None]:
        async for _ in hall.workshop.steps():
            yield ShownPage([front_page.fragment(await _front(request, hall), words)]).plain

    return stream_of(request, pages())


def _card(hall: Hall, name: str, language: str) -> GameCard:
    """A game, and how far it is."""
    work, game = hall.workshop.work(name), find_game(name)
    tagline = game.speaking(language).tell(game.words.TAGLINE)
    share = 1.0 if work is None or not work.missing_to_play else work.share(NEEDED_TO_PLAY)
    players = game.player_counts
    return GameCard(
        name,
        game.title,
        tagline,
        address_of_cover(name),
        (min(players), max(players)),
        bool(game.lessons),
        share,
    )


@get("/new/{game:str}")
async def set_up(request: AnyRequest, hall: TheHall, game: FromPath[str]) -> Response[str]:
    hall.workshop.ask(game)
    return _set_up_page(request, find_game(game), name=await visitor_of(request).name(hall))


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
async def open_table(request: AnyRequest, hall: TheHall) -> Response[Any]:
    form = await _fields(request)
    words = all_words(language_of(request))
    try:
        wanted = forms.read_set_up(form, words("Player"))
        return await _opened(request, hall, wanted)
    except MatchwoodError as error:
        status = getattr(error, "status", 422)
        is_told_there = status == 422 or isinstance(error, NotReady)
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
async def play_now(request: AnyRequest, hall: TheHall, game: FromPath[str]) -> Response[Any]:
    """One click: a person against bots; after a lesson, the game that it was about."""
    words = server_words(language_of(request))
    asked = request.query_params.get(LEVEL)
    level = asked if asked in CHOICES[LEVEL] else chosen(request, LEVEL)
    found = find_game(game)
    lesson = found.lessons.get(request.query_params.get("lesson", ""))
    variant = found.variant({} if lesson is None else lesson.play)
    options = {name: written(value) for name, value in variant.options.items()}
    bots = [Chair("bot", level=level)] * (variant.players - 1)
    name = await visitor_of(request).name(hall) or words("Guest")
    seats = [Chair("me", name), *bots]
    wanted = Wanted(game=game, seats=seats, options=options, aids=[HINTS.name])
    return await _opened(request, hall, wanted)


async def _opened(request: AnyRequest, hall: Hall, wanted: Wanted) -> Response[Any]:
    who = visitor_of(request)
    owner = await who.open_table(hall, wanted)
    hall.workshop.ask(wanted.game)
    return who.with_cookie(Redirect(f"/t/{owner.table.name}", status_code=SEE_OTHER))


HANDLERS = (front, games_stream, set_up, open_table, play_now)
