"""The sides of the grid: the viewer's own in its wooden frame, and the other in small (TT-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing, Outline
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match.picture import shapes
from matchwood.games.top_trumps_match.picture.shapes import CACHED, CUBE, SYMBOLS
from matchwood.games.top_trumps_match.pieces import COLUMNS, MATCH, ROWS, SIZE, Line, Look, place_of

FRAME, PITCH, WELL_CORNER = 30.0, 85.0, 13
WELL_INSET = 3
SIDE = 2 * FRAME + SIZE * PITCH
"""The grid with its frame, as wide as high."""
LABEL_SIZE = 14
OTHER_SCALE, OTHER_TITLE, OTHER_SIZE = 0.62, 26, 17

LOOKS = {
    ".frame": "fill:var(--frame);stroke:var(--frame-line);stroke-width:1.5",
    ".bevel": "fill:none;stroke:var(--frame-light);stroke-width:2",
    ".veins": "fill:none;stroke:var(--frame-line);stroke-width:1;opacity:.45",
    ".well": "fill:var(--well)",
    ".label": "fill:var(--frame-ink);font-weight:400",
    ".band": "stroke:var(--gold);stroke-width:10",
    ".caption": "fill:var(--board-label)",
    ".aside": "opacity:.35",
    ".lit>.face": "stroke:var(--gold);stroke-width:9",
}
COLOURS = {
    "frame": ("#8A6238", "#5A3F26"),
    "frame-line": ("#5F4122", "#2E1F11"),
    "frame-light": ("#A67C4C", "#755535"),
    "frame-ink": ("#F3E3C6", "#E5CFA8"),
    "well": ("#66462A", "#2C1E12"),
}


def grid(document: Document, look: Look, words: Words) -> Drawing:
    marks, fresh = _marks(look), document["fresh"] if document["phase"] == "push" else None
    cells = [
        _cell(look.side, cell, inside, marks.get(cell), cell == fresh, words)
        for cell, inside in document["grid"].items()
    ]
    return Drawing(
        "grid",
        BOARD,
        (0, 0, SIDE, SIDE + 3),
        svg.in_pieces((_frame(look.side), *_bands(look), *cells)),
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
        outlines[f"cell-{cell}"] = Outline(middle, size, scale * shapes.CUBE_CORNER)
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


def printed_frame(side: int) -> Drawn:
    """The frame to be cut out, around a hole."""
    well, inset = SIZE * PITCH, FRAME
    drawn = [
        svg.block(SIDE, SIDE, 0, class_="frame"),
        svg.path(_veins(), class_="veins"),
        svg.block(well, well, 0, at=(inset, inset), class_="opening"),
        *_labels(side),
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
        yield svg.text(column, LABEL_SIZE, (x, SIDE - FRAME / 2 + 1), class_="label")
    for row in ROWS:
        _, y = _in_grid(side, COLUMNS[0] + row)
        yield svg.text(row, LABEL_SIZE, (FRAME / 2 - 1, y), class_="label")


@cache
def _in_grid(side: int, cell: str) -> Point:
    x, y = place_of(cell, side)
    return FRAME + x * PITCH, FRAME + y * PITCH


def _marks(look: Look) -> dict[str, str]:
    """Marks of the cells of growing lines."""
    return {cell: _growth(len(line)) for line in look.growing for cell in line}


def _growth(equal: int) -> str:
    return "match" if equal == MATCH else "growing near" if equal == MATCH - 1 else "growing"


def _bands(look: Look) -> list[Drawn]:
    """The band that joins the equal symbols of a line; it is seen between the cubes."""
    return [_band(look.side, line[0], line[-1]) for line in look.growing]


@cache
def _band(side: int, first: str, last: str) -> Drawn:
    (x1, y1), (x2, y2) = _in_grid(side, first), _in_grid(side, last)
    return svg.element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="band")


def _cell(
    side: int, cell: str, inside: Document | None, mark: str | None, fresh: bool, words: Words
) -> Drawn:
    if inside is None:
        return _filled(side, cell, None, None, None, mark, fresh, words)
    front, behind = inside["faces"][side], inside["faces"][1 - side]
    return _filled(side, cell, inside["cube"], front, behind, mark, fresh, words)


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
        inside, title = shapes.hole(), words("{cell}: the hole", cell=cell)
    else:
        inside = svg.group(shapes.cube(front), id_=f"cube-{cube}", class_=mark)
        title = _cube_title(cell, front, behind, fresh, words)
    return svg.group(
        inside,
        *([shapes.lock()] if fresh else []),
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


def called(
    document: Document, side: int, lines: Sequence[Line], hides: bool, words: Words
) -> Drawing:
    """TT-12: the grid from the side of a match, whose cells step forward one after the other. It
    may hide what the others show: a rival is shown the five and no more of a side (TT-7)."""
    called_cells = dict.fromkeys(cell for line in lines for cell in line)
    lit = {cell: f"lit lit-{number}" for number, cell in enumerate(called_cells, 1)}
    cells = (
        _called_cell(side, cell, inside, lit.get(cell), hides and cell not in lit, words)
        for cell, inside in document["grid"].items()
    )
    bands = (_band(side, line[0], line[-1]) for line in lines)
    return Drawing(
        "grid",
        BOARD,
        (0, 0, SIDE, SIDE + 3),
        svg.in_pieces((_frame(side), *bands, *cells)),
        label=words("The grid"),
    )


def _called_cell(
    side: int, cell: str, inside: Document | None, lit: str | None, hides: bool, words: Words
) -> Drawn:
    if inside is None:
        return _filled(side, cell, None, None, None, None, False, words)
    front = inside["faces"][side]
    drawn = shapes.blank() if hides else shapes.cube(front)
    title = cell if hides else _cube_title(cell, front, None, False, words)
    return svg.group(
        svg.group(drawn, id_=f"cube-{inside['cube']}", class_=lit or "aside"),
        at=_in_grid(side, cell),
        title=title,
        id_=f"cell-{cell}",
    )


def other_side(look: Look, names: Sequence[str], words: Words) -> Drawing:
    """TT-7: the grid as the other player sees it."""
    marks, width = _marks(look), OTHER_SCALE * SIDE
    title = words.about(look.side, names, "You see", "{name} sees")
    cells = (
        shapes.small(_in_grid(look.side, cell), CUBE, symbol, marks.get(cell))
        for cell, symbol in look.shows.items()
    )
    inside = [
        svg.text(
            svg.cut(title, OTHER_SIZE, width),
            OTHER_SIZE,
            (4, OTHER_TITLE / 2 - 2),
            class_="caption start",
        ),
        svg.group(
            _frame(None),
            *_bands(look),
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
