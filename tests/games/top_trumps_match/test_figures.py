"""The pictures of the rulebook: they are drawn, cropped to what matters, and show what they say."""

from __future__ import annotations

import re

import pytest

from matchwood import find_game
from matchwood.learning.rulebook import LANGUAGES

pytestmark = pytest.mark.compiled  # of pictures; no kernel has a part in it
GAME = find_game("top-trumps-match")
WHOLE = 485.0
"""How wide the grid is."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_names_every_figure_once_in_the_same_order(language: str) -> None:
    named = re.findall(r"^!\[[^\]]{20,}\]\(figure:(.+)\)$", GAME.rulebook(language).text, re.M)
    assert named == list(GAME.figures)


@pytest.mark.parametrize("name", GAME.figures)
def test_a_figure_is_drawn_without_ids_before_and_after(name: str) -> None:
    figure = GAME.figures[name]
    drawings = figure.drawings(GAME, GAME.speaking("fr"))
    assert len(drawings) == (2 if figure.then else 1)
    for drawing in drawings:
        assert drawing.inside
        assert " id=" not in drawing.inside
        width, height = drawing.box[2:]
        assert width * height < WHOLE**2 / 2 or not figure.around


def test_figures_show_what_is_said_of_them() -> None:
    shown = {name: figure.positions(GAME)[-1].document for name, figure in GAME.figures.items()}
    assert shown["front"]["grid"]["b5"]["faces"] == ["N", "E"]
    assert shown["front"] == shown["back"]
    assert shown["cube"]["cubes"][shown["cube"]["held"]] == list("FGHKMN")
    assert (shown["push"]["fresh"], shown["push"]["grid"]["c3"]["faces"][0]) == ("c3", "F")
    matches = {name: document["last_match"] for name, document in shown.items()}
    told = {name: (match["symbol"], match["scored"]) for name, match in matches.items() if match}
    assert told == {
        "hole": ("K", [1, 0]),
        "diagonal": ("H", [0, 1]),
        "your-card": ("M", [2, 0]),
        "rivals-card": ("G", [0, 2]),
    }
