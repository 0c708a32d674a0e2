"""The figures of a rulebook as pictures that stand alone."""

from __future__ import annotations

from matchwood.drawing.layout import drawing_alone
from matchwood.engine.game import Game


def drawn_figures(game: Game, language: str) -> dict[str, list[str]]:
    """By their names; each is one picture, or before and after. They play the game: its rules are
    compiled if they are not yet."""
    words, style = game.speaking(language), game.picture.STYLE
    return {
        name: [drawing_alone(each, game.name, style) for each in figure.drawings(game, words)]
        for name, figure in game.figures.items()
    }
