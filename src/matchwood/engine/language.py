"""Sentences for people, in English, French and German.

English stands in the source and is the key; each package that speaks has a folder `catalogue`
with a gettext catalogue for every other language: `fr.mo` where the package was built, and in a
checkout `fr.po`, from which the same is made in memory. So no compiled file can be out of date. A
sentence is a template, filled with `str.format`:

    words = words_of("matchwood.games.colorfox", "fr")
    words("You have no card {card}.", card="RGBY")
    words.many("{n} stick", "{n} sticks", n=3)

Who reads is “you” in every sentence about them, so such a sentence comes as a pair:

    words = words.to(0)
    words.about(0, ["Anna", "Ben"], "You win.", "{name} wins.")

What is said later, or by someone who does not know the language, is kept as a `Phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from matchwood.engine.game import Document
    from matchwood.engine.options import Value

LANGUAGES = ("en", "fr", "de")
"""The first is the one in the source."""

SHARED = ("matchwood.engine", "matchwood.drawing", "matchwood.learning")
"""The packages whose catalogues every game may use."""
NO_TRANSLATIONS = NullTranslations()


@dataclass(frozen=True)
class Phrase:
    """A sentence or a word that can be put into any language; its values may be phrases too."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return ENGLISH.tell(self)


@dataclass(frozen=True, eq=False)
class Words:
    """One language, spoken to one reader. A text that has no translation is said in English.

    There is one object for each language of a package and each reader, so drawings can be cached
    by it.
    """

    language: str
    translations: NullTranslations = NO_TRANSLATIONS
    reader: int | None = None
    """The seat of who reads; none for someone who watches, and where several share a screen."""

    def __call__(self, template: str, /, **values: object) -> str:
        return self._said(template, values)

    def many(self, one: str, more: str, /, n: int, **values: object) -> str:
        """The sentence for one, or that for another number, which it calls `n`."""
        return self._filled(self.translations.ngettext(one, more, n), {"n": n, **values})

    def to(self, reader: int | None) -> Words:
        """The same language, spoken to who has this seat."""
        if reader == self.reader:
            return self
        return _spoken(self.language, self.translations, reader)

    def about(
        self, seat: int, names: Sequence[str], you: str, they: str, /, **values: object
    ) -> str:
        """Sentence to the reader if the seat is theirs; else of the player it calls `name`."""
        if seat == self.reader:
            return self(you, **values)
        return self(they, name=names[seat], **values)

    def between(
        self,
        one: int,
        other: int,
        names: Sequence[str],
        you: str,
        to_you: str,
        they: str,
        /,
        **values: object,
    ) -> str:
        """Sentence on what one player, `name`, does to an `other`: to the reader of the two, or of
        both."""
        if one == self.reader:
            return self(you, other=names[other], **values)
        if other == self.reader:
            return self(to_you, name=names[one], **values)
        return self(they, name=names[one], other=names[other], **values)

    def about_all(
        self, seats: Sequence[int], names: Sequence[str], you: str, they: str, /, **values: object
    ) -> str:
        """The same of several: said to the reader of them and the `others`, or of all `names`."""
        others = self.together([names[seat] for seat in seats if seat != self.reader])
        if self.reader in seats:
            return self(you, others=others, **values)
        return self(they, names=others, **values)

    def tell(self, phrase: Phrase) -> str:
        return self._said(phrase.template, phrase.values)

    def decimal(self, number: float) -> str:
        """A number with a decimal point, or with a comma where the language has one."""
        told = f"{number:g}"
        return told if self.language == LANGUAGES[0] else told.replace(".", ",")

    def together(self, parts: Sequence[str]) -> str:
        """Several things as one: Anna, Ben and Chloé."""
        *first, last = parts
        several = Phrase("{some} and {last}", {"some": ", ".join(first), "last": last})
        return self.tell(several) if first else last

    def _said(self, template: str, values: Mapping[str, object]) -> str:
        # Under no text at all, a catalogue has what stands about itself.
        found = self.translations.gettext(template) if template else template
        return self._filled(found, values) if values else found

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        for value in values.values():
            if isinstance(value, Phrase):
                break
        else:  # As nearly always, and a page is made of hundreds of texts.
            return template.format_map(values)
        said = {
            name: self.tell(value) if isinstance(value, Phrase) else value
            for name, value in values.items()
        }
        return template.format_map(said)


@cache
def _spoken(language: str, translations: NullTranslations, reader: int | None) -> Words:
    return Words(language, translations, reader)


ENGLISH = _spoken(LANGUAGES[0], NO_TRANSLATIONS, None)


def words_of(package: str, language: str) -> Words:
    """A language as one package speaks it: its own catalogue first, then the engine's. A package
    that does not speak it speaks English, and not half of each."""
    return words_of_all((package,), language) if speaks(package, language) else ENGLISH


@cache
def speaks(package: str, language: str) -> bool:
    """True if a package has words in a language."""
    return language == ENGLISH.language or any(
        file.is_file() for file in _catalogues(package, language)
    )


@cache
def words_of_all(packages: tuple[str, ...], language: str) -> Words:
    """A language as several packages speak it: the first that has a text says it."""
    if language == ENGLISH.language:
        return ENGLISH
    translations = NullTranslations()
    for package in (*packages, *SHARED):
        translations.add_fallback(_translations(package, language))
    return _spoken(language, translations, None)


def _translations(package: str, language: str) -> NullTranslations:
    """Catalogue of one package in a language; a new object each time, to be linked to others."""
    for file in _catalogues(package, language):
        if file.is_file():
            content = file.read_bytes()
            is_source = file.name.endswith(".po")
            compiled = compiled_catalogue(content, language) if is_source else content
            return GNUTranslations(BytesIO(compiled))
    return NullTranslations()


def _catalogues(package: str, language: str) -> tuple[Traversable, ...]:
    """The compiled catalogue of a package, and its source; a package has one of them, or none, and
    a module that is no package has none."""
    if not hasattr(import_module(package), "__path__"):
        return ()
    folder = files(package) / "catalogue"
    return folder / f"{language}.mo", folder / f"{language}.po"


def compiled_catalogue(source: bytes, language: str) -> bytes:
    """The `.mo` file of a `.po` file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=language))
    return compiled.getvalue()


class Effect(NamedTuple):
    """Effect that a move would have, by what its player may know."""

    text: str = ""
    """Such as “+2 · 10 → 15”; nothing where that goes without saying."""
    warns: bool = False
    """True if the player would surely regret it, so that they are asked again."""


class WordsModule(Protocol):
    """`words.py`: the game told to people, in the language of `words`.

    Documents are what one viewer may know, or anyone; names are the players', one a seat. Who
    reads is “you” and not their name: see `Words.about`.
    """

    TAGLINE: Phrase
    """The game in a line: what one does in it."""
    LABELS: Mapping[str, Phrase]
    """Labels of options in a form, by name."""
    CHOICES: Mapping[tuple[str, Value], Phrase]
    """Labels of values of options, where they do not speak for themselves."""

    def opening(
        self, words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
    ) -> str:
        """Tell who starts, and why: the youngest, by lot, by a roll."""

    def task(self, words: Words, document: Document, names: Sequence[str]) -> str:
        """Tell what the reader is to do now; if it is another's turn, what that player is doing."""

    def offers(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[str]:
        """Legal moves, as choices."""

    def tell(
        self, words: Words, move: str, before: Document, after: Document, names: Sequence[str]
    ) -> str:
        """Tell what happened in a move."""

    FORMATS: Mapping[str, Phrase]
    """Formats of options that are typed, with an example, by option name; may be left out."""
    CAPTION: Phrase
    """Caption of a hand that nobody else sees; may be left out."""
    BUTTONS: Mapping[str, Phrase]
    """Texts of choices that are buttons, not in a drawing, by the id that `clicks` call them by."""

    def standing(self, words: Words, document: Document) -> list[str]:
        """Tell how each seat stands, in a few words."""

    def tally(self, words: Words, document: Document) -> list[tuple[str, str]]:
        """The same as a number and what stands small behind it: 28, or 2 and “of 5”."""

    def prompts(
        self, words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
    ) -> list[str]:
        """Tell what is to be done when a move is half made: after the clicks of each path."""

    def effects(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[Effect]:
        """Tell what each legal move would do, in very few words, to be seen where it would be
        made."""

    def verdict(self, words: Words, document: Document, names: Sequence[str]) -> list[str]:
        """Why a game that is over ended as it did, in a few sentences."""
