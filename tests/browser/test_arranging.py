"""A hand arranged by its owner: by mouse, finger or keys, and only in their own browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_together import NEWER
from tests.browser.visitor import AWAKE, PHONE, Visitor, by_mouse, reach

pytestmark = pytest.mark.slow

TILES = "#strip svg[data-arrange] > [id]"
# The ids of the tiles as they are read on the screen, once none of them moves.
SEEN = f"""() => {{
  const tiles = [...document.querySelectorAll("{TILES}")];
  if (!tiles.length) return null;
  if (document.getAnimations().some((each) => each.playState === "running")) return null;
  const spot = (tile) => {{
    const {{ x, y }} = tile.querySelector(".tile").getBoundingClientRect();
    return [Math.round(y), Math.round(x)];
  }};
  return tiles.map((tile) => [spot(tile), tile.id])
    .sort(([[y, x]], [[down, across]]) => y - down || x - across)
    .map(([, id]) => id);
}}"""
MIDDLE = """(id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# Where the mark of a tile is, from the middle of the tile.
MARK_OFF = """(id) => {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [mark, tile] = [`[data-mark="${id}"] rect`, `[id="${id}"] .tile`]
    .map((selector) => middle(document.querySelector(`#strip ${selector}`)));
  return Math.hypot(mark[0] - tile[0], mark[1] - tile[1]);
}"""

NEAR = 3
"""How many pixels the middle of a tile, which has an edge below, may lie from that of its mark."""


def sit_down(visitor: Visitor, rival: str = "screen") -> list[str]:
    visitor.set_up("piecepack-matches", ["me", rival])
    visitor.wait_for(AWAKE)
    return order(visitor)


def order(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.wait_for(SEEN)
    return found


def middle(visitor: Visitor, id_: str) -> tuple[float, float]:
    x, y = visitor.page.evaluate(MIDDLE, id_)
    return x, y


def moved(ids: list[str], start: int, end: int) -> list[str]:
    others = [*ids[:start], *ids[start + 1 :]]
    return [*others[:end], ids[start], *others[end:]]


def drag(visitor: Visitor, thing: str, place: str, drops: bool = True) -> None:
    mouse = visitor.page.mouse
    end = middle(visitor, place)
    mouse.move(*middle(visitor, thing))
    mouse.down()
    mouse.move(*end, steps=4)
    expect(visitor.find("svg.flying")).to_have_count(1)
    if drops:
        mouse.up()


def test_a_tile_is_dragged_and_stays_there_after_moves_and_when_the_page_is_loaded_anew(
    visitor: Visitor,
) -> None:
    before = sit_down(visitor, "bot:random")
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url))
    drag(visitor, before[1], before[8])
    arranged = moved(before, 1, 8)
    assert order(visitor) == arranged
    assert not sent, "it is this browser's own"
    expect(visitor.find("svg.flying")).to_have_count(0)
    visitor.ready(visitor.make(by_mouse))
    assert order(visitor) == arranged
    visitor.page.reload()
    visitor.wait_for(AWAKE)
    assert order(visitor) == arranged


def test_an_arranged_hand_is_not_seen_otherwise_first(visitor: Visitor) -> None:
    before = sit_down(visitor)
    drag(visitor, before[0], before[2])
    visitor.page.reload()
    arranged = moved(before, 0, 2)
    visitor.wait_for(f"(wanted) => String(({SEEN})()) === wanted || null", ",".join(arranged))
    expect(visitor.find("html.awake")).to_have_count(0)


def test_a_tile_is_dragged_by_finger_and_a_tap_asks_as_before(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference"
    )
    before = sit_down(visitor)
    visitor.drag_by_finger(middle(visitor, before[0]), middle(visitor, before[7]))
    assert order(visitor) == moved(before, 0, 7)
    expect(visitor.find("svg.flying")).to_have_count(0)
    with visitor.page.expect_response(lambda answer: "/why?" in answer.url):
        visitor.page.touchscreen.tap(*middle(visitor, before[0]))
    assert order(visitor) == moved(before, 0, 7)


def test_a_tile_is_moved_by_keys_and_its_place_is_said(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE)
    before = sit_down(visitor)
    press = visitor.page.keyboard.press
    focused = visitor.find(f"{TILES}:focus")
    reach(visitor, TILES)
    press("ArrowRight")
    expect(focused).to_have_id(before[1])
    assert order(visitor) == before
    press("Alt+ArrowRight")
    assert order(visitor) == moved(before, 1, 2)
    expect(visitor.find("p[role=status].unseen")).to_have_text("Place 3 of 12.")
    press("Alt+ArrowDown")
    assert order(visitor) == moved(before, 1, 8)
    expect(focused).to_have_id(before[1])
    visitor.page.reload()
    visitor.wait_for(AWAKE)
    assert order(visitor)[8] == before[1]


def test_a_drag_that_is_cancelled_leaves_all_as_it_was(visitor: Visitor) -> None:
    before = sit_down(visitor)
    drag(visitor, before[3], before[5], drops=False)
    assert order(visitor) == moved(before, 3, 5)
    visitor.page.keyboard.press("Escape")
    assert order(visitor) == before
    visitor.page.mouse.up()
    visitor.page.reload()
    visitor.wait_for(AWAKE)
    assert order(visitor) == before


def test_marks_lie_on_their_tiles_wherever_those_are(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor(), new_visitor()
    host.set_up("piecepack-matches", ["me", "link"], {"name-0": "Host"})
    guest.sit_down(host.find("#invite input").input_value(), "Guest")
    host.wait_for_phase("playing")
    host.wait_for(AWAKE)
    before = order(host)
    drag(host, before[0], before[9])
    lit = host.find("#strip .marks [data-mark]")
    while not lit.count():
        player, other = (host, guest) if host.has_turn() else (guest, host)
        seq = player.make(by_mouse)
        other.wait_for(NEWER, seq)
        player.wait_for(NEWER, seq)
    tile = str(lit.get_attribute("data-mark"))
    assert host.page.evaluate(MARK_OFF, tile) < NEAR
    ids = order(host)
    drag(host, tile, ids[6 if ids.index(tile) < 6 else 0])
    assert host.page.evaluate(MARK_OFF, tile) < NEAR


def test_the_frame_of_a_tile_at_a_seat_is_not_cut(visitor: Visitor) -> None:
    sit_down(visitor)
    expect(visitor.find("#side section.seat > svg").first).to_have_css("overflow", "visible")


def test_what_others_see_is_not_arranged(new_visitor: NewVisitor) -> None:
    """The tiles at the other seats are not one's own."""
    visitor = new_visitor()
    sit_down(visitor)
    expect(visitor.find("#side svg[data-arrange]")).to_have_count(0)
    expect(visitor.find(TILES)).to_have_count(12)
