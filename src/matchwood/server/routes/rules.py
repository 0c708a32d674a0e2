"""Rulebooks: as pages, and as PDF with the game to cut out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from matchwood.engine.game import Game, find_game
from matchwood.lab.warm import RULES
from matchwood.printing.figures import drawn_figures
from matchwood.printing.papers import Order, order
from matchwood.server.base.files import PDF
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, site_of, visitor_of
from matchwood.server.live.picture_pool import picture_key
from matchwood.server.live.picture_worker import Print
from matchwood.server.pages import rules as rules_page
from matchwood.server.pages.rules import BACKS, CUT, PAPER, PIECE_SIZE, Book
from matchwood.server.routes.static_files import FileResponse, file_response
from matchwood.server.views.names import server_words

ENDING = ".pdf"
THIS_MACHINE = "localhost"


@get("/rules/{game:str}")
async def rules(
    request: AnyRequest, registry: Registry, game: FromPath[str], part: FromQuery[str] = ""
) -> Response[str]:
    found, language = find_game(game), language_of(request)
    book = Book(found, language, registry.workshop.ready(game, RULES))
    if part:
        return page_response(rules_page.part(book))
    url = f"{site_of(request)}/rules/{game}"
    return page_response(rules_page.page(book, server_words(language), settings_of(request), url))


@get("/print/{name:str}", include_in_schema=False, opt=SELF_COMPRESSED)
async def sheets(request: AnyRequest, registry: Registry, name: FromPath[str]) -> FileResponse:
    """A game to cut out; the query has the choices of who prints, and options of the game."""
    game = find_game(name.removesuffix(ENDING))
    wanted = _order(game, request.query_params, language_of(request), _site(request))
    is_drawn = registry.workshop.ready(game.name, RULES)

    async def job() -> Print:
        figures = None
        if is_drawn:
            figures = await asyncio.to_thread(drawn_figures, game, wanted.language)
        return Print(wanted, figures)

    shows = picture_key(PDF, str(wanted.variant), *_choices(wanted), is_drawn)
    client = visitor_of(request).client
    return file_response(request, await registry.services.pictures.picture(shows, PDF, client, job))


def _order(game: Game, asked: Mapping[str, str], language: str, site: str | None) -> Order:
    names = [option.name for option in game.options]
    options = {name: asked[name] for name in names if asked.get(name)}
    return order(
        game.variant(options),
        paper=asked.get(PAPER),
        cut=asked.get(CUT),
        backs=asked.get(BACKS),
        size=asked.get(PIECE_SIZE),
        language=language,
        site=site,
    )


def _choices(wanted: Order) -> tuple[object, ...]:
    return (wanted.paper, wanted.cut, wanted.backs, wanted.size, wanted.language, wanted.site)


def _site(request: AnyRequest) -> str | None:
    """Site that a code on paper leads to; none, where only this machine would find it."""
    site = site_of(request)
    host = urlsplit(site).hostname or THIS_MACHINE
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = host == THIS_MACHINE
    return None if is_here else site


HANDLERS = (rules, sheets)
