"""Engines of the store: SQLite in a folder, or PostgreSQL at a URL.

A folder is for one process and needs no setting up. What stands at an address can be shared by
any number of servers.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.server.storage.schema import CLOCK, SQLITE, IncompatibleStore, migrate

FILE = "matchwood.sqlite"
BUSY_SECONDS = 2
"""Time that a write waits for another program that holds the file."""
READING_MILLISECONDS = 100
"""Time that a checkpoint waits for readers, while writes wait for it."""
PAUSE = 0.01
"""Between two looks whether it has let go, where SQLite does not look itself."""

POSTGRESQL = ("postgresql", "postgres")
"""Schemes of PostgreSQL URLs."""
DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 3
"""Time for PostgreSQL to answer a new connection."""
SILENT_SECONDS = 6
"""After that a statement, and a connection on which nothing arrives, are given up."""
IDLE_SECONDS = 3
"""After that a transaction in which nothing happens is given up: another server may wait for what
it holds, and the process that began it may be stopped."""
TRIES = 3
"""Attempts at opening the schema before a start is given up."""
CONNECTING = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": SILENT_SECONDS - 2,
    "tcp_user_timeout": SILENT_SECONDS * 1000,
    "application_name": "matchwood",
}
ENCODING = "UTF8"

DatabaseError = SQLAlchemyError
"""A failure of any database, for rooms that do not know SQLAlchemy."""
Location = Path | sa.URL
"""A folder, or an address."""


def default_folder() -> Path:
    """Default location of the store."""
    return platformdirs.user_data_path("matchwood")


class InvalidStoreUrl(MatchwoodError):
    """No games can be kept there, for a reason that one sentence tells."""


def parse_store_url(text: str) -> sa.URL:
    """The address of a store, or in one sentence why it is none."""
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in POSTGRESQL:
        raise InvalidStoreUrl(
            "{address} is no address of a store; one looks like postgresql://user@host/database.",
            address=quoted(text if url is None else shown(url)),
        )
    if find_spec("psycopg") is None:
        raise InvalidStoreUrl(
            "To keep games in PostgreSQL takes another package: pip install matchwood[postgres]."
        )
    return url.set(drivername=DRIVER)


def shown(where: Location) -> str:
    """The place as it may be told: without a password."""
    if isinstance(where, Path):
        return str(where)
    plain = sa.URL.create(
        where.get_backend_name(), where.username, None, where.host, where.port, where.database
    )
    return plain.render_as_string()


def is_shared(where: Location) -> bool:
    """True if several processes can use the store at a time."""
    return isinstance(where, sa.URL)


def open_engine(where: Location) -> sa.Engine:
    """The way to a database whose schema is up to date."""
    engine = _in_folder(where) if isinstance(where, Path) else _at_address(where)
    try:
        _bring_up_to_date(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _bring_up_to_date(engine: sa.Engine) -> None:
    """All of it is one transaction, so if its connection is cut nothing is done, and it is begun
    anew: PostgreSQL may have been started anew, or this process have stood still for too long."""
    for further in reversed(range(TRIES)):
        try:
            with engine.connect() as connection:
                migrate(connection)
                connection.commit()
        except DBAPIError as error:
            if not (error.connection_invalidated and further):
                raise
        else:
            return


def _in_folder(folder: Path) -> sa.Engine:
    folder.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        # Not as a text, in which some letters would have a meaning.
        sa.URL.create(SQLITE, database=str(folder / FILE)),
        connect_args={"timeout": BUSY_SECONDS},
        pool_reset_on_return=None,  # Every use ends with a commit, or has only read.
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers and the writer do not wait for each other, a commit is on the disk, and what is
    removed is overwritten."""
    connection.create_function(CLOCK, 0, time.time)
    cursor = connection.cursor()
    _write_ahead(cursor)
    for setting in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def checkpoint(engine: sa.Engine) -> bool:
    """Let nothing that was removed stay in the file of SQLite where it writes ahead; false if
    others read at this moment."""
    if engine.dialect.name != SQLITE:
        return True
    with engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={READING_MILLISECONDS}")
        try:
            is_busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * BUSY_SECONDS)}")
    return not is_busy


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """A file stays as it was turned once; of two who turn it at the same time SQLite lets neither
    wait for the other, so we do."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE)
        else:
            return


def _at_address(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, connect_args=CONNECTING)
    sa.event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_postgresql(connection: Any, _: Any) -> None:
    """Nothing is waited for without end, and a commit is on the disk, whatever is usual there."""
    cursor = connection.cursor()
    cursor.execute(f"SET statement_timeout = '{SILENT_SECONDS}s'")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
    cursor.execute("SET synchronous_commit = on")
    cursor.execute("SHOW server_encoding")
    [encoding] = cursor.fetchone()
    cursor.close()
    connection.commit()
    if encoding != ENCODING:
        raise IncompatibleStore(
            f"the database writes its texts as {encoding}; it has to be {ENCODING}"
        )


NEEDS_SELECTOR_LOOP = sys.platform == "win32"
"""True if psycopg needs an event loop of its own: on Windows it cannot use the one that processes
need."""


@asynccontextmanager
async def listening_to(url: sa.URL, channel: str) -> AsyncIterator[AsyncIterator[str]]:
    """Payloads of a channel of PostgreSQL, as long as this lasts."""
    listening = _listening_apart if NEEDS_SELECTOR_LOOP else _listening
    async with listening(url, channel) as heard:
        yield heard


@asynccontextmanager
async def _listening_apart(url: sa.URL, channel: str) -> AsyncIterator[AsyncIterator[str]]:
    """The same, from a thread with a loop that psycopg can use everywhere."""
    here = asyncio.get_running_loop()
    stop: asyncio.Future[Callable[[], object]] = here.create_future()
    items: asyncio.Queue[str | None] = asyncio.Queue()
    """Something as soon as it listens, then what it hears; None at the end."""

    async def listen() -> None:
        there, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        here.call_soon_threadsafe(stop.set_result, partial(there.call_soon_threadsafe, task.cancel))
        async with _listening(url, channel) as heard:
            here.call_soon_threadsafe(items.put_nowait, "")
            async for text in heard:
                here.call_soon_threadsafe(items.put_nowait, text)

    def run() -> None:
        with (
            suppress(asyncio.CancelledError),
            asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
        ):
            runner.run(listen())

    async def until_its_end() -> AsyncIterator[str]:
        while (text := await items.get()) is not None:
            yield text
        await thread

    thread = asyncio.ensure_future(asyncio.to_thread(run))
    thread.add_done_callback(lambda _: items.put_nowait(None))
    try:
        if await items.get() is None:
            await thread
        yield until_its_end()
    finally:
        if not thread.done():
            (await stop)()
        await asyncio.gather(thread, return_exceptions=True)


@asynccontextmanager
async def _listening(url: sa.URL, channel: str) -> AsyncIterator[AsyncIterator[str]]:
    from psycopg import AsyncConnection  # Only who uses it has it.

    arguments, options = sa.create_engine(url).dialect.create_connect_args(url)
    async with await AsyncConnection.connect(
        *arguments, **{**options, **CONNECTING}, autocommit=True
    ) as connection:
        await connection.execute(f"LISTEN {channel}")
        yield (notification.payload async for notification in connection.notifies())


OUT_OF_REACH = ("08", "57P", "53300", "40P01")
"""Prefixes of PostgreSQL's error codes after which the same may be asked again: no connection, a
server that ends or begins, too many connections, a deadlock."""


def is_transient(error: DBAPIError) -> bool:
    """True if the database is out of reach for now, and has done nothing."""
    if error.connection_invalidated:
        return True
    number = getattr(error.orig, "sqlstate", "")  # None: nobody was there to give one.
    return number is None or number.startswith(OUT_OF_REACH)


def reason_of(error: Exception) -> str:
    """Why a database cannot be used, in a few words of its own."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    told = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    # PostgreSQL tells on further lines what might be done, or where else it has tried.
    return " ".join(told.strip().splitlines()[:1]).rstrip(".")
