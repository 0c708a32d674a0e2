"""A picture of a table is made of parts, and whoever shows it lays them out.

A game draws each part as one or several `Drawing`s in a measure of their own: the board, the hand,
each player's place, and what all share. The page puts them where its window has room; `composing`
lays the same drawings out as one picture for a notebook, a document or a share image.

Marks are the same in all games: a game only says where its things lie (`Outline`), and `marked`
draws the last move and a hint there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from matchwood.engine.svg import (
    Attribute,
    Drawn,
    Pieces,
    Point,
    Size,
    element,
    group,
    in_pieces,
    path,
    short,
    words,
)

BOARD, HAND = "board", "hand"
"""The parts that every page has a place for; a game without a hand leaves it out."""

HALO, HALO_AWAY = ("halo-soft", "halo-dark", "halo-light"), 3
TAG, TAG_LETTER = 13, 14
SHARP = 1.2
"""How much wider an emblem with corners is than a round one."""
GHOST = 0.8
"""How large the ghost of a piece is, beside the place it lies in."""
BULB = "M-4 5.5H4M-3 9H3M-3.5 2.5A6.5 6.5 0 1 1 3.5 2.5V5.5H-3.5Z"

TOOLS = "tools"
"""The place on a board for the buttons that turn a thing in space."""
UNFOLDED_GAP = 10
OPENINGS_KEPT, MARKS_KEPT = 4096, 1024
"""How the elements of so many drawings begin is kept, for all games together, and so many marks."""
LOW = 340
"""A board of fewer pixels is low."""
TALL = "6/5"
"""Up to this width to its height a board is tall: beside each other its drawings would be small."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def seat_part(seat: int) -> str:
    """The name of the part that is a player's place."""
    return f"seat-{seat}"


class Outline(NamedTuple):
    """Where a thing lies in its drawing, so that it can be marked."""

    middle: Point
    size: Size
    corner: float = 0

    @property
    def box(self) -> Box:
        (x, y), (width, height) = self.middle, self.size
        return x - width / 2, y - height / 2, width, height


Marked = tuple[str, Outline]
"""The id of a thing that is marked, and where it lies."""


@dataclass(frozen=True)
class Drawing:
    """Something drawn in a measure of its own."""

    name: str
    """Which it is; no two in a picture are called the same."""
    part: str
    """To which part of the table it belongs: the board, the hand, a seat, or what all share."""
    box: Box
    """What of it is to be seen."""
    drawn: Drawn | Pieces
    label: str = ""
    """What it shows, in words."""
    outlines: Mapping[str, Outline] = field(default_factory=dict)
    """Where the things lie that can be marked, by the ids of their elements or, where a thing is
    gone, of its place."""
    solid: Sequence[str] = ()
    """What it is made of in space, as JSON in pieces, for a script that can turn it."""
    arrange: bool = False
    """True if its owner may let the elements of it that have an id change places, as cards in a
    hand. Each of them lies in its place by its `transform` (`group` with `at`)."""
    _kept: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, compare=False)
    """Its pieces, by game."""

    @property
    def inside(self) -> Drawn:
        """What is drawn, as one text."""
        return Drawn(self.drawn)

    @property
    def overflow(self) -> str | None:
        """A halo may reach beyond a drawing of the board, and over its neighbours."""
        return "visible" if self.part == BOARD else None

    def pieces(self, game: str) -> tuple[str, ...]:
        """As an element of a page that is sent in pieces; a game may give the same drawing again as
        long as nothing in it changes."""
        if game not in self._kept:
            self._kept[game] = self._written(game)
        return self._kept[game]

    def svg(self, game: str, **attributes: Attribute) -> Drawn:
        """As an element of a page, or of another picture."""
        return Drawn("".join(self._written(game, **attributes)))

    def _written(self, game: str, **attributes: Attribute) -> tuple[str, ...]:
        opening = _opening(
            game, self.name, self.box, self.label, self.overflow, self.arrange, **attributes
        )
        drawn = self.drawn if isinstance(self.drawn, Pieces) else (self.drawn,)
        if not self.solid:
            return opening, *drawn, "</svg>"
        # JSON is full of quotation marks; in single ones they stay as they are.
        solid = map(_in_single_quotes, self.solid)
        rest = opening.removeprefix("<svg")
        return "<svg data-solid='", *solid, "'", rest, *drawn, "</svg>"


@lru_cache(OPENINGS_KEPT)
def _opening(
    game: str,
    name: str,
    box: Box,
    label: str,
    overflow: str | None,
    arrange: bool,
    **attributes: Attribute,
) -> str:
    """How the element of a drawing begins."""
    whole = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(short, box)),
        class_=f"matchwood matchwood-{game}",
        role="group",
        aria_label=label or None,
        data_drawing=name,
        data_arrange="" if arrange else None,
        overflow=overflow,
        **attributes,
    )
    return whole.removesuffix("/>") + ">"


@lru_cache(OPENINGS_KEPT)
def _in_single_quotes(text: str) -> str:
    return escape(text, quote=False).replace("'", "&#39;")


@dataclass(frozen=True)
class Picture:
    """A table, part by part."""

    game: str
    label: str
    """The whole in a sentence."""
    drawings: tuple[Drawing, ...]
    kind: str = "usual"
    """Which of the game's `ARRANGEMENTS` its board has."""
    anew: bool = False
    """Whether the table was dealt anew since the last move, so that nothing of it is to be seen."""

    @cached_property
    def _by_part(self) -> dict[str, list[Drawing]]:
        found: dict[str, list[Drawing]] = {}
        for drawing in self.drawings:
            found.setdefault(drawing.part, []).append(drawing)
        return found

    def of(self, part: str) -> list[Drawing]:
        return self._by_part.get(part, [])

    @property
    def hand_is_rows(self) -> bool:
        """Whether the drawings of the hand are rows of one length, so that they lie beside each
        other where there is room, and else below each other."""
        sizes = [drawing.box[2:] for drawing in self.of(HAND)]
        return len(sizes) > 1 and len({*sizes}) == 1 and sizes[0][0] > 2 * sizes[0][1]

    @property
    def parts(self) -> list[str]:
        """The names of its parts, in their order."""
        return list(self._by_part)


@dataclass(frozen=True)
class Emblem:
    """How a player is known whose pieces have a colour and a shape of their own."""

    colour: str
    ink: str
    """What is written on it."""
    corners: str = ""
    """As a polygon of CSS has them; without any it is round."""

    def drawn(self, radius: float) -> Drawn:
        """The colour in its shape, about the origin."""
        if not self.corners:
            return element("circle", r=radius, fill=self.colour)
        places = (float(share) for share in self.corners.replace("%", "").replace(",", " ").split())
        points = " ".join(short((place / 50 - 1) * SHARP * radius) for place in places)
        return element("polygon", points=points, fill=self.colour)


def emblazoned(emblems: Mapping[str, Emblem]) -> str:
    """The rules of a style sheet that give players in a page their emblems."""
    return "".join(
        f".avatar.emblem-{name}{{background:{emblem.colour};color:{emblem.ink}"
        + (f";border-radius:0;clip-path:polygon({emblem.corners})" if emblem.corners else "")
        + "}"
        for name, emblem in emblems.items()
    )


@dataclass(frozen=True)
class Arrangement:
    """How the drawings of a board stand beside each other, in a measure of its own."""

    size: Size
    places: Mapping[str, Box]
    """By the names of the drawings, and of the `TOOLS` if there are any. A drawing that another
    arrangement of the same board has and this one has not is not shown."""
    large: Box | None = None
    """Where there is no room for all: the place of one of the `small` drawings, at first of the
    first. A script says which it is, in the board's `data-large`."""
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


# Marks


@dataclass(frozen=True)
class Marks:
    """What is marked in a picture, by ids of elements or places."""

    last: Sequence[str] = ()
    """Where the last move was made."""
    mover: int = 0
    """The seat that made it."""
    initial: str = ""
    """What the tag of the mover says."""
    emblem: Emblem | None = None
    """The colour and the shape of the tag, where players have their own; then it says nothing."""
    hint: Sequence[str] = ()
    """What a bot would take and where it would put it."""
    ghost: bool = False
    """Whether the first of these, if it lies in the hand, is also seen where it would go."""
    lit: Sequence[str] = ()
    """What the last move brought about."""
    area: Sequence[str] = ()
    """Things among which one should look: those of a drawing have one frame."""


def marked(picture: Picture, marks: Marks) -> Picture:
    """The picture with its marks, drawn over everything and in nobody's way."""
    last = () if picture.anew else marks.last
    ids = {*last, *marks.lit, *marks.area, *marks.hint}
    if not ids:
        return picture
    piece = _piece(picture, marks.hint[0]) if marks.ghost and marks.hint else None
    drawings = (
        drawing
        if drawing.outlines.keys().isdisjoint(ids)  # This way round each id is looked up once.
        else _with_marks(drawing, last, marks, piece)
        for drawing in picture.drawings
    )
    return replace(picture, drawings=tuple(drawings))


def _with_marks(
    drawing: Drawing, last: Sequence[str], marks: Marks, piece: Piece | None
) -> Drawing:
    """What lies in a hand is never marked as the last move."""
    moved = () if drawing.part == HAND else _found(drawing, last)
    layers = [
        *_last(moved, marks.mover, marks.initial, marks.emblem),
        *(_around(id_, outline, ["lit-line"], ()) for id_, outline in _found(drawing, marks.lit)),
        *_area(drawing, marks),
        *_ghost(drawing, marks, piece),
        *_hint(drawing, marks),
    ]
    if not layers:
        return drawing
    return replace(drawing, drawn=in_pieces((drawing.drawn, _layer(*layers))))


@lru_cache(MARKS_KEPT)
def _layer(*marks: Drawn) -> Drawn:
    return group(*marks, class_="marks", aria_hidden="true")


def _found(drawing: Drawing, ids: Iterable[str]) -> tuple[Marked, ...]:
    return tuple([(id_, drawing.outlines[id_]) for id_ in ids if id_ in drawing.outlines])


@lru_cache(MARKS_KEPT)
def _last(
    moved: tuple[Marked, ...], mover: int, initial: str, emblem: Emblem | None
) -> list[Drawn]:
    """A halo around each place of the last move; the mover's tag at the last of them."""
    layers = []
    for number, (id_, outline) in enumerate(moved, start=1):
        tags = [_tag(outline, mover, initial, emblem)] if number == len(moved) else []
        layers.append(_around(id_, outline, HALO, tags))
    return layers


def _area(drawing: Drawing, marks: Marks) -> list[Drawn]:
    """One frame around all of it that lies in a drawing."""
    found = _found(drawing, marks.area)
    if not found:
        return []
    boxes = [outline.box for _, outline in found]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    width = max(box[0] + box[2] for box in boxes) - left
    height = max(box[1] + box[3] for box in boxes) - top
    corner = min(outline.corner for _, outline in found)
    whole = Outline((left + width / 2, top + height / 2), (width, height), corner)
    return [_around(found[0][0], whole, ["hint-line"], ())]


Piece = tuple[Drawn, Outline]
"""A thing as it is drawn, and where it lies in its drawing."""


def _piece(picture: Picture, id_: str) -> Piece | None:
    """A thing of the hand, without the ids in it, so that it can be seen a second time."""
    for drawing in picture.of(HAND):
        if id_ in drawing.outlines:
            whole = ElementTree.fromstring(f"<g>{drawing.inside}</g>")
            thing = whole.find(f".//*[@id='{id_}']")
            if thing is None:
                return None
            for each in thing.iter():
                each.attrib.pop("id", None)
            return Drawn(ElementTree.tostring(thing, "unicode")), drawing.outlines[id_]
    return None


def _ghost(drawing: Drawing, marks: Marks, piece: Piece | None) -> list[Drawn]:
    """The piece, pale, in the place that the hint would have it go to."""
    if piece is None or drawing.part != BOARD or marks.hint[-1] not in drawing.outlines:
        return []
    thing, lay = piece
    place = drawing.outlines[marks.hint[-1]]
    scale = GHOST * min(there / here for there, here in zip(place.size, lay.size, strict=True))
    back = group(thing, at=(-lay.middle[0], -lay.middle[1]))
    return [group(back, at=place.middle, scale=scale, class_="hint-ghost")]


def _hint(drawing: Drawing, marks: Marks) -> list[Drawn]:
    return [
        _around(id_, outline, ["hint-line"], [_at_corner(outline, _bulb(), "hint-tag")])
        for id_, outline in _found(drawing, marks.hint)
    ]


def _around(id_: str, outline: Outline, lines: Iterable[str], tags: Iterable[Drawn]) -> Drawn:
    """What marks one thing; it says which, since a script may turn the thing away."""
    frames = (_frame(outline, HALO_AWAY, kind) for kind in lines)
    return group(*frames, *tags, data_mark=id_)


def _frame(outline: Outline, away: float, kind: str) -> Drawn:
    left, top, width, height = outline.box
    return element(
        "rect",
        x=left - away,
        y=top - away,
        width=width + 2 * away,
        height=height + 2 * away,
        rx=(outline.corner + away) or None,
        class_=kind,
    )


def _tag(outline: Outline, mover: int, initial: str, emblem: Emblem | None) -> Drawn:
    if emblem is not None:
        return _at_corner(outline, emblem.drawn(TAG), "last-tag emblem")
    inside = [element("circle", r=TAG), words(initial, TAG_LETTER)]
    return _at_corner(outline, Drawn("".join(inside)), f"last-tag seat-{mover}")


def _bulb() -> Drawn:
    return Drawn(element("circle", r=TAG) + path(BULB))


def _at_corner(outline: Outline, inside: Drawn, kind: str) -> Drawn:
    left, top, width, _ = outline.box
    inset = 0.29 * outline.corner
    scale = min(1, min(outline.size) / (4 * TAG))  # never wider than half of what it marks
    return group(inside, at=(left + width - inset, top + inset), scale=scale, class_=kind)
