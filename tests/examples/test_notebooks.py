"""The notebooks run from top to bottom."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.project import ROOT

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))
SECONDS_TO_START = 600


@pytest.mark.slow
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path) -> None:
    book = nbformat.read(file, as_version=nbformat.NO_CONVERT)
    nbformat.validate(book)
    resources = {"metadata": {"path": str(file.parent)}}
    client = NotebookClient(
        book, timeout=None, startup_timeout=SECONDS_TO_START, resources=resources
    )
    client.execute()
    assert any(cell.get("outputs") for cell in book.cells)
