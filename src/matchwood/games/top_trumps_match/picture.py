"""Top Trumps Match as a picture: the grid as the viewer's side shows it, and all that goes with it.

The board is the `grid`, beside it the `other-side`, if the document shows it (TT-7), the `cube`
that is held, drawn in space, and `aim`: what would look at whom. In the hand are the six `faces`
of the cube and the viewer's own `cards`; at each seat its points and the cards that lie there;
all share the `round` and the last `match`, step by step. Someone who only watches sits on player
0's side.

The elements and their ids: `cell-c3` for a cell, with `cube-7` inside; `face-K` for a face of
the held cube, which itself is `cube-3`; `card-0-1` for a card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.pictures import (
    BOARD,
    HAND,
    Arrangement,
    Arrangements,
    Drawing,
    Outline,
    Picture,
    seat_part,
)
from matchwood.engine.svg import Drawn, Point
from matchwood.engine.words import ENGLISH, Words
from matchwood.games.top_trumps_match import pieces, solid
from matchwood.games.top_trumps_match.grid import COLUMNS, MATCH, ROWS, SIZE, Line, Look
from matchwood.games.top_trumps_match.pieces import CACHED, CARD_WIDTH, CUBE
from matchwood.games.top_trumps_match.symbols import SYMBOLS
from matchwood.games.top_trumps_match.words import counts, opposite, points_for

GAME = "top-trumps-match"
ROUND = "round"
"""The part of the table that is neither the board nor anyone's."""

FRAME, PITCH, WELL_CORNER = 30.0, 85.0, 13
WELL_INSET = 3
SIDE = 2 * FRAME + SIZE * PITCH
"""The grid with its frame, as wide as high."""
LABEL_SIZE = 14
OTHER_SCALE, OTHER_TITLE, OTHER_SIZE = 0.62, 26, 17
CUBE_ROOM = 168
AIM_WIDTH, AIM_STEP, AIM_FACE, AIM_SIZE = 176, 54, 46, 16

PAIR_INSET, PAIR_BETWEEN, PAIR_GAP, PAIR_TOP = 4, 12, 6, 6
PAIR_WIDTH = 2 * CUBE + PAIR_BETWEEN + 2 * PAIR_INSET
FACES_WIDTH = 3 * PAIR_WIDTH + 2 * PAIR_GAP
HAND_HEIGHT = CUBE + 2 * PAIR_TOP + 8
OWN_CARD, OWN_CARD_STEP, OWN_CARDS_WIDTH = 0.84, 56, 112

SEAT_WIDTH, SEAT_HEIGHT, SEAT_CARD = 276, 34, 0.36
PIP, PIP_STEP = 8.5, 25
ROUND_HEIGHT, ROUND_SIZE = 24, 15
STEP, STEP_FACE, STEP_SIZE = 27, 23, 14
"""A line of the last match: its height, its cubes, its letters."""

LOOKS = {
    **pieces.LOOKS,
    **solid.LOOKS,
    ".frame": "fill:var(--frame);stroke:var(--frame-line);stroke-width:1.5",
    ".bevel": "fill:none;stroke:var(--frame-light);stroke-width:2",
    ".veins": "fill:none;stroke:var(--frame-line);stroke-width:1;opacity:.45",
    ".well": "fill:var(--well)",
    ".label": "fill:var(--frame-ink);font-weight:400",
    ".band": "stroke:var(--gold);stroke-width:10",
    ".caption": "fill:var(--board-label)",
    ".slot": "fill:none;stroke:var(--board-label);stroke-width:1.6;stroke-dasharray:5 5;opacity:.6",
    ".pair": "fill:var(--shadow)",
    ".swap": "fill:none;stroke:var(--board-label);stroke-width:2.2;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".away": "opacity:.55",
    ".called>.face": "stroke:var(--gold);stroke-width:9",
    # The end.
    ".ray": "fill:var(--gold);opacity:.26",
    ".spark": "fill:var(--gold)",
}
COLOURS = {
    **pieces.COLOURS,
    "frame": ("#8A6238", "#5A3F26"),
    "frame-line": ("#5F4122", "#2E1F11"),
    "frame-light": ("#A67C4C", "#755535"),
    "frame-ink": ("#F3E3C6", "#E5CFA8"),
    "well": ("#66462A", "#2C1E12"),
    "aimed": ("#DCE9DA", "#CFE0CB"),
}
_SCOPE = f".matchwood-{GAME}"
EXTRAS = (
    "@media screen{"
    f"{_SCOPE} .can,{_SCOPE} .chosen{{filter:none}}"
    f"{_SCOPE} .can .foot{{stroke:var(--glow);stroke-width:5;stroke-opacity:.8}}"
    f"{_SCOPE} .chosen .face,{_SCOPE} .picked .face{{stroke:var(--click);stroke-width:6}}"
    f"{_SCOPE} .choice{{transition:translate .12s}}"
    f"{_SCOPE} .choice.chosen{{translate:0 -12px}}"
    f"{_SCOPE} .cell.can:focus-visible .face,{_SCOPE} .cell.can:hover .face"
    "{fill:var(--aimed);stroke:var(--click);stroke-width:6}"
    "}@media (prefers-reduced-motion:no-preference){"
    f"{_SCOPE} .near>.face{{animation:near 1.2s ease-in-out infinite alternate}}"
    "}@keyframes near{to{stroke-width:10}}"
)
"""What only a page has: what can be clicked, what is pointed at, and that a line which lacks one
cube only breathes. Programs that are not browsers pass over rules for a medium."""

STYLE = svg.sheet(GAME, LOOKS, COLOURS) + EXTRAS

OWN, BOTH, OVER = "own", "both", "over"
ARRANGEMENTS = {
    OWN: Arrangements(
        Arrangement(
            (1040, 600),
            {
                "grid": (0, 0, 624, 600),
                "cube": (640, 20, 390, 360),
                "aim": (720, 390, 230, 190),
            },
        ),
        Arrangement(
            (390, 590),
            {"grid": (0, 0, 390, 392), "cube": (6, 394, 190, 194), "aim": (204, 404, 174, 174)},
        ),
    ),
    BOTH: Arrangements(
        Arrangement(
            (1040, 600),
            {
                "grid": (0, 0, 624, 600),
                "other-side": (640, 0, 392, 376),
                "cube": (644, 384, 196, 216),
                "aim": (844, 396, 184, 192),
            },
        ),
        Arrangement(
            (390, 590),
            {
                "grid": (0, 0, 390, 390),
                "other-side": (0, 393, 180, 195),
                "cube": (182, 396, 92, 190),
                "aim": (276, 396, 112, 190),
            },
        ),
    ),
    OVER: Arrangements(
        Arrangement((1040, 600), {"grid": (0, 0, 624, 600), "other-side": (640, 80, 392, 440)}),
        Arrangement((390, 590), {"grid": (0, 0, 390, 392), "other-side": (90, 394, 210, 196)}),
    ),
}
"""With the own side of the grid only, with both, and when there is no cube left to push."""


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    """The table as a viewer sees it, from their own side of the grid."""
    names = player_names(names, document["players"], words)
    own = viewer or 0
    behind = Look(document, 1 - own)
    over = document["phase"] == "over"
    return Picture(
        GAME,
        label(document, names, words),
        (
            _grid(Look(document, own), words),
            *([_other_side(behind, names, words)] if behind.is_shown else []),
            *([] if over else [_cube(document, names, words), _aim(document, own, names, words)]),
            *([] if over else [_faces(document, viewer, words)]),
            _own_cards(document, own, words),
            *(_seat(document, seat, seat == own, words) for seat in range(2)),
            _round(document, words),
            *([_match(document["last_match"], names, words)] if document["last_match"] else []),
        ),
        kind=OVER if over else BOTH if behind.is_shown else OWN,
        anew=document["fresh"] is None,
    )


def label(document: Document, names: Sequence[str], words: Words) -> str:
    if document["phase"] != "over":
        return words.about(
            document["to_move"],
            names,
            "Top Trumps Match: it’s your turn.",
            "Top Trumps Match: it’s {name}’s turn.",
        )
    winners = document["winners"]
    if winners[1:]:
        return words.about_all(
            winners,
            names,
            "Top Trumps Match: you and {others} share the win.",
            "Top Trumps Match: {names} share the win.",
        )
    return words.about(
        winners[0], names, "Top Trumps Match: you won.", "Top Trumps Match: {name} won."
    )


# The grid


def _grid(look: Look, words: Words) -> Drawing:
    marks = _marks(look)
    drawn = [
        _frame(look.side),
        *(_band(look, line) for line in look.growing),
        *(_cell(look, cell, marks.get(cell), words) for cell in look.document["grid"]),
    ]
    return Drawing(
        "grid",
        BOARD,
        (0, 0, SIDE, SIDE + 3),
        Drawn("".join(drawn)),
        label=words("The grid"),
        outlines=_cell_outlines(look.side, 1, (0, 0)),
    )


@cache
def _cell_outlines(side: int, scale: float, corner: Point) -> dict[str, Outline]:
    outlines = {}
    for cell in (column + row for column in COLUMNS for row in ROWS):
        x, y = _in_grid(side, cell)
        middle = corner[0] + scale * x, corner[1] + scale * y
        size = (scale * CUBE, scale * CUBE)
        outlines[f"cell-{cell}"] = Outline(middle, size, scale * pieces.CUBE_CORNER)
    return outlines


@cache
def _frame(side: int | None) -> Drawn:
    """The wood around the grid, with the names of its columns and rows; none has no names."""
    well, inset = SIZE * PITCH + 2 * WELL_INSET, FRAME - WELL_INSET
    drawn = [
        svg.block(SIDE, SIDE, 22, at=(0, 3), class_="shadow"),
        svg.block(SIDE, SIDE, 22, class_="frame"),
        svg.path(_veins(), class_="veins"),
        svg.block(SIDE - 5, SIDE - 5, 20, at=(2.5, 2.5), class_="bevel"),
        svg.block(well, well, WELL_CORNER, at=(inset, inset), class_="well"),
        *([] if side is None else _labels(side)),
    ]
    return Drawn("".join(drawn))


def _veins() -> str:
    """The grain of the frame's four rails."""
    long, short = SIDE - 60, SIDE - 130
    across = "".join(
        f"M{x} {y}q{length / 2:g} {bend} {length:g} 0"
        for x, y, length, bend in (
            (30, 8, long, 4),
            (60, 17, short, -3),
            (30, SIDE - 9, long, -4),
            (70, SIDE - 18, short, 3),
        )
    )
    down = "".join(
        f"M{x} {y}q{bend} {length / 2:g} 0 {length:g}"
        for x, y, length, bend in (
            (8, 30, long, 4),
            (18, 80, short, -3),
            (SIDE - 8, 30, long, -4),
            (SIDE - 17, 60, short, 3),
        )
    )
    return across + down


def _labels(side: int) -> Iterator[Drawn]:
    """The names of columns below and of rows on the left, in the frame: the log says them."""
    for column in COLUMNS:
        x, _ = _in_grid(side, column + ROWS[0])
        yield svg.words(column, LABEL_SIZE, (x, SIDE - FRAME / 2 + 1), class_="label")
    for row in ROWS:
        _, y = _in_grid(side, COLUMNS[0] + row)
        yield svg.words(row, LABEL_SIZE, (FRAME / 2 - 1, y), class_="label")


def _in_grid(side: int, cell: str) -> Point:
    x, y = Look({}, side).at(cell)
    return FRAME + x * PITCH, FRAME + y * PITCH


def _marks(look: Look) -> dict[str, str]:
    """What the cells of growing lines are marked with."""
    return {cell: _growth(len(line)) for line in look.growing for cell in line}


def _growth(equal: int) -> str:
    return "match" if equal == MATCH else "growing near" if equal == MATCH - 1 else "growing"


def _band(look: Look, line: Line) -> Drawn:
    """What joins the equal symbols of a line; it is seen between the cubes."""
    (x1, y1), (x2, y2) = _in_grid(look.side, line[0]), _in_grid(look.side, line[-1])
    return svg.element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="band")


def _cell(look: Look, cell: str, mark: str | None, words: Words) -> Drawn:
    document = look.document
    inside = document["grid"][cell]
    fresh = document["phase"] == "push" and cell == document["fresh"]
    cube, faces = (inside["cube"], inside["faces"]) if inside else (None, (None, None))
    front, behind = faces[look.side], faces[1 - look.side]
    return _filled(look.side, cell, cube, front, behind, mark, fresh, words)


@lru_cache(CACHED)
def _filled(
    side: int,
    cell: str,
    cube: int | None,
    front: str | None,
    behind: str | None,
    mark: str | None,
    fresh: bool,
    words: Words,
) -> Drawn:
    """A cell of the grid with the cube in it, or the hole."""
    if front is None:
        inside, title = pieces.hole(), words("{cell}: the hole", cell=cell)
    else:
        inside = svg.group(pieces.cube(front), id_=f"cube-{cube}", class_=mark)
        title = _cube_title(cell, front, behind, fresh, words)
    return svg.group(
        inside,
        *([pieces.lock()] if fresh else []),
        at=_in_grid(side, cell),
        title=title,
        id_=f"cell-{cell}",
        class_="cell",
    )


def _cube_title(cell: str, front: str, behind: str | None, fresh: bool, words: Words) -> str:
    if behind is None:
        title = words("{cell}: {front}", cell=cell, front=SYMBOLS[front].name)
    else:
        title = words(
            "{cell}: {front}, and {behind} on the other side",
            cell=cell,
            front=SYMBOLS[front].name,
            behind=SYMBOLS[behind].name,
        )
    if not fresh:
        return title
    return words("{cube}; put in on the last turn, so it stays", cube=title)


def _other_side(look: Look, names: Sequence[str], words: Words) -> Drawing:
    """TT-7: the grid as the other player sees it."""
    marks, width = _marks(look), OTHER_SCALE * SIDE
    title = words.about(look.side, names, "You see", "{name} sees")
    cells = (
        pieces.small(_in_grid(look.side, cell), CUBE, symbol, marks.get(cell))
        for cell, symbol in look.shows.items()
    )
    inside = [
        svg.words(
            svg.cut(title, OTHER_SIZE, width),
            OTHER_SIZE,
            (4, OTHER_TITLE / 2 - 2),
            class_="caption start",
        ),
        svg.group(
            _frame(None),
            *(_band(look, line) for line in look.growing),
            *cells,
            at=(0, OTHER_TITLE),
            scale=OTHER_SCALE,
        ),
    ]
    return Drawing(
        "other-side",
        BOARD,
        (0, 0, width, OTHER_TITLE + width + 2),
        Drawn("".join(inside)),
        label=words("The other side of the grid, {name}", name=names[look.side]),
        outlines=_cell_outlines(look.side, OTHER_SCALE, (0, OTHER_TITLE)),
    )


# The held cube


def _cube(document: Document, names: Sequence[str], words: Words) -> Drawing:
    """The held cube, its first face in front; a script turns it."""
    faces, half = document["cubes"][document["held"]], CUBE_ROOM / 2
    inside = [
        solid.ground(),
        svg.group(*solid.draw(faces), id_=f"cube-{document['held']}", class_="solid"),
    ]
    title = words.about(document["to_move"], names, "Your cube", "{name}’s cube")
    came = words("cube from {cell}", cell=document["fresh"] or document["hole"])
    return Drawing(
        "cube",
        BOARD,
        (-half, -half, CUBE_ROOM, CUBE_ROOM),
        Drawn("".join(inside)),
        label=f"{title}, {came}",
        solid=json.dumps({"cube": [f"face-{symbol}" for symbol in faces]}, separators=(",", ":")),
    )


def _aim(document: Document, own: int, names: Sequence[str], words: Words) -> Drawing:
    """Which symbol would look at whom; a script puts others there as one is chosen."""
    mover, faces = document["to_move"], document["cubes"][document["held"]]
    rows = (
        ("front", faces[0], words.about(mover, names, "to you", "to {name}")),
        ("back", faces[1], words.about(1 - mover, names, "to you", "to {name}")),
        ("out", None, words("goes out")),
    )
    inside = [_aim_row(number, *row) for number, row in enumerate(rows)]
    return Drawing(
        "aim",
        BOARD,
        (0, 0, AIM_WIDTH, 3 * AIM_STEP),
        Drawn("".join(inside)),
        label=words("Which face looks at whom"),
    )


def _aim_row(number: int, slot: str, symbol: str | None, text: str) -> Drawn:
    y, left = (number + 0.5) * AIM_STEP, AIM_FACE + 14
    place = svg.block(CUBE, CUBE, pieces.CUBE_CORNER, at=(-CUBE / 2, -CUBE / 2), class_="slot")
    shown = pieces.cube(symbol, letter=False) if symbol else place
    at, scale = (AIM_FACE / 2 + 2, y), AIM_FACE / CUBE
    line = svg.cut(text, AIM_SIZE, AIM_WIDTH - left)
    return Drawn(
        svg.group(shown, at=at, scale=scale, data_slot=slot)
        + svg.words(line, AIM_SIZE, (left, y), class_="caption start")
    )


# The hand


def _faces(document: Document, viewer: int | None, words: Words) -> Drawing:
    """The faces of the held cube: three pairs of opposite ones."""
    faces = document["cubes"][document["held"]]
    pairs = "".join(_pair(number) for number in range(3))
    drawn = "".join(
        _face(symbol, place, faces[place ^ 1], words) for place, symbol in enumerate(faces)
    )
    mine = viewer in (None, document["to_move"])
    return Drawing(
        "faces",
        HAND,
        (0, 0, FACES_WIDTH, HAND_HEIGHT),
        svg.group(Drawn(pairs), Drawn(drawn), class_=None if mine else "away"),
        label=words("The faces of the cube"),
        outlines={
            f"face-{symbol}": Outline(_face_at(place), (CUBE, CUBE), pieces.CUBE_CORNER)
            for place, symbol in enumerate(faces)
        },
    )


@cache
def _pair(number: int) -> Drawn:
    """What holds a pair of opposite faces together."""
    left = number * (PAIR_WIDTH + PAIR_GAP)
    middle = left + PAIR_WIDTH / 2, HAND_HEIGHT / 2
    return Drawn(
        svg.block(PAIR_WIDTH, HAND_HEIGHT, at=(left, 0), class_="pair")
        + svg.group(svg.path("M-4.5-4H4.5L1.5-7M4.5 4H-4.5L-1.5 7", class_="swap"), at=middle)
    )


def _face_at(place: int) -> Point:
    pair, second = divmod(place, 2)
    left = pair * (PAIR_WIDTH + PAIR_GAP) + PAIR_INSET + second * (CUBE + PAIR_BETWEEN)
    return left + CUBE / 2, HAND_HEIGHT / 2 - 2


@lru_cache(CACHED)
def _face(symbol: str, place: int, behind: str, words: Words) -> Drawn:
    return svg.group(
        pieces.cube(symbol),
        at=_face_at(place),
        title=words(
            "face {symbol}, {name}; on its back {behind}",
            symbol=symbol,
            name=SYMBOLS[symbol].name,
            behind=SYMBOLS[behind].name,
        ),
        id_=f"face-{symbol}",
        class_="choice",
    )


def _own_cards(document: Document, own: int, words: Words) -> Drawing:
    """The viewer's own cards; they lie beside the faces, which are as high."""
    cards = (
        _card(
            document,
            own,
            number,
            (OWN_CARDS_WIDTH / 2 + (number - 0.5) * OWN_CARD_STEP, HAND_HEIGHT / 2),
            OWN_CARD,
            words,
        )
        for number in range(2)
    )
    return Drawing(
        "cards",
        HAND,
        (0, 0, OWN_CARDS_WIDTH, HAND_HEIGHT),
        Drawn("".join(cards)),
        label=words("Your cards") if own == words.reader else words("The cards"),
    )


def _card(
    document: Document, seat: int, number: int, at: Point, scale: float, words: Words
) -> Drawn:
    symbol = document["cards"][seat][number]
    return svg.group(
        pieces.card(symbol),
        at=at,
        scale=scale,
        title=card_title(symbol, words),
        id_=f"card-{seat}-{number}",
    )


def card_title(symbol: str | None, words: Words) -> str:
    if symbol is None:
        return words("a card face down")
    return words("card {symbol}, {name}", symbol=symbol, name=SYMBOLS[symbol].name)


# The seats, and what all share


def _seat(document: Document, seat: int, own: bool, words: Words) -> Drawing:
    """A player's points, and their cards unless they lie in the hand."""
    points, middle = document["points"][seat], SEAT_HEIGHT / 2
    step = CARD_WIDTH * SEAT_CARD + 4
    cards = (
        _card(
            document,
            seat,
            number,
            (SEAT_WIDTH - (1.5 - number) * step, middle),
            SEAT_CARD,
            words,
        )
        for number in range(0 if own else 2)
    )
    return Drawing(
        seat_part(seat),
        seat_part(seat),
        (0, 0, SEAT_WIDTH, SEAT_HEIGHT),
        Drawn("".join([pips(document, seat, (PIP + 2, middle)), *cards])),
        label=words.many("{n} point", "{n} points", n=points),
    )


def pips(document: Document, seat: int, at: Point) -> Drawn:
    """A ring for each point that is needed, full for those that are won."""
    points = document["points"][seat]
    needed = 1 if document["mode"] == "five-minute" else document["target"]
    return svg.group(
        *(
            svg.circle(PIP, (number * PIP_STEP, 0), class_="pip won" if number < points else "pip")
            for number in range(max(needed, points))
        ),
        at=at,
    )


def _round(document: Document, words: Words) -> Drawing:
    """How the round goes."""
    told = words("Round {round}", round=document["round"]), _pushes(document, words)
    middle = ROUND_HEIGHT / 2
    return Drawing(
        ROUND,
        ROUND,
        (0, 0, SEAT_WIDTH, ROUND_HEIGHT),
        Drawn(
            svg.words(told[0], ROUND_SIZE, (2, middle), class_="start")
            + svg.words(told[1], ROUND_SIZE, (SEAT_WIDTH - 2, middle), class_="quiet end")
        ),
        label=", ".join(told),
    )


def _pushes(document: Document, words: Words) -> str:
    pushes = words.many("{n} push", "{n} pushes", n=document["pushes"])
    if not document["voids"]:
        return pushes
    return words.many(
        "{n} void, {pushes}", "{n} void, {pushes}", n=document["voids"], pushes=pushes
    )


def _match(match: Document, names: Sequence[str], words: Words) -> Drawing:
    """TT-13 to TT-15: the line that was called, the cards of both, the points."""
    caller, symbol = match["caller"], match["symbol"]
    lines = [
        _line(words("Last match"), 0, [symbol] * SIZE, symbol),
        *(
            _line(
                words.about(seat, names, "You", "{name}"),
                number,
                match["cards"][seat],
                symbol,
                match["scored"][seat],
            )
            for number, seat in enumerate((caller, 1 - caller), start=1)
        ),
    ]
    return Drawing(
        "match",
        ROUND,
        (0, 0, SEAT_WIDTH, len(lines) * STEP),
        Drawn("".join(lines)),
        label=_match_title(match, names, words),
    )


def _line(
    text: str, number: int, shown: Sequence[str | None], symbol: str, points: int = 0
) -> Drawn:
    """Cubes or cards at the right, from where the points are told or the line begins."""
    y, right = (number + 0.5) * STEP, SEAT_WIDTH - STEP * (SIZE - len(shown)) if number else 0
    left = (right or SEAT_WIDTH) - len(shown) * STEP
    cubes = (
        pieces.small(
            (left + (place + 0.5) * STEP, y), STEP_FACE, each, "called" if each == symbol else None
        )
        for place, each in enumerate(shown)
    )
    told = [svg.words(f"+{points}", STEP_SIZE + 2, (SEAT_WIDTH - 2, y), class_="end")]
    room = left - 6
    return Drawn(
        svg.words(svg.cut(text, STEP_SIZE, room), STEP_SIZE, (2, y), class_="quiet start")
        + "".join(cubes)
        + "".join(told if points else [])
    )


def _match_title(match: Document, names: Sequence[str], words: Words) -> str:
    scorer = match["scored"].index(max(match["scored"]))
    return words.about(
        match["caller"],
        names,
        "Round {round}: you called {symbol}; {points}",
        "Round {round}: {name} called {symbol}; {points}",
        round=match["round"],
        symbol=SYMBOLS[match["symbol"]].name,
        points=points_for(words, match["scored"][scorer], scorer, names),
    )


# The log

NOTE_FACE = 22


def note(move: str, before: Document, after: Document, words: Words) -> list[Drawn | str]:
    """The symbol that the reader saw come into the grid, and what came of it."""
    cell, symbol = move.split("=")
    shown = Look(before, before["to_move"]).is_shown
    seen = symbol if shown else opposite(before, symbol)
    told: list[Drawn | str] = [_icon(seen), words("into {cell}", cell=cell)]
    if after["last_match"] != before["last_match"]:
        told += [_icon(after["last_match"]["symbol"], "called"), _scored(after, words)]
    elif after["voids"] > before["voids"]:
        told.append(words("round void"))
    return told


@lru_cache(CACHED)
def _icon(symbol: str, mark: str | None = None) -> Drawn:
    return svg.group(pieces.face(symbol, letter=False), scale=NOTE_FACE / CUBE, class_=mark)


def _scored(document: Document, words: Words) -> str:
    """TT-13 to TT-15: whose card it was, and what that brought."""
    match = document["last_match"]
    scorer = match["scored"].index(max(match["scored"]))
    mine, points = scorer == words.reader, match["scored"][scorer]
    if words.reader is None:
        return f"+{points}"
    if match["symbol"] in match["cards"][scorer] and counts(document, scorer):
        if mine:
            return words("your card: +{n}", n=points)
        return words("your rival’s card: +{n}", n=points)
    return words("+{n} for you", n=points) if mine else words("+{n} for your rival", n=points)
