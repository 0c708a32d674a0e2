"""Colorfox as a picture: the table on wood, the viewer's hand, the reserve, everyone's sticks.

The elements and their ids: `cell-2_-1` for an open cell; `hand-0` for a slot of the hand that
lies under the table; `card-RGBY` for a card that can be seen, on the table or in a slot, and
`card-RGBY-2` for the second of the kind; `reserve-R`; `sticks-0-R` for the red sticks of seat 0;
`seat-0` for a player's panel; `keep` and `pass` for the buttons. What a move can be made with has
the class `click`.

A card is never turned (CF-7), so its right and bottom half match carry the head, the top and left
one the tail, and where two cards meet there is one whole match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.engine.words import ENGLISH, Words
from matchwood.games.colorfox.pieces import LETTERS, SIDE_NAMES
from matchwood.games.colorfox.table import Cell, fits_any, open_cells, points, sets
from matchwood.games.colorfox.words import COLOURS, card_told, count, points_told

WIDTH = 480
MARGIN = GAP = 8
ROOM = WIDTH - 2 * MARGIN

TABLE_INSET = 12
WIDEST_CELL, TAPPED_CELL = 92, 60
"""On a phone, an open cell of the second size is still as large as a fingertip."""
LOWEST_TABLE, HIGHEST_TABLE = 440, 580
"""A table that grows upward gets more room, as long as that keeps its cells so large."""

CARD = 96
"""A card as it is drawn, with the gap around it, before it is scaled to its place."""
CARD_GAP, CARD_CORNER = 1.5, 10
OPEN_INSET, OPEN_CORNER = 5, 9
STICK = 10
"""How thick a matchstick is."""
MARK_AT = 25
"""How far from the middle of a card its marks stand."""
SHINE = 1.6
TAIL_SCALE = 0.8
LETTER, TAIL_LETTER = 15, 12.8
"""How large the letters on a head and on a tail are."""

HAND_HEIGHT = 106
HAND_CARD, HAND_STEP = 86, 92
OPEN_HAND, OPEN_CARD = 54, 48
"""The hands of the others, where everything is revealed."""
PILE_ROOM = 80
PILE_CARD = 52
PILE_STEP, PILE_SHOWN = 2.5, 3
PILE_SIZE = 22

STRIP_HEIGHT = 54
RESERVE_STEP = 57
RESERVE_MARK, RESERVE_NUMBER = 18, 44
RESERVE_SCALE, RESERVE_SIZE = 0.92, 18
BUTTON_WIDTH, BUTTON_SIZE = 112, 18

COLUMN, COLUMN_GAP, COLUMN_CORNER = 64, 4, 8
COLUMNS_FROM = 6
ROW = 27
FEWEST_ROWS = 2
STICK_SCALE = 0.75
TARGET = (COLUMN - COLUMN_GAP) / STICK_SCALE
SET_SIZE, POINTS_INSET = 13, 14

CACHED = 4096
"""How many drawings of one kind are kept for the next picture."""

NAMES = dict(zip(LETTERS, ("red", "orange", "yellow", "green", "blue", "purple"), strict=True))
"""What the look calls the colours."""
PALE = "OY"
LETTER_DROP = {letter: {"Y": 0.25, "P": 0.08}.get(letter, 0.03) for letter in LETTERS}
"""How far below the middle of its shape a letter stands, as a part of its size."""

FACE, OPEN, HALF_MATCH = CARD - 2 * CARD_GAP, CARD - 2 * OPEN_INSET, CARD / 2 - MARK_AT


def _square(side: float, corner: float) -> str:
    """The size of a square, as style: so many of them are written in few bytes."""
    return f"width:{side}px;height:{side}px;rx:{corner}px"


HALVES = {"n": (0, -1, -90), "e": (1, 0, 0), "s": (0, 1, 90), "w": (-1, 0, 180)}
"""A side by its class: where its mark stands, and how far its half match is turned.

The classes are those of the compass, north at the top: in some pages large and small letters are
the same, so they must not be letters of colours.
"""
SIDES, TAILS = (".n", ".e", ".s", ".w"), (".n", ".w")
CARDS = (".cards>g", ".slot>g")


def _each(parents: Iterable[str], child: str) -> str:
    """A selector for the same child of several parents."""
    return ",".join(f"{parent}>{child}" for parent in parents)


LOOKS = {
    ".cells>rect": "fill:transparent;stroke:var(--dark-wood);stroke-width:1.5;"
    f"stroke-dasharray:2 6;stroke-linecap:round;opacity:.55;{_square(OPEN, OPEN_CORNER)}",
    ".cells>.click": "fill:var(--open);stroke:var(--click);stroke-width:3;stroke-dasharray:8 6;"
    "opacity:1",
    _each(CARDS, "rect"): "fill:var(--card);stroke:var(--hairline);stroke-width:1.2;"
    f"x:{-FACE / 2}px;y:{-FACE / 2}px;{_square(FACE, CARD_CORNER)}",
    # The first one is the shadow of the second.
    _each(CARDS, "rect:first-of-type"): "fill:var(--shadow);stroke:var(--shadow);stroke-width:3;"
    f"y:{svg.SHADOW_DROP - FACE / 2}px",
    ".cards>.last>rect+rect": "stroke:var(--dark-wood);stroke-width:3",
    ".back,.slot>g>rect.back": "fill:var(--back);stroke:var(--wood);stroke-width:1.2",
    ".back-mark": "fill:none;stroke:var(--wood);stroke-width:2.2;stroke-linejoin:round;"
    "stroke-linecap:round",
    **{f".{letter}": f"fill:var(--{name});stroke:var(--{name})" for letter, name in NAMES.items()},
    **{
        f".{letter} text": f"fill:var(--on-{'pale' if letter in PALE else 'deep'});stroke:none;"
        f"transform:translate(0,{drop}em)"
        for letter, drop in LETTER_DROP.items()
    },
    ",".join(f".{letter}" for letter in LETTERS): "stroke-width:2.5;stroke-linejoin:round;"
    f"font-size:{LETTER}px",
    **{
        f".{side}": f"transform:translate({right * MARK_AT}px,{down * MARK_AT}px)"
        for side, (right, down, _) in HALVES.items()
    },
    # Half a match goes from its mark to the edge of the card; the second one is the light on it.
    _each(SIDES, "rect"): f"stroke-width:1;y:{-STICK / 2}px;width:{HALF_MATCH}px;height:{STICK}px",
    _each(SIDES, "rect+rect"): "fill:#fff;stroke:none;opacity:.4;"
    f"y:{-STICK / 4 - SHINE / 2}px;height:{SHINE}px",
    **{
        f".{side}>rect": f"transform:rotate({turn}deg)"
        for side, (_, _, turn) in HALVES.items()
        if turn
    },
    f"{_each(TAILS, 'path')},{_each(TAILS, 'circle')}": "fill:var(--card);stroke-width:4;"
    f"transform:scale({TAIL_SCALE})",
    _each(TAILS, "text"): f"fill:var(--ink);font-size:{TAIL_LETTER}px",
    ".tray": "fill:var(--tray)",
    ".pile": "fill:var(--on-back)",
    ".button>.plate": "fill:var(--click)",
    ".button>text": "fill:var(--on-deep)",
    ".spent": "opacity:.3",
    ".missing": "fill:none;stroke:var(--hairline);stroke-width:2;stroke-linejoin:round",
    ".target": "fill:transparent;stroke:none;"
    f"x:{-TARGET / 2}px;width:{TARGET}px;rx:{COLUMN_CORNER / STICK_SCALE:.0f}px",
    ".click>.target": "fill:var(--open);stroke:var(--click);stroke-width:2;stroke-dasharray:6.4 5",
}

WHITE, DARK = "#FFFFFF", "#1E1B18"
TOKENS = {
    "open": ("#2F9B5C26", "#4CBF7D2E"),
    "tray": ("#E9DEC8", "#2E2822"),
    "back": ("#DDBB8E", "#5A4129"),
    "on-back": ("#5A3D1E", "#EBD6B4"),
    "on-pale": (DARK, DARK),
    "on-deep": (WHITE, DARK),
}
"""What is written on a deep colour is white only in the light: in the dark, all are pale."""

SHAPES = {
    "R": ((-13, 0), "a13 13 0 1 0 26 0 13 13 0 1 0-26 0z"),
    "O": ((-11, -11), "h22v22h-22z"),
    "Y": ((0, -14), "l15 25h-30z"),
    "G": ((0, -15), "l15 15-15 15-15-15z"),
    "B": ((14, 0), "l-7 12h-14l-7-12 7-12h14z"),
    "P": ((0, -17), "l6 9 10 2-7 9 1 11-10-5-10 5 1-11-7-9 10-2z"),
}
"""Every colour has a shape of its own: where it begins, and how it goes on around the origin."""
RED_RADIUS = 13


@cache
def _outline(colour: str, drop: float = 0) -> str:
    (x, y), steps = SHAPES[colour]
    return f"M{svg.short(x)} {svg.short(y + drop)}{steps}".replace(" -", "-")


@cache
def mark(colour: str, scale: float = 1, at: Point = (0, 0)) -> Drawn:
    """A colour as its shape and its letter."""
    return svg.group(*_sign(colour), at=at, scale=scale, class_=colour)


@cache
def _sign(colour: str) -> tuple[Drawn, Drawn]:
    shape = svg.circle(RED_RADIUS) if colour == "R" else svg.path(_outline(colour))
    return shape, svg.element("text", colour)


@cache
def _face(card: str) -> Drawn:
    """A card: its shadow, itself, and on each side half a match with its light, and a mark."""
    halves = (
        f'<g class="{side} {colour}"><rect/><rect/>{"".join(_sign(colour))}</g>'
        for side, colour in zip(HALVES, card, strict=True)
    )
    return Drawn("<rect/><rect/>" + "".join(halves))


def _back() -> Drawn:
    return Drawn('<rect/><rect class="back"/>' + svg.path(FOX, class_="back-mark"))


FOX = (
    "M-30 -26L-13 -16H13L30 -26L26 6L0 28L-26 6Z"
    "M-26 6L-8 5L0 28L8 5L26 6M-14 -5L-9 -2M14 -5L9 -2M-3 22H3L0 27Z"
)
"""What the back of a card shows."""


@dataclass(frozen=True)
class Frame:
    """How the table is fitted into its room: the cells that must be seen, and their size."""

    left: int
    top: int
    columns: int
    rows: int

    @property
    def height(self) -> float:
        """How high the table is drawn."""
        cell = min(TAPPED_CELL, (ROOM - 2 * TABLE_INSET) / self.columns)
        return min(max(self.rows * cell + 2 * TABLE_INSET, LOWEST_TABLE), HIGHEST_TABLE)

    @property
    def cell(self) -> float:
        across, down = ROOM - 2 * TABLE_INSET, self.height - 2 * TABLE_INSET
        return min(WIDEST_CELL, across / self.columns, down / self.rows)

    @property
    def origin(self) -> Point:
        """The middle of the first card's cell."""
        column, row = 0.5 - self.left, 0.5 + self.top
        return (
            ROOM / 2 + (column - self.columns / 2) * self.cell,
            self.height / 2 + (row - self.rows / 2) * self.cell,
        )


def _frame(document: Document, cells: Mapping[Cell, object]) -> Frame:
    """All cards and open cells."""
    seen = [*((laid["x"], laid["y"]) for laid in document["table"]), *cells]
    across, up = [x for x, _ in seen], [y for _, y in seen]
    return Frame(min(across), max(up), max(across) - min(across) + 1, max(up) - min(up) + 1)


STYLE = svg.sheet("colorfox", LOOKS, TOKENS)


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The table, the hand, the reserve, then the players clockwise, the viewer first."""
    players = document["players"]
    names = player_names(names, players, words)
    seats = [((viewer or 0) + step) % players for step in range(players)]
    cells = {} if document["phase"] == "over" else open_cells(document)
    hand = document["hands"][viewer] if _plays(document, viewer, "place") else []
    fitting = {cell for cell, wanted in cells.items() if fits_any(wanted, hand)}
    frame = _frame(document, cells)
    below = MARGIN + frame.height + GAP
    strip = below + HAND_HEIGHT + GAP
    y = strip + STRIP_HEIGHT + GAP
    panels = []
    for seat in seats:
        panels.append(_player(document, seat, viewer, names[seat], y, words))
        y += _panel_height(document, seat, viewer) + GAP
    ids = _card_ids(document, viewer)
    return svg.picture(
        document["game"],
        (WIDTH, y - GAP + MARGIN),
        _table(
            document,
            frame,
            ids,
            (_open_cell(cell, cell in fitting, words) for cell in cells),
            words,
        ),
        _hand(document, viewer, below, ids, words),
        _strip(document, _button(document, viewer, bool(fitting)), strip, words),
        *panels,
        label=_label(document, names, words),
    )


def _label(document: Document, names: Sequence[str], words: Words) -> str:
    if document["phase"] == "over":
        winners = document["winners"]
        if winners[1:]:
            return words.about_all(
                winners, names, "Colorfox: you and {others} won.", "Colorfox: {names} won."
            )
        return words.about(winners[0], names, "Colorfox: you won.", "Colorfox: {name} won.")
    mover = document["to_move"]
    if document["phase"] == "swap":
        return words.about(
            mover, names, "Colorfox: you may swap sticks.", "Colorfox: {name} may swap sticks."
        )
    return words.about(
        mover, names, "Colorfox: it’s your turn.", "Colorfox: {name} is choosing a card."
    )


def _plays(document: Document, viewer: int | None, phase: str) -> bool:
    """Whether the viewer is to make a move of that phase."""
    return (viewer, phase) == (document["to_move"], document["phase"])


def _table(
    document: Document,
    frame: Frame,
    ids: Sequence[str | None],
    cells: Iterable[Drawn],
    words: Words,
) -> Drawn:
    """Cells and cards lie as far apart as a card is wide, and are scaled all at once."""
    laid = document["table"]
    last = len(laid) - 1
    return svg.group(
        svg.wood(ROOM, frame.height),
        svg.group(
            svg.group(*cells, class_="cells"),
            svg.group(
                *(
                    _laid_card(card["card"], card["x"], card["y"], id_, number == last, words)
                    for number, (card, id_) in enumerate(zip(laid, ids, strict=False))
                ),
                class_="cards",
            ),
            at=frame.origin,
            scale=frame.cell / CARD,
        ),
        at=(MARGIN, MARGIN),
    )


def _card_ids(document: Document, viewer: int | None) -> list[str | None]:
    """An id for every card on the table, then for those in the hand that is shown."""
    hand = document["hands"][_hand_shown(document, viewer)]
    seen: Counter[str] = Counter()
    ids: list[str | None] = []
    for card in [*(laid["card"] for laid in document["table"]), *hand]:
        seen[card] += 1
        number = f"-{seen[card]}" if seen[card] > 1 else ""
        ids.append(f"card-{card}{number}" if card else None)
    return ids


@lru_cache(maxsize=CACHED)
def _open_cell(cell: Cell, fits: bool, words: Words) -> Drawn:
    x, y = cell
    told = words("{x},{y}: one of your cards fits", x=x, y=y)
    return svg.element(
        "rect",
        *([svg.element("title", told)] if fits else []),
        id_=f"cell-{x}_{y}",
        class_="click" if fits else None,
        x=x * CARD - OPEN / 2,
        y=-y * CARD - OPEN / 2,
    )


@lru_cache(maxsize=CACHED)
def _laid_card(card: str, x: int, y: int, id_: str | None, last: bool, words: Words) -> Drawn:
    told = words("{x},{y}: {card}", x=x, y=y, card=card_told(words, card))
    return svg.group(
        _face(card),
        at=(x * CARD, -y * CARD),
        title=words("{card}, laid last", card=told) if last else told,
        id_=id_,
        class_="last" if last else None,
    )


def _sides_told(card: str, words: Words) -> str:
    """A card in words, side by side."""
    sides = zip(SIDE_NAMES, card, strict=True)
    return words(
        "top {top}, right {right}, bottom {bottom}, left {left}",
        **{side: COLOURS[colour] for side, colour in sides},
    )


def _hand_shown(document: Document, viewer: int | None) -> int:
    """Whose hand lies under the table: the viewer's, or for who watches, that of who moves."""
    return document["to_move"] if viewer is None else viewer


def _hand(
    document: Document, viewer: int | None, y: float, ids: Sequence[str | None], words: Words
) -> Drawn:
    """CF-4: the viewer's cards; someone who only watches sees the backs of the mover's."""
    cards = document["hands"][_hand_shown(document, viewer)]
    first = PILE_ROOM + (ROOM - PILE_ROOM - len(cards) * HAND_STEP) / 2 + HAND_STEP / 2
    clickable = _plays(document, viewer, "place")
    slots = (
        svg.group(
            svg.group(_face(card) if card else _back(), id_=id_),
            at=(first + slot * HAND_STEP, HAND_HEIGHT / 2),
            scale=HAND_CARD / CARD,
            title=_sides_told(card, words) if card else words("a card face down"),
            id_=f"hand-{slot}",
            class_="slot click" if clickable else "slot",
        )
        for slot, (card, id_) in enumerate(zip(cards, ids[len(document["table"]) :], strict=True))
    )
    return svg.group(
        svg.block(ROOM, HAND_HEIGHT, class_="tray"),
        _pile(len(document["pile"]), words),
        *slots,
        at=(MARGIN, y),
    )


@lru_cache(maxsize=CACHED)
def _pile(cards: int, words: Words) -> Drawn:
    """CF-5: face down, with the number of cards that are left."""
    half = PILE_CARD / 2
    backs = (
        svg.block(
            PILE_CARD, PILE_CARD, CARD_CORNER / 2, at=(shift - half, shift - half), class_="back"
        )
        for shift in (PILE_STEP * n for n in reversed(range(min(cards, PILE_SHOWN))))
    )
    return svg.group(
        *backs,
        svg.words(str(cards), PILE_SIZE, class_="pile"),
        at=(PILE_ROOM / 2, HAND_HEIGHT / 2),
        title=words.many("the pile: {n} card", "the pile: {n} cards", cards),
        id_="pile",
    )


def _strip(document: Document, button: str | None, y: float, words: Words) -> Drawn:
    """CF-5: the reserve, open to all; beside it the button for what is not a click elsewhere."""
    sticks = (
        _reserve(index, colour, number, words)
        for index, (colour, number) in enumerate(document["reserve"].items())
    )
    return svg.group(*sticks, *([_plate(button, words)] if button else []), at=(MARGIN, y))


@lru_cache(maxsize=CACHED)
def _reserve(index: int, colour: str, number: int, words: Words) -> Drawn:
    return svg.group(
        mark(colour, RESERVE_SCALE, (RESERVE_MARK, 0)),
        svg.words(str(number), RESERVE_SIZE, (RESERVE_NUMBER, 0)),
        at=(index * RESERVE_STEP, STRIP_HEIGHT / 2),
        title=words("{sticks} in the reserve", sticks=count(words, colour, number)),
        id_=f"reserve-{colour}",
        class_=None if number else "spent",
    )


def _button(document: Document, viewer: int | None, fits: bool) -> str | None:
    """CF-11: to keep what one has; CF-8: to skip, when no card fits."""
    if _plays(document, viewer, "swap"):
        return "keep"
    return "pass" if _plays(document, viewer, "place") and not fits else None


@lru_cache(maxsize=CACHED)
def _plate(button: str, words: Words) -> Drawn:
    said = words("Keep") if button == "keep" else words("Skip")
    return svg.group(
        svg.block(BUTTON_WIDTH, STRIP_HEIGHT, class_="plate"),
        svg.words(said, BUTTON_SIZE, (BUTTON_WIDTH / 2, STRIP_HEIGHT / 2)),
        at=(ROOM - BUTTON_WIDTH, 0),
        id_=button,
        class_="button click",
    )


def _rows(document: Document, seat: int) -> int:
    return max(FEWEST_ROWS, len(sets(document["sticks"][seat])))


def _panel_height(document: Document, seat: int, viewer: int | None) -> float:
    cards = OPEN_HAND if _open_hand(document, seat, viewer) else 0
    return svg.HEADER + _rows(document, seat) * ROW + GAP + cards


def _open_hand(document: Document, seat: int, viewer: int | None) -> list[str]:
    """The cards of a player that can be seen though they do not lie under the table."""
    hand = document["hands"][seat]
    return [] if None in hand or seat == _hand_shown(document, viewer) else list(hand)


def _open_cards(cards: Sequence[str], top: float, words: Words) -> list[Drawn]:
    return [
        svg.group(
            svg.group(_face(card)),
            at=(COLUMNS_FROM + (place + 0.5) * COLUMN, top + OPEN_HAND / 2),
            scale=OPEN_CARD / CARD,
            title=_sides_told(card, words),
            class_="slot",
        )
        for place, card in enumerate(cards)
    ]


def _player(
    document: Document, seat: int, viewer: int | None, name: str, y: float, words: Words
) -> Drawn:
    """CF-15: a column for each colour, a row for each set, and what the set scores."""
    holding, score = document["sticks"][seat], document["scores"][seat]
    winner = seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    swapping = _plays(document, viewer, "swap")
    rows = _rows(document, seat)
    title = words("{name}: {points}", name=name, points=points_told(words, score))
    return svg.panel(
        name,
        str(score),
        (ROOM, _panel_height(document, seat, viewer)),
        *_open_cards(_open_hand(document, seat, viewer), svg.HEADER + rows * ROW, words),
        *(
            _column(seat, colour, n, rows, swapping and _can_change(document, seat, colour), words)
            for colour, n in holding.items()
        ),
        *(_set_points(len(colours), row) for row, colours in enumerate(sets(holding))),
        at=(MARGIN, y),
        title=svg.seat_title(title, words, active, winner),
        active=active,
        winner=winner,
        id_=f"seat-{seat}",
    )


@lru_cache(maxsize=CACHED)
def _column(seat: int, colour: str, n: int, rows: int, wanted: bool, words: Words) -> Drawn:
    """All sticks of one colour that a player has, in units of a mark."""
    step = ROW / STICK_SCALE
    places = [(row + 0.5) * step for row in range(n)]
    sticks = [
        svg.path("".join(_outline(colour, place) for place in places)),
        *(svg.element("text", colour, y=place) for place in places),
    ]
    return svg.group(
        svg.element("rect", class_="target", height=rows * step),
        *(sticks if n else [svg.path(_outline(colour, step / 2), class_="missing")]),
        at=(COLUMNS_FROM + (LETTERS.index(colour) + 0.5) * COLUMN, svg.HEADER),
        scale=STICK_SCALE,
        title=count(words, colour, n),
        id_=f"sticks-{seat}-{colour}",
        class_=f"{colour} click" if n and wanted else colour,
    )


def _can_change(document: Document, seat: int, colour: str) -> bool:
    """CF-11: whether someone at the other end of a swap has a stick of another colour."""
    mover = document["to_move"]
    others = (
        holding
        for other, holding in enumerate(document["sticks"])
        if (other == mover) != (seat == mover)
    )
    return any(holding[letter] for holding in others for letter in LETTERS if letter != colour)


@cache
def _set_points(size: int, row: int) -> Drawn:
    at = (ROOM - POINTS_INSET, svg.HEADER + (row + 0.5) * ROW)
    return svg.words(f"+{points(size)}", SET_SIZE, at, class_="quiet end")
