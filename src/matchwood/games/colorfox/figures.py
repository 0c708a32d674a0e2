"""The pictures of the rulebook, from the games of the lesson and one more."""

from __future__ import annotations

from matchwood.drawing.picture import HAND, seat_part
from matchwood.games.colorfox.lesson import (
    BEGINNING,
    BEGINNING_SEED,
    RED,
    RED_RUNS_OUT,
    TWO,
)
from matchwood.games.colorfox.picture import RESERVE
from matchwood.learning.figures import Figure

NINE_STICKS = (
    "OBBB@0,-1",
    "BOOO@0,-2",
    "GBGP@-1,0",
    "YYGG@-1,1",
    "BBPP@1,0",
    "OYPR@0,-3",
    "RGPY@-2,1",
    "PRPO@0,-4",
    "YGRO@-2,2",
    "GRRR@1,-4",
    "PBYG@-1,2",
    "keep",
    "RORY@-1,-4",
    "BRRG@-1,-3",
    "keep",
)
NINE_STICKS_SEED = 3

FIGURES = {
    "cards": Figure(HAND, options=TWO, seed=BEGINNING_SEED),  # CF-1
    "reserve": Figure(RESERVE, options=TWO),  # CF-2
    "match": Figure(  # CF-7
        options=TWO,
        seed=BEGINNING_SEED,
        viewer=None,
        around=("cell-0_0", "cell-0_1"),
        marks=("cell-0_1",),
        then=BEGINNING[:1],
    ),
    "two": Figure(  # CF-9
        options=TWO,
        seed=BEGINNING_SEED,
        moves=BEGINNING[:4],
        viewer=None,
        around=("cell-0_0", "cell-1_0", "cell-0_-1", "cell-1_-1"),
        marks=("cell-1_-1",),
        then=BEGINNING[4:5],
    ),
    "swap": Figure(  # CF-10
        seat_part(0),
        options=TWO,
        seed=BEGINNING_SEED,
        moves=BEGINNING[:5],
        around=("sticks-0-R", "points-0"),
        marks=("sticks-0-R", "sticks-0-P"),
        then=BEGINNING[5:6],
    ),
    "gone": Figure(  # CF-13
        RESERVE,
        options=RED,
        moves=RED_RUNS_OUT,
        around=("reserve-R", "reserve-P"),
        marks=("reserve-R",),
    ),
    "sets": Figure(  # CF-15
        seat_part(0), options=TWO, seed=NINE_STICKS_SEED, moves=NINE_STICKS
    ),
}
