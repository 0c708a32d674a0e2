"""Files: records are read with care, and nothing is written over another file."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import platformdirs

from matchwood.engine.errors import BadRecord, MatchwoodError, quoted
from matchwood.engine.record import GameRecord
from matchwood.engine.record_text import read_record

LARGEST_RECORD = 2_000_000
"""In bytes: more than a hundred thousand moves."""
LONGEST_PATH = 200


class CannotSave(MatchwoodError):
    """A file cannot be written where it was asked for."""


def read_record_file(path: Path) -> GameRecord:
    """The record in a file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise BadRecord(f"{_named(path)} cannot be read: {error.strerror}.") from error
    if len(content) > LARGEST_RECORD:
        raise BadRecord(
            f"{_named(path)} is too large to be the record of a game; "
            f"at most {LARGEST_RECORD:,} bytes are read."
        )
    try:
        return read_record(content.decode())
    except UnicodeDecodeError as error:
        raise BadRecord(f"{_named(path)} is not the record of a game: it is no text.") from error


def check_new_file(path: Path) -> None:
    """Refuse, before the work begins, a place where its result could not be saved."""
    if path.exists():
        raise CannotSave(f"{_named(path)} exists already; name a new file.")
    if not path.parent.is_dir():
        raise CannotSave(f"{_named(path)} cannot be written: there is no such folder.")


def save_record(record: GameRecord, wanted: Path | None) -> Path:
    """Write a record into a new file, and say where it is.

    If the file that was wanted came into being while the game was on, or its folder went, the
    record is kept among the others rather than lost.
    """
    text = record.write()
    if wanted is not None:
        with suppress(OSError):
            return _create(wanted, text)
    names = _names(record.game)
    while True:
        with suppress(FileExistsError):
            return _create(next(names), text)


def create_file(path: Path, content: bytes) -> Path:
    """Write a file that must not be there yet."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as error:
        raise CannotSave(f"{_named(path)} cannot be written: {error.strerror}.") from error
    return path


def _create(path: Path, text: str) -> Path:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def _names(game: str) -> Iterator[Path]:
    folder = platformdirs.user_data_path("matchwood") / "games"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    yield folder / f"{stem}.txt"
    for number in count(2):
        yield folder / f"{stem}-{number}.txt"


def _named(path: Path) -> str:
    return str(quoted(str(path), LONGEST_PATH))
