"""Baguettes for the terminal: the levels side by side, then everyone's sticks.

A colour is told by its letter too. In a well, (R) is a red stick that stands on a rod of that
level, r one that passes through to a deeper level, and · is free; a rod is a line through its
wells with its letter at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from matchwood.drawing.sketch import seat_name
from matchwood.engine.game import Document
from matchwood.games.baguettes.pieces import LETTERS, NUMBERS

# Of middling brightness, to be read on dark terminals and on light ones
STYLES = {"red": "#d6432f", "green": "#2f9b5c", "blue": "#4a78d0", "yellow": "#b98b00"}
FAINT = "dim"
STICK = "▮"


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The same for everyone: nothing is hidden (BG-5)."""
    levels = LETTERS[: document["size"][2]]
    plans = Columns([_plan(document, level) for level in levels], padding=(1, 3))
    return Group(plans, "", _players(document, names))


def _plan(document: Document, level: str) -> Text:
    width, depth, _ = document["size"]
    rows_are_channels = LETTERS.index(level) % 2 == 0
    columns, rows = NUMBERS[:width], NUMBERS[:depth]
    heads = [f"{x:^3}" if rows_are_channels else f"{level}{x} " for x in columns]
    lines = [Text("   " + "".join(heads), FAINT)]
    for y in rows:
        line = Text(f"{level}{y} " if rows_are_channels else f" {y} ", FAINT)
        line.append_text(Text.assemble(*(_cell(document, level, f"{x}{y}") for x in columns)))
        if rows_are_channels:
            line.append_text(_letter(document, f"{level}{y}"))
        lines.append(line)
    if not rows_are_channels:
        ends = (_letter(document, f"{level}{x}") for x in columns)
        lines.append(Text.assemble("   ", *ends))
    return Text("\n").join(lines)


def _cell(document: Document, level: str, well: str) -> tuple[str, str]:
    """A well on a level: three letters, and their style."""
    along_x = LETTERS.index(level) % 2 == 0
    rod = document["rods"].get(level + (well[1] if along_x else well[0]))
    stick = document["sticks"].get(well)
    if stick and stick["level"] == level:
        return f"({stick['colour'][0].upper()})", f"bold {STYLES[stick['colour']]}"
    if stick and stick["level"] > level:
        return f" {stick['colour'][0]} ", STYLES[stick["colour"]]
    if rod:
        return "━━━" if along_x else " ┃ ", STYLES[rod]
    return " · ", FAINT


def _letter(document: Document, channel: str) -> Text:
    colour = document["rods"].get(channel)
    return Text(f" {colour[0].upper()} ", f"bold {STYLES[colour]}") if colour else Text("   ")


def _players(document: Document, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row("", "", Text("in hand", FAINT), Text("on the block", FAINT), Text("out", FAINT))
    for seat, name in enumerate(names):
        colour, hand = document["colours"][seat], document["hands"][seat]
        table.add_row(
            seat_name(document, seat, name),
            Text(f"{colour[0].upper()} {colour}", STYLES[colour]),
            Text.assemble(f"{hand:>2} ", (STICK * hand, STYLES[colour])),
            str(_on_the_block(document, colour)),
            str(document["out"][colour]),
        )
    return table


def _on_the_block(document: Document, colour: str) -> int:
    upright = [stick["colour"] for stick in document["sticks"].values()]
    return [*document["rods"].values(), *upright].count(colour)
