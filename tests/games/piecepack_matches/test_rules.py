"""Matches, rule by rule. Each test is named as the sentence it holds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchwood import IllegalMove, load
from matchwood.games.piecepack_matches import rules
from matchwood.games.piecepack_matches.pieces import NONE
from matchwood.games.piecepack_matches.text import NAMES
from matchwood.testing import check_counts, random_game
from tests.games.piecepack_matches.positions import coin, give, lay, middle, table, turned_coin

PLAYERS = (2, 3, 4, 6)
rule = pytest.mark.rule
seeds = st.integers(0, 10**6)
few = settings(max_examples=min(25, settings.default.max_examples))
"""Whole games are played, so a few examples are many positions."""


@rule("PM-1")
def test_there_is_one_tile_and_one_coin_of_each_suit_and_value() -> None:
    document = table().document
    assert len(NAMES) == len(set(NAMES)) == 24
    assert Counter(tile for tiles in document["tiles"] for tile in tiles) == Counter(NAMES)
    assert Counter(coin["coin"] for coin in document["coins"]) == Counter(NAMES)


@rule("PM-1")
def test_a_coin_shows_its_suit_on_one_side_and_its_value_on_the_other() -> None:
    position = table()
    for spot in range(1, 25):
        name, up = coin(position, spot)["coin"], coin(position, spot)["up"]
        assert up in name
        position.play(f"flip {spot}")
        if coin(position, spot):
            assert coin(position, spot)["up"] == name.replace(up, "")


@rule("PM-2")
@pytest.mark.parametrize(("players", "tiles"), [(2, 12), (3, 8), (4, 6), (6, 4)])
def test_the_tiles_are_dealt_out_equally_and_lie_open(players: int, tiles: int) -> None:
    position = table(players)
    assert [len(own) for own in position.observe(None).document["tiles"]] == [tiles] * players


@rule("PM-2")
@pytest.mark.slow
def test_every_tile_goes_to_every_seat_equally_often() -> None:
    seen: Counter[bytes] = Counter()
    for seed in range(1200):
        for seat, tiles in enumerate(table(6, seed=seed).document["tiles"]):
            seen.update(f"{tile}{seat}".encode() for tile in tiles)
    check_counts(seen, {f"{tile}{seat}".encode(): 200 for tile in NAMES for seat in range(6)})


@rule("PM-3")
@pytest.mark.slow
def test_any_coin_lies_on_any_spot_any_side_up() -> None:
    seen: Counter[bytes] = Counter()
    for seed in range(1200):
        for spot, lying in enumerate(table(seed=seed).document["coins"]):
            seen[f"{spot}{lying['coin']}{lying['up']}".encode()] += 1
    places = [f"{spot}{name}{side}" for spot in range(24) for name in NAMES for side in name]
    check_counts(seen, {place.encode(): 25 for place in places})


@rule("PM-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_in_flaming_matches_six_of_30_spots_stay_free_at_first(players: int) -> None:
    assert Counter(middle(table(players, flaming=True))) == Counter([*NAMES, *["··"] * 6])
    assert sorted(middle(table(players))) == sorted(NAMES)


@rule("PM-3")
@pytest.mark.slow
def test_which_spots_are_free_is_drawn_by_lot() -> None:
    seen: Counter[bytes] = Counter()
    for seed in range(1200):
        for spot, name in enumerate(middle(table(flaming=True, seed=seed))):
            if name == "··":
                seen[str(spot).encode()] += 1
    check_counts(seen, {str(spot).encode(): 240 for spot in range(30)})


@rule("PM-3")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_no_one_sees_the_undersides(viewer: int | None) -> None:
    assert all(lying["coin"] is None for lying in table().observe(viewer).document["coins"])


@rule("PM-4")
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_the_highest_roll_starts_and_equal_highest_rolls_roll_again(
    seed: int, players: int
) -> None:
    document = table(players, seed=seed).document
    rolls = document["rolls"]
    assert None not in rolls[0]
    for before, after in pairwise(rolls):
        highest = max(filter(None, before))
        assert before.count(highest) > 1
        assert [roll is not None for roll in after] == [roll == highest for roll in before]
    highest = max(filter(None, rolls[-1]))
    assert rolls[-1].count(highest) == 1
    assert document["to_move"] == rolls[-1].index(highest)


@rule("PM-4")
@pytest.mark.slow
def test_each_side_of_the_die_comes_equally_often() -> None:
    seen = Counter(str(table(6, seed=s).document["rolls"][0][3]).encode() for s in range(1200))
    check_counts(seen, {str(side).encode(): 200 for side in range(1, 7)})


@rule("PM-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_play_goes_clockwise(players: int) -> None:
    position = table(players)
    for _ in range(10):
        seat = position.to_move
        position.play(position.legal_moves()[0])
        assert position.to_move == (seat + 1) % players


@rule("PM-5")
def test_a_coin_is_turned_over_where_it_lies() -> None:
    position = turned_coin(flaming=False)
    assert coin(position, 5) == {"coin": "C4", "up": "4", "seen": True}


@rule("PM-5")
def test_only_a_coin_in_the_middle_can_be_turned() -> None:
    position = table()
    lay(position, 7, "S3", up="3")
    give(position, position.to_move, "S3")
    position.play("flip 7")
    refusal = position.why_not("flip 7")
    assert "flip 7" not in position.legal_moves()
    assert refusal is not None
    assert refusal.rule == "PM-5"


@rule("PM-6")
@pytest.mark.parametrize("up", ["S", "3"])
def test_a_coin_that_matches_a_tile_of_yours_goes_onto_it(up: str) -> None:
    position = table()
    seat = position.to_move
    lay(position, 7, "S3", up)
    give(position, seat, "S3")
    position.play("flip 7")
    assert coin(position, 7) is None
    assert position.document["marked"][seat] == ["S3"]


@rule("PM-6")
def test_a_coin_that_matches_in_one_side_only_or_anothers_tile_does_not_mark() -> None:
    position = table()
    seat = position.to_move
    lay(position, 7, "S3", up="S")
    give(position, 1 - seat, "S3")
    give(position, seat, "S4")
    give(position, seat, "M3")
    position.play("flip 7")
    assert position.document["marked"] == [[], []]
    assert coin(position, 7)["coin"] == "S3"


@rule("PM-7")
def test_a_coin_that_does_not_match_stays_and_is_not_turned_back() -> None:
    position = turned_coin(flaming=False)
    position.play("flip 6")
    assert coin(position, 5)["up"] == "4"


@rule("PM-7")
@pytest.mark.parametrize("text", ["stay", "move 3"])
def test_without_flaming_a_coin_is_never_moved(text: str) -> None:
    position = turned_coin(flaming=False)
    refusal = position.why_not(text)
    assert refusal is not None
    assert refusal.rule == "PM-7"


@rule("PM-8")
def test_you_must_turn_a_coin_and_may_turn_any() -> None:
    position = table()
    assert position.legal_moves() == [f"flip {spot}" for spot in range(1, 25)]
    with pytest.raises(IllegalMove, match="PM-8"):
        position.play("pass")


@rule("PM-9")
@pytest.mark.parametrize("flaming", [False, True])
def test_who_marks_their_last_tile_ends_the_game_and_wins(flaming: bool) -> None:
    position = table(flaming=flaming)
    seat = position.to_move
    lay(position, 7, "S3", up="S")
    give(position, seat, "S3")
    for spot in range(24):
        number = rules.coin_on(position.state, spot)
        if position.state.owner[number] == seat and NAMES[number] != "S3":
            position.state.marked[number] = 1
            position.state.face[spot] = position.state.under[spot] = NONE
    position.state.left[seat] = 1
    position.play("flip 7")
    assert position.over
    assert position.winners == position.document["winners"] == [seat]
    assert position.to_move == seat
    assert position.document["phase"] == "over"
    refusal = position.why_not("flip 8")
    assert refusal is not None
    assert refusal.rule == "PM-9"


@rule("PM-9")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS), flaming=st.booleans())
def test_nobody_else_has_marked_all_when_the_game_ends(
    seed: int, players: int, flaming: bool
) -> None:
    variant = load("piecepack-matches", players=players, flaming=flaming)
    *before, last = random_game(variant, seed)
    document = last.document
    full = [len(document["marked"][seat]) == 24 // players for seat in range(players)]
    assert [seat for seat in range(players) if full[seat]] == last.winners == [last.to_move]
    assert all(not position.over for position in before)


@rule("PM-10")
def test_a_turned_coin_that_stays_may_be_put_on_any_free_spot() -> None:
    position = turned_coin()
    mover = position.to_move
    document = position.document
    assert (document["phase"], document["turned"]) == ("place", 5)
    free = [f"move {spot}" for spot, name in enumerate(middle(position), 1) if name == "··"]
    assert position.legal_moves() == ["stay", *free]
    assert len(free) == 6
    position.play("stay")
    assert position.to_move == 1 - mover
    assert coin(position, 5)["coin"] == "C4"
    assert position.document["turned"] is None


@rule("PM-10")
def test_a_coin_that_matched_is_not_put_elsewhere() -> None:
    position = table(flaming=True)
    mover = position.to_move
    lay(position, 7, "S3", up="S")
    give(position, mover, "S3")
    position.play("flip 7")
    assert position.document["phase"] == "flip"
    assert position.to_move == 1 - mover


@rule("PM-10")
def test_a_coin_must_be_turned_before_it_is_put_elsewhere() -> None:
    refusal = table(flaming=True).why_not("move 3")
    assert refusal is not None
    assert refusal.rule == "PM-10"


@rule("PM-11")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("flip 6", "First say where the coin you turned on spot 5 goes."),
        ("move 5", "The coin lies on spot 5 already; to leave it there, say stay."),
        ("move 12", "Another coin lies on spot 12; put yours on a free spot."),
        ("move 31", "Say where the turned coin goes: stay, or move and a free spot, 1 to 30."),
        ("hop", "Say where the turned coin goes: stay, or move and a free spot, 1 to 30."),
    ],
)
def test_a_turned_coin_is_left_or_put_on_a_free_spot(text: str, reason: str) -> None:
    position = turned_coin()
    assert coin(position, 12) is not None
    refusal = position.why_not(text)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("PM-11", reason)


@rule("PM-11")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS), data=st.data())
def test_only_the_turned_coin_is_moved_and_its_spot_is_free_then(
    seed: int, players: int, data: st.DataObject
) -> None:
    variant = load("piecepack-matches", players=players, flaming=True)
    places = [position for position in random_game(variant, seed) if position.document["turned"]]
    for position in data.draw(st.lists(st.sampled_from(places), min_size=1, unique_by=id)):
        expected, old = position.document["coins"], position.document["turned"] - 1
        free = [spot for spot, lying in enumerate(expected, start=1) if lying is None]
        assert position.legal_moves() == ["stay", *(f"move {spot}" for spot in free)]
        new = data.draw(st.sampled_from(free)) - 1
        expected[new], expected[old] = expected[old], None
        position.play(f"move {new + 1}")
        assert position.document["coins"] == expected


@rule("PM-12")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS), flaming=st.booleans())
def test_what_was_turned_once_is_known_to_all_and_nothing_else_is(
    seed: int, players: int, flaming: bool
) -> None:
    variant = load("piecepack-matches", players=players, flaming=flaming)
    known: set[str] = set()
    for position in random_game(variant, seed):
        truth = position.document
        if position.history and position.history[-1].startswith("flip"):
            marked = {name for names in truth["marked"] for name in names}
            spot = int(position.history[-1].split()[1]) - 1
            known |= marked | ({truth["coins"][spot]["coin"]} if truth["coins"][spot] else set())
        for viewer in (None, 0):
            for lying, seen in zip(
                truth["coins"], position.observe(viewer).document["coins"], strict=True
            ):
                if lying is not None:
                    assert lying["seen"] == (lying["coin"] in known)
                    expected = lying["coin"] if lying["coin"] in known else None
                    assert seen == {**lying, "coin": expected}


def test_the_document_is_that_of_the_rules_to_the_letter() -> None:
    document = turned_coin().document
    assert list(document) == [
        "game",
        "players",
        "flaming",
        "to_move",
        "phase",
        "rolls",
        "tiles",
        "marked",
        "coins",
        "turned",
        "winners",
    ]
    assert document["game"] == "piecepack-matches"
    assert document["flaming"] is True
    assert len(document["coins"]) == 30
    assert len(turned_coin(flaming=False).document["coins"]) == 24


def test_equal_highest_rolls_beyond_the_last_row_are_thrown_in_that_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Three tie for as long as there are rows and once more, then the second wins.
    position = table(3)
    throws = iter([5] * 3 * (rules.ROLL_ROWS + 1) + [2, 5, 2])
    monkeypatch.setattr(rules, "chance_below", lambda s, bound: next(throws))
    getattr(rules._roll, "py_func", rules._roll)(position.state)
    assert position.document["rolls"] == [[6, 6, 6]] * (rules.ROLL_ROWS - 1) + [[3, 6, 3]]
    assert position.to_move == 1
