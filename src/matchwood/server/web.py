"""The pages, and what their forms send. Everything works without script; the script hurries it.

A form that is sent by the script gets JSON back, one that is sent without it a redirection.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

import msgspec
import segno
from htpy import Element
from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.bots import LEVELS, USUAL
from matchwood.engine.aids import HINTS
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.svg import with_style
from matchwood.engine.words import LANGUAGES, Words
from matchwood.lab.compiling import RULES
from matchwood.lab.workshop import NEEDED_TO_PLAY
from matchwood.server import forms
from matchwood.server.analysis import told
from matchwood.server.asking import TheHall, asked
from matchwood.server.events import Event
from matchwood.server.hall import Hall, Live
from matchwood.server.pages import front as front_page
from matchwood.server.pages import replay as replay_page
from matchwood.server.pages import rules as rules_page
from matchwood.server.pages import setup as setup_page
from matchwood.server.pages import table as table_page
from matchwood.server.pages.front import GameCard
from matchwood.server.pages.layout import Settings
from matchwood.server.pages.rendering import rendered
from matchwood.server.pages.table import Invitation
from matchwood.server.refusals import NotYours
from matchwood.server.setting_up import Chair, Wanted, once_more
from matchwood.server.showing import (
    Audience,
    all_words,
    listed,
    names_at,
    replayed,
    server_words,
)
from matchwood.server.table import Table
from matchwood.server.views import Judged, View
from matchwood.server.visitors import LANGUAGE_COOKIE, language_of, theme_of, wants_json

MOST_LISTED = 12
A_YEAR = 365 * 24 * 60 * 60
EVENTS = "text/event-stream"
STATIC = {
    "matchwood.css": "text/css",
    "matchwood.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
FEW_DIGITS = re.compile(r"[0-9]{1,3}")
SAMPLE_MOVES = 6
"""How far into a game its picture on the front page is."""

AnyRequest = Request[Any, Any, Any]


def settings_of(request: AnyRequest) -> Settings:
    kept = {name: value for name, value in request.query_params.items() if name != "lang"}
    path = request.url.path + (f"?{urlencode(kept)}" if kept else "")
    return Settings(language_of(request), theme_of(request), path)


def shown(page: Element, status: int = 200) -> Response[str]:
    return Response(
        rendered(page),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )


def choose_language(request: AnyRequest) -> Redirect | None:
    """A link of the language switch: remember the language, and show the page in it."""
    language = request.query_params.get("lang")
    if request.method != "GET" or language not in LANGUAGES:
        return None
    cookie = Cookie(LANGUAGE_COOKIE, value=language, max_age=A_YEAR, samesite="lax", httponly=True)
    return Redirect(settings_of(request).path, status_code=SEE_OTHER, cookies=[cookie])


async def look_at_language(request: AnyRequest) -> Redirect | None:
    """Stands before every page."""
    return choose_language(request)


# The front page and the set-up


@get("/")
async def front(request: AnyRequest, hall: TheHall) -> Response[str]:
    language = language_of(request)
    return shown(
        front_page.page(
            [_card(hall, name, language) for name in game_names()],
            [listed(live.table, language) for live in await hall.watchable(MOST_LISTED)],
            server_words(language),
            settings_of(request),
        )
    )


@get(front_page.STREAM)
async def games_stream(request: AnyRequest, hall: TheHall) -> Stream:
    """The front page, whenever a game is further on its way to be ready."""
    language = language_of(request)

    async def pages() -> AsyncIterator[bytes]:
        async for _ in hall.workshop.steps():
            yield await _front_event(hall, language)

    return _events(request, pages())


async def _front_event(hall: Hall, language: str) -> bytes:
    cards = [_card(hall, name, language) for name in game_names()]
    watched = [listed(live.table, language) for live in await hall.watchable(MOST_LISTED)]
    return event(front_page.fragment(cards, watched, server_words(language)))


def _card(hall: Hall, name: str, language: str) -> GameCard:
    """A game and how far it is; a picture of it needs its rules."""
    work, card = hall.workshop.work(name), _finished_card(name, language)
    if work is None or not work.missing_to_play:
        return card
    picture = card.picture if work.ready(RULES) else ""
    return replace(card, picture=picture, share=work.share(NEEDED_TO_PLAY))


@cache
def _finished_card(name: str, language: str) -> GameCard:
    game = find_game(name)
    summary = game.speaking(language).tell(game.words.SUMMARY)
    return GameCard(name, game.title, summary, f"/static/games/{name}.svg?in={language}")


@get("/new/{game:str}")
async def set_up(request: AnyRequest, hall: TheHall, game: FromPath[str]) -> Response[str]:
    hall.workshop.ask(game)
    return _set_up_page(request, find_game(game))


def _set_up_page(
    request: AnyRequest, game: Game, form: dict[str, str] | None = None, error: str | None = None
) -> Response[str]:
    language = language_of(request)
    page = setup_page.page(
        game,
        LEVELS,
        _most_seats(game),
        server_words(language),
        game.speaking(language),
        settings_of(request),
        form,
        error,
    )
    return shown(page, 200 if error is None else 422)


def _most_seats(game: Game) -> int:
    for option in game.options:
        if option.name == "players":
            return max(value for value in option.values if isinstance(value, int))
    return game.variant().players


@post("/tables")
async def open_table(request: AnyRequest, hall: TheHall) -> Response[Any]:
    form = await _fields(request)
    words = all_words(language_of(request))
    try:
        wanted = forms.read_set_up(form, words("Player"))
        return await _opened(request, hall, wanted)
    except MatchwoodError as error:
        if form.get("game") not in game_names() or getattr(error, "status", 422) != 422:
            raise
        return _set_up_page(request, find_game(form["game"]), form, error.told(words))


async def _fields(request: AnyRequest) -> dict[str, str]:
    """The fields that were filled in; several of one name are the numbers of one size."""
    fields: dict[str, list[str]] = {}
    for name, value in (await request.form()).multi_items():
        if isinstance(value, str) and value.strip():
            fields.setdefault(name, []).append(value.strip())
    return {name: "x".join(values) for name, values in fields.items()}


@post("/play/{game:str}")
async def play_now(request: AnyRequest, hall: TheHall, game: FromPath[str]) -> Response[Any]:
    """One click: a person against bots."""
    words = server_words(language_of(request))
    bots = [Chair("bot", level=USUAL)] * (find_game(game).variant().players - 1)
    wanted = Wanted(game=game, seats=[Chair("me", words("Guest")), *bots], aids=[HINTS.name])
    return await _opened(request, hall, wanted)


async def _opened(request: AnyRequest, hall: Hall, wanted: Wanted) -> Response[Any]:
    who = asked(request)
    live = await who.open(hall, wanted)
    hall.workshop.ask(wanted.game)
    return who.known(Redirect(f"/t/{live.table.name}", status_code=SEE_OTHER))


# The table


@get("/t/{name:str}")
async def table(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Response[str]:
    live = await hall.find(name)
    hall.notice(live, asked(request).holder)
    audience = audience_of(request, live)
    words = page_words(audience)
    view = await view_of(hall, live, audience, hint="hint" in request.query_params)
    told = len(view.told) if "moves" in request.query_params else table_page.TOLD_AT_FIRST
    coming = invitation(view, audience)
    return shown(table_page.page(view, words, settings_of(request), coming, told))


async def view_of(hall: Hall, live: Live, audience: Audience, hint: bool) -> View:
    """The table as an audience sees it; if it asks for one and may, with a hint."""
    view = live.view(audience)
    if not hint or not view.offers:
        return view
    if not view.practice:
        raise NotYours("Hints are only for practice against bots.")
    if HINTS.name not in view.aids:
        raise NotYours("No hints were agreed on for this table.")
    await hall.find_hint(live)
    return live.view(audience)


@get("/t/{name:str}/stream")
async def stream(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Stream:
    return await follow(request, hall, name, "page")


async def follow(request: AnyRequest, hall: Hall, name: str, form: str) -> Stream:
    live = await hall.find(name)
    audience = audience_of(request, live)
    return _events(request, hall.follow(live, audience, form, asked(request).holder))


def _events(request: AnyRequest, events: AsyncIterator[bytes]) -> Stream:
    return Stream(
        asked(request).counted(events),
        media_type=EVENTS,
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


def audience_of(request: AnyRequest, live: Live) -> Audience:
    """Who looks: by the seats they hold, and the one they say they sit on."""
    seats = tuple(live.table.seats_of(asked(request).holder))
    wanted = request.query_params.get("seat", "")
    at_screen = int(wanted) if wanted.isdecimal() and int(wanted) in seats else None
    brought = None if seats else request.query_params.get("invite")
    steps = request.query_params.get("around", "")
    return Audience(
        language_of(request),
        seats,
        at_screen if len(seats) > 1 else None,
        f"{request.url.scheme}://{request.headers.get('host', '')}" if seats else "",
        brought if brought == live.table.invite and live.table.empty else None,
        int(steps) % len(live.table.chairs) if seats and FEW_DIGITS.fullmatch(steps) else 0,
    )


def invitation(view: View, audience: Audience) -> Invitation:
    if view.invite is None:
        return Invitation(brought=audience.invite)
    url = f"{audience.site}/t/{view.table}?invite={view.invite}"
    return Invitation(url, _code(url))


@cache
def _code(url: str) -> str:
    code: str = segno.make(url, micro=False).svg_inline(omitsize=True)
    return code


def render_page(view: View, audience: Audience) -> bytes:
    """A view as an event of the page's stream."""
    words = page_words(audience)
    return event(table_page.fragment(view, words, invitation(view, audience)), view.seq)


def page_words(audience: Audience) -> Words:
    return server_words(audience.language).to(audience.reader)


def event(content: Element, seq: int = 0) -> bytes:
    """A new state of a page, as its stream tells it."""
    told = msgspec.json.encode({"seq": seq, "html": rendered(content)})
    return b"id: %d\ndata: %s\n\n" % (seq, told)


@get("/t/{name:str}/why")
async def why(
    request: AnyRequest, hall: TheHall, name: FromPath[str], clicks: FromQuery[str] = ""
) -> Response[Any]:
    """Why a path of clicks leads nowhere."""
    live = await hall.find(name)
    language = language_of(request)
    audience = audience_of(request, live)
    return Response(_why(live.view(audience), live.table, clicks.split(","), language))


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


@post("/t/{name:str}/sit")
async def sit(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Sit]
) -> Response[Any]:
    live, who = await hall.find(name), asked(request)
    await hall.act(live, lambda table: table.sit(who.sure, data.seat, data.name, data.invite))
    return who.known(done(request, live))


@post("/t/{name:str}/deal")
async def deal(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Deal]
) -> Response[Any]:
    part = forms.part_of(data)
    return await _act(request, hall, name, lambda table, who: table.deal(who, part))


@post("/t/{name:str}/move")
async def move(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Move]
) -> Response[Any]:
    return await _act(
        request, hall, name, lambda table, who: table.move(who, data.after, data.move)
    )


@post("/t/{name:str}/undo")
async def undo(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.TakeBack]
) -> Response[Any]:
    return await _act(request, hall, name, lambda table, who: table.take_back(who, data.after))


@post("/t/{name:str}/stand-in")
async def stand_in(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.StandIn]
) -> Response[Any]:
    live = await hall.find(name)
    await asked(request).replace(hall, live, data.seat)
    return done(request, live)


@post("/t/{name:str}/again")
async def again(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Again]
) -> Redirect:
    live, who = await hall.find(name), asked(request)
    following = await hall.go_on(live, who.sure, partial(once_more, breaks_tie=data.tie))
    return Redirect(f"/t/{following}", status_code=SEE_OTHER)


async def _act(
    request: AnyRequest, hall: Hall, name: str, decide: Callable[[Table, str], list[Event]]
) -> Response[Any]:
    live, who = await hall.find(name), asked(request)
    await hall.act(live, lambda table: decide(table, who.sure))
    hall.notice(live, who.holder)
    return done(request, live)


def done(request: AnyRequest, live: Live) -> Response[Any]:
    table = live.table
    if wants_json(request):
        return Response({"seq": table.seq}, status_code=200)
    # Whoever goes on after their own move need not say again that they sit at the screen.
    same = bool(table.turns) and table.turns[-1].seat == table.to_move
    seat = f"?seat={table.to_move}" if same else ""
    return Redirect(f"/t/{table.name}{seat}", status_code=SEE_OTHER)


# After the game, and the rules


@get("/t/{name:str}/replay")
async def replay(
    request: AnyRequest,
    hall: TheHall,
    name: FromPath[str],
    move: FromQuery[str] = "0",
    eyes: FromQuery[str] = "",
    analysis: FromQuery[str] = "",
) -> Response[str]:
    live = await hall.find(name)
    if not live.table.over:
        raise NotYours("You can replay a game once it is over.")
    last, chairs = len(live.table.turns), live.table.chairs
    number = min(int(move), last) if move.isdecimal() else 0
    seat = int(eyes) if eyes.isdecimal() and int(eyes) in chairs else None
    audience = audience_of(request, live)
    step = replayed(live.table, number, seat, audience, live.story)
    if analysis:
        judged = await _analysed(hall, live, audience.language)
        step = msgspec.structs.replace(step, analysis=judged)
    url = f"{request.url.scheme}://{request.headers.get('host', '')}{settings_of(request).path}"
    return shown(replay_page.page(step, page_words(audience), settings_of(request), url))


async def _analysed(hall: Hall, live: Live, language: str) -> tuple[Judged, ...]:
    table, judgements = live.table, await hall.judged(live)
    assert table.position is not None
    names = names_at(table, server_words(language))
    return told(
        table.variant, table.position.seed, judgements, names, table.game.speaking(language)
    )


@get("/t/{name:str}/record")
async def record(hall: TheHall, name: FromPath[str]) -> Response[str]:
    return record_of(await hall.find(name))


def record_of(live: Live) -> Response[str]:
    names = names_at(live.table, Words("en"))
    return Response(
        live.table.record(names).write(),
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{live.table.name}.txt"'},
    )


@get("/rules/{game:str}")
async def rules(
    request: AnyRequest, game: FromPath[str], part: FromQuery[str] = ""
) -> Response[str]:
    found, language = find_game(game), language_of(request)
    text = found.rulebook(language).text
    if part:
        return shown(rules_page.part(text))
    words = server_words(language)
    return shown(rules_page.page(game, found.title, text, words, settings_of(request)))


# Files


@get("/static/{file:str}")
async def static(file: FromPath[str]) -> Response[bytes]:
    if file not in STATIC:
        raise NotFoundException
    data = (files("matchwood.server") / "static" / file).read_bytes()
    return _kept(data, STATIC[file])


@get("/static/games/{file:str}")
async def game_file(request: AnyRequest, hall: TheHall, file: FromPath[str]) -> Response[bytes]:
    """The style sheet of a game's pictures, or one of them."""
    game, _, kind = file.partition(".")
    if kind == "css":
        return _kept(find_game(game).picture.STYLE.encode(), STATIC["matchwood.css"])
    if kind == "svg":
        hall.check_ready(find_game(game).name)
        language = request.query_params.get("in", "")
        known = language if language in LANGUAGES else language_of(request)
        return _kept(_sample(find_game(game).name, known), STATIC["icon.svg"])
    raise NotFoundException


@cache
def _sample(name: str, language: str) -> bytes:
    """A game that has begun, as anyone may see it."""
    game = find_game(name)
    position = game.variant().new(name)
    for _ in range(SAMPLE_MOVES):
        position.play(position.legal()[-1])
    words = game.speaking(language)
    drawn = game.picture.draw(position.observe(None), None, None, words)
    return with_style(drawn, game.picture.STYLE).encode()


def _kept(data: bytes, media_type: str) -> Response[bytes]:
    headers = {"cache-control": f"public, max-age={A_YEAR}"}
    return Response(data, media_type=media_type, headers=headers)


ROUTER = Router(
    "/",
    route_handlers=[
        front,
        games_stream,
        set_up,
        open_table,
        play_now,
        table,
        stream,
        why,
        sit,
        deal,
        move,
        undo,
        stand_in,
        again,
        replay,
        record,
        rules,
        static,
        game_file,
    ],
    include_in_schema=False,
    before_request=look_at_language,
)
