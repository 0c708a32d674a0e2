"""Environments for programs that learn: Gymnasium, PettingZoo and OpenSpiel.

They hold no rules. Each needs its extra, such as `pip install "matchwood[gymnasium]"`. What they
have in common is here: how a position is shown, as text or as a picture in pixels.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image
from rich.console import Console

from matchwood.drawing.images import rendered
from matchwood.engine.game import Game
from matchwood.engine.options import player_names
from matchwood.engine.position import Position

HUMAN, ANSI, PIXELS = "human", "ansi", "rgb_array"
MODES = (HUMAN, ANSI, PIXELS)
COLUMNS, PIXELS_WIDE = 100, 640


METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}
"""The `metadata` of every environment: its render modes and its frames a second."""


def versioned(game: Game) -> str:
    """The name of a game as the libraries write it, with the version of its rules."""
    return f"{game.name.replace('-', '_')}_v{game.version}"


def render(position: Position, viewer: int | None, mode: str) -> str | np.ndarray | None:
    """Render a position as a viewer may know it: shown on the terminal, or given as text or as
    pixels."""
    if mode == PIXELS:
        picture = Image.open(BytesIO(rendered(position.svg(viewer), PIXELS_WIDE)))
        return np.asarray(picture.convert("RGB"))
    document, names = position.observe(viewer).document, player_names(None, position.players)
    sketch = position.variant.game.sketch.sketch(document, viewer, names)
    if mode == HUMAN:
        Console().print(sketch)
        return None
    console = Console(width=COLUMNS, color_system=None)
    with console.capture() as capture:
        console.print(sketch)
    return capture.get()
