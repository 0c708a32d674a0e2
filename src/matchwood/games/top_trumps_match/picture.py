"""Top Trumps Match as a picture: the grid as the viewer's side shows it, and all that goes with it.

From above: the opponent, the grid, the held cube unfolded beside the viewer's own cards, and
below them the last match, step by step, and the other side of the grid in small, if the document
shows it (TT-7). Someone who only watches sits on player 0's side.

The elements and their ids: `cell-c3` for a cell, with `cube-7` inside; `face-K` for a face of
the held cube; `seat-0` for a player's panel; `hand`, `round` and `other-side` for the rest. What
a move can be made with has the class `click`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.engine.words import ENGLISH, Words
from matchwood.games.top_trumps_match import symbols
from matchwood.games.top_trumps_match.grid import COLUMNS, MATCH, ROWS, SIZE, Line, Look
from matchwood.games.top_trumps_match.symbols import SYMBOLS
from matchwood.games.top_trumps_match.words import points_for

WIDTH = 480
MARGIN = GAP = 8
INNER = WIDTH - 2 * MARGIN
INSET = 12

FRAME, WELL_CORNER = 22, 12
PITCH = (INNER - 2 * FRAME) / SIZE
CUBE, CUBE_CORNER = 77, 11
"""A cube as it is drawn, before it is scaled to its place."""
LETTER_SIZE, LETTER_AT = 11, 30
LABEL_SIZE = 12
BADGE, BADGE_AT = 11, 29

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

BACK = "?"
"""What is on the back of a card."""
CACHED = 16_384
"""How many finished drawings of a kind are kept."""

LOOKS = {
    **symbols.LOOKS,
    ".well": "fill:var(--well)",
    ".socket": "fill:var(--socket)",
    ".face": "fill:var(--face);stroke:var(--face-edge)",
    ".growing>.face": "stroke:var(--growing);stroke-width:4",
    ".growing.near>.face": "stroke-width:7",
    ".match>.face": "stroke:var(--match);stroke-width:7",
    ".band": "stroke:var(--growing);stroke-width:9;stroke-linecap:round",
    ".band.match": "stroke:var(--match)",
    ".letter": f"fill:var(--letter);font-weight:400;font-size:{LETTER_SIZE}px",
    ".card-letter": "font-size:14px",
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

STYLE = svg.sheet("top-trumps-match", LOOKS, COLOURS)


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The table as a viewer sees it, from their own side of the grid."""
    names = player_names(names, document["players"], words)
    own = viewer or 0
    behind = Look(document, 1 - own)
    own_left = MARGIN + HAND_WIDTH + GAP
    return svg.picture(
        document["game"],
        (WIDTH, HEIGHT),
        _opponent(document, 1 - own, names[1 - own], words),
        _grid(Look(document, own), words),
        _hand(document, names, words),
        _own(document, own, names[own], (own_left, HAND_TOP), words),
        _round(document, names, words, INNER - OTHER_WIDTH - GAP if behind.is_shown else INNER),
        *([_other_side(behind, names[1 - own], words)] if behind.is_shown else []),
        label=label(document, names, words),
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


def _grid(look: Look, words: Words) -> Drawn:
    marks = _marks(look)
    return svg.group(
        *_frame(look.side),
        *(_band(look, line) for line in look.growing),
        *(_cell(look, cell, marks.get(cell), words) for cell in look.document["grid"]),
        at=(MARGIN, GRID_TOP),
    )


@cache
def _frame(side: int) -> tuple[Drawn, ...]:
    """The wood around the grid, with the names of its columns and rows."""
    well = INNER - 2 * FRAME + 8
    return (
        svg.wood(INNER, INNER),
        svg.block(well, well, WELL_CORNER, at=(FRAME - 4, FRAME - 4), class_="well"),
        *_labels(Look({}, side)),
    )


def _marks(look: Look) -> dict[str, str]:
    """What the cells of growing lines are marked with."""
    return {cell: _growth(len(line)) for line in look.growing for cell in line}


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


def _cell(look: Look, cell: str, mark: str | None, words: Words) -> Drawn:
    document = look.document
    inside, going_on = document["grid"][cell], document["phase"] == "push"
    fresh = going_on and cell == document["fresh"]
    cube, faces = (inside["cube"], inside["faces"]) if inside else (None, (None, None))
    front, behind = faces[look.side], faces[1 - look.side]
    return _filled(look.side, cell, cube, front, behind, mark, fresh, going_on, words)


@lru_cache(CACHED)
def _filled(
    side: int,
    cell: str,
    cube: int | None,
    front: str | None,
    behind: str | None,
    mark: str | None,
    fresh: bool,
    going_on: bool,
    words: Words,
) -> Drawn:
    """A cell of the grid with the cube in it, or the hole."""
    if front is None:
        inside, title = _socket(), words("{cell}: the hole", cell=cell)
    else:
        inside = svg.group(*_face(front), id_=f"cube-{cube}", class_=mark)
        title = _cube_title(cell, front, behind, fresh, words)
    return svg.group(
        inside,
        *([_lock()] if fresh else []),
        at=_in_grid(Look({}, side), cell),
        title=title,
        id_=f"cell-{cell}",
        class_="cell click" if going_on and not fresh else "cell",
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


@cache
def _face(symbol: str, letter: bool = True) -> tuple[Drawn, ...]:
    """A side of a cube with its symbol, and the letter that moves call it by."""
    half = CUBE / 2
    told = [svg.element("text", symbol, x=LETTER_AT, y=LETTER_AT, class_="letter")]
    return (
        svg.block(CUBE, CUBE, CUBE_CORNER, at=(-half, -half), class_="face"),
        SYMBOLS[symbol].drawn,
        *(told if letter else []),
    )


@cache
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


def _hand(document: Document, names: Sequence[str], words: Words) -> Drawn:
    """The held cube, unfolded; when the game is over, how it ended."""
    if document["phase"] == "over":
        header, count, inside = words("The end"), "", _ending(document, names, words)
    else:
        header, inside = names[document["to_move"]], _unfolded(document, words)
        count = words("cube from {cell}", cell=document["fresh"] or document["hole"])
    return svg.panel(
        header,
        count,
        (HAND_WIDTH, HAND_HEIGHT),
        *inside,
        at=(MARGIN, HAND_TOP),
        title=f"{header} {count}".strip(),
        id_="hand",
    )


def _unfolded(document: Document, words: Words) -> list[Drawn]:
    faces = document["cubes"][document["held"]]
    unfolded = (
        _unfolded_face(
            symbol,
            place,
            words(
                "face {symbol}, {name}; on its back {behind}",
                symbol=symbol,
                name=SYMBOLS[symbol].name,
                behind=SYMBOLS[faces[place ^ 1]].name,
            ),
        )
        for place, symbol in enumerate(faces)
    )
    return [svg.group(*unfolded, id_=f"cube-{document['held']}")]


@lru_cache(CACHED)
def _unfolded_face(symbol: str, place: int, title: str) -> Drawn:
    column, row = CROSS[place]
    x = INSET - 2 + (column + 0.5) * FACE_PITCH
    y = svg.HEADER - 2 + (row + 0.5) * FACE_PITCH
    return svg.group(
        *_face(symbol),
        at=(x, y),
        scale=(FACE_PITCH - 4) / CUBE,
        title=title,
        id_=f"face-{symbol}",
        class_="face-of-cube click",
    )


def _ending(document: Document, names: Sequence[str], words: Words) -> list[Drawn]:
    winners = document["winners"]
    lines = [names[seat] for seat in winners] + [
        words("share the win") if winners[1:] else words("won"),
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


def _opponent(document: Document, seat: int, name: str, words: Words) -> Drawn:
    step = CARD_WIDTH * OPPONENT_CARD + 6
    cards = (
        svg.group(
            *card_face(card),
            at=(INNER - INSET - (1.5 - number) * step, OPPONENT_HEIGHT / 2),
            scale=OPPONENT_CARD,
            title=card_title(card, words),
            id_=f"card-{seat}-{number}",
        )
        for number, card in enumerate(document["cards"][seat])
    )
    size, room = (INNER, OPPONENT_HEIGHT), 2 * step
    at, id_ = (MARGIN, MARGIN), f"seat-{seat}"
    return seat_panel(document, seat, name, size, at, room, words, *cards, id_=id_)


def _own(document: Document, seat: int, name: str, at: Point, words: Words) -> Drawn:
    width = INNER - HAND_WIDTH - GAP
    top = (PIPS_AT + PIP + HAND_HEIGHT) / 2
    cards = (
        svg.group(
            *card_face(card),
            at=(width / 2 + (number - 0.5) * (CARD_WIDTH + GAP), top),
            title=card_title(card, words),
            id_=f"card-{seat}-{number}",
        )
        for number, card in enumerate(document["cards"][seat])
    )
    size, id_ = (width, HAND_HEIGHT), f"seat-{seat}"
    return seat_panel(document, seat, name, size, at, 0, words, *cards, id_=id_)


def seat_panel(
    document: Document,
    seat: int,
    name: str,
    size: svg.Size,
    at: Point,
    room_at_end: float,
    words: Words,
    *cards: Drawn,
    id_: str | None = None,
) -> Drawn:
    points, winner = document["points"][seat], seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] == "push"
    title = words.many("{name}: {n} point", "{name}: {n} points", n=points, name=name)
    if winner:
        title = words("{player}, won", player=title)
    elif active:
        title = words("{player}, to move", player=title)
    return svg.panel(
        name,
        "",
        size,
        _pips(document, seat),
        *cards,
        at=at,
        title=title,
        active=active,
        winner=winner,
        room_at_end=room_at_end,
        id_=id_,
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


@cache
def card_face(symbol: str | None) -> tuple[Drawn, ...]:
    width, height = CARD_WIDTH, CARD_HEIGHT
    corner = (-width / 2, -height / 2)
    shadow = svg.block(
        width, height, CARD_CORNER, at=(corner[0], corner[1] + svg.SHADOW_DROP), class_="shadow"
    )
    kind = "face" if symbol else "back"
    card = svg.block(width, height, CARD_CORNER, at=corner, class_=kind)
    if symbol is None:
        return shadow, card, _weave(), svg.words(BACK, 40, class_="question")
    at_corner = {"x": width / 2 - 13, "y": height / 2 - 14}
    letter = svg.element("text", symbol, **at_corner, class_="letter card-letter")
    return shadow, card, SYMBOLS[symbol].drawn, letter


def _weave() -> Drawn:
    inset = 8
    width, height = CARD_WIDTH - 2 * inset, CARD_HEIGHT - 2 * inset
    return svg.block(width, height, 5, at=(-width / 2, -height / 2), class_="weave")


def card_title(symbol: str | None, words: Words) -> str:
    if symbol is None:
        return words("a card face down")
    return words("card {symbol}, {name}", symbol=symbol, name=SYMBOLS[symbol].name)


def _round(document: Document, names: Sequence[str], words: Words, width: float) -> Drawn:
    """How the round goes, and how the last match was scored, step by step."""
    match, none_yet = document["last_match"], words("No match yet")
    told = _steps(match, names, words) if match else [_step(none_yet, 0, room=width)]
    return svg.panel(
        words("Round {round}", round=document["round"]),
        _pushes(document, words),
        (width, ROUND_HEIGHT),
        *told,
        at=(MARGIN, ROUND_TOP),
        title=_match_title(match, names, words) if match else none_yet,
        id_="round",
    )


def _pushes(document: Document, words: Words) -> str:
    pushes = words.many("{n} push", "{n} pushes", n=document["pushes"])
    if not document["voids"]:
        return pushes
    return words.many(
        "{n} void, {pushes}", "{n} void, {pushes}", n=document["voids"], pushes=pushes
    )


def _steps(match: Document, names: Sequence[str], words: Words) -> list[Drawn]:
    """TT-13 to TT-15: the line, the caller's cards, the other's cards, the points."""
    caller, symbol = match["caller"], match["symbol"]
    order = (caller, 1 - caller)
    hands = (
        _step(
            words.about(seat, names, "You had", "{name} had"),
            number,
            match["cards"][seat],
            symbol,
        )
        for number, seat in enumerate(order, start=1)
    )
    scorer = next(seat for seat in order if match["scored"][seat])
    return [
        _step(called(caller, names, words), 0, [symbol] * SIZE, symbol),
        *hands,
        _step(points_for(words, match["scored"][scorer], scorer, names), 3, room=280),
    ]


def called(caller: int, names: Sequence[str], words: Words) -> str:
    return words.about(caller, names, "You called", "{name} called")


def _step(
    text: str,
    number: int,
    shown: Sequence[str | None] = (),
    symbol: str | None = None,
    room: float = STEP_ROOM,
) -> Drawn:
    y = svg.HEADER + (number + 0.5) * STEP_HEIGHT
    cubes = (
        _small((STEP_ROOM + INSET + (place + 0.5) * STEP, y), STEP, each, _match_mark(each, symbol))
        for place, each in enumerate(shown)
        if each
    )
    line = svg.cut(text, STEP_SIZE, room)
    return svg.group(svg.words(line, STEP_SIZE, (INSET + 2, y), class_="start"), *cubes)


def _match_mark(shown: str, symbol: str | None) -> str | None:
    return "match" if shown == symbol else None


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


def _other_side(look: Look, name: str, words: Words) -> Drawn:
    """TT-7: the grid as the other player sees it."""
    pitch = (OTHER_WIDTH - 2 * INSET) / SIZE
    return svg.panel(
        words("Other side"),
        "",
        (OTHER_WIDTH, ROUND_HEIGHT),
        *small_grid(look, pitch, (INSET, svg.HEADER - 2)),
        at=(MARGIN + INNER - OTHER_WIDTH, ROUND_TOP),
        title=words("The other side of the grid, {name}", name=name),
        id_="other-side",
    )


def small_grid(look: Look, pitch: float, corner: Point) -> Iterator[Drawn]:
    """A side of the grid in small, without letters and ids."""
    marks, (left, top) = _marks(look), corner
    for cell, symbol in look.shows.items():
        x, y = look.at(cell)
        yield _small((left + x * pitch, top + y * pitch), pitch, symbol, marks.get(cell))


@lru_cache(CACHED)
def _small(at: Point, pitch: float, symbol: str | None, mark: str | None) -> Drawn:
    face = _face(symbol, letter=False) if symbol else (_socket(),)
    return svg.group(*face, at=at, scale=(pitch - 2) / CUBE, class_=mark)
