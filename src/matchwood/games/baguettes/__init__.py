"""Baguettes: sticks through a block and upright in it; who still has one at the end wins.

`sizes` reads the size of a block, `rules` plays, `symmetry` knows which positions are alike,
`knowledge` is for bots, `text` reads and writes moves, `words` tells them to people, `block` tells
from a document what stands where. `pieces` says what a stick looks like, `solid` is the block in
space and `plans` are its levels from above; of these `picture`, `cover` and `finale` are made.
`sketch` draws for the terminal, `clicks` reads what is clicked, `solved` is the table of solved
blocks.
"""

from collections.abc import Mapping

from matchwood.engine.game import Game, Preset
from matchwood.engine.language import Phrase
from matchwood.engine.options import Option, Value, Whole, flag
from matchwood.games.baguettes.sizes import Size

TEAM_PLAYERS = 4


def _check(options: Mapping[str, Value]) -> Phrase | None:
    if options["teams"] and options["players"] != TEAM_PLAYERS:
        return Phrase(
            "Option teams is for {wanted} players, not for {players}.",
            {"wanted": TEAM_PLAYERS, "players": options["players"]},
        )
    return None


GAME = Game(
    name="baguettes",
    title="Baguettes",
    summary="Pierce the block, plant sticks and pull rods from under them: the last to play wins.",
    version=2,
    options=(
        Option("players", (2, 3, 4), 2, "number of players"),
        flag("teams", "two against two, with 4 players"),
        Size("size", ((2, 2, 2), (4, 4, 4), (6, 6, 6)), (4, 4, 4), "wells across, deep; levels"),
        Whole("sticks", (1, 16), None, "sticks per player; none: 10, 7 or 5 for 2, 3 or 4 players"),
    ),
    module=__name__,
    check=_check,
    partners=lambda options: bool(options["teams"]),
    presets=(
        Preset(
            "printed",
            Phrase("As printed"),
            Phrase("A block of 4 × 4 wells with 4 levels."),
        ),
        Preset(
            "quick",
            Phrase("Quick"),
            Phrase("3 × 3 wells, 3 levels, 6 sticks each: some five minutes."),
            {"size": (3, 3, 3), "sticks": 6},
        ),
        Preset(
            "teams",
            Phrase("Two against two"),
            Phrase("Four play; those who sit opposite win together."),
            {"players": TEAM_PLAYERS, "teams": True},
        ),
    ),
    samples=(
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 4, "teams": True},
        {"players": 2, "size": (2, 2, 2), "sticks": 3},
        {"players": 3, "size": (5, 3, 2), "sticks": 6},
        {"players": 4, "teams": True, "size": (2, 3, 5), "sticks": 4},
        {"players": 2, "size": (6, 6, 6), "sticks": 16},
    ),
)
