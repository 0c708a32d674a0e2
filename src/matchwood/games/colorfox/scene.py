"""A set of all six colours, and the last turn (CF-13, CF-15)."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.colorfox.pieces import LETTERS
from matchwood.games.colorfox.table import points
from matchwood.games.colorfox.words import points_told


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    is_ending = after["ending"] and not before["ending"]
    sets = [seat for seat in range(len(names)) if _full(after, seat) > _full(before, seat)]
    told = [
        words.about(
            seat,
            names,
            "You have all six colours: {points}.",
            "{name} has all six colours: {points}.",
            points=points_told(words, points(len(after["sticks"][seat]))),
        )
        for seat in sets
    ]
    marks = [f"sticks-{seat}-{colour}" for seat in sets for colour in LETTERS]
    if is_ending:
        told.append(words("A stick is missing from the reserve: this is the last turn. (CF-13)"))
        marks += [f"reserve-{colour}" for colour, left in after["reserve"].items() if not left]
        return Scene(words("The last turn!"), told, marks)
    return Scene(words("A set of six!"), told, marks) if sets else None


def _full(document: Document, seat: int) -> int:
    """How many sets of all colours a player's sticks make."""
    return int(min(document["sticks"][seat].values()))
