"""Connect Four for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from matchwood.engine.game import Document

DISCS = (("○", "#d6432f"), ("×", "#c77f00"))


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> Group:
    """The board as it stands, the columns numbered, the four in line in brackets."""
    board = Table(box=box.SQUARE, show_lines=True, padding=0)
    for column in range(len(document["board"][0])):
        board.add_column(f" {column + 1} ")
    for row, owners in enumerate(document["board"]):
        in_line = [[row, column] in document["line"] for column in range(len(owners))]
        board.add_row(*map(_cell, owners, in_line))
    players = [Text.assemble(disc, f" {name}") for disc, name in zip(DISCS, names, strict=True)]
    return Group(board, Text("   ").join(players))


def _cell(owner: int | None, in_line: bool) -> Text:
    if owner is None:
        return Text()
    before, after = "[]" if in_line else "  "
    return Text.assemble(before, DISCS[owner], after, style="bold" if in_line else "")
