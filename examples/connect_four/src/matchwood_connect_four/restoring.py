"""A position of Connect Four from its document."""

from __future__ import annotations

from matchwood.engine.game import Document, State
from matchwood_connect_four.rules import COLUMN_BITS, COLUMNS, FOOT, ROWS


def options(document: Document) -> dict[str, object]:
    return {"players": document["players"]}


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    for row in range(ROWS):
        for column in range(COLUMNS):
            owner = document["board"][row][column]
            if owner is not None:
                s.discs[owner] |= FOOT << COLUMN_BITS * column + ROWS - 1 - row
