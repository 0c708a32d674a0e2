"""Positions of Colorfox for tests, and what is asked of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from matchwood import Position, load
from matchwood.games.colorfox import rules

PLAYERS = (2, 3, 4)
LETTERS = "ROYGBP"
holdings = st.lists(st.integers(0, 8), min_size=6, max_size=6)
Laid = tuple[str, int, int]


_agreed = cache(load)  # To read a deck takes far longer than to deal it.


def new(players: int = 3, seed: int = 1, **options: Any) -> Position:
    return _agreed("colorfox", players=players, **options).new(seed)


def arranged(
    table: Sequence[Laid],
    hands: Sequence[Sequence[str]],
    sticks: Mapping[int, str] | None = None,
    pile: Sequence[str] = ("BPPB",) * 5,
    gone: str = "",
) -> Position:
    """A table as wished, seat 0 to move. Colours in `gone` are not in the reserve any more."""
    cards = [card for card, _, _ in table] + [card for hand in hands for card in hand]
    deck = [*cards, *pile, *["OPOP"] * (20 - len(cards) - len(pile))]
    position = new(len(hands), youngest=0, deck=",".join(deck))
    s, kinds = position.state, list(dict.fromkeys(deck))
    s.unlaid[:] = s.copies
    rules._clear_table(s)
    for card, x, y in table:
        cell = next((i for i in range(s.open) if (s.open_x[i], s.open_y[i]) == (x, y)), None)
        if cell is not None:
            rules.close(s, cell)
        rules.lay(s, kinds.index(card), np.int64(x), np.int64(y))
    s.hands[:] = rules.NONE
    for seat, hand in enumerate(hands):
        s.hands[seat, : len(hand)] = [kinds.index(card) for card in hand]
    s.pile[:] = rules.NONE
    s.pile[: len(pile)] = [kinds.index(card) for card in reversed(pile)]
    s.in_pile = len(pile)
    for seat, held in (sticks or {}).items():
        s.sticks[seat] = [held.count(letter) for letter in LETTERS]
    s.reserve[:] = 8 - s.sticks.sum(axis=0)
    for letter in gone:
        s.reserve[LETTERS.index(letter)] = 0
    return position


def corner(**how: Any) -> Position:
    """Three cards around the cell 1,1: left of it R, below it G. Seat 0 can connect both."""
    table = [("YOGB", 0, 0), ("PRYB", 0, 1), ("GPBO", 1, 0)]
    return arranged(table, [["BYGR"], ["PPPR"]], **how)


def refused(position: Position, text: str) -> str:
    refusal = position.why_not(text)
    assert refusal is not None
    assert text not in position.legal_moves()
    return refusal.rule


def held(position: Position, seat: int) -> str:
    sticks = position.document["sticks"][seat]
    return "".join(letter * sticks[letter] for letter in LETTERS)


def cards_in(document: Mapping[str, Any]) -> Counter[str]:
    hands = [card for hand in document["hands"] for card in hand]
    return Counter([laid["card"] for laid in document["table"]] + hands + document["pile"])
