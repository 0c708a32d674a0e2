"""A tile that is marked, and how many are left (PM-6, PM-9)."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.piecepack_matches.words import newly_marked, piece, winner_told


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    marked, mover = newly_marked(before, after), before["to_move"]
    if marked is None:
        return None
    calls = words.about(
        mover,
        names,
        "A match for you: the {coin}.",
        "A match for {name}: the {coin}.",
        coin=piece(words, marked),
    )
    marks = [f"tile-{marked}"]
    left = len(after["tiles"][mover]) - len(after["marked"][mover])
    if left == 0:
        return Scene(calls, [winner_told(words, after, names)], marks=marks)
    if left == 1:
        told = words.about(mover, names, "You have one tile left.", "{name} has one tile left.")
        return Scene(calls, [told], marks=marks)
    return Scene(calls, marks=marks)
