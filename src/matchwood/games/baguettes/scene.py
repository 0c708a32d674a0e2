"""What falls in the block, and who is out (BG-9, BG-15)."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.baguettes.block import block_of
from matchwood.games.baguettes.words import falls_told, newly_out


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    block, rod = block_of(before), move.split()[1].partition(">")[0]
    falls = block.falls.get(rod, {})
    out = list(newly_out(words, before, after, names))
    if not falls and not out:
        return None
    fallen = [words.many("{n} stick falls.", "{n} sticks fall.", n=len(falls))]
    calls, *others = out or fallen
    told = [*falls_told(words, rod, block, short=True), *others]
    return Scene(calls, told, [f"well-{well}" for well, level in falls.items() if level])
