"""Matches learnt on its board: turn what may be yours, and remember what was turned.

One game is played to its end. In the turns that are left out every coin marked a tile, so whatever
lies in the middle afterwards was turned before the learner's eyes or by nobody (PM-12).
"""

from __future__ import annotations

from matchwood.engine.language import Phrase
from matchwood.learning.lessons import Lesson, Step

SEED = 350
"""The first seat starts (PM-4), and the last eight coins are those that the steps tell of."""
FIRST_TURNS = ("flip 3", "flip 13")
LEFT_OUT = (
    *("flip 18", "flip 7", "flip 16", "flip 14", "flip 15", "flip 24", "flip 22", "flip 10"),
    *("flip 17", "flip 2", "flip 1", "flip 6", "flip 5", "flip 4"),
)
EIGHT_LEFT = FIRST_TURNS + LEFT_OUT
RIVAL_MISSED = (*EIGHT_LEFT, "flip 20", "flip 11")
RIVAL_FOUND = (*RIVAL_MISSED, "flip 11", "flip 12")
YOU_MISSED = (*RIVAL_FOUND, "flip 19", "flip 21")
ONE_TILE_LEFT = (*YOU_MISSED, "flip 23", "flip 19")

NEWCOMERS = Lesson(
    (
        Step(
            Phrase(
                "Each coin has a suit on one side, a value on the other. "
                "You need the 4 of suns: turn this 4."
            ),
            rule="PM-6",
            seed=SEED,
            wanted=("flip 3",),
            marks=("spot-3", "tile-S4"),
            instead=Phrase("You may turn any coin, but this 4 may be your 4 of suns."),
            then=Phrase(
                "A sun: suit and value match, so the coin marks your tile. "
                "Your rival found one, too."
            ),
            answer=("flip 13",),
        ),
        Step(
            Phrase("Later: eight coins are left. Which one may be your 3 of crowns?"),
            EIGHT_LEFT,
            rule="PM-1",
            seed=SEED,
            wanted=("flip 20",),
            marks=("tile-C3",),
            instead=Phrase("It shows neither a 3 nor a crown, so it can’t be the 3 of crowns."),
            then=Phrase("Yours! Then your rival turned a 5 over: the 5 of suns. It stays, sun up."),
            answer=("flip 11",),
        ),
        Step(
            Phrase("Your rival turned up the 5 of suns. You need it, and you saw where: take it."),
            RIVAL_MISSED,
            rule="PM-7",
            seed=SEED,
            wanted=("flip 11",),
            marks=("tile-S5",),
            instead=Phrase("Not that one. Which coin did your rival turn over just now?"),
            then=Phrase("Watch every turn: a coin that stays has shown both its sides."),
            answer=("flip 12",),
        ),
        Step(
            Phrase("Two coins show a 2, and you need the 2 of moons. Try this one."),
            RIVAL_FOUND,
            rule="PM-7",
            seed=SEED,
            wanted=("flip 19",),
            marks=("spot-19", "tile-M2"),
            instead=Phrase("Try the 2 that glows: it may be your 2 of moons."),
            then=Phrase("The 2 of arms is not yours: it stays, arms up, and everyone has seen it."),
            answer=("flip 21",),
        ),
        Step(
            Phrase("Now your 4 of arms. Two coins show arms, but you know one of them."),
            YOU_MISSED,
            rule="PM-12",
            seed=SEED,
            wanted=("flip 23",),
            marks=("tile-A4",),
            instead=Phrase(
                "It must show arms, and not be the coin you turned yourself: the 2 of arms."
            ),
            then=Phrase(
                "What you have seen you can rule out. Your rival remembered the 2 of arms."
            ),
            answer=("flip 19",),
        ),
        Step(
            Phrase("One tile left, the 2 of moons. All other 2s lie on tiles. Which coin is it?"),
            ONE_TILE_LEFT,
            rule="PM-9",
            seed=SEED,
            wanted=("flip 9",),
            marks=("tile-M2", "tile-S2", "tile-C2", "tile-A2"),
            instead=Phrase("That may be any moon. The only 2 left must be the 2 of moons."),
            then=Phrase("Your last tile is marked: you win!"),
        ),
    )
)

FLAMING_SEED = 26764
"""The first seat starts, and two coins that show the same side come to lie side by side."""
FLAMING = {"flaming": True}
TURNED = ("flip 13",)
MISLED = (*TURNED, "move 17", "flip 16", "stay")

FOR_FLAMING = Lesson(
    (
        Step(
            Phrase(
                "A coin that you turn and that is not yours may be put on a free spot. "
                "Turn this moon."
            ),
            rule="PM-10",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=TURNED,
            marks=("spot-13",),
            instead=Phrase("Turn the moon that glows: it will be the coin to put elsewhere."),
            then=Phrase("The 2 of moons is not yours. Leave it, or put it on a free spot."),
        ),
        Step(
            Phrase(
                "Your rival needs it, and saw where it lies. "
                "Put it on the glowing spot, beside the other 2."
            ),
            TURNED,
            rule="PM-11",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=("move 17",),
            marks=("spot-17",),
            instead=Phrase("Beside the other 2, on the glowing spot, it is easily mistaken."),
            then=Phrase("Which 2 was it? Your rival turned up the wrong one."),
            answer=("flip 16", "stay"),
        ),
        Step(
            Phrase("That was your 2 of suns. You saw where it lies: take it."),
            MISLED,
            rule="PM-12",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=("flip 16",),
            marks=("tile-S2",),
            instead=Phrase("Not that one. Which coin did your rival turn over just now?"),
            then=Phrase("That is Flaming Matches: remember what lay where, and what moved."),
        ),
    ),
    Phrase("Flaming Matches"),
    FLAMING,
)

LESSONS = {"newcomers": NEWCOMERS, "flaming": FOR_FLAMING}
