"""Bots in compiled code choose what they choose one move at a time."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import Variant, bots, game_names, load
from matchwood.bots import choose
from matchwood.bots.levels import Players
from matchwood.bots.mcts import new_tree
from matchwood.bots.search import Search
from matchwood.engine.rng import new_generators


def generators(variant: Variant) -> np.ndarray:
    return new_generators(np.arange(variant.players, dtype=np.uint64))


def check_alike(variant: Variant, level: str, moves: int) -> None:
    """Play so many moves in three ways."""
    players = Players(variant, (level,) * variant.players)
    each, whole, slow = (variant.new(3) for _ in range(3))
    lucks = [generators(variant) for _ in range(3)]
    for _ in range(moves):
        action = choose(level, slow, lucks[0][slow.to_move])
        assert players.choose(each, lucks[1]) == action
        slow.play_action(action)
        each.play_action(action)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Variant, "longest", moves)
        assert players.play(whole, lucks[2]) == moves
    assert whole == slow
    assert (lucks[0] == lucks[1]).all()
    assert (lucks[0] == lucks[2]).all()


@pytest.mark.parametrize("level", ["random", "easy", "greedy"])
@pytest.mark.parametrize("name", game_names())
def test_bots_choose_alike_in_kernels_and_one_move_at_a_time(name: str, level: str) -> None:
    check_alike(load(name), level, moves=2)


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("name", game_names())
def test_so_do_those_that_think_longer(name: str, level: str) -> None:
    check_alike(load(name), level, moves=6)


@pytest.mark.compiled
def test_a_bot_that_proves_moves_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def watch(level: str, *others: object, cores: int | None) -> int:
        asked.append(level)
        return choose("random", *others)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", watch)
    variant = load("baguettes", size="2x2x2", sticks=2)
    position = variant.new(3)
    moves = Players(variant, ("expert", "easy")).play(position, generators(variant))
    assert position.over
    assert asked == ["expert"] * len(asked)
    assert moves // 2 <= len(asked) < moves


@pytest.mark.compiled
def test_a_tree_that_is_full_leaves_the_move_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for makes_room in (new_tree, Search.__init__):
        monkeypatch.setattr(makes_room, "__defaults__", (100, 5000))
    asked = list[str]()

    def watch(level: str, *others: object, cores: int | None) -> int:
        asked.append(level)
        return choose(level, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", watch)
    check_alike(load("colorfox"), "hard", moves=6)
    assert "hard" in asked
