"""Help that a table agrees on, as people meet it: in the form, at the table, with the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor

MATCHES, TRUMPS = "piecepack-matches", "top-trumps-match"
SHOWN = """() => [...document.querySelectorAll("#board [id^=cell-]")].map((cell) => (
  [cell.id, cell.querySelector(":scope > title").textContent]))"""


def move_by_words(visitor: Visitor) -> None:
    """Choose any move from the list."""
    now = visitor.ready()
    move = visitor.luck.choice(now.offers).move
    if not visitor.find("#offers .moves").is_visible():
        visitor.find("#offers summary").click()
    visitor.find(f'#offers button[value="{move}"]').click()
    visitor.ready(now.seq)


@pytest.mark.rule("TT-7")
def test_an_aid_is_ticked_shown_at_the_table_and_the_grid_turned_by_keyboard(
    visitor: Visitor,
) -> None:
    visitor.open(f"/new/{TRUMPS}")
    visitor.find(".choices summary").click()
    expect(visitor.find("[name=aid-other-side]")).not_to_be_checked()
    expect(visitor.find("[name=aid-hints]")).to_be_checked()
    visitor.find("[name=aid-other-side]").check()
    visitor.find("[name=seat-1]").select_option("bot:random")
    visitor.seen("aids-setup")
    visitor.submit("#setup button[type=submit]")
    visitor.ready()
    expect(visitor.find("#agreed")).to_contain_text("The other side may be looked at")
    own = dict(visitor.page.evaluate(SHOWN))
    visitor.find("#around").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#said")).to_contain_text("You see the table from")
    turned = dict(visitor.page.evaluate(SHOWN))
    assert own.keys() == turned.keys()
    assert own != turned
    visitor.seen("aids-turned")
    expect(visitor.find("#around")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#said")).not_to_contain_text("You see the table from")
    assert dict(visitor.page.evaluate(SHOWN)) == own


@pytest.mark.rule("TT-7")
def test_without_script_the_grid_is_turned_by_a_link(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(java_script_enabled=False)
    visitor.set_up(TRUMPS, ["me", "bot:random"], {"aid-other-side": "true"})
    if visitor.find("#deal button").count():
        visitor.submit("#deal button")
    while not visitor.find("#around").count():
        visitor.page.reload()
    visitor.submit("#around")
    expect(visitor.find("#said")).to_contain_text("You see the table from")


@pytest.mark.rule("TT-7")
def test_without_the_aid_a_player_sees_their_own_side_only(visitor: Visitor) -> None:
    visitor.set_up(TRUMPS, ["me", "bot:random"])
    visitor.ready()
    expect(visitor.find("#around, [data-drawing=other-side]")).to_have_count(0)
    titles = dict(visitor.page.evaluate(SHOWN)).values()
    assert not [title for title in titles if "other side" in title]
    visitor.seen("aids-own-side")


@pytest.mark.rule("PM-12")
def test_the_story_of_a_game_of_memory_is_short_and_stays_short(visitor: Visitor) -> None:
    visitor.set_up(MATCHES, ["me", "bot:random"], {"aid-mark-seen": "true"})
    for _ in range(4):
        move_by_words(visitor)
        lines = visitor.find("#moves-told li")
        expect(lines).to_have_count(2)
    numbers = [int(line.get_attribute("value") or 0) for line in lines.all()]
    assert numbers[0] == numbers[1] + 1 > 6
    expect(visitor.find("#log")).to_contain_text("this is a game of memory")
    visitor.page.reload()
    expect(visitor.find("#moves-told li")).to_have_count(2)
    eyes = visitor.find("#board .seen-eye")
    expect(eyes.first).to_be_visible()
    marked = visitor.find("#board .spot", has_text=re.compile("has been seen"))
    expect(marked).to_have_count(eyes.count())
    visitor.seen("aids-memory")
