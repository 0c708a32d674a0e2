"""The coach at a practice table: hints step by step, and whether a move was good."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.server import BrowserServer
from tests.browser.visitor import WINDOWS, Visitor, by_mouse
from tests.support.serving import ME, SCREEN, Program

SPOTS = 24


def press(visitor: Visitor, what: str) -> None:
    visitor.find(what).focus()
    visitor.page.keyboard.press("Enter")


# What of the bar cannot be read: its text is cut or off the screen. On a phone on its side it may
# scroll.
CUT = """() => [...document.querySelectorAll("#bar, #said, #did, #bar .button, #bar button")]
  .filter((each) => getComputedStyle(each.closest("#bar")).overflowY !== "auto")
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const isOut = left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    const isWide = each.scrollWidth > each.clientWidth + 2;
    return isOut || isWide || each.scrollHeight > each.clientHeight + 2;
  })
  .map((each) => `${each.id}: ${each.textContent}`)"""
LONG = "() => document.getElementById('said').append(' And there is more to it.'.repeat(4))"


def check_all_is_read(visitor: Visitor) -> None:
    usual = visitor.page.viewport_size
    for width, height in WINDOWS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.evaluate(CUT) == [], (width, height)
        visitor.check_width()
    assert usual is not None
    visitor.page.set_viewport_size(usual)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_long_answer_is_read_whole_at_every_size(new_visitor: NewVisitor, language: str) -> None:
    visitor = new_visitor(language=language)
    visitor.set_up("piecepack-matches", ["me", "bot:greedy"], {"aid-hints": "true"})
    visitor.ready(visitor.make(by_mouse))
    visitor.find("#good").click()
    visitor.find("#back").wait_for()
    check_all_is_read(visitor)
    visitor.page.evaluate(LONG)
    check_all_is_read(visitor)
    visitor.find("#back").click()
    visitor.ready()
    check_all_is_read(visitor)


@pytest.mark.slow
def test_by_keyboard_a_hint_is_told_in_three_steps_followed_and_judged(visitor: Visitor) -> None:
    visitor.set_up("top-trumps-match", ["me", "bot:random"], {"aid-hints": "true"})
    now = visitor.ready()
    press(visitor, "#hint")
    expect(visitor.find("#said")).to_contain_text("Look inside the dashed line")
    expect(visitor.find("#board .hint-line")).to_have_count(1)
    visitor.seen("hint-where")
    press(visitor, "#tell-more")
    expect(visitor.find("#said")).to_contain_text("Begin with the marked piece")
    expect(visitor.find("#strip .hint-tag")).to_have_count(1)
    press(visitor, "#hint")
    expect(visitor.find("#said")).to_contain_text("A bot would play")
    expect(visitor.find("#board .hint-ghost")).to_have_count(1)
    expect(visitor.find("button#hint")).to_be_disabled()
    visitor.seen("hint-move")
    check_all_is_read(visitor)
    press(visitor, "#do-it")
    visitor.ready(now.seq)
    press(visitor, "#good")
    expect(visitor.find("#said")).to_contain_text("our chance to win:")
    expect(visitor.find("#board .halo-light")).to_have_count(1)
    visitor.seen("was-that-good")
    press(visitor, "#back")
    visitor.ready()
    expect(visitor.find("#table[data-stream]")).to_have_count(1)


def test_without_script_hints_and_the_coach_are_links(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(java_script_enabled=False)
    visitor.set_up("connect-four", ["me", "bot:random"], {"aid-hints": "true"})
    if visitor.find("#deal button").count():
        visitor.submit("#deal button")
    while not visitor.find("a#hint").count():
        visitor.page.reload()
    visitor.submit("a#hint")
    expect(visitor.find("#said")).to_contain_text("Look inside the dashed line")
    marked = visitor.find("#offers .chip", has_text="hint")
    assert 0 < marked.count() < visitor.find("#offers [name=move]").count()
    visitor.submit("#tell-more")
    visitor.submit("#do-it")
    while not visitor.find("#offers[open]").count():
        visitor.page.reload()
    visitor.submit("#good")  # The moves in words do not cover it.
    expect(visitor.find("#said")).to_contain_text("our chance to win:")
    visitor.submit("#back")
    expect(visitor.find("#good")).to_have_count(1)


def turn_until_one_stays(program: Program, table: str) -> None:
    """Most coins that are turned stay, but luck may match many of them first."""
    for spot in range(1, SPOTS + 1):
        view = program.view(table)
        if any(coin and coin["seen"] for coin in view["document"]["coins"]):
            return
        answer = program.move(table, f"flip {spot}", view["seq"])
        assert answer.is_success, answer.text
    raise AssertionError("every coin that was turned made a match")


@pytest.mark.slow
@pytest.mark.rule("PM-12")
@pytest.mark.parametrize("script", [True, False])
def test_after_a_game_of_memory_one_is_asked_what_lay_where(
    new_visitor: NewVisitor, server: BrowserServer, script: bool
) -> None:
    with Program(server.address) as program:
        table = program.open("piecepack-matches", ME, SCREEN)["table"]
        program.post(f"/api/tables/{table}/deal")
        turn_until_one_stays(program, table)
        answer = program.post(f"/api/tables/{table}/end")
        assert answer.is_success, answer.text
    visitor = new_visitor(java_script_enabled=script)
    visitor.open(f"/t/{table}")
    visitor.submit("#recall")
    questions = int((visitor.find(".step").text_content() or "").partition("/")[2])
    for number in range(1, questions + 1):
        expect(visitor.find(".step")).to_have_text(f"{number}/{questions}")
        before = visitor.page.url
        if script:
            visitor.find("#board .spot.can").first.click()
        else:
            visitor.find("#offers summary").click()
            visitor.find("#offers [name=move]").first.click()
        expect(visitor.page).not_to_have_url(before)
    expect(visitor.find("#said")).to_contain_text(f"of {questions}.")
    visitor.seen("what-lay-where")
