"""The picture of a declared game, as its fields lead to it.

What all share lies on the board: grids, and beside or instead of them piles and counts. The hand of
the viewer lies in front of them, and each seat shows its cards and counts. Elements that can be
clicked are called `board-b2` for a cell of the grid `board`, `hand-queen` for the queens in the
hand `hand`, and `player-2` for the place of the second player.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from matchwood.drawing import style, svg
from matchwood.drawing.default_pieces import (
    CARD,
    CARD_CORNER,
    CARD_GAP,
    COLOURS,
    LABEL,
    SEAT_SIZE,
    card,
    card_outlines,
    cell_outlines,
    drawn_at_seat,
    drawn_beside,
    drawn_grid,
    drawn_hand,
    drawn_pile,
    grid_size,
    is_seen,
    is_shown_at,
    open_size,
    told_name,
)
from matchwood.drawing.layout import Arrangements, alone
from matchwood.drawing.picture import BOARD, Drawing, Emblem, Outline, Picture, seat_part
from matchwood.drawing.sketch import seat_name
from matchwood.drawing.svg import Drawn, Size
from matchwood.engine.defaults import OVER
from matchwood.engine.fields import OTHERS, SEAT, Field, Grid, Hand, Pile, Zone
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.engine.spec import Spec, player_id

COVER = (0, 0, 320, 400)
SPARSE = 5
"""One of so many cells is left free on a cover."""

SIGN_TEXTS = "○×△□+^"
"""Signs of the seats in the terminal."""
INKS = {"yellow": "#2B2622", "orange": "#2B2622"}
LIGHT_INK = "#FFFDF8"

LOOKS = {
    ".cell>rect": "fill:var(--card);fill-opacity:.5;stroke:var(--wood);stroke-width:1.5",
    ".free-place": "fill:none;stroke:var(--wood);stroke-width:1.5;stroke-dasharray:4 5",
    "text.on-back": "fill:var(--on-back)",
    ".can>.room": "fill:var(--candle);fill-opacity:.75;stroke:var(--mark-ink);stroke-width:1.5",
    ".chosen>.room": style.LEGAL,
    ".face": "stroke:#2B262266;stroke-width:1.5",
    ".sign": "fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round",
    "text.label": "fill:var(--board-label)",
    ".playing-card": "fill:var(--piece);stroke:var(--piece-line);stroke-width:1.5",
    "text.on-card": "fill:var(--piece-ink)",
    ".can>.playing-card": "stroke:var(--piece-ink);stroke-width:2.5",
    ".chosen>.playing-card": style.CHOSEN,
    ".card-back": "fill:var(--back);stroke:var(--back-line);stroke-width:1.5",
    ".back-line": "fill:none;stroke:var(--back-line);stroke-width:1.5",
    ".band": "stroke:none",
    ".place": "fill:transparent",
    ".can>.place,.chosen>.place": "stroke:var(--ink);stroke-width:3;stroke-dasharray:9 7",
    "text.number": "fill:var(--ink)",
    **{f".{name}>.face,.{name}.band": f"fill:var(--{name})" for name in COLOURS},
    **{f".{name}>.sign": f"stroke:{INKS.get(name, LIGHT_INK)}" for name in COLOURS},
    **{f".{name}>text": f"fill:{INKS.get(name, LIGHT_INK)}" for name in COLOURS},
}


Row = tuple[Size, list[tuple[str, Field]]]
"""Fields that lie beside each other on the board, and the room they take."""


class Picturing:
    """The position as a picture made of parts."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    @cached_property
    def STYLE(self) -> str:  # noqa: N802
        return style.sheet(self.spec.game.name, LOOKS)

    @cached_property
    def ARRANGEMENTS(self) -> Mapping[str, Arrangements]:  # noqa: N802
        return {"usual": alone(self._size)}

    @property
    def EMBLEMS(self) -> Mapping[str, Emblem]:  # noqa: N802
        """Players have the colours of their pieces, where they have any."""
        if not any(isinstance(each, Grid) and each.of == SEAT for each in self._fields.values()):
            return {}
        return {
            name: Emblem(style.TOKENS[name][0], INKS.get(name, LIGHT_INK))
            for name in COLOURS[: self.spec.seats]
        }

    def emblems(self, document: Document) -> Sequence[str]:
        return COLOURS[: document["players"]]

    @property
    def _fields(self) -> Mapping[str, Field]:
        return self.spec.fields

    @cached_property
    def _rows(self) -> list[Row]:
        """Contents of the board, row by row: each grid, the closed piles and counts, and each open
        pile."""
        grids: list[Row] = []
        piles: list[Row] = []
        beside: list[tuple[str, Field]] = []
        for name, each in self._fields.items():
            if isinstance(each, Grid):
                grids.append((grid_size(each), [(name, each)]))
            elif isinstance(each, Pile) and is_seen(each):
                piles.append((open_size(each), [(name, each)]))
            elif not each.by_seat:
                beside.append((name, each))
        width = len(beside) * (CARD[0] + CARD_GAP) + CARD_GAP
        line: list[Row] = [((width, CARD[1] + LABEL + 2 * CARD_GAP), beside)] if beside else []
        return [*grids, *line, *piles]

    @cached_property
    def _size(self) -> Size:
        """The size of the board; one that has nothing on it has room for a name."""
        sizes = [size for size, _ in self._rows] or [(4 * CARD[0], CARD[1])]
        return max(width for width, _ in sizes), sum(height for _, height in sizes)

    def draw(
        self,
        document: Document,
        viewer: int | None,
        names: Sequence[str] | None = None,
        words: Words = ENGLISH,
    ) -> Picture:
        names = player_names(names, document["players"], words)
        board = self.spec.game.picture.board(document, words)
        drawings = [board, *self._hands(document, viewer, words)]
        drawings += [self._seat(document, seat, name, viewer) for seat, name in enumerate(names)]
        return Picture(document["game"], self._label(document, names, words), tuple(drawings))

    def _label(self, document: Document, names: Sequence[str], words: Words) -> str:
        title = self.spec.game.title
        if document["phase"] == OVER:
            return words("{game}: the game is over.", game=title)
        turn = words.about(document["to_move"], names, "It’s your turn.", "It’s {name}’s turn.")
        return f"{title}: {turn}"

    def board(self, document: Document, words: Words, named: bool = True) -> Drawing:
        """Drawing of what lies on the board; without ids if it is not `named`."""
        drawn: list[Drawn] = []
        outlines: dict[str, Outline] = {}
        width, height = self._size
        top = 0.0
        for size, row in self._rows:
            at = ((width - size[0]) / 2, top)
            name, each = row[0]
            if isinstance(each, Grid):
                drawn.append(svg.group(drawn_grid(name, each, document[name], named), at=at))
                outlines |= cell_outlines(name, each, at)
            elif isinstance(each, Pile) and is_seen(each):
                drawn.append(svg.group(drawn_pile(name, each, document[name], named), at=at))
                outlines |= card_outlines(name, each, at)
            else:
                drawn.append(svg.group(*drawn_beside(row, document), at=at))
            top += size[1]
        return Drawing(
            BOARD, BOARD, (0, 0, width, height), Drawn("".join(drawn)), outlines=outlines
        )

    def _hands(self, document: Document, viewer: int | None, words: Words) -> Iterator[Drawing]:
        """The viewer's hand, the cards of a kind under each other."""
        if viewer is None:
            return
        for name, each in self._fields.items():
            if isinstance(each, Hand) and each.hidden_from == OTHERS:
                cards = Counter(card for card in document[name][viewer] if card is not None)
                kinds = [kind for kind in each.deck.kinds if cards[kind]]
                yield drawn_hand(name, kinds, cards, words)

    def _seat(self, document: Document, seat: int, name: str, viewer: int | None) -> Drawing:
        width, height = SEAT_SIZE
        rows = [
            (field, each)
            for field, each in self._fields.items()
            if is_shown_at(each, of_viewer=seat == viewer)
        ]
        tall = max(len(rows), 1) * height
        drawn = [svg.block(width, tall, at=(0, 0), class_="place")]
        for number, (field, each) in enumerate(rows):
            shown = drawn_at_seat(field, each, document[field], seat)
            drawn.append(svg.group(shown, at=(0, number * height)))
        return Drawing(
            seat_part(seat),
            seat_part(seat),
            (0, 0, width, tall),
            svg.group(*drawn, id_=player_id(seat), title=name),
            outlines={player_id(seat): Outline((width / 2, tall / 2), (width, tall), CARD_CORNER)},
        )

    def note(self, move: str, before: Document, after: Document, words: Words) -> list[Drawn | str]:
        """The choice in a move, or the move itself where there was none."""
        found, choices = self.spec.move_of(move)
        values = [
            text
            for (name, text), each in zip(
                found.values(choices).items(), found.parameters, strict=True
            )
            if each.source != SEAT
        ]
        return [" ".join(values) or found.move.name]


class Finale:
    """The end of a game: the board as it stood then."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def draw(
        self, document: Document, viewer: int | None, names: Sequence[str], words: Words
    ) -> Drawing:
        game = self._spec.game
        board = game.picture.board(document, words, named=False)
        told = " ".join(game.words.verdict(words, document, names))
        return Drawing("finale", "finale", board.box, board.drawn, told)


class Cover:
    """The game on the front page: its board with some pieces, or some of its cards."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def draw(self) -> Drawing:
        width, height = COVER[2:]
        wood = svg.group(svg.wood(width + 40, height + 40), at=(-20, -20))
        return Drawing("cover", "cover", COVER, Drawn(wood + self._subject()))

    def _subject(self) -> Drawn:
        width, height = COVER[2:]
        for name, each in self._spec.fields.items():
            if isinstance(each, Grid):
                size = grid_size(each)
                scale = min((width - 24) / size[0], (height - 24) / size[1])
                at = ((width - scale * size[0]) / 2, (height - scale * size[1]) / 2)
                return svg.group(
                    drawn_grid(name, each, self._filled(each), named=False), at=at, scale=scale
                )
        for each in self._spec.fields.values():
            if isinstance(each, Zone):
                kinds = each.deck.kinds[:4]
                turns = range(-12 * (len(kinds) - 1), 12 * len(kinds), 24)
                fan = (
                    svg.group(
                        svg.group(card(kind), at=(-CARD[0] / 2, -CARD[1] - 60)),
                        at=(width / 2, height / 2 + 130),
                        turn=turn,
                        scale=2.1,
                    )
                    for kind, turn in zip(kinds, turns, strict=False)
                )
                return Drawn("".join(fan))
        return svg.text(self._spec.game.title, 34, (width / 2, height / 2), class_="label")

    def _filled(self, grid: Grid) -> list[list[int | str | None]]:
        """Pieces here and there, the same ones each time."""
        kinds: Sequence[int | str] = range(2) if grid.of == SEAT else list(grid.of)
        cells: list[int | str | None] = []
        for text in grid.names:
            number = zlib.crc32(f"{self._spec.game.name} {text}".encode())
            cells.append(None if number % SPARSE < 2 else kinds[number // SPARSE % len(kinds)])
        return [cells[at : at + grid.columns] for at in range(0, grid.cells, grid.columns)]


class Sketching:
    """The position in the terminal."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def sketch(self, document: Document, viewer: int | None, names: Sequence[str]) -> Group:
        fields = self._spec.fields.items()
        lines: list[Table | Text] = []
        for name, each in fields:
            if isinstance(each, Grid):
                lines.append(_grid_sketched(each, document[name]))
            elif not each.by_seat:
                lines.append(Text(f"{told_name(name)}: {_value_told(each, document[name])}"))
        for seat, name in enumerate(names):
            line = Text.assemble(seat_name(document, seat, name))
            if any(isinstance(each, Grid) and each.of == SEAT for _, each in fields):
                line.append(f" {SIGN_TEXTS[seat]}")
            for field, each in fields:
                if each.by_seat:
                    line.append(f"  {told_name(field)}: {_value_told(each, document[field][seat])}")
            lines.append(line)
        return Group(*lines)


def _grid_sketched(grid: Grid, rows: Sequence[Sequence[Any]]) -> Table:
    board = Table(box=box.SQUARE, show_lines=True, padding=(0, 1))
    board.add_column("")
    for column in range(grid.columns):
        board.add_column(grid.names[column][0])
    for number, row in enumerate(rows, start=1):
        board.add_row(str(number), *(_cell_sketched(grid, content) for content in row))
    return board


def _cell_sketched(grid: Grid, content: int | str | None) -> str:
    if content is None:
        return ""
    return SIGN_TEXTS[int(content)] if grid.of == SEAT else str(content)


def _value_told(each: Field, value: Any) -> str:
    if isinstance(each, Zone):
        known = Counter(card for card in value if card is not None)
        told = [f"{kind} ×{n}" if n > 1 else str(kind) for kind, n in known.items()]
        hidden = len(value) - known.total()
        return ", ".join([*told, *([f"{hidden} hidden"] if hidden else [])]) or "none"
    return "?" if value is None else str(value)


PARTS = {"picture": Picturing, "finale": Finale, "cover": Cover, "sketch": Sketching}
"""Drawings of a declared game, by the names of the modules that would draw them."""
