"""Where games can be kept, and how those places are refused where they cannot."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from matchwood.cli import main
from matchwood.server.storage import engines, schema
from matchwood.server.storage.data_folder import held, make_private
from matchwood.server.storage.engines import (
    InvalidStoreUrl,
    Location,
    open_engine,
    parse_store_url,
    shown,
)
from matchwood.server.storage.schema import IncompatibleStore
from matchwood.server.storage.store import Store
from matchwood.terminal.arguments import STORE_VARIABLE
from matchwood.terminal.leaving import REFUSED
from tests.support.postgres import Postgres
from tests.support.serving import HOST, free_port

GREETING = b"HTTP/1.1 400 Bad Request\r\n\r\n"
NEWER = 1_000


@contextmanager
def connected(where: Location) -> Iterator[sa.Connection]:
    """A connection that migrates nothing."""
    if isinstance(where, Path):
        engine = sa.create_engine(f"sqlite:///{where / engines.FILE}")
    else:
        engine = sa.create_engine(where)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def contents(where: Location) -> dict[str, list[object]]:
    """All tables, and all rows in them."""
    with connected(where) as connection:
        names = sa.inspect(connection).get_table_names()
        return {name: list(connection.exec_driver_sql(f'SELECT * FROM "{name}"')) for name in names}


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command says; it ends with the code for what is refused, after one sentence."""
    assert main(["serve", "--no-browser", "--port", "0", *words]) == REFUSED
    told = capsys.readouterr()
    assert told.out == ""
    [sentence] = told.err.splitlines()
    assert "Traceback" not in sentence
    return sentence


class TestSchema:
    def test_tables_are_made_once_however_often_a_store_is_opened(self, where: Location) -> None:
        open_engine(where).dispose()
        before = contents(where)
        open_engine(where).dispose()
        assert contents(where) == before

    def test_servers_that_start_at_once_migrate_one_after_the_other(self, where: Location) -> None:
        failures: list[BaseException] = []

        def start() -> None:
            try:
                open_engine(where).dispose()
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=start) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures
        assert len(contents(where)["matchwood_schema"]) == 1

    def test_a_start_that_fails_leaves_nothing(
        self, where: Location, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: sa.Connection) -> None:
            raise IncompatibleStore("something is missing")

        with monkeypatch.context() as later:
            later.setattr(schema, "_check", fail)
            with pytest.raises(IncompatibleStore):
                open_engine(where)
        assert contents(where) == {}

    def test_an_older_store_gets_what_is_missing(
        self, where: Location, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run: list[str] = []
        open_engine(where).dispose()
        for names in ("b", "bc"):
            steps = tuple(lambda _, name=name: run.append(name) for name in names)
            monkeypatch.setattr(schema, "_MIGRATIONS", steps)
            open_engine(where).dispose()
        assert run == ["b", "c"]
        assert contents(where)["matchwood_schema"] == [(3,)]

    @pytest.mark.parametrize("cuts", [1, engines.TRIES])
    def test_a_start_whose_connection_is_cut_is_tried_again_and_not_for_ever(
        self, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, cuts: int
    ) -> None:
        left = cuts

        def check_and_cut(connection: sa.Connection) -> None:
            nonlocal left
            if left:
                left -= 1
                connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

        monkeypatch.setattr(schema, "_check", check_and_cut)
        with postgres.database() as url:
            if cuts < engines.TRIES:
                open_engine(url).dispose()
                assert len(contents(url)["matchwood_schema"]) == 1
            else:
                with pytest.raises(sa.exc.DBAPIError):
                    open_engine(url)
                assert contents(url) == {}
        assert left == 0

    @pytest.mark.parametrize("version", [3, NEWER])
    def test_a_store_of_another_version_is_refused_and_left_as_it_is(
        self, where: Location, capsys: pytest.CaptureFixture[str], version: int
    ) -> None:
        open_engine(where).dispose()
        with connected(where) as connection:
            connection.execute(sa.update(schema._schema_version).values(version=version))
        before = contents(where)
        sentence = refusal(capsys, *named(where))
        assert sentence.endswith(
            f"another version of Matchwood keeps games there (schema {version}, not 1); "
            "use that version, or another folder or database."
        )
        assert contents(where) == before

    def test_tables_of_another_program_are_left_alone(
        self, where: Location, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with connected(where) as connection:
            connection.exec_driver_sql("CREATE TABLE events (title VARCHAR(99))")
            connection.exec_driver_sql("INSERT INTO events VALUES ('a concert')")
        sentence = refusal(capsys, *named(where))
        assert "“events”" in sentence
        assert contents(where) == {"events": [("a concert",)]}


def named(where: Location) -> list[str]:
    """How a store is named on the command line."""
    if isinstance(where, Path):
        return ["--data", str(where)]
    return ["--store", where.set(drivername="postgresql").render_as_string(hide_password=False)]


class TestAddresses:
    @pytest.mark.parametrize(
        "text",
        [
            "somewhere",
            "postgresql:",
            "postgresql//host/database",
            "mysql://host/database",
            "sqlite:///games.sqlite",
            "http://localhost:5432/",
            "postgresql://host:port/database",
            "",
        ],
    )
    def test_what_is_no_address_is_told_how_one_looks(self, text: str) -> None:
        with pytest.raises(
            InvalidStoreUrl, match=re.escape("one looks like postgresql://user@host/")
        ):
            parse_store_url(text)

    def test_a_password_is_never_shown(self) -> None:
        address = parse_store_url("postgres://anna:secret@host:77/games?sslmode=require")
        assert shown(address) == "postgresql://anna@host:77/games"
        with pytest.raises(InvalidStoreUrl) as refused:
            parse_store_url("mysql://anna:secret@host/games")
        assert "secret" not in str(refused.value)

    def test_the_environment_may_name_it(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(STORE_VARIABLE, f"postgresql://{HOST}:{free_port()}/games")
        assert "onnection refused" in refusal(capsys)

    def test_without_the_package_it_is_told_how_to_get_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engines, "find_spec", lambda name: None)
        with pytest.raises(InvalidStoreUrl, match=re.escape("pip install matchwood[postgres]")):
            parse_store_url("postgresql://host/games")


class TestServers:
    def test_nobody_there(self, capsys: pytest.CaptureFixture[str]) -> None:
        address = f"postgresql://{HOST}:{free_port()}/games"
        sentence = refusal(capsys, "--store", address)
        assert sentence.startswith(f"Games cannot be kept in {address}: ")
        assert "onnection refused" in sentence

    def test_an_unknown_host(self, capsys: pytest.CaptureFixture[str]) -> None:
        sentence = refusal(capsys, "--store", "postgresql://games.invalid/games")
        assert sentence.startswith("Games cannot be kept in postgresql://games.invalid/games: ")

    def test_someone_who_speaks_another_protocol(self, capsys: pytest.CaptureFixture[str]) -> None:
        with socket.create_server((HOST, 0)) as server:

            def answer() -> None:
                while True:
                    try:
                        asked, _ = server.accept()
                    except OSError:
                        return
                    with asked:
                        asked.recv(1024)
                        asked.sendall(GREETING)

            thread = threading.Thread(target=answer, daemon=True)
            thread.start()
            sentence = refusal(
                capsys, "--store", f"postgresql://{HOST}:{server.getsockname()[1]}/games"
            )
            server.shutdown(socket.SHUT_RDWR)
        assert "Games cannot be kept in postgresql://" in sentence

    @pytest.mark.slow
    def test_someone_who_never_answers(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(engines.CONNECTING, "connect_timeout", 1)
        with socket.create_server((HOST, 0)) as server:
            sentence = refusal(
                capsys, "--store", f"postgresql://{HOST}:{server.getsockname()[1]}/games"
            )
        assert "timeout" in sentence

    def test_a_database_that_is_not_there(
        self, postgres: Postgres, capsys: pytest.CaptureFixture[str]
    ) -> None:
        missing = postgres.url.set(database="matchwood_missing")
        assert 'database "matchwood_missing" does not exist' in refusal(capsys, *named(missing))

    def test_a_database_without_rights(
        self, postgres: Postgres, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with postgres.database() as url:
            role = f"{url.database}_guest"
            postgres.run(f"CREATE ROLE {role} LOGIN PASSWORD 'secret'")
            try:
                guest = url.set(username=role, password="secret")
                sentence = refusal(capsys, *named(guest))
                assert "permission denied" in sentence
                assert "secret" not in sentence
                assert contents(url) == {}
            finally:
                postgres.run(f"DROP ROLE {role}")

    def test_a_database_that_writes_texts_in_another_way(
        self, postgres: Postgres, capsys: pytest.CaptureFixture[str]
    ) -> None:
        name = "matchwood_latin"
        postgres.run(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        try:
            sentence = refusal(capsys, *named(postgres.url.set(database=name)))
            assert sentence.endswith("the database writes its texts as LATIN1; it has to be UTF8.")
        finally:
            postgres.run(f"DROP DATABASE {name}")

    def test_a_second_server_on_one_folder(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        make_private(tmp_path)
        with held(tmp_path):
            sentence = refusal(capsys, "--data", str(tmp_path))
        assert sentence == (
            f"Another server keeps its games in {tmp_path}; --data takes another folder."
        )


def test_servers_that_share_a_store_have_one_key(where: Location) -> None:
    async def keys() -> list[bytes]:
        stores = [await Store.open(where) for _ in range(3)]
        drawn = await asyncio.gather(*(store.key() for store in stores))
        for store in stores:
            await store.close()
        return drawn

    [key] = set(asyncio.run(keys()))
    [kept] = set(asyncio.run(keys()))
    assert kept == key
