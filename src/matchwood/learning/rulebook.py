"""Reading a game's rulebook: Markdown in which each rule begins with its number in bold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.language import LANGUAGES

_RULE = re.compile(
    r"^- \*\*([A-Z0-9]+-\d+)\*\* (.*?)(?=\n(?:- \*\*|#|\n)|\Z)", re.MULTILINE | re.DOTALL
)
FIGURE = "figure:"
"""Prefix of the address of a picture that the game draws."""


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in one language."""

    text: str
    rules: dict[str, str]
    """The text of each rule by its number."""


class UnknownLanguage(MatchwoodError):
    """No rulebook is written in this language."""


@cache
def read_rulebook(package: str, language: str) -> Rulebook:
    """The rulebook in a folder of a package; in English where it has none in a language."""
    books = files(package) / "rulebook"
    if language not in LANGUAGES:
        raise UnknownLanguage.unknown(
            "There is no rulebook in {name}; the languages are {names}.", language, LANGUAGES
        )
    if not (books / f"{language}.md").is_file():
        language = LANGUAGES[0]
    return rulebook_of((books / f"{language}.md").read_text(encoding="utf-8"))


@cache
def rulebook_of(text: str) -> Rulebook:
    """A rulebook by its Markdown."""
    return Rulebook(text, {number: " ".join(rule.split()) for number, rule in _RULE.findall(text)})
