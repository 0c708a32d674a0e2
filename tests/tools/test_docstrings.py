"""The first line of a docstring says what a thing is or does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.project import ROOT

PACKAGE = ROOT / "src" / "matchwood"
RIDDLE = re.compile(r"(What|Who|How|Where|Whether|Of|Those|That|Whoever|Whatever|Whose|Which)\b")


def riddles(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            if RIDDLE.match(first):
                yield f"{path.relative_to(PACKAGE)}: {first}"


@pytest.mark.parametrize("folder", sorted(path.name for path in PACKAGE.iterdir()))
def test_no_docstring_begins_with_a_riddle(folder: str) -> None:
    path = PACKAGE / folder
    files = [path] if path.suffix == ".py" else path.rglob("*.py")
    assert not [riddle for each in files for riddle in riddles(each)]


def test_a_riddle_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.test_docstrings.PACKAGE", tmp_path)
    (tmp_path / "a.py").write_text('"""A module."""\ndef f():\n    """What it does."""\n')
    assert [*riddles(tmp_path / "a.py")] == ["a.py: What it does."]
