"""Connect Four: drop discs into a standing board until four of yours are in line.

`rules` plays, `knowledge` is for bots, `text` reads and writes moves, `words` tells them to
people, `picture`, `cover`, `finale` and `sketch` draw, `lesson`, `figures` and `reasons` teach.
"""

from matchwood.engine.game import Game
from matchwood.engine.options import Option

GAME = Game(
    name="connect-four",
    title="Connect Four",
    summary="Drop discs into the columns: the first to have four in line wins.",
    version=1,
    options=(Option("players", (2,), 2, "number of players"),),
    module=__name__,
)
