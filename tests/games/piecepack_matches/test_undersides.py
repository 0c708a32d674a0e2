"""What is guessed under the coins is exactly as likely as it is.

The kernel counts and draws tables in its own clever way. Here they are counted again by plain
means: by listing every truth where few coins are unknown, by listing every table, and by
dynamic programming over the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice

import numpy as np
import pytest

from matchwood import Position, load
from matchwood.engine.game import SPECTATOR
from matchwood.engine.rng import new_generator
from matchwood.games.piecepack_matches.pieces import HIDDEN, SUITS, TILES, VALUES
from matchwood.games.piecepack_matches.rules import undersides
from matchwood.testing import check_counts, check_proportions, random_game, truth
from tests.support.knowledge import writable

pytestmark = pytest.mark.slow

Coin = int
Columns = tuple[tuple[int, ...], ...]


def hidden_positions(players: int = 3, seeds: int = 5) -> Iterator[Position]:
    for seed in range(seeds):
        for flaming in (False, True):
            for position in random_game(
                load("piecepack-matches", players=players, flaming=flaming), seed
            ):
                yield position.observe(None)


def unknown_coins(hidden: Position) -> set[Coin]:
    document = hidden.document
    names = [suit + value for suit in "SMCA" for value in "na2345"]
    known = {coin["coin"] for coin in document["coins"] if coin}
    known |= {name for marked in document["marked"] for name in marked}
    return {number for number, name in enumerate(names) if name not in known}


def unknown_spots(hidden: Position) -> list[int]:
    return [spot for spot in range(hidden.state.spots) if hidden.state.under[spot] == HIDDEN]


def shows(coin: Coin, face: int) -> bool:
    return face in (coin // VALUES, SUITS + coin % VALUES)


def every_truth(hidden: Position) -> Iterator[Position]:
    """Every way to lay the unknown coins under the faces that show, one spot at a time."""

    def lay(position: Position, spots: list[int], coins: set[Coin]) -> Iterator[Position]:
        if not spots:
            yield position
            return
        spot, *rest = spots
        face = int(position.state.face[spot])
        for coin in coins:
            if shows(coin, face):
                other = writable(position)
                suit, value = coin // VALUES, SUITS + coin % VALUES
                other.state.under[spot] = value if face == suit else suit
                yield from lay(other, rest, coins - {coin})

    yield from lay(writable(hidden), unknown_spots(hidden), unknown_coins(hidden))


def margins(hidden: Position) -> tuple[list[int], list[int], set[Coin]]:
    """How many unknown coins show each suit, how many each value, and which coins they are."""
    faces = Counter(int(hidden.state.face[spot]) for spot in unknown_spots(hidden))
    sides = [faces[side] for side in range(SUITS + VALUES)]
    return sides[:SUITS], sides[SUITS:], unknown_coins(hidden)


def count_by_columns(hidden: Position, shows_suit: Coin | None = None) -> int:
    """The number of tables, or of those in which one coin shows its suit."""
    suits, values, coins = margins(hidden)

    @cache
    def count(value: int, left: tuple[int, ...]) -> int:
        if value == VALUES:
            return int(not any(left))
        column = [suit for suit in range(SUITS) if suit * VALUES + value in coins]
        ways = 0
        for chosen in range(2 ** len(column)):
            ones = [suit for bit, suit in enumerate(column) if chosen >> bit & 1]
            if len(column) - len(ones) != values[value]:
                continue
            fixed = shows_suit is not None and shows_suit % VALUES == value
            if fixed and shows_suit // VALUES not in ones:
                continue
            after = tuple(n - (suit in ones) for suit, n in enumerate(left))
            if min(after) >= 0:
                ways += count(value + 1, after)
        return ways

    return count(0, tuple(suits))


@pytest.mark.rule("PM-12")
def test_the_kernel_counts_the_tables_that_dynamic_programming_counts() -> None:
    for players in (2, 6):
        for hidden in hidden_positions(players):
            assert undersides.count_tables(*undersides.margins(hidden.state)) == count_by_columns(
                hidden
            )


@pytest.mark.rule("PM-12")
def test_the_kernel_counts_in_how_many_tables_each_coin_shows_its_suit() -> None:
    counted = np.empty(TILES, np.int64)
    for hidden in islice(hidden_positions(2), 0, None, 3):
        tables = undersides.tally(*undersides.margins(hidden.state), counted)
        assert tables == count_by_columns(hidden)
        for coin in unknown_coins(hidden):
            assert counted[coin] == count_by_columns(hidden, shows_suit=coin)
        known = set(range(TILES)) - unknown_coins(hidden)
        assert not counted[list(known)].any()


@pytest.mark.rule("PM-12")
@pytest.mark.parametrize("coins", [1, 2, 4, 6, 8])
def test_with_few_coins_unknown_every_truth_is_guessed_equally_often(coins: int) -> None:
    found = (
        hidden for hidden in hidden_positions(2, seeds=20) if len(unknown_coins(hidden)) == coins
    )
    for _, hidden in zip(range(4), found, strict=False):
        possible = {truth(position.state): 1.0 for position in every_truth(hidden)}
        check_proportions(hidden, None, possible, guesses=max(500, 12 * len(possible)))


def guessed_tables(hidden: Position, generator: object, count: int) -> Iterator[frozenset[Coin]]:
    """The coins that show their suit, in each of so many guesses."""
    spots, guess = unknown_spots(hidden), hidden.variant.game.rules.guess
    for _ in range(count):
        guessed = writable(hidden).state
        guess(guessed, SPECTATOR, generator)
        sides = zip(guessed.face[spots].tolist(), guessed.under[spots].tolist(), strict=True)
        yield frozenset(face * VALUES + under - SUITS for face, under in sides if face < SUITS)


def every_table(hidden: Position) -> Iterator[frozenset[Coin]]:
    suits, values, coins = margins(hidden)

    def fill(
        rest: list[Coin], ones: frozenset[Coin], suits_left: list[int], values_left: list[int]
    ) -> Iterator[frozenset[Coin]]:
        if min(suits_left) < 0 or min(values_left) < 0:
            return
        if not rest:
            yield ones
            return
        coin, *others = rest
        fewer_suits, fewer_values = list(suits_left), list(values_left)
        fewer_suits[coin // VALUES] -= 1
        fewer_values[coin % VALUES] -= 1
        yield from fill(others, ones | {coin}, fewer_suits, values_left)
        yield from fill(others, ones, suits_left, fewer_values)

    yield from fill(sorted(coins), frozenset(), suits, values)


@pytest.mark.rule("PM-12")
def test_with_many_coins_unknown_every_table_is_guessed_equally_often() -> None:
    wide = (hidden for hidden in hidden_positions(3) if count_by_columns(hidden) >= 20)
    positions = list(islice(wide, 0, None, 5))
    assert len(positions) >= 8
    for number, hidden in enumerate(positions):
        tables = list(every_table(hidden))
        assert len(tables) == count_by_columns(hidden)
        generator, guesses = new_generator(number), 12 * len(tables)
        seen = Counter(map(written, guessed_tables(hidden, generator, guesses)))
        check_counts(seen, {written(table): guesses / len(tables) for table in tables})


def written(table: frozenset[Coin]) -> bytes:
    return str(sorted(table)).encode()


@pytest.mark.rule("PM-12")
@pytest.mark.parametrize("seed", range(3))
def test_at_the_start_each_coin_shows_its_suit_as_often_as_the_count_says(seed: int) -> None:
    hidden = load("piecepack-matches").new(seed).observe(None)
    total, generator, guesses = count_by_columns(hidden), new_generator(seed), 4000
    assert len(unknown_coins(hidden)) == TILES
    seen = Counter(chain.from_iterable(guessed_tables(hidden, generator, guesses)))
    for coin in range(TILES):
        likely = count_by_columns(hidden, shows_suit=coin) / total
        spread = (guesses * likely * (1 - likely)) ** 0.5
        assert abs(seen[coin] - guesses * likely) <= 4.5 * spread
