"""Private parts of Numba: all that we use or replace, and no other module does.

They may change with any release of Numba, so the version that they were tested with bounds the one
that `pyproject.toml` asks for.

Numba's cache cannot bear two writers: both may give two kernels the same file, and the index of one
replaces that of the other. Here every kernel has a file of its own, named by what it is, which
appears whole or not at all. So many processes can compile at once, and each may be killed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

from numba import types
from numba.core import cgutils as cgutils
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

NAME_LETTERS = 16
NO_COUNTS: dict[str, bool] = {"_nrt": False}
"""Option of `njit`: kernels make no arrays, so nobody need count who still uses one, as Numba would
for rows that are handed on: a ninth of a step of many games."""
Tell = Callable[[], None]


class _Files:
    """The compiled forms of one function, a file for each kind of arguments.

    A file begins with the digest of what follows: the key, which says what was compiled for which
    machine, and the code. One that is cut short or is of another key is as good as none.
    """

    def __init__(self, folder: str, name: str, tell: Tell) -> None:
        self._folder, self._name, self._tell = Path(folder), name, tell

    def save(self, key: object, data: object) -> None:
        content: bytes = dumps((key, data))  # type: ignore[no-untyped-call]
        with contextlib.suppress(OSError), _appearing(self._file(key)) as path:
            path.write_bytes(hashlib.sha256(content).digest() + content)
        self._tell()

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
        self._tell()
        return cast(object, data)

    def _file(self, key: object) -> Path:
        return self._folder / f"{self._name}.{hashlib.sha256(repr(key).encode()).hexdigest()}.nbc"


def _halves(content: bytes) -> tuple[bytes, bytes]:
    size = hashlib.sha256().digest_size
    return content[:size], content[size:]


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
    def __init__(self, function: Any, edition: str, tell: Tell) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        name = self._impl.filename_base + edition
        self._cache_file = cast(Any, _Files(self._cache_path, name, tell))


def keep(compiled: Any, function: Any, edition: str, tell: Tell) -> None:
    """Keep the compiled forms of a function for other processes. `tell` hears of each that is kept
    or found."""
    compiled._cache = _KernelCache(function, edition, tell)


def take_plain_types(compiled: Any) -> None:
    """Let a kernel be called by other kernels with plain types only.

    Numba would compile it anew for every constant and every width of whole number that it is
    called with.
    """
    compiled.get_call_template = partial(_call_plainly, compiled.get_call_template)


def _call_plainly(call: Any, given: Any, named: Any) -> Any:
    """Ask for a kernel with plain types."""
    return call(tuple(map(_plain, given)), named)


def _plain(given: Any) -> Any:
    """The type as which a kernel takes a value from another kernel."""
    plain: Any = types.unliteral(given)  # type: ignore[no-untyped-call]
    return types.int64 if plain in types.signed_domain else plain


def _name_of_record(record: Any) -> tuple[str, tuple[str]]:
    """A type of record in the names of functions compiled for it: by its content.

    Numba would write the number that the type has in this process. Where another process compiles
    another game, its record may have the same number, and so two functions the same name; and of
    these a process that loads both runs only one, on both records.
    """
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:NAME_LETTERS],)


cast(Any, types.Record).mangling_args = property(_name_of_record)
