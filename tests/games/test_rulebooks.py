"""Every rule has a test, every cited rule exists, and the rulebooks agree with each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matchwood import Game, MatchwoodError, find_game, game_names
from matchwood.engine.rulebook import LANGUAGES
from tests.support.project import ROOT

GAMES = [find_game(name) for name in game_names()]
SOURCES = [
    path
    for folder in ("src", "tests", "examples", "bench")
    for path in (ROOT / folder).rglob("*.py")
]


def prefix(game: Game) -> str:
    return next(iter(game.rulebook().rules)).partition("-")[0]


def marked_rules() -> set[str]:
    marks = re.compile(r'rule\("([A-Z0-9]+-\d+)"\)')
    return {
        rule for path in (ROOT / "tests").rglob("*.py") for rule in marks.findall(path.read_text())
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_has_a_test_and_every_marked_rule_exists(game: Game) -> None:
    own = {rule for rule in marked_rules() if rule.startswith(prefix(game) + "-")}
    assert own == set(game.rulebook().rules)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_cited_in_the_sources_exists(game: Game) -> None:
    cited = re.compile(rf"\b{prefix(game)}-\d+\b")
    for path in SOURCES:
        assert set(cited.findall(path.read_text())) <= set(game.rulebook().rules), path


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_is_cited_where_the_game_is_written(game: Game) -> None:
    package = Path(__import__(game.package, fromlist=["GAME"]).__file__).parent
    code = "\n".join(path.read_text() for path in package.glob("*.py"))
    missing = {rule for rule in game.rulebook().rules if not re.search(rf"{rule}\b", code)}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_of_all_languages_have_the_same_rules_in_order(
    game: Game, language: str
) -> None:
    book = game.rulebook(language)
    numbers = [f"{prefix(game)}-{number}" for number in range(1, len(book.rules) + 1)]
    assert list(book.rules) == numbers
    assert all(len(text) > 20 for text in book.rules.values())
    assert book.text.startswith("# ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_show_the_same_written_moves(game: Game) -> None:
    written = [re.findall(r"`[^`]+`", game.rulebook(language).text) for language in LANGUAGES]
    assert written[0]
    assert written[0] == written[1] == written[2]


def test_a_language_without_a_rulebook_is_refused_with_those_there_are() -> None:
    with pytest.raises(MatchwoodError, match=r"“it”; the languages are en, fr, de\."):
        GAMES[0].rulebook("it")
