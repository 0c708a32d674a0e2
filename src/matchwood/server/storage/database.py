"""Access to the database from asyncio: a synchronous engine in a few threads.

An asynchronous engine goes to a thread and back for every statement, which cost more than the
statements. While a database is out of reach, what it was asked is retried for some seconds.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from matchwood.server.base import error_log, metrics
from matchwood.server.storage import notifications
from matchwood.server.storage.engines import Location, is_shared, is_transient, open_engine
from matchwood.server.storage.notifications import Notification
from matchwood.server.table.errors import ReadFailed, StoreUnreachable

SERVER_BYTES = 8
READERS = 2
"""Threads that read."""
RETRY_SECONDS = 5.0
"""Seconds for which work is retried when a database is out of reach."""
RETRY_PAUSE = 0.1
TIMEOUT = 10.0
"""Seconds after which nobody waits any longer for a database that is there and says nothing."""

Answer = TypeVar("Answer")


class Database:
    """An engine, with one thread that writes, some that read, and one for the cluster."""

    def __init__(self, location: Location) -> None:
        self.engine = open_engine(location)
        self.is_shared = is_shared(location)
        """True if other servers may write to it too."""
        self.server = secrets.token_hex(SERVER_BYTES)
        """Our name among the servers on it."""
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._cluster = ThreadPoolExecutor(1, thread_name_prefix="cluster")
        self._out_of_reach_since: float | None = None

    def close(self) -> None:
        for threads in (self._writer, self._readers, self._cluster):
            threads.shutdown()
        self.engine.dispose()

    @property
    def url(self) -> sa.URL:
        return self.engine.url

    def notify(self, connection: sa.Connection, notification: Notification) -> None:
        """Tell the other servers, with the commit that is under way."""
        if self.is_shared:
            payload = notifications.write(notification)
            connection.execute(sa.select(sa.func.pg_notify(notifications.CHANNEL, payload)))

    async def fetch(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """All rows of a query. Raises `StoreUnreachable` or `ReadFailed`."""
        try:
            with metrics.STORE_SECONDS.labels("read").time():
                async with asyncio.timeout(TIMEOUT):
                    return await self._retry(self._readers, lambda: self._rows(query))
        except TimeoutError as error:
            error_log.report_throttled(error, "while reading from the store")
            raise StoreUnreachable from error
        except SQLAlchemyError as error:
            if isinstance(error, DBAPIError) and is_transient(error):
                error_log.report_throttled(error, "while reading from the store")
                raise StoreUnreachable from error
            raise ReadFailed from error

    def _rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    async def write(self, work: Callable[[], Answer]) -> Answer:
        """Run `work` in the thread that writes. Raises what the database raises."""
        return await self._retry(self._writer, work)

    async def coordinate(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Run `work` in a transaction that waits for no write; it is not retried."""

        def run() -> Answer:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._cluster, run)

    async def _retry(self, threads: ThreadPoolExecutor, work: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        while True:
            try:
                answer = await loop.run_in_executor(threads, work)
            except DBAPIError as error:
                if not is_transient(error) or not self.may_retry():
                    raise
                await asyncio.sleep(RETRY_PAUSE)
            else:
                self._out_of_reach_since = None
                return answer

    def may_retry(self) -> bool:
        """False once the database has been out of reach for `RETRY_SECONDS`; then what comes is
        tried once."""
        now = time.monotonic()
        if self._out_of_reach_since is None:
            self._out_of_reach_since = now
        return now - self._out_of_reach_since < RETRY_SECONDS
