"""Why a move is better than another: every sentence is held against the positions it speaks of."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

import pytest

from matchwood import Position, find_game, load
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.games.colorfox import SMALL_DECK, teach
from matchwood.learning.reasons import Line, Reason
from tests.games.colorfox.positions import arranged, corner
from tests.games.colorfox.twin import Twin

NAMES = ["Anna", "Ben", "Chloé"]
VARIANTS = [
    load("colorfox", players=2),
    load("colorfox", players=3),
    load("colorfox", players=3, deck=SMALL_DECK),
]
GAMES = (*range(6), 56)
"""Places that join three are rare."""
LONGEST = 130
"""How many letters a reason may have."""
COLOURS = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "purple": "P"}


class Way:
    """Moves, and the truth before them and after each."""

    def __init__(self, position: Position, moves: Iterable[str] = ()) -> None:
        self.player = position.to_move
        self.moves: list[str] = []
        self.truth = [position]
        for move in moves:
            self.go_on(move)

    def go_on(self, move: str) -> None:
        after = self.truth[-1].copy()
        after.play(move)
        self.moves.append(move)
        self.truth.append(after)

    @property
    def line(self) -> Line:
        return Line(self.moves, [after.observe(self.player).document for after in self.truth[1:]])

    @cached_property
    def own(self) -> list[dict[str, Any]]:
        """The documents of the player's own turn, from before it to its end."""
        answers = [position.to_move != self.player for position in self.truth]
        length = answers.index(True) + 1 if True in answers else len(answers)
        return [position.document for position in self.truth[:length]]

    @property
    def end(self) -> dict[str, Any]:
        return self.own[-1]

    @property
    def is_whole(self) -> bool:
        return bool(self.end["phase"] == "over" or self.end["to_move"] != self.player)

    def scores(self, document: dict[str, Any]) -> tuple[int, list[int]]:
        """The player's own, and those of the others."""
        scores = [counted(holding) for holding in document["sticks"]]
        return scores.pop(self.player), scores


def counted(holding: dict[str, int]) -> int:
    """CF-15, by laying out one set after the other."""
    sticks, score = Counter(holding), 0
    while laid := [colour for colour in sticks if sticks[colour]]:
        score += sum(range(len(laid) + 1))
        sticks.subtract(laid)
    return score


def told(played: Way, better: Way) -> list[Reason]:
    document = played.truth[0].observe(played.player).document
    return teach.reasons(ENGLISH.to(played.player), document, played.line, better.line, NAMES)


def cell_of(text: str) -> tuple[int, int]:
    x, y = re.findall(r"-?\d+", text)
    return int(x), int(y)


# What each sentence claims


def ends_ahead(played: Way, better: Way, reason: Reason, own: str, most: str) -> bool:
    score, others = better.scores(better.end)
    return (
        better.end["winners"] == [better.player]
        and not played.end["winners"]
        and (score, max(others)) == (int(own), int(most))
        and all(better.truth[0].document["reserve"][mark[-1]] < 3 for mark in reason.marks)
    )


def ends_behind(played: Way, better: Way, reason: Reason, own: str, most: str) -> bool:
    score, others = played.scores(played.end)
    return (
        played.end["winners"] != []
        and played.player not in played.end["winners"]
        and not better.end["winners"]
        and (score, max(others)) == (int(own), int(most))
    )


def points(played: Way, better: Way, reason: Reason, more: str, less: str, swap: str) -> bool:
    scores = [way.scores(way.end)[0] for way in (better, played)]
    return (
        scores == [int(more), int(less)]
        and scores[0] > scores[1]
        and played.is_whole
        and bool(swap) != better.is_whole
    )


def set_made(
    played: Way, better: Way, reason: Reason, size: str, more: str, less: str, swap: str
) -> bool:
    colours = [len(+Counter(way.end["sticks"][way.player])) for way in (better, played)]
    return (
        points(played, better, reason, more, less, swap)
        and colours[0] == int(size)
        and colours[1] < colours[0]
    )


def new_colour(played: Way, better: Way, reason: Reason, colour: str, *numbers: str) -> bool:
    had, lacking, has = (
        document["sticks"][better.player][COLOURS[colour]]
        for document in (better.own[0], played.end, better.end)
    )
    return set_made(played, better, reason, *numbers) and (had, lacking) == (0, 0) and has > 0


def counts_twice(
    played: Way, better: Way, reason: Reason, own: str, own_after: str, *theirs: str
) -> bool:
    return int(own) < int(own_after) and any(
        (before, after) == (int(own), int(own_after))
        for before, after in swapped(played, better, reason, *theirs)
    )


def breaks(played: Way, better: Way, reason: Reason, *theirs: str) -> bool:
    return bool(swapped(played, better, reason, *theirs))


def swapped(
    played: Way, better: Way, reason: Reason, name: str, theirs: str, theirs_after: str
) -> list[tuple[int, int]]:
    """What such swaps that cost a rival so much do to the player's own score."""
    rival, (give, take) = NAMES.index(name), (mark[-1] for mark in reason.marks)
    assert [mark.split("-")[1] for mark in reason.marks] == [str(better.player), str(rival)]
    ends = [counted(way.end["sticks"][rival]) for way in (better, played)]
    found = []
    for move, before, after in zip(better.moves, better.own, better.own[1:], strict=False):
        costs = [counted(document["sticks"][rival]) for document in (before, after)]
        if move == f"{give}>{rival}:{take}" and costs == [int(theirs), int(theirs_after)]:
            found.append((better.scores(before)[0], better.scores(after)[0]))
    return found if ends[0] < ends[1] and int(theirs_after) < int(theirs) else []


def joins(played: Way, better: Way, reason: Reason, more: str, less: str) -> bool:
    found = [joined(Twin(way.own[0]), way.moves[0]) for way in (better, played)]
    return found == [int(more), int(less)] and found[0] > found[1]


def leaves(played: Way, better: Way, reason: Reason, name: str, promised: str) -> bool:
    """The rival went there with a card that has the colours; after the better move it has less."""
    [mark] = reason.marks
    cell = cell_of(mark.replace("_", ",").removeprefix("cell-"))
    left, gone = Twin(played.end), Twin(better.end)
    went = any(
        before.to_move == NAMES.index(name) and move.endswith("@{},{}".format(*cell))
        for move, before in zip(played.moves, played.truth, strict=False)
    )
    return (
        went
        and cell not in left.table
        and len(left.touching(*cell)) == int(promised) >= 3
        and (cell in gone.table or len(gone.touching(*cell)) < int(promised))
    )


def keeps(played: Way, better: Way, reason: Reason, more: str, less: str) -> bool:
    cards = [way.moves[0].split("@")[0] for way in (played, better)]
    places = [fitting(way.own[1], card) for way, card in zip((better, played), cards, strict=True)]
    [mark] = reason.marks
    hand = better.own[0]["hands"][better.player]
    return (
        places == [int(more), int(less)]
        and hand[int(mark[-1])] == cards[0]
        and cards[0] in better.own[1]["hands"][better.player]
    )


def fitting(document: dict[str, Any], card: str) -> int:
    """On how many places a card could be laid."""
    twin = Twin(document)
    twin.it["hands"][twin.it["to_move"]] = [card]
    return len(twin.places())


STILL = r"( And you may still swap\.)?"
CLAIMS: dict[str, Callable[..., bool]] = {
    r"This ends the game while you lead, (\d+) to (\d+)\.": ends_ahead,
    r"Your move ends the game while you are behind, (\d+) to (\d+)\.": ends_behind,
    rf"This brings you to (\d+) points, your move to (\d+)\.{STILL}": points,
    rf"With this you have a set of (\d): (\d+) points instead of (\d+)\.{STILL}": set_made,
    rf"You get an? (\w+) stick and with it a set of (\d): (\d+) points instead of (\d+)\.{STILL}": (
        new_colour
    ),
    r"The swap counts twice: you go from (\d+) to (\d+) points, (\w+) from (\d+) to (\d+)\.": (
        counts_twice
    ),
    r"The swap breaks a set of (\w+): from (\d+) to (\d+) points\.": breaks,
    r"This joins (\d) at once, your move (\d)\.": joins,
    r"Your move leaves a place where (\w+), with the right card, can join (\d) at once\.": leaves,
    r"This keeps a card that fits (\d+) places; the one that your move keeps fits (\d+)\.": keeps,
}


def claim_of(reason: Reason) -> tuple[Callable[..., bool], tuple[str, ...]]:
    [(claim, found)] = [
        (claim, found)
        for pattern, claim in CLAIMS.items()
        if (found := re.fullmatch(pattern, reason.text))
    ]
    return claim, found.groups("")


def gone_on(position: Position, move: str, length: int, rng: random.Random) -> Way:
    """A way that begins with a move, with answers that like to join many."""
    way = Way(position, [move])
    while len(way.moves) < length and not way.truth[-1].over:
        moves, table = way.truth[-1].legal_moves(), Twin(way.truth[-1].document)
        way.go_on(max(rng.choices(moves, k=4), key=lambda move: joined(table, move)))
    return way


def joined(twin: Twin, move: str) -> int:
    """How many matches a move connects."""
    return len(twin.touching(*cell_of(move.split("@")[1]))) if "@" in move else 0


def compared(seed: int) -> Iterator[tuple[Way, Way]]:
    """Two ways to go on from every position of a game, of one move to three."""
    rng = random.Random(seed)
    start = VARIANTS[seed % len(VARIANTS)].new(seed)
    for position in gone_on(start, start.legal_moves()[0], start.variant.longest, rng).truth:
        moves = position.legal_moves()
        if len(moves) > 1:
            length = rng.randint(1, 3)
            played, better = (gone_on(position, move, length, rng) for move in rng.sample(moves, 2))
            yield played, better


def test_every_reason_is_true() -> None:
    met = Counter[str]()
    for played, better in chain.from_iterable(map(compared, GAMES)):
        for reason in told(played, better):
            claim, values = claim_of(reason)
            assert claim(played, better, reason, *values), (reason, played.moves, better.moves)
            met[claim.__name__] += 1
    assert met.keys() == {claim.__name__ for claim in CLAIMS.values()}


# An example of each


FIRST, MORE = (lesson.steps for lesson in find_game("colorfox").lessons.values())


def example(number: int) -> Position:
    """A step of the lessons."""
    return [*FIRST, *MORE][number].position(find_game("colorfox"))


def ending(own: str, rival: str) -> Position:
    """Two places: one joins orange, of which the reserve has none, the other joins yellow."""
    hands = [["BYGO", "RPYP"], ["PPPR"]]
    return arranged([("YOGB", 0, 0)], hands, sticks={0: own, 1: rival}, gone="O")


def hollow() -> Position:
    """A place with cards on two sides, to the left and below; seat 0 can close the right."""
    table = [("RBYP", -1, -1), ("GYPB", 0, -1), ("OPBY", 1, -1), ("GBRO", -1, 0)]
    return arranged(table, [["PROY", "RGBP"], ["RYGB", "PPPR"]])


def swapping(own: str, rival: str) -> Position:
    """Seat 0 has joined red and green, and may swap."""
    position = corner(sticks={0: own, 1: rival})
    position.play("BYGR@1,1")
    return position


EXAMPLES: dict[str, tuple[Callable[[], Position], list[str], list[str], str]] = {
    "ends ahead": (
        lambda: example(5),
        ["RRRG@4,-1"],
        ["RGRR@4,0"],
        "This ends the game while you lead, 13 to 6.",
    ),
    "ends behind": (
        lambda: ending("R", "ROY"),
        ["BYGO@1,0"],
        ["RPYP@0,1"],
        "Your move ends the game while you are behind, 1 to 6.",
    ),
    "new colour": (
        lambda: example(4),
        ["GBGP@1,-2"],
        ["OPOP@0,2"],
        "You get an orange stick and with it a set of 5: 15 points instead of 11.",
    ),
    "a swap to come": (
        lambda: example(2),
        ["GRYP@-2,0"],
        ["RGGG@1,-1"],
        "You get a green stick and with it a set of 3: 7 points instead of 4. "
        "And you may still swap.",
    ),
    "set kept": (
        lambda: swapping("O", "G"),
        ["O>1:G"],
        ["keep"],
        "With this you have a set of 3: 6 points instead of 4.",
    ),
    "points": (
        lambda: swapping("RRROOGY", "Y"),
        ["keep"],
        ["R>1:Y"],
        "This brings you to 21 points, your move to 18.",
    ),
    "joins": (
        lambda: example(2),
        ["GRYP@-2,0"],
        ["RGGG@1,-1"],
        "This joins 2 at once, your move 1.",
    ),
    "counts twice": (
        lambda: example(7),
        ["keep"],
        ["Y>1:G"],
        "The swap counts twice: you go from 16 to 21 points, Ben from 10 to 7.",
    ),
    "breaks": (
        lambda: swapping("", "RYB"),
        ["keep"],
        ["R>1:Y"],
        "The swap breaks a set of Ben: from 6 to 4 points.",
    ),
    "leaves": (
        lambda: hollow(),
        ["PROY@1,0", "RYGB@0,0"],
        ["RGBP@2,-1"],
        "Your move leaves a place where Ben, with the right card, can join 3 at once.",
    ),
    "keeps": (
        lambda: VARIANTS[1].new(4),
        ["BBPP@1,0"],
        ["RPGB@0,-1"],
        "This keeps a card that fits 4 places; the one that your move keeps fits 2.",
    ),
}
"""A position, what was played, what was better, and why."""


def ways(name: str) -> tuple[Way, Way]:
    """What was played and what was better in an example."""
    position, played, better, _ = EXAMPLES[name]
    return Way(position(), played), Way(position(), better)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_every_reason(name: str) -> None:
    *_, text = EXAMPLES[name]
    assert text in [reason.text for reason in told(*ways(name))]


def test_a_move_is_no_better_than_itself() -> None:
    for played, _ in map(ways, EXAMPLES):
        assert not told(played, played)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("ends behind", [ends_behind, new_colour]),
        ("counts twice", [counts_twice, new_colour]),
        ("joins", [new_colour, joins]),
    ],
)
def test_the_largest_difference_comes_first(name: str, order: list[Callable[..., bool]]) -> None:
    assert [claim_of(reason)[0] for reason in told(*ways(name))] == order


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_is_short_and_marks_what_is_in_the_picture(language: str) -> None:
    game = find_game("colorfox")
    for played, better in map(ways, EXAMPLES):
        document = played.truth[0].observe(played.player).document
        drawings = game.picture.draw(document, played.player).drawings
        outlined = {id_ for drawing in drawings for id_ in drawing.outlines}
        words = game.speaking(language).to(played.player)
        for reason in teach.reasons(words, document, played.line, better.line, NAMES):
            assert len(reason.text) <= LONGEST
            assert set(reason.marks) <= outlined
