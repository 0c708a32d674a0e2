"""Colorfox taught: lessons, figures of the rulebook, reasons of a coach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matchwood.drawing.picture import HAND, seat_part
from matchwood.engine.game import Document
from matchwood.engine.language import Phrase, Words
from matchwood.games.colorfox.picture import RESERVE
from matchwood.games.colorfox.pieces import Cell, fits_any, open_cells, wanted_at
from matchwood.games.colorfox.words import STICKS
from matchwood.learning.figures import Figure
from matchwood.learning.lessons import Lesson, Step
from matchwood.learning.reasons import Line, Reason, Weighed, by_weight

# Colorfox learnt on its table: the beginning of a game, its end, and what more players change.

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


# The pictures of the rulebook, from the games of the lesson and one more.

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


# Why a move of Colorfox is better than another: what differs between two lines, in a sentence.
#
# What is said follows from documents alone. Of a line, the turn that it begins with is the player's
# own; what comes after is a rival's answer, which tells that there is a card for a place.

ENDING = 100
"""The weight of the end of the game, beside which no number of points counts."""
STICK = 3
"""About how many points a stick more is worth in the end."""
FEWEST_TO_SWAP = 2
"""Matches at once that let a player swap (CF-10)."""
FEWEST_JOINED = 3
"""Matches at once that a place must promise a rival to be talked about."""
FEWEST_POINTS = FEWEST_PLACES = 2
"""A difference of one is not worth a sentence."""


@dataclass(frozen=True)
class Turn:
    """The turn that a line begins with: a placement and its swaps, or what is left of them."""

    moves: Sequence[str]
    documents: Sequence[Document]
    """Documents before it, and after each of its moves, as the player knows them."""
    answers: Line
    """The moves after it."""

    @property
    def before(self) -> Document:
        return self.documents[0]

    @property
    def after(self) -> Document:
        return self.documents[-1]

    @property
    def player(self) -> int:
        return int(self.before["to_move"])

    @property
    def is_over(self) -> bool:
        """True if the game ended with it."""
        return bool(self.after["phase"] == "over")

    @property
    def is_whole(self) -> bool:
        """True if the line goes on to its end, so that no swap is left to make."""
        return self.is_over or self.after["to_move"] != self.player

    @property
    def points(self) -> int:
        return int(self.after["scores"][self.player])

    @property
    def most_of_others(self) -> int:
        scores = self.after["scores"]
        return int(max(scores[: self.player] + scores[self.player + 1 :]))

    @property
    def sticks(self) -> Mapping[str, int]:
        return dict(self.after["sticks"][self.player])

    @property
    def largest_set(self) -> int:
        return sum(number > 0 for number in self.sticks.values())

    @property
    def cell(self) -> Cell | None:
        """The cell where a card is placed."""
        return cell_of(self.moves[0])

    @property
    def matches(self) -> list[str]:
        """CF-9: the matchsticks that it connects."""
        return [] if self.cell is None else list(wanted_at(self.before, self.cell).values())


def cell_of(move: str) -> Cell | None:
    _, at, cell = move.partition("@")
    if not at:
        return None
    x, y = cell.split(",")
    return int(x), int(y)


def reasons(
    words: Words, document: Document, played: Line, better: Line, names: Sequence[str]
) -> list[Reason]:
    """The most important first, weighed in points."""
    mine, best = _turn(document, played), _turn(document, better)
    return by_weight(
        (
            _ends_ahead(words, mine, best, names),
            _ends_behind(words, mine, best, names),
            _fills_a_set(words, mine, best, names),
            _breaks_a_set(words, mine, best, names),
            _joins_more(words, mine, best, names),
            _leaves_a_place(words, mine, best, names),
            _keeps_a_card(words, mine, best, names),
        )
    )


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    best = _turn(document, line)
    unmade = Turn(best.moves, [document, document], Line([], []))
    return by_weight(
        (
            _ends_ahead(words, unmade, best, names),
            _breaks_a_set(words, unmade, best, names),
            _wins_points(words, best),
            _joins_several(words, best),
        )
    )


def _turn(document: Document, line: Line) -> Turn:
    documents = [document]
    for after in line.documents:
        if documents[-1]["to_move"] != document["to_move"]:
            break
        documents.append(after)
    own = len(documents) - 1
    answers = Line(line.moves[own:], line.documents[own:])
    return Turn(line.moves[:own], documents, answers)


# The end (CF-13, CF-16)


def _ends_ahead(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    if not (best.is_over and best.points > best.most_of_others) or mine.is_over:
        return None
    text = words.about(
        best.player,
        names,
        "This ends the game while you lead, {own} to {most}.",
        "This ends the game while {name} leads, {own} to {most}.",
        own=best.points,
        most=best.most_of_others,
    )
    return Weighed(ENDING, Reason(text, _missing(best), "CF-13"))


def _ends_behind(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    if not (mine.is_over and mine.points < mine.most_of_others) or best.is_over:
        return None
    text = words.about(
        mine.player,
        names,
        "Your move ends the game while you are behind, {own} to {most}.",
        "{name}’s move ends the game while {name} is behind, {own} to {most}.",
        own=mine.points,
        most=mine.most_of_others,
    )
    return Weighed(ENDING, Reason(text, _missing(mine), "CF-13"))


def _missing(turn: Turn) -> list[str]:
    """The colours of which the reserve has too few."""
    lacking = Counter(turn.matches) - Counter(turn.before["reserve"])
    return [f"reserve-{colour}" for colour in lacking]


# Points (CF-15)


def _fills_a_set(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    more = best.points - mine.points
    if not mine.is_whole or more < FEWEST_POINTS:
        return None
    if best.largest_set <= mine.largest_set and len(best.matches) > len(mine.matches):
        return None  # That it joins more says why; see below.
    text = _told_points(words, mine, best, names)
    if not best.is_whole:
        text = words.about(
            best.player,
            names,
            "{reason} And you may still swap.",
            "{reason} And {name} may still swap.",
            reason=text,
        )
    return Weighed(more, Reason(text, _where(best), "CF-15"))


def _told_points(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> str:
    if best.largest_set <= mine.largest_set:
        return words.about(
            best.player,
            names,
            "This brings you to {more} points, your move to {less}.",
            "This brings {name} to {more} points, the move that was made to {less}.",
            more=best.points,
            less=mine.points,
        )
    numbers = {"size": best.largest_set, "more": best.points, "less": mine.points}
    had = best.before["sticks"][best.player]
    new = [colour for colour, number in best.sticks.items() if number and not mine.sticks[colour]]
    if len(new) > 1 or had[new[0]]:
        return words.about(
            best.player,
            names,
            "With this you have a set of {size}: {more} points instead of {less}.",
            "With this {name} has a set of {size}: {more} points instead of {less}.",
            **numbers,
        )
    return words.about(
        best.player,
        names,
        "You get {stick} and with it a set of {size}: {more} points instead of {less}.",
        "{name} gets {stick} and with it a set of {size}: {more} points instead of {less}.",
        stick=STICKS[new[0]],
        **numbers,
    )


def _where(turn: Turn) -> list[str]:
    """The elements that the first move of a turn is made with or at."""
    move = turn.moves[0]
    if turn.cell is not None:
        return ["cell-{}_{}".format(*turn.cell)]
    return [f"sticks-{turn.player}-{move[0]}", f"sticks-{move[2]}-{move[4]}"] if ">" in move else []


def _wins_points(words: Words, best: Turn) -> Weighed | None:
    """The points that a turn adds to the player's own."""
    before, after = best.before["scores"][best.player], best.points
    if after <= before:
        return None
    had = best.before["sticks"][best.player]
    larger = best.largest_set > max(sum(number > 0 for number in had.values()), 1)
    text = (
        words(
            "With this you have a set of {size}: {more} points instead of {less}.",
            size=best.largest_set,
            more=after,
            less=before,
        )
        if larger
        else words("This brings you from {less} to {more} points.", more=after, less=before)
    )
    return Weighed(after - before, Reason(text, _where(best), "CF-15"))


def _joins_several(words: Words, best: Turn) -> Weighed | None:
    """CF-10."""
    n = len(best.matches)
    if n < FEWEST_TO_SWAP or best.is_over:
        return None
    text = words("This joins {n} at once, and then you may swap.", n=n)
    return Weighed(STICK * (n - 1), Reason(text, _where(best), "CF-10"))


def _breaks_a_set(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    """CF-10: the swap that costs a rival most."""
    swaps = [place for place, move in enumerate(best.moves) if ">" in move]
    losses = {place: _loss(best, place) for place in swaps}
    place = max(swaps, key=lambda swap: losses[swap], default=None)
    if place is None or losses[place] < FEWEST_POINTS:
        return None
    move, rival = best.moves[place], _rival(best.moves[place])
    if mine.after["scores"][rival] - best.after["scores"][rival] < FEWEST_POINTS:
        return None
    before, after = best.documents[place]["scores"], best.documents[place + 1]["scores"]
    own, own_after = before[best.player], after[best.player]
    values = {"theirs": before[rival], "theirs_after": after[rival]}
    if own_after > own:
        text = words.between(
            best.player,
            rival,
            names,
            "The swap counts twice: you go from {own} to {own_after} points, "
            "{other} from {theirs} to {theirs_after}.",
            "The swap counts twice: {name} goes from {own} to {own_after} points, "
            "you from {theirs} to {theirs_after}.",
            "The swap counts twice: {name} goes from {own} to {own_after} points, "
            "{other} from {theirs} to {theirs_after}.",
            own=own,
            own_after=own_after,
            **values,
        )
    else:
        text = words.about(
            rival,
            names,
            "The swap breaks a set of yours: from {theirs} to {theirs_after} points.",
            "The swap breaks a set of {name}: from {theirs} to {theirs_after} points.",
            **values,
        )
    marks = [f"sticks-{best.player}-{move[0]}", f"sticks-{rival}-{move[4]}"]
    return Weighed(losses[place] + max(0, own_after - own), Reason(text, marks, "CF-15"))


def _rival(swap: str) -> int:
    return int(swap[2])


def _loss(turn: Turn, place: int) -> int:
    """The points that a swap costs the rival."""
    rival = _rival(turn.moves[place])
    before, after = turn.documents[place], turn.documents[place + 1]
    return int(before["scores"][rival] - after["scores"][rival])


# Places (CF-7, CF-9)


def _joins_more(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    more = len(best.matches) - len(mine.matches)
    if more < 1:
        return None
    text = words.about(
        best.player,
        names,
        "This joins {more} at once, your move {less}.",
        "This joins {more} at once, {name}’s move {less}.",
        more=len(best.matches),
        less=len(mine.matches),
    )
    return Weighed(STICK * more, Reason(text, _where(best), "CF-9"))


def _leaves_a_place(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    """The place where a rival went in the line; nobody could know if they hold a card for it."""
    before = mine.after
    for move, after in zip(mine.answers.moves, mine.answers.documents, strict=True):
        rival, cell = before["to_move"], cell_of(move)
        if rival == mine.player:
            break
        joined = 0 if cell is None else _promised(mine.after, cell)
        if cell is not None and joined >= FEWEST_JOINED and _promised(best.after, cell) < joined:
            text = words.between(
                mine.player,
                rival,
                names,
                "Your move leaves a place where {other}, with the right card, "
                "can join {joined} at once.",
                "{name}’s move leaves a place where you, with the right card, "
                "can join {joined} at once.",
                "{name}’s move leaves a place where {other}, with the right card, "
                "can join {joined} at once.",
                joined=joined,
            )
            return Weighed(STICK * (joined - 1), Reason(text, ["cell-{}_{}".format(*cell)], "CF-9"))
        before = after
    return None


def _promised(document: Document, cell: Cell) -> int:
    """The number of matches that a card laid there would join."""
    return len(open_cells(document).get(cell, ()))


def _keeps_a_card(words: Words, mine: Turn, best: Turn, names: Sequence[str]) -> Weighed | None:
    """The use of the card that stays in the hand."""
    placed, kept = best.moves[0].split("@")[0], mine.moves[0].split("@")[0]
    if best.cell is None or mine.cell is None or placed == kept:
        return None
    more, less = _places(best.documents[1], kept), _places(mine.documents[1], placed)
    if more - less < FEWEST_PLACES:
        return None
    text = words.about(
        best.player,
        names,
        "This keeps a card that fits {more} places; the one that your move keeps fits {less}.",
        "This keeps a card that fits {more} places; the one that {name}’s move keeps fits {less}.",
        more=more,
        less=less,
    )
    slot = mine.before["hands"][mine.player].index(kept)
    return Weighed(1, Reason(text, [f"hand-{slot}"], "CF-8"))


def _places(document: Document, card: str) -> int:
    """On how many places a card fits."""
    return sum(fits_any(wanted, [card]) for wanted in open_cells(document).values())
