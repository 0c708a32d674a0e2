"""What is a visitor's own: all their tables on one page, their games as a file, and deleting.

A table belongs to whoever set it up, who may delete it unless others are playing there. A game
belongs to all who played it: each can take its record along.
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
from matchwood.engine.words import Words
from matchwood.server.http.compression import PACKED_BY_ITSELF
from matchwood.server.http.perspective import signed_record
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import AnyRequest, Registry, language_of, visitor_of
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import my_games as my_games_page
from matchwood.server.pages.my_games import Owned, Result, Score
from matchwood.server.storage.listings import TableRow
from matchwood.server.table.commands import check_delete
from matchwood.server.table.errors import UnreadableTable
from matchwood.server.table.events import Event
from matchwood.server.table.new_table import is_current_version
from matchwood.server.table.state import Table
from matchwood.server.table.summary import Summary
from matchwood.server.views.levels import level_name
from matchwood.server.views.names import server_words

MOST_SHOWN = 500
"""Of one's own tables, on one page."""
MOST_SCORES = 12
"""Lines that tell of games won."""
MOST_TAKEN = 10_000
"""Of one's own games, in one file."""
ZIP = "application/zip"
ATTACHED = {"content-disposition": 'attachment; filename="matchwood.zip"'}
LIST = "games.csv"
COLUMNS = ("table", "game", "phase", "last change", "players", "record")
PHASE_OVER = "over"


# The page


@get("/mine")
async def mine(request: AnyRequest, registry: Registry) -> Response[str]:
    """All tables of a visitor: those that wait for them, those that go on, those that are over."""
    holder, held = visitor_of(request).holder, []
    if holder is not None:
        held = await registry.store.tables_of(holder, MOST_SHOWN, made=True, waiting_first=True)
    words = server_words(language_of(request))
    owned = [_owned(each, holder) for each in held]
    scores = _scores(held, words)
    return shown(my_games_page.page(owned, scores, words, settings_of(request)))


def _owned(held: TableRow, holder: str | None) -> Owned:
    summary = held.summary
    owned = Owned(
        held.table,
        held.title,
        held.people,
        held.phase,
        _changed(held),
        held.maker == holder,
    )
    if summary is None:
        return owned
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
    """The games that were finished, by game and rival, what was played most first."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for each in held:
        summary = each.summary
        if summary is None or each.phase != PHASE_OVER or summary.goes_on or len(each.seats) != 1:
            continue
        kind = each.title, words.together(_called(summary, _rivals(each, summary), words))
        played[kind] += 1
        won[kind] += _result(each, summary).won
    return [
        Score(title, rival, won[title, rival], number)
        for (title, rival), number in played.most_common(MOST_SCORES)
    ]


def _called(summary: Summary, seats: Sequence[int], words: Words) -> list[str]:
    """People by their names, bots by their level; of bots of one level there is one."""
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
async def ask_to_delete(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[str]:
    """What would be deleted, and a button to do so."""
    holder = visitor_of(request).holder
    try:
        table = (await registry.find(name)).table
    except UnreadableTable:
        held = await registry.unreadable(name, holder)
        title, names = held.title, list(held.people)
    else:
        check_delete(table, holder)
        title = table.game.title
        names = [player.name for _, player in sorted(table.players.items())]
    words = server_words(language_of(request))
    return shown(my_games_page.deleting(name, title, names, words, settings_of(request)))


@post("/t/{name:str}/delete")
async def delete(request: AnyRequest, registry: Registry, name: FromPath[str]) -> Redirect:
    await registry.delete(name, visitor_of(request).holder)
    return Redirect("/mine", status_code=SEE_OTHER)


# Taking along


@get("/mine.zip", media_type=ZIP, opt=PACKED_BY_ITSELF)
async def download(request: AnyRequest, registry: Registry) -> Stream:
    return await all_games(request, registry)


async def all_games(request: AnyRequest, registry: TableRegistry) -> Stream:
    """The records of all finished games of a visitor, and a list of all their tables."""
    who, held = visitor_of(request), []
    registry.services.archivists.check_room(who.client)
    if who.holder is not None:
        held = await registry.store.tables_of(who.holder, MOST_TAKEN, made=True)
    over = {each.game for each in held if each.phase == PHASE_OVER}
    for game in over.intersection(game_names()):
        registry.check_ready(game)
    records = _packed(registry, who.client, held)
    who.count_stream(records)
    return Stream(records, media_type=ZIP, headers=ATTACHED)


async def _packed(
    registry: TableRegistry, client: Client, held: list[TableRow]
) -> AsyncGenerator[bytes, None]:
    """A zip, part by part: it may have thousands of games, and each has to be replayed."""
    sink = _Sink()
    rows = []
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for each in held:
            record = await _record(registry, client, each)
            file = ""
            if record is not None:
                file = f"{_changed(each).date()}-{each.game}-{each.table}.txt"
                packed.writestr(_entry(file, each), record)
            rows.append(_row(each, file))
            yield sink.taken()
        packed.writestr(LIST, _list(rows))
    yield sink.taken()


async def _record(registry: TableRegistry, client: Client, held: TableRow) -> str | None:
    """The record of a game, if there is one: of an unfinished game it would show what is hidden,
    and one of other rules cannot be replayed."""
    if held.phase != PHASE_OVER:
        return None
    try:
        log = await registry.store.log(held.table)
        return await registry.services.archivists.think(
            client, partial(_written, registry, held.table, log)
        )
    except MatchwoodError:
        return None


def _written(registry: TableRegistry, name: str, log: list[Event]) -> str:
    """The record of a game. Then the thread rests for as long as it worked: one that replays game
    after game would take every second turn of the interpreter from those who play."""
    began = time.perf_counter()
    try:
        return signed_record(registry, Table(name, log))
    finally:
        time.sleep(time.perf_counter() - began)


def _entry(file: str, held: TableRow) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(file, _changed(held).timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _row(held: TableRow, file: str) -> tuple[str, ...]:
    changed = _changed(held).isoformat()
    return held.table, held.game, held.phase, changed, ", ".join(held.people), file


def _list(rows: list[tuple[str, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_harmless(rows))
    return text.getvalue()


def _harmless(rows: list[tuple[str, ...]]) -> Iterator[list[str]]:
    """Names are anyone's; one that begins like a formula must not be one in a spreadsheet."""
    for row in rows:
        yield [f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for text in row]


class _Sink(io.RawIOBase):
    """Takes what is written, to be sent on."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What was written since it was last asked for."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


HANDLERS = (mine, ask_to_delete, delete, download)
