"""The pictures of the rulebook of Matches, from the game of its lesson."""

from __future__ import annotations

from matchwood.games.piecepack_matches.lesson import (
    FLAMING,
    FLAMING_SEED,
    ONE_TILE_LEFT,
    SEED,
    TURNED,
)
from matchwood.learning.figures import Figure

FIGURES = {
    "box": Figure(  # PM-1
        seed=SEED, around=("spot-3", "spot-4", "spot-5", "spot-6"), below=("tiles-1",)
    ),
    "start": Figure(seed=SEED, below=("tiles-1", "tiles-2")),  # PM-2, PM-3
    "marks": Figure(  # PM-5, PM-6
        seed=SEED,
        around=("spot-2", "spot-3", "spot-4"),
        below=("tiles-1",),
        marks=("spot-3", "tile-S4"),
        then=("flip 3",),
    ),
    "stays": Figure(  # PM-7
        seed=SEED,
        around=("spot-1", "spot-2", "spot-3"),
        below=("tiles-1",),
        marks=("spot-2",),
        then=("flip 2",),
    ),
    "end": Figure(  # PM-9
        "tiles-1",
        below=("tiles-2",),
        seed=SEED,
        moves=ONE_TILE_LEFT,
        marks=("tile-M2",),
        then=("flip 9",),
    ),
    "free": Figure(  # PM-10, PM-11
        seed=FLAMING_SEED,
        options=FLAMING,
        moves=TURNED,
        around=("spot-13", "spot-14", "spot-15", "spot-16", "spot-17"),
        marks=("spot-17",),
        then=("move 17",),
    ),
}
