"""What the program says to people, in English, French and German.

English stands in the source and is the key; each package that speaks has a folder `catalogue`
with a Babel catalogue for every other language. A sentence is a template, filled with
`str.format`:

    words = words_of("matchwood.games.colorfox", "fr")
    words("You have no card {card}.", card="RGBY")
    words.many("{n} stick", "{n} sticks", n=3)

What is said later, or by someone who does not know the language, is kept as a `Phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

LANGUAGES = ("en", "fr", "de")
"""The first is the one in the source."""

ENGINE = "matchwood.engine"
_TAKES_PLURAL = {"en": lambda n: n != 1, "fr": lambda n: n > 1, "de": lambda n: n != 1}
"""Whether a number takes the plural."""


@dataclass(frozen=True)
class Phrase:
    """A sentence or a word that can be put into any language; its values may be phrases too."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return ENGLISH.tell(self)


Translation = str | tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Words:
    """One language. A text that has no translation is said in English.

    There is one object for each language of a package, so drawings can be cached by it.
    """

    language: str
    catalogue: Mapping[str, Translation] = field(default_factory=dict)

    def __call__(self, template: str, /, **values: object) -> str:
        return self._said(template, values)

    def many(self, one: str, more: str, /, n: int, **values: object) -> str:
        """The sentence for one, or that for another number, which it calls `n`."""
        found = self.catalogue.get(one, (one, more))
        forms = (found, found) if isinstance(found, str) else found
        return self._filled(forms[_TAKES_PLURAL[self.language](n)], {"n": n, **values})

    def tell(self, phrase: Phrase) -> str:
        return self._said(phrase.template, phrase.values)

    def together(self, parts: Sequence[str]) -> str:
        """Several things as one: Anna, Ben and Chloé."""
        *first, last = parts
        several = Phrase("{some} and {last}", {"some": ", ".join(first), "last": last})
        return self.tell(several) if first else last

    def _said(self, template: str, values: Mapping[str, object]) -> str:
        found = self.catalogue.get(template, template)
        return self._filled(found if isinstance(found, str) else found[0], values)

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        if not values:
            return template
        said = {
            name: self.tell(value) if isinstance(value, Phrase) else value
            for name, value in values.items()
        }
        return template.format(**said)


ENGLISH = Words(LANGUAGES[0])


@cache
def words_of(package: str, language: str) -> Words:
    """A language as one package speaks it: its own catalogue first, then the engine's."""
    if language == ENGLISH.language:
        return ENGLISH
    return Words(language, {**_catalogue(ENGINE, language), **_catalogue(package, language)})


@cache
def _catalogue(package: str, language: str) -> dict[str, Translation]:
    file = files(package) / "catalogue" / f"{language}.po"
    return _read(file) if file.is_file() else {}


def _read(file: Traversable) -> dict[str, Translation]:
    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        messages = read_po(stream)
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            message.string if isinstance(message.string, str) else tuple(message.string)
        )
        for message in messages
        if message.id and message.string and not message.fuzzy
    }
