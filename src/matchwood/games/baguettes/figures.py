"""The pictures of the rulebook, each from a position that real moves lead to."""

from __future__ import annotations

from matchwood.games.baguettes.lesson import (
    EMPTY_HAND,
    GREEN_STARTS,
    LAST,
    PULLS,
    THEIRS_IS_LEFT,
    TWO_STAND,
)
from matchwood.learning.figures import Figure

BLOCK = "block"
SMALL = {"size": "3x3x3"}
NORA_AND_LEO = ("pierce A4", "pierce B2", "plant 21", "pierce C1", "plant 44", "plant 23")
"""The first example."""
IN_THE_WAY = ("pierce B2", "plant 22")

FIGURES = {
    "box": Figure(BLOCK, moves=("pierce A2", "plant 12", "pierce B3", "plant 32")),
    "names": Figure("plan-B", marks=("channel-B3",)),
    "wells": Figure("plan-A", marks=("well-23",)),
    "standing": Figure(BLOCK, SMALL, moves=("pierce B2",), then=("plant 22",)),
    "in-the-way": Figure("plan-A", SMALL, moves=IN_THE_WAY, marks=("channel-A2",)),
    "pull": Figure(BLOCK, PULLS, moves=TWO_STAND, marks=("channel-A1",), then=("pull A1",)),
    "exchange": Figure(
        BLOCK, PULLS, moves=THEIRS_IS_LEFT, marks=("channel-B2", "well-13"), then=("pull B2>13",)
    ),
    "no-move": Figure(BLOCK, LAST, GREEN_STARTS, (*EMPTY_HAND, "pull A1"), then=("drop 11",)),
    "example": Figure("plan-B", moves=NORA_AND_LEO, then=("pull B2>44",)),
}
