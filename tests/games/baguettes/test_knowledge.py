"""What Baguettes tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

import pytest

from matchwood import bots, load
from matchwood.engine import dispatch
from matchwood.engine.rng import new_generator
from tests.games.baguettes.positions import table
from tests.support.knowledge import share

rule = pytest.mark.rule
DEALS = 20
"""Games that bots play to look for moves that no person would make."""


def test_who_has_more_sticks_left_is_ahead() -> None:
    assert share(table(hands=(5, 3)), 0) > 0.6
    assert share(table("A1:red B1:red", hands=(3, 3)), 0) > 0.6
    assert share(table("A1:red", "11:green", hands=(3, 3)), 0) > 0.5


def test_partners_share_what_their_colour_has() -> None:
    position = table(hands=(5, 1, 0, 1), teams=True)
    assert share(position, 0) == share(position, 2) > 0.25 > share(position, 1)


@rule("BG-5")
def test_nothing_reveals() -> None:
    position = load("baguettes").new(1)
    assert not any(position.reveals(move) for move in position.legal_moves())


@rule("BG-7")
def test_only_to_plant_where_no_rod_crosses_the_well_is_senseless() -> None:
    position = table("A1:red", hands=(3, 3))
    named = dict(zip(position.legal_moves(), position.legal_actions().tolist(), strict=True))
    senseless = {
        move for move, action in named.items() if dispatch.senseless(position.state, action)
    }
    in_row_1 = {f"plant {column}1" for column in range(1, 5)}
    assert senseless == {move for move in named if move.startswith("plant")} - in_row_1


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_no_bot_above_random_throws_a_stick_away(level: str, players: int) -> None:
    thrown = []
    for seed in range(DEALS):
        position, generator = load("baguettes", players=players).new(seed), new_generator(seed)
        while not position.over:
            action, others = bots.choose(level, position, generator), position.legal_actions()
            has_choice = not all(dispatch.senseless(position.state, each) for each in others)
            if has_choice and dispatch.senseless(position.state, action):
                thrown.append((seed, len(position.history)))
            position.play_action(action)
    assert thrown == []
