"""Top Trumps Match, rule by rule. Each test is named as the sentence it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import IllegalMove, Position, load
from matchwood.engine.rng import new_generator, reseed_chance
from matchwood.games.top_trumps_match import rules
from matchwood.games.top_trumps_match.pieces import SYMBOLS
from matchwood.games.top_trumps_match.text import NAMES
from matchwood.testing import check_counts, check_proportions, random_game, truth
from tests.games.top_trumps_match.positions import (
    LINES,
    about_to_match,
    give,
    hold,
    most_equal,
    opposite,
    refused,
    stage,
    table,
)
from tests.support.knowledge import writable

rule = pytest.mark.rule
seeds = st.integers(0, 10**6)


@rule("TT-1")
def test_25_cubes_fill_a_grid_of_five_by_five_and_there_is_a_card_for_each_of_15_symbols() -> None:
    document = table().document
    assert list(document["grid"]) == [f"{column}{row}" for row in "12345" for column in "abcde"]
    cubes = [cell["cube"] for cell in document["grid"].values() if cell]
    assert sorted([*cubes, document["held"]]) == list(range(25))
    assert {symbol for cube in document["cubes"] for symbol in cube} == set("ABCDEFGHIJKLMNO")


@rule("TT-1")
def test_there_is_no_cell_and_no_symbol_beyond_these() -> None:
    position = table()
    assert refused(position, "f1=A") == refused(position, "a6=A") == "TT-1"
    assert refused(position, "c3=P") == "TT-1"


@rule("TT-2")
def test_a_standard_cube_has_six_different_symbols_and_each_symbol_is_on_ten_cubes() -> None:
    cubes = table().document["cubes"]
    assert len(cubes) == 25
    assert all(len(set(cube)) == 6 for cube in cubes)
    assert Counter(symbol for cube in cubes for symbol in cube) == dict.fromkeys(SYMBOLS, 10)


@rule("TT-2")
def test_any_two_symbols_meet_on_three_or_four_standard_cubes_and_are_opposite_once_at_most() -> (
    None
):
    cubes = table().document["cubes"]
    meet = Counter(frozenset(two) for cube in cubes for two in combinations(cube, 2))
    face_each_other = Counter(
        frozenset(cube[face : face + 2]) for cube in cubes for face in (0, 2, 4)
    )
    assert len(meet) == 105
    assert set(meet.values()) == {3, 4}
    assert set(face_each_other.values()) == {1}


@rule("TT-3")
@given(seed=seeds)
def test_a_cube_shows_opposite_faces_to_the_two_sides(seed: int) -> None:
    document = table(seed).document
    for cell in document["grid"].values():
        if cell:
            cube = document["cubes"][cell["cube"]]
            face = cube.index(cell["faces"][0])
            assert cell["faces"][1] == cube[face ^ 1]


@rule("TT-3")
def test_the_face_that_the_mover_chooses_looks_at_the_mover() -> None:
    position = table()
    for _ in range(4):
        seat, move = position.to_move, position.legal_moves()[70]
        cell, symbol = move.split("=")
        behind = opposite(position, symbol)
        position.play(move)
        faces = position.document["grid"][cell]["faces"]
        assert faces[seat] == symbol
        assert faces[1 - seat] == behind


@rule("TT-4")
@given(seed=seeds)
def test_no_line_of_a_new_round_has_more_than_two_equal_symbols_on_either_side(seed: int) -> None:
    document = table(seed).document
    assert most_equal(document, 0) <= 2
    assert most_equal(document, 1) <= 2


@rule("TT-4")
def test_even_cubes_that_are_all_alike_can_be_put_in() -> None:
    document = table(cubes="-".join(["ABCDEF"] * 25)).document
    assert max(most_equal(document, side) for side in (0, 1)) <= 2


SET_UPS = 30_000


@cache
def set_ups(youngest: int) -> np.ndarray:
    """The records of so many first rounds."""
    states = np.repeat(load("top-trumps-match", youngest=youngest).blank, SET_UPS)
    generator = new_generator(youngest)
    for s in states:
        reseed_chance(s, generator)
        rules.setup(s)
    return states


@rule("TT-4")
@pytest.mark.slow
@pytest.mark.parametrize("youngest", [0, 1])
def test_every_cell_shows_every_symbol_equally_often_to_both_sides(youngest: int) -> None:
    shows, hole = set_ups(youngest)["shows"], (0, 4)[youngest]
    numbers = {
        f"{side} {cell} {symbol}".encode(): int(number)
        for side in (0, 1)
        for cell in range(25)
        if cell != hole
        for symbol, number in enumerate(np.bincount(shows[:, side, cell], minlength=15))
    }
    check_counts(numbers, dict.fromkeys(numbers, SET_UPS / 15))


@rule("TT-4")
@pytest.mark.slow
def test_every_cube_lies_in_every_cell_equally_often() -> None:
    states = set_ups(0)
    places = [states["held"], *states["cube"][:, 1:].T]
    numbers = {
        f"{place} {cube}".encode(): int(number)
        for place, cubes in enumerate(places)
        for cube, number in enumerate(np.bincount(cubes, minlength=25))
    }
    check_counts(numbers, dict.fromkeys(numbers, SET_UPS / 25))


@rule("TT-5")
@given(seed=seeds)
def test_each_player_gets_two_cards_and_no_card_is_there_twice(seed: int) -> None:
    hands = table(seed).document["cards"]
    assert [len(hand) for hand in hands] == [2, 2]
    assert len({card for hand in hands for card in hand}) == 4


@rule("TT-5")
@pytest.mark.slow
def test_any_two_cards_are_dealt_to_a_player_equally_often() -> None:
    seen = Counter(bytes(hand) for hands in set_ups(0)["cards"].tolist() for hand in hands)
    hands = [bytes(hand) for hand in combinations(range(15), 2)]
    check_counts(seen, dict.fromkeys(hands, 2 * SET_UPS / 105))


@rule("TT-5")
def test_a_hand_is_secret_from_the_other_player_and_from_those_who_watch() -> None:
    position = table()
    hands = position.document["cards"]
    unknown = [None, None]
    assert position.observe(0).document["cards"] == [hands[0], unknown]
    assert position.observe(1).document["cards"] == [unknown, hands[1]]
    assert position.observe(None).document["cards"] == [unknown, unknown]


def every_hand(
    hidden: Position, seat: int, cards: list[int]
) -> Iterator[tuple[Position, set[int]]]:
    for hand in combinations(cards, 2):
        position = writable(hidden)
        position.state.cards[seat] = hand
        yield position, set(hand)


@rule("TT-5")
@pytest.mark.parametrize("viewer", [0, 1])
def test_any_two_of_the_13_unseen_cards_are_guessed_equally_often(viewer: int) -> None:
    hidden = table().observe(viewer)
    unseen = [card for card in range(15) if card not in hidden.state.cards[viewer]]
    possible = {truth(p.state): 1.0 for p, _ in every_hand(hidden, 1 - viewer, unseen)}
    assert len(possible) == 78
    check_proportions(hidden, viewer, possible, guesses=1500)


@rule("TT-18")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "viewer"), [("tournament", None), ("five-minute", None), ("five-minute", 0)]
)
def test_who_sees_no_card_guesses_any_four_of_the_15_equally_often(
    mode: str, viewer: int | None
) -> None:
    hidden = table(mode=mode).observe(viewer)
    possible = {
        truth(both.state): 1.0
        for one, hand in every_hand(hidden, 0, list(range(15)))
        for both, _ in every_hand(one, 1, [card for card in range(15) if card not in hand])
    }
    assert len(possible) == 105 * 78
    check_proportions(hidden, viewer, possible, guesses=5 * len(possible))


@rule("TT-6")
@pytest.mark.parametrize("youngest", [0, 1])
def test_the_youngest_starts(youngest: int) -> None:
    assert all(table(seed, youngest=youngest).document["starter"] == youngest for seed in range(9))


@rule("TT-6")
@pytest.mark.slow
def test_if_nobody_is_named_the_lot_decides_who_starts() -> None:
    seen = Counter(str(table(seed).document["starter"]).encode() for seed in range(400))
    check_counts(seen, {b"0": 200, b"1": 200})


@rule("TT-6")
@pytest.mark.parametrize(("starter", "later"), [("youngest", [0, 0, 0]), ("alternate", [0, 1, 0])])
def test_later_rounds_are_started_by_the_same_player_or_in_turn(
    starter: str, later: list[int]
) -> None:
    options = {"youngest": 0, "starter": starter, "void_after": 20}
    rounds = {
        document["round"]: document["starter"]
        for position in random_game(load("top-trumps-match", **options), seed=1)
        if (document := position.document)
    }
    assert [rounds[number] for number in (1, 2, 3)] == later


@rule("TT-7")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_both_sides_of_the_grid_are_known_to_all_and_only_cards_are_secret(
    viewer: int | None,
) -> None:
    position = table()
    known, everything = position.observe(viewer).document, position.document
    assert {**known, "cards": None} == {**everything, "cards": None}


@rule("TT-8")
@pytest.mark.parametrize(("starter", "hole"), [(0, "a1"), (1, "e1")])
def test_a_round_opens_with_the_top_left_cube_of_the_starters_side_in_the_others_hand(
    starter: int, hole: str
) -> None:
    position = table(youngest=starter)
    document = position.document
    assert document["hole"] == hole
    assert document["to_move"] == 1 - starter
    assert [name for name, cell in document["grid"].items() if cell is None] == [hole]
    assert document["held"] not in [cell["cube"] for cell in document["grid"].values() if cell]
    assert document["fresh"] is None
    assert document["pushes"] == 0


@rule("TT-9")
def test_the_held_cube_takes_the_place_of_any_cube_and_pushes_it_out_to_the_opponent() -> None:
    position = table(youngest=0)
    before = position.document
    held = before["cubes"][before["held"]]
    assert sorted(position.legal_moves()) == sorted(
        f"{name}={symbol}" for name in NAMES if name != "a1" for symbol in held
    )
    position.play(f"c3={held[4]}")
    after = position.document
    assert after["grid"]["c3"]["cube"] == before["held"]
    assert after["held"] == before["grid"]["c3"]["cube"]
    assert after["to_move"] == 1 - before["to_move"]
    assert after["fresh"] == "c3"
    assert after["pushes"] == 1
    changed = [name for name in NAMES if before["grid"][name] != after["grid"][name]]
    assert changed == ["c3"]


@rule("TT-9")
@pytest.mark.parametrize("text", ["pass", "c3", "c3=", "C3=A", "c3=a", " c3=A", "c33=A"])
def test_a_move_is_a_cell_and_a_symbol(text: str) -> None:
    with pytest.raises(IllegalMove, match="TT-9"):
        table().play(text)


@rule("TT-9")
def test_a_symbol_that_the_held_cube_does_not_have_cannot_be_shown() -> None:
    position = table()
    document = position.document
    missing = next(
        symbol for symbol in SYMBOLS if symbol not in document["cubes"][document["held"]]
    )
    assert refused(position, f"c3={missing}") == "TT-9"


@rule("TT-10")
def test_the_cube_put_in_on_the_turn_before_may_not_be_pushed_out_but_later_it_may() -> None:
    position = table(youngest=0)
    position.play(position.legal_moves()[-1])
    assert position.document["fresh"] == "e5"
    held = position.document["held"]
    first = position.document["cubes"][held][0]
    assert refused(position, f"e5={first}") == "TT-10"
    assert len(position.legal_moves()) == 23 * 6
    position.play(f"b2={first}")
    assert any(move.startswith("e5") for move in position.legal_moves())


@rule("TT-11")
@pytest.mark.parametrize(("starter", "hole"), [(0, "a1"), (1, "e1")])
@pytest.mark.parametrize("way", ["row", "column", "diagonal"])
def test_the_hole_may_be_filled_if_that_makes_five_in_a_line_on_the_movers_side(
    starter: int, hole: str, way: str
) -> None:
    position = table(youngest=starter)
    number = {"row": 0, "column": 5 + 4 * starter, "diagonal": 10 + starter}[way]
    line = [cell for cell in LINES[number] if cell != hole]
    stage(position, position.to_move, line, "K")
    hold(position, "K", line)
    assert [move for move in position.legal_moves() if move.startswith(hole)] == [f"{hole}=K"]
    assert len(position.legal_moves()) == 24 * 6 + 1 <= rules.MOST_ACTIONS
    seat = position.to_move
    position.play(f"{hole}=K")
    match = position.document["last_match"]
    assert (match["caller"], match["symbol"]) == (seat, "K")


@rule("TT-11")
def test_who_can_fill_the_hole_may_push_instead() -> None:
    position = table(youngest=0)
    line = ["b1", "c1", "d1", "e1"]
    stage(position, 1, line, "K")
    hold(position, "K", line)
    assert len(position.legal_moves()) > 1
    assert position.document["last_match"] is None


@rule("TT-11")
@pytest.mark.parametrize("count", [0, 3])
def test_otherwise_the_hole_stays_empty(count: int) -> None:
    position = table(youngest=0)
    line = ["b1", "c1", "d1", "e1"][:count]
    stage(position, 1, line, "K")
    hold(position, "K", line)
    assert refused(position, "a1=K") == "TT-11"


@rule("TT-11")
def test_a_line_on_the_other_side_alone_does_not_let_the_hole_be_filled() -> None:
    position = table(youngest=0)
    line = ["b1", "c1", "d1", "e1"]
    stage(position, 0, line, "K")
    hold(position, "K", line)
    assert refused(position, f"a1={opposite(position, 'K')}") == "TT-11"


@rule("TT-12")
@pytest.mark.parametrize("line", LINES[1:5] + LINES[6:10] + LINES[11:])
@pytest.mark.parametrize("side", [0, 1])
def test_five_equal_symbols_in_any_line_are_a_match(side: int, line: list[str]) -> None:
    position = table(youngest=0)
    others = [cell for cell in line if cell != line[1]]
    stage(position, side, others, "K")
    hold(position, "K", others)
    symbol = "K" if side == position.to_move else opposite(position, "K")
    position.play(f"{line[1]}={symbol}")
    document = position.document
    assert document["last_match"]["caller"] == side
    assert document["last_match"]["symbol"] == "K"
    assert document["round"] == 2


@rule("TT-12")
def test_a_match_on_the_opponents_side_counts_for_the_opponent() -> None:
    position = about_to_match(side=0)
    assert position.to_move == 1
    position.play(f"c3={opposite(position, 'K')}")
    match = position.document["last_match"]
    assert match["caller"] == 0
    assert match["scored"] == [1, 0]


@rule("TT-12")
def test_if_both_sides_match_at_once_the_mover_calls() -> None:
    position = about_to_match()
    s, behind = position.state, opposite(position, "K")
    for cell in ("c1", "c2", "c4", "c5"):
        s.shows[0, NAMES.index(cell)] = SYMBOLS.index(behind)
    position.play("c3=K")
    match = position.document["last_match"]
    assert (match["caller"], match["symbol"]) == (1, "K")


@rule("TT-12")
@pytest.mark.parametrize(
    ("cards", "scored"), [(["AB", "CD"], [0, 1]), (["AB", "KD"], [0, 2]), (["AK", "CD"], [2, 0])]
)
def test_two_lines_completed_by_one_push_are_one_match(cards: list[str], scored: list[int]) -> None:
    position = table(youngest=0)
    cross = [cell for line in (LINES[2], LINES[7]) for cell in line if cell != "c3"]
    stage(position, position.to_move, cross, "K")
    hold(position, "K", cross)
    give(position, cards)
    position.play("c3=K")
    document = position.document
    assert document["last_match"]["scored"] == document["points"] == scored
    assert (document["round"], document["pushes"]) == (2, 0)


@rule("TT-12")
def test_four_equal_symbols_and_another_are_no_match() -> None:
    position = about_to_match()
    position.play(f"c3={opposite(position, 'K')}")
    assert position.document["last_match"] is None
    assert position.to_move == 0


@pytest.mark.parametrize(
    ("cards", "scored"),
    [
        pytest.param(["AB", "CK"], [0, 2], marks=rule("TT-13")),
        pytest.param(["AK", "CD"], [2, 0], marks=rule("TT-14")),
        pytest.param(["AB", "CD"], [0, 1], marks=rule("TT-15")),
    ],
)
def test_the_points_go_by_whose_card_has_the_symbol(cards: list[str], scored: list[int]) -> None:
    position = about_to_match()
    give(position, cards)
    position.play("c3=K")
    document = position.document
    assert document["points"] == scored
    hands = [list(hand) for hand in cards]
    expected = {"round": 1, "caller": 1, "symbol": "K", "scored": scored, "cards": hands}
    assert document["last_match"] == expected
    assert position.observe(None).document["last_match"] == expected


@rule("TT-16")
def test_after_a_match_all_is_set_up_again() -> None:
    position = about_to_match()
    before = position.document
    position.play("c3=K")
    after = position.document
    assert (after["round"], after["pushes"], after["fresh"]) == (2, 0, None)
    assert after["grid"]["a1"] is None
    assert after["grid"] != before["grid"]
    assert after["to_move"] == 1
    assert max(most_equal(after, side) for side in (0, 1)) <= 2
    assert after["cards"] != before["cards"]


@rule("TT-16")
@pytest.mark.parametrize("target", [5, 6])
def test_who_first_has_the_agreed_points_wins(target: int) -> None:
    position = about_to_match(target=target)
    position.state.points[:] = [target - 1, target - 2]
    give(position, ["AB", "CK"])
    position.play("c3=K")
    document = position.document
    assert document["phase"] == "over"
    assert document["winners"] == position.winners == [1]
    assert document["points"] == [target - 1, target]
    assert document["round"] == 1
    assert document["held"] is None
    assert [document["grid"][cell]["faces"][1] for cell in LINES[2]] == ["K"] * 5
    assert document["to_move"] == 1
    assert refused(position, "a2=K") == "TT-16"


@rule("TT-16")
def test_the_game_goes_on_below_the_agreed_points() -> None:
    position = about_to_match(target=6)
    position.state.points[:] = [4, 4]
    position.play("c3=K")
    assert not position.over
    assert position.document["points"] == [4, 5]


@rule("TT-16")
def test_when_the_game_is_over_all_cards_are_turned_up() -> None:
    position = about_to_match()
    position.state.points[1] = 4
    position.play("c3=K")
    assert all(
        position.observe(viewer).document["cards"] == [list("AB"), list("CD")]
        for viewer in (None, 0)
    )


@rule("TT-17")
def test_after_so_many_pushes_without_a_match_a_round_is_void_and_a_new_one_begins() -> None:
    position = table(void_after=20)
    for push in range(1, 20):
        position.play(position.legal_moves()[push])
        assert position.document["pushes"] == push
    position.play(position.legal_moves()[20])
    document = position.document
    assert (document["round"], document["voids"], document["pushes"]) == (2, 1, 0)
    assert document["points"] == [0, 0]


@rule("TT-17")
def test_a_match_with_the_last_push_counts_and_the_count_of_void_rounds_begins_anew() -> None:
    position = about_to_match(void_after=20)
    position.state.pushes, position.state.voids = 19, 2
    position.play("c3=K")
    document = position.document
    assert document["points"] == [0, 1]
    assert document["voids"] == 0


@rule("TT-17")
@pytest.mark.parametrize(
    ("points", "winners"), [([3, 2], [0]), ([0, 1], [1]), ([2, 2], [0, 1]), ([0, 0], [0, 1])]
)
def test_after_so_many_void_rounds_in_a_row_the_higher_score_wins_and_equal_scores_share(
    points: list[int], winners: list[int]
) -> None:
    position = table(void_after=20, max_voids=2)
    s = position.state
    s.points[:], s.voids, s.pushes = points, 1, 19
    last = position.to_move
    position.play(position.legal_moves()[0])
    assert position.over
    assert position.winners == position.document["winners"] == winners
    assert position.to_move == last
    assert position.document["voids"] == 2
    assert refused(position, "c3=K") == "TT-17"
    shares = np.zeros(2)
    rules.returns(s, shares)
    assert shares.sum() == 1


@rule("TT-17")
def test_a_void_round_shows_no_cards_but_the_end_does() -> None:
    position = table(void_after=20, max_voids=2)
    position.state.pushes = 19
    position.play(position.legal_moves()[0])
    assert position.observe(None).document["cards"] == [[None, None]] * 2
    assert position.observe(None).document["last_match"] is None
    position.state.pushes = 19
    position.play(position.legal_moves()[0])
    assert position.observe(None).document["cards"] == position.document["cards"]


@rule("TT-18")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_in_the_five_minute_game_nobody_sees_a_card(viewer: int | None) -> None:
    position = table(mode="five-minute")
    assert None not in [card for hand in position.document["cards"] for card in hand]
    assert position.observe(viewer).document["cards"] == [[None, None]] * 2


@rule("TT-18")
@pytest.mark.parametrize(
    ("cards", "winner"), [(["AK", "CD"], 0), (["AB", "CK"], 1), (["AB", "CD"], 1)]
)
def test_the_five_minute_game_is_one_match_won_by_the_caller_unless_the_other_has_the_symbol(
    cards: list[str], winner: int
) -> None:
    position = about_to_match(mode="five-minute")
    give(position, cards)
    position.play("c3=K")
    document = position.document
    assert position.over
    assert document["winners"] == [winner]
    assert document["points"] == document["last_match"]["scored"] == [1 - winner, winner]
    assert position.observe(0).document["cards"] == [list(hand) for hand in cards]
    assert refused(position, "c3=K") == "TT-18"


@rule("TT-18")
def test_a_void_round_of_the_five_minute_game_is_played_again() -> None:
    position = table(mode="five-minute", void_after=20)
    position.state.pushes = 19
    position.play(position.legal_moves()[0])
    assert not position.over
    assert position.document["round"] == 2


def test_the_document_is_that_of_the_rules_to_the_letter() -> None:
    document = about_to_match().document
    assert list(document) == [
        "game",
        "players",
        "mode",
        "target",
        "points",
        "round",
        "starter",
        "to_move",
        "phase",
        "cubes",
        "grid",
        "hole",
        "held",
        "fresh",
        "cards",
        "pushes",
        "voids",
        "last_match",
        "winners",
    ]
    assert document["game"] == "top-trumps-match"
    assert document["players"] == 2
    assert document["mode"] == "tournament"
    assert document["phase"] == "push"
    assert list(document["grid"]["b1"]) == ["cube", "faces"]
    assert len(document["cubes"]) == 25


def test_as_many_actions_can_be_legal_as_there_is_room_for() -> None:
    position = table(youngest=0)
    s = position.state
    for cell in range(25):
        s.shows[1, cell] = 10 if cell // 5 == 0 else 11 if cell % 5 == 0 else 12
    s.shows[:, 0] = -1
    s.cubes[s.held] = [10, 11, 12, 0, 1, 2]
    assert len(position.legal_moves()) == 24 * 6 + 3 == rules.MOST_ACTIONS


@rule("TT-17")
@pytest.mark.parametrize(
    ("options", "longest"),
    [
        ({}, 5_400),
        ({"target": 6}, 6_600),
        ({"mode": "five-minute"}, 600),
        ({"mode": "five-minute", "void_after": 20, "max_voids": 1}, 20),
        ({"target": 6, "void_after": 10_000, "max_voids": 100}, rules.MOST_MOVES),
    ],
)
def test_how_long_a_game_can_be_follows_from_what_was_agreed(
    options: dict[str, object], longest: int
) -> None:
    assert load("top-trumps-match", **options).longest == longest
