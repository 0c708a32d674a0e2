"""A move is a path of clicks: begun, cancelled, insisted on, dragged, asked for twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import DESK, NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.visitor import (
    AWAKE,
    COVERED,
    LONG_REFUSAL,
    SMALL_PHONE,
    WINDOWS,
    Offer,
    Ready,
    Visitor,
    by_mouse,
    play_until_a_card_fits,
)

pytestmark = pytest.mark.slow

BAGUETTES = fields(SHORT["baguettes"])
COLORFOX = fields(SHORT["colorfox"])
PHONE = {"width": 390, "height": 844}

# How wide a cell is on the screen, and whether the last move can be seen.
BOARD = """() => {
  const svg = document.querySelector("#board svg:has([data-cell])");
  const cell = Number(svg.querySelector("[data-cell]").dataset.cell);
  const place = document.getElementById("board").getBoundingClientRect();
  const tag = svg.querySelector(".last-tag").getBoundingClientRect();
  return {
    cell: cell * svg.getScreenCTM().a,
    sees: tag.left >= place.left && tag.right <= place.right
      && tag.top >= place.top && tag.bottom <= place.bottom,
  };
}"""

# What can be clicked next on the board: whether a finger finds it, and whether it tells its gain.
PLACES = """() => {
  const board = document.querySelector("#board svg:has([data-cell])").getBoundingClientRect();
  const zoom = document.getElementById("zoom").getBoundingClientRect();
  const told = [...document.querySelectorAll("#board .effects text")]
    .filter((each) => each.checkVisibility()).map((each) => each.dataset.of);
  return [...document.querySelectorAll("#board .can")].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return {
      sees: x > board.left && x < board.right && y > board.top && y < board.bottom,
      covered: right > zoom.left && left < zoom.right && bottom > zoom.top && top < zoom.bottom,
      told: told.includes(each.id),
    };
  });
}"""

# What is told at things that can be clicked, and reaches over others of them or beyond its own.
OVERLAID = """() => {
  const told = [...document.querySelectorAll("#board .effects text")]
    .filter((each) => each.checkVisibility());
  const boxes = told.map((each) => each.getBoundingClientRect());
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return {
    offered: document.querySelectorAll("#offers [data-effect]").length,
    overlaid: told.filter((each, at) => (
      boxes.some((other, there) => there !== at && meets(boxes[at], other))))
      .map((each) => each.textContent),
  };
}"""

# A state whose table has grown to many times its size.
GROW = """async () => {
  const start = [...document.scripts].find(({ type }) => type === "module").src;
  const { arrive } = await import(new URL("story.js", start));
  const state = document.getElementById("table").cloneNode(true);
  state.dataset.seq = Number(state.dataset.seq) + 1;
  state.querySelector("svg:has([data-cell])").setAttribute("viewBox", "-2000 -2000 4000 4000");
  arrive(state);
}"""


def begin_colorfox(visitor: Visitor) -> tuple[int, Offer]:
    """A table at which a card can be laid: its state, and how."""
    visitor.set_up("colorfox", ["me", "bot:random"], COLORFOX)
    return play_until_a_card_fits(visitor)


@pytest.mark.parametrize("way", ["Escape", "#cancel"])
def test_a_move_that_is_half_made_can_be_cancelled(visitor: Visitor, way: str) -> None:
    seq, offer = begin_colorfox(visitor)
    task = visitor.find("#said").inner_text()
    expect(visitor.find("#cancel")).to_be_hidden()
    visitor.click(offer.clicks[0])
    expect(visitor.find("#said")).not_to_have_text(task)
    expect(visitor.find("svg .chosen")).to_have_count(1)
    if way == "Escape":
        visitor.page.keyboard.press("Escape")
    else:
        visitor.find(way).click()
    expect(visitor.find("#said")).to_have_text(task)
    expect(visitor.find("svg .chosen")).to_have_count(0)
    assert visitor.state("seq") == str(seq)


def test_what_a_click_would_bring_is_seen_and_said(visitor: Visitor) -> None:
    _, offer = begin_colorfox(visitor)
    visitor.click(offer.clicks[0])
    effects = visitor.find("#board .effects text")
    told = effects.first.text_content()
    assert told
    names = visitor.page.evaluate(
        "[...document.querySelectorAll('#board .can')].map((each) => each.ariaLabel)"
    )
    assert any(name.endswith(told) for name in names)


@pytest.mark.parametrize("window", [DESK, PHONE, SMALL_PHONE], ids=str)
def test_what_clicks_would_bring_is_not_told_over_something_else(
    new_visitor: NewVisitor, window: dict[str, int]
) -> None:
    visitor = new_visitor(viewport=window)
    visitor.open("/learn/baguettes")
    visitor.wait_for(AWAKE)
    found = visitor.wait_for(OVERLAID)
    assert found["offered"]
    assert not found["overlaid"]


def test_a_card_is_dragged_from_the_hand_to_the_table(visitor: Visitor) -> None:
    seq, offer = begin_colorfox(visitor)
    mouse = visitor.page.mouse
    mouse.move(*visitor.point(offer.clicks[0]))
    mouse.down()
    mouse.move(300, 300, steps=2)
    expect(visitor.find("svg.flying")).to_have_count(1)
    mouse.move(*visitor.point(offer.clicks[1]))
    mouse.up()
    visitor.ready(seq)
    expect(visitor.find("svg.flying")).to_have_count(0)


def test_a_card_is_dragged_by_finger(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    seq, offer = begin_colorfox(visitor)
    card = visitor.point(offer.clicks[0])
    visitor.click(offer.clicks[0], tap=True)
    visitor.drag_by_finger(card, visitor.point(offer.clicks[1]))
    visitor.ready(seq)


def play_until(visitor: Visitor, game: str, wanted: Callable[[Offer], bool]) -> tuple[Ready, Offer]:
    """Play any moves until there is such an offer, another game if there is none in this one."""
    while True:
        visitor.set_up(game, ["me", "bot:random"], fields(SHORT[game]))
        now = visitor.ready()
        while now.phase != "over":
            if found := [offer for offer in now.offers if wanted(offer)]:
                return now, found[0]
            by_mouse(visitor, now.offers[0])
            now = visitor.ready(now.seq)


@pytest.mark.parametrize(
    ("game", "sign", "missing"),
    [
        ("colorfox", "@", "Choose the card for this place."),
        ("colorfox", ">", "Choose the stick you give for it."),
        ("top-trumps-match", "=", "Choose the symbol that will face you."),
    ],
    ids=["place before card", "a rival’s stick before one’s own", "cell before face"],
)
def test_what_is_drawn_is_clicked_in_any_order(
    visitor: Visitor, game: str, sign: str, missing: str
) -> None:
    now, offer = play_until(visitor, game, lambda offer: sign in offer.move)
    first, second = reversed(offer.clicks)
    visitor.click(first)
    expect(visitor.find("#said")).to_have_text(missing)
    expect(visitor.find(f"[id='{first}'].chosen")).to_have_count(1)
    assert visitor.state("seq") == str(now.seq)
    visitor.click(second)
    visitor.ready(now.seq)


def test_a_click_in_the_middle_of_a_rod_goes_through_an_empty_well(visitor: Visitor) -> None:
    """Four rods, and what is left in hand is planted: then rods have to be pulled."""
    visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    now = visitor.ready()
    for move in ("pierce A1", "pierce A2", "pierce B1", "pierce B2", "plant 11", "plant 12"):
        by_mouse(visitor, next(offer for offer in now.offers if offer.move == move))
        now = visitor.ready(now.seq)
    rod = next(offer for offer in now.offers if offer.clicks[0] == "channel-A1")
    well = visitor.find("#well-21 .open").bounding_box()
    assert well is not None
    visitor.page.mouse.click(well["x"] + well["width"] / 2, well["y"] + well["height"] / 2)
    expect(visitor.find("#channel-A1.chosen")).to_have_count(1)
    expect(visitor.find("#notice")).to_be_hidden()
    visitor.click(rod.clicks[1])
    visitor.ready(now.seq)


def test_who_turns_the_cube_after_a_cell_was_chosen_makes_no_move(visitor: Visitor) -> None:
    visitor.set_up("top-trumps-match", ["me", "bot:random"], fields(SHORT["top-trumps-match"]))
    now = visitor.ready()
    visitor.click(now.offers[0].clicks[1])
    shown = visitor.find("[data-slot=front][data-shows]")
    before = shown.get_attribute("data-shows")
    visitor.find("svg[data-solid]").focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(shown).not_to_have_attribute("data-shows", before or "")
    expect(visitor.find(".cell.chosen")).to_have_count(1)
    assert visitor.state("seq") == str(now.seq)


def test_where_nearly_all_can_be_chosen_a_thin_line_is_enough(visitor: Visitor) -> None:
    """At the first move of Baguettes on a large block, unlike on a small one."""
    widths = []
    for block in ({}, BAGUETTES):
        visitor.set_up("baguettes", ["me", "screen"], block)
        visitor.ready()
        strip = visitor.find("#channel-B1.can > .strip")
        widths.append(strip.evaluate("(each) => getComputedStyle(each).strokeWidth"))
    assert widths == ["1px", "2px"]


def test_the_last_thing_clicked_once_more_presses_the_only_button(visitor: Visitor) -> None:
    """Two rods, and all other sticks are planted: then rods have to be pulled."""
    visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    now, made = visitor.ready(), 0
    while not (pulls := [offer for offer in now.offers if offer.clicks[1:] == ["pull"]]):
        word = "pierce" if made < 2 else "plant"
        by_mouse(visitor, next(offer for offer in now.offers if offer.move.startswith(word)))
        now, made = visitor.ready(now.seq), made + 1
    [rod, _] = pulls[0].clicks
    visitor.click(rod)
    expect(visitor.find("#buttons [data-step=pull]")).to_be_visible()
    visitor.page.mouse.click(
        *visitor.page.evaluate(
            "(id) => { const { x, y, width, height } = document.getElementById(id)"
            ".getBoundingClientRect(); return [x + width / 2, y + height / 2]; }",
            rod,
        )
    )
    visitor.ready(now.seq)


def test_what_would_be_regretted_is_asked_for_twice(visitor: Visitor) -> None:
    visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    now = visitor.ready()
    offer = next(offer for offer in now.offers if offer.warns)
    visitor.click(offer.clicks[-1])
    expect(visitor.find("#said")).to_have_text(
        "You would lose it. Click again to do it all the same."
    )
    expect(visitor.find("#cancel")).to_be_visible()
    assert visitor.state("seq") == str(now.seq)
    visitor.click(offer.clicks[-1])
    visitor.ready(now.seq)


def test_while_a_move_is_on_its_way_the_old_table_takes_no_clicks(visitor: Visitor) -> None:
    seq, offer = begin_colorfox(visitor)
    held: list[Route] = []
    visitor.page.route("**/move", lambda route: held.append(route))
    by_mouse(visitor, offer)
    expect(visitor.find("html.sending")).to_have_count(1)
    expect(visitor.find("svg .can")).to_have_count(0)
    held[0].continue_()
    visitor.page.unroute("**/move")
    visitor.ready(seq)


@pytest.mark.parametrize("is_lost", [True, False], ids=["lost", "put off"])
def test_a_move_whose_answer_is_lost_or_put_off_is_sent_again_without_a_word(
    visitor: Visitor, is_lost: bool
) -> None:
    seq, offer = begin_colorfox(visitor)
    answers: list[int] = []

    def lose_the_first(route: Route) -> None:
        answer = route.fetch()
        answers.append(answer.status)
        if len(answers) > 1:
            route.fulfill(response=answer)
        elif is_lost:
            route.abort()
        else:
            route.fulfill(status=503, headers={"retry-after": "2"})

    visitor.page.route("**/move", lose_the_first)
    with visitor.page.expect_response(lambda answer: answer.url.endswith("/move") and answer.ok):
        by_mouse(visitor, offer)
    visitor.page.unroute("**/move")
    visitor.ready(seq)
    assert answers == [200, 200]
    expect(visitor.find("#notice")).to_be_hidden()
    expect(visitor.find("#lost")).to_be_hidden()
    visitor.forgive("ERR_FAILED" if is_lost else "503")


def test_a_move_that_comes_too_late_is_told_so(visitor: Visitor) -> None:
    _, offer = begin_colorfox(visitor)
    visitor.page.evaluate(
        "for (const field of document.querySelectorAll('[name=after]')) field.value = 1"
    )
    by_mouse(visitor, offer)
    expect(visitor.find("#notice p")).not_to_be_empty()
    expect(visitor.find("svg .can").first).to_be_visible()
    visitor.forgive("409")


READ = 30
"""In so many seconds a refusal is surely read."""


def test_a_refusal_covers_nothing_to_be_clicked_and_goes_with_the_next_click_or_in_time(
    new_visitor: NewVisitor,
) -> None:
    # The clock is wound by hand, so nobody else gets this browser.
    visitor = new_visitor(timezone_id="UTC")
    visitor.page.clock.install()
    visitor.set_up("colorfox", ["me", "bot:random"])
    visitor.ready()
    notice = visitor.find("#notice")
    visitor.click_what_is_refused()
    expect(notice).to_be_visible()
    usual = visitor.page.viewport_size
    notice.locator("p").evaluate("(told, long) => { told.textContent = long; }", LONG_REFUSAL)
    for width, height in (*WINDOWS, (360, 640), (820, 1180), (1000, 700)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        if height > width / 2:  # On a phone on its side it lies on the foot of the bar.
            visitor.wait_for(f"() => ({COVERED})().length === 0")
    visitor.page.set_viewport_size(usual)
    visitor.click(visitor.page.evaluate("document.querySelector('svg .can').id"))
    expect(notice).to_be_hidden()
    visitor.click_what_is_refused()
    expect(notice).to_be_visible()
    visitor.look_away()
    visitor.page.clock.run_for(1000 * READ)
    expect(notice).to_be_hidden()


def test_a_table_that_grows_follows_the_play_and_keeps_its_cells_large(
    new_visitor: NewVisitor,
) -> None:
    visitor = new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    seq, offer = begin_colorfox(visitor)
    by_mouse(visitor, offer)
    now = visitor.ready(seq)
    while not visitor.find("#board .last-tag").count():  # The last one skipped: nothing is marked.
        by_mouse(visitor, now.offers[0])
        now = visitor.ready(now.seq)
    visitor.page.evaluate(GROW)
    board = visitor.page.evaluate(BOARD)
    assert board["cell"] >= 51.9
    assert board["sees"]
    visitor.find("#fit").click()
    assert visitor.page.evaluate(BOARD)["cell"] < 20, "everything is in view"
    visitor.find("#fit").click()
    visitor.find("#zoom-in").click()
    assert visitor.page.evaluate(BOARD)["cell"] > 60


# Where the table is too large for the window, an arrow leads to what is out of sight; where it has
# room, a place tells its gain.
ALL_FOUND = f"""(roomy) => {{
  const places = ({PLACES})(), arrow = document.querySelector("#board .beyond");
  const found = ({{ sees, covered, told }}) => (sees ? !covered && (told || !roomy) : arrow);
  return places.some(({{ sees }}) => sees) && places.every(found) || null;
}}"""


WIDE, LOW = (1280, 720), (360, 640)


@pytest.mark.parametrize("window", [WIDE, LOW], ids=["wide", "low"])
def test_where_a_card_can_be_laid_is_in_view_or_an_arrow_leads_there(
    new_visitor: NewVisitor, window: tuple[int, int]
) -> None:
    """At every ply, whatever way the table grows."""
    viewport = dict(zip(("width", "height"), window, strict=True))
    visitor = new_visitor(viewport=viewport, has_touch=True, is_mobile=True)
    visitor.set_up("colorfox", ["me", "screen"], COLORFOX)
    now, looks = visitor.ready(), 0
    while now.phase != "over":
        if now.curtain:
            visitor.pull_the_curtain()
            now = visitor.ready()
        offer = visitor.luck.choice(now.offers)
        if offer.clicks[0].startswith("hand-"):
            visitor.click(offer.clicks[0])
            visitor.wait_for(ALL_FOUND, window == WIDE)
            visitor.find("#cancel").click()
            looks += 1
        visitor.post(f"{visitor.state('address')}/move", {"move": offer.move, "after": now.seq})
        now = visitor.ready(now.seq)
    assert looks


def test_where_a_card_can_be_laid_out_of_sight_an_arrow_leads(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    _, offer = begin_colorfox(visitor)
    visitor.page.evaluate(GROW)
    visitor.click(offer.clicks[0])
    arrows = visitor.find("#board .beyond")
    expect(arrows).to_have_count(0)
    mouse = visitor.page.mouse
    mouse.move(20, 60)
    mouse.down()
    mouse.move(20 + SMALL_PHONE["width"], 60, steps=2)
    mouse.up()
    assert not any(place["sees"] for place in visitor.page.evaluate(PLACES))
    arrows.first.tap()
    assert any(place["sees"] for place in visitor.page.evaluate(PLACES))
    visitor.find("#cancel").tap()
    visitor.click(offer.clicks[0])
    expect(arrows).to_have_count(0)


def open_sheet(visitor: Visitor) -> None:
    visitor.find("#sheet").tap()
    expect(visitor.find("#side")).to_be_visible()


def test_a_tap_that_closes_the_sheet_of_a_phone_does_nothing_else(new_visitor: NewVisitor) -> None:
    """In Matches a move cannot be taken back."""
    visitor = new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.set_up("piecepack-matches", ["me", "screen"])
    now = visitor.ready()
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url))
    coin = visitor.point("spot-1")
    open_sheet(visitor)
    visitor.page.touchscreen.tap(*coin)
    expect(visitor.find("#side")).to_be_hidden()
    open_sheet(visitor)
    visitor.find("#tabs .close").tap()
    expect(visitor.find("#side")).to_be_hidden()
    assert not [url for url in sent if "/move" in url or "/why" in url]
    visitor.page.touchscreen.tap(*coin)
    visitor.ready(now.seq)
    assert sum(url.endswith("/move") for url in sent) == 1


def test_a_drawer_closes_by_escape_by_its_cross_and_by_a_click_beside_it_that_does_nothing_else(
    visitor: Visitor,
) -> None:
    visitor.set_up("piecepack-matches", ["me", "screen"])
    now = visitor.ready()
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url))
    coin = visitor.point("spot-1")
    menu, handle = visitor.find("#menu"), visitor.find("#menu > summary")
    for closes in (
        lambda: visitor.page.keyboard.press("Escape"),
        lambda: menu.locator(".close").click(),
        lambda: visitor.page.mouse.click(*coin),
        handle.click,
    ):
        handle.click()
        expect(menu).to_have_attribute("open", "")
        closes()
        expect(menu).not_to_have_attribute("open", "")
    assert not [url for url in sent if "/move" in url or "/why" in url]
    visitor.page.mouse.click(*coin)
    visitor.ready(now.seq)


def test_at_the_end_the_menu_closes_and_the_focus_goes_to_the_result(visitor: Visitor) -> None:
    visitor.set_up("baguettes", ["me", "bot:random"])
    visitor.ready()
    visitor.find("#menu > summary").click()
    visitor.find("#menu .fold:has(form[action$='/give-up']) > summary").click()
    visitor.find("#menu form[action$='/give-up'] button").click()
    visitor.wait_for_phase("over")
    expect(visitor.find("#menu")).not_to_have_attribute("open", "")
    expect(visitor.find("#won")).to_be_focused()
