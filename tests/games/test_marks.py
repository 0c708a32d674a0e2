"""What can be chosen has one look in all games, which no player and no piece has."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from matchwood import find_game, game_names

MARKED = re.compile(r"\.(can|chosen|click|held|picked)(?![\w-])")
"""What can be chosen, and what is chosen."""
COLOUR = re.compile(r"var\(--([\w-]+)\)|(#[0-9A-Fa-f]{3,8})\b")
CANDLELIGHT_AND_INK = {"candle", "#FFE9A6", "mark-ink", "piece-ink", "can-name", "ink", "#2B2622"}
UNMARKED = {"piece"}
"""A stick that may be chosen already, but usually is later."""


@pytest.mark.parametrize("game", game_names())
def test_marks_are_nobodys_colour(game: str) -> None:
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", find_game(game).picture.STYLE)
    marks = [how for what, how in rules if MARKED.search(what)]
    used = {name or colour for how in marks for name, colour in COLOUR.findall(how)}
    assert used <= CANDLELIGHT_AND_INK | UNMARKED


def test_no_mark_needs_a_filter_of_css() -> None:
    """WebKit draws none on an element within a drawing."""
    folder = files("matchwood.server") / "static"
    sheets = [each.read_text() for each in folder.iterdir() if each.name.endswith(".css")]
    sheets += [find_game(game).picture.STYLE for game in game_names()]
    assert not any("drop-shadow(" in sheet for sheet in sheets)
