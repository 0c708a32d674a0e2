"""Top Trumps Match for the terminal: a symbol is its letter, in its colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from matchwood.drawing.sketch import seat_name, short_name
from matchwood.engine.game import Document
from matchwood.games.top_trumps_match.pieces import look_at
from matchwood.games.top_trumps_match.text import COLUMNS

# Of middling brightness, to be read on dark terminals and on light ones
STYLES = {
    "A": "#4a78d0",
    "B": "#d9661a",
    "C": "#b8860b",
    "D": "#2e8fc2",
    "E": "#a06a3c",
    "F": "#1f9a98",
    "G": "#9467d0",
    "H": "#d6432f",
    "I": "#6f93b0",
    "J": "#3f9a45",
    "K": "#8a7a66",
    "L": "#6f9a1e",
    "M": "#6c74d8",
    "N": "#c24aa0",
    "O": "#c0603f",
}
FAINT = "dim"
WOOD = "#b98b5e"
SIZE = len(COLUMNS)
WON, OPEN = "●", "○"


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The viewer's side of the grid, the other one if it is shown (TT-7), players, held cube."""
    own = viewer or 0
    sides = Table.grid(padding=(0, 3, 0, 0))
    shown = [side for side in (own, 1 - own) if look_at(document, side).is_shown]
    sides.add_row(*(_side(document, side, names[side]) for side in shown))
    parts: list[RenderableType] = [sides, _players(document, names)]
    if document["phase"] == "push":
        parts += ["", _held(document)]
    if document["last_match"]:
        parts += ["", _last_match(document["last_match"], names)]
    return Group(*parts)


def _side(document: Document, side: int, name: str) -> Panel:
    """TT-3: what is on the left of one side is on the right of the other."""
    columns = COLUMNS if side == 0 else COLUMNS[::-1]
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", *(Text(f" {column} ", FAINT) for column in columns))
    for row in range(1, SIZE + 1):
        cells = (_cell(document, f"{column}{row}", side) for column in columns)
        grid.add_row(Text(str(row), FAINT), *cells)
    return Panel.fit(grid, box=box.ROUNDED, border_style=WOOD, title=short_name(name))


def _cell(document: Document, cell: str, side: int) -> Text:
    """A symbol; one that may not be pushed out (TT-10) stands in brackets, the hole is empty."""
    inside = document["grid"][cell]
    if inside is None:
        return Text("   ")
    fresh = cell == document["fresh"]
    left, right = "[]" if fresh else "  "
    return Text.assemble((left, WOOD), _symbol(inside["faces"][side]), (right, WOOD))


def _symbol(symbol: str | None) -> tuple[str, str]:
    return (symbol, f"bold {STYLES[symbol]}") if symbol else ("?", FAINT)


def _symbols(symbols: Sequence[str | None], between: str = " ") -> Text:
    return Text(between).join(Text(*_symbol(symbol)) for symbol in symbols)


def _players(document: Document, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    needed = 1 if document["mode"] == "five-minute" else document["target"]
    for seat, name in enumerate(names):
        points = document["points"][seat]
        pips = Text((WON * points).ljust(needed, OPEN))
        cards = Text.assemble("cards ", _symbols(document["cards"][seat]))
        table.add_row(seat_name(document, seat, name), pips, cards)
    state = f"  round {document['round']}, {document['pushes']} pushes"
    state += f", {document['voids']} void before" if document["voids"] else ""
    table.add_row(Text(state, FAINT))
    return table


def _held(document: Document) -> Text:
    """The three pairs of opposite faces of the held cube."""
    faces = document["cubes"][document["held"]]
    pairs = (_symbols(faces[face : face + 2], "/") for face in range(0, len(faces), 2))
    came_from = document["fresh"] or document["hole"]
    return Text.assemble(
        f"The held cube came from {came_from}; its opposite faces: ", Text("  ").join(pairs), "."
    )


def _last_match(match: Document, names: Sequence[str]) -> Text:
    """TT-13 to TT-15: the line, the cards of both, the points."""
    cards = Text(" and ").join(_symbols(hand) for hand in match["cards"])
    scored = " : ".join(map(str, match["scored"]))
    return Text.assemble(
        f"Round {match['round']}: ",
        short_name(names[match["caller"]]),
        " called ",
        _symbols([match["symbol"]] * SIZE, ""),
        "; cards ",
        cards,
        f"; points {scored}.",
    )
