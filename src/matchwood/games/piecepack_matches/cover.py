"""Matches at its best: a coin turns in the air over the tile that it is about to mark."""

from __future__ import annotations

from matchwood.engine import svg
from matchwood.engine.pictures import Drawing
from matchwood.engine.svg import Drawn
from matchwood.games.piecepack_matches.picture import coin, tile

SIZE = (320, 400)


def draw() -> Drawing:
    inside = [
        svg.group(svg.wood(360, 440), at=(-20, -20)),
        svg.group(tile("C5", covered=False), at=(160, 270), scale=2.6, turn=-6),
        svg.group(coin("C"), at=(160, 150), scale=1.4),
    ]
    return Drawing("cover", "cover", (0, 0, *SIZE), Drawn("".join(inside)))
