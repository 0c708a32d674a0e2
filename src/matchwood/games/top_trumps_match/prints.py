"""Top Trumps Match on paper: cubes to fold, cards, and the grid that holds the cubes (TT-1, TT-2).

The net of a cube has its faces where the cube in space has them (`solid`). The grid is made of
strips with slots, as in a crate of bottles, between two frames, one for each side, on feet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matchwood.drawing import svg
from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Point, Size
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.top_trumps_match.picture import shapes, sides
from matchwood.games.top_trumps_match.picture.shapes import CARD_HEIGHT, CARD_WIDTH, CUBE
from matchwood.games.top_trumps_match.pieces import SIZE, cubes_of
from matchwood.games.top_trumps_match.pieces import SYMBOLS as LETTERS
from matchwood.printing.nets import net
from matchwood.printing.pieces import Face, Group, Piece

LOOKS = {
    ".strip": "fill:#EFE0C6",
    ".opening": "fill:#fff;stroke:#6B6B6B;stroke-width:.6",
}


class Measures(NamedTuple):
    """The size of pieces, in millimetres."""

    card: Size
    cube: float


SIZES = {
    "poker": Phrase("cubes of 28 mm, cards as in poker, 63 × 88 mm"),
    "mini": Phrase("cubes of 22 mm, small cards, 44 × 63 mm"),
    "square": Phrase("cubes of 28 mm, square cards, 60 × 60 mm"),
}
MEASURES = {
    "poker": Measures((63, 88), 28),
    "mini": Measures((44, 63), 22),
    "square": Measures((60, 60), 28),
}
PLAY, THICK = 1.5, 1.5
"""In millimetres: how much wider a cell is than a cube, and how thick the card of the strips is."""
END = 8.0
"""The length of a strip beyond its last slot."""
STRIPS = 2 * (SIZE + 1)
FEET, FOOT_HEIGHT, FOOT_BEYOND, SLOT_DEPTH = 2, 34.0, 30.0, 14.0


def groups(options: Mapping[str, Value], size: str, words: Words) -> Sequence[Group]:
    card, edge = MEASURES[size]
    cubes = cubes_of(str(options["cubes"]))
    cell = edge + PLAY
    return [
        Group(
            words("{n} cards", n=len(LETTERS)), [_card(symbol, card, words) for symbol in LETTERS]
        ),
        Group(
            words("{n} cubes", n=len(cubes)),
            [_net(cube, edge, words) for cube in cubes],
            [
                words("Fold all edges first, then glue the flaps inside, the lid last."),
                words(
                    "A cube gets heavier and stronger with a wooden one inside, {n} mm wide.",
                    n=round(edge) - 1,
                ),
            ],
        ),
        Group(
            words("The frame: {n} sides", n=2),
            [_side(side, cell, words) for side in range(2)],
            [words("Cut out the middle, and glue one to each side of the grid.")],
        ),
        Group(
            words("The grid: {n} strips", n=STRIPS),
            [_strip(cell, edge, words)] * STRIPS,
            [
                words(
                    "Glue the strips on card of {n} mm and cut the slots.", n=words.decimal(THICK)
                ),
                words("Six lie with their slots up, six stand on them with their slots down."),
            ],
        ),
        Group(
            words("{n} feet", n=FEET),
            [_foot(edge, words)] * FEET,
            [words("Glue them on thick card too; the grid stands in their slots.")],
        ),
    ]


def _card(symbol: str, size: Size, words: Words) -> Piece:
    """A card of any shape, with all of its face."""
    width, height = size
    wide = max(CARD_WIDTH, CARD_HEIGHT * width / height)
    box = _around(wide, wide * height / width)
    name = words.tell(shapes.SYMBOLS[symbol].name)
    return Piece(
        name,
        size,
        Face(shapes.printed_card(symbol, box), box),
        Face(shapes.printed_card(None, box), box),
    )


def _around(width: float, height: float) -> Box:
    return -width / 2, -height / 2, width, height


def _net(cube: str, edge: float, words: Words) -> Piece:
    faces = [shapes.printed_face(symbol) for symbol in cube]
    told = ", ".join(words.tell(shapes.SYMBOLS[symbol].name) for symbol in cube)
    return net(told, faces, CUBE, edge, "face")


# The grid


def _side(side: int, cell: float, words: Words) -> Piece:
    """The wooden frame as one player sees it; its cells are as wide as those of the strips."""
    edge = sides.SIDE * cell / sides.PITCH
    box = (0.0, 0.0, sides.SIDE, sides.SIDE)
    name = words("the frame on the side of player {n}", n=side + 1)
    return Piece(name, (edge, edge), Face(sides.printed_frame(side), box))


def _strip(cell: float, depth: float, words: Words) -> Piece:
    """In millimetres; half as deep as the strip, a slot for each strip that crosses it."""
    length = SIZE * cell + 2 * END
    slots = "".join(
        f"M{svg.short(END + place * cell - THICK / 2)} 0V{svg.short(depth / 2)}"
        f"h{svg.short(THICK)}V0"
        for place in range(SIZE + 1)
    )
    box = (0.0, 0.0, length, depth)
    outline = f"M0 0H{svg.short(length)}V{svg.short(depth)}H0Z"
    drawn = svg.block(length, depth, 0, class_="strip")
    return Piece(
        words("a strip of the grid"), (length, depth), Face(drawn, box), cut=outline + slots
    )


def _foot(depth: float, words: Words) -> Piece:
    """In millimetres: wider below, with a slot as wide as the grid and its frames are deep."""
    slot = depth + 2 * THICK
    width = slot + 2 * FOOT_BEYOND
    left, right = FOOT_BEYOND, FOOT_BEYOND + slot
    outline: list[Point] = [
        *((0, FOOT_HEIGHT), (left / 2, 0), (left, 0), (left, SLOT_DEPTH)),
        *((right, SLOT_DEPTH), (right, 0), (width - left / 2, 0), (width, FOOT_HEIGHT)),
    ]
    path = svg.line(outline) + "z"
    drawn = svg.path(path, class_="strip")
    face = Face(drawn, (0, 0, width, FOOT_HEIGHT))
    return Piece(words("a foot"), (width, FOOT_HEIGHT), face, cut=path)
