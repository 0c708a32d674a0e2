"""Pieces on pages: in rows, as many as have room, each back behind its front.

All lengths are millimetres, from the upper left corner of an upright page. A piece may lie on its
side. A page of backs is what a printer puts behind a page of fronts: turned over the long edge,
what is on the left comes to lie on the right; over the short edge, what is above below, and upside
down. Folded sheets have the backs beside the fronts, as if the page was turned over the fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matchwood.drawing.svg import Size
from matchwood.printing.papers import FOLDED, MARKS, SHORT, Order
from matchwood.printing.pieces import BLEED, CannotPrint, Group, Piece

SIDE_MARGIN, END_MARGIN = 6.0, 7.5
"""Margins, in millimetres, that printers may not reach; the foot of a page stands in the lower
one."""
MARK = 3.0
"""Length of a crop mark in millimetres; it begins where the bleed ends."""
FOLD_GAP = 4.0
"""From the fold to the nearest piece."""
ROUNDING = 1e-6
APART = 3.0
"""Between pieces that are not rectangles, and between groups on a page."""


class Placed(NamedTuple):
    """A side of a piece on a page."""

    piece: Piece
    x: float
    y: float
    """Distance of its middle from the top of the page in millimetres, as `x` is from the left."""
    angle: int
    """By how many degrees it is turned clockwise."""
    is_back: bool = False

    @property
    def size(self) -> Size:
        """Width and height as it lies."""
        return _lying(self.piece, self.angle)


@dataclass
class Page:
    """Pieces of one page, and what it is called."""

    titles: list[str] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    filled: float = 0.0
    """Millimetres of its height that are taken."""
    side: str = ""
    """`front` or `back` of a sheet that is printed on both sides; else nothing."""


class Room(NamedTuple):
    """Room in which pieces may lie, and their distance."""

    left: float
    top: float
    width: float
    height: float
    gap: float


Row = list[tuple[Piece, int]]
"""Pieces beside each other, and how each is turned."""


def pages(order: Order, groups: Sequence[Group]) -> list[Page]:
    """All pages that follow the first, in the order in which they are printed.

    Where both sides of the paper are printed, a page with no pieces is behind every sheet that has
    no backs, and behind the first page: no front may be printed on its back.
    """
    is_duplex = order.backs != FOLDED and any(group.two_sided for group in groups)
    found: list[Page] = [Page()] if is_duplex else []
    for two_sided in (True, False):
        for page in _fronts(order, [group for group in groups if group.two_sided == two_sided]):
            if two_sided:
                found += _with_backs(order, page)
            else:
                found += [page, Page()] if is_duplex else [page]
    return found


def _with_backs(order: Order, page: Page) -> list[Page]:
    backs = [_behind(order, placed) for placed in page.placed]
    if order.backs == FOLDED:
        return [Page(page.titles, [*page.placed, *backs])]
    return [
        Page(page.titles, page.placed, side="front"),
        Page(page.titles, backs, side="back"),
    ]


def _behind(order: Order, front: Placed) -> Placed:
    """The back of a piece, upright for who turns the piece over as one turns a card."""
    width, height = order.sheet.width, order.sheet.height
    if order.backs == SHORT:
        return Placed(front.piece, front.x, height - front.y, (180 - front.angle) % 360, True)
    return Placed(front.piece, width - front.x, front.y, -front.angle % 360, True)


def _fronts(order: Order, groups: Sequence[Group]) -> list[Page]:
    """Groups one after the other, each row on the first page that has room for it."""
    found: list[Page] = []
    for group in groups:
        room = _room(order, group)
        rows, height = _rows(group, room)
        for page in found:
            rows = _fill(page, group, rows, height, room, _edge(order))
        while rows:
            found.append(Page())
            rows = _fill(found[-1], group, rows, height, room, _edge(order))
    for page in found:
        _centre(page, order)
    return found


def _fill(
    page: Page, group: Group, rows: list[Row], height: float, room: Room, edge: float
) -> list[Row]:
    """Put rows on a page, as many as have room below what is there; those that are left."""
    count = min(_fitting(height, room.height - page.filled, room.gap), len(rows))
    if count:
        page.titles.append(group.title)
        page.placed.extend(_in_rows(rows[:count], room, page.filled))
        page.filled += count * (height + room.gap) - room.gap + 2 * edge + APART
    return rows[count:]


def _room(order: Order, group: Group) -> Room:
    paper, edge = order.sheet, _edge(order)
    width = paper.width
    if group.two_sided and order.backs == FOLDED:
        width = paper.width / 2 - FOLD_GAP + SIDE_MARGIN
    apart = any(piece.cut or piece.round for piece in group.pieces)
    gap = 2 * BLEED if order.cut == MARKS else APART if apart else 0.0
    return Room(
        SIDE_MARGIN + edge,
        END_MARGIN + edge,
        width - 2 * SIDE_MARGIN - 2 * edge,
        paper.height - 2 * END_MARGIN - 2 * edge,
        gap,
    )


def _edge(order: Order) -> float:
    """Width of what is printed around the pieces."""
    return BLEED + MARK if order.cut == MARKS else 0.0


def _rows(group: Group, room: Room) -> tuple[list[Row], float]:
    """A group in rows, upright or on its side, whichever needs fewer pages; and their height."""
    width = max(piece.size[0] for piece in group.pieces)
    height = max(piece.size[1] for piece in group.pieces)
    upright, lying = _per_page(width, height, room), _per_page(height, width, room)
    if not upright and not lying:
        raise CannotPrint(
            "{what} cannot be printed on this paper: a piece is {width} × {height} mm, and there "
            "is room for {most_width} × {most_height} mm.",
            what=group.title,
            width=round(width),
            height=round(height),
            most_width=int(room.width),
            most_height=int(room.height),
        )
    angle = 90 if lying > upright else 0
    if angle:
        width, height = height, width
    columns = _fitting(width, room.width, room.gap)
    turned = [(piece, angle) for piece in group.pieces]
    rows = [turned[start : start + columns] for start in range(0, len(turned), columns)]
    return rows, height


def _per_page(width: float, height: float, room: Room) -> int:
    return _fitting(width, room.width, room.gap) * _fitting(height, room.height, room.gap)


def _fitting(length: float, room: float, gap: float) -> int:
    return max(int((room + gap) / (length + gap) + ROUNDING), 0)


def _in_rows(rows: Sequence[Row], room: Room, below: float) -> Iterator[Placed]:
    """The pieces of some rows, the rows beginning one below the other, the longest in the middle of
    the room."""
    longest = max(sum(_lying(piece, angle)[0] + room.gap for piece, angle in row) for row in rows)
    start = room.left + (room.width - longest + room.gap) / 2
    top = room.top + below
    for row in rows:
        left, lowest = start, 0.0
        for piece, angle in row:
            width, height = _lying(piece, angle)
            yield Placed(piece, left + width / 2, top + height / 2, angle)
            left += width + room.gap
            lowest = max(lowest, height)
        top += lowest + room.gap


def _lying(piece: Piece, angle: int) -> Size:
    """Width and height of a piece that is turned."""
    width, height = piece.size
    return (height, width) if angle % 180 else (width, height)


def _centre(page: Page, order: Order) -> None:
    """Move all that lies on a page down to the middle of its height."""
    top = min(placed.y - placed.size[1] / 2 for placed in page.placed)
    bottom = max(placed.y + placed.size[1] / 2 for placed in page.placed)
    down = order.sheet.height / 2 - (top + bottom) / 2
    page.placed = [placed._replace(y=placed.y + down) for placed in page.placed]
