"""A position of Matches from its document."""

from __future__ import annotations

from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE
from matchwood.games.piecepack_matches.text import NAMES, SIDES
from matchwood.games.piecepack_matches.undersides import count_tables, margins


def options(document: Document) -> dict[str, object]:
    return {"players": document["players"], "flaming": document["flaming"]}


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    s.turned = NONE if document["turned"] is None else document["turned"] - 1
    s.rolls[:] = NONE
    s.rows = len(document["rolls"])
    for row, rolls in enumerate(document["rolls"]):
        for seat, roll in enumerate(rolls):
            s.rolls[row, seat] = NONE if roll is None else roll
    s.owner[:] = NONE
    for seat, names in enumerate(document["tiles"]):
        s.left[seat] = len(names) - len(document["marked"][seat])
        for name in names:
            s.owner[NAMES.index(name)] = seat
        for name in document["marked"][seat]:
            s.marked[NAMES.index(name)] = 1
    s.face[:] = s.under[:] = NONE
    for spot, coin in enumerate(document["coins"]):
        if coin is not None:
            s.face[spot] = SIDES.index(coin["up"])
            s.under[spot] = HIDDEN
            s.seen[spot] = coin["seen"]
            if coin["coin"] is not None:
                s.under[spot] = SIDES.index(coin["coin"].replace(coin["up"], "", 1))
            elif coin["seen"]:
                raise ValueError("a coin that was seen is known to all")  # PM-12
    _check_turned(s)
    if (0 in s.left[: s.players]) != s.over:
        raise ValueError("the game is over when somebody has all coins, and not before")  # PM-9
    if HIDDEN in s.under and not count_tables(*margins(s)):
        raise ValueError("no coins show such sides")  # PM-1


def _check_turned(s: State) -> None:
    """PM-10, PM-11: only in Flaming Matches a coin is to be placed, which was just turned."""
    if s.turned != NONE and (s.over or not s.flaming or not s.seen[s.turned]):
        raise ValueError("no such coin is to be placed")
