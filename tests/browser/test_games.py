"""Whole games against bots: by mouse, by finger, by keyboard, and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matchwood.engine.game import Variant
from tests.browser.conftest import Finish, NewVisitor
from tests.browser.games import SHORT, against_bots, all_variants, cramped, fields
from tests.browser.visitor import (
    PHONE,
    Visitor,
    by_finger,
    by_keyboard,
    by_submitting,
    check_over,
    reach,
)

pytestmark = pytest.mark.slow


# Every kind by both, so half of the variants by each.
@pytest.mark.parametrize("variant", all_variants()[::2], ids=str)
def test_variants_can_be_played_by_clicking_in_the_picture(
    anna: Visitor, finish: Finish, variant: Variant
) -> None:
    """What Anna sees at the end is checked there and then; other tests look at it afterwards."""
    assert finish(variant).made > 0


@pytest.mark.parametrize("variant", all_variants()[1::2], ids=str)
def test_the_other_variants_can_be_played_by_tapping_on_a_phone(
    new_visitor: NewVisitor, variant: Variant
) -> None:
    visitor = new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.set_up(variant.game.name, against_bots(variant), fields(variant))
    assert visitor.play(by_finger, watch=lambda now: visitor.check_width()) > 0
    visitor.check_width()
    check_over(visitor)
    assert visitor.cramped <= cramped(variant)


@pytest.mark.parametrize("game", SHORT)
def test_every_game_can_be_played_by_keyboard_alone(visitor: Visitor, game: str) -> None:
    visitor.set_up(game, against_bots(SHORT[game]), fields(SHORT[game]))
    assert visitor.play(by_keyboard, choose=lambda offers: offers[0]) > 0
    check_over(visitor)


def test_a_game_begins_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.open("/")
    reach(visitor, "form[action='/play/baguettes'] button")
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_phase("playing")


@pytest.mark.parametrize("game", ["baguettes", "colorfox"])
def test_a_game_can_be_played_without_a_script(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(java_script_enabled=False)
    visitor.set_up(game, against_bots(SHORT[game]), fields(SHORT[game]))
    visitor.submit("#deal button")
    assert visitor.play(by_submitting) > 0
    check_over(visitor)


@pytest.mark.parametrize(("script", "seen"), [(True, False), (False, True)])
def test_without_a_script_the_spots_show_the_numbers_that_moves_name(
    new_visitor: NewVisitor, script: bool, seen: bool
) -> None:
    visitor = new_visitor(java_script_enabled=script)
    visitor.set_up("piecepack-matches", against_bots(SHORT["piecepack-matches"]))
    if not script:
        visitor.submit("#deal button")
    visitor.wait_for_phase("playing")
    number = visitor.find("#spot-7 .number")
    expect(number).to_have_text("7")
    expect(number).to_be_visible(visible=seen)
