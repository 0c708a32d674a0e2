"""Everything on a page that is no piece: lines to cut and to fold along, crop marks, rulers.

It is drawn in millimetres, in grey that a copier still sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from matchwood.drawing import svg
from matchwood.drawing.svg import Drawn, Point, Size, short
from matchwood.printing.layout import MARK, Page, Placed
from matchwood.printing.papers import FOLDED, LINES, Order, Paper
from matchwood.printing.pieces import BLEED

GREY, LINE, DASHES = "#6B6B6B", 0.2, (2.0, 1.2)
"""Colour and thickness of lines to cut and to fold along, and the dashes of a fold, in
millimetres."""
LOOKS = {
    ".cut": f"fill:none;stroke:{GREY};stroke-width:{LINE}",
    ".fold": f"fill:none;stroke:{GREY};stroke-width:{LINE};"
    f"stroke-dasharray:{DASHES[0]} {DASHES[1]}",
    ".mark": "fill:none;stroke:#000;stroke-width:.15",
    ".rule": "fill:none;stroke:#000;stroke-width:.2",
}
RULER_HEIGHT, TICK, HALF_TICK, LONG_TICK = 9.0, 1.6, 2.6, 3.8
RULER_LETTER = 3.0
MILLIMETRES_PER_INCH = 25.4
FOOT_RULER, FOOT_EDGE, FOOT_RULER_AT, FOOT_TICK, LONG_FOOT_TICK = 50, 8.0, 4.4, 1.0, 1.8
"""The small ruler at the foot of a page: how long, how far from the edges, and its ticks."""
SAME = 0.01
"""Lines that are nearer to each other are the same line."""


def around(order: Order, page: Page) -> str:
    """Lines and marks drawn over the pieces of a page."""
    lines = list(_folds(order, page))
    if page.side != "back":
        lines += _lines(page) if order.cut == LINES else [*_rings(page), *_marks(page)]
    return _sheet(order.sheet, *lines, _foot_ruler(order.sheet))


def _sheet(paper: Paper, *children: Drawn) -> str:
    return alone((0, 0, paper.width, paper.height), LOOKS, *children)


def alone(box: tuple[float, float, float, float], looks: dict[str, str], *children: Drawn) -> str:
    """A picture in millimetres that stands alone."""
    style = "".join(f"{what}{{{how}}}" for what, how in looks.items())
    return str(
        svg.element(
            "svg",
            svg.element("style", Drawn(style)),
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(short, box)),
            width=f"{short(box[2])}mm",
            height=f"{short(box[3])}mm",
        )
    )


def _lines(page: Page) -> list[Drawn]:
    """The outline of every piece; where two touch, one line serves both."""
    edges = {edge for placed in filter(_is_rectangle, page.placed) for edge in _edges(placed)}
    data = "".join(f"M{_at(start)}L{_at(end)}" for start, end in sorted(edges))
    return [*_rings(page), *([svg.path(data, class_="cut")] if data else [])]


def _rings(page: Page) -> list[Drawn]:
    """The outline of every disc: no mark could tell where to cut."""
    return [
        svg.circle(placed.piece.size[0] / 2, (placed.x, placed.y), class_="cut")
        for placed in page.placed
        if placed.piece.round and not placed.is_back
    ]


def _is_rectangle(placed: Placed) -> bool:
    """True if a front is cut straight, from edge to edge."""
    return not (placed.is_back or placed.piece.round or placed.piece.cut)


def _edges(placed: Placed) -> Iterator[tuple[Point, Point]]:
    left, top, right, bottom = _box(placed)
    for start, end in (
        ((left, top), (right, top)),
        ((left, bottom), (right, bottom)),
        ((left, top), (left, bottom)),
        ((right, top), (right, bottom)),
    ):
        yield _rounded(start), _rounded(end)


def _box(placed: Placed) -> tuple[float, float, float, float]:
    (width, height), x, y = placed.size, placed.x, placed.y
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _rounded(point: Point) -> Point:
    x, y = point
    return round(x / SAME) * SAME, round(y / SAME) * SAME


def _at(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def _marks(page: Page) -> list[Drawn]:
    """Crop marks at the ends of every line to be cut, where no picture is."""
    boxes = [_box(placed) for placed in page.placed if not placed.piece.cut]
    ticks: set[tuple[Point, Point]] = set()
    for left, top, right, bottom in map(_box, filter(_is_rectangle, page.placed)):
        for x in (left, right):
            ticks.add(_tick((x, top), (0, -1)))
            ticks.add(_tick((x, bottom), (0, 1)))
        for y in (top, bottom):
            ticks.add(_tick((left, y), (-1, 0)))
            ticks.add(_tick((right, y), (1, 0)))
    free = [tick for tick in sorted(ticks) if not any(_meets(tick, box) for box in boxes)]
    data = "".join(f"M{_at(start)}L{_at(end)}" for start, end in free)
    return [svg.path(data, class_="mark")] if data else []


def _tick(corner: Point, way: Point) -> tuple[Point, Point]:
    (x, y), (right, down) = corner, way
    start = x + BLEED * right, y + BLEED * down
    end = x + (BLEED + MARK) * right, y + (BLEED + MARK) * down
    return _rounded(start), _rounded(end)


def _meets(tick: tuple[Point, Point], box: tuple[float, float, float, float]) -> bool:
    """True if a mark reaches into the picture of a piece."""
    left, top, right, bottom = box
    (x1, y1), (x2, y2) = tick
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    return left - BLEED < x < right + BLEED and top - BLEED < y < bottom + BLEED


def _folds(order: Order, page: Page) -> Iterator[Drawn]:
    if order.backs == FOLDED and any(placed.is_back for placed in page.placed):
        middle = order.sheet.width / 2
        yield svg.path(f"M{short(middle)} 0V{short(order.sheet.height)}", class_="fold")


def _foot_ruler(paper: Paper) -> Drawn:
    """Five centimetres at the foot of a page, to check its scale."""
    left, bottom = paper.width - FOOT_EDGE - FOOT_RULER, paper.height - FOOT_RULER_AT
    ticks = "".join(
        f"M{short(left + at)} {short(bottom)}v-{short(FOOT_TICK if at % 10 else LONG_FOOT_TICK)}"
        for at in range(0, FOOT_RULER + 1, 5)
    )
    return svg.path(f"M{short(left)} {short(bottom)}h{FOOT_RULER}{ticks}", class_="rule")


def ruler(length: int) -> tuple[str, Size]:
    """A ruler in millimetres, so long, and inches below it; and its size."""
    ticks = []
    for at in range(length + 1):
        tall = LONG_TICK if at % 10 == 0 else HALF_TICK if at % 5 == 0 else TICK
        ticks.append(f"M{at} 0v{short(tall)}")
    inches = int(length / MILLIMETRES_PER_INCH)
    for eighth in range(inches * 8 + 1):
        x = eighth * MILLIMETRES_PER_INCH / 8
        tall = LONG_TICK if eighth % 8 == 0 else HALF_TICK if eighth % 4 == 0 else TICK
        ticks.append(f"M{short(x)} {short(RULER_HEIGHT * 2)}v-{short(tall)}")
    labels = [_label(f"{at // 10}", at, LONG_TICK + 2.4) for at in range(0, length + 1, 10)]
    labels += [
        _label(f"{inch}", inch * MILLIMETRES_PER_INCH, 2 * RULER_HEIGHT - LONG_TICK - 2.4)
        for inch in range(inches + 1)
    ]
    looks = {**LOOKS, "text": _LETTERS}
    labels += [_label("cm", length + 4, 6.2), _label("in", length + 4, 2 * RULER_HEIGHT - 6.2)]
    box = (-1.0, -0.2, length + 8.0, 2 * RULER_HEIGHT + 0.4)
    lines = svg.path(f"M0 0H{length}M0 {short(2 * RULER_HEIGHT)}H{short(length)}", class_="rule")
    return alone(box, looks, lines, svg.path("".join(ticks), class_="rule"), *labels), box[2:]


_LETTERS = (
    f"font-family:Bricolage Grotesque;font-weight:400;font-size:{RULER_LETTER}px;"
    "text-anchor:middle;dominant-baseline:central;fill:#000"
)


def _label(text: str, x: float, y: float) -> Drawn:
    return svg.element("text", text, x=x, y=y)
