"""Scenes are seen: the five of a match one after the other, what is called out, and the end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.visitor import PHONE, SCENE, SEE_OTHER, Visitor, by_mouse, check_over

pytestmark = pytest.mark.slow

TRUMPS = "top-trumps-match"
SHOWN = "main[data-scene]"
MOST_PUSHES = 150

# The move that makes the longest line, and the event after which it can be made; or that a scene
# is shown.
BEST = """(seq) => {
  const { dataset } = document.getElementById("table");
  if ("scene" in dataset) return { scene: true };
  const length = ({ dataset: { effect = "" } }) => (
    effect.startsWith("five in a line") ? 5 : Number(effect.match(/^(\\d) of five/)?.[1] ?? 0));
  const offers = [...document.querySelectorAll("#offers [data-clicks]")];
  if (!offers.length || Number(dataset.seq) <= seq) return null;
  const [best] = offers.sort((one, other) => length(other) - length(one));
  return { seq: Number(dataset.seq), move: best.value };
}"""
SEND = """(move) => {
  const buttons = [...document.querySelectorAll("#offers button")];
  const button = buttons.find(({ value }) => value === move);
  button.form.requestSubmit(button);
}"""
# What moves in the page, and comes to an end.
COMING = """() => document.getElementById("table").getAnimations({ subtree: true })
  .filter(({ playState, effect }) => (
    playState === "running" && effect.getComputedTiming().endTime < Infinity))"""
# How long the motion of each new state lasts.
NOTE_LASTS = """() => {
  window.lasts = [];
  document.addEventListener("moved", ({ detail }) => window.lasts.push(detail.lasts));
}"""
WHEN_LIT = """() => [1, 2, 3, 4, 5].map((number) => (
  parseFloat(getComputedStyle(document.querySelector(`.lit-${number} > .face`)).animationDelay)))"""


@pytest.fixture
def onlooker(new_visitor: NewVisitor) -> Visitor:
    """Someone to whom things move."""
    return new_visitor(reduced_motion="no-preference")


def play_to_a_match(visitor: Visitor, **options: object) -> str:
    """Build lines against a bot that does not, until someone has five; the path of the table."""
    path = visitor.set_up(
        TRUMPS, ["me", "bot:random"], {f"option-{name}": value for name, value in options.items()}
    )
    seq = -1
    for _ in range(MOST_PUSHES):
        found = visitor.wait_for(BEST, seq)
        if "scene" in found:
            return path
        seq = found["seq"]
        visitor.page.evaluate(SEND, found["move"])
    raise AssertionError("nobody has made a line")


def check_match(visitor: Visitor) -> None:
    """All of a match is there to be seen, and said."""
    assert visitor.find("svg[data-drawing=grid] .lit").count() == 5
    expect(visitor.find("svg[data-drawing=call]")).to_contain_text("MATCH!")
    said = visitor.find("#said[aria-live=polite]")
    expect(said).to_contain_text("MATCH! Five ")
    expect(said.locator("[data-rule]")).to_have_count(1)
    expect(visitor.find("#strip .caption")).to_have_count(0)  # Cards are shown to everyone.


def test_on_a_phone_things_move_though_the_cube_is_not_shown(new_visitor: NewVisitor) -> None:
    """Its faces had no size to grow from, so nothing moved; a page that complains fails."""
    visitor = new_visitor(viewport=PHONE, reduced_motion="no-preference")
    visitor.context.add_cookies([{"name": "pace", "value": "brisk", "url": visitor.address}])
    visitor.set_up(TRUMPS, ["me", "bot:random"])
    visitor.page.evaluate(NOTE_LASTS)
    for _ in range(2):
        visitor.ready(visitor.make(by_mouse))
    assert any(visitor.page.evaluate("window.lasts"))


def test_the_five_are_seen_and_the_next_round_waits_for_a_click(onlooker: Visitor) -> None:
    with onlooker.slow_motion():
        play_to_a_match(onlooker)
        check_match(onlooker)
        assert all(sooner < later for sooner, later in pairwise(onlooker.page.evaluate(WHEN_LIT)))
        assert onlooker.page.evaluate(f"({COMING})().length") > 0
    onlooker.wait_for(f"() => ({COMING})().length === 0")
    turned = onlooker.find(".flip-face:visible")
    assert turned.count() == 4
    assert "Next round" in onlooker.find(SCENE).inner_text()
    onlooker.find(SCENE).click()
    expect(onlooker.find(SHOWN)).to_have_count(0)
    expect(onlooker.find("[data-drawing=round]")).to_contain_text("Round 2")
    onlooker.find("#again").click()
    expect(onlooker.find(SHOWN)).to_have_count(1)
    onlooker.page.keyboard.press("Enter")
    onlooker.page.keyboard.press("Enter")
    expect(onlooker.find(SHOWN)).to_have_count(0)


def test_a_press_shows_all_of_it_and_the_next_goes_on(onlooker: Visitor) -> None:
    with onlooker.slow_motion():
        play_to_a_match(onlooker)
        onlooker.wait_for(f"() => ({COMING})().length > 0")
        onlooker.page.evaluate("document.getElementById('board').click()")
        assert onlooker.page.evaluate(f"({COMING})().length") == 0
        expect(onlooker.find(SHOWN)).to_have_count(1)
        onlooker.page.evaluate("document.getElementById('board').click()")
        expect(onlooker.find(SHOWN)).to_have_count(0)


def test_where_motion_is_reduced_it_is_a_still(visitor: Visitor) -> None:
    play_to_a_match(visitor)
    check_match(visitor)
    visitor.seen("match")
    assert visitor.page.evaluate(f"({COMING})().length") == 0
    assert visitor.find(".flip-face:visible").count() == 4
    assert visitor.find(".flip-back:visible").count() == 0
    visitor.find(SCENE).click()
    expect(visitor.find(SHOWN)).to_have_count(0)


def test_the_end_comes_after_the_match(visitor: Visitor) -> None:
    path = play_to_a_match(visitor, mode="five-minute")
    check_match(visitor)
    assert visitor.find("#hero").count() == 0
    assert visitor.find(".flip-face:visible").count() == 2, "only the rival turns cards over"
    visitor.find(SCENE).click()
    visitor.wait_for_phase("over")
    check_over(visitor)
    visitor.open(path)
    visitor.wait_for_phase("over")
    visitor.open(f"{path}/replay?move=0")
    visitor.find("#last").click()
    expect(visitor.find("#forward[aria-disabled]")).to_have_count(1)
    visitor.find("#back").click()
    expect(visitor.find(SHOWN)).to_have_count(1)
    check_match(visitor)
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.find(SHOWN)).to_have_count(0)


def test_a_screen_for_all_goes_on_by_itself(new_visitor: NewVisitor) -> None:
    player, screen = new_visitor(), new_visitor()
    path = player.set_up(TRUMPS, ["me", "bot:random"])
    screen.open(f"{path}/board")
    screen.page.evaluate(
        """() => {
          window.scenes = [];
          document.addEventListener("shown", () => {
            const [table, said] = ["table", "said"].map((id) => document.getElementById(id));
            const isSeen = getComputedStyle(said).clipPath === "none";
            window.scenes.push([table.dataset.scene, said.textContent, isSeen]);
          });
        }"""
    )
    seq = -1
    while "move" in (found := player.wait_for(BEST, seq)):
        seq = found["seq"]
        player.page.evaluate(SEND, found["move"])
    shown = screen.wait_for("() => window.scenes.find(([scene]) => scene)")
    assert "MATCH!" in shown[1]
    assert shown[2], "it has no bar, and the sentence can be read all the same"
    screen.wait_for("() => !window.scenes.at(-1)[0] && window.scenes.some(([scene]) => scene)")
    expect(player.find(SHOWN)).to_have_count(1)


def test_without_script_a_match_is_a_page_of_its_own(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(java_script_enabled=False)
    path = visitor.set_up(TRUMPS, ["me", "bot:random"])
    visitor.submit("#deal button")
    while not visitor.find(SHOWN).count():
        found = visitor.page.evaluate(BEST, -1)
        if found and "move" in found:
            fields = {"move": found["move"], "after": found["seq"]}
            answer = visitor.post(f"{path}/move", fields)
            assert answer.status == SEE_OTHER, answer.text()
            visitor.open(answer.headers["location"])
        else:
            visitor.page.reload()
    check_match(visitor)
    visitor.submit(SCENE)
    assert visitor.find(SHOWN).count() == 0
    expect(visitor.find("[data-drawing=round]")).to_contain_text("Round 2")


def pull_under_two(visitor: Visitor) -> int:
    """Let two sticks of Baguettes fall; the event before that."""
    variant = {**fields(SHORT["baguettes"]), "option-sticks": "8"}
    visitor.set_up("baguettes", ["me", "screen"], variant)
    for move in ("pierce A1", "pierce A2", "plant 11", "plant 12", "plant 21", "plant 22"):
        seq = visitor.ready().seq
        visitor.page.evaluate(SEND, move)
        visitor.ready(seq)
    assert not visitor.find("#call").inner_text()
    seq = visitor.ready().seq
    visitor.page.evaluate(SEND, "pull A1")
    expect(visitor.find("#call[aria-live=polite]")).to_contain_text("2 sticks fall.")
    return seq


def test_what_falls_is_called_out_and_in_nobodys_way(onlooker: Visitor) -> None:
    seq = pull_under_two(onlooker)
    onlooker.ready(seq)
    assert (
        onlooker.page.evaluate("getComputedStyle(document.getElementById('call')).pointerEvents")
        == "none"
    )


def test_what_is_called_out_uncovers_the_board_where_nothing_moves(visitor: Visitor) -> None:
    pull_under_two(visitor)
    visitor.find("#call span").wait_for(state="hidden")
    assert visitor.find("#call").text_content(), "it can still be read out"
