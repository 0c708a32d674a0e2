"""The end of Matches as a picture: the winner's tiles, all of them under their coins."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.pictures import Drawing
from matchwood.engine.svg import Drawn
from matchwood.engine.words import Words
from matchwood.games.piecepack_matches.picture import TILE, TILE_GAP, tile
from matchwood.games.piecepack_matches.words import winner_told


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """PM-9: the tiles of whoever has marked them all."""
    [winner] = document["winners"]
    tiles, step = document["tiles"][winner], TILE + TILE_GAP
    inside = (
        svg.group(tile(name, covered=True), at=((place + 0.5) * step, step / 2))
        for place, name in enumerate(tiles)
    )
    label = winner_told(words, document, names)
    box = (0, 0, len(tiles) * step, step)
    return Drawing("finale", "finale", box, Drawn("".join(inside)), label)
