"""A rulebook taken apart: its sections, and what they are called in each language."""

from __future__ import annotations

import re

from matchwood import Game

HEADINGS = {
    "aim": {"en": "The aim", "fr": "Le but du jeu", "de": "Das Ziel"},
    "box": {
        "en": "What is in the box",
        "fr": "Le contenu de la boîte",
        "de": "Was in der Schachtel ist",
    },
    "set-up": {"en": "Setting up", "fr": "La mise en place", "de": "Aufbau"},
    "turn": {"en": "Your turn", "fr": "À votre tour", "de": "Dein Zug"},
    "end": {"en": "The end", "fr": "La fin de la partie", "de": "Spielende"},
    "examples": {"en": "Examples", "fr": "Exemples", "de": "Beispiele"},
    "tips": {"en": "Tips", "fr": "Conseils", "de": "Tipps"},
    "options": {"en": "Game options", "fr": "Options", "de": "Spieloptionen"},
    "appendix": {"en": "Appendix", "fr": "Annexe", "de": "Anhang"},
}
"""The sections that every rulebook has, in this order; a game may have more between them."""


def sections(game: Game, language: str) -> list[tuple[str, str]]:
    """What stands under each heading of the second level, in order."""
    _, *parts = re.split(r"^## (.+)\n", game.rulebook(language).text, flags=re.MULTILINE)
    return list(zip(parts[::2], parts[1::2], strict=True))


def section(game: Game, name: str, language: str) -> str:
    """One of the sections that every rulebook has."""
    [found] = [
        text for heading, text in sections(game, language) if kind(heading, language) == name
    ]
    return found


def kind(heading: str, language: str) -> str | None:
    """Which of those a heading belongs to; a longer heading may say more, as for a round."""
    found = (name for name, words in HEADINGS.items() if heading.startswith(words[language]))
    return next(found, None)
