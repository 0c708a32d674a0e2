"""Whole games against bots, of every kind and variant, by clicking in the picture."""

from __future__ import annotations

import pytest

from matchwood.engine.game import Variant, find_game, game_names
from matchwood.engine.options import written
from matchwood.testing import variants
from tests.browser.visitor import Visitor, by_mouse

pytestmark = pytest.mark.compiled

SOONER = {"top-trumps-match": {"void_after": 20, "max_voids": 1}}
"""A round of Top Trumps Match in which nobody makes a line takes long to be void."""


def ours() -> list[str]:
    return [name for name in game_names() if find_game(name).package.startswith("matchwood.games")]


def all_variants() -> list[Variant]:
    return [variant for name in ours() for variant in variants(name)]


def option_fields(variant: Variant) -> dict[str, str]:
    agreed = {**variant.options, **SOONER.get(variant.game.name, {})}
    fields = {f"option-{name}": written(value) for name, value in agreed.items()}
    # A box that is not ticked sends nothing.
    return {name: value for name, value in fields.items() if value not in ("none", "false")}


@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_a_whole_game_is_played_by_clicking_in_the_picture(
    visitor: Visitor, variant: Variant
) -> None:
    seats = ["me", *["bot:greedy"] * (variant.players - 1)]
    visitor.set_up(variant.game.name, seats, option_fields(variant))
    made = visitor.play(by_mouse)
    assert made > 0
    assert visitor.find(".verdict li").count() > 0
    assert visitor.find("#chairs .winner").count() > 0 or "Nobody" in visitor.find(".won").inner_text()
    assert visitor.find("#finale svg").count() == 1
