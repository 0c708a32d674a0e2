"""Sharing: previews of links to a table, and pictures of games (PNG, SVG, animated GIF).

They show what anyone may see: during a game the board as watchers see it, after its end the whole
game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from litestar import Router, get
from litestar.params import FromPath

from matchwood.drawing.layout import board_alone, drawing_on_wood
from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.style import THEMES
from matchwood.engine.language import Words
from matchwood.engine.view import shown_to
from matchwood.server.base.files import GIF, PNG, SVG
from matchwood.server.http.audience import parse_number
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.picture_pool import MakeJob, picture_key
from matchwood.server.live.picture_worker import Animation, Still
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages.layout import Preview
from matchwood.server.pages.parts import result
from matchwood.server.routes.static_files import FileResponse, file_response, theme_of
from matchwood.server.table.errors import Refused
from matchwood.server.table.state import Table
from matchwood.server.views.board_svg import Board, LastMove, board_svg
from matchwood.server.views.model import View
from matchwood.server.views.names import initials, names_at

LARGE = 1200, 630
"""Size that previews of links expect."""
SMALL = 640, 400
MAX_FRAMES = 60


class How(NamedTuple):
    """Language and theme of a picture; shared ones are light."""

    language: str
    theme: str = THEMES[0]


def link_preview(view: View, words: Words, site: str, invited: bool) -> Preview:
    """Preview of a link to a table."""
    names = [seat.name for seat in view.seats if seat.name]
    if view.phase == "over":
        sentence = result(view.winners, view.tied, view.seats, words)
    elif invited and names:
        sentence = words("{name} invites you to a game of {game}.", name=names[0], game=view.title)
    elif names:
        sentence = words("{names} at the table.", names=words.together(names))
    else:
        sentence = words("A table of {game}.", game=view.title)
    picture = "" if view.phase == "waiting" else f"{site}/t/{view.table}/picture.png?at={view.seq}"
    return Preview(view.title, sentence, f"{site}/t/{view.table}", picture)


@get("/t/{name:str}/picture.png", include_in_schema=False, opt=SELF_COMPRESSED)
async def png(request: AnyRequest, registry: Registry, name: FromPath[str]) -> FileResponse:
    """The board as anyone may see it, or the end of the game."""
    table, how = await _find_dealt(registry, name), How(language_of(request))

    async def job() -> Still:
        return Still(_current_picture(table, how), LARGE[0])

    return await _job_response(request, registry, table, PNG, how, job)


@get("/t/{name:str}/picture.svg", include_in_schema=False, opt=SELF_COMPRESSED)
async def svg(request: AnyRequest, registry: Registry, name: FromPath[str]) -> FileResponse:
    """The board for our own pages; of a finished game also after any move, or before it with the
    move that would have been better."""
    table, how = await _find_dealt(registry, name), How(language_of(request), theme_of(request))
    moves, better = (request.query_params.get(each, "") for each in ("move", "better"))
    number = None if not table.over else parse_number(moves)
    if number is not None:
        number = min(number, len(table.turns))
    asked = number, _legal_path(table, number, better) if number and better else ()
    shows = picture_key(SVG, table.name, table.seq, how, asked)
    return file_response(
        request,
        registry.services.pictures.drawing(shows, lambda: _requested_picture(table, *asked, how)),
    )


def _legal_path(table: Table, number: int, path: str) -> tuple[str, ...]:
    """The path of clicks of a move that was possible; empty if the text is none. What strangers
    write would fill the cache of pictures."""
    position, clicks = table.position_after(number - 1), table.game.clicks
    known = position.observe(table.turns[number - 1].seat).document
    move = clicks.attempt(path.split(","), known)
    is_possible = move is not None and position.why_not(move) is None
    return tuple(clicks.path_of(move, known)) if move and is_possible else ()


def _requested_picture(table: Table, moves: int | None, better: Sequence[str], how: How) -> str:
    if moves is None:
        return _current_picture(table, how)
    if better:
        return _board_before(table, moves, better, how)
    return _draw_board(table, _board_after(table, moves), SMALL, how)


@get("/t/{name:str}/picture.gif", include_in_schema=False, opt=SELF_COMPRESSED)
async def gif(request: AnyRequest, registry: Registry, name: FromPath[str]) -> FileResponse:
    """A finished game, move by move."""
    table = await _find_dealt(registry, name)
    if not table.over:
        raise Refused("The whole game can be shared when it is over.")
    how = How(language_of(request))

    async def job() -> Animation:
        boards = await asyncio.to_thread(_frames, table)
        return Animation(table.game, boards, names_at(table), how.language, SMALL)

    return await _job_response(request, registry, table, GIF, how, job)


async def _find_dealt(registry: TableRegistry, name: str) -> Table:
    table = (await registry.find(name)).table
    if table.position is None:
        raise Refused("There is no picture before the deal.")
    return table


async def _job_response(
    request: AnyRequest, registry: TableRegistry, table: Table, kind: str, how: How, job: MakeJob
) -> FileResponse:
    """A picture from the cache, or drawn by the picture pool."""
    shows = picture_key(kind, table.name, table.seq, how)
    client = visitor_of(request).client
    return file_response(
        request, await registry.services.pictures.picture(shows, kind, client, job)
    )


def _current_picture(table: Table, how: How) -> str:
    assert table.position is not None
    if table.over and table.ending is None:
        names, speaking = _names_and_words(table, how)
        finale = table.game.finale.draw(table.position.document, None, names, speaking)
        style = table.game.picture.STYLE
        return drawing_on_wood(finale, table.game.name, style, LARGE, how.theme)
    if table.over:
        return _draw_board(table, _board_after(table, len(table.turns)), LARGE, how)
    shown = shown_to(table.position, None, table.agreement.aids).document
    return _draw_board(table, Board(shown), LARGE, how)


def _frames(table: Table) -> list[Board]:
    """Frames of an animation."""
    moves = len(table.turns)
    every = -(-moves // MAX_FRAMES)
    return [_board_after(table, number) for number in (*range(0, moves, every), moves)]


def _board_after(table: Table, moves: int) -> Board:
    """Board of a finished game after so many moves, the last of them marked."""
    document = table.position_after(moves).document
    if not moves:
        return Board(document)
    turn = table.turns[moves - 1]
    before = table.position_after(moves - 1).document
    return Board(
        document, LastMove(turn.move, turn.seat, initials(*names_at(table))[turn.seat], before)
    )


def _draw_board(table: Table, board: Board, size: tuple[int, int], how: How) -> str:
    names, speaking = _names_and_words(table, how)
    return board_svg(table.game, board, names, speaking, size, how.theme)


def _board_before(table: Table, number: int, better: Sequence[str], how: How) -> str:
    """Board before a move, with that move marked, and the better one as a ghost."""
    names, speaking = _names_and_words(table, how)
    game, turn = table.game.picture, table.turns[number - 1]
    document = table.position_after(number - 1).document
    played = table.game.clicks.path_of(turn.move, document)
    emblem = table.game.emblem(document, turn.seat)
    marks = Marks(played, turn.seat, initials(*names)[turn.seat], emblem, better, ghost=True)
    drawn = replace(game.draw(document, turn.seat, names, speaking), anew=False)
    arrangement, size = game.ARRANGEMENTS[drawn.kind].wide, SMALL
    return board_alone(marked(drawn, marks), arrangement, game.STYLE, size, how.theme)


def _names_and_words(table: Table, how: How) -> tuple[list[str], Words]:
    return names_at(table), table.game.speaking(how.language)


ROUTER = Router("/", route_handlers=[png, svg, gif])
