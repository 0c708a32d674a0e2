"""`make docs` makes a site whose links all lead somewhere and that loads nothing from elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.project import ROOT
from tools import site

QUESTIONS = 10


@pytest.fixture(scope="module")
def built() -> Path:
    pytest.importorskip("zensical")
    return site.build()


@pytest.mark.slow
def test_a_rule_has_an_anchor_and_its_figures_are_drawn(built: Path) -> None:
    page = (built / "games/matches.html").read_text("utf-8")
    assert 'id="PM-6"' in page
    assert page.count('<figure class="drawn"><svg') > 3


@pytest.mark.slow
def test_the_reference_shows_signatures_and_examples(built: Path) -> None:
    page = (built / "reference.html").read_text("utf-8")
    assert 'id="matchwood.Position.observe"' in page
    assert "&gt;&gt;&gt;" in page


@pytest.mark.slow
def test_a_file_of_the_project_that_a_page_links_to_comes_along(built: Path) -> None:
    copy = built / "files/examples/quartets.py"
    assert copy.read_text("utf-8") == (ROOT / "examples/quartets.py").read_text("utf-8")


def test_the_first_page_answers_what_newcomers_ask() -> None:
    page = (ROOT / "docs/index.md").read_text("utf-8")
    asked = [line for line in page.splitlines() if line.startswith("| ") and "? |" in line]
    assert len(asked) >= QUESTIONS
    assert all("](" in line for line in asked)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="gone.html">', "page.html: no gone.html"),
        ('<a href="#gone">', "page.html: no anchor #gone"),
        ('<a href="other.html#gone">', "page.html: no anchor other.html#gone"),
        ('<img src="gone.svg">', "page.html: no gone.svg"),
        ('<img src="https://example.org/a.svg">', "page.html loads https://example.org/a.svg"),
        ('<a href="https://example.org">', None),
        ('<p id="there"><a href="#there"><a href="/other.html">', None),
    ],
)
def test_what_leads_nowhere_is_found(tmp_path: Path, text: str, fault: str | None) -> None:
    (tmp_path / "page.html").write_text(text, "utf-8")
    (tmp_path / "other.html").write_text("<p>", "utf-8")
    assert list(site.faults(tmp_path)) == ([fault] if fault else [])


def test_a_notebook_becomes_a_page(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["1 + 1"], "outputs": [{"data": {"text/plain": ["2"]}}]},
    ]
    file = tmp_path / "two.ipynb"
    file.write_text(json.dumps({"cells": cells}), "utf-8")
    assert site.notebook(file) == "# Title\n\n```python\n1 + 1\n```\n\n```text\n2\n```\n"


@pytest.mark.slow
def test_notebooks_are_pages_with_what_they_drew(built: Path) -> None:
    page = (built / "examples/notebooks/solve.html").read_text("utf-8")
    assert "The first player wins." in page
    assert "<svg" in page
