"""Someone who knows none of the games clicks through a lesson, and then plays without a refusal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from matchwood.engine.game import find_game
from tests.browser.conftest import DESK, NewVisitor
from tests.browser.visitor import (
    COVERED,
    LONG_REFUSAL,
    PHONE,
    SMALL_PHONE,
    Offer,
    Visitor,
    by_finger,
    by_mouse,
)

pytestmark = pytest.mark.slow

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
TURNS = 5

WANTED = """(wanted) => [...document.querySelectorAll("#offers [data-clicks]")]
  .filter(({ value }) => wanted.includes(value))
  .map((button) => ({ move: button.value, text: button.textContent,
    clicks: button.dataset.clicks.split(" "), warns: "warns" in button.dataset }))"""

# Nothing lies over what the bar says, not even the sheet in which the next click is made.
IS_SEEN = """() => {
  const said = document.getElementById("said");
  const { left, top, width, height } = said.getBoundingClientRect();
  return [0.1, 0.9].every((share) =>
    said.contains(document.elementFromPoint(left + width / 2, top + share * height)));
}"""


def learn(visitor: Visitor, game: str, tap: bool) -> None:
    """Go through the lesson for newcomers, doing what each step asks for."""
    visitor.open(f"/learn/{game}")
    lesson = next(iter(find_game(game).lessons.values()))
    for number, step in enumerate(lesson.steps, start=1):
        expect(visitor.find(".step")).to_have_text(f"{number}/{len(lesson.steps)}")
        if step.wanted:
            expect(visitor.find("#said")).to_be_in_viewport(ratio=1)
            visitor.wait_for(IS_SEEN)
            [offer, *_] = visitor.page.evaluate(WANTED, list(step.wanted))
            (by_finger if tap else by_mouse)(visitor, Offer(**offer))
            expect(visitor.find("#offers")).to_have_count(0)
        visitor.seen(f"lesson-{game}-{number}")
        if number < len(lesson.steps):
            visitor.find("#onward").click()


@pytest.mark.parametrize("game", [*GAMES, "connect-four"])
def test_who_has_learnt_a_game_plays_it_by_clicking_what_is_marked_and_is_never_refused(
    new_visitor: NewVisitor, game: str
) -> None:
    visitor = new_visitor()
    refused: list[str] = []
    visitor.page.on(
        "response", lambda answer: refused.append(answer.url) if "/why?" in answer.url else None
    )
    learn(visitor, game, tap=False)
    if game == "piecepack-matches":
        expect(visitor.find("#strip svg [id^='tile-']").first).to_be_attached()
    with visitor.page.expect_navigation():
        visitor.find(f"form[action^='/play/{game}'] button").click()
    visitor.wait_for_phase("playing")
    now = visitor.ready()
    for _ in range(TURNS):
        if now.phase == "over":
            break
        by_mouse(visitor, visitor.luck.choice(now.offers))
        now = visitor.ready(now.seq)
    assert not refused
    expect(visitor.find("#notice")).to_be_hidden()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_double_click_on_next_skips_nothing(
    new_visitor: NewVisitor, size: dict[str, int]
) -> None:
    visitor = new_visitor(viewport=size)
    visitor.open("/learn/piecepack-matches")
    [first, second, *_] = next(iter(find_game("piecepack-matches").lessons.values())).steps
    assert second.wanted, "the second step has something to skip"
    [offer, *_] = visitor.page.evaluate(WANTED, list(first.wanted))
    by_mouse(visitor, Offer(**offer))
    expect(visitor.find("#buttons #onward")).to_be_visible()
    visitor.find("#onward").scroll_into_view_if_needed()
    box = visitor.find("#onward").bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.click(*place)
    expect(visitor.find("#ways #onward")).to_be_visible()
    visitor.page.mouse.click(*place)
    expect(visitor.find(".step")).to_have_text(re.compile("^2/"))
    visitor.find("#ways #onward").click()
    expect(visitor.find(".step")).to_have_text(re.compile("^3/"))


@pytest.mark.parametrize("game", ["baguettes", "colorfox"])
def test_a_lesson_can_be_learnt_by_finger_on_a_phone(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    learn(visitor, game, tap=True)
    visitor.check_width()


def test_a_wrong_move_says_why_and_the_step_can_be_tried_again(visitor: Visitor) -> None:
    game = find_game("colorfox")
    number, step, others = next(
        (number, step, others)
        for number, step in enumerate(next(iter(game.lessons.values())).steps, start=1)
        if (
            others := [
                move for move in step.position(game).legal_moves() if move not in step.wanted
            ]
        )
    )
    visitor.open(f"/learn/colorfox/{next(iter(game.lessons))}/{number}")
    [wrong, *_] = visitor.page.evaluate(WANTED, others)
    by_mouse(visitor, Offer(**wrong))
    expect(visitor.find("#notice")).to_be_visible()
    visitor.find("#notice p").evaluate("(told, long) => { told.textContent = long; }", LONG_REFUSAL)
    for size in (PHONE, SMALL_PHONE):
        visitor.page.set_viewport_size(size)
        visitor.wait_for(f"() => ({COVERED})().length === 0")
    visitor.page.set_viewport_size(DESK)
    [right, *_] = visitor.page.evaluate(WANTED, list(step.wanted))
    by_mouse(visitor, Offer(**right))
    expect(visitor.find("#offers")).to_have_count(0)
    visitor.forgive("422")
