"""Baguettes, rule by rule. Each test is named as the sentence it holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchwood import BadOption, Position, load
from matchwood.engine.rng import new_generator
from matchwood.games.baguettes import rules
from matchwood.games.baguettes.text import COLOURS, pieces, well_number
from matchwood.testing import check_counts, random_game
from tests.games.baguettes.positions import levels, refused, stuck, table

rule = pytest.mark.rule
seeds = st.integers(0, 10**6)
sizes = st.tuples(*[st.integers(2, 6)] * 3)
few = settings(max_examples=min(25, settings.default.max_examples))
"""Whole games are played, so a few examples are many positions."""


@rule("BG-1")
def test_the_box_of_32_sticks_serves_every_number_of_players() -> None:
    box = {"red": 10, "green": 10, "blue": 7, "yellow": 5}
    assert sum(box.values()) == 32
    for players, teams in ((2, False), (3, False), (4, False), (4, True)):
        used = pieces(load("baguettes", players=players, teams=teams).new(1).document)
        assert all(count <= box[colour] for colour, count in used.items())


@rule("BG-1")
@few
@given(seed=seeds, players=st.sampled_from((2, 3, 4)), size=sizes)
def test_no_stick_is_lost_or_made(seed: int, players: int, size: tuple[int, ...]) -> None:
    first, *positions = random_game(load("baguettes", players=players, size=size), seed)
    assert all(pieces(position.document) == pieces(first.document) for position in positions)


@rule("BG-2")
@given(size=sizes)
def test_a_block_has_w_times_d_wells_and_levels_by_turns_along_x_and_y(
    size: tuple[int, int, int],
) -> None:
    width, depth, height = size
    position = load("baguettes", size=size).new(1)
    assert position.document["size"] == list(size)
    wells = {f"plant {x}{y}" for x in range(1, width + 1) for y in range(1, depth + 1)}
    channels = {
        f"pierce {'ABCDEF'[level]}{number}"
        for level in range(height)
        for number in range(1, (width if level % 2 else depth) + 1)
    }
    assert set(position.legal_moves()) == wells | channels


@rule("BG-2")
def test_the_standard_block_has_32_places_for_32_sticks() -> None:
    position = load("baguettes").new(1)
    assert position.document["size"] == [4, 4, 4]
    assert len(position.legal_moves()) == 32


@rule("BG-2")
@pytest.mark.parametrize("move", ["pierce E1", "pierce A4", "pierce B3", "plant 13", "pull A1>31"])
def test_a_place_outside_the_block_is_refused(move: str) -> None:
    position = table(size="2x3x4")
    if move == "pierce A4":
        assert "A block of 2 × 3 × 4 has no channel A4." in str(position.why_not(move))
    if move == "plant 13":
        position = table(size="3x2x4")
    assert refused(position, move) == "BG-2"


@rule("BG-2")
@pytest.mark.parametrize("size", ["3x4x5", (3, 4, 5), [3, 4, 5], " 3X4X5 "])
def test_a_size_is_given_as_numbers_or_as_text(size: object) -> None:
    variant = load("baguettes", size=size)
    assert variant.options["size"] == (3, 4, 5)
    assert "size=3x4x5" in str(variant)


@rule("BG-2")
@pytest.mark.parametrize("size", ["1x4x4", "4x4x7", "4x4", "big", (4, 4), (2, 2, 2.0), 4, True, ""])
def test_a_block_of_another_size_is_refused(size: object) -> None:
    with pytest.raises(BadOption, match="it takes 2x2x2 to 6x6x6, each number 2 to 6"):
        load("baguettes", size=size)


@rule("BG-3")
@pytest.mark.parametrize(
    ("rods", "level"), [("A2:red C2:red", "A"), ("B1:red C2:red", "B"), ("D1:red A1:red", "D")]
)
def test_a_stick_stands_on_the_highest_rod_that_crosses_its_well(rods: str, level: str) -> None:
    position = table(rods)
    position.play("plant 12")
    assert levels(position) == {"12": level}


@rule("BG-3")
def test_a_rod_crosses_every_well_of_its_row_or_column_and_no_other() -> None:
    for rod, wells in (("C3", "13 23 33 43"), ("B3", "31 32 33 34")):
        for well in [f"{x}{y}" for x in range(1, 5) for y in range(1, 5)]:
            position = table(f"{rod}:red")
            position.play(f"plant {well}")
            assert (well in position.document["sticks"]) == (well in wells.split())


@rule("BG-4")
@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 5)])
def test_everyone_has_a_colour_and_their_share_of_sticks(players: int, each: int) -> None:
    document = load("baguettes", players=players).new(1).document
    assert document["hands"] == [each] * players
    assert document["colours"] == list(COLOURS[:players])
    assert document["out"] == dict.fromkeys(COLOURS[:players], 0)


@rule("BG-4")
def test_partners_sit_opposite_and_share_ten_sticks_of_a_colour() -> None:
    document = load("baguettes", players=4, teams=True).new(1).document
    assert document["teams"] is True
    assert document["hands"] == [5, 5, 5, 5]
    assert document["colours"] == ["red", "green", "red", "green"]
    assert document["out"] == {"red": 0, "green": 0}


@rule("BG-4")
def test_another_number_of_sticks_may_be_agreed_on() -> None:
    assert load("baguettes", players=3, sticks=16).new(1).document["hands"] == [16] * 3
    for sticks in (0, 17, "many"):
        with pytest.raises(BadOption, match="it takes 1 to 16, or none"):
            load("baguettes", sticks=sticks)


@rule("BG-4")
@pytest.mark.parametrize("players", [2, 3])
def test_teams_are_for_four(players: int) -> None:
    with pytest.raises(BadOption, match=f"Option teams is for 4 players, not for {players}."):
        load("baguettes", players=players, teams=True)


@rule("BG-5")
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_is_equally_likely_to_begin(players: int) -> None:
    variant = load("baguettes", players=players)
    begins = Counter(bytes([variant.new(seed).to_move]) for seed in range(600))
    check_counts(begins, {bytes([seat]): 600 / players for seat in range(players)})


@rule("BG-5")
def test_turns_go_clockwise() -> None:
    position = load("baguettes", players=4).new(1)
    order = []
    for number in range(1, 5):
        order.append(position.to_move)
        position.play(f"pierce A{number}")
    assert all(later == (earlier + 1) % 4 for earlier, later in pairwise(order))


@rule("BG-5")
def test_everything_is_open() -> None:
    for position in random_game(load("baguettes", players=3), 5):
        for viewer in (None, 0, 1, 2):
            assert position.observe(viewer).document == position.document
            assert position.observe(viewer).guess(new_generator(1)).document == position.document


@rule("BG-6")
def test_piercing_takes_a_stick_from_the_hand() -> None:
    position = table(hands=(1, 1))
    position.play("pierce C4")
    assert position.document["rods"] == {"C4": "red"}
    assert position.document["hands"] == [0, 1]


@rule("BG-6")
def test_a_channel_with_a_rod_cannot_be_pierced() -> None:
    assert refused(table("C4:green"), "pierce C4") == "BG-6"


@rule("BG-6")
def test_an_upright_stick_blocks_the_channels_above_the_rod_it_stands_on() -> None:
    position = table("C2:red", "32:green")
    assert levels(position) == {"32": "C"}
    assert refused(position, "pierce A2") == "BG-6"
    assert refused(position, "pierce B3") == "BG-6"
    assert "stick in well 32 is in the way of channel B3" in str(position.why_not("pierce B3"))
    assert {"pierce A1", "pierce B2", "pierce C3", "pierce D3"} <= set(position.legal_moves())


@rule("BG-6")
def test_without_a_stick_in_hand_nobody_pierces_or_plants() -> None:
    position = table("A1:red A2:green", "11:red 21:red", hands=(0, 1))
    assert refused(position, "pierce C4") == "BG-6"
    assert refused(position, "plant 44") == "BG-7"


@rule("BG-6")
@pytest.mark.parametrize("move", ["", "pierce", "pierce a1", "plant 2", "pull", "drop", "pass"])
def test_what_is_no_move_is_refused(move: str) -> None:
    assert refused(table(), move) == "BG-6"


@rule("BG-7")
def test_a_planted_stick_sinks_onto_the_first_rod() -> None:
    position = table("B2:green D2:green", hands=(1, 1))
    position.play("plant 23")
    assert position.document["sticks"] == {"23": {"colour": "red", "level": "B"}}
    assert position.document["hands"] == [0, 1]


@rule("BG-7")
def test_in_a_well_without_a_rod_the_stick_disappears_at_once() -> None:
    position = table("A1:green", hands=(2, 1))
    position.play("plant 23")
    assert position.document["sticks"] == {}
    assert position.document["hands"] == [1, 1]
    assert position.document["out"] == {"red": 1, "green": 0}


@rule("BG-7")
def test_there_is_room_for_one_stick_in_a_well() -> None:
    assert refused(table("A3:red", "23:green"), "plant 23") == "BG-7"


@rule("BG-8")
@pytest.mark.parametrize("rod", ["red", "green"])
def test_any_rod_may_be_pulled_if_two_of_your_sticks_stand_and_one_goes_down(rod: str) -> None:
    position = table(f"A1:{rod} D2:red A3:red", "21:green 13:red 23:red")
    pulls = [move for move in position.legal_moves() if move.startswith("pull A1")]
    assert pulls == (["pull A1"] if rod == "red" else ["pull A1>13", "pull A1>23"])


@rule("BG-8")
def test_with_one_stick_upright_nobody_pulls() -> None:
    assert refused(table("A1:red", "11:red 21:green 31:green"), "pull A1") == "BG-8"


@rule("BG-8")
def test_the_sticks_on_the_pulled_rod_count_as_upright_before_the_pull() -> None:
    assert "pull A1" in table("A1:red", "11:red 21:red").legal_moves()


@rule("BG-8")
def test_a_rod_that_nothing_stands_on_cannot_be_pulled() -> None:
    # Well 11 stands on A1; B1 passes below it, and C3 carries nothing.
    position = table("A1:red B1:red C3:red", "11:red 21:red")
    assert refused(position, "pull B1") == "BG-8"
    assert refused(position, "pull C3") == "BG-8"
    assert refused(position, "pull D4") == "BG-8"


@rule("BG-8")
def test_in_teams_two_sticks_of_the_team_are_enough() -> None:
    position = table("A1:green", "11:red 21:red 31:green", (0, 5, 5, 5), teams=True)
    assert position.legal_moves() == ["pull A1"]


@rule("BG-9")
def test_sticks_on_a_pulled_rod_sink_to_the_next_rod_in_their_well() -> None:
    position = table("A1:red B2:green C1:red D3:green", "11:red 21:red 31:green 42:green")
    # Nothing holds 42, so it is not part of the question: take it out first.
    position.state.upright[1] &= ~(1 << well_number("42"))
    position.play("pull A1")
    assert levels(position) == {"11": "C", "21": "B", "31": "C"}


@rule("BG-9")
def test_sticks_on_other_rods_stay_where_they_are() -> None:
    position = table("A1:red A2:red C1:red C2:red", "11:red 22:red 32:green")
    position.play("pull A1")
    assert levels(position) == {"11": "C", "22": "A", "32": "A"}


@rule("BG-9")
@few
@given(seed=seeds, size=sizes)
def test_no_stick_ever_rises_and_each_stands_on_a_rod(seed: int, size: tuple[int, ...]) -> None:
    for before, after in pairwise(random_game(load("baguettes", size=size, sticks=12), seed)):
        for well, level in levels(after).items():
            channel = level + (well[1] if level in "ACE" else well[0])
            assert channel in after.document["rods"]
            assert level >= levels(before).get(well, "A")


@rule("BG-10")
def test_sticks_that_disappear_are_out_of_the_game() -> None:
    position = table("A1:red C2:green", "11:red 21:green 31:green 12:red 22:red")
    position.play("pull A1")
    assert levels(position) == {"12": "C", "22": "C"}
    assert position.document["out"] == {"red": 1, "green": 2}


@rule("BG-11")
def test_a_rod_of_your_colour_goes_to_your_hand() -> None:
    position = table("A1:red C1:red", "11:red 21:red", hands=(3, 3))
    assert refused(position, "pull A1>11") == "BG-11"
    position.play("pull A1")
    assert position.document["hands"] == [4, 3]
    assert position.document["rods"] == {"C1": "red"}


@rule("BG-11")
def test_in_teams_the_one_who_pulls_keeps_the_rod() -> None:
    position = table("A1:red C1:red", "11:red 21:red", (3, 3, 3, 3), to_move=2, teams=True)
    position.play("pull A1")
    assert position.document["hands"] == [3, 3, 4, 3]


@rule("BG-12")
def test_another_colours_rod_takes_the_place_of_a_stick_of_yours() -> None:
    position = table("A1:green C1:red B4:red", "11:red 21:red 42:red", hands=(3, 3))
    position.play("pull A1>42")
    document = position.document
    assert document["sticks"]["42"] == {"colour": "green", "level": "B"}
    assert document["sticks"]["11"] == {"colour": "red", "level": "C"}
    assert document["hands"] == [4, 3]
    assert document["rods"] == {"B4": "red", "C1": "red"}
    assert document["out"] == {"red": 0, "green": 0}


@rule("BG-12")
def test_it_may_take_the_place_of_a_stick_that_just_sank() -> None:
    position = table("A1:green C1:red", "11:red 21:red")
    position.play("pull A1>11")
    assert position.document["sticks"]["11"] == {"colour": "green", "level": "C"}


@rule("BG-12")
def test_the_place_must_be_that_of_a_stick_of_yours_that_is_left() -> None:
    position = table("A1:green C2:red", "11:red 21:green 12:red 22:green")
    assert refused(position, "pull A1") == "BG-12"
    assert refused(position, "pull A1>11") == "BG-12"
    assert "disappears" in str(position.why_not("pull A1>11"))
    assert refused(position, "pull A1>22") == "BG-12"
    assert refused(position, "pull A1>44") == "BG-12"
    assert [move for move in position.legal_moves() if "pull A1" in move] == ["pull A1>12"]


@rule("BG-13")
def test_if_none_of_your_sticks_is_left_the_rod_goes_back_to_its_owner() -> None:
    position = table("A1:blue C3:green", "11:red 21:red 13:green", hands=(3, 3, 3))
    assert refused(position, "pull A1>11") == "BG-13"
    position.play("pull A1")
    assert position.document["hands"] == [3, 3, 4]
    assert position.document["out"] == {"red": 2, "green": 0, "blue": 0}


@rule("BG-13")
@pytest.mark.parametrize(("mover", "receiver"), [(0, 3), (2, 1)])
def test_in_teams_it_goes_to_the_opponent_who_sits_just_before(mover: int, receiver: int) -> None:
    position = table("A1:green", "11:red 21:red", (3, 3, 3, 3), to_move=mover, teams=True)
    position.play("pull A1")
    hands = [3, 3, 3, 3]
    hands[receiver] += 1
    assert position.document["hands"] == hands


@rule("BG-14")
def test_who_can_do_nothing_takes_out_a_stick_of_their_choice() -> None:
    assert stuck(hand=1).legal_moves() == ["drop hand", "drop 11", "drop A1"]
    assert stuck(hand=0).legal_moves() == ["drop 11", "drop A1"]


@rule("BG-14")
@pytest.mark.parametrize(
    ("move", "hands", "left"),
    [("drop hand", [0, 1], 4), ("drop 11", [1, 1], 3), ("drop A1", [1, 1], 4)],
)
def test_the_stick_is_out_of_the_game(move: str, hands: list[int], left: int) -> None:
    position = stuck(hand=1)
    position.play(move)
    document = position.document
    assert document["out"] == {"red": 1, "green": 0}
    assert document["hands"] == hands
    assert len(document["sticks"]) == left
    assert ("A1" in document["rods"]) == (move != "drop A1")
    assert position.to_move == 1


@rule("BG-14")
def test_sticks_on_a_rod_that_is_taken_out_go_down() -> None:
    position = stuck()
    assert levels(position)["11"] == levels(position)["21"] == "A"
    position.play("drop A1")
    assert levels(position) == {"11": "B", "21": "B", "12": "A", "22": "A"}


@rule("BG-14")
def test_nobody_takes_a_stick_out_who_can_do_something_else() -> None:
    position = table("A1:red", "11:red")
    for move in ("drop hand", "drop 11", "drop A1"):
        assert refused(position, move) == "BG-14"


@rule("BG-14")
@pytest.mark.parametrize("move", ["drop 21", "drop A2", "drop hand", "drop B2"])
def test_only_sticks_of_your_colour_can_be_taken_out(move: str) -> None:
    assert "No stick of yours is there" in str(stuck().why_not(move))
    assert refused(stuck(), move) == "BG-14"


@rule("BG-15")
def test_a_player_without_a_stick_is_out_and_is_passed_over() -> None:
    position = table("A1:red A2:blue", "", hands=(2, 0, 2))
    position.play("pierce B1")
    assert position.to_move == 2
    position.play("pierce B2")
    assert position.to_move == 0


@rule("BG-15")
@pytest.mark.parametrize(("rods", "sticks"), [("A1:green A3:red", ""), ("A3:red", "13:green")])
def test_a_player_with_an_empty_hand_and_a_stick_on_the_block_is_not_out(
    rods: str, sticks: str
) -> None:
    position = table(rods, sticks, hands=(2, 0, 2))
    position.play("pierce B4")
    assert position.to_move == 1
    assert all(move.startswith("drop") for move in position.legal_moves())


@rule("BG-15")
def test_a_partner_with_nothing_to_play_with_is_skipped_and_may_come_back() -> None:
    position = table("A1:green", "", (0, 3, 2, 3), to_move=3, teams=True)
    position.play("pierce B1")
    assert position.to_move == 1
    position.play("pierce B2")
    position.play("pierce B3")  # red again
    assert [position.to_move, position.document["hands"][0]] == [3, 0]
    position.play("pierce B4")
    assert position.to_move == 0
    assert position.legal_moves() == ["drop B3"]


@rule("BG-15")
def test_a_colour_is_out_when_neither_partner_has_a_stick_and_none_is_on_the_block() -> None:
    position = table("A1:green", "", (0, 3, 1, 3), to_move=2, teams=True)
    position.play("plant 44")
    assert position.over
    assert position.winners == [1, 3]


@rule("BG-16")
def test_the_last_player_not_out_wins() -> None:
    position = table("A1:green", "", (1, 0, 0))
    position.play("plant 44")
    assert position.over
    assert position.winners == position.document["winners"] == [1]
    assert position.document["phase"] == "over"
    assert position.to_move == 0
    assert refused(position, "pierce B1") == "BG-16"


@rule("BG-16")
@pytest.mark.parametrize(("last_played", "winner"), [("red", 0), ("green", 1)])
def test_if_the_last_colours_go_out_together_whoever_played_last_wins(
    last_played: str, winner: int
) -> None:
    # Red must take out its only stick, the rod that green's only stick stands on.
    position = table("A1:red", "11:green", (0, 0), last_played=last_played)
    position.play("drop A1")
    assert position.document["out"] == {"red": 1, "green": 1}
    assert position.winners == position.document["winners"] == [winner]


@rule("BG-16")
@pytest.mark.parametrize(
    ("rods", "sticks", "moves"),
    [
        ("A1:red", "", "plant 11, drop A1"),
        ("A1:red A2:red", "11:green", "pierce B4, drop A2, drop B4, drop A1"),
    ],
)
def test_who_plants_or_pierces_last_wins_however_many_sticks_are_taken_out_since(
    rods: str, sticks: str, moves: str
) -> None:
    position = table(rods, sticks, (0, 1), to_move=1)
    for move in moves.split(", "):
        position.play(move)
    assert position.document["rods"] == position.document["sticks"] == {}
    assert position.winners == [1]


@rule("BG-16")
@pytest.mark.parametrize("move", ["pierce B4", "plant 44", "pull A1", "pull C1>21"])
def test_to_pierce_to_plant_and_to_pull_is_to_play(move: str) -> None:
    position = table("A1:green C1:red D2:red", "11:green 31:green", (1, 1), to_move=1)
    if move == "pull C1>21":
        position = table("C1:red D2:red", "11:green 21:green", (1, 1), to_move=1)
    position.play(move)
    assert COLOURS[position.state.last_played] == "green"


@rule("BG-16")
def test_to_take_a_stick_out_is_to_pass() -> None:
    position = table("A1:green A2:red", "", (0, 1), to_move=0, last_played="green")
    position.play("drop A2")
    assert COLOURS[position.state.last_played] == "green"


@rule("BG-16")
@pytest.mark.parametrize("last_played", ["red", "green", "blue"])
def test_of_three_the_one_who_played_last_wins_even_if_out_before(last_played: str) -> None:
    # Blue is out; red and green go out together.
    position = table("A1:red", "11:green", (0, 0, 0), last_played=last_played)
    position.play("drop A1")
    assert position.winners == [COLOURS.index(last_played)]


@rule("BG-16")
@pytest.mark.parametrize(("last_played", "team"), [("red", [0, 2]), ("green", [1, 3])])
def test_a_team_that_played_last_wins_together_and_shares_the_win(
    last_played: str, team: list[int]
) -> None:
    hands = (0, 0, 0, 0)
    position = table("A1:red", "11:green", hands, 2, teams=True, last_played=last_played)
    position.play("drop A1")
    shares = np.zeros(4)
    rules.returns(position.state, shares)
    assert position.winners == team
    assert shares.tolist() == [0.5 if seat in team else 0 for seat in range(4)]


@rule("BG-16")
def test_a_third_colour_that_is_left_wins_over_the_one_who_moved() -> None:
    position = table("A1:red C4:blue", "11:green", (0, 0, 0))
    position.play("drop A1")
    assert position.winners == [2]


Choose = Callable[[Position, random.Random], str]


def at_random(position: Position, choose: random.Random) -> str:
    return choose.choice(position.legal_moves())


def greedily(position: Position, choose: random.Random) -> str:
    """The move after which most of the others' sticks are out."""
    colour = position.document["colours"][position.to_move]

    def gain(move: str) -> int:
        out = after(position, move).document["out"]
        return sum(out.values()) - 2 * out[colour]

    return max(position.legal_moves(), key=lambda move: (gain(move), choose.random()))


def after(position: Position, move: str) -> Position:
    other = position.copy()
    other.play(move)
    return other


def to_last(position: Position, choose: random.Random) -> str:
    """The move that loses the fewest sticks and sinks the others least; a pull, if there is one."""

    def spent(move: str) -> Any:
        document = after(position, move).document
        depth = sum("ABCDEF".index(stick["level"]) for stick in document["sticks"].values())
        pulls = move.startswith("pull")
        return sum(document["out"].values()), not pulls, depth, choose.random()

    return min(position.legal_moves(), key=spent)


@rule("BG-17")
@pytest.mark.slow
@pytest.mark.parametrize("how", [at_random, greedily, to_last])
@pytest.mark.parametrize(
    ("players", "size", "sticks"), [(2, "4x4x4", 10), (4, "2x2x2", 5), (3, "3x2x5", 7)]
)
def test_no_game_is_longer_than_the_bound(
    how: Choose, players: int, size: str, sticks: int
) -> None:
    bound = rules.most_moves(players * sticks, int(size[-1]))
    assert bound <= rules.MOST_MOVES
    for seed in range(4):
        position = load("baguettes", players=players, size=size, sticks=sticks).new(seed)
        choose = random.Random(seed)
        while not position.over:
            position.play(how(position, choose))
            assert len(position.history) <= bound


@rule("BG-17")
@few
@given(seed=seeds, size=sizes, players=st.sampled_from((2, 3, 4)))
def test_what_the_proof_counts_is_so(seed: int, size: tuple[int, ...], players: int) -> None:
    """Pulls bring one stick to a hand, and each lowers a stick or puts one out of the game."""
    for before, later in pairwise(random_game(load("baguettes", players=players, size=size), seed)):
        old, new, move = before.document, later.document, later.history[-1]
        brought = sum(new["hands"]) - sum(old["hands"])
        if move.startswith("pull"):
            assert brought == 1
            filled = {well: levels(later).get(well, "Z") for well in levels(before)}
            assert any(filled[well] > level for well, level in levels(before).items())
        else:
            assert brought == (0 if move.startswith("drop") and move != "drop hand" else -1)


@rule("BG-17")
@pytest.mark.slow
@pytest.mark.parametrize("start", ["2x2x2 1", "2x2x2 2", "2x2x3 2", "2x2x2 3"])
def test_the_longest_game_there_is_keeps_the_bound_on_small_blocks(start: str) -> None:
    size, sticks = start.split()
    known: dict[bytes, int] = {}

    def longest(position: Position) -> int:
        key = position.state.tobytes()
        if key not in known:
            known[key] = max(
                (1 + longest(after(position, m)) for m in position.legal_moves()), default=0
            )
        return known[key]

    length = longest(load("baguettes", size=size, sticks=sticks).new(1))
    assert 2 * int(sticks) <= length <= rules.most_moves(2 * int(sticks), int(size[-1]))


def test_the_document_is_that_of_the_rules_to_the_letter() -> None:
    position = table("B3:red", "31:green", (9, 9))
    assert position.document == {
        "game": "baguettes",
        "players": 2,
        "teams": False,
        "size": [4, 4, 4],
        "to_move": 0,
        "phase": "play",
        "colours": ["red", "green"],
        "hands": [9, 9],
        "rods": {"B3": "red"},
        "sticks": {"31": {"colour": "green", "level": "B"}},
        "out": {"red": 0, "green": 0},
        "winners": [],
    }


def test_there_is_room_for_all_actions_in_random_games_on_the_largest_block() -> None:
    for position in random_game(load("baguettes", size="6x6x6", sticks=16), 1):
        assert len(position.legal_actions()) < rules.MOST_ACTIONS
