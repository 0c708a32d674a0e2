"""Sources of compiled code: the modules and files whose edit may change it."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import re
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

from matchwood.engine import ENTRY_POINT_GROUP

NO_NUMBERS = frozenset(f"matchwood.engine.{name}" for name in ("game", "position", "view"))
"""Modules imported beside kernels, which cannot use them."""
NOT_THEIRS = frozenset({"matchwood", "numba", "numpy"})
"""Packages of which a file that lies beside them is no part."""
_KERNEL = re.compile(r"^(?:@kernel|GAME = Game\()", re.MULTILINE)
"""A module with kernels, or one that declares a game, from which others may follow."""
_FOR_TYPES = re.compile(r"^if (?:\w+\.)?TYPE_CHECKING:\n(?:(?:[ \t].*)?\n)+", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*((?:import|from)\b[^(\n]*(?:\([^)]*\))?)", re.MULTILINE)
_WORD = re.compile(r"\bimport\b")
_BEGUN = re.compile(r"[ \t]*(?:import|from)\b")


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
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.submodule_search_locations is not None:
            for folder in map(Path, spec.submodule_search_locations):
                yield from _modules_in(folder, folder.rglob("*.py"), package)
        elif spec is not None and spec.origin is not None:
            file = Path(spec.origin)
            yield from _modules_in(file.parent, sources_of(file))


def _modules_in(folder: Path, files: Iterable[Path], *package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(files):
        inside = path.relative_to(folder).with_suffix("").parts
        yield ".".join((*package, *inside)).removesuffix(".__init__"), path


def sources_of(file: Path) -> list[Path]:
    """A file, and those that it and they import from beside it: modules, and packages where the
    folder is none of those in which packages are installed."""
    installed = file.parent in map(Path, map(sysconfig.get_path, ("purelib", "platlib")))
    found = [file]
    for source in found:
        package = ".".join(source.relative_to(file.parent).parent.parts)
        with contextlib.suppress(SyntaxError):
            for name in _imported(source.read_text("utf-8"), package):
                beside = _files_of(name, file.parent, packages=not installed)
                found += (each for each in beside if each not in found)
    return found


def _files_of(name: str, folder: Path, *, packages: bool) -> list[Path]:
    """The files of a module of this name in a folder, with those of its packages."""
    parts = name.split(".")
    if parts[0] in NOT_THEIRS:
        return []
    places = [
        folder.joinpath(*parts[:many]) for many in range(1, len(parts) + 1 if packages else 2)
    ]
    inside = [place / "__init__.py" for place in places if packages]
    files = [place.with_name(f"{place.name}.py") for place in places if place.name]
    return [each for each in (*inside, *files) if each.is_file()]


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
