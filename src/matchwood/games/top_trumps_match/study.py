"""What is counted in many games of Top Trumps Match."""

from __future__ import annotations

import numpy as np

from matchwood.engine.game import State
from matchwood.games.top_trumps_match.cubes import SYMBOLS

COMPARED = (
    *({"mode": mode} for mode in ("tournament", "five-minute")),
    {"target": 6},
    {"starter": "alternate"},
)
ENDS = "ae", "15"
"""The outer columns and rows."""


def scores(states: np.ndarray) -> np.ndarray:
    """The points of each seat; in the five-minute game 1 for who won it."""
    return np.asarray(states["points"].astype(np.int64))


def kind(s: State, move: str) -> str:
    """In the tournament, on whose card the symbol is that a cube shows to who puts it in; in the
    five-minute game, where nobody knows the cards, where it is put."""
    cell, _, symbol = move.partition("=")
    if s.five_minute:
        ends = sum(letter in end for letter, end in zip(cell, ENDS, strict=True))
        return ("puts a cube inside", "puts a cube on an edge", "puts a cube in a corner")[ends]
    shown, mine = SYMBOLS.index(symbol), int(s.to_move)
    if shown in s.cards[mine].tolist():
        return "shows a symbol of its own cards"
    if shown in s.cards[1 - mine].tolist():
        return "shows a symbol of the other’s cards"
    return "shows another symbol"
