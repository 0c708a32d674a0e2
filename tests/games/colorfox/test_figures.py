"""The figures of the rulebook of Colorfox: they are drawn, and they show what is told of them."""

from __future__ import annotations

import re

import pytest

from matchwood import find_game
from matchwood.engine.language import ENGLISH
from matchwood.games.colorfox.pieces import sets
from matchwood.learning.rulebook import LANGUAGES
from tests.games.colorfox.positions import LETTERS

GAME = find_game("colorfox")
NAMED = re.compile(r"^!\[(.+)\]\(figure:(\w+)\)$", re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_shows_every_figure_once_with_a_sentence(language: str) -> None:
    found = NAMED.findall(GAME.rulebook(language).text)
    assert [name for _, name in found] == list(GAME.figures)
    assert all(told.endswith(".") and len(told) > 20 for told, _ in found)


@pytest.mark.parametrize("name", GAME.figures)
def test_a_figure_is_drawn_and_shows_what_it_is_around(name: str) -> None:
    figure = GAME.figures[name]
    drawings = figure.drawings(GAME, ENGLISH)
    assert len(drawings) == (2 if figure.then else 1)
    for drawing in drawings:
        assert ' id="' not in drawing.inside
        assert set(figure.marks) <= drawing.outlines.keys()
        left, top, width, height = drawing.box
        for id_ in figure.around:
            x, y = drawing.outlines[id_].middle
            assert left < x < left + width
            assert top < y < top + height


def test_what_is_told_of_the_figures_is_so() -> None:
    positions = {name: figure.positions(GAME) for name, figure in GAME.figures.items()}
    documents = {name: [each.document for each in both] for name, both in positions.items()}
    assert len(documents["cards"][0]["hands"][0]) == 4
    assert set("".join(documents["cards"][0]["hands"][0])) == set(LETTERS)
    assert set(documents["reserve"][0]["reserve"].values()) == {8}
    assert documents["two"][1]["swaps_left"] == 1
    assert [document["scores"][0] for document in documents["swap"]] == [7, 10]
    assert documents["gone"][0]["reserve"]["R"] == 0
    assert sets(documents["sets"][0]["sticks"][0]) == ["ROYGBP", "RG", "R"]
