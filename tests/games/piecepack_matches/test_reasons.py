"""What a coach says of two moves in Matches is true, whatever games are played."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import pytest

from matchwood import Position, find_game, load
from matchwood.engine.language import ENGLISH
from matchwood.games.piecepack_matches.teach import (
    EIGHT_LEFT,
    FOR_FLAMING,
    NEWCOMERS,
    ONE_TILE_LEFT,
    RIVAL_FOUND,
    RIVAL_MISSED,
    YOU_MISSED,
    reasons,
)
from matchwood.games.piecepack_matches.text import NAMES as COINS
from matchwood.learning.reasons import Line, Reason
from matchwood.testing import random_game
from tests.games.piecepack_matches.positions import table

GAME = find_game("piecepack-matches")
PEOPLE = ["Anna", "Ben", "Chloé", "Dora", "Emil", "Fleur"]
MARKS = {f"spot-{spot}" for spot in range(1, 31)} | {f"tile-{coin}" for coin in COINS}
SUITS = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}
SIDES = {"a sun": "S", "a moon": "M", "a crown": "C", "arms": "A", "a null": "n", "an ace": "a"}
SIDES |= {f"a {value}": value for value in "2345"}
rule = pytest.mark.rule


def line(position: Position, moves: Sequence[str]) -> Line:
    after, documents = position.copy(), []
    for move in moves:
        after.play(move)
        documents.append(after.observe(position.to_move).document)
    return Line(moves, documents)


def given(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Reason]:
    words = ENGLISH.to(position.to_move)
    document = position.observe(position.to_move).document
    return reasons(words, document, line(position, played), line(position, better), PEOPLE)


@dataclass(frozen=True)
class Truth:
    """A position with all that is in it, all coins that were ever turned, and two ways to go on."""

    position: Position
    turned: set[str]
    played: Sequence[str]
    better: Sequence[str]

    @property
    def yours(self) -> set[str]:
        return self.needs(self.position.to_move)

    def needs(self, seat: int) -> set[str]:
        """The coins that a player still looks for."""
        document = self.position.document
        return set(document["tiles"][seat]) - set(document["marked"][seat])

    def on(self, spot: str) -> tuple[str, str]:
        """The coin on a spot and the side that is up."""
        coin = self.position.document["coins"][int(spot) - 1]
        return coin["coin"], coin["up"]

    def possible(self, spot: str) -> set[str]:
        """The coins never turned that have the side which is up on a spot."""
        return with_side(self.on(spot)[1]) - self.turned

    def counts(self, spot: str) -> tuple[int, int]:
        """How many coins that may lie on a spot are yours, and how many may."""
        return len(self.possible(spot) & self.yours), len(self.possible(spot))

    def spots(self, moves: Sequence[str] = ()) -> dict[str, int]:
        """Where the coins lie, now or after moves."""
        after = self.position.copy()
        for move in moves:
            after.play(move)
        coins = enumerate(after.document["coins"], start=1)
        return {coin["coin"]: spot for spot, coin in coins if coin}


def with_side(side: str) -> set[str]:
    return {coin for coin in COINS if side in coin}


def named(value: str, suit: str) -> str:
    return SUITS[suit] + {"null": "n", "ace": "a"}.get(value, value)


# What each sentence claims: a function of the truth and of what stands in the sentence


def seen(truth: Truth, spot: str, value: str, suit: str, rest: str) -> bool:
    coin, yours = named(value, suit), truth.yours
    fits = {
        "which you need": coin in yours,
        "which you do not need": coin not in yours,
        "your last tile": yours == {coin},
    }
    return truth.on(spot)[0] == coin and coin in truth.turned and fits[rest]


def only(truth: Truth, spot: str, value: str, suit: str, last: str, side: str) -> bool:
    coin = named(value, suit)
    alone = truth.possible(spot) == {coin} and truth.on(spot) == (coin, SIDES[side])
    return alone and coin in truth.yours and (len(truth.yours) == 1) == bool(last)


def surely(truth: Truth, spot: str, side: str) -> bool:
    unseen = with_side(SIDES[side]) - truth.turned
    return truth.on(spot)[0] in unseen and unseen <= truth.yours


def found_elsewhere(truth: Truth, spot: str, side: str) -> bool:
    wanted = with_side(SIDES[side]) & truth.yours
    return bool(wanted) and wanted <= truth.turned and truth.on(spot)[0] not in wanted


def none_needed(truth: Truth, spot: str, side: str) -> bool:
    return truth.on(spot)[1] == SIDES[side] and not with_side(SIDES[side]) & truth.yours


def fits_more(truth: Truth, spot: str, n: str, other: str, less: str) -> bool:
    more = [truth.counts(each)[0] for each in (spot, other)]
    return more == [int(n), int(less)] and more[0] > more[1]


def of_so_many(truth: Truth, *numbers: str) -> bool:
    of, spot, n, other, less, of_other = numbers
    told = (int(n), int(of)), (int(less), int(of_other))
    likely = told[0][0] * told[1][1] > told[1][0] * told[0][1]
    return likely and (truth.counts(spot), truth.counts(other)) == told


def showed(truth: Truth, name: str, value: str, suit: str, rest: str) -> bool:
    coin = named(value, suit)
    new = coin not in truth.turned and coin in truth.needs(PEOPLE.index(name))
    stays = coin in truth.spots(truth.played)
    return new and truth.played[0] == f"flip {truth.spots()[coin]}" and stays == ("needs" in rest)


def moved(truth: Truth, name: str, value: str, suit: str, old: str, new: str) -> bool:
    coin, rival = named(value, suit), PEOPLE.index(name)
    places = [truth.spots(moves[:1])[coin] for moves in ((), truth.played, truth.better)]
    wanted = rival != truth.position.to_move and coin in truth.needs(rival) & truth.turned
    return wanted and places == [int(old), int(old), int(new)] and old != new


COIN = r"(\w+) of (\w+)"
CLAIMS: dict[str, Callable[..., bool]] = {
    rf"The coin on spot (\d+) had been seen: it is the {COIN}, ([\w ]+)\.": seen,
    rf"The coin on spot (\d+) can only be the {COIN}(, your last tile)?: "
    r"all others with ([\w ]+) had been seen\.": only,
    r"The coin on spot (\d+) is surely yours: "
    r"you need every coin with ([\w ]+) that had not been seen\.": surely,
    r"The coin on spot (\d+) could not be yours: "
    r"those with ([\w ]+) that you need had been seen elsewhere\.": found_elsewhere,
    r"The coin on spot (\d+) could not be yours: you need none with ([\w ]+)\.": none_needed,
    r"The coin on spot (\d+) may match (\d+) of your tiles, "
    r"the one on spot (\d+) only (\d+)\.": fits_more,
    r"Of the (\d+) coins that may lie on spot (\d+) you need (\d+); "
    r"on spot (\d+) it is (\d+) of (\d+)\.": of_so_many,
    rf"You showed (\w+) the {COIN}, (which \w+ needs|and \w+ took it)\.": showed,
    rf"(\w+) needs the {COIN} and saw it on spot (\d+): this moves it to spot (\d+)\.": moved,
}


def claimed(truth: Truth, text: str) -> str:
    """Which kind of sentence it is; it has to be true."""
    [(kind, found)] = [
        (kind, found) for kind in CLAIMS if (found := re.fullmatch(kind, text)) is not None
    ]
    assert CLAIMS[kind](truth, *found.groups()), f"{text} {truth}"
    return kind


def told_in(players: int, flaming: bool, seed: int) -> set[str]:
    """The kinds of sentences about pairs of moves of a game, each of them held against it."""
    choose, turned, kinds = random.Random(seed), set[str](), set[str]()
    variant = load("piecepack-matches", players=players, flaming=flaming)
    for position, after in pairwise(random_game(variant, seed)):
        if len(position.legal_moves()) > 1:
            first, second = choose.sample(position.legal_moves(), 2)
            truth = Truth(position, turned, continued(position, first, choose), [second])
            found = given(position, truth.played, truth.better)
            kinds |= {claimed(truth, reason.text) for reason in found}
            assert all(set(reason.marks) <= MARKS for reason in found)
        kind, _, spot = after.history[-1].partition(" ")
        if kind == "flip":
            turned.add(position.document["coins"][int(spot) - 1]["coin"])
    return kinds


def continued(position: Position, move: str, choose: random.Random) -> list[str]:
    """A move and up to two more, of which the first may take what it showed."""
    after, moves = position.copy(), [move]
    after.play(move)
    for _ in range(choose.randrange(3)):
        if after.over:
            break
        follow = (
            move
            if move in after.legal_moves() and choose.random() < 0.5
            else choose.choice(after.legal_moves())
        )
        moves.append(follow)
        after.play(follow)
    return moves


@rule("PM-12")
def test_whatever_a_coach_says_of_two_moves_is_true() -> None:
    kinds: set[str] = set()
    for seed, (players, flaming) in enumerate(product((2, 3, 4, 6), (False, True))):
        kinds |= told_in(players, flaming, seed)
    assert kinds == CLAIMS.keys()


def told(position: Position, played: str, better: str, *replies: str) -> list[str]:
    return [reason.text for reason in given(position, [played, *replies], [better])]


def later(moves: Sequence[str]) -> Position:
    [step] = [step for step in NEWCOMERS.steps if step.moves == moves]
    return step.position(GAME)


@rule("PM-12")
def test_that_a_coin_had_been_seen_is_the_first_thing_to_say() -> None:
    assert told(later(RIVAL_MISSED), "flip 23", "flip 11") == [
        "The coin on spot 11 had been seen: it is the 5 of suns, which you need."
    ]


@rule("PM-12")
def test_a_coin_that_could_not_be_yours_is_no_use() -> None:
    assert told(later(YOU_MISSED), "flip 19", "flip 9") == [
        "The coin on spot 9 can only be the 2 of moons: all others with a 2 had been seen.",
        "The coin on spot 19 had been seen: it is the 2 of arms, which you do not need.",
    ]
    assert told(later(RIVAL_FOUND), "flip 21", "flip 23") == [
        "The coin on spot 21 could not be yours: you need none with a sun."
    ]
    assert told(later(RIVAL_MISSED), "flip 21", "flip 23") == [
        "The coin on spot 21 could not be yours: "
        "those with a sun that you need had been seen elsewhere."
    ]


@rule("PM-12")
def test_what_the_better_coin_has_under_it_is_not_looked_at() -> None:
    variant = load("piecepack-matches", players=2)
    for position in random_game(variant, seed=8):
        if len(position.legal_moves()) > 1:
            played, *_, better = position.legal_moves()
            words, document = (
                ENGLISH.to(position.to_move),
                position.observe(position.to_move).document,
            )
            unturned = Line([better], [])
            found = reasons(words, document, line(position, [played]), unturned, PEOPLE)
            assert found == given(position, [played], [better])


@rule("PM-9")
def test_the_last_tile_is_called_so_and_what_the_turn_showed_instead() -> None:
    position = later(ONE_TILE_LEFT)
    assert told(position, "flip 8", "flip 9") == [
        "The coin on spot 9 can only be the 2 of moons, your last tile: "
        "all others with a 2 had been seen.",
        "You showed Ben the 3 of moons, which Ben needs.",
    ]
    assert told(position, "flip 8", "flip 9", "flip 8")[1:] == [
        "You showed Ben the 3 of moons, and Ben took it."
    ]
    position.play("flip 8")
    position.play("flip 9")
    assert told(position, "flip 8", "flip 9") == [
        "The coin on spot 9 had been seen: it is the 2 of moons, your last tile.",
        "The coin on spot 8 had been seen: it is the 3 of moons, which you do not need.",
    ]


def test_a_coin_that_fits_more_of_your_tiles_is_better() -> None:
    position = table(seed=350)
    assert told(position, "flip 8", "flip 3") == [
        "The coin on spot 3 may match 2 of your tiles, the one on spot 8 only 1."
    ]
    assert told(position, "flip 3", "flip 8") == []
    assert told(later(EIGHT_LEFT), "flip 12", "flip 21") == [
        "Of the 2 coins that may lie on spot 21 you need 1; on spot 12 it is 1 of 3."
    ]


def test_a_coin_is_surely_yours_if_you_need_all_that_it_can_be() -> None:
    assert told(table(seed=14), "flip 5", "flip 4")[:1] == [
        "The coin on spot 4 is surely yours: you need every coin with a 4 that had not been seen."
    ]


def test_of_two_moves_that_are_alike_nothing_is_said() -> None:
    assert told(table(seed=350), "flip 13", "flip 3") == []


@rule("PM-11")
def test_where_a_coin_goes_a_rival_has_to_look_for_it() -> None:
    position = FOR_FLAMING.steps[1].position(GAME)
    assert told(position, "stay", "move 17") == [
        "Ben needs the 2 of moons and saw it on spot 13: this moves it to spot 17.",
    ]
    assert told(position, "move 17", "stay") == []
