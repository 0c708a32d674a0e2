"""The first line of a docstring says what a thing is or does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.project import ROOT

PACKAGE = ROOT / "src" / "matchwood"
BESIDE = ("bench", "soak", "tools", "examples")
RIDDLE = re.compile(r"(What|Who|How|Where|Whether|Of|Those|That|Whoever|Whatever|Whose|Which)\b")


def docstrings(path: Path) -> Iterator[str]:
    """Docstrings of modules, classes and functions, and of the constants and fields in them."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
            for before, after in pairwise(node.body):
                if isinstance(before, ast.Assign | ast.AnnAssign):
                    match after:
                        case ast.Expr(ast.Constant(str(text))):
                            yield text


def riddles(path: Path) -> list[str]:
    firsts = (text.strip().partition("\n")[0] for text in docstrings(path))
    return [f"{path.name}: {first}" for first in firsts if RIDDLE.match(first)]


@pytest.mark.parametrize(
    "folder", [*sorted(PACKAGE.iterdir()), *map(ROOT.joinpath, BESIDE)], ids=lambda path: path.name
)
def test_no_docstring_begins_with_a_riddle(folder: Path) -> None:
    files = [folder] if folder.suffix == ".py" else folder.rglob("*.py")
    assert not [riddle for each in files for riddle in riddles(each)]


def test_a_riddle_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        '"""A module."""\nX = 1\n"""How many."""\nY = 2\n"""Seconds."""\n\n'
        'class A:\n    z: int\n    """Whether it is."""\n\n'
        'def f():\n    """What it does."""\n    x = 1\n    """Whose it is."""\n'
    )
    found = {"How many.", "Whether it is.", "What it does.", "Whose it is."}
    assert {*riddles(file)} == {f"a.py: {first}" for first in found}
