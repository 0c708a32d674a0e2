"""Baguettes: sticks through a block and upright in it; who still has one at the end wins.

`pieces` reads the size of a block and tells from a document what stands where, `rules` plays, `bot`
is for bots, solver and programs, `text` reads and writes moves, documents and clicks, `words` tells
them to people. In `picture`, `solid` is the block in space and `plans` are its levels from above;
`sketch` draws for the terminal, `prints` on paper, and `teach` teaches.
"""

from collections.abc import Mapping

from matchwood.engine.game import Game, Preset
from matchwood.engine.language import Phrase
from matchwood.engine.options import Option, Value, Whole, flag
from matchwood.games.baguettes.pieces import Size

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
