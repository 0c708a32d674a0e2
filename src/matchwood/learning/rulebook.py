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
"""How the address of a picture begins that the game draws."""


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
    books = files(package) / "rulebook"
    written = [known for known in LANGUAGES if (books / f"{known}.md").is_file()]
    if language not in written:
        raise UnknownLanguage.unknown(
            "There is no rulebook in {name}; the languages are {names}.", language, written
        )
    text = (books / f"{language}.md").read_text(encoding="utf-8")
    return Rulebook(text, {number: " ".join(rule.split()) for number, rule in _RULE.findall(text)})
