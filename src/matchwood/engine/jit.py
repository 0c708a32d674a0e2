"""The one gate to Numba: `@kernel` compiles a rule or a search and keeps it for the next process.

Numba's own cache notices an edit in the file of a compiled function, but not in a file it
calls into: a search would go on playing by yesterday's rules. So everything compiled goes into
a folder named by a hash of all sources with kernels, plug-ins' included, and of those that they
import. An edit to any of them names another folder, and all is compiled anew.

Nor can its cache bear two writers: both may give two kernels the same file, and the index of one
replaces that of the other. Here every kernel has a file of its own, named by what it is, which
appears whole or not at all. So many processes can compile at once, and each may be killed.

Importing this module imports Numba, which takes a while; import it only where kernels are.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import hashlib
import importlib.util
import inspect
import logging
import os
import pickle
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

import numba
import platformdirs
from numba import types
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps
from numba.extending import register_jitable

from matchwood.engine import ENTRY_POINT_GROUP, editions

config: Any = numba.config
NO_NUMBERS = frozenset(f"matchwood.engine.{name}" for name in ("game", "position", "view"))
"""What is imported beside kernels, and what these cannot use."""
KEPT_FOLDERS = 32
"""Of some ten megabytes each. Who works in several checkouts has two for each, and an edit makes
another; what one of them forgets, another may be using."""
HOME_VARIABLE = "NUMBA_CACHE_DIR"
KEY_LETTERS, EDITION_LETTERS = 16, 8
_KERNEL = re.compile(r"^(?:@kernel|GAME = Game\()", re.MULTILINE)
"""A module with kernels, or one that declares a game, from which others may follow."""
_FOR_TYPES = re.compile(r"^if (?:\w+\.)?TYPE_CHECKING:\n(?:(?:[ \t].*)?\n)+", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*((?:import|from)\b[^(\n]*(?:\([^)]*\))?)", re.MULTILINE)
_WORD = re.compile(r"\bimport\b")
_BEGUN = re.compile(r"[ \t]*(?:import|from)\b")
_KEY = re.compile(rf"[0-9a-f]{{{KEY_LETTERS}}}")

logger = logging.getLogger("matchwood")


def compiled_sources() -> list[Path]:
    """The files of `compiled_modules`."""
    return sorted(compiled_modules().values())


def compiled_modules() -> dict[str, Path]:
    """Every module whose edit may change compiled code, with its file: those with kernels, of ours
    and of plug-ins, and what these import, since a kernel is compiled with the numbers that it
    finds there."""
    modules = dict(_modules())
    texts = {name: path.read_text("utf-8") for name, path in modules.items()}
    wanted = [name for name, text in texts.items() if _KERNEL.search(text)]
    for name in wanted:
        package = name if modules[name].stem == "__init__" else name.rpartition(".")[0]
        found = (each for each in _imported(texts[name], package) if each in modules)
        wanted += dict.fromkeys(each for each in found if each not in (*wanted, *NO_NUMBERS))
    return {name: modules[name] for name in wanted}


def _modules() -> Iterator[tuple[str, Path]]:
    """The modules of this package and of those that bring a game, by name."""
    names = (point.module.partition(".")[0] for point in entry_points(group=ENTRY_POINT_GROUP))
    for package in dict.fromkeys((__name__.partition(".")[0], *names)):
        for folder in _folders_of(package):
            for path in sorted(folder.rglob("*.py")):
                inside = path.relative_to(folder).with_suffix("").parts
                yield ".".join((package, *inside)).removesuffix(".__init__"), path


def _imported(text: str, package: str) -> Iterator[str]:
    """Imports of a module, but for types: modules, and names that may be modules."""
    for node in ast.walk(_imports(text)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: 1 - node.level or None] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{each.name}" for each in node.names)


def _imports(text: str) -> ast.Module:
    """The imports of a file, or all of it where its lines alone do not tell them apart.

    To parse all of every file would make this module take a tenth longer to be imported.
    """
    text = _FOR_TYPES.sub("", text.replace("\\\n", " "))
    lines = (line for line in text.splitlines() if "import" in line)
    if all(_BEGUN.match(line) or not _WORD.search(line) for line in lines):
        # A sentence may begin like an import, or a remark hold a bracket.
        with contextlib.suppress(SyntaxError):
            return ast.parse("\n".join(_IMPORT.findall(text)))
    return ast.parse(text)


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
    return digest.hexdigest()[:KEY_LETTERS]


def _cache_folder() -> Path:
    """Where compiled code is kept: below the folder Numba was told, or below the user's cache.

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
    """Whether all that a stage of a game needs is compiled; see `matchwood.lab.warm`."""
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
"""Who is told of every kernel that was compiled or found."""


class _Files:
    """The compiled forms of one function, a file for each kind of arguments.

    A file begins with the digest of what follows: the key, which says what was compiled for which
    machine, and the code. One that is cut short or is of another key is as good as none.
    """

    def __init__(self, folder: str, name: str) -> None:
        self._folder, self._name = Path(folder), name

    def save(self, key: object, data: object) -> None:
        content: bytes = dumps((key, data))  # type: ignore[no-untyped-call]
        with contextlib.suppress(OSError), _appearing(self._file(key)) as path:
            path.write_bytes(hashlib.sha256(content).digest() + content)
        _tell()

    def load(self, key: object) -> object:
        try:
            digest, content = _halves(self._file(key).read_bytes())
        except OSError:
            return None
        if hashlib.sha256(content).digest() != digest:
            return None
        saved_key, data = pickle.loads(content)
        if saved_key != key:
            return None
        _tell()
        return cast(object, data)

    def _file(self, key: object) -> Path:
        return self._folder / f"{self._name}.{hashlib.sha256(repr(key).encode()).hexdigest()}.nbc"


def _halves(content: bytes) -> tuple[bytes, bytes]:
    size = hashlib.sha256().digest_size
    return content[:size], content[size:]


def _tell() -> None:
    for watcher in watchers:
        watcher()


@contextlib.contextmanager
def _appearing(path: Path) -> Iterator[Path]:
    """A file to write that takes its place when it is whole."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    os.close(handle)
    try:
        yield Path(name)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


class _KernelCache(FunctionCache):
    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        edition = edition_of_file(Path(inspect.getfile(function)))
        files: Any = _Files(self._cache_path, self._impl.filename_base + edition)
        self._cache_file = files


def edition_of_file(path: Path) -> str:
    """What tells kernels of a file apart from those of yesterday, where the name of the folder of
    compiled code does not: of a game in a file of its own."""
    if path in _COUNTED:
        return ""
    return f"_{hashlib.sha256(path.read_bytes()).hexdigest()[:EDITION_LETTERS]}"


def _name_of_record(record: Any) -> tuple[str, tuple[str]]:
    """What the names of compiled functions say of a type of record that they are for.

    Numba would write the number that the type has in this process. Where another process compiles
    another game, its record may have the same number, and so two functions the same name; and of
    these a process that loads both runs only one, on both records.
    """
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:KEY_LETTERS],)


cast(Any, types.Record).mangling_args = property(_name_of_record)

# Nobody calls kernels from C; without a way in from there they compile sooner. They make no arrays,
# so nobody need count who still uses one, as Numba would for rows that are handed on: a ninth of a
# step of many games.
_MANNER = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False}


def kernel(function: Any, **manner: bool) -> Any:
    """Compile a function when it is first called, and keep it for the next process."""
    compiled = cast(Any, numba.njit)(**_MANNER, **manner)(function)
    if not config.DISABLE_JIT:
        # What was typed has no file; to be compiled anew costs less than to be out of date.
        if Path(inspect.getfile(function)).is_file():
            compiled._cache = _KernelCache(function)
        compiled.get_call_template = partial(_call_plainly, compiled.get_call_template)
    return compiled


def _call_plainly(call: Any, given: Any, named: Any) -> Any:
    """How a kernel calls another: with plain types."""
    return call(tuple(map(_plain, given)), named)


def _plain(given: Any) -> Any:
    """The type as which a kernel takes a value from another kernel.

    Numba would compile a kernel anew for every constant and every width of whole number that it
    is called with.
    """
    plain: Any = types.unliteral(given)  # type: ignore[no-untyped-call]
    return types.int64 if plain in types.signed_domain else plain


kernel_inside = partial(kernel, forceinline=True)
"""For a few lines that are called for each of many rows of arrays: they always become part of the
kernel that calls them. To hand such a row over takes as long as they do."""
kernel_helper = register_jitable
"""For small functions that kernels and Python both call: compiled inside kernels, and plain Python
elsewhere, where a call into compiled code would cost more than the function."""


def available_cores() -> int:
    """How many cores the system lets this process run on; all, where it does not tell."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
