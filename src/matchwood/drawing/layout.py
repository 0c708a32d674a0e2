"""The parts of a picture laid out as one, for a notebook, a document or a share image.

The board is as wide as a page makes it, the hand lies below, and beside it the players' places
and what all share stand in a column, as on the page of a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matchwood.drawing.picture import BOARD, HAND, Box, Drawing, Outline, Picture, seat_part
from matchwood.drawing.style import THEMES, in_theme
from matchwood.drawing.svg import (
    CORNER,
    HEADER,
    SHADOW_DROP,
    Drawn,
    Point,
    Size,
    block,
    cut,
    element,
    group,
    short,
    text,
    with_style,
    wood,
)
from matchwood.engine.game import Document, Game
from matchwood.engine.language import ENGLISH

BOARD_WIDTH, MOST_BOARD_HEIGHT, BOARD_INSET = 880.0, 600.0, 14
STRIP_HEIGHT, STRIP_INSET = 116.0, 10
SIDE_WIDTH, SIDE_INSET = 300.0, 12
MARGIN = GAP = 12.0

TOOLS = "tools"
"""The place on a board for the buttons that turn a thing in space."""
UNFOLDED_GAP = 10
LOW = 340
"""A board of fewer pixels is low."""
TALL = "6/5"
"""Up to this width to its height a board is tall: beside each other its drawings would be small."""
NAME_SIZE, TALLY_SIZE = 16, 18

Tally = tuple[str, str]
"""A number, and what stands small behind it."""


@dataclass(frozen=True)
class Arrangement:
    """Arrangement of the drawings of a board beside each other, in a measure of its own."""

    size: Size
    places: Mapping[str, Box]
    """By the names of the drawings, and of the `TOOLS` if there are any. A drawing that another
    arrangement of the same board has and this one has not is not shown."""
    large: Box | None = None
    """Place of one of the `small` drawings, where there is no room for all: at first of the first.
    A script says which it is, in the board's `data-large`."""
    small: Sequence[str] = ()

    @property
    def unfolded(self) -> Arrangement:
        """The same for paper, and without a script: all are of one size, and none is large."""
        if self.large is None:
            return self
        boxes = [self.large, *(self.places[name] for name in self.small)]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        width = max(box[0] + box[2] for box in boxes) - left
        height = max(box[1] + box[3] for box in boxes) - top
        places = grid(self.small, (left, top, width, height), UNFOLDED_GAP)
        return Arrangement(self.size, {**self.places, **places})


@dataclass(frozen=True)
class Arrangements:
    """A board in a window that is wider than high, and in one that is higher than wide."""

    wide: Arrangement
    tall: Arrangement
    low: Arrangement | None = None
    """On a phone that lies on its side, where the wide one would be too small for a finger."""


def grid(names: Sequence[str], box: Box, gap: float, columns: int | None = None) -> dict[str, Box]:
    """Places in rows, with so many columns or as makes them largest."""
    left, top, width, height = box

    def place_size(columns: int) -> Size:
        rows = -(-len(names) // columns)
        return (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows

    columns = columns or max(range(1, len(names) + 1), key=lambda count: min(place_size(count)))
    across, down = place_size(columns)
    return {
        name: (left + column * (across + gap), top + row * (down + gap), across, down)
        for name, (row, column) in zip(
            names, (divmod(index, columns) for index in range(len(names))), strict=True
        )
    }


def alone(size: Size, name: str = BOARD) -> Arrangements:
    """The arrangements of a board that is one drawing."""
    whole = Arrangement(size, {name: (0, 0, *size)})
    return Arrangements(whole, whole)


def arranged(game: str, arrangements: Mapping[str, Arrangements]) -> str:
    """The rules of a style sheet that lay the drawings of a game's boards out in a page."""
    rules = []
    for kind, shapes in arrangements.items():
        scope = f".board-{game}.kind-{kind}"
        names = [*shapes.wide.places]
        wide, tall = _placed(scope, shapes.wide, names), _placed(scope, shapes.tall, names)
        if shapes.tall == shapes.wide:
            rules.append(wide)
            continue
        if shapes.wide.large:  # what is switched would hold in a tall board as well
            wide = f"@container board not (max-aspect-ratio:{TALL}){{{wide}}}"
        rules += [wide, f"@container board (max-aspect-ratio:{TALL}){{{tall}}}"]
        if shapes.low:
            low = _placed(scope, shapes.low, names)
            rules.append(
                f"@container board (max-height:{LOW}px) and (min-aspect-ratio:{TALL}){{{low}}}"
            )
    return "".join(rules)


def _placed(scope: str, arrangement: Arrangement, names: Sequence[str]) -> str:
    absent = [name for name in names if name not in arrangement.places]
    rules = [f"{scope}>[data-drawing={name}]{{display:none}}" for name in absent]
    for name, box in arrangement.unfolded.places.items():
        # A page places its drawings; the tools are none.
        placed = "position:absolute;" if name == TOOLS else ""
        told = _share_of(arrangement.size, box)
        rules.append(f"{scope}>[data-drawing={name}]{{{placed}{told}}}")
    if arrangement.large:
        switched = f".scripts {scope}"
        for name in arrangement.small:
            told = _share_of(arrangement.size, arrangement.places[name])
            rules.append(f"{switched}>[data-drawing={name}]{{--small:1;{told}}}")
        told = _share_of(arrangement.size, arrangement.large)
        first = f"{switched}:not([data-large])>[data-drawing={arrangement.small[0]}]"
        others = (
            f"{switched}[data-large={name}]>[data-drawing={name}]" for name in arrangement.small
        )
        rules.append(f"{','.join((first, *others))}{{--small:0;{told}}}")
    return "".join(rules)


def _share_of(size: Size, box: Box) -> str:
    (width, height), (left, top, across, down) = size, box
    where = {"left": left / width, "top": top / height}
    where |= {"width": across / width, "height": down / height}
    return ";".join(f"{side}:{short(100 * share)}%" for side, share in where.items())


def composed(
    picture: Picture,
    arrangement: Arrangement,
    style: str,
    names: Sequence[str],
    tallies: Sequence[Tally],
    theme: str = THEMES[0],
) -> str:
    """A picture as one drawing that stands alone, with its style sheet, light or dark."""
    arrangement = arrangement.unfolded
    room = BOARD_WIDTH - 2 * BOARD_INSET, MOST_BOARD_HEIGHT - 2 * BOARD_INSET
    scale = min(own / wanted for own, wanted in zip(room, arrangement.size, strict=True))
    board_height = scale * arrangement.size[1] + 2 * BOARD_INSET
    start = (BOARD_WIDTH - scale * arrangement.size[0]) / 2
    column, side_height = _side(picture, names, tallies)
    hand = picture.of(HAND)
    left_height = board_height + (GAP + STRIP_HEIGHT if hand else 0)
    width = BOARD_WIDTH + GAP + SIDE_WIDTH + 2 * MARGIN
    height = max(left_height, side_height) + 2 * MARGIN
    return _standing_alone(
        picture,
        (width, height),
        block(width, height, 0, class_="paper"),
        group(
            wood(BOARD_WIDTH, board_height, CORNER),
            *_board(picture.of(BOARD), arrangement, scale, (start, BOARD_INSET)),
            at=(MARGIN, MARGIN),
        ),
        *([_strip(hand, MARGIN + board_height + GAP)] if hand else []),
        group(*column, at=(MARGIN + BOARD_WIDTH + GAP, MARGIN)),
        style=in_theme(style, theme),
    )


def drawn_whole(
    game: Game, document: Document, viewer: int | None, names: Sequence[str], theme: str
) -> str:
    """The picture of a document as one drawing that stands alone."""
    picture = game.picture.draw(document, viewer, names)
    arrangement = game.picture.ARRANGEMENTS[picture.kind].wide
    tallies = game.words.tally(ENGLISH, document)
    return composed(picture, arrangement, game.picture.STYLE, names, tallies, theme)


def board_alone(
    picture: Picture, arrangement: Arrangement, style: str, size: Size, theme: str = THEMES[0]
) -> str:
    """The board on its wood and nothing else, in a picture of any size."""
    arrangement = arrangement.unfolded
    width, height = size
    scale = min(width / arrangement.size[0], height / arrangement.size[1])
    scale *= 1 - 2 * BOARD_INSET / max(size)
    at = (width - scale * arrangement.size[0]) / 2, (height - scale * arrangement.size[1]) / 2
    return _standing_alone(
        picture,
        size,
        wood(width, height, 0),
        *_board(picture.of(BOARD), arrangement, scale, at),
        style=in_theme(style, theme),
    )


def drawing_alone(drawing: Drawing, game: str, style: str, theme: str = THEMES[0]) -> str:
    """One drawing that stands alone, such as a cover."""
    width, height = drawing.box[2:]
    return with_style(str(drawing.svg(game, width=width, height=height)), in_theme(style, theme))


def drawing_on_wood(
    drawing: Drawing, game: str, style: str, size: Size, theme: str = THEMES[0]
) -> str:
    """One drawing on the wood of a board, in a picture of any size: the end of a game."""
    width, height = size
    inside = BOARD_INSET, BOARD_INSET, width - 2 * BOARD_INSET, height - 2 * BOARD_INSET
    both = Drawn(wood(width, height, 0) + fitted(drawing, inside))
    placed = Drawing(drawing.name, drawing.name, (0, 0, width, height), both, drawing.label)
    return drawing_alone(placed, game, style, theme)


def laid_out(drawings: Sequence[Drawing], arrangement: Arrangement) -> Drawing:
    """The drawings of a board, or some of them, as one."""
    outlines = {
        id_: _moved(outline, drawing, arrangement.places[drawing.name])
        for drawing in drawings
        for id_, outline in drawing.outlines.items()
    }
    inside = Drawn("".join(_board(drawings, arrangement, 1, (0, 0))))
    return Drawing(BOARD, BOARD, (0, 0, *arrangement.size), inside, outlines=outlines)


def _moved(outline: Outline, drawing: Drawing, place: Box) -> Outline:
    """Outline of a thing of a drawing that was fitted into its place."""
    scale = min(place[2] / drawing.box[2], place[3] / drawing.box[3])
    middle = [
        place[axis]
        + place[axis + 2] / 2
        + scale * (outline.middle[axis] - drawing.box[axis] - drawing.box[axis + 2] / 2)
        for axis in (0, 1)
    ]
    width, height = outline.size
    return Outline((middle[0], middle[1]), (scale * width, scale * height), scale * outline.corner)


def below_each_other(drawings: Sequence[Drawing], name: str) -> Drawing:
    """Several drawings as one, each in its own measure."""
    width = max(drawing.box[2] for drawing in drawings)
    inside, top = [], 0.0
    for drawing in drawings:
        inside.append(fitted(drawing, (0, top, width, drawing.box[3])))
        top += drawing.box[3] + GAP
    label = " ".join(drawing.label for drawing in drawings if drawing.label)
    return Drawing(name, name, (0, 0, width, top - GAP), Drawn("".join(inside)), label)


def _standing_alone(picture: Picture, size: Size, *inside: Drawn, style: str) -> str:
    width, height = size
    drawn = element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(width)} {short(height)}",
        width=width,
        height=height,
        class_=f"matchwood matchwood-{picture.game}",
        role="group",
        aria_label=picture.label,
    )
    return with_style(str(drawn), style)


def _board(
    drawings: Sequence[Drawing], arrangement: Arrangement, scale: float, at: Point
) -> list[Drawn]:
    placed = []
    for drawing in drawings:
        left, top, width, height = arrangement.places[drawing.name]
        corner = at[0] + scale * left, at[1] + scale * top
        placed.append(fitted(drawing, (*corner, scale * width, scale * height)))
    return placed


def _strip(drawings: Sequence[Drawing], top: float) -> Drawn:
    room = BOARD_WIDTH - 2 * STRIP_INSET
    widths = [drawing.box[2] for drawing in drawings]
    placed, left = [], float(STRIP_INSET)
    for drawing, share in zip(drawings, widths, strict=True):
        width = room * share / sum(widths)
        placed.append(fitted(drawing, (left, STRIP_INSET, width, STRIP_HEIGHT - 2 * STRIP_INSET)))
        left += width
    return group(block(BOARD_WIDTH, STRIP_HEIGHT, class_="board-strip"), *placed, at=(MARGIN, top))


def _side(
    picture: Picture, names: Sequence[str], tallies: Sequence[Tally]
) -> tuple[list[Drawn], float]:
    """The column beside the board, from the top, and how high it is."""
    column, y = [], 0.0
    for seat, (name, tally) in enumerate(zip(names, tallies, strict=True)):
        card, height = _card(picture.of(seat_part(seat)), name, tally, (0, y))
        column.append(card)
        y += height + GAP
    seats = {seat_part(seat) for seat in range(len(names))}
    for part in picture.parts:
        if part not in (BOARD, HAND) and part not in seats:
            card, height = _card(picture.of(part), "", ("", ""), (0, y))
            column.append(card)
            y += height + GAP
    return column, y - GAP


def _card(drawings: Sequence[Drawing], name: str, tally: Tally, at: Point) -> tuple[Drawn, float]:
    """A player's place under their name, or what all share."""
    room = SIDE_WIDTH - 2 * SIDE_INSET
    y = float(HEADER) if name else SIDE_INSET / 2
    placed = []
    for drawing in drawings:
        height = room * drawing.box[3] / drawing.box[2]
        placed.append(fitted(drawing, (SIDE_INSET, y, room, height)))
        y += height + SIDE_INSET / 2
    number = " ".join(filter(None, tally))
    height = y + SIDE_INSET / 2
    room -= (len(number) + 1) * TALLY_SIZE * 0.6
    middle = HEADER / 2 + 1
    card = group(
        block(SIDE_WIDTH, height, at=(0, SHADOW_DROP), class_="shadow"),
        block(SIDE_WIDTH, height, class_="card"),
        text(cut(name, NAME_SIZE, room), NAME_SIZE, (SIDE_INSET, middle), class_="start"),
        text(number, TALLY_SIZE, (SIDE_WIDTH - SIDE_INSET, middle), class_="end"),
        *placed,
        at=at,
    )
    return card, height


def fitted(drawing: Drawing, box: Box) -> Drawn:
    """A drawing in a place of another one: as large as fits, in the middle."""
    left, top, width, height = box
    return element(
        "svg",
        drawing.inside,
        x=left,
        y=top,
        width=width,
        height=height,
        viewBox=" ".join(map(short, drawing.box)),
        role="group",
        aria_label=drawing.label or None,
        data_drawing=drawing.name,
        overflow=drawing.overflow,
    )
