"""Top Trumps Match on the front page: a cube is pushed into a line of its own kind."""

from __future__ import annotations

from matchwood.engine.pictures import BOARD, Drawing
from matchwood.games.top_trumps_match import pieces


def draw() -> Drawing:
    return Drawing("cover", BOARD, (0, 0, 320, 400), pieces.small((160, 200), 150, "F"))
