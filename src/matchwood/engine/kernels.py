"""The one gate to Numba: `@kernel` compiles a rule or a search and keeps it for the next process.

Numba's own cache notices an edit in the file of a compiled function, but not in a file it
calls into: a search would go on playing by yesterday's rules. So everything compiled goes into
a folder named by a hash of all sources that may hold compiled code, plug-ins' included. An edit
to any of them names another folder, and all is compiled anew.

Importing this module imports Numba, which takes a while; import it only where kernels are.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

import numba
import platformdirs
from numba.extending import register_jitable

from matchwood.engine.game import ENTRY_POINT_GROUP

config: Any = numba.config
COMPILED_FOLDERS = ("engine", "games", "bots", "lab")
NEVER_COMPILED = frozenset({"text.py", "picture.py", "sketch.py", "svg.py", "words.py"})
KEPT_FOLDERS = 8


def compiled_sources() -> Iterator[Path]:
    """Every file whose edit may change compiled code: ours, then the plug-ins'."""
    package = Path(__file__).parents[1]
    folders = [package / name for name in COMPILED_FOLDERS]
    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        if not entry_point.module.startswith("matchwood."):
            folders += _folders_of(entry_point.module.partition(".")[0])
    for folder in folders:
        for source in sorted(folder.rglob("*.py")):
            if source.name not in NEVER_COMPILED:
                yield source


def _folders_of(package: str) -> list[Path]:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(location) for location in spec.submodule_search_locations]


def cache_key() -> str:
    """Names what compiled code depends on: the sources, and the switches that change the code."""
    digest = hashlib.sha256()
    for part in (numba.__version__, config.BOUNDSCHECK, config.OPT):
        digest.update(f"{part}\n".encode())
    for source in compiled_sources():
        digest.update(f"{source}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    """A folder to write in: the one Numba was told, the user's cache, or a temporary one."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(told) if told else Path(platformdirs.user_cache_dir("matchwood")) / "kernels"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return home
    except OSError:
        return Path(tempfile.gettempdir()) / f"matchwood-kernels-{os.getuid()}"


def forget_old_kernels() -> None:
    """Remove all but the folders last used, so that a developer's edits do not fill the disk."""
    folders = [folder for folder in CACHE.parent.iterdir() if folder.is_dir()]
    folders.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        if folder != CACHE:
            shutil.rmtree(folder, ignore_errors=True)


def warm_games() -> set[str]:
    """The games for which everything is compiled."""
    return {mark.name.removesuffix(_WARM) for mark in CACHE.glob(f"*{_WARM}")}


def mark_warm(game: str) -> None:
    with contextlib.suppress(OSError):
        (CACHE / f"{game}{_WARM}").touch()


_WARM = ".warm"
CACHE = _cache_home() / cache_key()
with contextlib.suppress(OSError):
    CACHE.mkdir(parents=True, exist_ok=True)
    os.utime(CACHE)
config.CACHE_DIR = str(CACHE)

# Nobody calls kernels from C; without a way in from there they compile sooner.
kernel: Any = cast(Any, numba.njit)(cache=True, nogil=True, no_cfunc_wrapper=True)

shared = register_jitable
"""For small helpers of both worlds: compiled inside kernels, plain, so quick to call, in Python."""
