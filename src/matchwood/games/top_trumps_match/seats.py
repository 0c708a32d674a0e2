"""What the players have: cards and points; and what all share: the round and the last match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import HAND, Drawing, Outline, seat_part
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match import pieces
from matchwood.games.top_trumps_match.grid import SIZE
from matchwood.games.top_trumps_match.held import FACES_HEIGHT
from matchwood.games.top_trumps_match.pieces import (
    CACHED,
    CARD_CORNER,
    CARD_HEIGHT,
    CARD_WIDTH,
)
from matchwood.games.top_trumps_match.symbols import SYMBOLS
from matchwood.games.top_trumps_match.words import points_for

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
    return svg.group(pieces.card(symbol), at=at, scale=scale, title=title, id_=id_)


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
    """How the round goes."""
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
        pieces.small(
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
