"""The catalogues of translations: brought up to date with the texts in the sources.

    python -m tools.catalogues

Every package with a folder `catalogue` speaks. Its texts are taken from its sources, what was
translated before is kept, a new text gets an empty place, and one that is gone is dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from matchwood.engine.words import LANGUAGES

SOURCES = Path(__file__).parents[1] / "src"
TRANSLATED = LANGUAGES[1:]
LINE_LENGTH = 100

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "words": None,
    "Phrase": None,
    "many": (1, 2),
    "Refusal": (2,),
    "flag": (2,),
    "__init__": None,  # what an error hands to its parent
    **dict.fromkeys(("Option", "Whole", "Deck", "CubeSet", "Size"), (4,)),
}
"""What takes a text to be translated, and which of its arguments that is; none: the first.

Every kind of `MatchwoodError` does as well; see `errors`.
"""
SAYINGS = {"about": (3, 4), "about_all": (3, 4), "between": (4, 5, 6)}
"""What takes several texts of which one is said, by who reads: each is a text of its own."""

Text = str | tuple[str, str]
"""A text as it stands in the source, or one for a single thing and one for several."""


def speaking() -> list[Path]:
    """The folders of the packages that have catalogues."""
    return sorted(folder.parent for folder in SOURCES.rglob("catalogue"))


def texts(package: Path) -> set[Text]:
    """All that a package says, from its sources."""
    plain = {**KEYWORDS, **dict.fromkeys(errors())}
    return {
        message if isinstance(message, str) else (message[0], message[1])
        for file in sources(package)
        for keywords in (plain, *_each_saying())
        for _, message, _, _ in extract_from_file("python", file, keywords)
    }


def _each_saying() -> Iterator[dict[str, tuple[int, ...] | None]]:
    """First texts, second texts, and so on: several at once would be read as forms of one."""
    for place in range(max(map(len, SAYINGS.values()))):
        yield {name: (places[place],) for name, places in SAYINGS.items() if place < len(places)}


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


def updated(package: Path, language: str) -> str:
    """What a catalogue should hold; sorted, without dates and places, so that changes are small."""
    old, new = read(package, language), Catalog(locale=language)
    for text in sorted(texts(package), key=_first):
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
            file_of(package, language).write_text(updated(package, language), encoding="utf-8")


if __name__ == "__main__":
    update()
