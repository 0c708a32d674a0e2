"""A visitor's own games: all tables on one page, deleting a table, all records as a download.

A table belongs to its maker, who may delete it unless others are playing there. A game belongs to
all who played it: each may download its record.
"""

from __future__ import annotations

import csv
import io
import time
import zipfile
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import game_names
from matchwood.engine.language import Words
from matchwood.server.base.error_log import guarded
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import my_games as own_games_page
from matchwood.server.pages.my_games import Owned, Result, Score
from matchwood.server.routes.replay import signed_record
from matchwood.server.storage.listings import TableRow
from matchwood.server.table.commands import check_delete
from matchwood.server.table.errors import UnreadableTable
from matchwood.server.table.events import Event
from matchwood.server.table.state import Table
from matchwood.server.table.summary import Summary
from matchwood.server.table.versions import is_current_version
from matchwood.server.views.names import level_name, server_words

MAX_SHOWN = 500
"""Tables on the page."""
MAX_SCORES = 12
"""Lines of games won, by game and rival."""
MAX_DOWNLOADED = 10_000
"""Games in one download."""
REST = 9
"""For so many times as long as a record took, its thread rests."""
ZIP = "application/zip"
ATTACHED = {"content-disposition": 'attachment; filename="matchwood.zip"'}
LIST = "games.csv"
COLUMNS = ("table", "game", "phase", "last change", "players", "record")
PHASE_OVER = "over"


# The page


@get("/mine")
async def my_games_page(request: AnyRequest, registry: Registry) -> Response[str]:
    holder, held = visitor_of(request).holder, []
    if holder is not None:
        held = await registry.store.tables_of(holder, MAX_SHOWN, made=True, waiting_first=True)
    words = server_words(language_of(request))
    owned = [_own_table(each, holder) for each in held]
    none: list[Score] = []
    scores = guarded(lambda: _scores(held, words), none, "while counting own games")
    return page_response(own_games_page.page(owned, scores, words, settings_of(request)))


def _own_table(held: TableRow, holder: str | None) -> Owned:
    summary = held.summary
    owned = Owned(
        held.table, held.title, held.people, held.phase, _changed(held), held.maker == holder
    )
    if summary is None:
        return owned
    return guarded(lambda: _with_result(owned, held, summary), owned, "while showing own games")


def _with_result(owned: Owned, held: TableRow, summary: Summary) -> Owned:
    is_playing = held.phase == "playing"
    return replace(
        owned,
        rivals=tuple(summary.names[seat] for seat in _rivals(held, summary)),
        my_turn=is_playing and summary.to_move in held.seats,
        picture=f"/t/{held.table}/picture.svg?at={summary.seq}" if _is_drawn(summary) else "",
        result=_result(held, summary) if held.phase == PHASE_OVER else None,
    )


def _is_drawn(summary: Summary) -> bool:
    """True if there is a picture: the game is dealt, and has the rules of today."""
    is_dealt = summary.phase == PHASE_OVER or summary.document is not None
    return is_dealt and is_current_version(summary.agreement)


def _rivals(held: TableRow, summary: Summary) -> list[int]:
    return [seat for seat, name in enumerate(summary.names) if name and seat not in held.seats]


def _result(held: TableRow, summary: Summary) -> Result:
    winners = tuple(summary.names[seat] for seat in summary.won)
    is_alone = len(held.seats) == 1
    return Result(winners, is_alone and set(held.seats) <= set(summary.won))


def _scores(held: Sequence[TableRow], words: Words) -> list[Score]:
    """Finished games by game and rival, the most frequent first."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for each in held:
        summary = each.summary
        if summary is None or each.phase != PHASE_OVER or summary.goes_on or len(each.seats) != 1:
            continue
        kind = each.title, words.together(_rival_names(summary, _rivals(each, summary), words))
        played[kind] += 1
        won[kind] += _result(each, summary).won
    return [
        Score(title, rival, won[title, rival], number)
        for (title, rival), number in played.most_common(MAX_SCORES)
    ]


def _rival_names(summary: Summary, seats: Sequence[int], words: Words) -> list[str]:
    """People by name, bots by level; several bots of one level count as one."""
    bots = summary.agreement.bots
    called = [
        words("Bot: {level}", level=level_name(bots[seat], words))
        if seat in bots
        else summary.names[seat]
        for seat in seats
    ]
    return list(dict.fromkeys(called))


def _changed(held: TableRow) -> datetime:
    return datetime.fromtimestamp(held.changed, UTC).replace(microsecond=0)


# Deleting


@get("/t/{name:str}/delete")
async def deletion_page(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[str]:
    """A page that asks before a table is deleted."""
    holder = visitor_of(request).holder
    try:
        table = (await registry.find(name)).table
    except UnreadableTable:
        held = await registry.find_unreadable(name, holder)
        title, names = held.title, list(held.people)
    else:
        check_delete(table, holder)
        title = table.game.title
        names = [player.name for _, player in sorted(table.players.items())]
    words = server_words(language_of(request))
    return page_response(own_games_page.deleting(name, title, names, words, settings_of(request)))


@post("/t/{name:str}/delete")
async def delete_table(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Redirect:
    await registry.delete(name, visitor_of(request).holder)
    return Redirect("/mine", status_code=SEE_OTHER)


# Download


@get("/mine.zip", media_type=ZIP, opt=SELF_COMPRESSED)
async def download(request: AnyRequest, registry: Registry) -> Stream:
    return await download_games(request, registry)


async def download_games(request: AnyRequest, registry: TableRegistry) -> Stream:
    """A zip with the records of all finished games of a visitor, and a list of their tables."""
    visitor, held = visitor_of(request), []
    registry.services.record_pool.check_capacity(visitor.client)
    if visitor.holder is not None:
        held = await registry.store.tables_of(visitor.holder, MAX_DOWNLOADED, made=True)
    over = {each.game for each in held if each.phase == PHASE_OVER}
    for game in over.intersection(game_names()):
        registry.check_ready(game)
    records = _zip_parts(registry, visitor.client, held)
    visitor.count_stream(records)
    return Stream(records, media_type=ZIP, headers=ATTACHED)


async def _zip_parts(
    registry: TableRegistry, client: Client, held: list[TableRow]
) -> AsyncGenerator[bytes, None]:
    """A zip, part by part: it may have thousands of games, each of which has to be replayed."""
    buffer = _Buffer()
    rows = []
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in held:
            record = await _record(registry, client, each)
            file = ""
            if record is not None:
                file = f"{_changed(each).date()}-{each.game}-{each.table}.txt"
                archive.writestr(_entry(file, each), record)
            rows.append(_row(each, file))
            yield buffer.take()
        archive.writestr(LIST, _csv(rows))
    yield buffer.take()


async def _record(registry: TableRegistry, client: Client, held: TableRow) -> str | None:
    """The record of a game. An unfinished one has none, since it would show what is hidden, and
    one of other rules cannot be replayed."""
    if held.phase != PHASE_OVER:
        return None
    try:
        log = await registry.store.log(held.table)
        return await registry.services.record_pool.run(
            client, partial(_replay_record, registry, held.table, log)
        )
    except MatchwoodError:
        return None


def _replay_record(registry: TableRegistry, name: str, log: list[Event]) -> str:
    """The record of a game; then the thread sleeps `REST` times as long as it worked.

    Replaying game after game would take every second turn of the interpreter from those who play.
    """
    began = time.perf_counter()
    try:
        return signed_record(registry, Table(name, log))
    finally:
        time.sleep(REST * (time.perf_counter() - began))


def _entry(file: str, held: TableRow) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(file, _changed(held).timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _row(held: TableRow, file: str) -> tuple[str, ...]:
    changed = _changed(held).isoformat()
    return held.table, held.game, held.phase, changed, ", ".join(held.people), file


def _csv(rows: list[tuple[str, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_without_formulas(rows))
    return text.getvalue()


def _without_formulas(rows: list[tuple[str, ...]]) -> Iterator[list[str]]:
    """Rows in which no name, which anyone may choose, is a formula of a spreadsheet."""
    for row in rows:
        yield [f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for text in row]


class _Buffer(io.RawIOBase):
    """A file that hands out what was written to it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


HANDLERS = (my_games_page, deletion_page, delete_table, download)
