"""The figures of the rulebook of Matches: each is named there, and shows what it is to explain."""

from __future__ import annotations

import re

import pytest

from matchwood import find_game
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.games.piecepack_matches.teach import FIGURES
from tests.support.pictures import by_id, title, tree, with_class

GAME = find_game("piecepack-matches")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_shows_every_figure_once(language: str) -> None:
    text = GAME.rulebook(language).text
    assert re.findall(r"^!\[[^]]+\.\]\(figure:([\w-]+)\)$", text, re.MULTILINE) == list(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_with_what_is_around_and_its_marks(name: str) -> None:
    figure = FIGURES[name]
    drawn = figure.drawings(GAME, ENGLISH)
    assert len(drawn) == (2 if figure.then else 1)
    assert len({each.inside for each in drawn}) == len(drawn)
    for each in drawn:
        root = tree([each])
        assert not by_id(root)
        spots = [title(spot).split(":")[0] for spot in with_class(root, "spot")]
        if figure.around:
            assert spots == [spot.replace("-", " ") for spot in figure.around]
        assert len(with_class(root, "hint-line")) == len(figure.marks)


def sides(name: str) -> list[list[str]]:
    """What lies on the spots of a figure, before and after."""
    figure = FIGURES[name]
    spots = [int(spot.removeprefix("spot-")) for spot in figure.around]
    documents = [position.observe(figure.viewer).document for position in figure.positions(GAME)]
    return [
        [coin["up"] if (coin := document["coins"][spot - 1]) else "–" for spot in spots]
        for document in documents
    ]


def test_the_figures_show_what_their_captions_tell() -> None:
    assert sides("marks") == [["C", "4", "A"], ["C", "–", "A"]]
    assert sides("stays") == [["A", "C", "4"], ["A", "a", "4"]]
    assert sides("free") == [["2", "C", "M", "2", "–"], ["–", "C", "M", "2", "2"]]
    before, after = FIGURES["end"].positions(GAME)
    assert (before.over, after.winners) == (False, [0])
