"""Baguettes taught: lessons, figures of the rulebook, reasons of a coach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from matchwood.engine.game import Document
from matchwood.engine.language import Phrase, Words
from matchwood.games.baguettes.pieces import (
    STICKS_TO_PULL,
    Falls,
    can_play_from_hand,
    can_pull,
    channels,
    falls,
    is_free,
    standing,
)
from matchwood.games.baguettes.text import path_of
from matchwood.learning.figures import Figure
from matchwood.learning.lessons import Lesson, Step
from matchwood.learning.reasons import Line, Reason, Weighed, by_weight

# Baguettes learnt on its board: pierce, plant, what is in the way, pull, and how it ends.

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


# The pictures of the rulebook, each from a position that real moves lead to.

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


# Why one move of Baguettes is better than another: what falls, and what can still be done.

WON, NO_MOVE, TOO_FEW, SHUT, BACK, SUNK, GROUND = 100, 50, 0.5, 0.4, 0.3, 0.2, 0.1
"""Weights of differences, in sticks, so that the largest is told first."""


@dataclass(frozen=True)
class Made:
    """The first move of a line, and what came of it."""

    words: Words
    names: Sequence[str]
    before: Document
    move: str
    after: Document

    @property
    def seat(self) -> int:
        return int(self.before["to_move"])

    @property
    def name(self) -> str:
        return self.names[self.seat]

    @property
    def is_readers(self) -> bool:
        """True if it is read by who makes it."""
        return self.seat == self.words.reader

    @property
    def colour(self) -> str:
        return str(self.before["colours"][self.seat])

    @cached_property
    def called(self) -> str:
        """The move, as a sentence about it begins."""
        kind, where = self.move.split()
        rod = where.partition(">")[0]
        if kind == "pull":
            return self.words("Pull {rod}", rod=rod)
        if kind == "pierce":
            return self.words("Pierce {channel}", channel=where)
        if kind == "plant":
            return self.words("Plant in {well}", well=where)
        if where == "hand":
            return self.words("Take a stick from the hand")
        return self.words("Take out {place}", place=where)

    @property
    def marks(self) -> list[str]:
        """The element where it is made."""
        return path_of(self.move, self.before)[:1]

    @cached_property
    def fallen(self) -> Falls:
        """BG-9: the sticks that went down, and how far."""
        place = self.move.split()[1].partition(">")[0]
        return falls(self.before).get(place, {})

    @cached_property
    def rivals_fallen(self) -> list[str]:
        """The wells in which sticks of others went down."""
        sticks = self.before["sticks"]
        return [well for well in self.fallen if sticks[well]["colour"] != self.colour]

    def lost(self, own: bool) -> int:
        """The number of sticks, of one's own colour or of others, that it puts out of the game."""
        before, after = self.before["out"], self.after["out"]
        return sum(after[each] - before[each] for each in before if (each == self.colour) == own)

    @property
    def gain(self) -> int:
        return self.lost(own=False) - self.lost(own=True)

    @property
    def won(self) -> bool:
        return self.seat in self.after["winners"]

    @property
    def rival(self) -> int | None:
        """The rival who is to move now; none where it is a partner's turn, or the game is over."""
        seat = int(self.after["to_move"])
        theirs = self.after["colours"][seat] != self.colour
        return seat if theirs and self.after["phase"] == "play" else None

    @property
    def stands(self) -> int:
        return standing(self.after, self.colour)

    @property
    def stuck(self) -> bool:
        """BG-14: whether the rival to move now can do nothing but take a stick out."""
        return (
            self.rival is not None
            and not can_play_from_hand(self.after)
            and not can_pull(self.after)
        )

    @property
    def leaves_a_channel(self) -> bool:
        return any(is_free(self.after, channel) for channel in channels(self.after))

    @cached_property
    def threat(self) -> tuple[str, list[str]]:
        """The rod whose pull by the rival to move now costs most sticks of one's own, and where
        these stand."""
        if self.rival is None or not can_pull(self.after):
            return "", []
        sticks = self.after["sticks"]
        lost = {
            rod: [
                well
                for well, level in found.items()
                if level is None and sticks[well]["colour"] == self.colour
            ]
            for rod, found in falls(self.after).items()
        }
        return max(lost.items(), key=lambda each: len(each[1]))


class Unmade(Made):
    """No move at all, beside which one is looked at by itself."""

    @property
    def fallen(self) -> Falls:
        return {}


def reasons(
    words: Words, document: Document, played: Line, better: Line, names: Sequence[str]
) -> list[Reason]:
    """The most important first; each tells of one of the two moves what is not so of the other."""
    one, other = (
        Made(words, names, document, line.moves[0], line.documents[0]) for line in (played, better)
    )
    return by_weight(kind(one, other) for kind in KINDS)


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    move, after = line.moves[0], line.documents[0]
    unmade = Unmade(words, names, document, move, document)
    made = Made(words, names, document, move, after)
    return by_weight(kind(unmade, made) for kind in MERITS)


def _wins(played: Made, better: Made) -> Weighed | None:
    """BG-16."""
    if played.won or not better.won:
        return None
    text = better.words.about(
        better.seat, better.names, "{move}: you win.", "{move}: {name} wins.", move=better.called
    )
    return Weighed(WON, Reason(text, better.marks, "BG-16"))


def _leaves_no_move(played: Made, better: Made) -> Weighed | None:
    """BG-14."""
    if played.stuck or not better.stuck:
        return None
    assert better.rival is not None
    text = better.words.about(
        better.rival,
        better.names,
        "{move}: you cannot play and have to take a stick out.",
        "{move}: {name} cannot play and has to take a stick out.",
        move=better.called,
    )
    return Weighed(NO_MOVE, Reason(text, better.marks, "BG-14"))


def _takes_theirs(played: Made, better: Made) -> Weighed | None:
    """BG-10."""
    lost, n = better.lost(own=False), len(better.rivals_fallen)
    if lost <= played.lost(own=False) or better.gain <= played.gain:
        return None
    if lost == n:
        text = (
            better.words.many(
                "{move}: a rival’s stick falls out of the game.",
                "{move}: {n} rival sticks fall out of the game.",
                n=n,
                move=better.called,
            )
            if better.is_readers
            else better.words.many(
                "{move}: a stick of {name}’s rivals falls out of the game.",
                "{move}: {n} sticks of {name}’s rivals fall out of the game.",
                n=n,
                move=better.called,
                name=better.name,
            )
        )
    else:
        text = better.words.about(
            better.seat,
            better.names,
            "{move}: {n} rival sticks go down, {lost} for good.",
            "{move}: {n} sticks of {name}’s rivals go down, {lost} for good.",
            n=n,
            lost=lost,
            move=better.called,
        )
    return Weighed(
        lost - played.lost(own=False),
        Reason(text, [*better.marks, *_wells(better.rivals_fallen)], "BG-9"),
    )


def _loses_yours(played: Made, better: Made) -> Weighed | None:
    """BG-7, BG-10."""
    n = played.lost(own=True)
    if n <= better.lost(own=True) or better.gain <= played.gain:
        return None
    text = (
        played.words.many(
            "{move}: you lose a stick of your own.",
            "{move}: you lose {n} sticks of your own.",
            n=n,
            move=played.called,
        )
        if played.is_readers
        else played.words.many(
            "{move}: {name} loses a stick of their own.",
            "{move}: {name} loses {n} sticks of their own.",
            n=n,
            move=played.called,
            name=played.name,
        )
    )
    own = [well for well in played.fallen if well not in played.rivals_fallen]
    rule = "BG-9" if own else "BG-7"
    return Weighed(n - better.lost(own=True), Reason(text, [*played.marks, *_wells(own)], rule))


def _lets_them_pull(played: Made, better: Made) -> Weighed | None:
    """BG-8, BG-10: what the next rival can do at once."""
    rod, wells = played.threat
    if len(wells) <= len(better.threat[1]):
        return None
    assert played.rival is not None
    values = {
        "move": played.called,
        "name": played.name,
        "other": played.names[played.rival],
        "rod": rod,
    }
    if played.is_readers:
        text = played.words.many(
            "{move}: then {other} can pull {rod}, and you lose a stick.",
            "{move}: then {other} can pull {rod}, and you lose {n} sticks.",
            n=len(wells),
            **values,
        )
    elif played.rival == played.words.reader:
        text = played.words.many(
            "{move}: then you can pull {rod}, and {name} loses a stick.",
            "{move}: then you can pull {rod}, and {name} loses {n} sticks.",
            n=len(wells),
            **values,
        )
    else:
        text = played.words.many(
            "{move}: then {other} can pull {rod}, and {name} loses a stick.",
            "{move}: then {other} can pull {rod}, and {name} loses {n} sticks.",
            n=len(wells),
            **values,
        )
    return Weighed(
        len(wells) - len(better.threat[1]), Reason(text, [f"channel-{rod}", *_wells(wells)], "BG-8")
    )


def _leaves_too_few(played: Made, better: Made) -> Weighed | None:
    """BG-8."""
    if played.stands >= STICKS_TO_PULL or better.stands < STICKS_TO_PULL:
        return None
    if played.stands:
        text = played.words.about(
            played.seat,
            played.names,
            "{move}: only one of your sticks stands, so you cannot pull.",
            "{move}: only one of {name}’s sticks stands, so {name} cannot pull.",
            move=played.called,
        )
    else:
        text = played.words.about(
            played.seat,
            played.names,
            "{move}: none of your sticks stands, so you cannot pull.",
            "{move}: none of {name}’s sticks stands, so {name} cannot pull.",
            move=played.called,
        )
    return Weighed(TOO_FEW, Reason(text, played.marks, "BG-8"))


def _shuts_the_last_channel(played: Made, better: Made) -> Weighed | None:
    """BG-6."""
    if better.leaves_a_channel or not played.leaves_a_channel:
        return None
    if better.rival is None or not better.after["hands"][better.rival]:
        return None
    text = better.words.about(
        better.rival,
        better.names,
        "{move}: no channel is free any more, so you cannot pierce.",
        "{move}: no channel is free any more, so {name} cannot pierce.",
        move=better.called,
    )
    return Weighed(SHUT, Reason(text, better.marks, "BG-6"))


def _takes_back(played: Made, better: Made) -> Weighed | None:
    """BG-11, BG-12."""
    one, other = (
        made.after["hands"][made.seat] > made.before["hands"][made.seat]
        for made in (played, better)
    )
    if one or not other:
        return None
    text = better.words.about(
        better.seat,
        better.names,
        "{move}: a stick comes back to your hand.",
        "{move}: a stick comes back to {name}’s hand.",
        move=better.called,
    )
    return Weighed(BACK, Reason(text, better.marks, "BG-11"))


def _makes_theirs_sink(played: Made, better: Made) -> Weighed | None:
    """BG-9: where none is lost by either move."""
    n = len(better.rivals_fallen)
    if n <= len(played.rivals_fallen) or better.lost(own=False) or played.lost(own=False):
        return None
    text = (
        better.words.many(
            "{move}: a rival’s stick sinks.",
            "{move}: {n} rival sticks sink.",
            n=n,
            move=better.called,
        )
        if better.is_readers
        else better.words.many(
            "{move}: a stick of {name}’s rivals sinks.",
            "{move}: {n} sticks of {name}’s rivals sink.",
            n=n,
            move=better.called,
            name=better.name,
        )
    )
    return Weighed(SUNK, Reason(text, [*better.marks, *_wells(better.rivals_fallen)], "BG-9"))


def _stands_enough(played: Made, better: Made) -> Weighed | None:
    """BG-8."""
    if played.stands >= STICKS_TO_PULL or better.stands < STICKS_TO_PULL:
        return None
    text = better.words(
        "{move}: then two of your sticks stand, so you can pull.", move=better.called
    )
    return Weighed(TOO_FEW, Reason(text, better.marks, "BG-8"))


def _needs_to_stand(played: Made, better: Made) -> Weighed | None:
    """BG-7, BG-8: a rod is what sticks stand on."""
    if played.stands >= STICKS_TO_PULL or not better.move.startswith("pierce"):
        return None
    text = better.words("{move}: a rod on which your sticks can stand.", move=better.called)
    return Weighed(GROUND, Reason(text, better.marks, "BG-7"))


def _wells(names: Sequence[str]) -> list[str]:
    return [f"well-{name}" for name in names]


Kind = Callable[[Made, Made], Weighed | None]
KINDS: Sequence[Kind] = (
    _wins,
    _leaves_no_move,
    _takes_theirs,
    _loses_yours,
    _lets_them_pull,
    _leaves_too_few,
    _shuts_the_last_channel,
    _takes_back,
    _makes_theirs_sink,
)
MERITS: Sequence[Kind] = (
    _wins,
    _leaves_no_move,
    _takes_theirs,
    _shuts_the_last_channel,
    _takes_back,
    _makes_theirs_sink,
    _stands_enough,
    _needs_to_stand,
)
"""Kinds of reasons that tell of the second of two moves alone."""
