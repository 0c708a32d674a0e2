"""What is said to people: every text has its translations, and none escapes them."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from tools.catalogues import (
    KEYWORDS,
    SAYINGS,
    SOURCES,
    TRANSLATED,
    called,
    calls,
    errors,
    file_of,
    read,
    sources,
    speaking,
    texts,
    updated,
)

import matchwood.bots
import matchwood.server
from matchwood import MatchwoodError, Position, Variant, find_game, game_names, testing
from matchwood.bots import LEVELS, check_level
from matchwood.drawing.picture import Drawing
from matchwood.drawing.svg import Drawn
from matchwood.engine.errors import BadOption, UnknownBot, quoted
from matchwood.engine.language import (
    ENGLISH,
    LANGUAGES,
    SHARED,
    Phrase,
    Words,
    compiled_catalogue,
    speaks,
    words_of,
    words_of_all,
)
from matchwood.engine.options import written
from matchwood.server.views.names import LEVEL_NAMES, all_words, level_name
from tests.support.pictures import tree
from tests.support.variants import every_variant

SPEAKING = [name for name in game_names() if speaks(find_game(name).module, "fr")]
EACH = 6
"""About how many positions of a game are looked at."""
NAMES = ("①", "②", "③", "④", "⑤", "⑥")
"""Names without a letter, so that a letter is always a word."""
BAR = 70
"""How many letters a task may have, to stand in one line of the page's bar."""
WORD = re.compile(r"[^\W\d_]{2,}")
NOTATION = re.compile(r"[A-Z]+")
"""Cards, cubes and tiles are written with capitals in every language."""


known_texts = cache(texts)


def package_name(package: Path) -> str:
    return ".".join(package.relative_to(SOURCES).parts)


each_catalogue = [
    pytest.param(package, language, id=f"{package_name(package)}-{language}")
    for package in speaking()
    for language in TRANSLATED
]


@pytest.mark.parametrize(("package", "language"), each_catalogue)
def test_every_text_is_translated_and_no_translation_is_left_over(
    package: Path, language: str
) -> None:
    messages = {message.id: message for message in read(package, language) if message.id}
    assert messages.keys() == known_texts(package), "run make words, and translate what is new"
    assert not [message.id for message in messages.values() if message.fuzzy]
    assert not [id_ for id_, message in messages.items() if not all(forms(message))]


@pytest.mark.parametrize("package", speaking(), ids=package_name)
def test_no_text_stands_inside_an_f_string_where_the_catalogues_do_not_find_it(
    package: Path,
) -> None:
    hidden = [
        ast.unparse(call)
        for file in sources(package)
        for joined in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and called(call) in {*KEYWORDS, *SAYINGS}
    ]
    assert not hidden


@pytest.mark.parametrize(("package", "language"), each_catalogue)
def test_a_translation_has_the_same_places_to_fill_as_the_text(
    package: Path, language: str
) -> None:
    for message in read(package, language):
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        for text, translation in zip(english, forms(message), strict=True):
            assert fields(translation) == fields(text), message.id


@pytest.mark.parametrize(("package", "language"), each_catalogue)
def test_the_catalogues_are_as_make_words_writes_them(package: Path, language: str) -> None:
    kept = file_of(package, language).read_text(encoding="utf-8")
    wanted = updated(known_texts(package), read(package, language), language)
    assert kept == wanted, "run make words"


FRENCH_SPACES = {":": "\N{NO-BREAK SPACE}", "»": "\N{NO-BREAK SPACE}"} | dict.fromkeys(
    ";!?", "\N{NARROW NO-BREAK SPACE}"
)
FAMILIAR = re.compile(r"\b(tu|te|toi|ton|ta|tes|le tien|la tienne)\b|\bt’", re.IGNORECASE)


@pytest.mark.parametrize("package", speaking(), ids=package_name)
def test_french_is_set_as_it_is_printed_and_says_vous(package: Path) -> None:
    for text in translations(package, "fr"):
        for before, mark in re.findall(r"([^\d])([:;!?»])(?!//)", text):
            assert before == FRENCH_SPACES[mark], text
        assert not re.search(r"«(?!\N{NO-BREAK SPACE})|['\"“”]", text), text
        assert not FAMILIAR.search(text), text


@pytest.mark.parametrize("package", speaking(), ids=package_name)
def test_german_has_its_own_quotes_and_no_space_before_a_mark(package: Path) -> None:
    for text in translations(package, "de"):
        assert not re.search(r"\s[:;!?]|['\"”«»]", text), text
        assert text.count("„") == text.count("“"), text


DROPPED = {
    "fr": r"\b(?i:chaises?|honnête|orbite|combien jouent|tiges?|à emporter)\b",
    "de": r"\b(?i:Festlegung|Schub|Schüben|Platten|Kartenblatt|Mitnehmen|wie viele spielen)\b",
}
"""Words that have a better one: the same thing has the same name everywhere."""


@pytest.mark.parametrize(("package", "language"), each_catalogue)
def test_no_word_comes_back_that_had_a_better_one(package: Path, language: str) -> None:
    found = [t for t in translations(package, language) if re.search(DROPPED[language], t)]
    assert not found


def translations(package: Path, language: str) -> list[str]:
    return [text for message in read(package, language) if message.id for text in forms(message)]


@pytest.mark.parametrize("package", [matchwood.server, matchwood.bots])
def test_every_error_that_a_page_may_show_is_known_to_the_catalogues(package: ModuleType) -> None:
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    found = {kind.__name__ for kind in kinds_of(MatchwoodError)}
    assert found, package
    assert found <= errors()


def kinds_of(error: type[Exception]) -> Iterator[type[Exception]]:
    """All that descends from an error and is ours; tests have errors of their own."""
    for kind in error.__subclasses__():
        if kind.__module__.startswith("matchwood."):
            yield kind
        yield from kinds_of(kind)


@pytest.mark.parametrize("package", speaking(), ids=package_name)
def test_no_error_has_a_sentence_that_is_built(package: Path) -> None:
    for file in sources(package):
        for call in calls(file):
            if call.args and called(call) in errors():
                assert isinstance(call.args[0], ast.Constant | ast.Name), ast.unparse(call)


def test_a_page_tells_what_a_bot_refuses_in_the_readers_language() -> None:
    with pytest.raises(UnknownBot) as unknown:
        check_level("fox")
    told = unknown.value.sentence(all_words("de"))
    assert told.startswith("Es gibt keinen Bot „fox“; die Bots sind ")


def test_every_level_of_bots_has_a_name() -> None:
    assert set(LEVELS) <= LEVEL_NAMES.keys()
    assert level_name("hard", all_words("fr")) == "difficile"
    assert level_name("fox", all_words("fr")) == "fox"


def forms(message: Any) -> tuple[str, ...]:
    """The translation, or those for one thing and for several."""
    return tuple(message.string) if isinstance(message.id, tuple) else (message.string,)


def fields(template: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def test_a_new_text_gets_an_empty_place_and_an_old_one_its_translation(tmp_path: Path) -> None:
    package = tmp_path / "speaker"
    (package / "catalogue").mkdir(parents=True)
    source = package / "speaker.py"
    source.write_text('words("A fox.")\nwords.many("{n} hen", "{n} hens", n=2)\n')
    first = updated(texts(package), read(package, "fr"), "fr")
    assert 'msgid "A fox."\nmsgstr ""' in first
    assert 'msgid_plural "{n} hens"' in first
    translated = first.replace('msgid "A fox."\nmsgstr ""', 'msgid "A fox."\nmsgstr "Un renard."')
    file_of(package, "fr").write_text(translated)
    source.write_text('words("A fox.")\n')
    again = updated(texts(package), read(package, "fr"), "fr")
    assert "Un renard." in again
    assert "hen" not in again


def test_a_text_that_is_said_as_soon_as_its_words_are_found_is_known(tmp_path: Path) -> None:
    (tmp_path / "speaker.py").write_text(
        'server_words(language)("A fox.")\nlist(any)("No text.")\n'
    )
    assert texts(tmp_path) == {"A fox."}


def catalogue(entries: str) -> GNUTranslations:
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
    return GNUTranslations(BytesIO(compiled_catalogue((header + entries).encode(), "fr")))


def test_a_text_without_translation_is_said_in_english_and_no_text_is_no_text() -> None:
    french = Words("fr", catalogue('msgid "A fox."\nmsgstr "Un renard."\n'))
    assert [french("A fox."), french("A hen."), french("")] == ["Un renard.", "A hen.", ""]


def test_the_first_package_that_has_a_text_says_it() -> None:
    packages = ("matchwood.server", "matchwood.bots", "matchwood.games.colorfox")
    together = words_of_all(packages, "fr")
    assert together("1 card") == words_of(packages[2], "fr")("1 card") == "1 carte"
    assert together("Player {number}", number=1) == "Joueur 1"


def test_a_language_counts_in_its_own_way() -> None:
    forms = 'msgstr[0] "{n} bâtonnet"\nmsgstr[1] "{n} bâtonnets"\n'
    french = Words("fr", catalogue('msgid "{n} stick"\nmsgid_plural "{n} sticks"\n' + forms))
    assert [french.many("{n} stick", "{n} sticks", n=n) for n in (0, 1, 2)] == [
        "0 bâtonnet",
        "1 bâtonnet",
        "2 bâtonnets",
    ]
    assert [ENGLISH.many("{n} stick", "{n} sticks", n=n) for n in (0, 1, 2)] == [
        "0 sticks",
        "1 stick",
        "2 sticks",
    ]


@pytest.mark.parametrize(
    ("parts", "together"),
    [
        (["Anna"], "Anna"),
        (["Anna", "Ben"], "Anna und Ben"),
        (["Anna", "Ben", "Cleo"], "Anna, Ben und Cleo"),
    ],
)
def test_several_things_are_listed_as_one_speaks(parts: list[str], together: str) -> None:
    assert words_of("matchwood.engine", "de").together(parts) == together


def test_an_error_is_told_with_its_hint_in_the_readers_language() -> None:
    with pytest.raises(MatchwoodError) as unknown:
        find_game("colorfix")
    told = unknown.value.sentence(words_of("matchwood.engine", "de"))
    assert told.startswith("Es gibt kein Spiel „colorfix“; die Spiele sind ")
    assert told.endswith(". Meintest du colorfox?")


def test_braces_that_a_stranger_typed_are_only_text() -> None:
    refused = BadOption("There is no option {option}.", option=quoted("{0.__class__} {fox}"))
    assert str(refused) == "There is no option “{0.__class__} {fox}”."


class Blanks(NullTranslations):
    """A catalogue that has every text, and for each of its letters a dot.

    It keeps in mind what it was asked for, which the real ones must have too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, text: str) -> str:
        self.asked.add(text)
        return blanked(text)

    def ngettext(self, one: str, more: str, n: int) -> str:
        self.asked.add(one)
        return blanked(one if n == 1 else more)


def blanked(template: str) -> str:
    parts = Formatter().parse(template)
    return "".join(
        re.sub(r"[^\W\d_]", "·", literal) + (f"{{{field}}}" if field is not None else "")
        for literal, field, _, _ in parts
    )


BLANKS = Blanks()
BLANK = Words("en", BLANKS)


@pytest.fixture(autouse=True)
def forget() -> None:
    BLANKS.asked.clear()


def not_extracted(variant: Variant) -> set[str]:
    """What was asked for, but is not found in the sources; one that is built is not found."""
    package = SOURCES.joinpath(*variant.game.module.split("."))
    if package not in speaking():
        return set()  # a plug-in that speaks English only
    found = known_texts(package).union(
        *(known_texts(SOURCES.joinpath(*each.split("."))) for each in SHARED)
    )
    return BLANKS.asked - {text if isinstance(text, str) else text[0] for text in found}


played: dict[str, list[tuple[Position, Position]]] = {}


def looked_at(variant: Variant) -> list[tuple[Position, Position]]:
    """Some pairs of positions with a move between them, the first and the last among them."""
    if str(variant) not in played:
        moves = list(pairwise(testing.random_game(variant, seed=2)))
        played[str(variant)] = [*moves[:: max(1, len(moves) // EACH)], moves[-1]]
    return played[str(variant)]


def texts_in(*drawings: Drawing) -> Iterator[str]:
    for element in tree(drawings).iter():
        yield element.get("aria-label", "")
        yield element.text or ""


def escaped(told: str, *allowed: str) -> list[str]:
    """The words that are no translation, no notation and not among those allowed."""
    known = {word for text in allowed for word in WORD.findall(text)}
    return [w for w in WORD.findall(told) if w not in known and not NOTATION.fullmatch(w)]


def noted(note: Sequence[Drawn | str]) -> Iterator[str]:
    """The texts of a line of the log."""
    for part in note:
        if isinstance(part, Drawn):
            yield from ET.fromstring(part).itertext()
        else:
            yield part


@every_variant
def test_no_word_of_a_game_escapes_the_translation(variant: Variant) -> None:
    telling, drawing = variant.game.words, variant.game.picture
    for before, after in looked_at(variant):
        names = NAMES[: before.players]
        mover, move = before.to_move, after.history[-1]
        document = before.observe(mover).document
        said = [
            *(
                telling.opening(BLANK.to(viewer), document, names, variant.options)
                for viewer in (None, *range(before.players))
            ),
            *(telling.task(BLANK.to(viewer), document, names) for viewer in (None, mover)),
            *(
                telling.tell(BLANK.to(viewer), move, document, after.observe(mover).document, names)
                for viewer in (None, *range(before.players))
            ),
            *telling.standing(BLANK, document),
            *(part for tally in telling.tally(BLANK, document) for part in tally),
            *telling.offers(BLANK, before.legal_moves(), document, names),
            *(
                effect.text
                for effect in telling.effects(BLANK, before.legal_moves(), document, names)
            ),
            *telling.prompts(
                BLANK,
                testing.half_made(variant.game, before.legal_moves(), document),
                document,
                names,
            ),
            *noted(drawing.note(move, document, after.observe(mover).document, BLANK)),
            *texts_in(*drawing.draw(document, mover, names, BLANK).drawings),
            *texts_in(*drawing.draw(after.observe(None).document, None, names, BLANK).drawings),
            *map(BLANK.tell, telling.BUTTONS.values()),
        ]
        assert [text for text in said if escaped(text)] == []
    last = after.document
    said = [
        *telling.verdict(BLANK, last, names),
        *texts_in(variant.game.finale.draw(last, None, names, BLANK)),
        *texts_in(variant.game.cover.draw()),
    ]
    assert [text for text in said if escaped(text)] == []
    assert any("·" in text for text in said)
    assert not not_extracted(variant)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_language_speaks_english_as_a_whole(language: str) -> None:
    game = find_game("connect-four")
    assert speaks(game.module, language) == (language == "en")
    assert game.speaking(language) == ENGLISH


@pytest.mark.parametrize(
    ("language", "player"), [("en", "Player"), ("fr", "Joueur"), ("de", "Spieler")]
)
@pytest.mark.parametrize("name", SPEAKING)
def test_without_names_a_picture_numbers_the_players_in_its_language(
    name: str, language: str, player: str
) -> None:
    game = find_game(name)
    position, words = game.variant().new(1), game.speaking(language)
    label = game.picture.draw(position.observe(None).document, None, None, words).label
    assert f"{player} {position.to_move + 1}" in label


@pytest.mark.parametrize("language", LANGUAGES)
@every_variant
def test_who_reads_is_you_and_everyone_else_has_a_name(variant: Variant, language: str) -> None:
    telling, names = variant.game.words, NAMES[: variant.players]
    for number, (before, after) in enumerate(looked_at(variant)):
        mover, move = before.to_move, after.history[-1]
        for reader in (None, *range(variant.players)):
            words = variant.game.speaking(language).to(reader)
            seen = before.observe(reader).document, after.observe(reader).document
            told = telling.tell(words, move, *seen, names)
            task = telling.task(words, seen[0], names)
            opening = telling.opening(words, seen[0], names, variant.options)
            # To draw takes long: each picture is looked at in one language, each language in turn.
            drawn = language == LANGUAGES[number % len(LANGUAGES)]
            label = [variant.game.picture.draw(seen[0], reader, names, words).label] * drawn
            for sentence in (told, task, opening, *label):
                assert reader is None or names[reader] not in sentence, sentence
            for sentence in (told, task, *label):
                assert reader == mover or names[mover] in sentence, sentence
            assert len(task) <= BAR, task
    for reader in range(variant.players):
        words = variant.game.speaking(language).to(reader)
        verdict = telling.verdict(words, after.document, names)
        assert not [sentence for sentence in verdict if names[reader] in sentence]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_named_is_not_told_what_is_said_to_you(language: str) -> None:
    """The two sentences of a pair are never the same, whoever the second is about."""
    for package in speaking():
        spoken = words_of(package_name(package), language)
        for you, they in known_pairs(package):
            assert spoken(you) != spoken(they), (you, they)
            assert {"name", "names"} & fields(they), they
            assert not {"name", "names"} & fields(you), you


@cache
def known_pairs(package: Path) -> list[tuple[str, str]]:
    """What is said to the reader, and what of another, wherever the sources have both."""
    found = [call for file in sources(package) for call in calls(file)]
    return [
        (ast.literal_eval(call.args[2]), ast.literal_eval(call.args[3]))
        for call in found
        if called(call) in ("about", "about_all")
    ]


def test_a_sentence_between_two_players_is_told_to_each_of_them_and_to_others() -> None:
    names, sentences = ["Anna", "Ben"], ("You see {other}.", "{name} sees you.", "{name}, {other}.")
    told = [ENGLISH.to(reader).between(0, 1, names, *sentences) for reader in (0, 1, None)]
    assert told == ["You see Ben.", "Anna sees you.", "Anna, Ben."]


def test_a_sentence_about_several_names_the_others_beside_the_reader() -> None:
    names, sentences = ["Anna", "Ben", "Cleo"], ("You and {others} win.", "{names} win.")
    told = [ENGLISH.to(reader).about_all([0, 2], names, *sentences) for reader in (0, 1, None)]
    assert told == ["You and Cleo win.", "Anna and Cleo win.", "Anna and Cleo win."]


@every_variant
def test_no_word_of_a_refusal_escapes_the_translation(variant: Variant) -> None:
    tried = testing._texts_of(variant, most=12)
    for before, after in looked_at(variant):
        for position in (before, after):
            for text in {*tried, "fox"} - set(position.legal_moves()):
                refusal = position.why_not(text)
                assert refusal
                assert not escaped(BLANK.tell(refusal.phrase), text)
    assert not not_extracted(variant)


@pytest.mark.parametrize("name", game_names())
def test_every_option_and_its_choices_are_named_and_refused_in_words(name: str) -> None:
    game = find_game(name)
    notation = [option.name for option in game.options]
    notation += [
        written(value) for option in game.options for value in (*option.values, option.default)
    ]
    assert game.words.LABELS.keys() == {option.name for option in game.options}
    for option in game.options:
        unclear = [
            value for value in option.values if value is None or isinstance(value, bool | str)
        ]
        assert all((option.name, value) in game.words.CHOICES for value in unclear)
        with pytest.raises(BadOption) as refused:
            option.read("🦊")
        assert not escaped(refused.value.sentence(BLANK), *notation, "toml")
    assert isinstance(game.words.TAGLINE, Phrase)
