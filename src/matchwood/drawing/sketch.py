"""Parts that the sketches of all games share in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.text import Text

from matchwood.engine.game import Document

LONGEST_NAME = 17


def short_name(name: str, pad: bool = False) -> Text:
    """The name, cut or filled up to the width that a sketch has for it."""
    line = Text(name)
    line.truncate(LONGEST_NAME, overflow="ellipsis", pad=pad)
    return line


def seat_name(document: Document, seat: int, name: str) -> Text:
    """The name with a star for a winner, or a pointer for whose turn it is."""
    line = short_name(name, pad=True)
    if seat in document["winners"]:
        return Text.assemble("★ ", line, style="bold")
    if seat == document["to_move"] and document["phase"] != "over":
        return Text.assemble("▸ ", line, style="bold")
    return Text.assemble("  ", line)


class SketchModule(Protocol):
    """`sketch.py`: the position for the terminal."""

    def sketch(self, document: Document, viewer: int | None, names: Sequence[str]) -> Any:
        """Anything that Rich can print."""
