"""What a table of Top Trumps Match shows: the grid stands upright between the players.

So each sees their own side only, unless it was agreed that they may look at the other. Whoever
watches walks around the table and sees both; and when the game is over everyone does (TT-7).
"""

from __future__ import annotations

from collections.abc import Collection

from matchwood.engine.game import State
from matchwood.games.top_trumps_match.grid import OTHER_SIDE
from matchwood.games.top_trumps_match.rules import NONE


def veil(s: State, viewer: int | None, aids: Collection[str]) -> None:
    if viewer is not None and not s.over and OTHER_SIDE not in aids:
        s.shows[1 - viewer] = NONE
