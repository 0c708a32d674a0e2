"""The pages, and what their forms send. Everything works without script; the script hurries it.

A form that is sent by the script gets JSON back, one that is sent without it a redirection.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, cast
from urllib.parse import quote, urlencode

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.bots import LEVELS, USUAL
from matchwood.engine.aids import HINTS
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.pictures import Picture
from matchwood.engine.words import Words
from matchwood.lab.compiling import BOTS, RULES
from matchwood.lab.workshop import NEEDED_TO_PLAY
from matchwood.server import commands, forms
from matchwood.server.analysis import told
from matchwood.server.commands import Command
from matchwood.server.files import address_of_sample
from matchwood.server.hall import Hall
from matchwood.server.invitations import invitation
from matchwood.server.naming import names_at, recorded_names
from matchwood.server.owner import Owner
from matchwood.server.pages import front as front_page
from matchwood.server.pages import replay as replay_page
from matchwood.server.pages import rules as rules_page
from matchwood.server.pages import setup as setup_page
from matchwood.server.pages import table as table_page
from matchwood.server.pages.front import GameCard
from matchwood.server.pages.html import Element
from matchwood.server.pages.layout import Settings
from matchwood.server.pages.table import screen as screen_page
from matchwood.server.preferences import CHOICES, LETTERS, PACE, THEME, chosen
from matchwood.server.refusals import NotYours
from matchwood.server.setting_up import Chair, Wanted, once_more
from matchwood.server.showing import (
    Audience,
    all_words,
    listed,
    server_words,
)
from matchwood.server.store import Held
from matchwood.server.table import Table
from matchwood.server.verbs import ways_in
from matchwood.server.viewers import Group
from matchwood.server.views import Judged, Listed, Mine, Phase, View
from matchwood.server.visitors import (
    TheHall,
    accepts_gzip,
    language_of,
    site_of,
    visitor_of,
    wants_json,
)

MOST_LISTED, MOST_MINE = 12, 8
"""How many tables the front page shows, of others and of one's own."""
A_YEAR = 365 * 24 * 60 * 60
EVENTS = "text/event-stream"
PAGE, SCREEN = "page", "screen"
"""The forms in which a table can be followed by browsers."""
IN_WORDS = "words"
"""Asks for the moves in words to be unfolded."""
FEW_DIGITS = re.compile(r"[0-9]{1,6}")

AnyRequest = Request[Any, Any, Any]


def settings_of(request: AnyRequest) -> Settings:
    kept = {name: value for name, value in request.query_params.items() if name not in CHOICES}
    # A path that begins with two strokes, to whichever side, would lead to another host.
    path = "/" + quote(request.scope["path"]).lstrip("/") + (f"?{urlencode(kept)}" if kept else "")
    return Settings(
        language_of(request),
        chosen(request, THEME),
        path,
        chosen(request, LETTERS),
        chosen(request, PACE),
    )


def shown(page: Element, status: int = 200) -> Response[str]:
    return Response(
        str(page),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )


def choose(request: AnyRequest) -> Redirect | None:
    """A link that sets how the pages are liked: remember it, and show the page that way."""
    asked = {name: request.query_params.get(name) for name in CHOICES}
    wishes = {name: value for name, value in asked.items() if value in CHOICES[name]}
    if request.method != "GET" or not wishes:
        return None
    cookies = [
        Cookie(name, value=value, max_age=A_YEAR, samesite="lax") for name, value in wishes.items()
    ]
    return Redirect(settings_of(request).path, status_code=SEE_OTHER, cookies=cookies)


async def look_at_wishes(request: AnyRequest) -> Redirect | None:
    """Stands before every page."""
    return choose(request)


# The front page and the set-up


@get("/")
async def front(request: AnyRequest, hall: TheHall) -> Response[str]:
    content = await _front(request, hall)
    return shown(front_page.page(*content, settings_of(request)))


async def _front(
    request: AnyRequest, hall: Hall
) -> tuple[list[GameCard], list[Mine], list[Listed], Words]:
    """What is on the front page for a visitor."""
    language, holder = language_of(request), visitor_of(request).holder
    held = [] if holder is None else await hall.store.held_by(holder, MOST_MINE)
    return (
        [_card(hall, name, language) for name in game_names()],
        [_mine(each) for each in held],
        [listed(table) for table in await hall.watchable(MOST_LISTED)],
        server_words(language),
    )


def _mine(held: Held) -> Mine:
    game = held.opened.agreement.game
    title = find_game(game).title if game in game_names() else game
    names = tuple(name for _, name in sorted(held.names.items()))
    return Mine(held.table, title, names, cast("Phase", held.phase))


@get(front_page.STREAM)
async def games_stream(request: AnyRequest, hall: TheHall) -> Stream:
    """The front page, whenever a game is further on its way to be ready."""

    async def pages() -> AsyncIterator[bytes]:
        async for _ in hall.workshop.steps():
            yield event(front_page.fragment(*await _front(request, hall)))

    return _events(request, pages())


def _card(hall: Hall, name: str, language: str) -> GameCard:
    """A game and how far it is; a picture of it needs its rules."""
    work, game = hall.workshop.work(name), find_game(name)
    summary = game.speaking(language).tell(game.words.SUMMARY)
    picture = address_of_sample(name, language) if work is None or work.ready(RULES) else ""
    share = 1.0 if work is None or not work.missing_to_play else work.share(NEEDED_TO_PLAY)
    return GameCard(name, game.title, summary, picture, share)


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
        name or "",
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
        return _set_up_page(request, find_game(form["game"]), form, error.sentence(words))


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
    name = await visitor_of(request).name(hall) or words("Guest")
    wanted = Wanted(game=game, seats=[Chair("me", name), *bots], aids=[HINTS.name])
    return await _opened(request, hall, wanted)


async def _opened(request: AnyRequest, hall: Hall, wanted: Wanted) -> Response[Any]:
    who = visitor_of(request)
    owner = await who.open_table(hall, wanted)
    hall.workshop.ask(wanted.game)
    return who.with_cookie(Redirect(f"/t/{owner.table.name}", status_code=SEE_OTHER))


# The table


@get("/t/{name:str}")
async def table(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Response[str]:
    owner = await visitor_of(request).look(hall, name)
    audience = audience_of(request, owner.table)
    words = page_words(audience)
    view = await view_of(hall, owner, audience, hint="hint" in request.query_params)
    told = len(view.told) if "moves" in request.query_params else table_page.TOLD_AT_FIRST
    coming = invitation(view, audience)
    if coming.brought is not None:
        coming = replace(coming, name=await visitor_of(request).name(hall) or "")
    in_words = IN_WORDS in request.query_params
    page = table_page.page(view, words, settings_of(request), coming, told, in_words)
    return shown(page)


async def view_of(hall: Hall, owner: Owner, audience: Audience, hint: bool) -> View:
    """The table as an audience sees it; if it asks for one and may, with a hint."""
    view = owner.view(audience)
    if not hint or not view.offers:
        return view
    if not view.practice:
        raise NotYours("Hints are only for practice against bots.")
    if HINTS.name not in view.aids:
        raise NotYours("No hints were agreed on for this table.")
    hall.check_ready(owner.table.agreement.game, BOTS)
    await owner.find_hint()
    return owner.view(audience)


@get("/t/{name:str}/stream")
async def stream(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Stream:
    owner = await hall.find(name)
    return await follow(request, owner, audience_of(request, owner.table), PAGE)


async def follow(request: AnyRequest, owner: Owner, audience: Audience, form: str) -> Stream:
    who, group = visitor_of(request), Group(audience, form)
    packed = accepts_gzip(request)
    events = owner.follow(group, who.client, who.holder, packed)
    return _events(request, events, packed)


def _events(request: AnyRequest, events: AsyncIterator[bytes], packed: bool = False) -> Stream:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    if packed:
        headers["content-encoding"] = "gzip"
    visitor_of(request).count_stream()
    return Stream(events, media_type=EVENTS, headers=headers)


@get("/t/{name:str}/board")
async def board(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Response[str]:
    """The board on a screen of its own, for all to see."""
    owner = await visitor_of(request).look(hall, name)
    audience = screen_of(request, owner.table)
    view = owner.view(audience)
    words, coming = page_words(audience), invitation(view, audience)
    return shown(screen_page.page(view, words, settings_of(request), coming))


@get("/t/{name:str}/board/stream")
async def board_stream(request: AnyRequest, hall: TheHall, name: FromPath[str]) -> Stream:
    owner = await hall.find(name)
    return await follow(request, owner, screen_of(request, owner.table), SCREEN)


def screen_of(request: AnyRequest, table: Table) -> Audience:
    """A screen is shown what anyone may see. Whoever may invite others can let it show the way
    in: those who sit here, who set the table up, and who was invited."""
    holder = visitor_of(request).holder
    is_known = holder is not None and (bool(table.seats_of(holder)) or holder == table.maker)
    brought = request.query_params.get("invite") == table.invite
    may_invite = bool(table.empty) and (is_known or brought)
    site = site_of(request) if may_invite else ""
    return Audience(language_of(request), site=site, may_invite=may_invite)


def audience_of(request: AnyRequest, table: Table) -> Audience:
    """Who looks: by the seats they hold, and the one they say they sit on."""
    holder = visitor_of(request).holder
    seats = tuple(table.seats_of(holder))
    wanted = _number(request.query_params.get("seat", ""))
    at_screen = wanted if wanted in seats else None
    brought = None if seats else request.query_params.get("invite")
    steps = _number(request.query_params.get("around", "")) or 0
    return Audience(
        language_of(request),
        seats,
        at_screen if len(seats) > 1 else None,
        site_of(request) if seats else "",
        brought if brought == table.invite and table.empty else None,
        steps % len(table.chairs) if seats else 0,
        table.phase == "waiting" and holder is not None and holder == table.maker,
    )


def _number(text: str) -> int | None:
    """A number of an address; one that nobody needs is none."""
    return int(text) if FEW_DIGITS.fullmatch(text) else None


def render_page(view: View, audience: Audience) -> bytes:
    """A view as an event of the page's stream."""
    words = page_words(audience)
    return event(table_page.fragment(view, words, invitation(view, audience)), view.seq)


def render_screen(view: View, audience: Audience) -> bytes:
    """A view as an event of the stream of a screen."""
    words = page_words(audience)
    return event(screen_page.fragment(view, words, invitation(view, audience)), view.seq)


def page_words(audience: Audience) -> Words:
    return server_words(audience.language).to(audience.reader)


def event(content: Element, seq: int = 0) -> bytes:
    """A new state of a page, as its stream tells it."""
    told = msgspec.json.encode({"seq": seq, "html": str(content)})
    return b"id: %d\ndata: %s\n\n" % (seq, told)


@get("/t/{name:str}/why")
async def why(
    request: AnyRequest, hall: TheHall, name: FromPath[str], clicks: FromQuery[str] = ""
) -> Response[Any]:
    """Why a path of clicks leads nowhere."""
    owner = await visitor_of(request).look(hall, name)
    language = language_of(request)
    audience = audience_of(request, owner.table)
    return Response(_why(owner.view(audience), owner.table, clicks.split(","), language))


def _why(view: View, table: Table, clicks: list[str], language: str) -> dict[str, str | None]:
    words = server_words(language)
    if table.to_move is None or view.document is None:
        return {"rule": None, "sentence": words("No move is possible right now.")}
    if view.viewer != table.to_move:
        return {"rule": None, "sentence": words("It’s not your turn.")}
    can_be_clicked = all(_is_drawn(step, view.picture, table.game) for step in clicks)
    move = table.game.clicks.attempt(clicks, view.document) if can_be_clicked else None
    refusal = None if move is None or table.position is None else table.position.why_not(move)
    if refusal is None:
        sentence = words("That does nothing right now.")
        return {"rule": None, "sentence": f"{sentence} {view.task}".strip()}
    speaking = table.game.speaking(language)
    return {"rule": refusal.rule, "sentence": speaking.tell(refusal.phrase)}


def _is_drawn(step: str, picture: Picture | None, game: Game) -> bool:
    """Whether there is something to click, in a drawing or as a button."""
    drawings = () if picture is None else picture.drawings
    named = f'id="{step}"'
    return step in game.words.BUTTONS or any(named in drawing.inside for drawing in drawings)


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


@post("/t/{name:str}/emote")
async def emote(
    request: AnyRequest, hall: TheHall, name: FromPath[str], data: URLEncodedBody[forms.Said]
) -> Response[Any]:
    """Say something to those who play along; it is not written down."""
    who = visitor_of(request)
    owner = await who.look(hall, name)
    owner.emote(who.holder, data.emote)
    return done(request, owner.table)


def done(request: AnyRequest, table: Table) -> Response[Any]:
    if wants_json(request):
        return Response({"seq": table.seq}, status_code=200)
    # Whoever goes on after their own move need not say again that they sit at the screen; and
    # without script, the next move is chosen from its words too.
    same = bool(table.turns) and table.turns[-1].seat == table.to_move
    asked = {"seat": table.to_move if same else None, IN_WORDS: 1 if table.turns else None}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    address = f"/t/{table.name}" + (f"?{query}" if query else "")
    return Redirect(address, status_code=SEE_OTHER)


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
    owner = await hall.find(name)
    if not owner.table.over:
        raise NotYours("You can replay a game once it is over.")
    last, chairs = len(owner.table.turns), owner.table.chairs
    number, wanted = min(_number(move) or 0, last), _number(eyes)
    seat = wanted if wanted in chairs else None
    audience = audience_of(request, owner.table)
    step = owner.replayed(number, seat, audience)
    if analysis:
        judged = await _analysed(hall, owner, audience.language)
        step = msgspec.structs.replace(step, analysis=judged)
    url = f"{site_of(request)}{settings_of(request).path}"
    return shown(replay_page.page(step, page_words(audience), settings_of(request), url))


async def _analysed(hall: Hall, owner: Owner, language: str) -> tuple[Judged, ...]:
    hall.check_ready(owner.table.agreement.game, BOTS)
    table, judgements = owner.table, await owner.judged()
    assert table.position is not None
    speaking = table.game.speaking(language)
    return told(table.variant, table.position.seed, judgements, names_at(table), speaking)


@get("/t/{name:str}/record")
async def record(hall: TheHall, name: FromPath[str]) -> Response[str]:
    return record_of((await hall.find(name)).table)


def record_of(table: Table) -> Response[str]:
    return Response(
        table.record(recorded_names(table)).write(),
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{table.name}.txt"'},
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
        board,
        board_stream,
        why,
        Router("/t", route_handlers=ways_in(VERBS, URLEncodedBody, _done, Response[Any])),
        again,
        emote,
        replay,
        record,
        rules,
    ],
    include_in_schema=False,
    before_request=look_at_wishes,
)
