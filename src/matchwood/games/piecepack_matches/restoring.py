"""A position of Matches from its document."""

from __future__ import annotations

from matchwood.engine.game import Document, State
from matchwood.games.piecepack_matches.pieces import HIDDEN, NONE
from matchwood.games.piecepack_matches.text import NAMES, SIDES


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
