"""How a visitor likes the pages: each choice is a cookie, and a link of the same name sets it."""

from __future__ import annotations

from matchwood.engine.words import LANGUAGES
from matchwood.server.safety import Connection

LANGUAGE, THEME, LETTERS, PACE = "lang", "theme", "letters", "pace"
USUAL = "auto"
CHOICES = {
    LANGUAGE: LANGUAGES,
    THEME: (USUAL, "light", "dark"),
    LETTERS: (USUAL, "on"),
    PACE: ("calm", "brisk", "instant"),
}
"""What can be chosen; of each but the language, which the browser knows, the first is the usual."""


def chosen(connection: Connection, name: str) -> str:
    """What the visitor has chosen, or what is usual."""
    wish = connection.cookies.get(name)
    return wish if wish in CHOICES[name] else CHOICES[name][0]
