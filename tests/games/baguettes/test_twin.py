"""The kernels of Baguettes against a plain twin: the same moves, the same positions."""

from __future__ import annotations

import pytest

from matchwood import Variant, load
from matchwood.testing import random_game, variants
from tests.games.baguettes.twin import Twin
from tests.support.twins import check_against


@pytest.mark.parametrize("variant", variants("baguettes"), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_the_twin_and_the_kernels_play_the_same_game(variant: Variant, seed: int) -> None:
    check_against(Twin, variant, seed)


@pytest.mark.slow
@pytest.mark.parametrize("sticks", [1, 2, 3])
@pytest.mark.parametrize("size", ["2x2x2", "2x2x3", "3x2x2"])
def test_the_twin_and_the_kernels_agree_on_every_position_of_a_small_game(
    size: str, sticks: int
) -> None:
    """As far as a thousand positions go, the nearest to the start first."""
    start = load("baguettes", size=size, sticks=sticks).new("every position")
    todo, seen = [(start, Twin(start.document))], {start.state.tobytes()}
    while todo and len(seen) < 1000:
        position, twin = todo.pop(0)
        assert twin.legal_moves() == position.legal_moves()
        for move in position.legal_moves():
            after, twin_after = position.copy(), twin.after(move)
            after.play(move)
            assert twin_after.at == after.document
            if after.state.tobytes() not in seen:
                seen.add(after.state.tobytes())
                todo.append((after, twin_after))


@pytest.mark.slow
@pytest.mark.rule("BG-16")
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4, "teams"])
def test_the_twin_and_the_kernels_agree_on_who_wins_when_the_last_go_out_together(
    players: int | str,
) -> None:
    """Among the first random games there are some with each kind of winner."""
    teams = players == "teams"
    players = 4 if teams else players
    variant = load("baguettes", players=players, teams=teams, size="2x2x2", sticks=3)
    droppers_won = set()
    for seed in range(300):
        first, *_, last = random_game(variant, seed)
        if any(last.document["hands"]) or last.document["rods"] or last.document["sticks"]:
            continue
        twin = Twin(first.document)
        for move in last.history:
            twin.play(move)
        assert twin.at == last.document
        assert last.history[-1].startswith("drop")
        droppers_won.add(last.to_move in last.winners)
    assert droppers_won == {True, False}
