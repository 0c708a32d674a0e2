"""The players of Top Trumps Match as a picture: what they have, and the cube in hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, HAND, Drawing, Outline, seat_part
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match.picture import shapes, solid
from matchwood.games.top_trumps_match.picture.shapes import (
    CACHED,
    CARD_CORNER,
    CARD_HEIGHT,
    CARD_WIDTH,
    CUBE,
    SYMBOLS,
)
from matchwood.games.top_trumps_match.pieces import SIZE
from matchwood.games.top_trumps_match.words import points_for

# The held cube: in space, what would look at whom, and its six faces in the hand.

CUBE_ROOM = 168
AIM_WIDTH, AIM_HEIGHT, AIM_FACE, AIM_SIZE = 176, 54, 46, 16
SLOTS = "front", "back", "out"
"""The faces that would look at the mover, at the rival, and at nobody any more."""

PAIR_INSET, PAIR_BETWEEN, PAIR_GAP = 4, 12, 6
PAIR_WIDTH = 2 * CUBE + PAIR_BETWEEN + 2 * PAIR_INSET
FACES_WIDTH, FACES_HEIGHT = 3 * PAIR_WIDTH + 2 * PAIR_GAP, CUBE + 20

LOOKS = {
    **solid.LOOKS,
    ".slot": "fill:none;stroke:var(--board-label);stroke-width:1.6;stroke-dasharray:5 5;opacity:.6",
    ".pair": "fill:var(--shadow)",
    ".swap": "fill:none;stroke:var(--board-label);stroke-width:2.2;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".away": "opacity:.55",
}


def drawings(
    document: Document, viewer: int | None, names: Sequence[str], words: Words
) -> list[Drawing]:
    """All that is drawn of the held cube."""
    mover, held = document["to_move"], document["held"]
    faces, to_anyone = tuple(document["cubes"][held]), words.to(None)
    title = words.about(mover, names, "Your cube", "{name}’s cube")
    came = words("cube from {cell}", cell=document["fresh"] or document["hole"])
    to_mover, to_other = (
        words.about(seat, names, "to you", "to {name}") for seat in (mover, 1 - mover)
    )
    return [
        _cube(held, faces, f"{title}, {came}"),
        _aim("front", faces[0], to_mover),
        _aim("back", faces[1], to_other),
        _aim("out", None, words("goes out")),
        _faces(faces, viewer in (None, mover), to_anyone),
    ]


@lru_cache(CACHED)
def _cube(held: int, faces: tuple[str, ...], label: str) -> Drawing:
    """The held cube, its first face in front; a script turns it."""
    half = CUBE_ROOM / 2
    cube = svg.gathered(solid.draw(faces), id_=f"cube-{held}", class_="solid")
    return Drawing(
        "cube",
        BOARD,
        (-half, -half, CUBE_ROOM, CUBE_ROOM),
        svg.in_pieces((solid.ground(), cube)),
        label=label,
        solid=[json.dumps({"cube": [f"face-{symbol}" for symbol in faces]}, separators=(",", ":"))],
    )


@lru_cache(CACHED)
def _aim(slot: str, symbol: str | None, text: str) -> Drawing:
    """Symbol that would be in a slot; a script puts others there as one is chosen."""
    left = AIM_FACE + 14
    place = svg.block(CUBE, CUBE, shapes.CUBE_CORNER, at=(-CUBE / 2, -CUBE / 2), class_="slot")
    shown = shapes.cube(symbol, letter=False) if symbol else place
    at, scale = (AIM_FACE / 2 + 2, AIM_HEIGHT / 2), AIM_FACE / CUBE
    line = svg.text(
        svg.cut(text, AIM_SIZE, AIM_WIDTH - left),
        AIM_SIZE,
        (left, AIM_HEIGHT / 2),
        class_="caption start",
    )
    return Drawing(
        f"aim-{slot}",
        BOARD,
        (0, 0, AIM_WIDTH, AIM_HEIGHT),
        svg.in_pieces((svg.group(shown, at=at, scale=scale, data_slot=slot), line)),
        label=text,
    )


@lru_cache(CACHED)
def _faces(faces: tuple[str, ...], mine: bool, words: Words) -> Drawing:
    """The faces of the held cube: three pairs of opposite ones."""
    pairs = (_pair(number) for number in range(3))
    drawn = (_face(symbol, place, faces[place ^ 1], words) for place, symbol in enumerate(faces))
    return Drawing(
        "faces",
        HAND,
        (0, 0, FACES_WIDTH, FACES_HEIGHT),
        svg.gathered((*pairs, *drawn), class_=None if mine else "away"),
        label=words("The faces of the cube"),
        outlines={
            f"face-{symbol}": Outline(_face_at(place), (CUBE, CUBE), shapes.CUBE_CORNER)
            for place, symbol in enumerate(faces)
        },
    )


@cache
def _pair(number: int) -> Drawn:
    """The clasp that holds a pair of opposite faces together."""
    left = number * (PAIR_WIDTH + PAIR_GAP)
    middle = left + PAIR_WIDTH / 2, FACES_HEIGHT / 2
    return Drawn(
        svg.block(PAIR_WIDTH, FACES_HEIGHT, at=(left, 0), class_="pair")
        + svg.group(svg.path("M-4.5-4H4.5L1.5-7M4.5 4H-4.5L-1.5 7", class_="swap"), at=middle)
    )


def _face_at(place: int) -> Point:
    pair, second = divmod(place, 2)
    left = pair * (PAIR_WIDTH + PAIR_GAP) + PAIR_INSET + second * (CUBE + PAIR_BETWEEN)
    return left + CUBE / 2, FACES_HEIGHT / 2 - 2


@lru_cache(CACHED)
def _face(symbol: str, place: int, behind: str, words: Words) -> Drawn:
    return svg.group(
        shapes.cube(symbol),
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


# What the players have: cards and points; and what all share: the round and the last match.

ROUND = "round"
"""The part of the table that is neither the board nor anyone's."""

OWN_CARD, OWN_CARD_STEP, OWN_CARDS_WIDTH = 0.82, 58, 112
SEAT_WIDTH, SEAT_HEIGHT, SEAT_CARD = 276, 34, 0.36
PIP, PIP_STEP = 8.5, 25
ROUND_HEIGHT, ROUND_SIZE = 24, 15
STEP, STEP_FACE, STEP_SIZE = 27, 23, 14
"""A line of the last match: its height, its cubes, its letters."""


def own_cards(document: Document, own: int, words: Words) -> Drawing:
    """The viewer's own cards; they lie beside the faces, which are as high."""
    label = words("Your cards") if own == words.reader else words("The cards")
    return _cards(own, tuple(document["cards"][own]), label, words.to(None))


@lru_cache(CACHED)
def _cards(own: int, symbols: tuple[str | None, ...], label: str, words: Words) -> Drawing:
    places = [
        (OWN_CARDS_WIDTH / 2 + (number - 0.5) * OWN_CARD_STEP, FACES_HEIGHT / 2)
        for number in range(2)
    ]
    cards = [
        _card(f"card-{own}-{number}", symbol, at, OWN_CARD, words)
        for number, (symbol, at) in enumerate(zip(symbols, places, strict=True))
    ]
    size = OWN_CARD * CARD_WIDTH, OWN_CARD * CARD_HEIGHT
    return Drawing(
        "cards",
        HAND,
        (0, 0, OWN_CARDS_WIDTH, FACES_HEIGHT),
        svg.in_pieces(cards),
        label=label,
        outlines={
            f"card-{own}-{number}": Outline(at, size, OWN_CARD * CARD_CORNER)
            for number, at in enumerate(places)
        },
    )


def _card(id_: str, symbol: str | None, at: Point, scale: float, words: Words) -> Drawn:
    title = _card_title(symbol, words)
    return svg.group(shapes.card(symbol), at=at, scale=scale, title=title, id_=id_)


def _card_title(symbol: str | None, words: Words) -> str:
    if symbol is None:
        return words("a card face down")
    return words("card {symbol}, {name}", symbol=symbol, name=SYMBOLS[symbol].name)


def place(document: Document, seat: int, own: bool, words: Words) -> Drawing:
    """A player's points, and their cards unless they lie in the hand."""
    needed = 1 if document["mode"] == "five-minute" else document["target"]
    cards = () if own else tuple(document["cards"][seat])
    return _place(seat, document["points"][seat], needed, cards, words)


@lru_cache(CACHED)
def _place(
    seat: int, points: int, needed: int, symbols: tuple[str | None, ...], words: Words
) -> Drawing:
    step, middle = CARD_WIDTH * SEAT_CARD + 4, SEAT_HEIGHT / 2
    cards = (
        _card(
            f"card-{seat}-{number}",
            symbol,
            (SEAT_WIDTH - (1.5 - number) * step, middle),
            SEAT_CARD,
            words,
        )
        for number, symbol in enumerate(symbols)
    )
    return Drawing(
        seat_part(seat),
        seat_part(seat),
        (0, 0, SEAT_WIDTH, SEAT_HEIGHT),
        svg.in_pieces((_pips(points, needed, (PIP + 2, middle)), *cards)),
        label=words.many("{n} point", "{n} points", n=points),
    )


def _pips(points: int, needed: int, at: Point) -> Drawn:
    """A ring for each point that is needed, full for those that are won."""
    return svg.group(
        *(
            svg.circle(PIP, (number * PIP_STEP, 0), class_="pip won" if number < points else "pip")
            for number in range(max(needed, points))
        ),
        at=at,
    )


@lru_cache(CACHED)
def progress(round_: int, pushes: int, voids: int, words: Words) -> Drawing:
    """The state of the round."""
    told = words("Round {round}", round=round_), _pushes(pushes, voids, words)
    middle = ROUND_HEIGHT / 2
    return Drawing(
        ROUND,
        ROUND,
        (0, 0, SEAT_WIDTH, ROUND_HEIGHT),
        Drawn(
            svg.text(told[0], ROUND_SIZE, (2, middle), class_="start")
            + svg.text(told[1], ROUND_SIZE, (SEAT_WIDTH - 2, middle), class_="quiet end")
        ),
        label=", ".join(told),
    )


def _pushes(pushes: int, voids: int, words: Words) -> str:
    told = words.many("{n} push", "{n} pushes", n=pushes)
    if not voids:
        return told
    return words.many("{n} void, {pushes}", "{n} void, {pushes}", n=voids, pushes=told)


def last_match(match: Document, names: Sequence[str], words: Words) -> Drawing:
    """TT-13 to TT-15: the line that was called, the cards of both, the points."""
    return _match(
        match["round"],
        match["caller"],
        match["symbol"],
        tuple(match["scored"]),
        tuple(map(tuple, match["cards"])),
        tuple(names),
        words,
    )


@lru_cache(CACHED)
def _match(
    round_: int,
    caller: int,
    symbol: str,
    scored: tuple[int, ...],
    cards: tuple[tuple[str | None, ...], ...],
    names: tuple[str, ...],
    words: Words,
) -> Drawing:
    lines = [
        _line(words("Last match"), 0, [symbol] * SIZE, symbol),
        *(
            _line(
                words.about(seat, names, "You", "{name}"),
                number,
                cards[seat],
                symbol,
                scored[seat],
            )
            for number, seat in enumerate((caller, 1 - caller), start=1)
        ),
    ]
    return Drawing(
        "match",
        ROUND,
        (0, 0, SEAT_WIDTH, len(lines) * STEP),
        Drawn("".join(lines)),
        label=_match_title(round_, caller, symbol, scored, names, words),
    )


def _line(
    text: str, number: int, shown: Sequence[str | None], symbol: str, points: int = 0
) -> Drawn:
    """Cubes or cards at the right, from where the points are told or the line begins."""
    y, right = (number + 0.5) * STEP, SEAT_WIDTH - STEP * (SIZE - len(shown)) if number else 0
    left = (right or SEAT_WIDTH) - len(shown) * STEP
    cubes = (
        shapes.small(
            (left + (place + 0.5) * STEP, y), STEP_FACE, each, "called" if each == symbol else None
        )
        for place, each in enumerate(shown)
    )
    told = [svg.text(f"+{points}", STEP_SIZE + 2, (SEAT_WIDTH - 2, y), class_="end")]
    room = left - 6
    return Drawn(
        svg.text(svg.cut(text, STEP_SIZE, room), STEP_SIZE, (2, y), class_="quiet start")
        + "".join(cubes)
        + "".join(told if points else [])
    )


def _match_title(
    round_: int,
    caller: int,
    symbol: str,
    scored: Sequence[int],
    names: Sequence[str],
    words: Words,
) -> str:
    scorer = scored.index(max(scored))
    return words.about(
        caller,
        names,
        "Round {round}: you called {symbol}; {points}",
        "Round {round}: {name} called {symbol}; {points}",
        round=round_,
        symbol=SYMBOLS[symbol].name,
        points=points_for(words, scored[scorer], scorer, names),
    )
