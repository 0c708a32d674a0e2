"""Colorfox: connect matchsticks of one colour, win sticks, swap them, sort them into sets.

`pieces` names the pieces, reads lists of cards and tells from a document what fits where, `rules`
plays, `bot` is for bots and programs, `text` reads and writes moves, documents and clicks, `words`
tells them to people. In `picture`, `faces` draws the pieces; `sketch` is for the terminal, `prints`
for paper, and `teach` teaches.
"""

from collections.abc import Mapping

from matchwood.engine.game import Game
from matchwood.engine.language import Phrase
from matchwood.engine.options import Option, Value
from matchwood.games.colorfox.pieces import STANDARD, Deck

SMALL_DECK = ",".join(
    ["RROO", "OOYY", "YYGG", "GGBB", "BBPP", "PPRR", "RORO", "RYBG", "GPYO", "BORP"] * 2
)
"""Twenty cards, each twice: the fewest that a deck can have, and the pile runs out."""


def _check(options: Mapping[str, Value]) -> Phrase | None:
    youngest, players = options["youngest"], options["players"]
    if isinstance(youngest, int) and isinstance(players, int) and youngest >= players:  # CF-6
        return Phrase(
            "Option youngest cannot be {youngest} with {players} players; "
            "it takes a seat, 0 to {last}, or none.",
            {"youngest": youngest, "players": players, "last": players - 1},
        )
    return None


GAME = Game(
    name="colorfox",
    title="Colorfox",
    summary="Lay cards so that matchsticks connect, win sticks, and swap for the best sets.",
    version=2,
    options=(
        Option("players", (2, 3, 4), 2, "number of players"),
        Option("youngest", (None, 0, 1, 2, 3), None, "the seat that starts; none: drawn by lot"),
        Deck("deck", (STANDARD,), STANDARD, "the cards: standard, or a file that lists others"),
    ),
    module=__name__,
    check=_check,
    samples=(
        {"players": 2},
        {"players": 3, "youngest": 2},
        {"players": 4},
        {"players": 3, "deck": SMALL_DECK},
    ),
)
