"""Matches for the terminal: a suit has a sign, a letter and a colour, so that any one is enough."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from matchwood.drawing.sketch import seat_name
from matchwood.engine.game import Document
from matchwood.games.piecepack_matches.pieces import SUITS
from matchwood.games.piecepack_matches.text import SIDES, at_the_start, is_marked

SIGNS = {"S": "☀", "M": "☾", "C": "♛", "A": "⚜"}
SUIT_NAMES = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
# The terminal's own colours: it knows how they can be read on its ground
STYLES = {"S": "yellow", "M": "bright_blue", "C": "red", "A": "green"}
VALUES = SIDES[SUITS:]
FAINT = "dim"
WOOD = "#b98b5e"
COVERED = "bold on bright_white"
SEEN = "•"

SPOTS_IN_A_ROW = 6
SPOT_WIDTH = 12
NAME_WIDTH = 20
TILES_WIDTH = 13


def sketch(document: Document, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The middle by spots, then everyone's tiles. A coin shows the side that is up (PM-12).

    Someone who only watches, and from whom nothing is hidden, sees the other sides too.
    """
    both_sides = viewer is None and all(coin["coin"] for coin in document["coins"] if coin)
    parts: list[RenderableType] = [_middle(document, both_sides), _players(document, names)]
    if any(coin and is_marked(coin) for coin in document["coins"]):
        parts += ["", Text(f"A coin with {SEEN} has been seen.", FAINT)]
    if document["turned"]:
        parts += ["", _turned(document)]
    return Group(*parts)


def _middle(document: Document, both_sides: bool) -> Panel:
    spots = [
        _cut(Text.assemble((f"{spot:>3} ", FAINT), _coin(document, spot, both_sides)), SPOT_WIDTH)
        for spot in range(1, len(document["coins"]) + 1)
    ]
    rows = [
        Text.assemble(*spots[first : first + SPOTS_IN_A_ROW])
        for first in range(0, len(spots), SPOTS_IN_A_ROW)
    ]
    return Panel.fit(Text("\n").join(rows), box=box.ROUNDED, border_style=WOOD)


def _coin(document: Document, spot: int, both_sides: bool) -> Text:
    coin = document["coins"][spot - 1]
    if coin is None:
        return Text("  ·", FAINT)
    turned = spot == document["turned"]
    left, right = "[]" if turned else "()"
    under = "/" + coin["coin"].replace(coin["up"], "") if both_sides else ""
    seen = SEEN if is_marked(coin) else ""
    text = Text.assemble((left, WOOD), _side(coin["up"]), under, (right, WOOD), seen)
    text.stylize("reverse" if turned else "")
    return text


def _side(side: str) -> tuple[str, str]:
    """A side of a coin, a suit or a value, and its style."""
    if side in SIGNS:
        return f"{SIGNS[side]} {side}", f"bold {STYLES[side]}"
    return f" {side} ", "bold"


def _players(document: Document, names: Sequence[str]) -> Text:
    """Everyone's tiles by suit, and how many are marked; at the start, the dice."""
    start = at_the_start(document)
    heads = [Text(f"{SIGNS[suit]} {suit} {SUIT_NAMES[suit]}", STYLES[suit]) for suit in SIGNS]
    lines = [_line(Text(), heads, Text("dice" if start else "marked", FAINT))]
    for seat, name in enumerate(names):
        tiles = [_tiles(document, seat, suit) for suit in SIGNS]
        last = _dice(document, seat) if start else _count(document, seat)
        lines.append(_line(seat_name(document, seat, name), tiles, Text(last)))
    return Text("\n").join(lines)


def _line(name: Text, suits: Sequence[Text], last: Text) -> Text:
    columns = [_cut(suit, TILES_WIDTH) for suit in suits]
    return Text.assemble(_cut(name, NAME_WIDTH), *columns, last)


def _cut(text: Text, width: int) -> Text:
    """The text in just this width."""
    text.truncate(width - 1, overflow="ellipsis")
    text.pad_right(width - text.cell_len)
    return text


def _tiles(document: Document, seat: int, suit: str) -> Text:
    """Six places, one for each value; where the tile is someone else's, a faint dot."""
    text = Text()
    for value in VALUES:
        if suit + value in document["marked"][seat]:
            text.append(f"{value}✓", f"{STYLES[suit]} {COVERED}")
        elif suit + value in document["tiles"][seat]:
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
        f"Just turned, on spot {spot}: ",
        (f"{SIGNS[suit]} {suit}{value}", f"bold {STYLES[suit]}"),
        ". It may stay there or be put on another spot.",
    )
