"""How Top Trumps Match is learnt: pushes, matches, cards, the lock, the hole, what goes out.

The learner sees their own side only, as at a table (TT-7).
"""

from __future__ import annotations

from collections.abc import Mapping

from matchwood.engine.language import Phrase
from matchwood.learning.lessons import Lesson, Step

LEARNER_MOVES_FIRST: Mapping[str, object] = {"youngest": 1}
"""TT-8: the rival starts, and so pushes the first cube out to the learner."""
FIVE_MINUTES: Mapping[str, object] = {"mode": "five-minute"}

GROWING_ROW = ("b3=F", "b1=F")
HANDED_OVER = ("b4=C", "a3=B", "a1=M", "b3=B")

_PUSHING = (
    Step(
        Phrase("Choose the fish on your cube, then push it into the row of fish."),
        rule="TT-9",
        seed=88,
        options=LEARNER_MOVES_FIRST,
        moves=GROWING_ROW,
        wanted=("c3=F", "d3=F"),
        marks=("face-F", "cell-c3", "cell-d3"),
        instead=Phrase("That leaves three. Push the fish into row 3, to make it four."),
        then=Phrase(
            "Four fish! Your rival sees the backs, and plays with the cube you pushed out."
        ),
        answer=("a5=B",),
    ),
    Step(
        Phrase("Once more: five fish in a line are a match."),
        rule="TT-12",
        seed=88,
        options=LEARNER_MOVES_FIRST,
        moves=(*GROWING_ROW, "c3=F", "a5=B"),
        wanted=("d3=F",),
        marks=("face-F", "cell-d3"),
        instead=Phrase("That makes no five. Row 3 lacks one fish."),
        then=Phrase("Match! Nobody has the card with the fish: 1 point. A new round begins."),
    ),
)
_SCORING = (
    Step(
        Phrase(
            "Plan for a symbol on your card: 2 points. On theirs: 2 for them; on neither: 1. "
            "Which row?"
        ),
        rule="TT-13",
        seed=355,
        options=LEARNER_MOVES_FIRST,
        moves=("a5=H", "b3=K", "c5=H", "e3=D"),
        wanted=("a3=M",),
        marks=("card-0-0", "card-0-1", "cell-a3", "cell-e5"),
        instead=Phrase("That is no match on your card. You hold the moon: complete the moons."),
        then=Phrase("Five moons, and the moon is on your card: 2 points."),
    ),
    Step(
        Phrase("One four is closed: the locked cube stays for a turn. Complete the other."),
        rule="TT-10",
        seed=201,
        options=LEARNER_MOVES_FIRST,
        moves=("b4=L", "e2=K", "e4=L", "d5=E", "b5=L", "c4=B"),
        wanted=("b1=L",),
        marks=("face-L", "cell-b1"),
        instead=Phrase("That makes no five. Column b lacks one leaf."),
        then=Phrase(
            "The plan: two fours at once, for your rival can stop only one. And the leaf is on "
            "your card: 2 points."
        ),
    ),
    Step(
        Phrase("Only a cube that completes five may go into the hole. Fill it."),
        rule="TT-11",
        seed=448,
        options=LEARNER_MOVES_FIRST,
        moves=("c1=K", "a2=J", "d1=K", "a5=E"),
        wanted=("e1=K",),
        marks=("face-K", "cell-e1"),
        instead=Phrase("That makes no five. The key in the hole does."),
        then=Phrase("Five keys, your card: 2 points. Nothing was pushed out."),
    ),
)
_HANDING_OVER = (
    Step(
        Phrase("Make four crowns. But what you push out is your rival’s, and they need a bolt."),
        rule="TT-9",
        seed=45,
        options=LEARNER_MOVES_FIRST,
        moves=HANDED_OVER,
        wanted=("c4=C",),
        marks=("face-C", "cell-a4", "cell-c4"),
        instead=Phrase("Make four crowns in row 4, and push out the cube without a bolt."),
        then=Phrase("No bolt for your rival: their line stays at four."),
        answer=("e5=K",),
    ),
    Step(
        Phrase("You hold a crown, and its card. Complete the row."),
        rule="TT-16",
        seed=45,
        options=LEARNER_MOVES_FIRST,
        moves=(*HANDED_OVER, "c4=C", "e5=K"),
        wanted=("a4=C",),
        marks=("face-C", "cell-a4", "card-0-0"),
        instead=Phrase("That makes no five. Row 4 lacks one crown."),
        then=Phrase(
            "Five crowns: 2 points. You win with 5. Your plan: lines of your cards, two at once, "
            "and never hand over the cube they lack."
        ),
    ),
)
_FIVE_MINUTES = (
    Step(
        Phrase("One round, all cards face down, even yours. Complete the fish."),
        rule="TT-18",
        seed=44,
        options={**LEARNER_MOVES_FIRST, **FIVE_MINUTES},
        moves=("b5=F", "e4=M", "c5=F", "c1=D"),
        wanted=("a5=F",),
        marks=("face-F", "cell-a5"),
        instead=Phrase("That makes no five. Row 5 lacks one fish."),
        then=Phrase("Your rival turns crown and fish over: the fish is theirs, and so is the win."),
    ),
    Step(
        Phrase("Only in 2 cases of 15 the card is theirs. Complete the anchors."),
        rule="TT-18",
        seed=70,
        options={**LEARNER_MOVES_FIRST, **FIVE_MINUTES},
        moves=("a3=A", "a5=M", "b3=A", "b4=N"),
        wanted=("c3=A",),
        marks=("face-A", "cell-c3"),
        instead=Phrase("That makes no five. Row 3 lacks one anchor."),
        then=Phrase("Your rival turns bolt and crown over: no anchor. You win!"),
    ),
)

LESSONS = {
    "first": Lesson((*_PUSHING, *_SCORING, *_HANDING_OVER)),
    "five-minute": Lesson(_FIVE_MINUTES, Phrase("The five-minute game"), FIVE_MINUTES),
}
