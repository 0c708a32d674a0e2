"""Colorfox for the terminal: letters for colours, so that none is needed to be seen.

Cards share their borders, and a letter on a border is a whole match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from matchwood.drawing.sketch import seat_name
from matchwood.engine.game import Document
from matchwood.games.colorfox.pieces import LETTERS, Cell, fits_any, open_cells, points, sets

# Of middling brightness, to be read on dark terminals and on light ones
STYLES = dict(
    zip(LETTERS, ("#d6432f", "#d97706", "#a88600", "#2f9b5c", "#4a7fd0", "#a05fc0"), strict=True)
)
FAINT = "dim"
WOOD = "#b98b5e"
GREEN = "bold #2f9b5c"

WIDEST = 80
LABELS = 5
"""The width of the numbers of the rows."""
STEPS = (6, 4, 2)
"""Distances that columns can have; even, so that a letter is in the middle."""
LABEL_ROOM = 4

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Characters where borders meet, by the ways in which they go from there."""

Canvas = dict[Cell, tuple[str, str]]
"""A letter and its style, by line from the top and place from the left."""
BLANK = " ", ""


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The table with the numbers of its columns and rows, everyone's sticks, the viewer's cards.

    The card that was laid last has a dot; a cell where a card of the viewer's fits, a plus.
    """
    parts: list[RenderableType] = [_table(document, viewer), "", _sticks(document, viewer, names)]
    hand = document["hands"][viewer] if viewer is not None else []
    if hand:
        parts += ["", Columns((_hand_card(card) for card in hand), padding=(0, 3))]
    if document["swaps_left"]:
        parts += ["", f"Swaps left: {document['swaps_left']}."]
    return Group(*parts)


def _table(document: Document, viewer: int | None) -> Text:
    cells = open_cells(document)
    laid = {(card["x"], card["y"]): card["card"] for card in document["table"]}
    last = document["table"][-1]
    columns, step = _columns([x for x, _ in (*laid, *cells)], last["x"])
    rows = range(max(y for _, y in (*laid, *cells)), min(y for _, y in (*laid, *cells)) - 1, -1)
    canvas: Canvas = {}
    seen = {cell: card for cell, card in laid.items() if cell[0] in columns}
    _draw_borders(canvas, seen, columns, rows, step)
    canvas[_middle((last["x"], last["y"]), columns, rows, step)] = "•", WOOD
    if viewer == document["to_move"] and document["phase"] == "place":
        hand = document["hands"][viewer]
        fitting = [cell for cell in cells if cell[0] in columns and fits_any(cells[cell], hand)]
        for cell in fitting:
            line, place = _middle(cell, columns, rows, step)
            canvas[line, place] = "+", GREEN
    return _print(canvas, columns, rows, step)


def _columns(across: Sequence[int], last: int) -> tuple[range, int]:
    """The columns that are shown and their distance; if not all fit, those about the last card."""
    left, right = min(across), max(across)
    for step in STEPS:
        room = (WIDEST - LABELS - 1) // step
        if right - left + 1 <= room:
            return range(left, right + 1), step
    left = min(max(last - room // 2, left), right + 1 - room)
    return range(left, left + room), step


def _corner(cell: Cell, columns: range, rows: range, step: int) -> Cell:
    """The upper left corner of a cell on the canvas."""
    return 2 * (rows.start - cell[1]), step * (cell[0] - columns.start)


def _middle(cell: Cell, columns: range, rows: range, step: int) -> Cell:
    line, place = _corner(cell, columns, rows, step)
    return line + 1, place + step // 2


def _draw_borders(
    canvas: Canvas, laid: dict[Cell, str], columns: range, rows: range, step: int
) -> None:
    ways: dict[Cell, int] = {}
    for cell, card in laid.items():
        top, right, bottom, left = tuple(card)
        line, place = _corner(cell, columns, rows, step)
        for down, colour, side in ((0, top, DOWN), (2, bottom, UP)):
            for along in range(1, step):
                canvas[line + down, place + along] = "─", FAINT
            canvas[line + down, place + step // 2] = colour, f"bold {STYLES[colour]}"
            for along, way in ((0, RIGHT), (step, LEFT)):
                corner = line + down, place + along
                ways[corner] = ways.get(corner, 0) | way | side
        canvas[line + 1, place] = left, f"bold {STYLES[left]}"
        canvas[line + 1, place + step] = right, f"bold {STYLES[right]}"
    canvas.update({corner: (CORNERS[way], FAINT) for corner, way in ways.items()})


def _print(canvas: Canvas, columns: range, rows: range, step: int) -> Text:
    text = _head(columns, step)
    for line in range(2 * len(rows) + 1):
        row = f"{rows.start - line // 2:>{LABELS - 1}} " if line % 2 else " " * LABELS
        text.append("\n" + row, FAINT)
        text.append_text(_line(canvas, line, step * len(columns) + 1))
    return text


def _line(canvas: Canvas, line: int, width: int) -> Text:
    letters = [canvas.get((line, place), BLANK) for place in range(width)]
    runs = groupby(letters, key=lambda letter: letter[1])
    return Text.assemble(*(("".join(sign for sign, _ in run), style) for style, run in runs))


def _head(columns: range, step: int) -> Text:
    """The numbers of the columns, as many as there is room for."""
    each = -(-LABEL_ROOM // step)
    head = " " * LABELS
    for x in columns:
        if x % each == 0:
            head = head.ljust(LABELS + step * (x - columns.start) + step // 2 - 1) + f"{x:>2}"
    return Text(head, FAINT)


def _hand_card(card: str) -> Text:
    """A card by itself, and how it is written in a move."""
    canvas: Canvas = {}
    _draw_borders(canvas, {(0, 0): card}, range(1), range(1), STEPS[0])
    lines = (_line(canvas, line, STEPS[0] + 1) for line in range(3))
    return Text("\n").join([*lines, Text(f" {card}")])


def _sticks(document: Document, viewer: int | None, names: Sequence[str]) -> Table:
    """The reserve, then what everyone has: sticks by colour, and the sets that score (CF-15)."""
    table = Table.grid(padding=(0, 1, 0, 0))
    heads = (Text(f" {letter}", f"bold {STYLES[letter]}") for letter in LETTERS)
    table.add_row("", *heads, Text("points", FAINT), Text("cards", FAINT))
    pile = Text(f"{len(document['pile'])} in the pile", FAINT)
    table.add_row(Text("  reserve", FAINT), *_counts(document["reserve"]), "", pile)
    for seat, name in enumerate(names):
        table.add_row(
            seat_name(document, seat, name),
            *_counts(document["sticks"][seat]),
            _score(document, seat),
            _cards(document["hands"][seat], shown=viewer is None),
        )
    return table


def _counts(holding: dict[str, int]) -> Iterator[Text]:
    for letter, number in holding.items():
        yield Text(f"{number:>2}", STYLES[letter]) if number else Text(" ·", FAINT)


def _score(document: Document, seat: int) -> Text:
    """The points, and the sets that they come from."""
    of_sets = "+".join(str(points(len(colours))) for colours in sets(document["sticks"][seat]))
    return Text.assemble(
        (f"{document['scores'][seat]:>2}", "bold"), (f" = {of_sets}" if of_sets else "", FAINT)
    )


def _cards(hand: Sequence[str | None], shown: bool) -> str:
    """The number of cards; someone who watches with nothing hidden sees which."""
    return " ".join(filter(None, hand)) if shown and all(hand) else str(len(hand))
