"""A hint in steps: where to look, with which piece to begin, and only then the move.

A move is a path of clicks, so no game has to say more: where it ends is where to look, and what is
clicked first is the piece. Places are halved again and again without regard to the move, so that
the right one may lie anywhere in what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from matchwood.drawing.layout import Arrangement
from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.picture import BOARD, Drawing, Picture
from matchwood.drawing.svg import Point
from matchwood.server.views.model import HintKind, Offer, PartialHint, View

SHARE, FEW = 3, 3
"""Size of the area to look in: at first a third of all places, or so few; then so few."""
LAST_STEP = 3
"""The step that tells all there is."""


class Stage(Struct, frozen=True):
    """One step of a hint."""

    tells: HintKind
    marks: Marks
    moves: tuple[str, ...]
    """The moves that it leaves."""


def add_hint(view: View, arrangement: Arrangement, move: str, step: int) -> View:
    """The view with what a bot would do, as far as it is told; if the viewer may do it."""
    offers = {offer.move: offer for offer in view.offers}
    if move not in offers or view.picture is None:
        return view
    stages = _stages(offers[move], view.offers, view.picture, arrangement)
    told = min(step, len(stages))
    stage = stages[told - 1]
    is_whole = told == len(stages)
    return replace(
        view,
        picture=marked(view.picture, stage.marks),
        hinting=PartialHint(stage.tells, stage.moves, None if is_whole else told + 1),
        hint=offers[move].text if is_whole else None,
        hinted=move if is_whole else None,
    )


def _stages(
    best: Offer, offers: Sequence[Offer], picture: Picture, arrangement: Arrangement
) -> list[Stage]:
    """All that can be told, one after the other; what would tell nothing new is left out."""
    ends = {offer.move: _end(offer.clicks, picture) for offer in offers}
    place = ends[best.move]
    whole = Stage("move", Marks(hint=best.clicks, ghost=True), (best.move,))
    if place is None:
        buttons = tuple(move for move, end in ends.items() if end is None)
        return _telling([Stage("button", Marks(), buttons), whole], len(offers))
    places = {
        end: _where(end, picture, arrangement)
        for end in ends.values()
        if end is not None and _part(end, picture) == _part(place, picture)
    }
    where = _area("where", _around(place, places, max(FEW, len(places) // SHARE)), ends)
    if len(best.clicks) > 1:
        piece = best.clicks[0]
        begun = {offer.move for offer in offers if offer.clicks[:1] == (piece,)}
        moves = tuple(move for move in where.moves if move in begun)
        second = Stage("piece", Marks(hint=[piece], area=where.marks.area), moves)
    else:
        second = _area("nearer", _around(place, places, FEW), ends)
    return _telling([where, second, whole], len(offers))


def _telling(stages: Sequence[Stage], moves: int) -> list[Stage]:
    """Stages that leave fewer moves than the ones before, and the last."""
    left = []
    for stage in stages[:-1]:
        if len(stage.moves) < moves:
            left.append(stage)
            moves = len(stage.moves)
    return [*left, stages[-1]]


def _area(tells: HintKind, places: Iterable[str], ends: dict[str, str | None]) -> Stage:
    chosen = tuple(places)
    return Stage(tells, Marks(area=chosen), tuple(m for m, end in ends.items() if end in chosen))


def _end(clicks: Sequence[str], picture: Picture) -> str | None:
    """The last thing of a path that is drawn: after it there may be buttons."""
    drawn = [step for step in clicks if _drawing_of(step, picture) is not None]
    return drawn[-1] if drawn else None


def _drawing_of(id_: str, picture: Picture) -> Drawing | None:
    return next((drawing for drawing in picture.drawings if id_ in drawing.outlines), None)


def _part(id_: str, picture: Picture) -> str:
    drawing = _drawing_of(id_, picture)
    assert drawing is not None
    return drawing.part


def _where(id_: str, picture: Picture, arrangement: Arrangement) -> Point:
    """Place of a thing at the table: on a board of several drawings, where its drawing lies."""
    drawing = _drawing_of(id_, picture)
    assert drawing is not None
    x, y = drawing.outlines[id_].middle
    if drawing.part != BOARD:
        return x, y
    left, top, width, height = drawing.box
    at_left, at_top, across, down = arrangement.unfolded.places[drawing.name]
    return at_left + (x - left) / width * across, at_top + (y - top) / height * down


def _around(place: str, places: dict[str, Point], most: int) -> list[str]:
    """Halve the places, and again, until at most so many are left, a given place among them."""
    left = list(places)
    while len(left) > most:
        axis = max((0, 1), key=lambda axis: _extent([places[each][axis] for each in left]))
        left.sort(key=lambda each: (places[each][axis], each))
        half = len(left) // 2
        left = left[:half] if place in left[:half] else left[half:]
    return left


def _extent(numbers: Sequence[float]) -> float:
    return max(numbers) - min(numbers)
