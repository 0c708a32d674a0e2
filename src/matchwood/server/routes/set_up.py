"""The set-up page of a game, its form, and “play now”: all lead to a new table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from litestar.status_codes import HTTP_422_UNPROCESSABLE_ENTITY as UNPROCESSABLE
from msgspec.structs import replace

from matchwood.bots import USUAL
from matchwood.bots.registry import offered_bots
from matchwood.engine.errors import MatchwoodError, listed
from matchwood.engine.game import PLAYERS, Game, find_game, game_names
from matchwood.engine.options import HINTS, written
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import preference, settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import setup as setup_page
from matchwood.server.table.errors import BadRequest, GameNotReady, Refused
from matchwood.server.table.new_table import NOBODY, USUAL_PATIENCE, Chair, Wanted
from matchwood.server.views.names import all_words, server_words

_OPTION, _AID = "option-", "aid-"
"""Prefixes of field names."""


@get("/new/{game:str}")
async def set_up_page(
    request: AnyRequest, registry: Registry, game: FromPath[str]
) -> Response[str]:
    registry.workshop.ask(game)
    name = await visitor_of(request).name(registry)
    return _set_up_response(request, find_game(game), name=name)


@post("/tables")
async def open_table(request: AnyRequest, registry: Registry) -> Response[Any]:
    """A new table from the set-up form; the form again, if it cannot be fulfilled."""
    form = await _read_fields(request)
    words = all_words(language_of(request))
    try:
        return await _open(request, registry, parse_set_up(form, words("Player")))
    except MatchwoodError as error:
        status = getattr(error, "status", UNPROCESSABLE)
        is_about_form = status == UNPROCESSABLE or isinstance(error, GameNotReady)
        if form.get("game") not in game_names() or not is_about_form:
            raise
        sentence = error.sentence(words)
        return _set_up_response(request, find_game(form["game"]), form, sentence, status=status)


@post("/play/{game:str}")
async def play_now(request: AnyRequest, registry: Registry, game: FromPath[str]) -> Response[Any]:
    """A table of one person against bots; after a lesson, with the options of that lesson."""
    words = server_words(language_of(request))
    wish = request.query_params.get(LEVEL)
    level = wish if wish in CHOICES[LEVEL] else preference(request, LEVEL)
    found = find_game(game)
    lesson = found.lessons.get(request.query_params.get("lesson", ""))
    variant = found.variant({} if lesson is None else lesson.play)
    options = {name: written(value) for name, value in variant.options.items()}
    bots = [Chair("bot", level=level)] * (variant.players - 1)
    name = await visitor_of(request).name(registry) or words("Guest")
    seats = [Chair("me", name), *bots]
    wanted = Wanted(game=game, seats=seats, options=options, aids=[HINTS.name])
    return await _open(request, registry, wanted)


async def _open(request: AnyRequest, registry: TableRegistry, wanted: Wanted) -> Response[Any]:
    visitor = visitor_of(request)
    actor = await visitor.open_table(registry, wanted)
    registry.workshop.ask(wanted.game)
    return visitor.with_cookie(Redirect(f"/t/{actor.table.name}", status_code=SEE_OTHER))


def _set_up_response(
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
        offered_bots(),
        server_words(language),
        game.speaking(language),
        settings_of(request),
        form,
        error,
        name or "",
    )
    return page_response(page, status)


# The form


async def _read_fields(request: AnyRequest) -> dict[str, str]:
    """Fields that were filled in; several of one name are the numbers of one size."""
    fields: dict[str, list[str]] = {}
    for name, value in (await request.form()).multi_items():
        if isinstance(value, str) and value.strip():
            fields.setdefault(name, []).append(value.strip())
    return {name: "x".join(values) for name, values in fields.items()}


def parse_set_up(form: Mapping[str, str], default_name: str) -> Wanted:
    """The table that a form asks for: as many play as chairs are taken."""
    if "game" not in form:
        raise BadRequest("The form does not say which game it is for.")
    game = find_game(form["game"])
    taken = [
        chair
        for chair in range(max(game.player_counts))
        if form.get(f"seat-{chair}", NOBODY) != NOBODY
    ]
    seats = [_parse_chair(form, chair, default_name) for chair in taken]
    options = _parse_options(game, form, taken)
    if any(chair.kind == "link" for chair in seats) and not _names_host(form, taken):
        raise Refused("Please enter your name: those whom you invite will see it.")
    wanted = Wanted(
        game=game.name,
        options=options,
        seats=seats,
        listed="listed" in form,
        patience=_parse_whole(form, "patience", USUAL_PATIENCE),
        automatic="automatic" in form,
        stand_in=form.get("stand-in", USUAL),
        aids=[name.removeprefix(_AID) for name in form if name.startswith(_AID)],
    )
    if wanted.people == 1:
        return wanted
    # The form says that hints are for one alone, and has them ticked before it knows who sits.
    return replace(wanted, aids=[aid for aid in wanted.aids if aid != HINTS.name])


def _names_host(form: Mapping[str, str], taken: Sequence[int]) -> bool:
    """True if whoever sets the table up has said their name, or has no chair."""
    mine = [chair for chair in taken if form.get(f"seat-{chair}") == "me"]
    return not mine or any(form.get(f"name-{chair}", "").strip() for chair in mine)


def _parse_options(game: Game, form: Mapping[str, str], taken: Sequence[int]) -> dict[str, str]:
    """Options of the preset, overridden by those of the form."""
    preset = next((each for each in game.presets if each.name == form.get("preset")), None)
    options = {} if preset is None else {n: written(v) for n, v in preset.options.items()}
    if preset and int(options.get(PLAYERS, len(taken))) != len(taken):
        raise Refused(
            "{preset} is for {players} players; {taken} chairs are taken.",
            preset=preset.label,
            players=options[PLAYERS],
            taken=len(taken),
        )
    if len(taken) not in game.player_counts:
        raise Refused(
            "{game} is for {players} players; {taken} chairs are taken.",
            game=game.title,
            players=listed(map(str, game.player_counts)),
            taken=len(taken),
        )
    if len(game.player_counts) > 1:
        options[PLAYERS] = str(len(taken))
    for option in game.options:
        value = form.get(_OPTION + option.name)
        if value is None or option.name == PLAYERS:
            continue
        if option.names_seat and value != written(None):
            value = _seat_of_chair(value, taken)
        options[option.name] = value
    return options


def _seat_of_chair(chair: str, taken: Sequence[int]) -> str:
    """Number of a chair among those that are taken."""
    chairs = [str(each) for each in taken]
    if chair not in chairs:
        raise Refused("Nobody sits on the chair that is to start.")
    return str(chairs.index(chair))


def _parse_chair(form: Mapping[str, str], seat: int, default_name: str) -> Chair:
    kind, _, level = form.get(f"seat-{seat}", "link").partition(":")
    name = form.get(f"name-{seat}", "").strip() or f"{default_name} {seat + 1}"
    match kind:
        case "bot":
            return Chair("bot", level=level)
        case "me":
            return Chair("me", name)
        case "screen":
            return Chair("screen", name)
        case "link":
            return Chair("link")
    raise BadRequest("The form does not say who plays on seat {seat}.", seat=seat + 1)


def _parse_whole(form: Mapping[str, str], field: str, default: int) -> int:
    text = form.get(field, str(default))
    if not re.fullmatch(r"\d{1,9}", text):
        raise BadRequest("The form has no number for {field}.", field=field)
    return int(text)


HANDLERS = (set_up_page, open_table, play_now)
