"""The cover of Colorfox: a fox whose head is made of six matches, one of each colour."""

from __future__ import annotations

from itertools import pairwise

from matchwood.drawing import svg
from matchwood.drawing.picture import Drawing
from matchwood.drawing.svg import Drawn, Point
from matchwood.games.colorfox.picture import faces
from matchwood.games.colorfox.picture.faces import CARD, FOX_CORNERS

SIZE = (320, 400)
WOOD_OVER = 10
"""The margin of wood beyond the edges, so that its own are not seen."""
FOX_AT, SHADOW_AT = (160.0, 186.0), (164.0, 196.0)
MATCH_SCALE = 1.2
LEFT, RIGHT = "PRO", "BGY"
"""The matches from the chin up to the brow."""
CARDS = ("PBGR", "YRPB", "GOBR", "RPYO", "BYRP")
"""A row whose half matches meet."""
CARDS_AT, CARDS_TURN = (-14.0, 368.0), -5


def draw() -> Drawing:
    width, height = (side + 2 * WOOD_OVER for side in SIZE)
    inside = (
        svg.group(svg.wood(width, height, 0), at=(-WOOD_OVER, -WOOD_OVER)),
        svg.group(*_row(), at=CARDS_AT, turn=CARDS_TURN),
        svg.group(svg.path(faces.FOX_OUTLINE, class_="cast"), at=SHADOW_AT),
        svg.group(faces.fox(), *_matches(LEFT, 1), *_matches(RIGHT, -1), faces.NOSE, at=FOX_AT),
    )
    return Drawing("cover", "cover", (0, 0, *SIZE), Drawn("".join(inside)))


def _row() -> list[Drawn]:
    return [svg.group(faces.face(card), at=(CARD * place, 0)) for place, card in enumerate(CARDS)]


def _matches(colours: str, side: int) -> list[Drawn]:
    """One half of the head, each match with its tail at the head of the one before."""
    corners: list[Point] = [(side * x, y) for x, y in FOX_CORNERS]
    ends = list(zip(colours, pairwise(corners), strict=True))
    return [faces.match(colour, *ends, MATCH_SCALE) for colour, ends in reversed(ends)]
