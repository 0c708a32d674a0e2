"""Top Trumps Match as a picture: the grid as the viewer's side shows it, and all that goes with it.

From above: the opponent, the grid, the held cube unfolded beside the viewer's own cards, and
below them the last match, step by step, and the other side of the grid in small (TT-7). Someone
who only watches sits on player 0's side.

The elements and their ids: `cell-c3` for a cell, with `cube-7` inside; `face-K` for a face of
the held cube; `seat-0` for a player's panel; `hand`, `round` and `other-side` for the rest. What
a move can be made with has the class `click`. Nothing else hangs on `other-side`: a page that
does not let players look can leave it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.games.top_trumps_match import symbols
from matchwood.games.top_trumps_match.symbols import SYMBOLS

WIDTH = 480
MARGIN = GAP = 8
INNER = WIDTH - 2 * MARGIN
INSET = 12

SIZE = 5
COLUMNS, ROWS = "abcde", "12345"
FRAME, WELL_CORNER = 22, 12
PITCH = (INNER - 2 * FRAME) / SIZE
CUBE, CUBE_CORNER = 77, 11
"""A cube as it is drawn, before it is scaled to its place."""
SIGN_SCALE = 2
LETTER_SIZE, LETTER_AT = 11, 30
LABEL_SIZE = 12
BADGE, BADGE_AT = 11, 29
GROWING, MATCH = (3, 4), 5

FACE_PITCH = 60
CROSS = ((1, 1), (3, 1), (0, 1), (2, 1), (1, 0), (1, 2))
"""Column and row of each face of the unfolded cube: those opposite stand two apart."""
HAND_WIDTH = 4 * FACE_PITCH + 2 * INSET - 4
HAND_HEIGHT = svg.HEADER + 3 * FACE_PITCH + INSET - 4
RESULT_SIZE, RESULT_STEP = 26, 34

CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 82, 118, 9
PIP, PIP_STEP, PIPS_AT = 7, 21, 44
OPPONENT_HEIGHT = 66
OPPONENT_CARD = 0.44
"""The scale of the opponent's cards."""

ROUND_HEIGHT, OTHER_WIDTH = 176, 160
STEP, STEP_HEIGHT, STEP_SIZE, STEP_ROOM = 28, 33, 13, 118
"""A line of the last match: its cubes' pitch, height, letters, and the room for its words."""

GRID_TOP = MARGIN + OPPONENT_HEIGHT + GAP
HAND_TOP = GRID_TOP + INNER + GAP
ROUND_TOP = HAND_TOP + HAND_HEIGHT + GAP
HEIGHT = ROUND_TOP + ROUND_HEIGHT + MARGIN

Line = list[str]
LINES: list[Line] = [
    *([column + row for column in COLUMNS] for row in ROWS),
    *([column + row for row in ROWS] for column in COLUMNS),
    [column + row for column, row in zip(COLUMNS, ROWS, strict=True)],
    [column + row for column, row in zip(COLUMNS, reversed(ROWS), strict=True)],
]

STYLE = {
    **symbols.STYLE,
    ".well": "fill:var(--well)",
    ".socket": "fill:var(--socket)",
    ".face": "fill:var(--face);stroke:var(--face-edge)",
    ".growing>.face": "stroke:var(--growing);stroke-width:4",
    ".growing.near>.face": "stroke-width:7",
    ".match>.face": "stroke:var(--match);stroke-width:7",
    ".band": "stroke:var(--growing);stroke-width:9;stroke-linecap:round",
    ".band.match": "stroke:var(--match)",
    ".letter": "fill:var(--letter);font-weight:400",
    ".label": "fill:var(--dark-wood);font-weight:400",
    ".lock": "fill:var(--face);stroke:var(--lock);stroke-width:1.4",
    ".lock-body": "fill:var(--lock)",
    ".lock-bow": "fill:none;stroke:var(--lock);stroke-width:1.8",
    ".back": "fill:var(--light-wood);stroke:var(--wood)",
    ".weave": "fill:none;stroke:var(--wood);stroke-width:1.2;opacity:.55",
    ".question": "fill:var(--dark-wood)",
    ".pip": "fill:none;stroke:var(--wood);stroke-width:1.6",
    ".pip.won": "fill:var(--red);stroke:var(--red)",
}
COLOURS = {
    **symbols.COLOURS,
    "face": ("#FFFDF8", "#EDE4D3"),
    "face-edge": ("#D8CDBA", "#B7A98F"),
    "letter": ("#6F6557", "#5B5246"),
    "well": ("#7A5633", "#4A3520"),
    "socket": ("#583B1E", "#2E2012"),
    "growing": ("#E9B914", "#EBC136"),
    "match": ("#2F9B5C", "#4CBF7D"),
    "lock": ("#6B4A26", "#6B4A26"),
}


@dataclass(frozen=True)
class Look:
    """A side of the grid as the player who sits there sees it."""

    document: Document
    side: int

    def at(self, cell: str) -> Point:
        """TT-3: the middle of a cell in steps of one; the sides see each other's left right."""
        column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
        return (column if self.side == 0 else SIZE - 1 - column) + 0.5, row + 0.5

    def shows(self, cell: str) -> str | None:
        inside = self.document["grid"][cell]
        return inside["faces"][self.side] if inside else None

    def equal_in(self, line: Line) -> Line:
        """The cells of a line that show the symbol it has most of."""
        shown = Counter(symbol for cell in line if (symbol := self.shows(cell)))
        most, _ = shown.most_common(1)[0]
        return [cell for cell in line if self.shows(cell) == most]

    def growing(self) -> Iterator[Line]:
        """Lines with at least three equal symbols, the longest last."""
        lines = (self.equal_in(line) for line in LINES)
        return iter(sorted((line for line in lines if len(line) >= GROWING[0]), key=len))


def draw(document: Document, viewer: int | None, names: Sequence[str] | None = None) -> str:
    """The table as a viewer sees it, from their own side of the grid."""
    names = player_names(names, document["players"])
    own = viewer or 0
    own_left = MARGIN + HAND_WIDTH + GAP
    return svg.picture(
        document["game"],
        (WIDTH, HEIGHT),
        _opponent(document, 1 - own, names[1 - own]),
        _grid(Look(document, own)),
        _hand(document, names),
        _own(document, own, names[own], (own_left, HAND_TOP)),
        _round(document, names),
        _other_side(Look(document, 1 - own), names[1 - own]),
        label=_label(document, names),
        style=STYLE,
        tokens=COLOURS,
    )


def clicks(move: str, document: Document) -> list[str]:
    """Two clicks: on the face that shall look at the mover, then on the cell it goes to."""
    cell, symbol = move.split("=")
    return [f"face-{symbol}", f"cell-{cell}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-", 1) for step in path]:
        case [["face", symbol], ["cell", cell]]:
            return f"{cell}={symbol}"
        case [["cell", cell]]:
            return f"{cell}={document['cubes'][document['held']][0]}"
    return None


def _label(document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return f"Top Trumps Match: {_result(document, names)}."
    return f"Top Trumps Match: {names[document['to_move']]} to put the held cube in."


def _result(document: Document, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in document["winners"]]
    return f"{winners[0]} won" if len(winners) == 1 else f"{' and '.join(winners)} share the win"


def _grid(look: Look) -> Drawn:
    well = INNER - 2 * FRAME + 8
    bands = (_band(look, line) for line in look.growing())
    marks = {cell: _growth(len(line)) for line in look.growing() for cell in line}
    return svg.group(
        svg.wood(INNER, INNER),
        svg.block(well, well, WELL_CORNER, at=(FRAME - 4, FRAME - 4), class_="well"),
        *_labels(look),
        *bands,
        *(_cell(look, cell, marks.get(cell, "")) for cell in look.document["grid"]),
        at=(MARGIN, GRID_TOP),
    )


def _growth(equal: int) -> str:
    return "match" if equal == MATCH else "growing near" if equal == MATCH - 1 else "growing"


def _labels(look: Look) -> Iterator[Drawn]:
    """The names of columns below and of rows on the left, in the frame."""
    for column in COLUMNS:
        x = FRAME + look.at(column + ROWS[0])[0] * PITCH
        yield svg.words(column, LABEL_SIZE, (x, INNER - FRAME / 2 + 1), class_="label")
    for row in ROWS:
        y = FRAME + look.at(COLUMNS[0] + row)[1] * PITCH
        yield svg.words(row, LABEL_SIZE, (FRAME / 2 - 1, y), class_="label")


def _in_grid(look: Look, cell: str) -> Point:
    x, y = look.at(cell)
    return FRAME + x * PITCH, FRAME + y * PITCH


def _band(look: Look, line: Line) -> Drawn:
    """What joins the equal symbols of a line; it is seen between the cubes."""
    (x1, y1), (x2, y2) = _in_grid(look, line[0]), _in_grid(look, line[-1])
    kind = "band match" if len(line) == MATCH else "band"
    return svg.element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def _cell(look: Look, cell: str, mark: str) -> Drawn:
    document, symbol = look.document, look.shows(cell)
    fresh = cell == document["fresh"] and document["phase"] == "push"
    inside = _socket()
    if symbol:
        number = document["grid"][cell]["cube"]
        inside = svg.group(*_face(symbol), id_=f"cube-{number}", class_=mark or None)
    clickable = document["phase"] == "push" and not fresh
    return svg.group(
        inside,
        *([_lock()] if fresh else []),
        at=_in_grid(look, cell),
        title=_cell_title(look, cell, fresh),
        id_=f"cell-{cell}",
        class_="cell click" if clickable else "cell",
    )


def _cell_title(look: Look, cell: str, fresh: bool) -> str:
    inside = look.document["grid"][cell]
    if not inside:
        return f"{cell}: the hole"
    front, behind = (SYMBOLS[inside["faces"][side]].name for side in (look.side, 1 - look.side))
    stays = "; put in on the turn before, so it may not be pushed out" if fresh else ""
    return f"{cell}: {front}, and {behind} on the other side{stays}"


@cache
def _face(symbol: str, letter: bool = True) -> tuple[Drawn, ...]:
    """A side of a cube with its symbol, and the letter that moves call it by."""
    half = CUBE / 2
    told = [svg.words(symbol, LETTER_SIZE, (LETTER_AT, LETTER_AT), class_="letter")]
    return (
        svg.block(CUBE, CUBE, CUBE_CORNER, at=(-half, -half), class_="face"),
        svg.group(SYMBOLS[symbol].drawn, scale=SIGN_SCALE),
        *(told if letter else []),
    )


def _socket() -> Drawn:
    half = CUBE / 2
    return svg.block(CUBE, CUBE, CUBE_CORNER, at=(-half, -half), class_="socket")


def _lock() -> Drawn:
    """TT-10: this cube may not be pushed out."""
    return svg.group(
        svg.circle(BADGE, class_="lock"),
        svg.path("M-3 -1V-3A3 3 0 0 1 3 -3V-1", class_="lock-bow"),
        svg.block(9, 6.4, 1.5, at=(-4.5, -1), class_="lock-body"),
        at=(BADGE_AT, -BADGE_AT),
    )


def _hand(document: Document, names: Sequence[str]) -> Drawn:
    """The held cube, unfolded; when the game is over, how it ended."""
    if document["phase"] == "over":
        header, count, inside = "The end", "", _ending(document, names)
    else:
        header, inside = names[document["to_move"]], _unfolded(document)
        count = f"cube from {document['fresh'] or document['hole']}"
    return svg.panel(
        header,
        count,
        (HAND_WIDTH, HAND_HEIGHT),
        *inside,
        at=(MARGIN, HAND_TOP),
        title=f"{header} {count}".strip(),
        id_="hand",
    )


def _unfolded(document: Document) -> list[Drawn]:
    faces = document["cubes"][document["held"]]
    unfolded = []
    for symbol, (column, row) in zip(faces, CROSS, strict=True):
        x = INSET - 2 + (column + 0.5) * FACE_PITCH
        y = svg.HEADER - 2 + (row + 0.5) * FACE_PITCH
        face = svg.group(
            *_face(symbol),
            at=(x, y),
            scale=(FACE_PITCH - 4) / CUBE,
            title=f"face {symbol}, {SYMBOLS[symbol].name}",
            id_=f"face-{symbol}",
            class_="face-of-cube click",
        )
        unfolded.append(face)
    return [svg.group(*unfolded, id_=f"cube-{document['held']}")]


def _ending(document: Document, names: Sequence[str]) -> list[Drawn]:
    winners = document["winners"]
    lines = [names[seat] for seat in winners] + [
        "won" if len(winners) == 1 else "share the win",
        " : ".join(map(str, sorted(document["points"], reverse=True))),
    ]
    top = (svg.HEADER + HAND_HEIGHT - (len(lines) - 1) * RESULT_STEP) / 2
    room = HAND_WIDTH - 2 * INSET
    return [
        svg.words(
            svg.cut(line, RESULT_SIZE, room),
            RESULT_SIZE,
            (HAND_WIDTH / 2, top + number * RESULT_STEP),
        )
        for number, line in enumerate(lines)
    ]


def _opponent(document: Document, seat: int, name: str) -> Drawn:
    step = CARD_WIDTH * OPPONENT_CARD + 6
    cards = (
        svg.group(
            *_card(card),
            at=(INNER - INSET - (1.5 - number) * step, OPPONENT_HEIGHT / 2),
            scale=OPPONENT_CARD,
            title=_card_title(card),
        )
        for number, card in enumerate(document["cards"][seat])
    )
    size, kept = (INNER, OPPONENT_HEIGHT), 2 * step
    return _seat(document, seat, name, size, (MARGIN, MARGIN), kept, *cards)


def _own(document: Document, seat: int, name: str, at: Point) -> Drawn:
    width = INNER - HAND_WIDTH - GAP
    top = (PIPS_AT + PIP + HAND_HEIGHT) / 2
    cards = (
        svg.group(
            *_card(card),
            at=(width / 2 + (number - 0.5) * (CARD_WIDTH + GAP), top),
            title=_card_title(card),
        )
        for number, card in enumerate(document["cards"][seat])
    )
    return _seat(document, seat, name, (width, HAND_HEIGHT), at, 0, *cards)


def _seat(
    document: Document,
    seat: int,
    name: str,
    size: svg.Size,
    at: Point,
    kept: float,
    *cards: Drawn,
) -> Drawn:
    points, winner = document["points"][seat], seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] == "push"
    state = ", won" if winner else ", to move" if active else ""
    return svg.panel(
        name,
        "",
        size,
        _pips(document, seat),
        *cards,
        at=at,
        title=f"{name}: {points} points{state}",
        active=active,
        winner=winner,
        kept=kept,
        id_=f"seat-{seat}",
    )


def _pips(document: Document, seat: int) -> Drawn:
    """A ring for each point that is needed, full for those that are won."""
    points = document["points"][seat]
    needed = 1 if document["mode"] == "five-minute" else document["target"]
    return svg.group(
        *(
            svg.circle(PIP, (number * PIP_STEP, 0), class_="pip won" if number < points else "pip")
            for number in range(max(needed, points))
        ),
        at=(INSET + PIP + 4, PIPS_AT),
    )


def _card(symbol: str | None) -> list[Drawn]:
    width, height = CARD_WIDTH, CARD_HEIGHT
    corner = (-width / 2, -height / 2)
    shadow = svg.block(
        width, height, CARD_CORNER, at=(corner[0], corner[1] + svg.SHADOW_DROP), class_="shadow"
    )
    kind = "face" if symbol else "back"
    card = svg.block(width, height, CARD_CORNER, at=corner, class_=kind)
    if symbol is None:
        return [shadow, card, _weave(), svg.words("?", 40, class_="question")]
    letter = svg.words(symbol, 14, (width / 2 - 13, height / 2 - 14), class_="letter")
    return [shadow, card, svg.group(SYMBOLS[symbol].drawn, scale=SIGN_SCALE), letter]


def _weave() -> Drawn:
    inset = 8
    width, height = CARD_WIDTH - 2 * inset, CARD_HEIGHT - 2 * inset
    return svg.block(width, height, 5, at=(-width / 2, -height / 2), class_="weave")


def _card_title(symbol: str | None) -> str:
    return f"card {symbol}, {SYMBOLS[symbol].name}" if symbol else "a card face down"


def _round(document: Document, names: Sequence[str]) -> Drawn:
    """How the round goes, and how the last match was scored, step by step."""
    width = INNER - OTHER_WIDTH - GAP
    pushes, voids, match = document["pushes"], document["voids"], document["last_match"]
    told = _steps(match, names) if match else [_step("No match yet", 0)]
    return svg.panel(
        f"Round {document['round']}",
        (f"{voids} void, " if voids else "") + f"{pushes} push{'' if pushes == 1 else 'es'}",
        (width, ROUND_HEIGHT),
        *told,
        at=(MARGIN, ROUND_TOP),
        title=_match_title(match, names) if match else "No match yet",
        id_="round",
    )


def _steps(match: Document, names: Sequence[str]) -> list[Drawn]:
    """TT-13 to TT-15: the line, the caller's cards, the other's cards, the points."""
    caller, symbol = match["caller"], match["symbol"]
    order = (caller, 1 - caller)
    hands = (
        _step(f"{names[seat]} had", number, match["cards"][seat], symbol)
        for number, seat in enumerate(order, start=1)
    )
    scorer = next(seat for seat in order if match["scored"][seat])
    points = match["scored"][scorer]
    return [
        _step(f"{names[caller]} called", 0, [symbol] * SIZE, symbol),
        *hands,
        _step(f"{points} point{'' if points == 1 else 's'} for {names[scorer]}", 3, room=280),
    ]


def _step(
    text: str,
    number: int,
    shown: Sequence[str | None] = (),
    symbol: str | None = None,
    room: float = STEP_ROOM,
) -> Drawn:
    y = svg.HEADER + (number + 0.5) * STEP_HEIGHT
    cubes = (
        svg.group(
            *_face(each, letter=False),
            at=(STEP_ROOM + INSET + (place + 0.5) * STEP, y),
            scale=(STEP - 2) / CUBE,
            class_="match" if each == symbol else None,
        )
        for place, each in enumerate(shown)
        if each
    )
    line = svg.cut(text, STEP_SIZE, room)
    return svg.group(svg.words(line, STEP_SIZE, (INSET + 2, y), class_="start"), *cubes)


def _match_title(match: Document, names: Sequence[str]) -> str:
    scored = (f"{names[seat]} {points}" for seat, points in enumerate(match["scored"]))
    return (
        f"Round {match['round']}: {names[match['caller']]} called "
        f"{SYMBOLS[match['symbol']].name}; points: {', '.join(scored)}"
    )


def _other_side(look: Look, name: str) -> Drawn:
    """TT-7: the grid as the other player sees it."""
    pitch = (OTHER_WIDTH - 2 * INSET) / SIZE
    marks = {cell: _growth(len(line)) for line in look.growing() for cell in line}
    cells = []
    for cell in look.document["grid"]:
        x, y = look.at(cell)
        symbol = look.shows(cell)
        small = svg.group(
            *(_face(symbol, letter=False) if symbol else (_socket(),)),
            at=(INSET + x * pitch, svg.HEADER - 2 + y * pitch),
            scale=(pitch - 2) / CUBE,
            class_=marks.get(cell),
        )
        cells.append(small)
    return svg.panel(
        "Other side",
        "",
        (OTHER_WIDTH, ROUND_HEIGHT),
        *cells,
        at=(MARGIN + INNER - OTHER_WIDTH, ROUND_TOP),
        title=f"The other side of the grid, {name}",
        id_="other-side",
    )
