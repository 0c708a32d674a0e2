"""The folder of the games: for its owner alone, and for one server at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from matchwood.server.base.tokens import KEY_FILE
from matchwood.server.storage.engines import FILE

LOCK_FILE = "lock"
OURS = (FILE, KEY_FILE, LOCK_FILE)
"""Prefix of the names of our files."""
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class FolderInUse(Exception):
    """Another server keeps its games there."""


def make_private(folder: Path) -> None:
    """Make the folder and the database, or take from others what they could read of them.

    A folder that has other things in it may be meant for more people, so it is left as it is; our
    files in it are not.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    # SQLite gives the files that it makes beside the database the same mode.
    os.close(os.open(folder / FILE, os.O_RDWR | os.O_CREAT, FILE_MODE))
    found = list(folder.iterdir())
    ours = [path for path in found if path.name.startswith(OURS)]
    with suppress(PermissionError):  # They belong to someone else.
        for path in ours:
            path.chmod(FILE_MODE)
        if len(ours) == len(found):
            folder.chmod(FOLDER_MODE)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """While this lasts, no other server can have the folder. It ends with the process, too."""
    file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        try:
            _lock(file)
        except OSError as error:
            raise FolderInUse from error
        yield
    finally:
        os.close(file)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
