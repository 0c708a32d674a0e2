"""Connect Four: drop discs into a standing board until four of yours are in line.

`rules` plays, `bot` has an estimate, `text`, `words` and `picture` what the game says and draws in
its own way, `teach` a lesson, a figure and reasons. All else follows from what stands here.
"""

from matchwood.engine.fields import Grid
from matchwood.engine.game import Game
from matchwood.engine.spec import Move

GAME = Game(
    "connect-four",
    title="Connect Four",
    summary="Drop discs into the columns: the first to have four in line wins.",
    players=2,  # C4-1
    open=True,  # C4-8
    longest=42,
    fields={"board": Grid(6, 7, packed=True, across="1234567")},
    moves=[
        Move(
            "drop {column}",
            column=range(1, 8),
            reads="drop a disc into column {column}",
            says="{name} drops a disc into column {column}.",
            asks="Drop a disc into a column that is not full.",
            refuses="Column {column} is full.",
            rule="C4-4",
        )
    ],
    module=__name__,
)
