"""What the program says to people, in English, French and German.

English stands in the source and is the key; each package that speaks has a folder `catalogue`
with a Babel catalogue for every other language. A sentence is a template, filled with
`str.format`:

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
from dataclasses import dataclass, field, replace
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
    """One language, spoken to one reader. A text that has no translation is said in English.

    There is one object for each language of a package and each reader, so drawings can be cached
    by it.
    """

    language: str
    catalogue: Mapping[str, Translation] = field(default_factory=dict)
    reader: int | None = None
    """The seat of who reads; none for someone who watches, and where several share a screen."""

    def __call__(self, template: str, /, **values: object) -> str:
        return self._said(template, values)

    def many(self, one: str, more: str, /, n: int, **values: object) -> str:
        """The sentence for one, or that for another number, which it calls `n`."""
        found = self.catalogue.get(one, (one, more))
        forms = (found, found) if isinstance(found, str) else found
        return self._filled(forms[_TAKES_PLURAL[self.language](n)], {"n": n, **values})

    def to(self, reader: int | None) -> Words:
        """The same language, spoken to who has this seat."""
        return self if reader == self.reader else _spoken_to(self, reader)

    def about(
        self, seat: int, names: Sequence[str], you: str, they: str, /, **values: object
    ) -> str:
        """What is said to the reader if the seat is theirs; else of the player it calls `name`."""
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
        """What one player, `name`, does to an `other`: to the reader of the two, or of both."""
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
def _spoken_to(words: Words, reader: int | None) -> Words:
    return replace(words, reader=reader)


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
