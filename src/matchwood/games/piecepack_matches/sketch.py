"""Matches for the terminal: a suit has a sign, a letter and a colour, so that any one is enough."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from matchwood.engine.game import Document
from matchwood.games.piecepack_matches.pieces import SUITS
from matchwood.games.piecepack_matches.text import SIDES

SPOTS_IN_A_ROW = 6
LONGEST_NAME = 17
VALUES = SIDES[SUITS:]

SIGNS = {"S": "☀", "M": "☾", "C": "♛", "A": "⚜"}
SUIT_NAMES = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
STYLES = {"S": "yellow", "M": "bright_blue", "C": "bright_red", "A": "green"}
VALUE_STYLE = "bold"
FAINT = "dim"
WOOD = "rgb(185,139,94)"


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> Group:
    """The middle by spots, then everyone's tiles. A coin shows the side that is up (PM-12).

    Someone who only watches, and from whom nothing is hidden, sees the other sides too.
    """
    coins = [coin for coin in document["coins"] if coin]
    both_sides = viewer is None and all(coin["coin"] for coin in coins)
    parts = [_middle(document, both_sides), Padding(_players(document, names), (0, 1))]
    if document["turned"]:
        parts.append(Padding(_turned(document), (1, 1, 0, 1)))
    return Group(*parts)


def _middle(document: Document, both_sides: bool) -> Panel:
    grid = Table.grid(padding=(0, 1), expand=True)
    for _ in range(SPOTS_IN_A_ROW):
        grid.add_column(justify="right", style=FAINT)
        grid.add_column(no_wrap=True)
    spots = list(enumerate(document["coins"], start=1))
    for first in range(0, len(spots), SPOTS_IN_A_ROW):
        row: list[str | Text] = []
        for spot, coin in spots[first : first + SPOTS_IN_A_ROW]:
            row += [str(spot), _coin(coin, both_sides, spot == document["turned"])]
        grid.add_row(*row)
    return Panel(grid, box=box.ROUNDED, border_style=WOOD, width=78, padding=(0, 1))


def _coin(coin: Document | None, both_sides: bool, turned: bool) -> Text:
    if coin is None:
        return Text("  ·", FAINT)
    left, right = "[]" if turned else "()"
    face = _side(coin["up"])
    if both_sides:
        face = Text.assemble(face, ("/", FAINT), coin["coin"].replace(coin["up"], ""))
    return Text.assemble((left, WOOD), face, (right, WOOD), style="reverse" if turned else "")


def _side(side: str) -> Text:
    """What shows on a side of a coin: a suit, or a value."""
    if side in SIGNS:
        return Text(f"{SIGNS[side]} {side}", STYLES[side])
    return Text(f" {side} ", VALUE_STYLE)


def _players(document: Document, names: Sequence[str]) -> Table:
    """Everyone's tiles by suit, those that are marked checked."""
    at_the_start = all(coin and not coin["seen"] for coin in document["coins"])
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, max_width=LONGEST_NAME + 2)
    heads = [Text(f"{SIGNS[suit]} {suit} {SUIT_NAMES[suit]}", STYLES[suit]) for suit in SIGNS]
    table.add_row("", *heads, Text("dice" if at_the_start else "marked", FAINT))
    for seat, name in enumerate(names):
        last = _dice(document, seat) if at_the_start else _count(document, seat)
        suits = [_tiles(document, seat, suit) for suit in SIGNS]
        table.add_row(_name(document, seat, name), *suits, last)
    return table


def _name(document: Document, seat: int, name: str) -> Text:
    line = Text.assemble(name)
    line.truncate(LONGEST_NAME, overflow="ellipsis")
    if seat in document["winners"]:
        return Text.assemble("★ ", line, style="bold")
    if seat == document["to_move"] and document["phase"] != "over":
        return Text.assemble("▸ ", line, style="bold")
    return Text.assemble("  ", line)


def _tiles(document: Document, seat: int, suit: str) -> Text:
    """Six places, one a value; where the tile is someone else's a faint dot."""
    text = Text()
    for value in VALUES:
        tile = suit + value
        if tile in document["marked"][seat]:
            text.append(f"{value}✓", f"{STYLES[suit]} reverse")
        elif tile in document["tiles"][seat]:
            text.append(f"{value} ", f"{STYLES[suit]} bold")
        else:
            text.append("· ", FAINT)
    return text


def _dice(document: Document, seat: int) -> str:
    """PM-4: what a player rolled, and rolled again."""
    return " ".join(str(row[seat]) for row in document["rolls"] if row[seat] is not None)


def _count(document: Document, seat: int) -> str:
    return f"{len(document['marked'][seat])}/{len(document['tiles'][seat])}"


def _turned(document: Document) -> Text:
    spot = document["turned"]
    suit, value = document["coins"][spot - 1]["coin"]
    return Text.assemble(
        f"The coin just turned, on spot {spot}, is ",
        (f"{SIGNS[suit]} {suit}{value}", f"bold {STYLES[suit]}"),
        ": leave it there or put it on another spot.",
    )
