"""The end of Top Trumps Match as a drawing: the five of the last line, and whose card it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match.picture import shapes
from matchwood.games.top_trumps_match.pieces import COLUMNS, ROWS, SIZE, look_at
from matchwood.games.top_trumps_match.words import counts, ended_void, verdict

WIDTH, HEIGHT = 720, 380
FOOT = (WIDTH / 2, 330)
"""The point where the rays come from."""
RAYS, RAY, RAY_FROM = 15, (352, 322), 60
"""The number of rays but one, the half-axes of what they fill, and where they begin."""
ARC, SPREAD, FACE = 560, 0.215, 112
"""The five stand on a circle of this radius, so far apart in radians."""
TOP = 118
CARDS_AT, CARD_SCALE, CARD_STEP = 296, 1.25, 92
POINTS_SIZE = 54
SPARKS = ((64, 250), (146, 44), (250, 18), (478, 20), (590, 52), (662, 246), (120, 320), (602, 322))


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """The line that decided before a rising sun, below it the card and the points it brought."""
    drawn = _without_match(document) if ended_void(document) else _with_match(document)
    return Drawing(
        "finale",
        BOARD,
        (0, 0, WIDTH, HEIGHT),
        Drawn("".join(drawn)),
        label=" ".join(verdict(words, document, names)),
    )


def _with_match(document: Document) -> Iterator[Drawn]:
    match = document["last_match"]
    yield svg.path(_rays(), class_="ray")
    yield from (svg.group(svg.path(svg.star(4, 13, 4)), at=at, class_="spark") for at in SPARKS)
    yield from _arc([match["symbol"]] * SIZE, "match")
    scorer = match["scored"].index(max(match["scored"]))
    cards = [card for card in match["cards"][scorer] if counts(document, scorer)]
    held = [match["symbol"]] if match["symbol"] in cards else []
    left = FOOT[0] - CARD_STEP / 2 * len(held)
    for card in held:
        yield svg.group(shapes.card(card), at=(left, CARDS_AT), scale=CARD_SCALE, class_="match")
    gain = f"+{match['scored'][scorer]}"
    yield svg.text(gain, POINTS_SIZE, (left + CARD_STEP * len(held), CARDS_AT))


def _without_match(document: Document) -> Iterator[Drawn]:
    """TT-17: nobody found five; the middle of the grid as it was left, and the points."""
    shows = look_at(document, document["winners"][0]).shows
    yield from _arc([shows[column + ROWS[2]] for column in COLUMNS], None)
    points = " : ".join(map(str, sorted(document["points"], reverse=True)))
    yield svg.text(points, POINTS_SIZE, (FOOT[0], CARDS_AT))


def _arc(symbols: Sequence[str | None], mark: str | None) -> Iterator[Drawn]:
    for place, symbol in enumerate(symbols):
        angle = (place - SIZE // 2) * SPREAD
        at = WIDTH / 2 + ARC * sin(angle), TOP + ARC * (1 - cos(angle))
        yield svg.group(shapes.small((0, 0), FACE, symbol, mark), at=at, turn=angle * 180 / pi)


def _rays() -> str:
    """Beams that go up from the foot, as wide as the gaps between them."""
    width = pi / (2 * RAYS + 1)
    beams = []
    for number in range(RAYS + 1):
        angle = (2 * number + 0.5) * width
        inner, outer = (RAY_FROM, RAY_FROM), RAY
        corners = [
            _towards(angle + side * width / 2, axes)
            for side, axes in ((-1, inner), (-1, outer), (1, outer), (1, inner))
        ]
        beams.append(f"{svg.line(corners)}z")
    return "".join(beams)


def _towards(angle: float, axes: Point) -> Point:
    return round(FOOT[0] - axes[0] * cos(angle)), round(FOOT[1] - axes[1] * sin(angle))
