"""Colorfox learnt on its table: the beginning of a game, its end, and what more players change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matchwood.engine.language import Phrase
from matchwood.learning.lessons import Lesson, Step

TWO: Mapping[str, object] = {"players": 2, "youngest": 0}
THREE: Mapping[str, object] = {"players": 3, "youngest": 0}
RED: Mapping[str, object] = {
    **TWO,
    "deck": "OOBR,RGRR,PRYP,ORYO,RRYR,RRRG,RRRY,OROP,RROR,GRRR,"
    "ORRB,GRRR,GPRR,BOBY,RBBR,RRYB,GRBR,RRPR,ORRR,YGOR",
}
"""A deck in which red runs out before many cards lie."""

BEGINNING = (
    "OBRG@0,1",
    "BPBR@-1,0",
    "RORY@1,0",
    "YGYB@0,-1",
    "RGGG@1,-1",
    "R>1:P",
    "PRPO@-2,0",
    "OPOP@0,2",
)
BEGINNING_SEED = 167
"""The learner has one card that fits at first, then one choice after the other between two."""
RED_RUNS_OUT = (
    "ORRR@1,0",
    "GPRR@2,0",
    "RRRY@1,-1",
    "RRPR@1,-2",
    "RROR@2,-1",
    "YGOR@3,-1",
    "PRYP@3,0",
    "keep",
    "ORYO@0,-2",
    "BOBY@-1,-2",
    "OOBR@3,-2",
)
LEADER_AHEAD = (
    "PYYY@0,1",
    "ROBP@1,0",
    "OYPR@0,-1",
    "RBRB@-1,0",
    "BGOY@1,-1",
    "keep",
    "GYRO@2,0",
    "PRPO@0,-2",
    "GOGO@2,1",
    "RPGB@2,2",
)
LEADER_SEED = 5047


def _beginning(
    says: Phrase,
    at: int,
    rule: str,
    answers: int = 0,
    marks: Sequence[str] = (),
    instead: Phrase | None = None,
    then: Phrase | None = None,
) -> Step:
    """A step of the game that begins the lesson: the move of this number is wanted."""
    return Step(
        says,
        moves=BEGINNING[:at],
        wanted=BEGINNING[at : at + 1],
        options=TWO,
        seed=BEGINNING_SEED,
        rule=rule,
        marks=marks,
        instead=instead,
        then=then,
        answer=BEGINNING[at + 1 : at + 1 + answers],
    )


LESSONS = {
    "first": Lesson(
        (
            _beginning(
                Phrase(
                    "Filled halves are heads, hollow ones tails. Head and tail of one colour make "
                    "a match: lay the marked card on the marked place."
                ),
                rule="CF-7",
                at=0,
                answers=1,
                marks=("hand-1", "cell-0_1"),
                then=Phrase(
                    "Red meets red: a match! You win a red stick, 1 point. Heads are always at "
                    "the right and bottom, so cards are never turned."
                ),
            ),
            _beginning(
                Phrase("Now join yellow: two colours are worth 3 points, two reds only 2."),
                rule="CF-9",
                at=2,
                answers=1,
                marks=("sticks-0-Y", "cell-1_0"),
                instead=Phrase("That joins red again, for 2 points. Join yellow for 3."),
                then=Phrase("Red and yellow: 3 points."),
            ),
            _beginning(
                Phrase("The marked place joins two at once: red on top, green on the left."),
                rule="CF-10",
                at=4,
                marks=("cell-1_-1",),
                instead=Phrase("One match there. The marked place joins two."),
                then=Phrase("Two sticks at once, and now you may swap."),
            ),
            _beginning(
                Phrase(
                    "Now swap: give red, which you have twice, and take purple, which you lack."
                ),
                rule="CF-11",
                at=5,
                answers=1,
                marks=("sticks-0-R", "sticks-1-P"),
                instead=Phrase("You have red twice and no purple: give red, take purple."),
                then=Phrase("Four colours: 10 points instead of 7. Nobody can refuse a swap."),
            ),
            _beginning(
                Phrase(
                    "Four colours are worth 10 points, five 15. Which place adds a colour that you "
                    "lack?"
                ),
                rule="CF-15",
                at=7,
                marks=("sticks-0-O", "sticks-0-B"),
                instead=Phrase("You have that colour: +1. A new colour brings +5."),
                then=Phrase("Orange is your fifth colour. Sets score 1, 3, 6, 10, 15, 21."),
            ),
            Step(
                Phrase(
                    "Later: red is used up. Whoever joins it now ends the game. You lead 13 to 6: "
                    "do it!"
                ),
                rule="CF-13",
                moves=RED_RUNS_OUT,
                wanted=("RGRR@4,0", "RRYR@4,0"),
                options=RED,
                marks=("reserve-R",),
                instead=Phrase("The game goes on, and your lead may melt. Join red."),
                then=Phrase("No red to take: the game ends, and you win!"),
            ),
        ),
        play={"players": 2},
    ),
    "more": Lesson(
        (
            Step(
                Phrase(
                    "Three cards each. One of yours has the three colours that the marked place "
                    "asks for."
                ),
                rule="CF-9",
                moves=LEADER_AHEAD,
                wanted=("RORY@1,1",),
                options=THREE,
                seed=LEADER_SEED,
                marks=("cell-1_1",),
                instead=Phrase("That joins fewer. The marked place joins three."),
                then=Phrase("Three sticks at once, and two swaps."),
            ),
            Step(
                Phrase("Swap with whom you like: give yellow, and take green from the larger set."),
                rule="CF-11",
                moves=(*LEADER_AHEAD, "RORY@1,1"),
                wanted=("Y>1:G",),
                options=THREE,
                seed=LEADER_SEED,
                marks=("sticks-0-Y", "sticks-1-G"),
                instead=Phrase("You have yellow twice and lack green. Who would miss it most?"),
                then=Phrase("It counts twice: all six colours, 21 for you; their set is broken."),
                answer=("keep",),
            ),
        ),
        title=Phrase("Three or four players"),
        play={"players": 3},
    ),
}
