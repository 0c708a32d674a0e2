"""Baguettes learnt on its board: pierce, plant, what is in the way, pull, and how it ends."""

from __future__ import annotations

from matchwood.engine.language import Phrase
from matchwood.learning.lessons import Lesson, Step

GREEN_STARTS, TEAM_STARTS = 2, 8
"""Seeds; otherwise the lot lets the learner begin, who is red, and among four someone else."""

FIRST = {"size": "3x2x2", "sticks": 5}
RODS_LIE = ("pierce B1", "plant 11")
STICKS_STAND = (*RODS_LIE, "plant 12", "pierce B3")

PULLS = {"size": "3x3x2", "sticks": 6}
TWO_STAND = (
    "pierce A1",
    "plant 11",
    "pierce A3",
    "pierce B2",
    "plant 13",
    "plant 21",
    "plant 33",
    "plant 31",
)
THEIRS_IS_LEFT = (*TWO_STAND, "pull A1", "plant 22")
WHO_FALLS = (
    "pierce A2",
    "pierce A1",
    "plant 11",
    "pierce A3",
    "plant 31",
    "plant 21",
    "plant 13",
    "plant 22",
    "plant 33",
)

LAST = {"size": "4x2x2", "sticks": 5}
EMPTY_HAND = (
    "pierce B1",
    "pierce A1",
    "plant 11",
    "pierce A2",
    "plant 21",
    "plant 12",
    "plant 31",
    "plant 42",
    "plant 41",
)

NEWCOMERS = Lesson(
    (
        Step(
            Phrase("Push a stick right through the block: take channel B1, deep inside."),
            rule="BG-6",
            wanted=("pierce B1",),
            options=FIRST,
            marks=("channel-B1",),
            instead=Phrase("That is allowed too. For this lesson, take channel B1."),
            then=Phrase("Now it is a rod, and carries what is put into the wells above it."),
            answer=("plant 11",),
        ),
        Step(
            Phrase("Green stands on your rod; anyone may. Stand a stick beside it, in well 12."),
            RODS_LIE,
            ("plant 12",),
            FIRST,
            rule="BG-7",
            marks=("well-12",),
            instead=Phrase("Only well 12 is left above the rod. Where none lies, a stick is lost."),
            then=Phrase("Your stick sank onto the first rod below it."),
            answer=("pierce B3",),
        ),
        Step(
            Phrase("No rod passes an upright stick: A1 and A2 are shut. Go where nothing stands."),
            STICKS_STAND,
            ("pierce B2",),
            FIRST,
            rule="BG-6",
            marks=("channel-B2",),
            instead=Phrase("Push a rod through: B2 is the only channel that is free."),
            then=Phrase("A stick shuts the channels above its rod, never those below."),
        ),
        Step(
            Phrase("Two of yours stand, so you may pull a rod. Pull the one that green stands on."),
            TWO_STAND,
            ("pull A1",),
            PULLS,
            rule="BG-8",
            marks=("channel-A1",),
            instead=Phrase("Pull A1: three sticks stand on it, and all are green’s."),
            then=Phrase(
                "Two fell out of the game, one sank onto the next rod. A1 is back in your hand."
            ),
            answer=("plant 22",),
        ),
        Step(
            Phrase("B2 is green’s. Pull it: it takes the place of one of your upright sticks."),
            THEIRS_IS_LEFT,
            ("pull B2>13", "pull B2>33"),
            PULLS,
            rule="BG-12",
            marks=("channel-B2", "well-13", "well-33"),
            instead=Phrase("Click on B2, where green’s last two sticks stand, then on your stick."),
            then=Phrase("Green’s stick stands there now, and yours is back in your hand."),
        ),
        Step(
            Phrase("Look before you pull: who falls? Drop two of theirs and none of yours."),
            WHO_FALLS,
            ("pull A3",),
            PULLS,
            GREEN_STARTS,
            rule="BG-9",
            marks=("channel-A1", "channel-A2", "channel-A3"),
            instead=Phrase("Pull the rod that carries only green. Then none of yours goes down."),
            then=Phrase("Two of theirs are out of the game, and your rod is back in your hand."),
        ),
        Step(
            Phrase(
                "Green’s hand is empty. Whoever cannot play takes sticks out: leave green no move."
            ),
            EMPTY_HAND,
            ("pull A1",),
            LAST,
            GREEN_STARTS,
            rule="BG-14",
            marks=("channel-A1",),
            instead=Phrase(
                "Then green can still pull. Take the rod that all their sticks stand on."
            ),
            then=Phrase(
                "Green could only take out their last two. The last with a stick wins: you!"
            ),
            answer=("drop 11", "plant 32", "drop B1"),
        ),
    )
)

TEAMS = {"players": 4, "teams": True}
TEAM_PULLS = {**TEAMS, "size": "3x3x2"}
PARTNER_STANDS = (
    "pierce A1",
    "plant 11",
    "pierce A2",
    "plant 31",
    "plant 12",
    "pierce B2",
    "plant 32",
    "plant 21",
)
PARTNER_PLAYED = (*PARTNER_STANDS, "pull A1", "pierce A3", "plant 22", "plant 13")
ALL_STAND = (
    "pierce A1",
    "plant 11",
    "pierce A2",
    "plant 21",
    "plant 12",
    "plant 31",
    "plant 22",
    "plant 41",
)

PARTNERS = Lesson(
    (
        Step(
            Phrase("Partners share a colour. One of you planted 12, the other 32: you may pull."),
            PARTNER_STANDS,
            ("pull A1",),
            TEAM_PULLS,
            TEAM_STARTS,
            rule="BG-8",
            marks=("channel-A1",),
            instead=Phrase("Pull A1: only green stands on it."),
            then=Phrase("The rod is in your hand. Your partner plays from a hand of their own."),
            answer=("pierce A3", "plant 22", "plant 13"),
        ),
        Step(
            Phrase("Pull B2, which is green’s. It may take the place of your partner’s stick."),
            PARTNER_PLAYED,
            ("pull B2>12", "pull B2>22", "pull B2>32"),
            TEAM_PULLS,
            TEAM_STARTS,
            rule="BG-12",
            marks=("channel-B2", "well-22", "well-32"),
            instead=Phrase("Click on B2, then on an upright red stick, whoever planted it."),
            then=Phrase("That stick is in your hand now, whichever of you planted it."),
        ),
        Step(
            Phrase("A team is out when neither partner has a stick left. Win for both of you!"),
            ALL_STAND,
            ("pull A1",),
            {**TEAMS, "size": "4x2x2", "sticks": 2},
            TEAM_STARTS,
            rule="BG-15",
            marks=("channel-A1",),
            instead=Phrase("All that green has left stands on one rod: A1."),
            then=Phrase("Green has no stick left, in hand or on the block: you both win!"),
        ),
    ),
    Phrase("Two against two"),
    TEAMS,
)

LESSONS = {"newcomers": NEWCOMERS, "teams": PARTNERS}
