"""Tables listed, shown and removed by whoever runs the server, while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from matchwood.cli import main
from matchwood.server.storage.data_folder import held
from matchwood.server.storage.engines import Location
from matchwood.server.storage.schema import now, tables
from matchwood.server.storage.store import Store
from matchwood.terminal.leaving import REFUSED
from tests.server.storage.test_engines import named
from tests.support.serving import BOT, ME, SCREEN, SWIFT, Program, Served
from tests.support.waiting import wait_until

DAY = 24 * 60 * 60
Said = Callable[..., str]


@pytest.fixture
def said(where: Location, capsys: pytest.CaptureFixture[str]) -> Said:
    """What `matchwood tables` says about the store."""

    def run(*words: str, code: int = 0) -> str:
        assert main(["tables", *words, *named(where)]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


def opened(server: Served, name: str = "Anna", **wanted: object) -> tuple[str, str]:
    """A table, and the token that holds its seats."""
    with Program(server.url) as anna:
        told = anna.open("baguettes", {**ME, "name": name}, SCREEN, **wanted)
        anna.post(f"/api/tables/{told['table']}/deal")
        return told["table"], told["token"]


def test_tables_are_listed_and_shown_without_what_is_hidden(where: Location, said: Said) -> None:
    with Served(where) as server:
        first, token = opened(server, "Anna [red]")
        second, _ = opened(server, listed=True)
        lines = said("list").splitlines()
        assert [line.split()[0] for line in lines] == ["table", second, first]
        assert "baguettes" in lines[1]
        assert "playing" in lines[1]
        assert "listed" in lines[1]
        assert lines[2].endswith("Anna [red], Ada")
        only = said("list", "--listed")
        assert second in only
        assert first not in only
        assert "No more than 1 are listed" in said("list", "--most", "1")
        shown = said("show", first)
        assert "game: baguettes\n" in shown
        assert "players: Anna [red], Ada\n" in shown
        table = server.actor(first).table
        for secret in (token, table.secret.hex(), *(who.holder for who in table.players.values())):
            assert secret not in shown + "".join(lines)


def test_where_there_is_nothing_it_is_said(where: Location, said: Said) -> None:
    with Served(where):
        assert said("list") == "There are no tables.\n"
        assert said("list", "--listed") == "There are no such tables.\n"
        assert said("show", "nowhere", code=REFUSED) == "There is no table nowhere.\n"


def test_a_table_that_is_removed_is_gone_at_the_server_too(where: Location, said: Said) -> None:
    with (
        Served(where, timings=replace(SWIFT, heartbeat=0.05)) as server,
        Program(server.url) as anna,
    ):
        table, token = opened(server)
        anna.http.headers["authorization"] = f"Bearer {token}"
        path, plain = f"/t/{table}/stream", {"accept-encoding": "identity"}
        with anna.http.stream("GET", path, headers=plain) as stream:
            sent = stream.iter_bytes()
            assert b"data:" in next(sent)
            assert said("remove", table) == "Tables removed: 1.\n"
            assert b"retry:" in b"".join(sent), "whoever follows it is sent away"
        wait_until(lambda: table not in server.registry._actors, "it has left memory")
        assert anna.get(f"/t/{table}").status_code == httpx.codes.NOT_FOUND
        assert server.log(table) == []


def test_a_move_at_a_table_that_was_removed_is_refused_as_such(tmp_path: Path) -> None:
    """Even if the server has not found out by itself."""
    with Served(tmp_path) as server, Program(server.url) as anna:
        table, token = opened(server)
        anna.http.headers["authorization"] = f"Bearer {token}"
        view = anna.view(table, seat=server.actor(table).table.to_move)
        assert main(["tables", "remove", table, "--data", str(tmp_path)]) == 0
        refused = anna.move(table, view["offers"][0]["move"], view["seq"])
        assert refused.status_code == httpx.codes.NOT_FOUND
        wait_until(lambda: table not in server.registry._actors, "it has left memory")
        assert server.log(table) == []


def test_nothing_is_removed_if_one_of_them_is_not_there(where: Location, said: Said) -> None:
    with Served(where) as server:
        table, _ = opened(server)
        assert said("remove", table, "nowhere", code=REFUSED) == "There is no table nowhere.\n"
        assert server.log(table)


def let_age(where: Location, *names: str) -> None:
    async def run() -> None:
        store = await Store.open(where)
        with store.database.engine.begin() as connection:
            old = sa.update(tables).where(tables.c.name.in_(names))
            connection.execute(old.values(changed=now() - 91 * DAY))
        await store.close()

    asyncio.run(run())


def test_what_is_being_played_stays_however_old_it_is(where: Location, said: Said) -> None:
    with Served(where) as server, Program(server.url) as anna:
        name, token = opened(server)
        anna.http.headers["authorization"] = f"Bearer {token}"
        anna.post(f"/api/tables/{name}/end")
        assert anna.view(name)["phase"] == "over"
        playing, _ = opened(server, "Ben")
        let_age(where, name, playing)
        with held(where) if isinstance(where, Path) else nullcontext():
            lines = said("remove", "--older-than", "90d").splitlines()
        assert server.log(playing)
        if isinstance(where, Path):
            assert lines == [
                "A server has this folder: games that are not over were left.",
                "Tables removed: 1.",
            ]
            assert not server.log(name)
    assert playing in said("list")


def test_all_that_is_old_goes_when_somebody_says_so(where: Location, said: Said) -> None:
    """Also what is too much for a server to remove by itself."""
    with Served(where) as server:
        names = [opened(server)[0] for _ in range(3)]
    let_age(where, *names[:2])
    assert said("remove", "--older-than", "90d") == "Tables removed: 2.\n"
    assert names[2] in said("list")
    assert "is no time to keep games" in said("remove", "--older-than", "soon", code=REFUSED)


@pytest.mark.parametrize("words", [["remove"], ["remove", "one", "--older-than", "90d"]])
def test_what_is_to_be_removed_has_to_be_said_in_one_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(["tables", *words, "--data", str(tmp_path)]) == REFUSED
    assert "not both" in capsys.readouterr().err


def test_no_store_is_made_to_look_for_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    assert main(["tables", "list", "--data", str(folder)]) == REFUSED
    assert capsys.readouterr().err == f"There are no games in {folder}.\n"
    assert not folder.exists()
    assert main(["tables"]) == 0
    assert "remove" in capsys.readouterr().out


def test_a_damaged_table_is_listed_and_can_be_removed(where: Location, said: Said) -> None:
    with Served(where) as server, Program(server.url) as anna:
        table = anna.open("baguettes", ME, BOT)["table"]

        async def damage() -> None:
            with server.registry.store.database.engine.begin() as connection:
                connection.execute(sa.update(tables).values(summary=b"nonsense"))

        server.do(damage())
        assert said("list").splitlines()[1].split()[:2] == [table, "?"]
        assert f"table: {table}" in said("show", table)
        assert said("remove", table) == "Tables removed: 1.\n"
