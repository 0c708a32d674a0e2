"""Figures: pictures that explain, drawn by the game itself from real positions.

A rulebook names one as `![what it shows](figure:NAME)`; the same drawing serves a page, a print and
a share image, and in the terminal the sketch of the position stands in for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from matchwood.drawing.layout import below_each_other, laid_out
from matchwood.drawing.marks import HALO_AWAY, TAG, Marks, marked
from matchwood.drawing.picture import BOARD, Box, Drawing, Outline, Picture
from matchwood.drawing.svg import Drawn
from matchwood.engine.language import Words

if TYPE_CHECKING:
    from matchwood.engine.game import Game
    from matchwood.engine.position import Position

FIGURE = "figure"
"""The part that a figure belongs to: no table's, so nothing reaches beyond its box."""
MARGIN = 0.35
"""Margin shown around a thing, as a part of its size."""
MARK_ROOM = HALO_AWAY + TAG
_ID = re.compile(r' id="[^"]*"')


@dataclass(frozen=True)
class Figure:
    """A part of a picture of a position, with what matters marked."""

    drawing: str = BOARD
    """Name of a drawing of the picture; a board of several is laid out as one."""
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int | str = 1
    moves: Sequence[str] = ()
    viewer: int | None = 0
    around: Sequence[str] = ()
    """The things that are to be seen, by the ids of their outlines; a drawing that has none of them
    is shown whole."""
    marks: Sequence[str] = ()
    """Ids of the elements that are pointed at."""
    then: Sequence[str] = ()
    """Moves that lead to a second picture: what came of it."""
    below: Sequence[str] = ()
    """The drawings that are shown below it, in the same measure."""

    def positions(self, game: Game) -> list[Position]:
        """Before, and after where there is an after."""
        position = game.variant(self.options).new(self.seed)
        for move in self.moves:
            position.play(move)
        if not self.then:
            return [position]
        after = position.copy()
        for move in self.then:
            after.play(move)
        return [position, after]

    def drawings(self, game: Game, words: Words) -> list[Drawing]:
        """The same, drawn; nothing in them has an id, so that they can stand in any page."""
        return [self._drawn(game, position, words) for position in self.positions(game)]

    def _drawn(self, game: Game, position: Position, words: Words) -> Drawing:
        document = position.observe(self.viewer).document
        picture = marked(
            game.picture.draw(document, self.viewer, None, words), Marks(hint=self.marks)
        )
        shown = [self._part(game, picture, name) for name in (self.drawing, *self.below)]
        return without_ids(shown[0] if len(shown) == 1 else below_each_other(shown, FIGURE))

    def _part(self, game: Game, picture: Picture, name: str) -> Drawing:
        """A drawing by its name, or a board of several, cut to what is to be seen of it."""
        drawings = {each.name: each for each in picture.drawings}
        several = name == BOARD and name not in drawings
        drawing = self._board(game, picture) if several else drawings[name]
        return replace(drawing, part=FIGURE, box=self._box(drawing))

    def _board(self, game: Game, picture: Picture) -> Drawing:
        """A board of several drawings as one: those with what is to be seen, and no neighbours."""
        drawings = picture.of(BOARD)
        wanted = [each for each in drawings if each.outlines.keys() & set(self.around)]
        return laid_out(wanted or drawings, game.picture.ARRANGEMENTS[picture.kind].wide)

    def _box(self, drawing: Drawing) -> Box:
        around = [drawing.outlines[id_] for id_ in self.around if id_ in drawing.outlines]
        boxes = [_grown(outline, MARGIN * max(outline.size)) for outline in around]
        if not boxes:
            marks = [drawing.outlines[id_] for id_ in self.marks if id_ in drawing.outlines]
            boxes = [drawing.box, *(_grown(outline, MARK_ROOM) for outline in marks)]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return left, top, right - left, bottom - top


def _grown(outline: Outline, more: float) -> Box:
    left, top, width, height = outline.box
    return left - more, top - more, width + 2 * more, height + 2 * more


def without_ids(drawing: Drawing) -> Drawing:
    """A drawing that can stand beside another of the same things."""
    return replace(drawing, drawn=Drawn(_ID.sub("", drawing.inside)), solid=())


class FiguresModule(Protocol):
    """`figures`: the pictures of the rulebook; may be left out."""

    FIGURES: Mapping[str, Figure]
    """By the names that the rulebooks call them by."""
