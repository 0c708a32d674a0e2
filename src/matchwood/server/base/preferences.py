"""Preferences of a visitor for pages. Each is a cookie, and a link with its name sets it."""

from __future__ import annotations

from dataclasses import dataclass

from matchwood.bots import LEVELS
from matchwood.engine.language import LANGUAGES

LANGUAGE, THEME, LETTERS, PACE, LEVEL = "lang", "theme", "letters", "pace", "level"
USUAL = "auto"
CHOICES = {
    LANGUAGE: LANGUAGES,
    THEME: (USUAL, "light", "dark"),
    LETTERS: (USUAL, "on"),
    PACE: ("calm", "brisk", "instant"),
    LEVEL: LEVELS[1:],
}
"""Values of each preference. The first is the default, except for the language, which the browser
proposes. The level is that of the bots one plays against; the random bot is no rival."""


@dataclass(frozen=True)
class Settings:
    """Preferences for one page, and its path with the query."""

    language: str
    theme: str
    path: str
    letters: str = USUAL
    pace: str = CHOICES[PACE][0]

    def link(self, name: str, value: str) -> str:
        """URL of this page with another preference."""
        # A path that begins with two strokes would lead to another host.
        path = "/" + self.path.lstrip("/\\")
        return f"{path}{'&' if '?' in path else '?'}{name}={value}"
