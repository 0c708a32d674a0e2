"""The front page, and its stream while games are being compiled."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from functools import partial

from litestar import Response, get
from litestar.response import Stream
from litestar.status_codes import HTTP_204_NO_CONTENT as NO_CONTENT
from msgspec.structs import replace

from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import speaks
from matchwood.lab.warm import NEEDED_TO_PLAY, RULES
from matchwood.server.base.error_log import guarded
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import preference, settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.streams import event_stream
from matchwood.server.http.visitor import Registry, language_of, site_of, visitor_of
from matchwood.server.live.broadcast import HEARTBEAT, PageEvent
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import front as front_page
from matchwood.server.pages.assets import address_of_cover
from matchwood.server.pages.front import Front, GameCard, Listed, OwnTable
from matchwood.server.storage.listings import TableRow
from matchwood.server.table.events import Agreement
from matchwood.server.table.summary import MOST_LOOKED_AT, next_level
from matchwood.server.table.versions import is_current_version
from matchwood.server.views.names import server_words

MAX_LISTED, MAX_MINE = 12, 8
"""Tables on the front page, of others and of one's own."""
MAX_READ = MAX_MINE + 2 * MOST_LOOKED_AT
"""Own tables that are read: first those that go on, then those finished last."""
SHOWING = "while showing a table on the front page"


@get("/")
async def front(request: AnyRequest, registry: Registry) -> Response[str]:
    content = await _content(request, registry)
    words = server_words(language_of(request))
    return page_response(front_page.page(content, words, settings_of(request)))


@get(front_page.STREAM, opt=SELF_COMPRESSED)
async def front_stream(request: AnyRequest, registry: Registry) -> Stream | Response[None]:
    """The front page after each step of compiling, until all games are ready."""
    words = server_words(language_of(request))

    async def pages() -> AsyncGenerator[bytes, None]:
        async for is_news in registry.workshop.steps(registry.services.timings.heartbeat):
            if registry.services.is_shutting_down:
                return
            if not is_news:
                yield HEARTBEAT
                continue
            content = await _content(request, registry)
            yield PageEvent([front_page.fragment(content, words)]).plain
            if not content.waits:
                return

    if all(_share_compiled(registry, name) == 1 for name in game_names()):
        return Response(None, status_code=NO_CONTENT)  # Tells a browser not to reconnect.
    return event_stream(request, pages())


async def _content(request: AnyRequest, registry: TableRegistry) -> Front:
    """Content of the front page for a visitor."""
    language, holder = language_of(request), visitor_of(request).holder
    held: list[TableRow] = []
    public = await registry.store.public(MAX_LISTED)
    if holder is not None:
        held = await registry.store.tables_of(holder, MAX_READ, waiting_first=True)
    level, played = preference(request, LEVEL), {each.game for each in held}
    return Front(
        [_game_card(registry, name, language, name not in played) for name in game_names()],
        [_own_table(registry, each, language) for each in held[:MAX_MINE]],
        [told for each in public if (told := guarded(partial(_listed_table, each), None, SHOWING))],
        CHOICES[LEVEL],
        level,
        site_of(request),
        guarded(partial(_suggested_level, held, level), None, "while looking for a next level"),
    )


def _suggested_level(held: Sequence[TableRow], level: str) -> str | None:
    """Level suggested to someone who plays at a level, if it is higher."""
    found = next_level((each.summary, each.seats) for each in held)
    levels = CHOICES[LEVEL]
    return found if found and levels.index(found) > levels.index(level) else None


def _own_table(registry: TableRegistry, held: TableRow, language: str) -> OwnTable:
    """A table of the visitor, with its state of play where it can be told."""
    unknown = server_words(language)("A table that cannot be read")
    mine = OwnTable(held.table, held.title or unknown, held.people, held.phase)
    make = partial(_with_state_of_play, registry, mine, held, language)
    return guarded(make, mine, SHOWING)


def _with_state_of_play(
    registry: TableRegistry, mine: OwnTable, held: TableRow, language: str
) -> OwnTable:
    summary, seats = held.summary, held.seats
    if summary is None or summary.document is None or not _is_playable(registry, summary.agreement):
        return mine
    game, everyone, document = find_game(summary.agreement.game), summary.names, summary.document
    speaking = game.speaking(language)
    tally = game.words.tally(speaking, document)
    others = [seat for seat in range(len(everyone)) if seat not in seats]
    return replace(
        mine,
        names=tuple(everyone[seat] for seat in others),
        picture=f"/t/{held.table}/picture.svg?at={summary.seq}",
        score=" : ".join(tally[seat][0] for seat in (*seats, *others) if tally[seat][0]),
        task=game.words.task(speaking, document, list(everyone)),
        my_turn=summary.to_move in seats,
    )


def _is_playable(registry: TableRegistry, agreement: Agreement) -> bool:
    """True if a game is installed, compiled, and of the version a table was set up with."""
    return is_current_version(agreement) and registry.workshop.ready(agreement.game, RULES)


def _listed_table(held: TableRow) -> Listed | None:
    """A table that anyone may watch, unless it cannot be shown."""
    summary = held.summary
    if summary is None or not is_current_version(summary.agreement):
        return None
    game = find_game(summary.agreement.game)
    return Listed(held.table, game.name, game.title, summary.names, summary.moves)


def _game_card(registry: TableRegistry, name: str, language: str, is_new: bool) -> GameCard:
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
        speaks(game.module, language),
        _share_compiled(registry, name),
    )


def _share_compiled(registry: TableRegistry, game: str) -> float:
    """Share of a game that is compiled: 1 if it can be played."""
    work = registry.workshop.work(game)
    return 1.0 if work is None or not work.missing_to_play else work.share(NEEDED_TO_PLAY)


HANDLERS = (front, front_stream)
