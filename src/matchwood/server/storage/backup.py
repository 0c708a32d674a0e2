"""All games in one file, from a store that is in use and into one that may be.

The file is packed lines of JSON: what it is, then a line for each table with its log, its seats and
its summary, then how many there were, so that a file that was cut off is known. All of it is read,
and held against what a store can take, before anything is changed. It does not hang on the kind of
store, so what SQLite has kept can be given to PostgreSQL, and the other way round. The key of the
tokens is in it: without it nobody would hold their seat any more.

A backup is of one moment. To restore adds what is missing and leaves what is there: a table that
has gone on since keeps its log, and one that is shorter than in the file gets the rest.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Annotated, Any, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

import matchwood
from matchwood.engine.errors import MatchwoodError
from matchwood.server.base.tokens import KEY_BYTES, KEY_FILE, write_key
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
from matchwood.server.table.events import Phase

FORMAT = 2
AT_ONCE = 50
"""So many tables are read, or written in one commit: a server that is at work waits no longer."""
BYTES_AT_ONCE = 8 * 2**20
"""A commit takes no more than one table beyond so many bytes."""
LONGEST_LINE = 16 * 2**20
"""Bytes of a line that is read; no log of a table is longer (`LONGEST_LOG`)."""
HOLDERS_AT_ONCE = 10_000
"""So many are looked for at once: a statement of SQLite has room for 32,766."""
ONLY_OURS = 0o600
PACKING = 6

Item = TypeVar("Item")


class BackupError(MatchwoodError):
    """A file cannot be written, or is none of ours."""


_Text = Meta(pattern=r"\A[^\x00]*\Z")
"""PostgreSQL takes no text with a zero in it."""
Name = Annotated[str, Meta(min_length=1, max_length=32), _Text]
Holder = Annotated[str, Meta(max_length=64), _Text]
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9+/]{43}=\Z")]
"""The key of the tokens, as base64."""
Number = Annotated[int, Meta(ge=0, lt=2**31)]
Time = Annotated[float, Meta(ge=0)]


class Head(Struct, frozen=True, tag="matchwood backup"):
    """What the file is."""

    format: int
    version: str
    at: float
    key: Key | None
    old_holders: tuple[Holder, ...]


class Happened(Struct, frozen=True, array_like=True):
    at: Time
    data: str
    """The event as it was written."""


class Seated(Struct, frozen=True, array_like=True):
    seat: Number
    holder: Holder
    name: Annotated[str, Meta(max_length=64), _Text]


class Kept(Struct, frozen=True, tag="table"):
    """A table, and all that happened there."""

    name: Name
    maker: Holder
    listed: bool
    phase: Phase
    to_move: Number | None
    changed: Time
    summary: str
    """As it was written."""
    log: tuple[Happened, ...]
    seats: tuple[Seated, ...]

    @property
    def bytes(self) -> int:
        return sum(len(each.data) for each in self.log) + len(self.summary)

    @property
    def row(self) -> dict[str, Any]:
        """Its row in the store."""
        values = {name: getattr(self, name) for name in tables.columns.keys()}  # noqa: SIM118
        return {**values, "summary": self.summary.encode()}


class End(Struct, frozen=True, tag="end"):
    """How much there was."""

    tables: int
    events: int


_Line = Head | Kept | End
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode


@dataclass
class Restored:
    """What has become of the tables of a file."""

    added: int = 0
    extended: int = 0
    """How many had lost the end of their log."""
    there: int = 0
    """How many were there already, as far as the file goes or further."""
    different: int = 0
    """How many have gone another way since, and are left as they are."""
    other_key: bool = False
    """Whether the store had another key, so that seats are known one by one from the next start."""


def describe_backup(end: End, file: Path) -> str:
    return f"Tables written to {file}: {end.tables:,}, with {end.events:,} events."


def describe_restored(restored: Restored, file: Path) -> str:
    """What has become of the tables, in a few sentences."""
    parts = [f"Tables added from {file}: {restored.added:,}. There already: {restored.there:,}."]
    if restored.extended:
        parts.append(f"Given back their last moves: {restored.extended:,}.")
    if restored.different:
        parts.append(f"Gone another way since, so left as they are: {restored.different:,}.")
    if restored.other_key:
        parts.append("Their players hold their seats after the next start of the server.")
    return " ".join(parts)


# Writing


def write_backup(where: Location, file: Path) -> End:
    """Write all games of a store into a file, which must not be there yet."""
    if isinstance(where, Path) and not (where / FILE).exists():
        raise BackupError("There are no games in {folder}.", folder=where)
    with _store(where) as engine, _written(file) as packed, _one_moment(engine) as connection:
        return _write_all(packed, connection, where)


def _write_all(packed: IO[bytes], connection: sa.Connection, where: Location) -> End:
    found, happened = 0, 0
    key = _key_of(where, connection)
    holders = connection.execute(sa.select(old_holders.c.holder).order_by(old_holders.c.holder))
    head = Head(
        FORMAT,
        matchwood.__version__,
        time.time(),
        None if key is None else b64encode(key).decode(),
        tuple(holder for (holder,) in holders),
    )
    packed.write(_encode(head) + b"\n")
    names = connection.execute(sa.select(tables.c.name).order_by(tables.c.name)).scalars().all()
    for some in _in_parts(names, AT_ONCE):
        for table in _read_tables(connection, some):
            packed.write(_encode(table) + b"\n")
            found, happened = found + 1, happened + len(table.log)
    end = End(found, happened)
    packed.write(_encode(end) + b"\n")
    return end


def _read_tables(connection: sa.Connection, names: Sequence[str]) -> list[Kept]:
    """Some tables, in the order of their names."""
    logs: dict[str, list[Happened]] = {name: [] for name in names}
    chairs: dict[str, list[Seated]] = {name: [] for name in names}
    happened = sa.select(events).where(events.c.table.in_(names)).order_by(events.c.seq)
    for row in connection.execute(happened):
        logs[row.table].append(Happened(row.at, _text(row.data)))
    sitting = sa.select(seats).where(seats.c.table.in_(names)).order_by(seats.c.seat)
    for row in connection.execute(sitting):
        chairs[row.table].append(Seated(row.seat, row.holder, row.name))
    rows = connection.execute(
        sa.select(tables).where(tables.c.name.in_(names)).order_by(tables.c.name)
    )
    return [
        Kept(
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
def _one_moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """All that is read within is as it was at one moment, whatever is written meanwhile."""
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


@contextmanager
def _written(file: Path) -> Iterator[IO[bytes]]:
    """A packed file that is there when it is whole, for its owner alone."""
    if file.exists():
        raise BackupError("{file} is there already; nothing was written.", file=file)
    try:
        number, aside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}")
    except OSError as error:
        raise _cannot_write(file, error) from error
    try:
        with os.fdopen(number, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=PACKING, mtime=0) as packed:
                yield packed  # type: ignore[misc]
            raw.flush()
            os.fsync(raw.fileno())
        Path(aside).chmod(ONLY_OURS)
        Path(aside).rename(file)
    except OSError as error:
        raise _cannot_write(file, error) from error
    finally:
        Path(aside).unlink(missing_ok=True)


def _cannot_write(file: Path, error: OSError) -> BackupError:
    return BackupError("{file} cannot be written: {reason}.", file=file, reason=error.strerror)


# Reading


def restore(file: Path, where: Location) -> Restored:
    """Bring what is missing in a store back from a file; nothing, if the file is not whole."""
    head, _ = _check(file)
    if isinstance(where, Path):
        _make_folder(where)
    restored = Restored()
    with _store(where) as engine:
        with engine.begin() as connection:
            lock(connection)
            restored.other_key = not _take_key(where, connection, head)
            _know(connection, head.old_holders)
        for some in _commits(_tables(file)):
            _retried(partial(_add_all, engine, some, restored))
    return restored


def _make_folder(folder: Path) -> None:
    try:
        make_private(folder)
    except OSError as error:
        raise BackupError(
            "Games cannot be kept in {place}: {reason}.", place=folder, reason=error.strerror
        ) from error


def _check(file: Path) -> tuple[Head, End]:
    """Read a file to its end, to see that it is whole and one of ours."""
    lines = _lines(file)
    head = next(lines, None)
    if not isinstance(head, Head):
        raise _not_ours(file)
    if head.format != FORMAT:
        raise BackupError("{file} was written by another version of Matchwood.", file=file)
    found, happened, names = 0, 0, set()
    for line in lines:
        if isinstance(line, Kept):
            seats = {each.seat for each in line.seats}
            if line.name in names or len(seats) < len(line.seats):
                raise _not_ours(file)
            names.add(line.name)
            found, happened = found + 1, happened + len(line.log)
        elif line != End(found, happened) or next(lines, None) is not None:
            raise _not_ours(file)
        else:
            return head, line
    raise BackupError("{file} is not whole: its end is missing.", file=file)


def _tables(file: Path) -> Iterator[Kept]:
    return (line for line in _lines(file) if isinstance(line, Kept))


def _lines(file: Path) -> Iterator[_Line]:
    try:
        with gzip.open(file) as packed:
            while line := packed.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise _not_ours(file)
                yield _decode(line)
    except EOFError:
        raise BackupError("{file} is not whole: its end is missing.", file=file) from None
    except (gzip.BadGzipFile, zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _not_ours(file) from None
    except OSError as error:
        raise BackupError(
            "{file} cannot be read: {reason}.", file=file, reason=error.strerror
        ) from error


def _not_ours(file: Path) -> BackupError:
    return BackupError("{file} is no backup of Matchwood.", file=file)


def _retried(work: Callable[[], None]) -> None:
    """A server that is at work may have written in between; then look once more what is missing."""
    try:
        work()
    except IntegrityError:
        work()


def _add_all(engine: sa.Engine, wanted: Sequence[Kept], restored: Restored) -> None:
    """Add of some tables what is missing, in one commit."""
    done = Restored()
    with engine.begin() as connection:
        if engine.dialect.name == SQLITE:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = {
            each.name: each for each in _read_tables(connection, [each.name for each in wanted])
        }
        for table in wanted:
            _add(connection, table, found.get(table.name), done)
        if restored.other_key:
            people = [seat.holder for table in wanted for seat in table.seats]
            _know(connection, [*people, *(table.maker for table in wanted)])
    for name in ("added", "extended", "there", "different"):
        setattr(restored, name, getattr(restored, name) + getattr(done, name))


def _add(connection: sa.Connection, table: Kept, there: Kept | None, done: Restored) -> None:
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


def _add_log(connection: sa.Connection, table: Kept, first: int) -> None:
    """The log from an event on, and who sits where."""
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
    """What tokens are made with, if there were any."""
    if isinstance(where, sa.URL):
        return connection.execute(sa.select(keys.c.key)).scalar()
    path = where / KEY_FILE
    key = path.read_bytes() if path.exists() else b""
    return key if len(key) == KEY_BYTES else None


def _take_key(where: Location, connection: sa.Connection, head: Head) -> bool:
    """Let the tokens of the file hold their seats. A store that has no key gets that of the file;
    one that has another knows these holders by their hashes, which is told by False."""
    brought = None if head.key is None else b64decode(head.key)
    key = _key_of(where, connection)
    if key is None and brought is not None:
        if isinstance(where, Path):
            write_key(where, brought)
        else:
            connection.execute(sa.insert(keys), [{"key": brought}])
    return key is None or key == brought


def _know(connection: sa.Connection, holders: Iterable[str]) -> None:
    """Let tokens hold their seats that were made with another key, or with none."""
    for some in _in_parts(sorted(set(holders)), HOLDERS_AT_ONCE):
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


def _commits(found: Iterable[Kept]) -> Iterator[list[Kept]]:
    """Tables as they are written together: not too many, and not too much of them."""
    some: list[Kept] = []
    for table in found:
        some.append(table)
        if len(some) == AT_ONCE or sum(each.bytes for each in some) > BYTES_AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def _in_parts(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    left = iter(items)
    while part := list(islice(left, size)):
        yield part
