"""What the coach says of two moves is true: each claim is counted anew from the positions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest

from matchwood import Position, find_game
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, words_of
from matchwood.games.baguettes.teach import NEWCOMERS, reasons
from matchwood.learning.reasons import Line, Reason
from matchwood.testing import random_game
from tests.games.baguettes.positions import stuck, table

GAME = find_game("baguettes")
rule = pytest.mark.rule
GERMAN = words_of("matchwood.games.baguettes", "de")
NAMES = ["Anna", "Ben", "Chloé", "Dora"]
LONGEST_LINE = 3
VARIANTS = [
    GAME.variant({"size": "2x2x2", "sticks": 4}),
    GAME.variant({"size": "3x2x3", "sticks": 5}),
    GAME.variant({"players": 3, "size": "2x3x2"}),
    GAME.variant({"players": 4, "teams": True, "size": "3x2x2", "sticks": 3}),
]


@dataclass
class Case:
    """A position, and the positions after two of its moves."""

    before: Position
    played: Position
    better: Position

    @property
    def seat(self) -> int:
        return self.before.to_move

    def mine(self, colour: str) -> bool:
        return bool(colour == self.start["colours"][self.seat])

    @cached_property
    def start(self) -> Document:
        return self.before.document

    def out(self, after: Position, mine: bool) -> int:
        """How many sticks, one's own or others', went out of the game."""
        left, now = self.start["out"], after.document["out"]
        return sum(now[colour] - left[colour] for colour in left if self.mine(colour) == mine)

    def standing(self, after: Position) -> int:
        sticks = after.document["sticks"].values()
        return sum(self.mine(stick["colour"]) for stick in sticks)

    def rivals_down(self, after: Position) -> int:
        """How many sticks of others are gone or stand deeper."""
        now = after.document["sticks"]
        return sum(
            well not in now or now[well]["level"] > stick["level"]
            for well, stick in self.start["sticks"].items()
            if not self.mine(stick["colour"])
        )

    def hand(self, after: Position) -> int:
        return int(after.document["hands"][self.seat] - self.start["hands"][self.seat])

    def worst(self, after: Position) -> int:
        """How many of one's own sticks the next rival can take by one pull."""
        pulls = (
            [] if after.over else [move for move in after.legal_moves() if move.startswith("pull")]
        )
        if after.over or self.mine(after.document["colours"][after.to_move]):
            return 0
        return max((self.loss(after, move) for move in pulls), default=0)

    def loss(self, after: Position, move: str) -> int:
        return self.out(played_on(after, move), mine=True) - self.out(after, mine=True)


def played_on(position: Position, move: str) -> Position:
    after = position.copy()
    after.play(move)
    return after


def only(position: Position, kind: str) -> bool:
    return not position.over and all(move.startswith(kind) for move in position.legal_moves())


def none_of(position: Position, kind: str) -> bool:
    return not any(move.startswith(kind) for move in position.legal_moves())


def named(position: Position, name: str) -> bool:
    return NAMES[position.to_move] == name


def check_win(case: Case) -> bool:
    return case.seat in case.better.winners and case.seat not in case.played.winners


def check_no_move(case: Case, name: str) -> bool:
    return only(case.better, "drop") and named(case.better, name) and not only(case.played, "drop")


def check_fallen(case: Case, n: str = "1", lost: str | None = None) -> bool:
    gone = case.out(case.better, mine=False)
    return (
        case.rivals_down(case.better) == int(n)
        and gone == int(lost or n)
        and gone > case.out(case.played, mine=False)
    )


def check_own_lost(case: Case, n: str = "1") -> bool:
    return case.out(case.played, mine=True) == int(n) > case.out(case.better, mine=True)


def check_threat(case: Case, name: str, rod: str, n: str = "1") -> bool:
    pulls = [move for move in case.played.legal_moves() if move.startswith(f"pull {rod}")]
    return (
        named(case.played, name)
        and {case.loss(case.played, move) for move in pulls} == {int(n)}
        and case.worst(case.better) < int(n)
    )


def check_one_stands(case: Case) -> bool:
    return case.standing(case.played) == 1 < case.standing(case.better)


def check_none_stands(case: Case) -> bool:
    return case.standing(case.played) == 0 and case.standing(case.better) > 1


def check_shut(case: Case, name: str) -> bool:
    waiting = case.better.document["hands"][case.better.to_move]
    return named(case.better, name) and waiting > 0 and none_of(case.better, "pierce")


def check_back(case: Case) -> bool:
    return case.hand(case.better) == 1 and case.hand(case.played) <= 0


def check_sunk(case: Case, n: str = "1") -> bool:
    return (
        case.rivals_down(case.better) == int(n) > case.rivals_down(case.played)
        and case.out(case.better, mine=False) == 0
    )


NAME, NUMBER, ROD = r"(\w+)", r"(\d+)", r"([A-F]\d)"
CLAIMS: dict[str, Callable[..., bool]] = {
    "you win.": check_win,
    rf"{NAME} cannot play and has to take a stick out.": check_no_move,
    "a rival’s stick falls out of the game.": check_fallen,
    rf"{NUMBER} rival sticks fall out of the game.": check_fallen,
    rf"{NUMBER} rival sticks go down, {NUMBER} for good.": check_fallen,
    "you lose a stick of your own.": check_own_lost,
    rf"you lose {NUMBER} sticks of your own.": check_own_lost,
    rf"then {NAME} can pull {ROD}, and you lose a stick.": check_threat,
    rf"then {NAME} can pull {ROD}, and you lose {NUMBER} sticks.": check_threat,
    "only one of your sticks stands, so you cannot pull.": check_one_stands,
    "none of your sticks stands, so you cannot pull.": check_none_stands,
    rf"no channel is free any more, so {NAME} cannot pierce.": check_shut,
    "a stick comes back to your hand.": check_back,
    "a rival’s stick sinks.": check_sunk,
    rf"{NUMBER} rival sticks sink.": check_sunk,
}
"""All that can be said after the name of a move, and what holds it against the positions."""


def line(position: Position, move: str, choose: random.Random) -> Line:
    """A move, and some that may follow."""
    moves, documents, after = [], [], position.copy()
    for _ in range(choose.randint(1, LONGEST_LINE)):
        after.play(move)
        moves.append(move)
        documents.append(after.observe(position.to_move).document)
        if after.over:
            break
        move = choose.choice(after.legal_moves())
    return Line(moves, documents)


def told(position: Position, played: str, better: str) -> list[Reason]:
    choose = random.Random(1)
    seat = position.to_move
    return reasons(
        ENGLISH.to(seat),
        position.observe(seat).document,
        line(position, played, choose),
        line(position, better, choose),
        NAMES[: position.players],
    )


def claims(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    said = text.partition(": ")[2]
    for claim in CLAIMS:
        if found := re.fullmatch(claim, said):
            yield claim, found.groups()


def test_every_reason_is_true_and_each_is_given() -> None:
    choose, given = random.Random(3), set()
    for seed in range(12):
        for variant in VARIANTS:
            for position in random_game(variant, seed):
                if position.over or len(position.legal_moves()) < 2:
                    continue
                played, better = choose.sample(position.legal_moves(), 2)
                case = Case(position, played_on(position, played), played_on(position, better))
                for reason in told(position, played, better):
                    [(claim, values)] = claims(reason.text)
                    assert CLAIMS[claim](case, *values), (position.history, played, better, reason)
                    given.add(claim)
    assert given == CLAIMS.keys()


def first(position: Position, played: str, better: str) -> Reason:
    assert {played, better} <= set(position.legal_moves())
    return told(position, played, better)[0]


def step(number: int) -> Position:
    return NEWCOMERS.steps[number - 1].position(GAME)


def test_a_move_that_wins_is_said_to() -> None:
    position = table("A1:red A2:red", "11:green 12:red 22:red", (1, 0), size="2x2x2")
    assert first(position, "plant 21", "pull A1") == Reason(
        "Pull A1: you win.", ["channel-A1"], "BG-16"
    )


@rule("BG-14")
def test_a_rival_who_is_left_no_move_is_named() -> None:
    reason = first(step(7), "plant 22", "pull A1")
    assert reason.text == "Pull A1: Ben cannot play and has to take a stick out."


@rule("BG-10")
def test_what_falls_is_counted_with_what_is_lost() -> None:
    reason = first(step(4), "pierce B1", "pull A1")
    assert reason.text == "Pull A1: 3 rival sticks go down, 2 for good."
    assert reason.marks == ["channel-A1", "well-11", "well-21", "well-31"]
    assert first(step(5), "pierce B1", "pull B2>13").text == (
        "Pull B2: 2 rival sticks fall out of the game."
    )


@rule("BG-10")
def test_a_pull_that_drops_a_stick_of_ones_own_is_warned_of() -> None:
    reason = first(step(6), "pull A1", "pull A3")
    assert reason == Reason(
        "Pull A1: you lose a stick of your own.", ["channel-A1", "well-21"], "BG-9"
    )


@rule("BG-10")
def test_the_larger_difference_is_told_first() -> None:
    position = table("A1:red A2:red A3:red", "11:red 21:red 12:green 13:red 23:red")
    assert [reason.text for reason in told(position, "pull A1", "pull A2")][:2] == [
        "Pull A1: you lose 2 sticks of your own.",
        "Pull A2: a rival’s stick falls out of the game.",
    ]
    position = table("A1:red A2:red A3:red C3:red", "11:red 12:green 22:green 13:red 23:red")
    assert [reason.text for reason in told(position, "pull A1", "pull A2")][:2] == [
        "Pull A2: 2 rival sticks fall out of the game.",
        "Pull A1: you lose a stick of your own.",
    ]


@rule("BG-7")
def test_so_is_a_well_without_a_rod() -> None:
    reason = first(table("B2:red C1:red"), "plant 44", "plant 21")
    assert reason == Reason("Plant in 44: you lose a stick of your own.", ["well-44"], "BG-7")


@rule("BG-8")
def test_what_the_rival_can_pull_next_is_told() -> None:
    position = table("A1:red A2:green", "11:red 12:green 22:green", (2, 2), size="2x2x2")
    assert first(position, "pierce B2", "pierce B1") == Reason(
        "Pierce B2: then Ben can pull A1, and you lose a stick.", ["channel-A1", "well-11"], "BG-8"
    )


@rule("BG-8")
def test_that_too_few_are_left_to_pull_is_told() -> None:
    reason = first(table("A1:red", "11:red"), "pierce C4", "plant 21")
    assert reason.text == "Pierce C4: only one of your sticks stands, so you cannot pull."


@rule("BG-6")
def test_the_last_channel_is_told_to_be_shut() -> None:
    position = table("B1:red B2:green", "11:green", (2, 2), size="2x2x2")
    assert first(position, "plant 21", "plant 22") == Reason(
        "Plant in 22: no channel is free any more, so Ben cannot pierce.", ["well-22"], "BG-6"
    )


@rule("BG-11")
def test_a_rod_that_comes_back_and_a_stick_that_sinks_are_the_least_reasons() -> None:
    position = table("A1:red B1:red A2:red B2:red", "11:green 12:red 22:red")
    assert first(position, "pierce C1", "pull A2").text == (
        "Pull A2: a stick comes back to your hand."
    )
    assert first(position, "pull A2", "pull A1").text == "Pull A1: a rival’s stick sinks."


@rule("BG-14")
def test_what_is_taken_out_is_called_by_its_place() -> None:
    [reason] = told(stuck(hand=1), "drop A1", "drop hand")
    assert reason.text == "Take out A1: then Ben can pull B1, and you lose a stick."


def test_of_moves_that_are_alike_nothing_is_said() -> None:
    assert told(table(), "pierce A1", "pierce A2") == []


def test_reasons_are_given_in_the_language_of_the_reader() -> None:
    position = step(6)
    lines = (line(position, move, random.Random(1)) for move in ("pull A1", "pull A3"))
    [text, *_] = (
        reason.text
        for reason in reasons(GERMAN.to(0), position.observe(0).document, *lines, NAMES[:2])
    )
    assert text == "A1 ziehen: Du verlierst einen eigenen Stab."
