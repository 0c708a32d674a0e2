"""What is called out over the block: sticks that fall, and who is out."""

from __future__ import annotations

import pytest

from matchwood.drawing.scene import Scene
from matchwood.engine.language import ENGLISH
from matchwood.engine.position import Position
from matchwood.games.baguettes.picture import scene
from matchwood.testing import check_scene
from tests.games.baguettes.positions import table

rule = pytest.mark.rule
NAMES = ["Ada", "Birch"]


def after(position: Position, move: str, viewer: int | None = None) -> Scene | None:
    before = position.copy()
    position.play(move)
    check_scene(before, position, viewer)
    documents = [each.observe(None).document for each in (before, position)]
    return scene(ENGLISH.to(viewer), move, *documents, NAMES, viewer)


@rule("BG-9")
def test_where_sticks_land_that_fall_is_told_and_marked() -> None:
    position = table("A1:red B1:green C1:red", "11:red 21:red 31:green")
    found = after(position, "pull A1")
    assert found is not None
    assert found.calls == "3 sticks fall."
    assert found.says == [
        "The red stick in 11 sinks to B.",
        "The red stick in 21 sinks to C.",
        "The green stick in 31 sinks to C.",
    ]
    assert found.marks == ["well-11", "well-21", "well-31"]


@rule("BG-10")
def test_what_falls_through_is_told_and_has_no_mark() -> None:
    found = after(table("A1:red B1:green", "11:red 21:green 12:red", (1, 1)), "pull A1")
    assert found is not None
    assert "The green stick in 21 is lost." in found.says
    assert found.marks == ["well-11"]


@rule("BG-15")
@pytest.mark.parametrize(("viewer", "call"), [(None, "Birch is out."), (1, "You are out.")])
def test_it_is_called_out_who_is_out(viewer: int | None, call: str) -> None:
    position = table("A1:red B1:red", "11:red 12:red 21:green", (1, 0, 1))
    found = after(position, "pull A1", viewer)
    assert found is not None
    assert found.calls == call


def test_a_stick_that_is_played_brings_nothing_about() -> None:
    assert after(table(), "pierce A1") is None
    assert after(table("A1:red"), "plant 11") is None
