"""What the documentation says and shows is so."""

from __future__ import annotations

import doctest
import re
import runpy
from collections import Counter
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

import matchwood
from tests.support.project import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])


def test_the_pictures_are_what_the_program_draws() -> None:
    for file, picture in runpy.run_path(str(ROOT / "docs/pictures/make.py"))["pictures"]():
        assert file.read_text(encoding="utf-8") == picture, "run docs/pictures/make.py"


@cache
def anchors(page: Path) -> set[str]:
    """Headings as links name them, the second of a name with a number."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: Counter[str] = Counter()
    names = set(re.findall(r'id="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        shown = re.sub(r"\]\([^)]*\)", "", heading).lower()
        name = re.sub(r"[^\w\- ]", "", shown).strip().replace(" ", "-")
        names.add(f"{name}-{found[name]}" if found[name] else name)
        found[name] += 1
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^):]+)\)", text)):
        led = page.parent / target if target else page
        assert led.exists(), target
        assert not anchor or anchor in anchors(led), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_target_of_make_that_is_named_is_there(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for named in re.findall(r"`(?:\w+=\S+ )?make ([\w-]+)`", page.read_text(encoding="utf-8")):
        assert re.search(rf"^{named}:", makefile, re.MULTILINE), named


@pytest.mark.parametrize(
    ("pages", "most"),
    [("docs/architecture.md", 2500), ("docs/decisions/*.md", 300)],
    ids=["architecture", "decisions"],
)
def test_what_is_read_first_stays_short(pages: str, most: int) -> None:
    counted = {page.name: len(page.read_text("utf-8").split()) for page in ROOT.glob(pages)}
    assert counted
    assert not {name: words for name, words in counted.items() if words > most}


def quoted(language: str) -> list[str]:
    """The blocks of the tutorial in one language."""
    block = re.compile(rf"^```{language}\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return block.findall((ROOT / "docs/adding-a-game.md").read_text("utf-8"))


@pytest.mark.parametrize(
    ("language", "files"),
    [
        ("py", "src/matchwood/games/*/__init__.py"),
        ("python", "examples/**/*.py"),
        ("toml", "examples/**/*.toml"),
    ],
)
def test_the_tutorial_quotes_our_games_word_for_word(language: str, files: str) -> None:
    sources = [path.read_text("utf-8") for path in ROOT.glob(files)]
    assert quoted(language)
    for quote in quoted(language):
        assert any(quote in source for source in sources), quote


def test_the_tutorial_begins_with_a_whole_game() -> None:
    assert quoted("python")[0] == (ROOT / "examples/tic_tac_toe.py").read_text("utf-8")


def test_what_the_tutorial_types_gives_what_it_shows() -> None:
    parsed = doctest.DocTestParser().get_doctest("\n".join(quoted("pycon")), {}, "page", None, 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_every_public_name_exists_and_is_explained() -> None:
    for name in matchwood.__all__:
        assert getattr(matchwood, name).__doc__, name


def test_the_example_of_the_package_is_so() -> None:
    failed, tried = doctest.testmod(matchwood, extraglobs={"matchwood": matchwood})
    assert not failed
    assert tried


def test_an_unknown_name_of_the_package_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        matchwood.nonsense  # noqa: B018


def test_where_something_is_done_contributors_find_what_is_named() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| .+\? \| `(\S+)\.py` \| `(\S+)` \|$", page, re.MULTILINE)
    assert len(rows) >= 10
    for file, symbol in rows:
        module = import_module(f"matchwood.{file.replace('/', '.')}")
        found = attrgetter(symbol)(module)
        assert getattr(found, "__module__", module.__name__) == module.__name__, (file, symbol)


def test_every_command_of_the_readme_is_documented_by_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"make (play|test|bench|format|lock|clean)\b", readme))
    assert {"play", "test", "bench"} <= commands
    for command in commands:
        assert f"#   make {command}" in makefile
        assert f"\n{command}:" in makefile
