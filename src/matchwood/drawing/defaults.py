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
from matchwood.drawing.layout import Arrangements, alone
from matchwood.drawing.picture import BOARD, HAND, Drawing, Emblem, Outline, Picture, seat_part
from matchwood.drawing.sketch import seat_name
from matchwood.drawing.svg import Drawn, Point, Size
from matchwood.engine.defaults import OVER
from matchwood.engine.fields import NOBODY, OTHERS, SEAT, Count, Field, Grid, Hand, Pile, Zone
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.engine.spec import Spec, player_id, slug

BOARD_ROOM, CELLS = 520, (56, 120)
"""How large a grid is drawn, if its cells are then neither too small nor too large."""
EDGE, LABEL, LABEL_SIZE = 10, 22, 15
PIECE, PIECE_ROOM = 27, 70
"""The radius of a piece, in a cell of this size."""
CARD, CARD_CORNER, CARD_GAP, FAN = (62, 86), 9, 12, 7
"""A card, and how far one of the same kind shows from under the next."""
CARDS_A_ROW = 6
SEAT_SIZE = (330, 54)
SMALL = 0.52
"""How large a card is at a seat, beside one in the hand."""
SHOWN_AT_SEAT = 9
KINDS_A_ROW = 5
"""Cards of an open pile lie in rows of so many."""
COVER = (0, 0, 320, 400)
SPARSE = 5
"""One of so many cells is left free on a cover."""

SIGNS = (
    svg.circle(12, class_="sign"),
    svg.path("M-10 -10L10 10M10 -10L-10 10", class_="sign"),
    svg.path("M0 -13L12 8H-12Z", class_="sign"),
    svg.path("M-10 -10H10V10H-10Z", class_="sign"),
    svg.path("M-12 0H12M0 -12V12", class_="sign"),
    svg.path("M-12 6L0 -8L12 6", class_="sign"),
)
SIGN_TEXTS = "○×△□+^"
"""The same for the terminal."""
COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
"""Of the pieces of seats and of kinds, in this order."""
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
                grids.append((_grid_size(each), [(name, each)]))
            elif isinstance(each, Pile) and _is_seen(each):
                piles.append((_open_size(each), [(name, each)]))
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
        drawings = [self._board(document, words), *self._hands(document, viewer, words)]
        drawings += [self._seat(document, seat, name, viewer) for seat, name in enumerate(names)]
        return Picture(document["game"], self._label(document, names, words), tuple(drawings))

    def _label(self, document: Document, names: Sequence[str], words: Words) -> str:
        title = self.spec.game.title
        if document["phase"] == OVER:
            return words("{game}: the game is over.", game=title)
        turn = words.about(document["to_move"], names, "It’s your turn.", "It’s {name}’s turn.")
        return f"{title}: {turn}"

    def _board(self, document: Document, words: Words, named: bool = True) -> Drawing:
        drawn: list[Drawn] = []
        outlines: dict[str, Outline] = {}
        width, height = self._size
        top = 0.0
        for size, row in self._rows:
            at = ((width - size[0]) / 2, top)
            name, each = row[0]
            if isinstance(each, Grid):
                drawn.append(svg.group(_grid(name, each, document[name], named), at=at))
                outlines |= _cell_outlines(name, each, at)
            elif isinstance(each, Pile) and _is_seen(each):
                drawn.append(svg.group(_open_pile(name, each, document[name], named), at=at))
                outlines |= _card_outlines(name, each, at)
            else:
                drawn.append(svg.group(*_beside(row, document), at=at))
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
                yield _hand(name, kinds, cards, words)

    def _seat(self, document: Document, seat: int, name: str, viewer: int | None) -> Drawing:
        width, height = SEAT_SIZE
        rows = [
            (field, each)
            for field, each in self._fields.items()
            if _is_shown_at(each, of_viewer=seat == viewer)
        ]
        tall = max(len(rows), 1) * height
        drawn = [svg.block(width, tall, at=(0, 0), class_="place")]
        for number, (field, each) in enumerate(rows):
            shown = _at_seat(field, each, document[field], seat)
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


def _told(name: str) -> str:
    return name.replace("_", " ")


def _is_seen(each: Zone) -> bool:
    return each.hidden_from in (None, NOBODY)


def _is_shown_at(each: Field, of_viewer: bool) -> bool:
    """True if something of a seat is drawn at its place; the viewer's hand lies on the table."""
    if isinstance(each, Hand):
        return not (of_viewer and each.hidden_from == OTHERS)
    return each.by_seat or (isinstance(each, Grid) and each.of == SEAT)


def _open_size(pile: Pile) -> Size:
    columns = min(pile.kinds, KINDS_A_ROW)
    rows = -(-pile.kinds // KINDS_A_ROW)
    return columns * (CARD[0] + CARD_GAP) + CARD_GAP, rows * (CARD[1] + CARD_GAP) + LABEL + CARD_GAP


def _card_place(number: int) -> Point:
    """Place of a kind of card in an open pile."""
    row, column = divmod(number, KINDS_A_ROW)
    return CARD_GAP + column * (CARD[0] + CARD_GAP), CARD_GAP + row * (CARD[1] + CARD_GAP)


def _card_outlines(name: str, pile: Pile, at: Point) -> dict[str, Outline]:
    found = {}
    for number, kind in enumerate(pile.deck.kinds):
        x, y = _card_place(number)
        middle = (at[0] + x + CARD[0] / 2, at[1] + y + CARD[1] / 2)
        found[f"{name}-{slug(kind)}"] = Outline(middle, CARD, CARD_CORNER)
    return found


def _beside(row: Sequence[tuple[str, Field]], document: Document) -> Iterator[Drawn]:
    """Closed piles and counts beside each other, each with its name below."""
    for number, (name, each) in enumerate(row):
        value, middle = document[name], (CARD[0] / 2, CARD[1] / 2)
        if isinstance(each, Zone):
            depth = range(min(len(value), 3))
            drawn = [svg.group(back(), at=(2 * layer, -2 * layer)) for layer in depth]
            drawn.append(svg.text(str(len(value)), 26, middle, class_="on-back"))
        else:
            drawn = [svg.text("?" if value is None else str(value), 38, middle, class_="label")]
        label = (CARD[0] / 2, CARD[1] + LABEL / 2 + 3)
        told = svg.text(_told(name), LABEL_SIZE, label, class_="label")
        left = CARD_GAP + number * (CARD[0] + CARD_GAP)
        yield svg.group(*drawn, told, at=(left, CARD_GAP))


def _cell(grid: Grid) -> float:
    """The size of a cell."""
    least, most = CELLS
    return min(max(BOARD_ROOM / max(grid.rows, grid.columns), least), most)


def _grid_size(grid: Grid) -> Size:
    cell = _cell(grid)
    return 2 * EDGE + LABEL + grid.columns * cell, 2 * EDGE + LABEL + grid.rows * cell


def _middle(grid: Grid, row: int, column: int) -> Point:
    start, cell = LABEL + EDGE, _cell(grid)
    return start + (column + 0.5) * cell, start + (row + 0.5) * cell


def _cell_outlines(name: str, grid: Grid, at: Point) -> dict[str, Outline]:
    middles = (_middle(grid, row, column) for row, column in grid.places())
    size = (_cell(grid) - 6, _cell(grid) - 6)
    return {
        f"{name}-{text}": Outline((x + at[0], y + at[1]), size, svg.CORNER)
        for text, (x, y) in zip(grid.names, middles, strict=True)
    }


def _grid(name: str, grid: Grid, rows: Sequence[Sequence[Any]], named: bool) -> Drawn:
    across = ((grid.names[c][0], (_middle(grid, 0, c)[0], LABEL / 2)) for c in range(grid.columns))
    down = ((str(r + 1), (LABEL / 2, _middle(grid, r, 0)[1])) for r in range(grid.rows))
    labels = [svg.text(text, LABEL_SIZE, at, class_="label") for text, at in (*across, *down)]
    cells, half = [], _cell(grid) / 2 - 3
    for text, (row, column) in zip(grid.names, grid.places(), strict=True):
        content = rows[row][column]
        room = svg.block(2 * half, 2 * half, at=(-half, -half), class_="room")
        piece = [] if content is None else [_piece(grid, content, _cell(grid) / PIECE_ROOM)]
        cells.append(
            svg.group(
                room,
                *piece,
                at=_middle(grid, row, column),
                title=text if content is None else f"{text}: {_piece_told(grid, content)}",
                id_=f"{name}-{text}" if named else None,
                class_="cell",
            )
        )
    return Drawn("".join([*labels, *cells]))


def _piece_told(grid: Grid, content: int | str) -> str:
    return f"player {int(content) + 1}" if grid.of == SEAT else str(content)


def _piece(grid: Grid, content: int | str, scale: float) -> Drawn:
    if grid.of == SEAT:
        return seat_piece(int(content), scale)
    kind = list(grid.of).index(str(content))
    letters = svg.text(svg.cut(str(content), 15, 2 * PIECE - 8), 15)
    face = svg.circle(PIECE, class_="face")
    return svg.group(face, letters, scale=scale, class_=COLOURS[kind % len(COLOURS)])


def seat_piece(seat: int, scale: float = 1) -> Drawn:
    """A piece of a seat: its colour, and a sign for those who do not see colours."""
    face = svg.circle(PIECE, class_="face")
    return svg.group(face, SIGNS[seat], scale=scale, class_=COLOURS[seat])


def card(kind: str) -> Drawn:
    """A card, with a band of colour that is always the same for its kind."""
    width, height = CARD
    number = zlib.crc32(kind.encode())
    band = svg.block(width - 12, 8, 4, at=(6, 8), class_=f"band {COLOURS[number % len(COLOURS)]}")
    return Drawn(
        svg.block(width, height, CARD_CORNER, class_="playing-card")
        + band
        + svg.text(kind[:1].upper(), 30, (width / 2, 40), class_="on-card")
        + svg.text(svg.cut(kind, 12, width - 6), 12, (width / 2, 70), class_="on-card")
    )


def back() -> Drawn:
    width, height = CARD
    line = svg.block(width - 14, height - 14, 6, at=(7, 7), class_="back-line")
    return Drawn(svg.block(width, height, CARD_CORNER, class_="card-back") + line)


def _open_pile(name: str, pile: Pile, cards: Sequence[str | None], named: bool) -> Drawn:
    """The cards of a pile that everyone sees, each kind in its place."""
    held = Counter(cards)
    size = _open_size(pile)
    label = svg.text(
        _told(name), LABEL_SIZE, (size[0] / 2, size[1] - LABEL / 2 - 2), class_="label"
    )
    drawn = []
    for number, kind in enumerate(pile.deck.kinds):
        at = _card_place(number)
        if held[kind]:
            badge = svg.text(f"×{held[kind]}", 13, (CARD[0] - 13, 25), class_="on-card")
            inside = [card(kind), *([badge] if held[kind] > 1 else [])]
            id_ = f"{name}-{slug(kind)}" if named else None
            drawn.append(svg.group(*inside, at=at, title=f"{kind} ×{held[kind]}", id_=id_))
        else:
            drawn.append(svg.group(svg.block(*CARD, CARD_CORNER, class_="free-place"), at=at))
    return Drawn("".join([*drawn, label]))


def _hand(name: str, kinds: Sequence[str], cards: Counter[str], words: Words) -> Drawing:
    most = max(CARDS_A_ROW, len(kinds) if len(kinds) <= CARDS_A_ROW else -(-len(kinds) // 2))
    step, line = CARD[0] + CARD_GAP + FAN, CARD[1] + CARD_GAP + FAN
    drawn, outlines = [], {}
    for number, kind in enumerate(kinds):
        row, column = divmod(number, most)
        at = (column * step + CARD_GAP, row * line + CARD_GAP)
        below = range(min(cards[kind], 4) - 1, 0, -1)
        under = [
            svg.group(
                svg.block(*CARD, CARD_CORNER, class_="playing-card"), at=(FAN * d / 2, -FAN * d / 2)
            )
            for d in below
        ]
        many = f" ×{cards[kind]}" if cards[kind] > 1 else ""
        badge = (
            [svg.text(f"×{cards[kind]}", 13, (CARD[0] - 13, 25), class_="on-card")] if many else []
        )
        id_ = f"{name}-{slug(kind)}"
        drawn.append(svg.group(*under, card(kind), *badge, at=at, title=kind + many, id_=id_))
        middle = (at[0] + CARD[0] / 2, at[1] + CARD[1] / 2)
        outlines[id_] = Outline(middle, CARD, CARD_CORNER)
    rows = max(1, -(-len(kinds) // most))
    size = (most * step + CARD_GAP, rows * line + CARD_GAP)
    return Drawing(
        HAND,
        HAND,
        (0, 0, *size),
        Drawn("".join(drawn)),
        words("your cards"),
        outlines,
    )


def _at_seat(name: str, each: Field, value: Any, seat: int) -> Drawn:
    """A thing of a seat in one line: its name, and cards or a number."""
    label = svg.text(_told(name), 14, (6, SEAT_SIZE[1] / 2), class_="quiet start")
    left, middle = 96, SEAT_SIZE[1] / 2
    if isinstance(each, Grid):
        return svg.group(seat_piece(seat, 0.7), at=(30, middle))
    if isinstance(each, Count):
        number = value[seat]
        told = "?" if number is None else str(int(number))
        return Drawn(label + svg.text(told, 26, (left, middle), class_="number start"))
    cards = sorted(value[seat], key=lambda card: (card is None, card or ""))
    step = min(CARD[0] * SMALL + 4, (SEAT_SIZE[0] - left - 70) / max(len(cards) - 1, 1))
    drawn = [
        svg.group(
            back() if kind is None else card(kind),
            at=(left + place * step, middle - CARD[1] * SMALL / 2),
            scale=SMALL,
        )
        for place, kind in enumerate(cards)
    ]
    many = svg.text(str(len(cards)), 20, (SEAT_SIZE[0] - 8, middle), class_="number end")
    return Drawn("".join([label, *drawn, many]))


class Finale:
    """The end of a game: the board as it stood then."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def draw(
        self, document: Document, viewer: int | None, names: Sequence[str], words: Words
    ) -> Drawing:
        game = self._spec.game
        board = Picturing(self._spec)._board(document, words, named=False)
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
                size = _grid_size(each)
                scale = min((width - 24) / size[0], (height - 24) / size[1])
                at = ((width - scale * size[0]) / 2, (height - scale * size[1]) / 2)
                return svg.group(
                    _grid(name, each, self._filled(each), named=False), at=at, scale=scale
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
                lines.append(Text(f"{_told(name)}: {_value_told(each, document[name])}"))
        for seat, name in enumerate(names):
            line = Text.assemble(seat_name(document, seat, name))
            if any(isinstance(each, Grid) and each.of == SEAT for _, each in fields):
                line.append(f" {SIGN_TEXTS[seat]}")
            for field, each in fields:
                if each.by_seat:
                    line.append(f"  {_told(field)}: {_value_told(each, document[field][seat])}")
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
"""What is drawn of a declared game, by the names of the modules that would draw it."""
