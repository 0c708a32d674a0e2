"""What is called out over the table: a set of all colours, and the last turn."""

from __future__ import annotations

import pytest

from matchwood.drawing.scene import Scene
from matchwood.engine.language import ENGLISH
from matchwood.games.colorfox.picture import scene
from matchwood.testing import check_scene
from tests.games.colorfox.positions import arranged

rule = pytest.mark.rule
NAMES = ["Ada", "Birch"]


def after_a_match_of_red(
    sticks: dict[int, str], viewer: int | None = None, gone: str = ""
) -> Scene | None:
    """Seat 0 has laid a card that joins one red match."""
    position = arranged([("RGBY", 0, 0)], [["GGRG"], ["OPOP"]], sticks, gone=gone)
    before, move = position.copy(), "GGRG@0,1"
    position.play(move)
    check_scene(before, position, viewer)
    documents = [each.observe(None).document for each in (before, position)]
    return scene(ENGLISH.to(viewer), move, *documents, NAMES, viewer)


@rule("CF-15")
@pytest.mark.parametrize(
    ("viewer", "told"),
    [(None, "Ada has all six colours: 21 points."), (0, "You have all six colours: 21 points.")],
)
def test_a_set_of_six_is_called_out(viewer: int | None, told: str) -> None:
    found = after_a_match_of_red({0: "OYGBP"}, viewer)
    assert found is not None
    assert (found.calls, found.says) == ("A set of six!", [told])
    assert found.marks == [f"sticks-0-{colour}" for colour in "ROYGBP"]


@rule("CF-13")
def test_the_last_turn_is_announced_when_a_stick_is_missing() -> None:
    found = after_a_match_of_red({}, gone="R")
    assert found is not None
    assert found.calls == "The last turn!"
    assert "CF-13" in found.says[0]
    assert found.marks == ["reserve-R"]


def test_one_stick_more_is_not() -> None:
    assert after_a_match_of_red({0: "OYG"}) is None
