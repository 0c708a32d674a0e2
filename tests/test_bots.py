"""What every bot promises."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import Position, UnknownBot, Variant, game_names, load, testing
from matchwood.bots import LEVELS, NothingToChoose, choose
from matchwood.engine import rules
from matchwood.engine.luck import luck

VARIANTS = [variant for name in game_names() for variant in testing.variants(name)[:2]]


def played(moves: str) -> Position:
    """Connect Four after discs were dropped into these columns."""
    position = load("connect-four").new(1)
    for column in moves:
        position.play(f"drop {column}")
    return position


def chosen(level: str, position: Position, seed: int = 1) -> str:
    action = choose(level, position, luck(seed))
    [text] = position.variant.game.text.say(position.state, [action])
    return text


@pytest.mark.compiled
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_choice_is_legal_repeatable_and_blind_to_what_is_hidden(
    variant: Variant, level: str
) -> None:
    positions = list(testing.random_game(variant, seed=3))
    for position in positions[: -1 : len(positions) // 3]:
        choice = chosen(level, position)
        other = position.seen_by(position.to_move)
        variant.game.rules.guess(other.state, position.to_move, luck(2))
        assert choice in position.legal()
        assert chosen(level, position) == choice
        assert chosen(level, other) == choice


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_changes_nothing(level: str) -> None:
    position = load("colorfox").new(1)
    before = position.copy()
    choose(level, position, luck(1))
    assert position == before


def test_an_unknown_bot_is_refused_with_the_bots_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"“gredy”; the bots are random.*Did you mean greedy\?$"):
        choose("gredy", played(""), luck(1))


def test_when_the_game_is_over_there_is_nothing_to_choose() -> None:
    with pytest.raises(NothingToChoose, match=r"^The game is over"):
        choose("random", played("4141414"), luck(1))


@pytest.mark.parametrize(
    ("moves", "best"), [("414141", "drop 4"), ("41414", "drop 4"), ("1424", "drop 4")]
)
def test_the_greedy_bot_wins_at_once_stops_a_win_and_keeps_lines_open(
    moves: str, best: str
) -> None:
    assert {chosen("greedy", played(moves), seed) for seed in range(5)} == {best}


def test_of_moves_that_are_equally_good_luck_chooses() -> None:
    """The empty block looks the same wherever it is pierced."""
    position = load("baguettes").new(1)
    assert len({chosen("greedy", position, seed) for seed in range(20)}) > 3


def test_without_an_estimate_all_have_the_same_share() -> None:
    shares = np.zeros(3)
    rules.same_share(load("colorfox", players=3).new(1).state, shares)
    assert shares.tolist() == [1 / 3] * 3


def test_what_a_game_leaves_out_has_an_answer_for_every_game_or_none() -> None:
    own = dict.fromkeys(("setup", "legal", "apply", "hide", "guess", "returns"))
    kernels = rules.Kernels(**own)
    assert kernels.find("estimate") is rules.same_share
    assert kernels.find("reveals") is rules.always
    assert kernels.find("reveals")(None, 0)
    assert kernels.find("canonical") is None


def test_knowledge_is_looked_up_only_for_what_was_not_registered() -> None:
    s = load("connect-four").new(1).state
    assert rules.has_estimate(s.dtype)
    assert not rules.has_canonical(s.dtype)
