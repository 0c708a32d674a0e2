"""Backup and restore: all games in one file, from a store that is in use and into one that may be.

A backup is of one moment, and the same for SQLite and PostgreSQL, so games can move from one to the
other. The key of the tokens is in it: without it nobody would hold their seat any more.

All of a file is read and checked before anything is restored. Then what is missing is added: a
table that has gone on since keeps its log, and one that is shorter than in the file gets the rest.
"""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

import matchwood
from matchwood.server.base.tokens import KEY_BYTES, KEY_FILE, write_key
from matchwood.server.storage.backup_file import (
    FORMAT,
    BackupError,
    Header,
    StoredEvent,
    StoredSeat,
    StoredTable,
    Totals,
    check,
    encode,
    tables_in,
    written,
)
from matchwood.server.storage.data_folder import make_private
from matchwood.server.storage.engines import FILE, Location, open_engine, reason_of, shown
from matchwood.server.storage.schema import (
    SQLITE,
    IncompatibleStore,
    events,
    keys,
    lock,
    old_holders,
    seats,
    tables,
)

AT_ONCE = 50
"""Tables that are read at once, or written in one commit, for which a server at work waits."""
BYTES_AT_ONCE = 8 * 2**20
"""Bytes after which a commit takes no further table."""
HOLDERS_AT_ONCE = 10_000
"""Holders that are looked up at once: a statement of SQLite has room for 32,766."""
Item = TypeVar("Item")


@dataclass
class Restored:
    """Counts of tables of a file, by the result of restoring them."""

    added: int = 0
    extended: int = 0
    """Tables that had lost the end of their log."""
    there: int = 0
    """Tables that were there already, as far as the file goes or further."""
    different: int = 0
    """Tables that have gone another way since, and are left as they are."""
    other_key: bool = False
    """True if the store had another key, so that seats are held again from the next start only."""


def describe_backup(end: Totals, file: Path) -> str:
    return f"Tables written to {file}: {end.tables:,}, with {end.events:,} events."


def describe_restored(restored: Restored, file: Path) -> str:
    """Result of a restore in a few sentences."""
    parts = [f"Tables added from {file}: {restored.added:,}. There already: {restored.there:,}."]
    if restored.extended:
        parts.append(f"Given back their last moves: {restored.extended:,}.")
    if restored.different:
        parts.append(f"Gone another way since, so left as they are: {restored.different:,}.")
    if restored.other_key:
        parts.append("Their players hold their seats after the next start of the server.")
    return " ".join(parts)


# Writing


def write_backup(where: Location, file: Path) -> Totals:
    """Write all games of a store into a file, which must not be there yet."""
    if isinstance(where, Path) and not (where / FILE).exists():
        raise BackupError("There are no games in {folder}.", folder=where)
    with _store(where) as engine, written(file) as packed, _snapshot(engine) as connection:
        return _write_all(packed, connection, where)


def _write_all(packed: IO[bytes], connection: sa.Connection, where: Location) -> Totals:
    found, happened = 0, 0
    key = _key_of(where, connection)
    holders = connection.execute(sa.select(old_holders.c.holder).order_by(old_holders.c.holder))
    head = Header(
        FORMAT,
        matchwood.__version__,
        time.time(),
        None if key is None else b64encode(key).decode(),
        tuple(holder for (holder,) in holders),
    )
    packed.write(encode(head) + b"\n")
    names = connection.execute(sa.select(tables.c.name).order_by(tables.c.name)).scalars().all()
    for some in _batches(names, AT_ONCE):
        for table in _readtables_in(connection, some):
            packed.write(encode(table) + b"\n")
            found, happened = found + 1, happened + len(table.log)
    end = Totals(found, happened)
    packed.write(encode(end) + b"\n")
    return end


def _readtables_in(connection: sa.Connection, names: Sequence[str]) -> list[StoredTable]:
    """Some tables, in the order of their names."""
    logs: dict[str, list[StoredEvent]] = {name: [] for name in names}
    chairs: dict[str, list[StoredSeat]] = {name: [] for name in names}
    happened = sa.select(events).where(events.c.table.in_(names)).order_by(events.c.seq)
    for row in connection.execute(happened):
        logs[row.table].append(StoredEvent(row.at, _text(row.data)))
    sitting = sa.select(seats).where(seats.c.table.in_(names)).order_by(seats.c.seat)
    for row in connection.execute(sitting):
        chairs[row.table].append(StoredSeat(row.seat, row.holder, row.name))
    rows = connection.execute(
        sa.select(tables).where(tables.c.name.in_(names)).order_by(tables.c.name)
    )
    return [
        StoredTable(
            row.name,
            row.maker,
            row.listed,
            row.phase,
            row.to_move,
            row.changed,
            _text(row.summary),
            tuple(logs[row.name]),
            tuple(chairs[row.name]),
        )
        for row in rows
    ]


def _text(data: bytes) -> str:
    """Stored text; of damaged text, as much as can be decoded."""
    return data.decode(errors="replace")


@contextmanager
def _snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Connection that reads a snapshot of one moment."""
    if engine.dialect.name == SQLITE:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
            connection.rollback()
        return
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        # It may take a while, and nobody waits for it.
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {name} = 0")
        yield connection


# Reading


def restore(file: Path, where: Location) -> Restored:
    """Bring what is missing in a store back from a file; nothing, if the file is not whole."""
    head, _ = check(file)
    if isinstance(where, Path):
        _make_folder(where)
    restored = Restored()
    with _store(where) as engine:
        with engine.begin() as connection:
            lock(connection)
            restored.other_key = not _take_key(where, connection, head)
            _add_old_holders(connection, head.old_holders)
        for some in _commits(tables_in(file)):
            _retried(partial(_add_all, engine, some, restored))
    return restored


def _make_folder(folder: Path) -> None:
    try:
        make_private(folder)
    except OSError as error:
        raise BackupError(
            "Games cannot be kept in {place}: {reason}.", place=folder, reason=error.strerror
        ) from error


def _retried(work: Callable[[], None]) -> None:
    """Run again if a server that is at work has written in between."""
    try:
        work()
    except IntegrityError:
        work()


def _add_all(engine: sa.Engine, wanted: Sequence[StoredTable], restored: Restored) -> None:
    """Add of some tables what is missing, in one commit."""
    done = Restored()
    with engine.begin() as connection:
        if engine.dialect.name == SQLITE:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = {
            each.name: each for each in _readtables_in(connection, [each.name for each in wanted])
        }
        for table in wanted:
            _add(connection, table, found.get(table.name), done)
        if restored.other_key:
            people = [seat.holder for table in wanted for seat in table.seats]
            _add_old_holders(connection, [*people, *(table.maker for table in wanted)])
    for name in ("added", "extended", "there", "different"):
        setattr(restored, name, getattr(restored, name) + getattr(done, name))


def _add(
    connection: sa.Connection, table: StoredTable, there: StoredTable | None, done: Restored
) -> None:
    if there is None:
        connection.execute(sa.insert(tables), [table.row])
        _add_log(connection, table, 0)
        done.added += 1
        return
    has, wants = [each.data for each in there.log], [each.data for each in table.log]
    if has[: len(wants)] == wants:
        done.there += 1
    elif wants[: len(has)] == has:
        change = sa.update(tables).where(tables.c.name == table.name)
        connection.execute(change.values(table.row))
        connection.execute(sa.delete(seats).where(seats.c.table == table.name))
        _add_log(connection, table, len(has))
        done.extended += 1
    else:
        done.different += 1


def _add_log(connection: sa.Connection, table: StoredTable, first: int) -> None:
    """Add the log from an event on, and the seats."""
    log: list[dict[str, Any]] = [
        {"table": table.name, "seq": first + number, "data": each.data.encode(), "at": each.at}
        for number, each in enumerate(table.log[first:])
    ]
    sitting: list[dict[str, Any]] = [
        {"table": table.name, **msgspec.structs.asdict(each)} for each in table.seats
    ]
    for into, rows in ((events, log), (seats, sitting)):
        if rows:
            connection.execute(sa.insert(into), rows)


# The key


def _key_of(where: Location, connection: sa.Connection) -> bytes | None:
    """Key of the tokens, if there is one."""
    if isinstance(where, sa.URL):
        return connection.execute(sa.select(keys.c.key)).scalar()
    path = where / KEY_FILE
    key = path.read_bytes() if path.exists() else b""
    return key if len(key) == KEY_BYTES else None


def _take_key(where: Location, connection: sa.Connection, head: Header) -> bool:
    """Give a store that has no key that of the file; False if it has another."""
    brought = None if head.key is None else b64decode(head.key)
    key = _key_of(where, connection)
    if key is None and brought is not None:
        if isinstance(where, Path):
            write_key(where, brought)
        else:
            connection.execute(sa.insert(keys), [{"key": brought}])
    return key is None or key == brought


def _add_old_holders(connection: sa.Connection, holders: Iterable[str]) -> None:
    """Add holders whose tokens were made with another key, or with none."""
    for some in _batches(sorted(set(holders)), HOLDERS_AT_ONCE):
        query = sa.select(old_holders.c.holder).where(old_holders.c.holder.in_(some))
        missing = set(some).difference(connection.execute(query).scalars())
        if missing:
            rows = [{"holder": holder} for holder in sorted(missing)]
            connection.execute(sa.insert(old_holders), rows)


@contextmanager
def _store(where: Location) -> Iterator[sa.Engine]:
    try:
        engine = open_engine(where)
        try:
            yield engine
        finally:
            engine.dispose()
    except (SQLAlchemyError, IncompatibleStore) as error:
        raise BackupError(
            "The games in {place} cannot be used: {reason}.",
            place=shown(where),
            reason=reason_of(error),
        ) from error


def _commits(found: Iterable[StoredTable]) -> Iterator[list[StoredTable]]:
    """Group tables into commits of bounded size."""
    some: list[StoredTable] = []
    for table in found:
        some.append(table)
        if len(some) == AT_ONCE or sum(each.bytes for each in some) > BYTES_AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    left = iter(items)
    while part := list(islice(left, size)):
        yield part
