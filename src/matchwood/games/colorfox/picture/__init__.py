"""Colorfox as a picture: the table, the pile, the viewer's hand, everyone's sticks, the reserve.

The elements and their ids: `cell-2_-1` for an open cell; `hand-0` for a slot of the viewer's hand;
`card-RGBY` for a card that can be seen, on the table or in a slot, and `card-RGBY-2` for the second
of the kind; `pile`; `reserve-R`; `sticks-0-R` for the red sticks of seat 0. What a move can be made
with has the class `click`. The points of a seat have an outline, `points-0`, and no element.

The table grows as it is played, so a page may want to show only a part of it: its group tells by
`data-cell` how wide a cell is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from matchwood.drawing import svg
from matchwood.drawing.layout import alone
from matchwood.drawing.picture import BOARD, HAND, Box, Drawing, Outline, Picture, seat_part
from matchwood.drawing.scene import Scene
from matchwood.drawing.style import CHOSEN, LEGAL, sheet
from matchwood.drawing.svg import Drawn, Pieces, Point
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.games.colorfox.picture import faces
from matchwood.games.colorfox.picture.faces import CARD, CARD_CORNER, FACE, face, mark, outline
from matchwood.games.colorfox.pieces import (
    LETTERS,
    SIDE_NAMES,
    TABLES_KEPT,
    TO_RIGHT,
    UPWARD,
    Cards,
    Cell,
    beside,
    cards_on,
    cells_around,
    fits_any,
    points,
    sets,
    sticks_won,
)
from matchwood.games.colorfox.words import COLOURS, card_told, count, place_told, points_told

RESERVE = "reserve"
ARRANGEMENTS = {"usual": alone((1040, 600))}

LEAST_CELLS = 5
"""A table of few cards is shown with room around it, at least so many cells wide and high."""
TABLE_EDGE = 10
"""Room around the outermost cells, for marks."""
OPEN_INSET, OPEN_CORNER = 5, 9
OPEN = CARD - 2 * OPEN_INSET
FLARE = svg.star(9, 30, 15)

HAND_STEP, HAND_EDGE = 104, 4
PILE_STEP, PILE_SHOWN = 3, 3
PILE_SIZE = 26
PLAQUE, PLAQUE_AT = 22, (30.0, 30.0)
"""The place of the number of its cards."""

WIDTH = 276
COLUMN = 40
"""The width of the sticks of a colour, which are tapped to swap them."""
SIGN_AT, SIGN_SCALE = 13, 0.72
STICKS_FROM, ROW = 32, 11.5
STICK = 10
"""Half the length of a small stick."""
FEWEST_ROWS = 2
TARGET_CORNER = 8
POINTS_SIZE = 9.5
SMALL_BACK, BACK_STEP = 0.19, 6
REVEALED_CARD, REVEALED_GAP = 44, 4
"""The hands of the others, where everything is revealed."""

RESERVE_STEP, RESERVE_HEIGHT = 46, 36
MARK_ROOM = 8
"""The inset of outlines of things in it, so that a mark around them is not cut off."""
RESERVE_MARK, RESERVE_NUMBER, RESERVE_SCALE, RESERVE_SIZE = 14, 33, 0.74, 16

NOTE_CARD, NOTE_MARK, NOTE_RIVAL = 0.25, 0.62, 9
SWAP_ARROWS = "M-7-3H7M4-6L7-3L4 0M7 4H-7M-4 1L-7 4L-4 7"

CACHED = 512
"""The number of drawings of one kind that are kept for the next picture."""

LOOKS = {
    **faces.LOOKS,
    ".cells rect": "fill:transparent;stroke:var(--board-label);stroke-width:1.5;"
    "stroke-dasharray:2 6;stroke-linecap:round;opacity:.5",
    ".cells .click": f"{LEGAL};opacity:1",
    ".cells .chosen": "fill:var(--candle);stroke:var(--mark-ink);stroke-width:5;"
    "stroke-dasharray:none;opacity:1",
    ".slot.can .face": "stroke:var(--piece-ink);stroke-width:2",
    ".slot.chosen .face": CHOSEN,
    # The end; see `finale`.
    ".ray": "fill:none;stroke:var(--beam);stroke-width:5;stroke-linecap:round",
    ".sun": "fill:var(--piece);stroke:var(--disc);stroke-width:5",
    ".sun-ring": "fill:none;stroke:var(--disc);stroke-width:1.6;opacity:.5",
    # What is seen for a moment only; see `FLARING`.
    ".flare": "fill:#FFF3C4;opacity:0",
    ".plaque": "fill:var(--dark-plaque)",
    "text.pile-number": "fill:#FFFDF8",
    ".small-sticks": "fill:none;stroke-width:4.6;stroke-linecap:round;opacity:.8",
    ".small-heads": "fill:none;stroke-width:8;stroke-linecap:round",
    ".missing": "fill:none;stroke:var(--hairline);stroke-width:2.6",
    ".target": "fill:transparent;stroke:none",
    ".edge": "fill:var(--candle);fill-opacity:.2;stroke:var(--ink);stroke-width:1.6;"
    "stroke-dasharray:5 4",
    ".chosen>.edge": "fill-opacity:.45;stroke-width:3;stroke-dasharray:none",
    ".spent": "opacity:.35",
    ".resting": "opacity:.7",
    ".arrows": "fill:none;stroke:var(--quiet);stroke-width:1.8;stroke-linecap:round;"
    "stroke-linejoin:round",
}
TOKENS = {
    "dark-plaque": ("#6B4A26", "#2E2013"),
    "beam": ("#FFFDF8A6", "#F3EADA38"),
    "disc": ("#6B4A26", "#B98B5E"),
}
FLARING = (
    "@media (prefers-reduced-motion:no-preference){.matchwood-colorfox .flare{"
    "animation:colorfox-flare .7s var(--arrives,.3s) ease-out;transform-box:fill-box;"
    "transform-origin:50% 50%}}"
    "@keyframes colorfox-flare{0%{opacity:0;transform:scale(.2)}30%{opacity:.95}"
    "to{opacity:0;transform:scale(1.25)}}"
)
"""Matches that were just connected flare, once the card has arrived."""
LIFTED = "@media screen{.matchwood-colorfox .slot.chosen{translate:0 -10px}}"
STYLE = sheet("colorfox", LOOKS, TOKENS) + FLARING + LIFTED


IN_RESERVE = {
    f"reserve-{colour}": Outline(
        ((place + 0.5) * RESERVE_STEP, RESERVE_HEIGHT / 2),
        (RESERVE_STEP - MARK_ROOM, RESERVE_HEIGHT - MARK_ROOM),
        TARGET_CORNER,
    )
    for place, colour in enumerate(LETTERS)
}
"""The places of the sticks that are left."""


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    names, to_anyone = player_names(names, document["players"], words), words.to(None)
    return Picture(
        game=document["game"],
        label=_label(document, names, words),
        drawings=(
            _table(document, viewer, to_anyone),
            _pile(len(document["pile"]), to_anyone),
            *([_hand(document, viewer, to_anyone)] if viewer is not None else []),
            *(_seat(document, seat, viewer, names, words) for seat in range(len(names))),
            _reserve(tuple(document["reserve"].items()), to_anyone),
        ),
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
    """True if the viewer is to make a move of that phase."""
    return (viewer, phase) == (document["to_move"], document["phase"])


def _ids(cards: Iterable[str | None], before: Iterable[str] = ()) -> list[str | None]:
    """An id for each of some cards, after those that came before."""
    seen: list[str | None] = [*before]
    ids: list[str | None] = []
    for card in cards:
        number = f"-{seen.count(card) + 1}" if card in seen else ""
        ids.append(f"card-{card}{number}" if card else None)
        seen.append(card)
    return ids


# The table


def _table(document: Document, viewer: int | None, words: Words) -> Drawing:
    """CF-7: the cards that lie, and the cells where one could be laid."""
    cards = cards_on(document)
    cells = {} if document["phase"] == "over" else cells_around(cards)
    hand = document["hands"][viewer] if _plays(document, viewer, "place") else []
    fitting = [cell for cell, wanted in cells.items() if fits_any(wanted, hand)] if hand else ()
    return _table_of(cards, tuple(cells), tuple(fitting), words)


@lru_cache(TABLES_KEPT)
def _table_of(
    cards: Cards, cells: tuple[Cell, ...], fitting: tuple[Cell, ...], words: Words
) -> Drawing:
    fits = {*fitting}
    where = {cell: place_told(words, cell, beside(cards)[cell]) for cell in fits}
    open_ = [_open_cell(cell, where.get(cell), words) for cell in cells]
    box, outlines = _places(cards, cells)
    whole = svg.gathered(
        (svg.gathered(open_, class_="cells"), *_cards(cards, words)), data_cell=CARD
    )
    return Drawing(BOARD, BOARD, box, whole, words("the table"), outlines)


@lru_cache(TABLES_KEPT)
def _places(cards: Cards, cells: tuple[Cell, ...]) -> tuple[Box, dict[str, Outline]]:
    """The visible part of the table, and where everything lies: the same for all viewers."""
    shown = [*[(x, y) for x, y, _ in cards], *cells]
    return _around(shown), dict([_place_of(cell) for cell in shown])


@lru_cache(TABLES_KEPT)
def _cards(cards: Cards, words: Words) -> list[Drawn]:
    """The cards that lie, and what flares for a moment."""
    ids = _ids(card for *_, card in cards)
    laid = [
        _laid_card(card, (x, y), id_, words) for (x, y, card), id_ in zip(cards, ids, strict=True)
    ]
    return [*laid, *_flares(cards)]


def _flares(cards: Cards) -> Iterator[Drawn]:
    """CF-9: where the last card was connected to others."""
    *others, (column, row, _) = cards
    x, y = _middle((column, row))
    for side, colour in cells_around(tuple(others)).get((column, row), {}).items():
        yield svg.group(
            svg.path(FLARE, class_=f"{colour} flare"),
            at=(x + CARD / 2 * TO_RIGHT[side], y - CARD / 2 * UPWARD[side]),
            data_kind=colour,
        )


def _around(cells: Sequence[Cell]) -> Box:
    """All these cells, or as many as are shown at least, with the same middle."""
    across, up = [x for x, _ in cells], [y for _, y in cells]
    left, width = _stretch(min(across), max(across))
    bottom, height = _stretch(min(up), max(up))
    return (
        CARD * left - TABLE_EDGE,
        -CARD * (bottom + height) - TABLE_EDGE,
        CARD * width + 2 * TABLE_EDGE,
        CARD * height + 2 * TABLE_EDGE,
    )


def _stretch(first: int, last: int) -> tuple[float, float]:
    """From where to show cells, and how many."""
    number = max(last - first + 1, LEAST_CELLS)
    return (first + last - number) / 2, number


def _cell_id(cell: Cell) -> str:
    return f"cell-{cell[0]}_{cell[1]}"


def _middle(cell: Cell) -> Point:
    return CARD * cell[0], -CARD * cell[1]


@lru_cache(maxsize=CACHED)
def _place_of(cell: Cell) -> tuple[str, Outline]:
    """The id of a cell, and its outline."""
    return _cell_id(cell), Outline(_middle(cell), faces.SIZE, CARD_CORNER)


@lru_cache(maxsize=CACHED)
def _open_cell(cell: Cell, where: str | None, words: Words) -> Drawn:
    """An open cell; one where a card of the viewer's fits says where it is."""
    (x, y), fits = _middle(cell), where is not None
    told = words("{where}: one of your cards fits", where=where)
    return svg.element(
        "rect",
        *([svg.element("title", told)] if fits else []),
        id_=_cell_id(cell),
        class_="click" if fits else None,
        x=x - OPEN / 2,
        y=y - OPEN / 2,
        width=OPEN,
        height=OPEN,
        rx=OPEN_CORNER,
    )


@lru_cache(maxsize=CACHED)
def _laid_card(card: str, cell: Cell, id_: str | None, words: Words) -> Drawn:
    return svg.group(face(card), at=_middle(cell), title=card_told(words, card), id_=id_)


# The strip


@lru_cache(maxsize=CACHED)
def _pile(cards: int, words: Words) -> Drawing:
    """CF-5: face down, with the number of cards that are left."""
    heap = [
        svg.block(FACE, FACE, CARD_CORNER, at=(shift - FACE / 2, shift - FACE / 2), class_="back")
        for shift in (PILE_STEP * n for n in reversed(range(min(cards, PILE_SHOWN))))
    ]
    fox = [svg.path(faces.BACK_FOX, class_="back-fox")] if cards else []
    inside = svg.group(
        *heap,
        *fox,
        svg.circle(PLAQUE, PLAQUE_AT, class_="plaque"),
        svg.text(str(cards), PILE_SIZE, PLAQUE_AT, class_="pile-number"),
        title=words.many("the pile: {n} card", "the pile: {n} cards", cards),
        id_="pile",
    )
    outlines = {"pile": Outline((0, 0), faces.SIZE, CARD_CORNER)}
    half = CARD / 2 + HAND_EDGE
    return Drawing("pile", HAND, (-half, -half, 2 * half, 2 * half), inside, outlines=outlines)


def _hand(document: Document, viewer: int, words: Words) -> Drawing:
    """CF-4: the viewer's cards."""
    cards = document["hands"][viewer]
    ids = _ids(cards, [laid["card"] for laid in document["table"]])
    kind = "slot click" if _plays(document, viewer, "place") else "slot"
    if _plays(document, viewer, "swap"):
        kind = "slot resting"
    return _slots(tuple(cards), tuple(ids), kind, words)


@lru_cache(maxsize=CACHED)
def _slots(
    cards: tuple[str | None, ...], ids: tuple[str | None, ...], kind: str, words: Words
) -> Drawing:
    slots = [
        _slot(slot, card, id_, kind, words)
        for slot, (card, id_) in enumerate(zip(cards, ids, strict=True))
    ]
    outlines = {
        f"hand-{slot}": Outline((HAND_STEP * slot, 0), faces.SIZE, CARD_CORNER)
        for slot in range(len(cards))
    }
    width, height = HAND_STEP * max(1, len(cards)), CARD + 2 * HAND_EDGE
    box = (-HAND_STEP / 2, -height / 2, width, height)
    return Drawing(HAND, HAND, box, svg.in_pieces(slots), words("your cards"), outlines)


@lru_cache(maxsize=CACHED)
def _slot(slot: int, card: str | None, id_: str | None, kind: str, words: Words) -> Pieces:
    title = _sides_told(card, words) if card else words("a card face down")
    drawn = svg.group(face(card) if card else faces.back(), id_=id_)
    return svg.gathered(
        [Drawn(svg.element("title", title) + drawn)],
        at=(HAND_STEP * slot, 0),
        id_=f"hand-{slot}",
        class_=kind,
    )


def _sides_told(card: str, words: Words) -> str:
    """A card in words, side by side."""
    sides = zip(SIDE_NAMES, card, strict=True)
    return words(
        "top {top}, right {right}, bottom {bottom}, left {left}",
        **{side: COLOURS[colour] for side, colour in sides},
    )


# The players


def _seat(
    document: Document, seat: int, viewer: int | None, names: Sequence[str], words: Words
) -> Drawing:
    """CF-15: a column for each colour, a row for each set, and what the set scores."""
    holding = document["sticks"][seat]
    swapping = _plays(document, viewer, "swap")
    hand = [] if seat == viewer else document["hands"][seat]
    return _place(
        seat,
        tuple(holding.items()),
        tuple([colour for colour in LETTERS if swapping and _can_change(document, seat, colour)]),
        tuple(hand),
        words.about(seat, names, "your sticks", "the sticks of {name}"),
        words.to(None),
    )


@lru_cache(maxsize=CACHED)
def _place(
    seat: int,
    holding: tuple[tuple[str, int], ...],
    changeable: tuple[str, ...],
    hand: tuple[str | None, ...],
    label: str,
    words: Words,
) -> Drawing:
    scored, revealed = sets(dict(holding)), [card for card in hand if card]
    height = STICKS_FROM + (max(FEWEST_ROWS, len(scored)) - 0.5) * ROW
    inside = (
        *(_column(seat, each, n, height, each in changeable, words) for each, n in holding),
        *(_set_points(len(colours), row, words) for row, colours in enumerate(scored)),
        *([_backs(len(hand), words)] if hand and not revealed else []),
        *(_revealed_card(card, place, height, words) for place, card in enumerate(revealed)),
    )
    return Drawing(
        seat_part(seat),
        seat_part(seat),
        (0, 0, WIDTH, height + (REVEALED_CARD + REVEALED_GAP if revealed else 0)),
        svg.in_pieces(inside),
        label,
        _columns(seat, height),
    )


@lru_cache(maxsize=CACHED)
def _columns(seat: int, height: float) -> dict[str, Outline]:
    """Outlines of a player's sticks and points; not to be changed."""
    outlines = {
        f"sticks-{seat}-{colour}": Outline(
            ((place + 0.5) * COLUMN, height / 2), (COLUMN - 6, height - 4), TARGET_CORNER
        )
        for place, colour in enumerate(LETTERS)
    }
    outlines[f"points-{seat}"] = Outline(
        ((len(LETTERS) * COLUMN + WIDTH) / 2, height / 2), (WIDTH - len(LETTERS) * COLUMN, height)
    )
    return outlines


@lru_cache(maxsize=CACHED)
def _column(seat: int, colour: str, n: int, height: float, wanted: bool, words: Words) -> Drawn:
    """All sticks of one colour that a player has, below its mark."""
    takeable = bool(n) and wanted
    rows = [STICKS_FROM + row * ROW for row in range(n)]
    sticks = "".join(f"M{-STICK - 1} {svg.short(y)}h{2 * STICK}" for y in rows)
    heads = "".join(f"M{STICK} {svg.short(y)}h.1" for y in rows)
    target = svg.block(COLUMN, height, 0, at=(-COLUMN / 2, 0), class_="target")
    edge = svg.block(COLUMN - 4, height, TARGET_CORNER, at=(2 - COLUMN / 2, 0), class_="edge")
    lying = [
        svg.path(sticks, class_="small-sticks each"),
        svg.path(heads, class_="small-heads each"),
    ]
    sign = mark(colour, SIGN_SCALE, (0, SIGN_AT))
    empty = svg.path(outline(colour, (0, SIGN_AT), SIGN_SCALE), class_="missing")
    return svg.group(
        target,
        *([edge] if takeable else []),
        *([sign, *lying] if n else [empty]),
        at=((LETTERS.index(colour) + 0.5) * COLUMN, 0),
        title=count(words, colour, n),
        id_=f"sticks-{seat}-{colour}",
        class_=f"{colour} click" if takeable else colour,
        data_kind=colour,
        data_count=n,
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
def _set_points(size: int, row: int, words: Words) -> Drawn:
    at, score = (WIDTH, STICKS_FROM + row * ROW), points(size)
    told = words.many(
        "{n} colour: {points}", "{n} colours: {points}", size, points=points_told(words, score)
    )
    shown = svg.text(f"+{score}", POINTS_SIZE, at, class_="quiet end")
    return svg.group(svg.element("title", told), shown)


@lru_cache(maxsize=CACHED)
def _backs(number: int, words: Words) -> Drawn:
    """CF-4: a hand that is hidden, as a small fan."""
    first = WIDTH - CARD * SMALL_BACK / 2 - BACK_STEP * (number - 1)
    return svg.group(
        *(
            svg.group(faces.back(), at=(first + BACK_STEP * place, SIGN_AT), scale=SMALL_BACK)
            for place in range(number)
        ),
        title=words.many("{n} card face down", "{n} cards face down", number),
    )


@lru_cache(maxsize=CACHED)
def _revealed_card(card: str, place: int, top: float, words: Words) -> Drawn:
    return svg.group(
        face(card),
        at=((place + 0.5) * (REVEALED_CARD + REVEALED_GAP), top + REVEALED_GAP + REVEALED_CARD / 2),
        scale=REVEALED_CARD / CARD,
        title=_sides_told(card, words),
    )


@lru_cache(maxsize=CACHED)
def _reserve(sticks: tuple[tuple[str, int], ...], words: Words) -> Drawing:
    """CF-5: what is left, open to all."""
    left = (_left(place, *each, words) for place, each in enumerate(sticks))
    box = (0, 0, WIDTH, RESERVE_HEIGHT)
    return Drawing(RESERVE, RESERVE, box, svg.in_pieces(left), words("the reserve"), IN_RESERVE)


@lru_cache(maxsize=CACHED)
def _left(place: int, colour: str, number: int, words: Words) -> Drawn:
    return svg.group(
        mark(colour, RESERVE_SCALE, (RESERVE_MARK, 0)),
        svg.text(str(number), RESERVE_SIZE, (RESERVE_NUMBER, 0)),
        at=(place * RESERVE_STEP, RESERVE_HEIGHT / 2),
        title=words("{sticks} in the reserve", sticks=count(words, colour, number)),
        id_=f"reserve-{colour}",
        class_=None if number else "spent",
        data_kind=colour,
        data_count=number,
    )


# The log


def note(move: str, before: Document, after: Document, words: Words) -> Sequence[Drawn | str]:
    """The card and the sticks it won, or both sticks of a swap."""
    if move == "pass":
        return [words("skips")]
    if move == "keep":
        return [words("keeps")]
    if ">" in move:
        give, take = mark(move[0], NOTE_MARK), mark(move[4], NOTE_MARK)
        rival = svg.group(svg.circle(NOTE_RIVAL), class_=f"last-tag seat-{move[2]}")
        several = before["players"] > 2
        arrows = svg.path(SWAP_ARROWS, class_="arrows")
        return [give, arrows, take, *([rival] if several else [])]
    card = svg.group(faces.icon(move.split("@")[0]), scale=NOTE_CARD)
    return [card, "+", *(mark(colour, NOTE_MARK) for colour in sticks_won(before, after))]


# A set of all six colours, and the last turn (CF-13, CF-15).


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    is_ending = after["ending"] and not before["ending"]
    sets = [seat for seat in range(len(names)) if _full(after, seat) > _full(before, seat)]
    told = [
        words.about(
            seat,
            names,
            "You have all six colours: {points}.",
            "{name} has all six colours: {points}.",
            points=points_told(words, points(len(after["sticks"][seat]))),
        )
        for seat in sets
    ]
    marks = [f"sticks-{seat}-{colour}" for seat in sets for colour in LETTERS]
    if is_ending:
        told.append(words("A stick is missing from the reserve: this is the last turn. (CF-13)"))
        marks += [f"reserve-{colour}" for colour, left in after["reserve"].items() if not left]
        return Scene(words("The last turn!"), told, marks)
    return Scene(words("A set of six!"), told, marks) if sets else None


def _full(document: Document, seat: int) -> int:
    """The number of sets of all colours that a player's sticks make."""
    return int(min(document["sticks"][seat].values()))
