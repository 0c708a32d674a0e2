"""What can be chosen has one look in all games, which no player and no piece has."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from matchwood import find_game, game_names
from matchwood.drawing import style

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


LAST_AND_HINT = {
    *("halo-soft", "halo-dark", "halo-light", "hint-line", "lit-line"),
    *("hint-tag circle", "hint-tag path"),
}
OF_PIECES = {"red", "orange", "yellow", "green", "blue", "purple"}
OF_SEATS = {f"seat-{number}" for number in range(1, 6)}
"""The stain of the first is ink too: it is of round tags with a letter, and no mark is one."""


@pytest.mark.parametrize("theme", [0, 1], ids=style.THEMES)
def test_last_move_and_hint_have_no_colour_of_a_player_or_a_piece(theme: int) -> None:
    looks = {what.lstrip("."): how for what, how in style.LOOKS.items()}
    marks = [how for what, how in looks.items() if what in LAST_AND_HINT]
    assert len(marks) == len(LAST_AND_HINT)
    used = [name or colour for how in marks for name, colour in COLOUR.findall(how)]
    seen = {style.TOKENS[each][theme] if each in style.TOKENS else each for each in used}
    emblems = {
        emblem.colour for game in game_names() for emblem in find_game(game).all_emblems.values()
    }
    assert not seen & (emblems | {style.TOKENS[name][theme] for name in OF_PIECES | OF_SEATS})


SELECTED = re.compile(r":checked|aria-current|focus-visible|\.turn\b|\.beyond\b|\binput\[type=")


def test_in_pages_too_what_is_chosen_is_marked_in_ink() -> None:
    folder = files("matchwood.server") / "static"
    sheets = [each.read_text() for each in folder.iterdir() if each.name.endswith(".css")]
    rules = [rule for sheet in sheets for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)]
    selected = [how for what, how in rules if SELECTED.search(what)]
    assert len(selected) > len(sheets)
    assert not [how for how in selected if "--deed" in how or "--green" in how]


def test_no_mark_needs_a_filter_of_css() -> None:
    """WebKit draws none on an element within a drawing."""
    folder = files("matchwood.server") / "static"
    sheets = [each.read_text() for each in folder.iterdir() if each.name.endswith(".css")]
    sheets += [find_game(game).picture.STYLE for game in game_names()]
    assert not any("drop-shadow(" in sheet for sheet in sheets)
