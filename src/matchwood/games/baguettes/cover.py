"""The cover of Baguettes: a block in full play."""

from __future__ import annotations

from matchwood.engine import svg
from matchwood.engine.pictures import BOARD, Drawing
from matchwood.engine.svg import Drawn


def draw() -> Drawing:
    return Drawing("cover", BOARD, (0, 0, 320, 400), Drawn(svg.block(320, 400, 0, class_="board")))
