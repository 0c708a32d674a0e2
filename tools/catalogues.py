"""The catalogues of translations: brought up to date with the texts in the sources.

    python -m tools.catalogues

Every package with a folder `catalogue` speaks. Its texts are taken from its sources, what was
translated before is kept, a new text gets an empty place, and one that is gone is dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from matchwood.engine.language import LANGUAGES

SOURCES = Path(__file__).parents[1] / "src"
TRANSLATED = LANGUAGES[1:]
LINE_LENGTH = 100

FIRST = (1,)
KEYWORDS = {
    "words": FIRST,
    "Phrase": FIRST,
    "many": (1, 2),
    "Refusal": (2,),
    "flag": (2,),
    "unknown": FIRST,
    "__init__": FIRST,  # what an error hands to its parent
    **dict.fromkeys(("Option", "Whole", "Deck", "CubeSet", "Size"), (4,)),
}
"""Callables that take a text to be translated, and which of their arguments that is; two are forms
of one.

Every kind of `MatchwoodError` does as well; see `errors`.
"""
FINDS_WORDS = ("server_words", "all_words", "speaking")
"""Functions that find the words of a language."""
SAYINGS = {"about": (3, 4), "about_all": (3, 4), "between": (4, 5, 6)}
"""Methods that take several texts of which one is said, by who reads: each is a text of its own."""

Text = str | tuple[str, str]
"""A text as it stands in the source, or one for a single thing and one for several."""


def speaking() -> list[Path]:
    """The folders of the packages that have catalogues."""
    return sorted(folder.parent for folder in SOURCES.rglob("catalogue"))


def texts(package: Path) -> set[Text]:
    """All that a package says, from its sources."""
    return {text for file in sources(package) for text in _texts_in(file)}


def _texts_in(file: Path) -> Iterator[Text]:
    places = {**KEYWORDS, **SAYINGS, **dict.fromkeys(errors(), FIRST)}
    for call in calls(file):
        name = called(call)
        given = [call.args[place - 1] for place in places.get(name, ()) if place <= len(call.args)]
        values = [each.value if isinstance(each, ast.Constant) else None for each in given]
        found = [value for value in values if isinstance(value, str)]
        if name in SAYINGS:
            yield from found
        elif found and len(found) == len(given):
            yield (found[0], found[1]) if len(found) == 2 else found[0]


def calls(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def called(call: ast.Call) -> str:
    """The last name of what is called; `words`, where words are found and spoken at once."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call() as found if called(found) in FINDS_WORDS:
            return "words"
    return ""


@cache
def errors() -> frozenset[str]:
    """The names of `MatchwoodError` and of all that descends from it, found in the sources."""
    parents = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found: set[str] = set()
    more = {"MatchwoodError"}
    while more:
        found |= more
        more = {name for name, bases in parents.items() if bases & found} - found
    return frozenset(found)


def sources(package: Path) -> list[Path]:
    """The files of a package, without those of another inside it that speaks for itself."""
    inner = [other for other in speaking() if other != package and package in other.parents]
    return [
        file
        for file in sorted(package.rglob("*.py"))
        if not any(other in file.parents for other in inner)
    ]


def file_of(package: Path, language: str) -> Path:
    return package / "catalogue" / f"{language}.po"


def read(package: Path, language: str) -> Catalog:
    file = file_of(package, language)
    return read_po(BytesIO(file.read_bytes() if file.exists() else b""), locale=language)


def updated(found: Iterable[Text], old: Catalog, language: str) -> str:
    """Content that a catalogue should have; sorted, without dates and places, so that changes are
    small."""
    new = Catalog(locale=language)
    for text in sorted(found, key=_first):
        known = old.get(_first(text))
        same = known is not None and known.id == text
        new.add(text, known.string if known and same else "")
    body = BytesIO()
    write_po(body, new, width=LINE_LENGTH, no_location=True, omit_header=True)
    return _header(language) + body.getvalue().decode("utf-8")


def _first(text: Text) -> str:
    return text if isinstance(text, str) else text[0]


def _header(language: str) -> str:
    plural = get_plural(language)
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {plural.plural_forms}\\n"\n\n'
    )


def update() -> None:
    for package in speaking():
        for language in TRANSLATED:
            content = updated(texts(package), read(package, language), language)
            file_of(package, language).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    update()
