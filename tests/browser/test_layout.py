"""The table fills the window, in every game, for every number of players, at every size."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import pytest
from playwright.sync_api import expect

from matchwood.engine.game import Variant, find_game
from tests.browser.conftest import Finish, NewVisitor
from tests.browser.games import SHORT, SOON_VOID, against_bots, cramped, fields
from tests.browser.visitor import FINGERTIP, PHONE, SMALL_PHONE, Offer, Ready, Visitor, by_mouse

pytestmark = pytest.mark.slow

PLIES = 8
"""How many of one's own moves are made, each before a look in the next window."""

FONT = "(each) => getComputedStyle(each).fontSize"
SOFA = 40
"""How many pixels high letters have to be on a television that is looked at from four metres."""

LOW = 500
"""A window that is lower is that of a phone on its side."""


@dataclass(frozen=True)
class Window:
    """A size, and how much of it the board is to have."""

    width: int
    height: int
    area: float
    """The share of the window."""
    full_width: bool = False


WINDOWS = (
    Window(1920, 1080, 0.45),
    Window(1440, 900, 0.45),
    Window(1280, 720, 0.40),
    Window(768, 1024, 0.45),
    Window(844, 390, 0.45),
    Window(390, 844, 0.45, full_width=True),
    Window(360, 640, 0.45, full_width=True),
)

# Where everything is, and what the next click may be made on.
MEASURE = """() => {
  const root = document.documentElement;
  const box = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return { width, height, inside, shown: element.checkVisibility() };
  };
  const steps = new Set([...document.querySelectorAll("#offers [data-clicks]")]
    .map((button) => button.dataset.clicks.split(" ")[0]));
  const found = (step) => document.getElementById(step)
    ?? document.querySelector(`[data-step="${step}"]`);
  // A drawing that is small until it is clicked is a target as a whole.
  const large = (element) => {
    const svg = element?.closest("svg");
    return svg && getComputedStyle(svg).getPropertyValue("--small") === "1" ? svg : element;
  };
  return {
    scrolls: [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight],
    board: box(document.querySelector("[data-part=board]")),
    fixed: [...document.querySelectorAll("[data-part=hand], #bar, header.head")]
      .map((each) => [each.id || each.className, box(each)]),
    clicks: [...steps].map((step) => {
      const element = large(found(step));
      const drawer = element?.closest(".side");
      // What lies in the drawer is one visible button away.
      const away = drawer && !drawer.checkVisibility() && box(document.getElementById("scores"));
      return [step, Boolean(away), element && (away || box(element))];
    }),
  };
}"""

# Where the buttons end by which one goes through a replay.
STEPS = """() => [...document.querySelectorAll("#steps > *")]
  .map((each) => each.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom])"""


def tables() -> list[Variant]:
    """Every game with every number of players; the usual one of each."""
    baguettes, foxes, matches = (
        [find_game(game).variant({"players": str(players)}) for players in numbers]
        for game, numbers in (
            ("baguettes", (2, 3, 4)),
            ("colorfox", (2, 3, 4)),
            ("piecepack-matches", (2, 3, 4, 6)),
        )
    )
    return [*baguettes, *foxes, *matches, find_game("top-trumps-match").variant(SOON_VOID)]


@pytest.mark.parametrize("variant", tables(), ids=str)
def test_the_board_fills_the_window_and_everything_is_in_view(
    new_visitor: NewVisitor, variant: Variant
) -> None:
    visitor = new_visitor()
    path = visitor.set_up(variant.game.name, against_bots(variant), fields(variant))
    now = visitor.ready()
    for window in WINDOWS:
        look(visitor, window, variant)
    for window in islice(cycle(WINDOWS), PLIES):
        now = played(visitor, path, now)
        if now.phase == "over":
            return
        look(visitor, window, variant)


def look(visitor: Visitor, window: Window, variant: Variant) -> None:
    visitor.page.set_viewport_size({"width": window.width, "height": window.height})
    check(visitor.page.evaluate(MEASURE), window, variant)


def played(visitor: Visitor, path: str, now: Ready) -> Ready:
    """Any move, made without a hand; the game may be over before."""
    if now.phase == "over":
        return now
    offer = visitor.luck.choice(now.offers)
    visitor.post(f"{path}/move", {"move": offer.move, "after": now.seq})
    return visitor.ready(now.seq)


def check(found: dict[str, Any], window: Window, variant: Variant) -> None:
    where = f"{variant} at {window.width} × {window.height}"
    board = found["board"]
    assert max(found["scrolls"]) <= 0, f"{where} scrolls by {found['scrolls']}"
    area = board["width"] * board["height"] / (window.width * window.height)
    assert board["inside"], f"{where}: the board is not in view"
    assert area >= window.area, f"{where}: the board has {area:.0%}"
    assert not window.full_width or board["width"] >= window.width, where
    for name, box in found["fixed"]:
        assert (box["inside"], box["shown"]) == (True, True), f"{where}: {name} is not in view"
    for step, _, box in found["clicks"]:
        assert box, f"{where}: {step} is nowhere"
        assert box["inside"], f"{where}: {step} is not in view"
    small = {step for step, away, box in found["clicks"] if not away and is_small(box)}
    spared = {step for step in small if step.split("-")[0] in cramped(variant)}
    assert small == spared, f"{where}: {small - spared} are too small to be tapped"


def is_small(box: dict[str, Any]) -> bool:
    return min(round(box["width"]), round(box["height"])) < FINGERTIP


@pytest.mark.parametrize("size", ["4x4x4", "6x6x6"])
def test_on_a_phone_on_its_side_the_next_click_can_be_tapped_at_every_ply(
    new_visitor: NewVisitor, size: str
) -> None:
    visitor = new_visitor()
    variant = find_game("baguettes").variant({"size": size, "sticks": 6})
    path = visitor.set_up("baguettes", against_bots(variant), fields(variant))
    window = next(window for window in WINDOWS if window.height < LOW)
    visitor.page.set_viewport_size({"width": window.width, "height": window.height})
    now = visitor.ready()
    while now.phase != "over":
        check(visitor.page.evaluate(MEASURE), window, variant)
        now = played(visitor, path, now)


def test_on_a_small_phone_the_grid_has_the_room_of_the_cube(visitor: Visitor) -> None:
    visitor.page.set_viewport_size(SMALL_PHONE)
    visitor.set_up("top-trumps-match", ["me", "bot:random"])
    visitor.ready()
    grid = visitor.find("#board [data-drawing=grid]").bounding_box()
    assert grid is not None
    assert min(grid["width"], grid["height"]) >= 0.95 * SMALL_PHONE["width"]
    expect(visitor.find("#board [data-drawing=cube]")).to_be_hidden()
    expect(visitor.find("#board [data-drawing=aim-back]")).to_be_visible()


@pytest.mark.parametrize("players", [2, 6])
def test_on_a_small_phone_it_is_read_who_starts_and_why(
    new_visitor: NewVisitor, players: int
) -> None:
    visitor = new_visitor(language="fr", viewport=SMALL_PHONE)
    variant = find_game("piecepack-matches").variant({"players": players})
    visitor.set_up(variant.game.name, ["me", *["screen"] * (players - 1)], fields(variant))
    bar, told = visitor.find("#sheet"), visitor.find("#sheet .opening")
    expect(told).to_contain_text("PM-4")
    outer, inner = bar.bounding_box(), told.bounding_box()
    assert outer is not None
    assert inner is not None
    assert inner["x"] >= outer["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]


def test_on_a_small_phone_a_finger_finds_wells_and_sees_that_a_level_opens(
    new_visitor: NewVisitor,
) -> None:
    """In German, whose sentences leave the board the least room."""
    visitor = new_visitor(language="de", viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    visitor.set_up("baguettes", ["me", "bot:random"])
    visitor.ready()
    for well in ("well-11", "well-44"):
        box = visitor.find(f"#{well}").bounding_box()
        assert box is not None
        assert not is_small(box)
    level = visitor.find("#board [data-drawing=plan-D]")
    has_sign = "(each) => parseFloat(getComputedStyle(each).backgroundSize) > 0"
    assert level.evaluate(has_sign)
    level.tap()
    expect(visitor.find("#board")).to_have_attribute("data-large", "plan-D")
    assert not level.evaluate(has_sign)


def test_on_a_large_screen_what_is_written_grows(visitor: Visitor) -> None:
    """And the column at the right is used: the last move stands there in words."""
    visitor.set_up("colorfox", ["me", "bot:random"])
    visitor.ready(visitor.make(by_mouse))
    texts = ("#said", "#again", ".seat .name", "span.tally", ".caption", "#moves-told li")
    last = visitor.find("#moves-told .last > .unseen")
    sizes, heights = [], []
    for width, height in ((1440, 900), (1920, 1080)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        fonts = [visitor.find(text).first.evaluate(FONT) for text in texts]
        sizes.append([float(font.removesuffix("px")) for font in fonts])
        heights.append(last.evaluate("(each) => each.clientHeight"))
    assert all(large >= 1.15 * usual for usual, large in zip(*sizes, strict=True))
    assert heights[1] > sizes[1][0] > heights[0]


def test_without_room_for_the_log_the_last_moves_stand_below_the_board(
    new_visitor: NewVisitor,
) -> None:
    """All that the others did, on tablets as on phones; the rest is a touch away."""
    visitor = new_visitor(language="de", viewport={"width": 820, "height": 1180})
    variant = find_game("piecepack-matches").variant({"players": 6})
    visitor.set_up(variant.game.name, against_bots(variant), fields(variant))
    visitor.ready(visitor.make(by_mouse))
    strip, done = visitor.find("#sheet"), visitor.find("#sheet .done")
    outer, boxes = strip.bounding_box(), [each.bounding_box() for each in done.all()]
    assert outer is not None
    assert len(boxes) == variant.players - 1
    for box in boxes:
        assert box is not None
        assert outer["x"] <= box["x"] <= box["x"] + box["width"] <= outer["x"] + outer["width"]
    strip.click()
    visitor.find(".tabs label", has=visitor.page.locator("#tab-log")).click()
    expect(visitor.find("#moves-told li").first).to_be_visible()
    visitor.open("/learn/baguettes")
    visitor.find("#said").wait_for()
    expect(strip).to_be_hidden()


# How far what a line of the log says of a match reaches under the number of the line.
CROWDED = """() => {
  const line = document.querySelector("#moves-told li:has(.note)");
  const said = document.createElement("span");
  line.querySelector(".note").append(said);
  said.textContent = "your rival’s card: +2 points";
  const end = line.getBoundingClientRect().right - parseFloat(getComputedStyle(line).paddingRight);
  const number = parseFloat(getComputedStyle(line, "::after").width);
  return said.getBoundingClientRect().right - (end - number);
}"""


def test_what_a_line_of_the_log_says_leaves_room_for_its_number(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport={"width": 1280, "height": 720})
    visitor.set_up("top-trumps-match", ["me", "bot:random"])
    visitor.ready(visitor.make(by_mouse))
    assert visitor.page.evaluate(CROWDED) <= 0


def test_a_screen_for_all_shows_the_board_large_in_every_window(visitor: Visitor) -> None:
    for game in SHORT:
        path = visitor.set_up(game, against_bots(SHORT[game]), fields(SHORT[game]))
        visitor.ready()
        visitor.open(f"{path}/board")
        for window in WINDOWS:
            visitor.page.set_viewport_size({"width": window.width, "height": window.height})
            found = visitor.page.evaluate(MEASURE)
            board = found["board"]
            assert found["scrolls"] == [0, 0], (game, window)
            share = board["width"] * board["height"] / (window.width * window.height)
            assert board["inside"], (game, window)
            assert share >= window.area, (game, window, share)


def test_a_screen_for_all_can_be_read_from_a_sofa(visitor: Visitor) -> None:
    """The game, whose turn it is in a sentence, and the names."""
    path = visitor.set_up("piecepack-matches", ["me", "screen"], {"name-0": "Anna"})
    visitor.ready()  # Whoever leaves before the deal lets it wait for them.
    visitor.open(f"{path}/board")
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    expect(visitor.find("#title")).to_have_text("Matches")
    expect(visitor.find("#said")).not_to_be_empty()
    for text in ("#said", ".seat .name"):
        assert float(visitor.find(text).first.evaluate(FONT).removesuffix("px")) >= SOFA


def test_a_replay_is_in_view_with_all_its_steps_in_every_window(
    anna: Visitor, finish: Finish
) -> None:
    anna.open(f"{finish(SHORT['baguettes']).path}/replay?move=2&analysis=1")
    for window in WINDOWS:
        anna.page.set_viewport_size({"width": window.width, "height": window.height})
        assert anna.page.evaluate(MEASURE)["scrolls"] == [0, 0], window
        steps = anna.page.evaluate(STEPS)
        assert len(steps) == 5
        assert all(x <= window.width and y <= window.height for x, y in steps), (window, steps)


def test_what_happens_at_the_end_has_room_too(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    variant = SHORT["baguettes"]
    path = visitor.set_up(variant.game.name, against_bots(variant), fields(variant))
    now = visitor.ready()
    while now.phase != "over":
        now = played(visitor, path, now)
    for window in WINDOWS:
        visitor.page.set_viewport_size({"width": window.width, "height": window.height})
        visitor.check_width()


def test_in_a_window_that_becomes_small_the_next_click_comes_into_view(visitor: Visitor) -> None:
    """In Colorfox sticks are swapped at the side, which lies hidden on a phone."""
    seq, swap = until_sticks_can_be_swapped(visitor)
    visitor.page.set_viewport_size(PHONE)
    by_mouse(visitor, swap)
    visitor.ready(seq)


def until_sticks_can_be_swapped(visitor: Visitor) -> tuple[int, Offer]:
    """Play, in as many games as that takes: the event before a swap, and how it is made."""
    while True:
        visitor.set_up("colorfox", ["me", "bot:random"])
        now = visitor.ready()
        while now.phase != "over":
            for offer in now.offers:
                if offer.clicks[0].startswith("sticks-"):
                    return now.seq, offer
            by_mouse(visitor, now.offers[0])
            now = visitor.ready(now.seq)
