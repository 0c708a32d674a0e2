"""Positions of Baguettes for tests, and what is asked of them."""

from __future__ import annotations

import pytest

from matchwood import IllegalMove, Position, load
from matchwood.games.baguettes.text import COLOURS, channel_number, well_number


def table(
    rods: str = "",
    sticks: str = "",
    hands: tuple[int, ...] = (5, 5),
    to_move: int = 0,
    size: str = "4x4x4",
    teams: bool = False,
    last_played: str = "red",
) -> Position:
    """A position by its pieces, such as rods "A1:red B2:green" and sticks "11:red".

    `last_played` is the colour that last pierced, planted or pulled.
    """
    position = load("baguettes", players=len(hands), teams=teams, size=size).new(1)
    s = position.state
    for place, colour in (item.split(":") for item in rods.split()):
        s.rods[COLOURS.index(colour)] |= 1 << channel_number(place)
    for place, colour in (item.split(":") for item in sticks.split()):
        s.upright[COLOURS.index(colour)] |= 1 << well_number(place)
    s.hands[: len(hands)] = hands
    s.to_move = to_move
    s.last_played = COLOURS.index(last_played)
    return position


def refused(position: Position, move: str) -> str:
    """The rule that forbids a move."""
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    return refusal.value.refusal.rule


def levels(position: Position) -> dict[str, str]:
    """The level of the rod that each upright stick stands on, by well."""
    return {well: stick["level"] for well, stick in position.document["sticks"].items()}


def stuck(hand: int = 0) -> Position:
    """Red cannot move: every well is full, every channel is taken, one red stick is upright."""
    rods = "A1:red A2:green B1:green B2:green"
    return table(rods, "11:red 21:green 12:green 22:green", (hand, 1), size="2x2x2")
