"""The pictures of the rulebook of Top Trumps Match.

In the five-minute game the grid stays as it was when a match ended it, so there what came of a
push that makes a match can be seen.
"""

from __future__ import annotations

from matchwood.games.top_trumps_match.grid import COLUMNS
from matchwood.learning.figures import Figure

PLAYER_1_MOVES = {"youngest": 1}
ENDS_WITH_A_MATCH = {**PLAYER_1_MOVES, "mode": "five-minute"}

FISH = ("b3=F", "b1=F")
"""Three fish in row 3, and the cube in b1 was put in last."""
CORNER = [f"cell-{column}{row}" for row in "45" for column in "ab"]


def _rows(*rows: str) -> list[str]:
    return [f"cell-{column}{row}" for row in rows for column in COLUMNS]


FIGURES = {
    "grid": Figure("grid", PLAYER_1_MOVES, seed=88),  # TT-1, TT-8
    "cube": Figure("faces", PLAYER_1_MOVES, seed=88),  # TT-2
    "front": Figure(  # TT-3
        "grid", PLAYER_1_MOVES, seed=88, around=CORNER, marks=["cell-b5"]
    ),
    "back": Figure("grid", PLAYER_1_MOVES, seed=88, viewer=1, around=CORNER, marks=["cell-b5"]),
    "push": Figure(  # TT-9, TT-10
        "grid", PLAYER_1_MOVES, 88, FISH, around=_rows("3"), marks=["cell-c3"], then=["c3=F"]
    ),
    "hole": Figure(  # TT-11
        "grid",
        ENDS_WITH_A_MATCH,
        448,
        ("c1=K", "a2=J", "d1=K", "a5=E"),
        around=_rows("1"),
        marks=["cell-e1"],
        then=["e1=K"],
    ),
    "diagonal": Figure(  # TT-12
        "grid", ENDS_WITH_A_MATCH, 21, ("a1=H", "c1=O", "b2=H", "d1=M", "c3=H")
    ),
    "your-card": Figure(  # TT-13
        "match", PLAYER_1_MOVES, 355, ("a5=H", "b3=K", "c5=H", "e3=D", "a3=M")
    ),
    "rivals-card": Figure(  # TT-14
        "match", PLAYER_1_MOVES, 137, ("c4=G", "d4=F", "c3=B", "e3=J", "b4=G")
    ),
}
