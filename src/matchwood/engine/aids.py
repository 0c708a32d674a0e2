"""Help that a table may agree on: what pages and terminals show beyond what the game shows anyway.

An aid changes what is shown, never the rules, and never what programs may know (`observe`). A
game declares its own; hints are for every game. None is used unless it was agreed at the set-up.
"""

from __future__ import annotations

from dataclasses import dataclass

from matchwood.engine.words import Phrase


@dataclass(frozen=True)
class Aid:
    """Something that helps: its name in kebab-case, what a form calls it, what it does.

    >>> [aid.name for aid in matchwood.find_game("piecepack-matches").all_aids]
    ['mark-seen', 'hints']
    """

    name: str
    label: Phrase
    help: Phrase
    """A sentence."""
    turning: Phrase | None = None
    """If the aid lets players look from the others' places: what leads there is called so."""


HINTS = Aid(
    "hints",
    Phrase("Hints from a bot"),
    Phrase("Whoever plays alone against bots may ask what a bot would do."),
)
