"""What each game tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import IllegalMove, Position, load
from matchwood.engine import rules
from matchwood.engine.luck import luck
from matchwood.games.colorfox import knowledge as colorfox
from matchwood.games.colorfox.rules import score
from matchwood.games.piecepack_matches import knowledge as piecepack_matches
from matchwood.games.piecepack_matches.pieces import HIDDEN
from matchwood.games.top_trumps_match.cubes import SYMBOLS
from tests import test_baguettes_rules as baguettes
from tests.test_colorfox_rules import arranged, corner, holdings
from tests.test_matches_rules import give, lay, turned_coin
from tests.test_matches_rules import table as matches
from tests.test_trumps_rules import about_to_match
from tests.test_trumps_rules import give as give_cards

rule = pytest.mark.rule
DOCUMENTATION = Path(__file__).parents[1] / "docs" / "bots.md"


def share(position: Position, seat: int) -> float:
    shares = np.zeros(position.players)
    rules.estimate(position.state, shares)
    return float(shares[seat])


def _moves(position: Position) -> list[tuple[int, str]]:
    return list(zip(position.actions().tolist(), position.legal(), strict=True))


class TestColorfox:
    def test_who_has_more_points_is_ahead(self) -> None:
        position = corner(sticks={0: "ROYGB", 1: "RRRRR"})
        assert share(position, 0) > 0.6

    def test_points_count_more_towards_the_end(self) -> None:
        sticks = {0: "ROYGB", 1: "RRRRR"}
        assert share(corner(sticks=sticks, gone="ROYG"), 0) > share(corner(sticks=sticks), 0)

    def test_swaps_that_are_still_to_come_are_counted_as_made(self) -> None:
        position = corner(sticks={0: "RR", 1: "ROYGB"})
        position.play("BYGR@1,1")
        assert position.legal()[0] == "keep"
        before = share(position, 0)
        position.play("keep")
        assert before > share(position, 0)

    @given(holdings, st.integers(0, 5), st.integers(0, 5))
    def test_the_gain_of_a_swap_is_what_the_score_grows_by(
        self, held: list[int], give: int, take: int
    ) -> None:
        position = load("colorfox").new(1)
        s = position.state
        held[give] += 1
        s.sticks[0] = held
        gain = colorfox._gain(s.sticks[0], give, take) if give != take else 0
        before = score(s, 0)
        s.sticks[0, give] -= 1
        s.sticks[0, take] += 1
        assert score(s, 0) - before == gain

    @rule("CF-12")
    def test_a_placement_and_the_decision_that_draws_a_card_reveal(self) -> None:
        position = corner(sticks={0: "RR", 1: "OY"})
        assert position.reveals("BYGR@1,1")
        position.play("BYGR@1,1")
        assert position.reveals("keep")
        assert position.reveals("R>1:O")

    @rule("CF-12")
    def test_without_a_pile_swaps_reveal_nothing(self) -> None:
        position = corner(sticks={0: "RR", 1: "OY"}, pile=())
        position.play("BYGR@1,1")
        assert not position.reveals("keep")
        assert not position.reveals("R>1:O")

    @rule("CF-8")
    def test_to_skip_reveals_nothing(self) -> None:
        assert not arranged([("YOGB", 0, 0)], [["RRPP"], ["PPPR"]]).reveals("pass")

    def test_the_same_card_is_the_same_move_wherever_it_is_held(self) -> None:
        position = corner()
        s = position.state
        before = {text: rules.label(s, number) for number, text in _moves(position)}
        card, rest = s.hands[0, 0], s.hands[1, 0]
        s.hands[0, :2] = rest, card
        names = {text: rules.label(s, number) for number, text in _moves(position)}
        assert before.items() <= names.items()
        assert len(set(names.values())) == len(names)
        assert rules.label(s, 0) == 0


class TestTopTrumpsMatch:
    def test_who_can_complete_a_line_now_has_nearly_won_the_round(self) -> None:
        position = about_to_match("K")
        mover = position.to_move
        give_cards(position, ["AB", "CD"])
        plain = share(position, mover)
        give_cards(position, ["KB", "CD"] if mover == 0 else ["AB", "KD"])
        assert 0.5 < plain < share(position, mover)

    def test_a_line_whose_symbol_is_on_the_other_players_card_helps_them(self) -> None:
        position = about_to_match("K")
        mover = position.to_move
        give_cards(position, ["AB", "KD"] if mover == 0 else ["KB", "CD"])
        assert share(position, mover) < 0.5

    def test_points_decide_as_they_come_near_the_target(self) -> None:
        position = load("top-trumps-match").new(1)
        position.state.points[:] = [4, 0]
        assert share(position, 0) > 0.8

    def test_in_the_five_minute_game_one_match_wins(self) -> None:
        position = about_to_match("K", mode="five-minute")
        give_cards(position, ["AB", "CD"])
        assert share(position, position.to_move) == 1

    @rule("TT-13")
    def test_a_push_reveals_when_it_makes_a_match(self) -> None:
        position = about_to_match("K")
        revealing = {move for move in position.legal() if position.reveals(move)}
        assert revealing
        for move in position.legal():
            after = position.copy()
            after.play(move)
            assert (after.state.round_number > 1 or after.over) == (move in revealing)

    @rule("TT-17")
    def test_the_push_that_makes_a_round_void_reveals(self) -> None:
        position = load("top-trumps-match", void_after=20).new(1)
        position.state.pushes = 18
        assert not any(position.reveals(move) for move in position.legal())
        position.state.pushes = 19
        assert all(position.reveals(move) for move in position.legal())

    def test_others_are_suspected_of_having_the_cards_they_build_on(self) -> None:
        position = about_to_match("K", side=0)
        viewer, generator = 1, luck(1)
        held = 0
        for _ in range(300):
            hidden = position.seen_by(viewer)
            rules.suspect(hidden.state, viewer, generator)
            held += SYMBOLS.index("K") in hidden.state.cards[0]
        assert held / 300 > 2 / 13 * 1.3

    def test_a_new_round_is_a_new_outcome(self) -> None:
        position = about_to_match("K")
        moves = {text: number for number, text in _moves(position)}
        ending, other = position.copy(), position.copy()
        ending.play("c3=K")
        quiet = next(text for text in moves if not position.reveals(text))
        other.play(quiet)
        assert rules.outcome(ending.state, moves["c3=K"]) != 0
        assert rules.outcome(other.state, moves[quiet]) == 0


class TestBaguettes:
    def test_who_has_more_sticks_left_is_ahead(self) -> None:
        assert share(baguettes.table(hands=(5, 3)), 0) > 0.6
        assert share(baguettes.table("A1:red B1:red", hands=(3, 3)), 0) > 0.6
        assert share(baguettes.table("A1:red", "11:green", hands=(3, 3)), 0) > 0.5

    def test_partners_share_what_their_colour_has(self) -> None:
        position = baguettes.table(hands=(5, 1, 0, 1), teams=True)
        assert share(position, 0) == share(position, 2) > 0.25 > share(position, 1)

    @rule("BG-5")
    def test_nothing_reveals(self) -> None:
        position = load("baguettes").new(1)
        assert not any(position.reveals(move) for move in position.legal())


def best_against_random(hits: Callable[[int, int], float]) -> float:
    """How often the best player of two beats one who turns any coin, if `hits` is how likely the
    best of the coins never seen is their own; solved over all races."""

    @cache
    def best(known: int, unknown: int, their_known: int, their_unknown: int) -> float:
        theirs = (their_known, their_unknown)
        ways = [any_coin(known - 1, unknown, *theirs)] if known else []
        if unknown + their_unknown:
            hit = hits(unknown, their_unknown)
            chance = hit * any_coin(known, unknown - 1, *theirs) if unknown else 0.0
            if hit < 1:
                chance += (1 - hit) * any_coin(known, unknown, their_known + 1, their_unknown - 1)
            ways.append(chance)
        return max(ways)

    @cache
    def any_coin(known: int, unknown: int, their_known: int, their_unknown: int) -> float:
        if known + unknown == 0 or their_known + their_unknown == 0:
            return float(known + unknown == 0)
        chance = known * best(known, unknown, their_known, their_unknown)
        if unknown:
            chance += unknown * best(known + 1, unknown - 1, their_known, their_unknown)
        if their_known + their_unknown > 1:
            if their_known:
                chance += their_known * best(known, unknown, their_known - 1, their_unknown)
            if their_unknown:
                chance += their_unknown * best(known, unknown, their_known, their_unknown - 1)
        return chance / (known + unknown + their_known + their_unknown)

    return (best(0, 12, 0, 12) + any_coin(0, 12, 0, 12)) / 2


class TestMatches:
    @pytest.mark.parametrize(
        ("hits", "row"),
        [
            (lambda mine, theirs: float(mine > 0), "sees through the coins"),
            (piecepack_matches._hits, "goes by the sides that are up"),
            (lambda mine, theirs: mine / (mine + theirs), "sees nothing in the sides"),
        ],
    )
    def test_the_documentation_tells_how_often_a_random_player_can_be_beaten(
        self, hits: Callable[[int, int], float], row: str
    ) -> None:
        lines = DOCUMENTATION.read_text(encoding="utf-8").splitlines()
        [line] = [line for line in lines if line.startswith(f"| {row}")]
        assert line.endswith(f" {best_against_random(hits):.2%} |".replace("%", " %"))

    def test_who_needs_one_coin_more_that_they_know_wins_now(self) -> None:
        assert (piecepack_matches.FORECAST[1, 0, 1:, 0] == 1).all()

    def test_it_is_better_to_know_a_coin_and_to_have_fewer_left(self) -> None:
        forecast = piecepack_matches.FORECAST
        assert forecast[3, 3, 2, 4] > forecast[2, 4, 2, 4]
        assert forecast[2, 3, 2, 4] > forecast[2, 4, 2, 4] > forecast[2, 4, 2, 3]

    def test_a_turn_is_weighed_by_what_a_player_could_work_out(self) -> None:
        """The mean over many guesses, which is exact, comes to nearly the same."""
        position = matches()
        for spot in (1, 5, 9):
            position.play(f"flip {spot}")
        s, generator = position.seen_by(0).state, luck(1)
        actions = position.actions()
        room, shares = np.zeros(2, s.dtype), np.zeros(2)
        weights, once, mean = np.zeros((3, len(actions)))
        guesses = 100
        for _ in range(guesses):
            room[0] = s
            rules.guess(room[0], 0, generator)
            rules.try_each(room[0], actions, len(actions), room[1:], shares, once)
            mean += once / guesses
        rules.weigh(room[0], actions, len(actions), room[1:], shares, weights)
        assert np.abs(weights - mean).max() < 0.15
        assert np.corrcoef(weights, mean)[0, 1] > 0.8

    @pytest.mark.parametrize("players", [3, 6])
    def test_with_more_players_fewer_turns_to_go_are_better(self, players: int) -> None:
        position = matches(players)
        seat = (position.to_move + 1) % players
        before = share(position, seat)
        position.state.left[seat] -= 1
        assert share(position, seat) > before

    def test_a_coin_that_was_seen_is_as_good_as_marked_for_its_owner(self) -> None:
        position = matches()
        other = 1 - position.to_move
        lay(position, 5, "C4", up="C")
        give(position, other, "C4")
        before = share(position, other)
        position.play("flip 5")
        assert share(position, other) > before

    @rule("PM-5")
    def test_turning_a_coin_reveals_even_if_it_was_seen_before(self) -> None:
        position = turned_coin(flaming=False)
        assert position.reveals("flip 5")
        assert position.reveals("flip 6")

    @rule("PM-11")
    def test_placing_a_turned_coin_reveals_nothing(self) -> None:
        position = turned_coin()
        assert not any(position.reveals(move) for move in position.legal())

    def test_what_comes_of_a_coin_is_whose_it_is(self) -> None:
        position = turned_coin(flaming=False)
        other = position.to_move
        assert rules.outcome(position.state, 4) == 1 + other
        position.play("flip 5")
        assert rules.outcome(position.state, 4) == 0

    def test_a_coin_that_was_seen_can_be_forgotten(self) -> None:
        position = turned_coin(flaming=False)
        seen = position.seen_by(0).state
        rules.forget(seen, 1.0, luck(1))
        assert seen.seen[4]
        rules.forget(seen, 0.0, luck(1))
        assert not seen.seen[4]
        assert seen.under[4] == HIDDEN

    def test_the_coin_in_hand_is_not_forgotten(self) -> None:
        position = turned_coin()
        rules.forget(position.state, 0.0, luck(1))
        assert position.state.seen[4]

    def test_other_games_have_nothing_to_forget(self) -> None:
        position = load("colorfox").new(1)
        before = position.copy()
        rules.forget(position.state, 0.0, luck(1))
        assert position == before


def test_whether_a_move_that_is_not_legal_reveals_is_not_told() -> None:
    with pytest.raises(IllegalMove, match="PM-8"):
        matches().reveals("flip 25")
