"""What the levels of bots are called."""

from __future__ import annotations

from matchwood.engine.language import Phrase, Words

LEVEL_NAMES = {
    "random": Phrase("random"),
    "greedy": Phrase("greedy"),
    "easy": Phrase("easy"),
    "medium": Phrase("medium"),
    "hard": Phrase("hard"),
    "expert": Phrase("expert"),
}


def level_name(level: str, words: Words) -> str:
    """The name of a level; one that has none here goes by its own."""
    return words.tell(LEVEL_NAMES.get(level, Phrase(level)))
