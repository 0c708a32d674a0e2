"""Marks in a picture: the last move, a hint, what was brought about.

They are the same in all games: a game only says where its things lie (`Outline`), and `marked`
draws there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from xml.etree import ElementTree

from matchwood.drawing.picture import BOARD, HAND, Drawing, Emblem, Marked, Outline, Picture
from matchwood.drawing.svg import Drawn, element, group, in_pieces, path, text

HALO, HALO_AWAY = ("halo-soft", "halo-dark", "halo-light"), 3
TAG, TAG_LETTER = 13, 14
GHOST = 0.8
"""Scale of the ghost of a piece, beside the place it lies in."""
BULB = "M-4 5.5H4M-3 9H3M-3.5 2.5A6.5 6.5 0 1 1 3.5 2.5V5.5H-3.5Z"
MARKS_KEPT = 1024


@dataclass(frozen=True)
class Marks:
    """Marks of a picture, by ids of elements or places."""

    last: Sequence[str] = ()
    """Ids of the places of the last move."""
    mover: int = 0
    """The seat that made it."""
    initial: str = ""
    """Text of the tag of the mover."""
    emblem: Emblem | None = None
    """The colour and the shape of the tag, where players have their own; then it says nothing."""
    hint: Sequence[str] = ()
    """Ids of the things that a bot would take, and of the place where it would put them."""
    ghost: bool = False
    """True if the first of these, if it lies in the hand, is also seen where it would go."""
    lit: Sequence[str] = ()
    """Ids of the things that the last move brought about."""
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
    """Add marks; nothing in a hand is marked as the last move."""
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
    """The mark of one thing; it says which, since a script may turn the thing away."""
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
    inside = [element("circle", r=TAG), text(initial, TAG_LETTER)]
    return _at_corner(outline, Drawn("".join(inside)), f"last-tag seat-{mover}")


def _bulb() -> Drawn:
    return Drawn(element("circle", r=TAG) + path(BULB))


def _at_corner(outline: Outline, inside: Drawn, kind: str) -> Drawn:
    left, top, width, _ = outline.box
    inset = 0.29 * outline.corner
    scale = min(1, min(outline.size) / (4 * TAG))  # never wider than half of what it marks
    return group(inside, at=(left + width - inset, top + inset), scale=scale, class_=kind)
