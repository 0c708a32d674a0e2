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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.games.colorfox.pieces import LETTERS, SIDE_NAMES, SIDES
from matchwood.games.colorfox.table import Cell, fits_any, open_cells, points, sets

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
HEAD_SCALE, TAIL_SCALE = 1.0, 0.8

HAND_HEIGHT = 106
HAND_CARD, HAND_STEP = 86, 92
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
STICK_SCALE = 0.78
SET_SIZE, POINTS_INSET = 13, 14

STYLE = {
    ".cell": "fill:transparent;stroke:var(--dark-wood);stroke-width:1.5;stroke-dasharray:2 6;"
    "stroke-linecap:round;opacity:.55",
    ".click>.cell": "fill:var(--open);stroke:var(--click);stroke-width:3;stroke-dasharray:8 6;"
    "opacity:1",
    ".face": "fill:var(--card);stroke:var(--hairline);stroke-width:1.2",
    ".last>.face": "stroke:var(--dark-wood);stroke-width:3",
    ".back": "fill:var(--back);stroke:var(--wood);stroke-width:1.2",
    ".back-mark": "fill:none;stroke:var(--wood);stroke-width:2.2;stroke-linejoin:round;"
    "stroke-linecap:round",
    ".shine": "fill:#fff;opacity:.4",
    ".mark": "stroke-width:2.5;stroke-linejoin:round",
    ".tail>.mark": "fill:var(--card);stroke-width:4",
    ".letter": "font-size:15px",
    ".tail>.letter": "fill:var(--ink);font-size:16px",
    ".tray": "fill:var(--tray)",
    ".pile": "fill:var(--on-back)",
    ".button>.plate": "fill:var(--click)",
    ".button>text": "fill:var(--on-click)",
    ".spent": "opacity:.3",
    ".missing": "fill:none;stroke:var(--hairline);stroke-width:2;stroke-linejoin:round",
    ".target": "fill:transparent;stroke:none",
    ".click>.target": "fill:var(--open);stroke:var(--click);stroke-width:1.5;stroke-dasharray:5 4",
    **{f".{letter}": f"fill:var(--{letter});stroke:var(--{letter})" for letter in LETTERS},
    **{f".on-{letter}": f"fill:var(--on-{letter})" for letter in LETTERS},
}

WHITE, DARK = "#FFFFFF", "#1E1B18"
COLOUR_NAMES = dict(
    zip(LETTERS, ("red", "orange", "yellow", "green", "blue", "purple"), strict=True)
)
ON_PALE = (DARK, DARK)
ON_DEEP = (WHITE, DARK)
"""What is written on a pale or on a deep colour; in the dark, all of them are pale."""

COLOURS = {
    "open": ("#2F9B5C26", "#4CBF7D2E"),
    "tray": ("#E9DEC8", "#2E2822"),
    "back": ("#DDBB8E", "#5A4129"),
    "on-back": ("#5A3D1E", "#EBD6B4"),
    "on-click": ON_DEEP,
    **{letter: svg.TOKENS[COLOUR_NAMES[letter]] for letter in LETTERS},
    **{f"on-{letter}": ON_PALE if letter in "OY" else ON_DEEP for letter in LETTERS},
}


def _hexagon(radius: float) -> str:
    half, rise = svg.short(radius / 2), svg.short(radius * 3**0.5 / 2)
    wide = svg.short(radius)
    return f"M{wide} 0L{half} {rise}H-{half}L-{wide} 0L-{half} -{rise}H{half}Z"


SHAPES = {
    "R": "M-13 0A13 13 0 1 0 13 0A13 13 0 1 0 -13 0Z",
    "O": "M-11 -11H11V11H-11Z",
    "Y": "M0 -14.5L14.5 11H-14.5Z",
    "G": "M0 -15.5L15.5 0L0 15.5L-15.5 0Z",
    "B": _hexagon(14.5),
    "P": svg.star(5, 17, 9.5),
}
"""Every colour has a shape of its own, drawn around the origin."""
LETTER_DROP = {"Y": 3.5, "P": 1}


@cache
def _mark(colour: str, scale: float = 1, at: Point = (0, 0), tail: bool = False) -> Drawn:
    """A colour as its shape and letter: full for a head, hollow for a tail."""
    return svg.group(
        svg.path(SHAPES[colour], class_=f"mark {colour}"),
        svg.element(
            "text", colour, y=LETTER_DROP.get(colour, 0) + 0.5, class_=f"letter on-{colour}"
        ),
        at=at,
        scale=scale,
        class_="tail" if tail else None,
    )


@cache
def _half_match(colour: str, side: int) -> Drawn:
    """Half a match from the edge of a card inwards, as it lies on its left side, and turned."""
    tail = SIDE_NAMES[side] in ("top", "left")
    length = CARD / 2 - MARK_AT
    right, down = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return svg.group(
        svg.group(
            svg.block(length, STICK, 0, at=(MARK_AT, -STICK / 2), class_=colour),
            svg.block(length, SHINE, 0, at=(MARK_AT, -STICK / 4 - SHINE / 2), class_="shine"),
            turn=(-90, 0, 90, 180)[side],
        ),
        _mark(
            colour,
            TAIL_SCALE if tail else HEAD_SCALE,
            (right * MARK_AT, down * MARK_AT),
            tail=tail,
        ),
    )


def _face(card: str) -> list[Drawn]:
    side = CARD - 2 * CARD_GAP
    corner = (-side / 2, -side / 2)
    drop = (corner[0], corner[1] + svg.SHADOW_DROP)
    return [
        svg.block(side, side, CARD_CORNER, at=drop, class_="shadow"),
        svg.block(side, side, CARD_CORNER, at=corner, class_="face"),
        *(_half_match(card[number], number) for number in range(SIDES)),
    ]


def _back() -> list[Drawn]:
    side = CARD - 2 * CARD_GAP
    corner = (-side / 2, -side / 2)
    return [
        svg.block(side, side, CARD_CORNER, at=corner, class_="back"),
        svg.path(FOX, class_="back-mark"),
    ]


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

    def at(self, cell: Cell) -> Point:
        """The middle of a cell; y grows upward on the table, and downward in a picture."""
        x, y = cell
        column, row = x - self.left + 0.5, self.top - y + 0.5
        return (
            ROOM / 2 + (column - self.columns / 2) * self.cell,
            self.height / 2 + (row - self.rows / 2) * self.cell,
        )


def _frame(document: Document) -> Frame:
    """All cards and open cells; when the game is over, only the cards."""
    cells = [(laid["x"], laid["y"]) for laid in document["table"]]
    cells += [] if document["phase"] == "over" else open_cells(document)
    across, up = [x for x, _ in cells], [y for _, y in cells]
    return Frame(min(across), max(up), max(across) - min(across) + 1, max(up) - min(up) + 1)


def draw(document: Document, viewer: int | None, names: Sequence[str] | None = None) -> str:
    """The table, the hand, the reserve, then the players clockwise, the viewer first."""
    players = document["players"]
    names = player_names(names, players)
    seats = [((viewer or 0) + step) % players for step in range(players)]
    frame = _frame(document)
    below = MARGIN + frame.height + GAP
    strip = below + HAND_HEIGHT + GAP
    y = strip + STRIP_HEIGHT + GAP
    panels = []
    for seat in seats:
        panels.append(_player(document, seat, viewer, names[seat], y))
        y += _panel_height(document, seat) + GAP
    return svg.picture(
        document["game"],
        (WIDTH, y - GAP + MARGIN),
        _table(document, viewer, frame),
        _hand(document, viewer, below),
        _strip(document, viewer, strip),
        *panels,
        label=_label(document, names),
        style=STYLE,
        tokens=COLOURS,
    )


def clicks(move: str, document: Document) -> list[str]:
    """A card and its cell, or a stick of the player to move and one of an opponent, or a button."""
    mover = document["to_move"]
    if "@" in move:
        card, cell = move.split("@")
        slot = document["hands"][mover].index(card)
        return [f"hand-{slot}", f"cell-{cell.replace(',', '_')}"]
    if ">" in move:
        give, seat, take = move[0], move[2], move[4]
        return [f"sticks-{mover}-{give}", f"sticks-{seat}-{take}"]
    return [move]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    kinds = [step.split("-", 1) for step in path]
    mover = document["to_move"]
    match kinds:
        case [["hand", slot], ["cell", cell]] if int(slot) < len(document["hands"][mover]):
            return f"{document['hands'][mover][int(slot)]}@{cell.replace('_', ',')}"
        case [["sticks", own], ["sticks", other]]:
            seat, take = other.split("-")
            return f"{own.split('-')[1]}>{seat}:{take}"
        case [[("keep" | "pass") as button]]:
            return button
        case [["sticks", _]] if document["phase"] == "place":
            return "keep"
        case [["hand" | "cell", _]] if document["phase"] == "swap":
            return "pass"
    return None


def _label(document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return f"Colorfox: {' and '.join(names[seat] for seat in document['winners'])} won."
    name, left = names[document["to_move"]], document["swaps_left"]
    task = f"may swap {left} more" if left else "places a card"
    return f"Colorfox: {name} {task}."


def _plays(document: Document, viewer: int | None, phase: str) -> bool:
    """Whether the viewer is to make a move of that phase."""
    return (viewer, phase) == (document["to_move"], document["phase"])


def _table(document: Document, viewer: int | None, frame: Frame) -> Drawn:
    cells = {} if document["phase"] == "over" else open_cells(document)
    hand = document["hands"][viewer] if _plays(document, viewer, "place") else []
    laid = [(card["x"], card["y"]) for card in document["table"]]
    ids = _card_ids(document, viewer)
    return svg.group(
        svg.wood(ROOM, frame.height),
        *(_open_cell(cell, frame, fits_any(wanted, hand)) for cell, wanted in cells.items()),
        *(
            _laid_card(card["card"], cell, frame, id_, last=cell == laid[-1])
            for card, cell, id_ in zip(document["table"], laid, ids, strict=False)
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


def _open_cell(cell: Cell, frame: Frame, fits: bool) -> Drawn:
    x, y = cell
    side = CARD - 2 * OPEN_INSET
    return svg.group(
        svg.block(side, side, OPEN_CORNER, at=(-side / 2, -side / 2), class_="cell"),
        at=frame.at(cell),
        scale=frame.cell / CARD,
        title=f"{x},{y}: free{', a card of yours fits' if fits else ''}",
        id_=f"cell-{x}_{y}",
        class_="open click" if fits else "open",
    )


def _laid_card(card: str, cell: Cell, frame: Frame, id_: str | None, last: bool) -> Drawn:
    return svg.group(
        *_face(card),
        at=frame.at(cell),
        scale=frame.cell / CARD,
        title=f"{cell[0]},{cell[1]}: {_told(card)}{', laid last' if last else ''}",
        id_=id_,
        class_="laid last" if last else "laid",
    )


def _told(card: str) -> str:
    """A card in words."""
    sides = zip(SIDE_NAMES, card, strict=True)
    return ", ".join(f"{side} {COLOUR_NAMES[colour]}" for side, colour in sides)


def _hand_shown(document: Document, viewer: int | None) -> int:
    """Whose hand lies under the table: the viewer's, or for who watches, that of who moves."""
    return document["to_move"] if viewer is None else viewer


def _hand(document: Document, viewer: int | None, y: float) -> Drawn:
    """CF-4: the viewer's cards; someone who only watches sees the backs of the mover's."""
    cards = document["hands"][_hand_shown(document, viewer)]
    ids = _card_ids(document, viewer)[len(document["table"]) :]
    first = PILE_ROOM + (ROOM - PILE_ROOM - len(cards) * HAND_STEP) / 2 + HAND_STEP / 2
    clickable = _plays(document, viewer, "place")
    slots = (
        svg.group(
            svg.group(*(_face(card) if card else _back()), id_=id_),
            at=(first + slot * HAND_STEP, HAND_HEIGHT / 2),
            scale=HAND_CARD / CARD,
            title=_told(card) if card else "a card face down",
            id_=f"hand-{slot}",
            class_="slot click" if clickable else "slot",
        )
        for slot, (card, id_) in enumerate(zip(cards, ids, strict=True))
    )
    return svg.group(
        svg.block(ROOM, HAND_HEIGHT, class_="tray"),
        _pile(len(document["pile"])),
        *slots,
        at=(MARGIN, y),
    )


def _pile(count: int) -> Drawn:
    """CF-5: face down, with the number of cards that are left."""
    half = PILE_CARD / 2
    cards = (
        svg.block(
            PILE_CARD, PILE_CARD, CARD_CORNER / 2, at=(shift - half, shift - half), class_="back"
        )
        for shift in (PILE_STEP * n for n in reversed(range(min(count, PILE_SHOWN))))
    )
    return svg.group(
        *cards,
        svg.words(str(count), PILE_SIZE, class_="pile"),
        at=(PILE_ROOM / 2, HAND_HEIGHT / 2),
        title=f"the pile: {count} cards" if count != 1 else "the pile: 1 card",
        id_="pile",
    )


def _strip(document: Document, viewer: int | None, y: float) -> Drawn:
    """CF-5: the reserve, open to all; beside it the button for what is not a click elsewhere."""
    sticks = (
        svg.group(
            _mark(colour, RESERVE_SCALE, (RESERVE_MARK, 0)),
            svg.words(str(number), RESERVE_SIZE, (RESERVE_NUMBER, 0)),
            at=(index * RESERVE_STEP, STRIP_HEIGHT / 2),
            title=f"{number} {COLOUR_NAMES[colour]} in the reserve",
            id_=f"reserve-{colour}",
            class_=None if number else "spent",
        )
        for index, (colour, number) in enumerate(document["reserve"].items())
    )
    return svg.group(*sticks, *_button(document, viewer), at=(MARGIN, y))


def _button(document: Document, viewer: int | None) -> list[Drawn]:
    """CF-11: to keep what one has; CF-8: to skip, when no card fits."""
    name = ""
    if _plays(document, viewer, "swap"):
        name, said = "keep", "Keep"
    elif _plays(document, viewer, "place"):
        hand = document["hands"][viewer]
        if not any(fits_any(wanted, hand) for wanted in open_cells(document).values()):
            name, said = "pass", "Skip"
    if not name:
        return []
    plate = svg.block(BUTTON_WIDTH, STRIP_HEIGHT, at=(0, 0), class_="plate")
    middle = (BUTTON_WIDTH / 2, STRIP_HEIGHT / 2)
    return [
        svg.group(
            plate,
            svg.words(said, BUTTON_SIZE, middle),
            at=(ROOM - BUTTON_WIDTH, 0),
            id_=name,
            class_="button click",
        )
    ]


def _rows(document: Document, seat: int) -> int:
    return max(FEWEST_ROWS, len(sets(document["sticks"][seat])))


def _panel_height(document: Document, seat: int) -> float:
    return svg.HEADER + _rows(document, seat) * ROW + GAP


def _player(document: Document, seat: int, viewer: int | None, name: str, y: float) -> Drawn:
    """CF-15: a column for each colour, a row for each set, and what the set scores."""
    holding, score = document["sticks"][seat], document["scores"][seat]
    winner = seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    swapping = _plays(document, viewer, "swap")
    state = ", won" if winner else ", to move" if active else ""
    return svg.panel(
        name,
        str(score),
        (ROOM, _panel_height(document, seat)),
        *(_column(document, seat, index, swapping) for index in range(len(LETTERS))),
        *(_set_points(len(colours), row) for row, colours in enumerate(sets(holding))),
        at=(MARGIN, y),
        title=f"{name}: {score} points{state}",
        active=active,
        winner=winner,
        id_=f"seat-{seat}",
    )


def _column(document: Document, seat: int, index: int, swapping: bool) -> Drawn:
    """All sticks of one colour that a player has."""
    colour = LETTERS[index]
    number = document["sticks"][seat][colour]
    height = _rows(document, seat) * ROW
    half = COLUMN / 2
    return svg.group(
        svg.block(
            COLUMN - COLUMN_GAP,
            height,
            COLUMN_CORNER,
            at=(COLUMN_GAP / 2 - half, 0),
            class_="target",
        ),
        *(_mark(colour, STICK_SCALE, (0, (row + 0.5) * ROW)) for row in range(number)),
        *([] if number else [_missing(colour)]),
        at=(COLUMNS_FROM + index * COLUMN + half, svg.HEADER),
        title=f"{number} {COLOUR_NAMES[colour]}",
        id_=f"sticks-{seat}-{colour}",
        class_="click" if swapping and number and _can_change(document, seat, colour) else None,
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


def _missing(colour: str) -> Drawn:
    """Where the first stick of a colour would lie."""
    shape = svg.path(SHAPES[colour], class_="missing")
    return svg.group(shape, at=(0, ROW / 2), scale=STICK_SCALE)


def _set_points(size: int, row: int) -> Drawn:
    at = (ROOM - POINTS_INSET, svg.HEADER + (row + 0.5) * ROW)
    return svg.words(f"+{points(size)}", SET_SIZE, at, class_="quiet end")
