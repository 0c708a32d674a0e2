"""The front page: what waits for a visitor comes first, and nothing is replayed to show it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from matchwood.server.routes.front import MAX_LISTED, MAX_MINE
from matchwood.server.storage.database import Database
from matchwood.server.storage.engines import Location
from matchwood.server.storage.schema import tables
from tests.support.serving import BOT, ME, SCREEN, Program, Served, two_at


@pytest.fixture
def served(where: Location) -> Iterator[Served]:
    with Served(where) as server:
        yield server


def opened(program: Program, *seats: dict[str, str], **wanted: object) -> str:
    """A table of someone who has a token already, or gets one; dealt."""
    answer = program.post("/api/tables", game="baguettes", seats=seats, **wanted)
    told = answer.json()
    program.http.headers.setdefault("authorization", f"Bearer {told['token']}")
    table: str = told["table"]
    assert program.post(f"/api/tables/{table}/deal").status_code == httpx.codes.OK
    return table


def test_a_game_that_waits_for_a_visitor_is_shown_however_many_changed_since(
    served: Served,
) -> None:
    with Program(served.url, accept="text/html") as anna:
        waiting = opened(anna, ME, SCREEN)
        for _ in range(MAX_MINE):
            over = opened(anna, ME, BOT)
            assert anna.post(f"/api/tables/{over}/give-up").status_code == httpx.codes.OK
        page = anna.get("/").text
        going_on, _, others = page.partition('class="games"')
        assert f'class="going-on turn" href="/t/{waiting}"' in going_on
        assert others.count('href="/t/') == MAX_MINE - 1


def test_it_is_shown_by_two_reads_and_brings_no_table_into_memory(
    where: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Served(where) as server, Program(server.url) as anna:
        for _ in range(3):
            opened(anna, ME, SCREEN, listed=True)
        bots = anna.post("/api/tables", game="baguettes", seats=[BOT, BOT], listed=True)
        assert bots.status_code == httpx.codes.CREATED
    reads: list[Any] = []
    read = Database.fetch

    async def counted(database: Database, query: sa.Select[Any]) -> Any:
        reads.append(query)
        return await read(database, query)

    with Served(where) as server, Program(server.url, accept="text/html") as again:
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        monkeypatch.setattr(Database, "fetch", counted)
        page = again.get("/").text
        assert page.count('class="going-on') == 3
        assert len(reads) == 2
        assert not server.registry.actors, "and so no bot plays for it"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("baguettes", {}),
        ("colorfox", {}),
        ("piecepack-matches", {}),
        ("piecepack-matches", {"flaming": "true"}),
    ],
)
def test_what_it_tells_of_a_game_is_as_it_stands(
    served: Served, game: str, options: dict[str, str]
) -> None:
    with two_at(served.url, game, listed=True, options=options) as (table, programs):
        mover = programs[programs[0].view(table)["to_move"]]
        other = programs[1 - programs.index(mover)]
        view = mover.view(table)
        task = {each: each.get("/").text for each in (mover, other)}
        assert "Your turn" in task[mover]
        assert "Your turn" not in task[other]
        assert other.view(table)["task"] in task[other]
        picture = f"/t/{table}/picture.svg?at={view['seq']}"
        assert picture in task[mover]
        assert picture in mover.get("/mine").text
        with Program(served.url) as stranger:
            assert "after 0 moves" in stranger.get("/").text
            mover.move(table, view["offers"][0]["move"], view["seq"])
            assert "after 1 move" in stranger.get("/").text


def test_a_summary_has_nothing_that_anyone_may_not_know(served: Served) -> None:
    """Look for hidden cards in a game in which hands are hidden."""
    with two_at(served.url, "piecepack-matches") as (table, _):
        log = b"".join(repr(event).encode() for event in served.log(table))
        actor = served.actor(table)

        async def kept() -> bytes:
            query = sa.select(tables.c.summary).where(tables.c.name == table)
            [(data,)] = await served.registry.store.database.fetch(query)
            return bytes(data)

        summary = served.do(kept())
        assert actor.table.secret.hex().encode() in log
        assert actor.table.secret.hex().encode() not in summary
        for who in actor.table.players.values():
            assert who.holder.encode() not in summary
        with Program(served.url) as stranger:
            seen = stranger.view(table)
        assert actor.table.position is not None
        assert actor.table.position.document != seen["document"]
        held = served.do(served.registry.store.find(table))
        assert held is not None
        assert held.summary is not None
        assert held.summary.document == seen["document"]


def test_no_more_tables_are_listed_than_there_is_room_for(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        for _ in range(MAX_LISTED + 1):
            with Program(server.url) as anna:
                opened(anna, ME, SCREEN, listed=True)
        with Program(server.url) as stranger:
            assert stranger.get("/").text.count('href="/t/') == MAX_LISTED
