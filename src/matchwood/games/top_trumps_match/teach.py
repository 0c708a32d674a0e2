"""Top Trumps Match taught: lessons, figures of the rulebook, reasons of a coach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from matchwood.engine.game import Document
from matchwood.engine.language import Phrase, Words
from matchwood.games.top_trumps_match.pieces import COLUMNS, LINES, SYMBOLS, Look, look_at
from matchwood.games.top_trumps_match.words import FIVE, FOUR, opposite
from matchwood.learning.figures import Figure
from matchwood.learning.lessons import Lesson, Step
from matchwood.learning.reasons import Line, Reason

# How Top Trumps Match is learnt: pushes, matches, cards, the lock, the hole, what goes out.
#
# The learner sees their own side only, as at a table (TT-7).

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


# The pictures of the rulebook of Top Trumps Match.
#
# In the five-minute game the grid stays as it was when a match ended it, so there what came of a
# push that makes a match can be seen.

PLAYER_1_MOVES = {"youngest": 1}
ENDS_WITH_A_MATCH = {**PLAYER_1_MOVES, "mode": "five-minute"}

FISH = ("b3=F", "b1=F")
"""Three fish in row 3, and the cube in b1 was put in last."""
CORNER = [f"cell-{column}{row}" for row in "45" for column in "ab"]


def _rows(*rows: str) -> list[str]:
    return [f"cell-{column}{row}" for row in rows for column in COLUMNS]


FIGURES = {
    "grid": Figure("grid", PLAYER_1_MOVES, seed=88),  # TT-1, TT-8
    "cube": Figure("faces", PLAYER_1_MOVES, seed=88),  # TT-2
    "front": Figure(  # TT-3
        "grid", PLAYER_1_MOVES, seed=88, around=CORNER, marks=["cell-b5"]
    ),
    "back": Figure("grid", PLAYER_1_MOVES, seed=88, viewer=1, around=CORNER, marks=["cell-b5"]),
    "push": Figure(  # TT-9, TT-10
        "grid", PLAYER_1_MOVES, 88, FISH, around=_rows("3"), marks=["cell-c3"], then=["c3=F"]
    ),
    "hole": Figure(  # TT-11
        "grid",
        ENDS_WITH_A_MATCH,
        448,
        ("c1=K", "a2=J", "d1=K", "a5=E"),
        around=_rows("1"),
        marks=["cell-e1"],
        then=["e1=K"],
    ),
    "diagonal": Figure(  # TT-12
        "grid", ENDS_WITH_A_MATCH, 21, ("a1=H", "c1=O", "b2=H", "d1=M", "c3=H")
    ),
    "your-card": Figure(  # TT-13
        "match", PLAYER_1_MOVES, 355, ("a5=H", "b3=K", "c5=H", "e3=D", "a3=M")
    ),
    "rivals-card": Figure(  # TT-14
        "match", PLAYER_1_MOVES, 137, ("c4=G", "d4=F", "c3=B", "e3=J", "b4=G")
    ),
}


# What a coach may say of two pushes of Top Trumps Match: what they do on the grid, and for whom.
#
# Both sides of the grid are known to both players (TT-7), so a reason may speak of either. Of the
# cards it knows the player's own, and that any other may be the rival's.

PLAIN, WITH_CARD = 1, 2
"""The points of a match (TT-13 to TT-15)."""
FEWEST_IN_LINE = 2
"""Equal symbols from which it is told that a line grows."""
THIRD = 3
"""The move of a line that is the player's next one."""


def reasons(
    words: Words, document: Document, played: Line, better: Line, names: Sequence[str]
) -> list[Reason]:
    compared = Comparison(words, names, Push(document, played), Push(document, better))
    found = [*compared.matches()]
    if not compared.played.ends_round and not compared.better.ends_round:
        found += [*compared.what_they_can_do(), *compared.what_you_can_do()]
    return found


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    better = Push(document, line)
    compared = Comparison(words, names, Unpushed(document, line), better)
    found = [*compared.matches()]
    if not better.ends_round:
        found += [
            *compared.what_they_can_do(),
            *compared.what_you_can_do(),
            *compared.what_goes_out(),
            *compared.what_grows(),
        ]
    return found


class Threat(NamedTuple):
    """Four in a line on a side: the symbol of which one more is needed, and where."""

    cell: str
    symbol: str


def threats(look: Look) -> set[Threat]:
    return {
        Threat(cell, symbol)
        for cell, symbols in look.completing.items()
        for symbol in symbols
        if symbol
    }


@dataclass(frozen=True)
class Push:
    """The first move of a line, and what it does to both sides of the grid."""

    before: Document
    line: Line

    @property
    def cell(self) -> str:
        return self.line.moves[0].split("=")[0]

    @property
    def symbol(self) -> str:
        return self.line.moves[0].split("=")[1]

    @property
    def behind(self) -> str:
        return opposite(self.before, self.symbol)

    @property
    def player(self) -> int:
        return int(self.before["to_move"])

    @property
    def own_cards(self) -> list[str | None]:
        """Nothing is known of cards that lie face down (TT-18)."""
        return list(self.before["cards"][self.player])

    @property
    def own_card(self) -> bool:
        return self.symbol in self.own_cards

    @cached_property
    def pays(self) -> int:
        """The sure points of a match: PLAIN, if the rival has no card of it, WITH_CARD to the
        player, or less than nothing; nothing where there is none."""
        if self.matches:
            return WITH_CARD if self.own_card else PLAIN  # TT-13, TT-15
        if self.matches_for_rival:
            return WITH_CARD if self.behind in self.own_cards else -PLAIN  # TT-14
        return 0

    @property
    def after(self) -> Document:
        return self.line.documents[0]

    @property
    def ends_round(self) -> bool:
        return not goes_on(self.before, self.after)

    @cached_property
    def matches(self) -> bool:
        """TT-12: five in a line on the player's side."""
        return self.symbol in look_at(self.before, self.player).completing[self.cell]

    @cached_property
    def matches_for_rival(self) -> bool:
        """TT-12: five on the other side, which is looked at second."""
        behind = look_at(self.before, 1 - self.player).completing[self.cell]
        return self.behind in behind and not self.matches

    @cached_property
    def own(self) -> set[Threat]:
        return threats(look_at(self.after, self.player))

    @cached_property
    def theirs(self) -> set[Threat]:
        return self._dangers(self.after)

    @cached_property
    def own_before(self) -> set[Threat]:
        return threats(look_at(self.before, self.player))

    @cached_property
    def theirs_before(self) -> set[Threat]:
        return self._dangers(self.before)

    def _dangers(self, document: Document) -> set[Threat]:
        """TT-14: what the rival would complete for a card of the player's is no danger."""
        found = threats(look_at(document, 1 - self.player))
        return {threat for threat in found if threat.symbol not in self.own_cards}

    @property
    def handed_over(self) -> set[Threat]:
        """TT-9, TT-10: what the rival can complete at once with the cube that was pushed out."""
        cube = self.after["cubes"][self.after["held"]]
        return {each for each in self.theirs if each.symbol in cube and each.cell != self.cell}


class Unpushed(Push):
    """No push at all, beside which one is looked at by itself."""

    cell = symbol = behind = ""
    matches = matches_for_rival = ends_round = False
    pays = 0

    @property
    def after(self) -> Document:
        return self.before

    @property
    def handed_over(self) -> set[Threat]:
        return set()


def goes_on(before: Document, after: Document) -> bool:
    """True if a round goes on after a move."""
    return bool(after["phase"] == "push" and after["round"] == before["round"])


def first(found: Iterable[Threat]) -> Threat | None:
    return min(found, default=None)


def marks(look: Look, threat: Threat) -> list[str]:
    """The cells of the lines that one more symbol completes."""
    cells = {
        cell
        for line in LINES
        if threat.cell in line
        and all(look.shows[other] == threat.symbol for other in line if other != threat.cell)
        for cell in line
    }
    return [f"cell-{cell}" for cell in sorted(cells)]


@dataclass(frozen=True)
class Comparison:
    """Two pushes, and what is said about the difference."""

    words: Words
    names: Sequence[str]
    played: Push
    better: Push

    @property
    def player(self) -> int:
        return self.played.player

    @property
    def rival(self) -> int:
        return 1 - self.player

    def _cells(self, document: Document, threat: Threat, *, own: bool) -> list[str]:
        return marks(look_at(document, self.player if own else self.rival), threat)

    def matches(self) -> Iterator[Reason]:
        """TT-12 to TT-15, TT-18: five in a line, and whom they pay."""
        played, better = self.played, self.better
        if better.pays > max(played.pays, 0):
            yield self._match(better, self._match_made(better))
        elif played.pays == PLAIN and not better.pays:
            yield self._match(played, self._match_risked(played))
        elif played.pays < 0 and not better.pays:
            text = self.words.between(
                self.player,
                self.rival,
                self.names,
                "{five} for {other}: the back of your cube completed their line.",
                "{five} for you: the back of {name}’s cube completed your line.",
                "{five} for {other}: the back of {name}’s cube completed their line.",
                five=FIVE[played.behind],
            )
            yield self._match(played, text)

    def _match(self, push: Push, text: str) -> Reason:
        own, symbol = push.matches, push.symbol if push.matches else push.behind
        return Reason(text, self._cells(push.before, Threat(push.cell, symbol), own=own), "TT-13")

    def _match_made(self, push: Push) -> str:
        if not push.matches:
            return self.words.between(
                self.player,
                self.rival,
                self.names,
                "{five} for {other} with {cell}, but the card is yours: 2 points for you.",
                "{five} for you with {cell}, but the card is {name}’s: 2 points for {name}.",
                "{five} for {other} with {cell}, but the card is {name}’s: 2 points for {name}.",
                five=FIVE[push.behind],
                cell=push.cell,
            )
        if push.pays == WITH_CARD:
            return self.words.about(
                self.player,
                self.names,
                "{five} with {cell}: a match, and the card is yours: 2 points.",
                "{five} with {cell}: a match, and the card is {name}’s: 2 points.",
                five=FIVE[push.symbol],
                cell=push.cell,
            )
        values = {"five": FIVE[push.symbol], "cell": push.cell}
        if push.before["mode"] == "five-minute":
            return self.words.about(
                self.rival,
                self.names,
                "{five} with {cell}: a match, and it wins unless you have the card.",
                "{five} with {cell}: a match, and it wins unless {name} has the card.",
                **values,
            )
        return self.words.about(
            self.rival,
            self.names,
            "{five} with {cell}: a match for 1 point, unless you have the card.",
            "{five} with {cell}: a match for 1 point, unless {name} has the card.",
            **values,
        )

    def _match_risked(self, push: Push) -> str:
        """TT-14, TT-18: all cards that the player does not see may be the rival's."""
        seen = sum(card is not None for card in push.own_cards)
        values = {
            "five": FIVE[push.symbol],
            "cards": len(push.own_cards),
            "unseen": len(SYMBOLS) - seen,
        }
        if push.before["mode"] == "five-minute":
            return self.words.about(
                self.rival,
                self.names,
                "{five}: in {cards} cases of {unseen} the card is yours, and you win.",
                "{five}: in {cards} cases of {unseen} the card is {name}’s, who wins then.",
                **values,
            )
        return self.words.about(
            self.rival,
            self.names,
            "{five}: in {cards} cases of {unseen} the card is yours, and you score 2.",
            "{five}: in {cards} cases of {unseen} the card is {name}’s, who scores 2 then.",
            **values,
        )

    def what_they_can_do(self) -> Iterator[Reason]:
        """Chances that the rival has after one push and not after the other."""
        played, better = self.played, self.better
        handed = first(played.handed_over)
        if handed and not better.handed_over:
            yield self._told_of_rival(
                handed,
                "TT-9",
                self.words.between(
                    self.player,
                    self.rival,
                    self.names,
                    "{five} for {other}: you pushed out the cube that completes them in {cell}.",
                    "{five} for you: {name} pushed out the cube that completes them in {cell}.",
                    "{five} for {other}: {name} pushed out the cube that completes them in {cell}.",
                    five=FIVE[handed.symbol],
                    cell=handed.cell,
                ),
            )
        yield from self._stopped()
        given = first(played.theirs - played.theirs_before)
        if given and not better.theirs - better.theirs_before:
            yield self._told_of_rival(
                given,
                "TT-3",
                self.words.between(
                    self.player,
                    self.rival,
                    self.names,
                    "{four} for {other}: the back of your cube is one of them.",
                    "{four} for you: the back of {name}’s cube is one of them.",
                    "{four} for {other}: the back of {name}’s cube is one of them.",
                    four=FOUR[given.symbol],
                ),
            )

    def _stopped(self) -> Iterator[Reason]:
        """A four of the rival's that only the better push breaks up, or closes for a turn."""
        played, better = self.played, self.better
        left = played.theirs_before & played.theirs
        broken = first(left - better.theirs)
        closed = first(each for each in left & better.theirs if each.cell == better.cell)
        if broken:
            yield self._told_of_rival(
                broken,
                "TT-12",
                self.words.about(
                    self.rival,
                    self.names,
                    "{four} of yours: a push into {cell} breaks them up.",
                    "{four} of {name}’s: a push into {cell} breaks them up.",
                    four=FOUR[broken.symbol],
                    cell=better.cell,
                ),
            )
        elif closed and played.cell != closed.cell:
            yield self._told_of_rival(
                closed,
                "TT-10",
                self.words.about(
                    self.rival,
                    self.names,
                    "{four} of yours: a cube in {cell} closes the gap for a turn.",
                    "{four} of {name}’s: a cube in {cell} closes the gap for a turn.",
                    four=FOUR[closed.symbol],
                    cell=closed.cell,
                ),
            )

    def _told_of_rival(self, threat: Threat, rule: str, text: str) -> Reason:
        return Reason(text, self._cells(self.played.after, threat, own=False), rule)

    def what_goes_out(self) -> Iterator[Reason]:
        """TT-9: the rival has four in a line, and not with the cube that they are given."""
        danger = first(self.better.theirs)
        if danger and not self.better.handed_over:
            text = self.words(
                "{four} of {name}’s: the cube that you push out does not complete them.",
                four=FOUR[danger.symbol],
                name=self.rival,
            )
            yield Reason(text, self._cells(self.better.after, danger, own=False), "TT-9")

    def what_grows(self) -> Iterator[Reason]:
        """TT-13: a line of the player's that is not four yet."""
        push = self.better
        look = look_at(push.after, push.player)
        through = [line for line in LINES if push.cell in line]
        grown = max(
            ([cell for cell in line if look.shows[cell] == push.symbol] for line in through),
            key=len,
        )
        if not FEWEST_IN_LINE <= len(grown) < len(through[0]) - 1:
            return
        values = {"n": len(grown), "all": len(through[0]), "cell": push.cell}
        text = (
            self.words("With {cell} you have {n} of {all} in a line, and the card.", **values)
            if push.own_card
            else self.words("With {cell} you have {n} of {all} in a line.", **values)
        )
        yield Reason(
            text, [f"cell-{cell}" for cell in grown], "TT-13" if push.own_card else "TT-12"
        )

    def what_you_can_do(self) -> Iterator[Reason]:
        """Chances that the player has after one push and not after the other."""
        played, better = self.played, self.better
        lost = first((played.own_before & better.own) - played.own)
        if lost:
            yield Reason(
                self.words.about(
                    self.player,
                    self.names,
                    "{four} of yours: your push broke them up.",
                    "{four} of {name}’s: the push broke them up.",
                    four=FOUR[lost.symbol],
                ),
                self._cells(better.after, lost, own=True),
                "TT-12",
            )
        gaps, instead = (sorted({each.cell for each in push.own}) for push in (better, played))
        if len(gaps) > 1 >= len(instead):
            yield Reason(
                self.words.about(
                    self.player,
                    self.names,
                    "After {cell} you threaten five in a line at once in {gaps}.",
                    "After {cell} {name} threatens five in a line at once in {gaps}.",
                    cell=better.cell,
                    gaps=self.words.together(gaps),
                ),
                [f"cell-{cell}" for cell in gaps],
                "TT-12",
            )
        yield from self._made()
        yield from self._followed()

    def _made(self) -> Iterator[Reason]:
        """A line of four, unless the other push makes one that is as good."""
        played, better = self.played, self.better
        made, instead = better.own - better.own_before, played.own - played.own_before
        if not made or (instead and (played.own_card or not better.own_card)):
            return
        text = (
            self.words.about(
                self.player,
                self.names,
                "{four} in a line with {cell}, and the card is yours.",
                "{four} in a line with {cell}, and the card is {name}’s.",
                four=FOUR[better.symbol],
                cell=better.cell,
            )
            if better.own_card
            else self.words(
                "{four} in a line with {cell}.", four=FOUR[better.symbol], cell=better.cell
            )
        )
        yield Reason(text, self._cells(better.after, min(made), own=True), "TT-12")

    def _followed(self) -> Iterator[Reason]:
        """Five in a line with the player's next push, after the rival's answer."""
        follows, known = _next_match(self.better), len(self.played.line.moves) >= THIRD
        if follows and known and not _next_match(self.played):
            yield Reason(
                self.words.about(
                    self.rival,
                    self.names,
                    "{five} can follow in {cell}, if you push into {answer}.",
                    "{five} can follow in {cell}, if {name} pushes into {answer}.",
                    five=FIVE[follows.symbol],
                    cell=follows.cell,
                    answer=self.better.line.moves[1].split("=")[0],
                ),
                self._cells(self.better.line.documents[1], follows, own=True),
                "TT-12",
            )


def _next_match(push: Push) -> Threat | None:
    """The five that the third move of a line completes on the player's side."""
    line = push.line
    if len(line.moves) < THIRD or not goes_on(push.before, line.documents[1]):
        return None
    follows = Threat(*line.moves[2].split("="))
    return follows if follows in threats(look_at(line.documents[1], push.player)) else None
