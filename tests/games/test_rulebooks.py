"""Every rule has a test, every cited rule exists, and all rulebooks are built alike and agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matchwood import Game, MatchwoodError, find_game, game_names
from matchwood.learning.rulebook import LANGUAGES
from tests.support.project import ROOT
from tests.support.rulebooks import HEADINGS, kind, section, sections

GAMES = [find_game(name) for name in game_names()]
SOURCES = [
    path
    for folder in ("src", "tests", "examples", "bench")
    for path in (ROOT / folder).rglob("*.py")
]
RULE = r"^- \*\*[A-Z0-9]+-\d+\*\* "
"""How the line of a rule begins."""
FACTS = {
    "en": ["Players", "Age", "Time"],
    "fr": ["Joueurs", "Âge", "Durée"],
    "de": ["Spieler", "Alter", "Dauer"],
}
THOUSANDS = r"\d+(?:[,.\u202f]\d{3}\b)*"
RULINGS = {"en": "*Ruling:*", "fr": "*Décision :*", "de": "*Festlegung:*"}


def shape(text: str) -> list[str]:
    """What each line is: a heading, a rule, a point of a list, a row of so many cells, a text."""
    return [line_shape(line) for line in text.splitlines() if line]


def line_shape(line: str) -> str:
    if line[0] in "#|":
        return "".join(re.findall(r"^#+|\|", line))
    found = re.match(rf"{RULE}|- |---$", line)
    return found[0] if found else "text"


def numbers(text: str) -> list[str]:
    """The numbers in digits, sorted; thousands may be set apart, and moves are no numbers."""
    read = re.sub(r"`[^`]+`", "", text)
    return sorted(re.sub(r"\D", "", number) for number in re.findall(THOUSANDS, read))


def rulings(game: Game, language: str) -> dict[str, int]:
    """How often each rule says that something is a ruling."""
    rules = game.rulebook(language).rules
    return {number: rule.count(RULINGS[language]) for number, rule in rules.items()}


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
    package = Path(__import__(game.module, fromlist=["GAME"]).__file__).parent
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rulebook_has_the_same_sections_in_every_game(game: Game, language: str) -> None:
    kinds = [kind(heading, language) for heading, _ in sections(game, language)]
    assert [each for each in kinds if each] == list(HEADINGS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rulebook_begins_with_the_aim_the_players_the_age_and_the_time(
    game: Game, language: str
) -> None:
    aim, *listed = section(game, "aim", language).strip().splitlines()
    assert len(aim) > 20
    labels = [re.findall(r"^- \*\*(\w+)\s?:\*\* .", line)[0] for line in listed if line]
    assert labels == FACTS[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_rules_stand_between_the_aim_and_the_examples(game: Game, language: str) -> None:
    kinds, texts = zip(*sections(game, language), strict=True)
    kinds = [kind(heading, language) for heading in kinds]
    with_rules = [place for place, text in enumerate(texts) if re.search(RULE, text, re.MULTILINE)]
    assert with_rules == list(range(kinds.index("box"), kinds.index("examples")))


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_are_built_alike_line_by_line(game: Game, language: str) -> None:
    assert shape(game.rulebook(language).text) == shape(game.rulebook().text)


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_tell_the_same_numbers_in_every_section(game: Game, language: str) -> None:
    for (_, english), (heading, text) in zip(
        sections(game, "en"), sections(game, language), strict=True
    ):
        assert numbers(text) == numbers(english), heading


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_mark_the_same_rulings(game: Game, language: str) -> None:
    assert rulings(game, language) == rulings(game, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_players_count_from_0_in_the_appendix_only(game: Game, language: str) -> None:
    *read_by_all, (_, appendix) = sections(game, language)
    assert "0" in numbers(appendix)
    assert not any("0" in numbers(text) for _, text in read_by_all)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_options_are_named_as_in_the_form(game: Game, language: str) -> None:
    options = section(game, "options", language)
    open_to_choice = {option.name for option in game.options if len(option.values) > 1}
    words = game.speaking(language)
    for name in open_to_choice & game.words.LABELS.keys():
        assert f"| {words.tell(game.words.LABELS[name])} |" in options
    for phrase in game.words.CHOICES.values():
        assert words.tell(phrase) in options


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_appendix_tells_what_every_option_is_and_leaves_documents_to_the_docs(
    game: Game, language: str
) -> None:
    appendix = section(game, "appendix", language)
    open_to_choice = {option.name for option in game.options if len(option.values) > 1}
    told = set(re.findall(r"^\| `(\w+)` \|", appendix, re.MULTILINE))
    assert open_to_choice <= told <= {option.name for option in game.options}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_docs_tell_every_entry_of_a_document_and_no_other(game: Game) -> None:
    ours = (ROOT / "docs/documents.md").read_text(encoding="utf-8").split("\n## ")
    own = (ROOT / "examples/connect_four/README.md").read_text(encoding="utf-8")
    told = next((text for text in ours if text.startswith(f"{game.title}\n")), own)
    entries = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert entries == list(game.variant().new(1).document)


def test_a_language_without_a_rulebook_is_refused_with_those_there_are() -> None:
    with pytest.raises(MatchwoodError, match=r"“it”; the languages are en, fr, de\."):
        GAMES[0].rulebook("it")
