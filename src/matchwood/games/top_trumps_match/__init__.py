"""Top Trumps Match: push cubes through an upright grid until five in a line show one symbol.

`pieces` has the cubes, reads other sets of them, and tells from a document what a side of the grid
shows. `rules` plays, `bot` is for bots and programs, `text` reads and writes moves, documents and
clicks and wipes what is not shown, `words` tells them to people, and `teach` teaches.

In `picture`, `shapes` draws symbols, cubes and cards, `solid` a cube in space, `sides` those of the
grid, `seats` what the players have; `sketch` draws for the terminal, `prints` on paper.
"""

from collections.abc import Mapping

from matchwood.engine.game import Game, Preset
from matchwood.engine.language import Phrase
from matchwood.engine.options import Aid, Option, Value, Whole
from matchwood.games.top_trumps_match.pieces import OTHER_SIDE, STANDARD, CubeSet


def longest(options: Mapping[str, Value]) -> int:
    """TT-17: each match brings someone a point, with fewer void rounds before it than end the game.

    With the usual options that is 5,400 moves.
    """
    target, voids, pushes = (options[name] for name in ("target", "max_voids", "void_after"))
    assert isinstance(target, int)
    assert isinstance(voids, int)
    assert isinstance(pushes, int)
    matches = 1 if options["mode"] == "five-minute" else 2 * (target - 1) + 1
    return matches * voids * pushes


GAME = Game(
    name="top-trumps-match",
    title="Top Trumps Match",
    summary="Push cubes out of a grid that both sides see: five matching symbols in a line score.",
    version=1,
    options=(
        Option(
            "mode",
            ("tournament", "five-minute"),
            "tournament",
            "points over many rounds, or one round with the cards face down",
        ),
        Option("target", (5, 6), 5, "points needed to win"),
        Option("youngest", (None, 0, 1), None, "the seat that starts; none: drawn by lot"),
        Option(
            "starter",
            ("youngest", "alternate"),
            "youngest",
            "who starts the rounds after the first",
        ),
        Whole("void_after", (20, 200, 10_000), 200, "pushes after which a round is void"),
        Whole("max_voids", (1, 3, 100), 3, "void rounds in a row that end the game"),
        CubeSet("cubes", (STANDARD,), STANDARD, "the cubes to play with"),
    ),
    module=__name__,
    longest=longest,
    samples=(
        {},
        {"target": 6, "youngest": 1, "starter": "alternate", "void_after": 60},
        {"mode": "five-minute", "youngest": 0, "void_after": 50, "max_voids": 2},
    ),
    presets=(
        Preset(
            "tournament",
            Phrase("Tournament"),
            Phrase("Rounds for points: the first to have enough wins."),
        ),
        Preset(
            "five-minute",
            Phrase("Five-minute game"),
            Phrase("One round; your cards lie face down until a match."),
            {"mode": "five-minute"},
        ),
    ),
    aids=(
        Aid(
            OTHER_SIDE,
            Phrase("The other side may be looked at"),
            Phrase("You may turn the grid round and look at your rival’s side of it."),
            turning=Phrase("Turn the grid round"),
        ),
    ),
)
