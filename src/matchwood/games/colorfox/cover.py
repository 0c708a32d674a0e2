"""The cover of Colorfox: a fox made of matches, and a row of cards at its feet."""

from __future__ import annotations

from matchwood.engine.pictures import Drawing
from matchwood.games.colorfox import faces


def draw() -> Drawing:
    return Drawing("cover", "cover", (0, 0, 320, 400), faces.back())
