"""Why one move of Baguettes is better than another: what falls, and what can still be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.baguettes.block import (
    STICKS_TO_PULL,
    Falls,
    can_play_from_hand,
    can_pull,
    channels,
    falls,
    is_free,
    standing,
)
from matchwood.games.baguettes.clicks import path_of
from matchwood.learning.reasons import Line, Reason

WON, NO_MOVE, TOO_FEW, SHUT, BACK, SUNK, GROUND = 100, 50, 0.5, 0.4, 0.3, 0.2, 0.1
"""What differs, weighed in sticks, so that the largest difference is told first."""


class Found(NamedTuple):
    """A reason, and how much it weighs."""

    weight: float
    text: str
    marks: Sequence[str]
    rule: str


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
        """Where it is made."""
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
        """How many sticks of one's own colour, or of others, are out of the game by it."""
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
    return _weighed(KINDS, one, other)


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    move, after = line.moves[0], line.documents[0]
    unmade = Unmade(words, names, document, move, document)
    return _weighed(MERITS, unmade, Made(words, names, document, move, after))


def _weighed(kinds: Sequence[Kind], played: Made, better: Made) -> list[Reason]:
    found = [reason for kind in kinds if (reason := kind(played, better))]
    found.sort(key=lambda reason: -reason.weight)
    return [Reason(text, marks, rule) for _, text, marks, rule in found]


def _wins(played: Made, better: Made) -> Found | None:
    """BG-16."""
    if played.won or not better.won:
        return None
    text = better.words.about(
        better.seat, better.names, "{move}: you win.", "{move}: {name} wins.", move=better.called
    )
    return Found(WON, text, better.marks, "BG-16")


def _leaves_no_move(played: Made, better: Made) -> Found | None:
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
    return Found(NO_MOVE, text, better.marks, "BG-14")


def _takes_theirs(played: Made, better: Made) -> Found | None:
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
    return Found(
        lost - played.lost(own=False), text, [*better.marks, *_wells(better.rivals_fallen)], "BG-9"
    )


def _loses_yours(played: Made, better: Made) -> Found | None:
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
    return Found(n - better.lost(own=True), text, [*played.marks, *_wells(own)], rule)


def _lets_them_pull(played: Made, better: Made) -> Found | None:
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
    return Found(
        len(wells) - len(better.threat[1]), text, [f"channel-{rod}", *_wells(wells)], "BG-8"
    )


def _leaves_too_few(played: Made, better: Made) -> Found | None:
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
    return Found(TOO_FEW, text, played.marks, "BG-8")


def _shuts_the_last_channel(played: Made, better: Made) -> Found | None:
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
    return Found(SHUT, text, better.marks, "BG-6")


def _takes_back(played: Made, better: Made) -> Found | None:
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
    return Found(BACK, text, better.marks, "BG-11")


def _makes_theirs_sink(played: Made, better: Made) -> Found | None:
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
    return Found(SUNK, text, [*better.marks, *_wells(better.rivals_fallen)], "BG-9")


def _stands_enough(played: Made, better: Made) -> Found | None:
    """BG-8."""
    if played.stands >= STICKS_TO_PULL or better.stands < STICKS_TO_PULL:
        return None
    text = better.words(
        "{move}: then two of your sticks stand, so you can pull.", move=better.called
    )
    return Found(TOO_FEW, text, better.marks, "BG-8")


def _needs_to_stand(played: Made, better: Made) -> Found | None:
    """BG-7, BG-8: a rod is what sticks stand on."""
    if played.stands >= STICKS_TO_PULL or not better.move.startswith("pierce"):
        return None
    text = better.words("{move}: a rod on which your sticks can stand.", move=better.called)
    return Found(GROUND, text, better.marks, "BG-7")


def _wells(names: Sequence[str]) -> list[str]:
    return [f"well-{name}" for name in names]


Kind = Callable[[Made, Made], Found | None]
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
"""What tells of the second of two moves alone."""
