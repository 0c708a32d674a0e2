"""The file of a backup: packed lines of JSON.

The first line says what the file is. Then comes a line for each table with its log, its seats and
its summary, and at last how many there were, so that a file that was cut off is known.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from matchwood.engine.errors import MatchwoodError
from matchwood.server.storage.schema import tables
from matchwood.server.table.events import Phase

FORMAT = 2
LONGEST_LINE = 16 * 2**20
"""Bytes of a line; no log of a table is longer (`LONGEST_LOG`)."""
ONLY_OURS = 0o600
PACKING = 6


class BackupError(MatchwoodError):
    """A file cannot be written, or is no backup."""


_Text = Meta(pattern=r"\A[^\x00]*\Z")
"""PostgreSQL takes no text with a zero in it."""
Name = Annotated[str, Meta(min_length=1, max_length=32), _Text]
Holder = Annotated[str, Meta(max_length=64), _Text]
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9+/]{43}=\Z")]
"""The key of the tokens, as base64."""
Number = Annotated[int, Meta(ge=0, lt=2**31)]
Time = Annotated[float, Meta(ge=0)]


class Header(Struct, frozen=True, tag="matchwood backup"):
    """First line: format, version, and the key."""

    format: int
    version: str
    at: float
    key: Key | None
    old_holders: tuple[Holder, ...]


class StoredEvent(Struct, frozen=True, array_like=True):
    """An event as the store has it."""

    at: Time
    data: str


class StoredSeat(Struct, frozen=True, array_like=True):
    """A seat that is taken, and by whom."""

    seat: Number
    holder: Holder
    name: Annotated[str, Meta(max_length=64), _Text]


class StoredTable(Struct, frozen=True, tag="table"):
    """A table as the store has it, with its log."""

    name: Name
    maker: Holder
    listed: bool
    phase: Phase
    to_move: Number | None
    changed: Time
    summary: str
    log: tuple[StoredEvent, ...]
    seats: tuple[StoredSeat, ...]

    @property
    def bytes(self) -> int:
        return sum(len(each.data) for each in self.log) + len(self.summary)

    @property
    def row(self) -> dict[str, Any]:
        """Its row in the store."""
        values = {name: getattr(self, name) for name in tables.columns.keys()}  # noqa: SIM118
        return {**values, "summary": self.summary.encode()}


class Totals(Struct, frozen=True, tag="end"):
    """Last line: counts of tables and events."""

    tables: int
    events: int


Line = Header | StoredTable | Totals
encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


# Writing


@contextmanager
def written(file: Path) -> Iterator[IO[bytes]]:
    """Open a packed file that appears when it is whole, for its owner alone."""
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


def check(file: Path) -> tuple[Header, Totals]:
    """Read a file to its end, and refuse it unless it is a whole backup."""
    lines = _lines(file)
    head = next(lines, None)
    if not isinstance(head, Header):
        raise _not_ours(file)
    if head.format != FORMAT:
        raise BackupError("{file} was written by another version of Matchwood.", file=file)
    found, happened, names = 0, 0, set()
    for line in lines:
        if isinstance(line, StoredTable):
            seats = {each.seat for each in line.seats}
            if line.name in names or len(seats) < len(line.seats):
                raise _not_ours(file)
            names.add(line.name)
            found, happened = found + 1, happened + len(line.log)
        elif line != Totals(found, happened) or next(lines, None) is not None:
            raise _not_ours(file)
        else:
            return head, line
    raise BackupError("{file} is not whole: its end is missing.", file=file)


def tables_in(file: Path) -> Iterator[StoredTable]:
    """Tables of a file that was checked."""
    return (line for line in _lines(file) if isinstance(line, StoredTable))


def _lines(file: Path) -> Iterator[Line]:
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
