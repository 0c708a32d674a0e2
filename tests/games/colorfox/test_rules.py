"""Colorfox, rule by rule. Each test is named as the sentence it holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchwood import BadOption, IllegalMove, Position, load
from matchwood.engine.rng import new_generator, start_chance
from matchwood.games.colorfox import SMALL_DECK, rules
from matchwood.games.colorfox.pieces import cards_of, fits_any, open_cells, points, sets, wanted_at
from matchwood.testing import check_counts, check_proportions, random_game, truth
from tests.games.colorfox.positions import (
    LETTERS,
    PLAYERS,
    arranged,
    cards_in,
    corner,
    held,
    holdings,
    new,
    refused,
)
from tests.games.colorfox.twin import BESIDE, Twin
from tests.support.knowledge import writable

STANDARD = cards_of("standard")
rule = pytest.mark.rule
seeds = st.integers(0, 10**6)
few = settings(max_examples=min(20, settings().max_examples))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["standard", SMALL_DECK], ids=["standard", "small"])
@few
@given(seed=seeds)
def test_the_kernels_and_a_plain_twin_play_the_same_game(
    players: int, deck: str, seed: int
) -> None:
    position, choose = new(players, seed, deck=deck), random.Random(seed)
    twin = Twin(position.document)
    while not position.over:
        legal = position.legal_moves()
        assert set(legal) == twin.legal_moves()
        move = choose.choice(legal)
        position.play(move)
        twin.play(move)
        assert position.document == twin.it
    assert position.winners == twin.it["winners"]


@few
@given(seed=seeds)
def test_the_table_of_a_document_fits_the_cards_that_the_kernels_fit(seed: int) -> None:
    for position in random_game(load("colorfox"), seed):
        document = position.document
        if document["phase"] == "place":
            hand, cells = document["hands"][position.to_move], open_cells(document)
            assert {cell: wanted_at(document, cell) for cell in cells} == cells
            found = {
                f"{card}@{x},{y}"
                for (x, y), wanted in cells.items()
                for card in hand
                if fits_any(wanted, [card])
            }
            assert (found or {"pass"}) == set(position.legal_moves())


@rule("CF-1")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_54_cards_of_four_half_matchsticks_in_two_three_or_four_colours(
    seed: int, players: int
) -> None:
    cards = cards_in(new(players, seed).document)
    assert cards.total() == 54
    assert all(len(card) == 4 and set(card) <= set(LETTERS) for card in cards)
    assert {len(set(card)) for card in cards} == {2, 3, 4}


@rule("CF-2")
@few
@given(seed=seeds)
def test_there_are_always_eight_sticks_of_each_of_six_colours(seed: int) -> None:
    for position in random_game(load("colorfox", players=4), seed):
        document = position.document
        for letter in LETTERS:
            owned = sum(sticks[letter] for sticks in document["sticks"])
            assert document["reserve"][letter] + owned == 8


@rule("CF-3")
def test_the_standard_deck_is_fair_to_every_colour_on_every_side() -> None:
    assert len(STANDARD) == len(set(STANDARD)) == 54
    assert Counter(len(set(card)) for card in STANDARD) == {2: 18, 3: 18, 4: 18}
    for side in range(4):
        assert Counter(card[side] for card in STANDARD) == dict.fromkeys(LETTERS, 9)


@rule("CF-3")
def test_the_standard_deck_turned_through_the_colours_is_itself() -> None:
    turn = str.maketrans(LETTERS, LETTERS[1:] + LETTERS[:1])
    assert {card.translate(turn) for card in STANDARD} == set(STANDARD)


@rule("CF-3")
def test_any_two_colours_on_any_two_sides_are_met_by_one_or_two_standard_cards() -> None:
    for one, other in combinations(range(4), 2):
        met = Counter((card[one], card[other]) for card in STANDARD)
        assert len(met) == 36
        assert set(met.values()) == {1, 2}


@rule("CF-3")
def test_a_game_can_be_played_with_another_deck() -> None:
    position = new(deck=SMALL_DECK)
    assert cards_in(position.document) == Counter(SMALL_DECK.split(","))


@rule("CF-4")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 3)])
def test_everyone_gets_three_cards_and_four_when_two_play(players: int, each: int) -> None:
    assert [len(hand) for hand in new(players).document["hands"]] == [each] * players


@rule("CF-4")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_can_play(players: int) -> None:
    with pytest.raises(BadOption, match=r"players cannot be .*; it takes 2, 3, 4\."):
        new(players)


@rule("CF-4")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_you_see_your_own_hand_and_of_the_others_only_how_many_cards_they_have(
    seed: int, players: int
) -> None:
    for position in random_game(load("colorfox", players=players), seed):
        whole = position.document
        for viewer in (None, *range(players)):
            seen = position.observe(viewer).document
            for seat, hand in enumerate(whole["hands"]):
                expected = hand if seat == viewer else [None] * len(hand)
                assert seen["hands"][seat] == expected
            assert seen["pile"] == [None] * len(whole["pile"])
            rest = {name: seen[name] for name in seen if name not in ("hands", "pile")}
            assert rest == {name: whole[name] for name in rest}


@rule("CF-4")
@pytest.mark.slow
def test_every_card_goes_to_every_hand_to_the_table_and_to_the_pile_as_often_as_it_should() -> None:
    seen: Counter[bytes] = Counter()
    deals = 900
    for seed in range(deals):
        document = new(3, seed).document
        places = {"table": [document["table"][0]["card"]], "next": document["pile"][:1]}
        places |= {f"hand {seat}": hand for seat, hand in enumerate(document["hands"])}
        seen.update(f"{name}{card}".encode() for name in places for card in places[name])
    each = {"table": 1, "next": 1, "hand 0": 3, "hand 1": 3, "hand 2": 3}
    expected = {
        f"{name}{card}".encode(): deals * each[name] / 54 for name in each for card in STANDARD
    }
    check_counts(seen, expected)


@rule("CF-5")
@pytest.mark.parametrize(("players", "left"), [(2, 45), (3, 44), (4, 41)])
def test_the_first_card_of_the_pile_lies_face_up_in_the_middle(players: int, left: int) -> None:
    document = new(players).observe(None).document
    (first,) = document["table"]
    assert (first["x"], first["y"]) == (0, 0)
    assert first["card"] in STANDARD
    assert document["pile"] == [None] * left
    assert document["reserve"] == dict.fromkeys(LETTERS, 8)
    assert document["sticks"] == [dict.fromkeys(LETTERS, 0)] * players


UNLUCKY_SEED = 1103
"""By version 1 of the rules nobody could place a card in this game of two."""
HOSTILE_DECK = ",".join(["RYGB", "OYGB", "RYPB", "OYPB"] * 5)
"""No top has the colour of a bottom, and no right side that of a left one."""


def someone_can_place(document: Mapping[str, Any]) -> bool:
    """Whether any player's card fits somewhere, by the plain rules."""
    seats = range(document["players"])
    return any(Twin({**document, "to_move": seat}).places() for seat in seats)


@rule("CF-5")
def test_where_nobody_holds_a_card_that_fits_the_cards_are_dealt_again() -> None:
    position = new(2, UNLUCKY_SEED)
    assert someone_can_place(position.document)
    assert cards_in(position.document) == Counter(STANDARD)
    first_deal = position.copy()
    s = first_deal.state
    s.key[:] = np.frombuffer(position.seed, "<u4")
    start_chance(s)
    rules._deal(s)
    rules._clear_table(s)
    rules.lay(s, rules._draw(s), 0, 0)
    assert not someone_can_place(first_deal.document)
    assert first_deal.document["hands"] != position.document["hands"]


@pytest.mark.slow
@rule("CF-5")
@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_somebody_can_always_place_the_second_card(players: int) -> None:
    assert all(someone_can_place(new(players, seed).document) for seed in range(1000, 1500))


@rule("CF-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_deck_that_fails_a_hundred_times_is_played_as_it_lies(players: int) -> None:
    position = new(players, deck=HOSTILE_DECK)
    assert not someone_can_place(position.document)
    guessed = position.observe(0).guess(new_generator(1))
    assert cards_in(guessed.document) == cards_in(position.document)
    for _ in range(players):
        assert position.legal_moves() == ["pass"]
        position.play("pass")
    assert position.over
    assert position.winners == list(range(players))


@rule("CF-5")
@pytest.mark.compiled
@pytest.mark.parametrize("passes", [0, 1])
def test_a_viewer_with_no_card_that_fits_knows_that_another_has_one(passes: int) -> None:
    hands = [["GPRP", "BPPB"], ["BPPB", "OPOP"]]
    position = arranged([("ROYG", 0, 0)], hands, pile=["BPPB", "OYOY", "BGBO"])
    s, viewer = position.state, 1
    s.passes = passes
    s.copies[:] = np.bincount(
        [*s.hands[s.hands >= 0], *s.pile[: s.in_pile]], minlength=len(s.copies)
    )
    s.unlaid[:] = s.copies
    unseen = [*s.hands[0, :2].tolist(), *s.pile[: s.in_pile].tolist()]
    hidden = position.observe(viewer)
    fitting = [position.state.hands[0, 0], s.pile[0]]  # GPRP and BGBO
    possible = every_truth(hidden, viewer, unseen, lambda hand: not set(hand).isdisjoint(fitting))
    assert 0 < len(possible) < len(every_truth(hidden, viewer, unseen))
    check_proportions(hidden, viewer, possible, guesses=40 * len(possible))


@rule("CF-6")
@pytest.mark.parametrize("youngest", [0, 1, 2])
def test_the_youngest_starts(youngest: int) -> None:
    assert {new(3, seed, youngest=youngest).to_move for seed in range(10)} == {youngest}


@rule("CF-6")
@pytest.mark.slow
def test_if_nobody_says_who_is_youngest_everyone_starts_equally_often() -> None:
    seen = Counter(str(new(3, seed).to_move).encode() for seed in range(900))
    check_counts(seen, {str(seat).encode(): 300 for seat in range(3)})


@rule("CF-6")
def test_the_youngest_must_sit_at_the_table() -> None:
    with pytest.raises(
        BadOption, match=r"youngest cannot be 2 with 2 players; .* 0 to 1, or none\."
    ):
        new(2, youngest=2)


@rule("CF-6")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_play_goes_clockwise(seed: int, players: int) -> None:
    before = None
    for position in random_game(load("colorfox", players=players), seed):
        if before is not None and not position.over:
            same_turn = position.document["phase"] == "swap"
            step = 0 if same_turn else 1
            assert position.to_move == (before.to_move + step) % players
        before = position


@rule("CF-7")
def test_a_card_goes_next_to_a_card_whose_matchstick_has_its_colour() -> None:
    position = arranged([("ROYG", 0, 0)], [["GPRP", "BGBO"], ["PPPR"]])
    assert set(position.legal_moves()) == {"BGBO@1,0", "GPRP@0,1", "BGBO@-1,0"}
    position.play("GPRP@0,1")
    assert position.document["table"][1:] == [{"x": 0, "y": 1, "card": "GPRP"}]


@rule("CF-7")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("RGBY@1,0", "no card RGBY"),
        ("BGBO@0,0", "A card lies at 0,0"),
        ("BGBO@2,0", "No card lies next to 2,0"),
        ("BGBO@1,1", "No card lies next to 1,1"),
        ("BGBO@65,0", "No card lies next to 65,0"),
        ("BGBO@0,1", "the bottom of this card would touch red, and it is blue"),
        ("BGBO@0,-1", "the top of this card would touch yellow, and it is blue"),
        ("OBGB@1,0", "no card OBGB"),
        ("fox", "such as RGBY@2,-1"),
        ("BGBO@01,0", "such as RGBY@2,-1"),
        ("BGBO@-0,1", "such as RGBY@2,-1"),
        ("bgbo@1,0", "such as RGBY@2,-1"),
    ],
)
def test_a_placement_against_the_rule_is_refused_with_what_is_wrong(text: str, reason: str) -> None:
    position = arranged([("ROYG", 0, 0)], [["GPRP", "BGBO"], ["PPPR"]])
    assert refused(position, text) == "CF-7"
    with pytest.raises(IllegalMove, match=reason):
        position.play(text)


@rule("CF-7")
def test_every_pair_of_touching_matchsticks_must_have_the_same_colour() -> None:
    table = [("YOGB", 0, 0), ("PRYB", 0, 1), ("GPBO", 1, 0)]
    position = arranged(table, [["BYGR", "BYGP", "BYOR"], ["PPPR"]])
    assert [move for move in position.legal_moves() if move.endswith("@1,1")] == ["BYGR@1,1"]
    assert refused(position, "BYGP@1,1") == refused(position, "BYOR@1,1") == "CF-7"


@rule("CF-7")
def test_two_equal_cards_in_a_hand_are_one_move() -> None:
    position = arranged([("ROYG", 0, 0)], [["BGBO", "BGBO", "BGBO"], ["PPPR"]])
    assert position.legal_moves() == ["BGBO@1,0", "BGBO@-1,0"]
    position.play("BGBO@1,0")
    assert position.document["hands"][0] == ["BGBO", "BGBO", "BPPB"]


@rule("CF-7")
def test_a_row_of_fifty_cards_keeps_its_places_on_the_torus() -> None:
    row = [("ROYO", x, 0) for x in range(50)]
    position = arranged(row[:-1], [["ROYO"], ["PPPR"]], pile=())
    assert set(position.legal_moves()) == {"ROYO@49,0", "ROYO@-1,0"}
    assert refused(position, "ROYO@-15,0") == "CF-7"
    position.play("ROYO@49,0")
    assert position.document["table"][-1] == {"x": 49, "y": 0, "card": "ROYO"}


@rule("CF-8")
def test_if_a_card_fits_you_may_not_skip() -> None:
    assert refused(corner(), "pass") == "CF-8"


@rule("CF-8")
def test_if_no_card_fits_you_skip_and_neither_win_nor_draw() -> None:
    position = arranged([("ROYG", 0, 0)], [["PPPR"], ["GPRP"]])
    assert position.legal_moves() == ["pass"]
    assert refused(position, "fox") == "CF-8"
    assert refused(position, "PPPR@1,0") == "CF-7"
    before = position.document
    position.play("pass")
    assert position.document == {**before, "to_move": 1, "passes": 1}
    position.play("GPRP@0,1")
    assert position.document["passes"] == 0


@rule("CF-9")
def test_you_win_a_stick_of_the_colour_of_each_matchstick_you_connect() -> None:
    position = corner()
    position.play("BYGR@1,1")
    assert held(position, 0) == "RG"
    reserve = position.document["reserve"]
    assert (reserve["R"], reserve["G"], reserve["B"]) == (7, 7, 8)


@rule("CF-9")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_a_placement_wins_one_to_four_sticks(seed: int, players: int) -> None:
    variant = load("colorfox", players=players)
    before = None
    for position in random_game(variant, seed):
        if before is not None and "@" in position.history[-1]:
            won = len(held(position, before.to_move)) - len(held(before, before.to_move))
            assert 1 <= won <= 4 or position.document["ending"]
        before = position


def around(colours: str, ways: str, sticks: Mapping[int, str]) -> Position:
    """A card in hand that connects with neighbours on the named sides of the cell 0,0."""
    table = []
    for side, (way, (x, y)) in enumerate(BESIDE.items()):
        if way[0] in ways:
            card = ["B"] * 4
            card[(side + 2) % 4] = colours[side]
            card[(side + 3) % 4] = "P"
            table.append(("".join(card), x, y))
    return arranged(table, [[colours], ["PPPR"], ["PPPO"]], sticks=sticks)


@rule("CF-10")
@pytest.mark.parametrize(("ways", "swaps"), [("t", 0), ("tr", 1), ("trb", 2), ("trbl", 3)])
def test_connecting_two_three_or_four_gives_up_to_one_two_or_three_swaps(
    ways: str, swaps: int
) -> None:
    position = around("ROYG", ways, {1: "PPPP", 2: "BBBB"})
    position.play("ROYG@0,0")
    document = position.document
    assert document["swaps_left"] == swaps
    assert document["phase"] == ("swap" if swaps else "place")
    assert position.to_move == (0 if swaps else 1)
    for left in reversed(range(swaps)):
        seat, take = (1, "P") if left % 2 else (2, "B")
        position.play(f"{held(position, 0)[0]}>{seat}:{take}")
        assert position.document["swaps_left"] == left
    assert position.to_move == 1
    assert len(held(position, 0)) == len(ways)


@rule("CF-10")
def test_a_swap_exchanges_any_stick_of_yours_for_any_of_an_opponent() -> None:
    position = corner(sticks={0: "O", 1: "YYB"})
    position.play("BYGR@1,1")
    assert set(position.legal_moves()) == {"keep"} | {
        f"{give}>1:{take}" for give in "ROG" for take in "YB"
    }
    position.play("R>1:Y")
    assert (held(position, 0), held(position, 1)) == ("OYG", "RYB")


@rule("CF-10")
@pytest.mark.parametrize("text", ["B>1:Y", "R>1:P", "R>0:G", "R>2:Y", "R>9:Y"])
def test_a_swap_of_what_is_not_there_is_refused(text: str) -> None:
    position = corner(sticks={0: "O", 1: "YYB"})
    position.play("BYGR@1,1")
    assert refused(position, text) == "CF-10"


@rule("CF-10")
@pytest.mark.parametrize("text", ["keep", "R>1:G"])
def test_without_connecting_two_there_is_no_swap(text: str) -> None:
    assert refused(corner(sticks={0: "R", 1: "G"}), text) == "CF-10"


@rule("CF-11")
def test_you_may_stop_swapping_at_any_time() -> None:
    position = around("ROYG", "trbl", {1: "P"})
    position.play("ROYG@0,0")
    position.play("R>1:P")
    position.play("keep")
    assert position.to_move == 1
    assert held(position, 0) == "OYGP"


@rule("CF-11")
def test_each_swap_may_be_with_another_opponent_and_may_be_undone() -> None:
    position = around("ROYG", "trbl", {1: "P", 2: "B"})
    position.play("ROYG@0,0")
    for swap in ("R>1:P", "P>2:B", "B>2:P"):
        position.play(swap)
    assert [held(position, seat) for seat in range(3)] == ["OYGP", "R", "B"]


@rule("CF-11")
@pytest.mark.parametrize("text", ["O>1:O", "pass", "fox", "BYGR@1,1", "R>1:", "r>1:o"])
def test_in_a_swap_two_different_colours_change_hands_or_none(text: str) -> None:
    position = corner(sticks={0: "O", 1: "OY"})
    position.play("BYGR@1,1")
    assert refused(position, text) == "CF-11"


@rule("CF-11")
@pytest.mark.parametrize("theirs", ["", "RR"])
def test_with_no_possible_swap_the_turn_goes_on_by_itself(theirs: str) -> None:
    table = [("YOGB", 0, 0), ("PRYB", 0, 1), ("RPBO", 1, 0)]
    position = arranged(table, [["BYRR"], ["PPPR"]], sticks={1: theirs})
    position.play("BYRR@1,1")
    assert held(position, 0) == "RR"
    assert position.to_move == 1
    assert position.document["phase"] == "place"


@rule("CF-12")
def test_after_the_swaps_you_draw_one_card() -> None:
    position = corner(sticks={1: "Y"}, pile=("OYOY", "POPO"))
    position.play("BYGR@1,1")
    assert position.document["hands"][0] == []
    position.play("keep")
    document = position.document
    assert document["hands"][0] == ["OYOY"]
    assert document["pile"] == ["POPO"]


@rule("CF-12")
@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_between_turns_hands_are_full_as_long_as_there_is_a_pile(seed: int, players: int) -> None:
    for position in random_game(load("colorfox", players=players, deck=SMALL_DECK), seed):
        document = position.document
        if document["phase"] != "swap" and document["pile"]:
            assert [len(hand) for hand in document["hands"]] == [4 if players == 2 else 3] * players


@rule("CF-12")
def test_with_an_empty_pile_you_play_on_with_fewer_cards() -> None:
    position = arranged([("ROYG", 0, 0)], [["GPRP"], ["BGBO", "PPPR"]], pile=())
    position.play("GPRP@0,1")
    assert position.document["hands"] == [[], ["BGBO", "PPPR"]]
    assert not position.over
    position.play("BGBO@1,0")
    assert position.legal_moves() == ["pass"]


@rule("CF-13")
def test_when_a_stick_is_missing_the_game_ends_after_swaps_and_draw() -> None:
    position = corner(sticks={1: "Y"}, gone="G", pile=("OYOY", "POPO"))
    position.play("BYGR@1,1")
    document = position.document
    assert held(position, 0) == "R"
    assert (document["ending"], document["phase"], document["swaps_left"]) == (True, "swap", 1)
    position.play("R>1:Y")
    document = position.document
    assert (held(position, 0), held(position, 1)) == ("Y", "R")
    assert document["hands"][0] == ["OYOY"]
    assert document["phase"] == "over"
    assert position.over
    assert position.to_move == 0
    assert refused(position, "PPPR@0,2") == refused(position, "pass") == "CF-13"


@rule("CF-13")
def test_taking_the_last_stick_does_not_end_the_game() -> None:
    position = arranged([("ROYG", 0, 0)], [["GPRP"], ["BGBO"]], sticks={1: "R" * 7})
    position.play("GPRP@0,1")
    assert position.document["reserve"]["R"] == 0
    assert not position.over


@rule("CF-14")
def test_if_everyone_in_a_row_skips_the_game_ends_and_is_scored() -> None:
    position = arranged([("ROYG", 0, 0)], [["PPPR"], ["PBPR"], ["BPBP"]], sticks={1: "RG", 2: "OO"})
    for seat in range(3):
        assert (position.to_move, position.over) == (seat, False)
        position.play("pass")
    document = position.document
    assert position.over
    assert position.to_move == 2
    assert (document["phase"], document["passes"], document["ending"]) == ("over", 3, False)
    assert document["winners"] == [1]
    assert refused(position, "pass") == "CF-14"


@rule("CF-14")
def test_fewer_skips_than_players_in_a_row_do_not_end_the_game() -> None:
    position = arranged([("ROYG", 0, 0)], [["PPPR"], ["BGBO"], ["PRPR"]], pile=())
    for move in ("pass", "BGBO@1,0", "pass", "pass"):
        assert not position.over
        position.play(move)
    assert not position.over
    position.play("pass")
    assert position.over


def best_sorting(holding: tuple[int, ...]) -> int:
    """The most points of all ways to sort sticks into sets, found by trying them."""
    known: dict[tuple[int, ...], int] = {}

    def best(left: tuple[int, ...]) -> int:
        left = tuple(sorted(number for number in left if number))
        if not left:
            return 0
        if left not in known:
            known[left] = max(
                sum(range(1, size + 1))
                + best(tuple(number - (i in chosen) for i, number in enumerate(left)))
                for size in range(1, len(left) + 1)
                for chosen in combinations(range(len(left)), size)
            )
        return known[left]

    return best(holding)


@rule("CF-15")
@given(holding=st.lists(st.integers(0, 4), min_size=6, max_size=6))
def test_no_sorting_scores_more_than_the_closed_form(holding: list[int]) -> None:
    position = new()
    position.state.sticks[0] = holding
    assert rules.score(position.state, 0) == best_sorting(tuple(holding))


@rule("CF-15")
@given(holding=holdings)
def test_the_sets_that_are_shown_hold_the_sticks_and_score_the_points(holding: list[int]) -> None:
    position = new()
    position.state.sticks[0] = holding
    shown = sets(dict(zip(LETTERS, holding, strict=True)))
    assert Counter("".join(shown)) == +Counter(dict(zip(LETTERS, holding, strict=True)))
    assert all(len(set(colours)) == len(colours) for colours in shown)
    assert sum(points(len(colours)) for colours in shown) == rules.score(position.state, 0)


@rule("CF-15")
@pytest.mark.parametrize(
    ("sticks", "points"),
    [
        *[("", 0), ("R", 1), ("RO", 3), ("ROY", 6), ("ROYG", 10), ("ROYGB", 15), ("ROYGBP", 21)],
        *[("ROYGBPGRR", 25), ("RRR", 3), ("RROO", 6)],
    ],
)
def test_a_set_scores_one_more_for_each_stick(sticks: str, points: int) -> None:
    assert corner(sticks={0: sticks}).document["scores"] == [points, 0]


@rule("CF-16")
@given(held=st.lists(holdings, min_size=4, max_size=4), players=st.sampled_from(PLAYERS))
def test_the_highest_score_wins_and_several_can_share_it(
    held: list[list[int]], players: int
) -> None:
    position = new(players)
    position.state.sticks[:] = held
    position.state.sticks[players - 1] = position.state.sticks[0]
    assert position.winners == position.document["winners"] == []
    position.state.over = 1
    scores = [best_of(held[0 if seat == players - 1 else seat]) for seat in range(players)]
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    shares = np.zeros(players)
    rules.returns(position.state, shares)
    assert position.winners == position.document["winners"] == best
    assert shares.tolist() == [1 / len(best) if seat in best else 0 for seat in range(players)]


def best_of(holding: Sequence[int]) -> int:
    return sum(rank * number for rank, number in enumerate(sorted(holding, reverse=True), start=1))


@rule("CF-16")
def test_with_no_stick_at_all_everyone_shares_the_win() -> None:
    position = arranged([("ROYG", 0, 0)], [["PPPR"], ["PBPR"]])
    position.play("pass")
    position.play("pass")
    assert position.winners == [0, 1]


def every_truth(
    hidden: Position,
    viewer: int | None,
    unseen: list[int],
    is_possible: Callable[[Sequence[int]], bool] = lambda _: True,
) -> dict[bytes, float]:
    """Every way in which the unseen cards can lie, each as likely as any other.

    `is_possible` is asked about the cards in the other hands.
    """
    s = hidden.state
    places = [
        (seat, slot)
        for seat in range(hidden.players)
        for slot in range(rules.MOST_IN_HAND)
        if seat != viewer and s.hands[seat, slot] != rules.NONE
    ]
    possible = {}
    for order in set(permutations(unseen)):
        if not is_possible(order[: len(places)]):
            continue
        other = writable(hidden)
        for (seat, slot), card in zip(places, order, strict=False):
            other.state.hands[seat, slot] = card
        other.state.pile[: s.in_pile] = order[len(places) :]
        possible[truth(other.state)] = 1.0
    return possible


@rule("CF-4")
@pytest.mark.compiled
@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("pile", [("BPPB",), ("BGBO", "OYOY")], ids=["alike", "different"])
def test_every_arrangement_of_unseen_cards_is_guessed_equally_often(
    viewer: int | None, pile: tuple[str, ...]
) -> None:
    hands = [["GPRP", "BGBO"], ["BPPB", "BGBO"]]
    position = arranged([("ROYG", 0, 0)], hands, pile=pile)
    s = position.state
    s.copies[:] = s.unlaid[:] = np.bincount(
        [*s.hands[s.hands >= 0], *s.pile[: s.in_pile]], minlength=len(s.copies)
    )
    others = [s.hands[seat] for seat in range(2) if seat != viewer]
    unseen = [int(card) for hand in others for card in hand if card != rules.NONE]
    unseen += s.pile[: s.in_pile].tolist()
    hidden = position.observe(viewer)
    possible = every_truth(hidden, viewer, unseen)
    check_proportions(hidden, viewer, possible, guesses=20 * len(possible) + 500)


@rule("CF-4")
@pytest.mark.slow
def test_late_in_a_game_with_twenty_cards_every_truth_is_guessed_equally_often() -> None:
    variant = load("colorfox", players=3, deck=SMALL_DECK)
    found = 0
    for seed in range(40):
        for position in random_game(variant, seed):
            document, viewer = position.document, position.to_move
            others = [hand for seat, hand in enumerate(document["hands"]) if seat != viewer]
            if sum(map(len, [*others, document["pile"]])) == 6 and found < 4:
                found += 1
                s, hidden = position.state, position.observe(viewer)
                cards = [*np.delete(s.hands, viewer, axis=0).ravel(), *s.pile]
                unseen = [int(card) for card in cards if card != rules.NONE]
                possible = every_truth(hidden, viewer, unseen)
                check_proportions(hidden, viewer, possible, guesses=12 * len(possible))
                break
    assert found == 4


def test_the_document_is_that_of_the_rules_to_the_letter() -> None:
    document = corner().document
    assert list(document) == [
        "game",
        "players",
        "to_move",
        "phase",
        "swaps_left",
        "table",
        "hands",
        "pile",
        "reserve",
        "sticks",
        "passes",
        "ending",
        "scores",
        "winners",
    ]
    assert document["game"] == "colorfox"
    assert document["table"][1] == {"x": 0, "y": 1, "card": "PRYB"}
    assert list(document["reserve"]) == list(document["sticks"][0]) == list(LETTERS)


def test_the_pile_is_told_next_card_first() -> None:
    position = new(2)
    expected = position.document["pile"][0]
    seat = position.to_move
    position.play(position.legal_moves()[0])
    assert position.document["hands"][seat][-1] == expected


def test_a_state_takes_no_more_than_8_kib() -> None:
    assert rules.STATE.itemsize <= 8 * 1024


@pytest.mark.slow
def test_no_game_needs_more_room_than_was_left_for_it() -> None:
    for seed in range(100):
        *before, last = random_game(load("colorfox", players=2 + seed % 3), seed)
        assert len(last.document["table"]) <= rules.MOST_LAID
        assert max(int(position.state.open) for position in before) <= rules.MOST_OPEN
        assert last.over


def test_setup_leaves_nothing_of_the_game_before() -> None:
    *_, last = random_game(load("colorfox", players=3), seed=4)
    last.state.key[:] = np.frombuffer(last.seed, "<u4")
    rules.setup(last.state)
    assert last == new(3, seed=4)
