"""The one gate to Numba: `@kernel` compiles a rule or a search and keeps it for the next process.

Numba's own cache notices an edit in the file of a compiled function, but not in a file it
calls into: a search would go on playing by yesterday's rules. So everything compiled goes into
a folder named by a hash of all sources with kernels, plug-ins' included, and of those that they
import. An edit to any of them names another folder, and all is compiled anew.

Importing this module imports Numba, which takes a while; import it only where kernels are.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import inspect
import logging
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import numba
import platformdirs
from numba.extending import register_jitable

from matchwood.engine import editions, numba_private
from matchwood.engine.sources import compiled_sources, sources_of

config: Any = numba.config
KEPT_FOLDERS = 32
"""Number of folders that are kept, of some ten megabytes each. Who works in several checkouts has
two for each, and an edit makes another; what one of them forgets, another may be using."""
HOME_VARIABLE = "NUMBA_CACHE_DIR"
KEY_LETTERS, EDITION_LETTERS = 16, 8
_KEY = re.compile(rf"[0-9a-f]{{{KEY_LETTERS}}}")

logger = logging.getLogger("matchwood")


def cache_key() -> str:
    """Names what compiled code depends on: the sources, and the switches that change the code."""
    digest = hashlib.sha256()
    for part in (numba.__version__, config.BOUNDSCHECK, config.OPT):
        digest.update(f"{part}\n".encode())
    for source in compiled_sources():
        digest.update(f"{source}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:KEY_LETTERS]


def _cache_folder() -> Path:
    """Folder of compiled code: below the folder Numba was told, or below the user's cache.

    What lies there is run, so nobody else may write there. If that cannot be had, a new folder is
    used that nobody knows beforehand and that goes with this process; those it starts share it.
    """
    wanted = os.environ.get(HOME_VARIABLE)
    home = Path(wanted) if wanted else Path(platformdirs.user_cache_dir("matchwood")) / "kernels"
    folder = home / cache_key()
    try:
        for each in (home, folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_private(each)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        reason = error.strerror or str(error)
        logger.warning("Compiled code is not kept for the next time, in %s: %s.", home, reason)
    home = Path(tempfile.mkdtemp(prefix="matchwood-kernels-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ[HOME_VARIABLE] = str(home)
    folder = home / cache_key()
    folder.mkdir(mode=0o700)
    return folder


def _check_private(folder: Path) -> None:
    """Refuse a folder in which someone else could put code for us to run."""
    if not hasattr(os, "getuid"):
        return  # Windows keeps a user's folders apart by other means
    status = folder.stat()
    if status.st_uid != os.getuid():
        raise OSError("it belongs to someone else")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError("others may write there")


def forget_old_kernels() -> None:
    """Remove all but the folders last used, so that a developer's edits do not fill the disk."""
    folders = [folder for folder in CACHE.parent.iterdir() if _KEY.fullmatch(folder.name)]
    folders.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        if folder != CACHE:
            shutil.rmtree(folder, ignore_errors=True)


def is_ready(game: str, stage: str) -> bool:
    """True if all that a stage of a game needs is compiled; see `matchwood.lab.warm`."""
    return bool(config.DISABLE_JIT) or _mark(game, stage).exists()


def mark_ready(game: str, stage: str) -> None:
    with contextlib.suppress(OSError):
        _mark(game, stage).touch()


def _mark(game: str, stage: str) -> Path:
    return CACHE / f"{game}{editions.get(game, '')}.{stage}"


_COUNTED = frozenset(compiled_sources())
CACHE = _cache_folder()
with contextlib.suppress(OSError):
    os.utime(CACHE)
config.CACHE_DIR = str(CACHE)

watchers: list[Callable[[], None]] = []
"""Functions called for every kernel that was compiled or found."""


def _tell() -> None:
    for watcher in watchers:
        watcher()


def edition_of_file(path: Path) -> str:
    """Suffix of the names of kernels of a file that the folder of compiled code is not named by:
    that of a game in a file of its own, with what it imports from beside it."""
    if path in _COUNTED:
        return ""
    digest = hashlib.sha256()
    for source in sources_of(path):
        digest.update(source.read_bytes())
    return f"_{digest.hexdigest()[:EDITION_LETTERS]}"


# Nobody calls kernels from C; without a way in from there they compile sooner.
_MANNER = {"nogil": True, "no_cfunc_wrapper": True, **numba_private.NO_COUNTS}


def kernel(function: Any, **manner: bool) -> Any:
    """Compile a function when it is first called, and keep it for the next process."""
    compiled = cast(Any, numba.njit)(**_MANNER, **manner)(function)
    if not config.DISABLE_JIT:
        # What was typed has no file; to be compiled anew costs less than to be out of date.
        file = Path(inspect.getfile(function))
        if file.is_file():
            numba_private.keep(compiled, function, edition_of_file(file), _tell)
        numba_private.take_plain_types(compiled)
    return compiled


kernel_inside = partial(kernel, forceinline=True)
"""For a few lines that are called for each of many rows of arrays: they always become part of the
kernel that calls them. To hand such a row over takes as long as they do."""
kernel_helper = register_jitable
"""For small functions that kernels and Python both call: compiled inside kernels, and plain Python
elsewhere, where a call into compiled code would cost more than the function."""


def available_cores() -> int:
    """Number of cores that the system lets this process run on; all, where it does not tell."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
