"""The eye can follow: moves are seen one after the other, can be seen again, and move no panel."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.server import BrowserServer
from tests.browser.visitor import Visitor, by_mouse, play_until_a_card_fits

pytestmark = pytest.mark.slow

MATCHES = fields(SHORT["piecepack-matches"])
COLORFOX = fields(SHORT["colorfox"])

# Lets so many states arrive at once, each with one coin further on its way, and notes what is shown
# when. The first of them is the viewer's own move. Each tells of an event of its own, or all of the
# one that is shown.
ARRIVE = """async ([many, turn, same]) => {
  const start = [...document.scripts].find(({ type }) => type === "module").src;
  const { arrive } = await import(new URL("story.js", start));
  const table = document.getElementById("table");
  const seq = Number(table.dataset.seq);
  window.shown = [];
  document.addEventListener("shown", () => {
    window.shown.push([Number(table.dataset.seq) - seq, performance.now()]);
  });
  for (let step = 1; step <= many; step++) {
    const state = table.cloneNode(true);
    if (!same) state.dataset.seq = seq + step;
    if (!turn) delete state.dataset.turn;
    state.querySelector("[id=spot-1]").setAttribute("transform", `translate(${9 * step} 0)`);
    arrive(state);
  }
  return true;
}"""
SHOWN = "(many) => window.shown.length >= many && window.shown"

# The places of all panels in every frame, by the state that was shown in it.
WATCH_PANELS = """() => {
  window.panels = {};
  const look = () => {
    const places = [...document.querySelectorAll("[data-part], #bar, #log")].map((panel) => {
      const { x, y, width, height } = panel.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    });
    const { seq } = document.getElementById("table").dataset;
    (window.panels[seq] ??= new Set()).add(places.join(" "));
    requestAnimationFrame(look);
  };
  look();
}"""

# Keeps a thing beside its place, as if it were on its way there.
ON_ITS_WAY = """async (id) => {
  const start = [...document.scripts].find(({ type }) => type === "module").src;
  const { animate } = await import(new URL("motion.js", start));
  const away = "translate(-70px, 0px)";
  const how = { duration: 1e6, composite: "add" };
  animate(document.getElementById(id), { transform: [away, away] }, how);
}"""
# As soon as something that can be clicked begins to turn, all that moves stands still.
HOLD_WHAT_TURNS = """() => document.addEventListener("moved", () => {
  const turns = (thing) => thing.querySelectorAll(".turns").length > 1;
  window.turning ??= [...document.querySelectorAll("svg .can[id]")].find(turns)?.id;
  if (window.turning) for (const motion of document.getAnimations()) motion.pause();
})"""
# Counts what begins to sound, and notes when the device is on.
LISTEN = """window.heard = 0;
window.states = [];
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    this.onstatechange = () => window.states.push(this.state);
  }
};
for (const { prototype } of [AudioBufferSourceNode, AudioScheduledSourceNode]) {
  const { start } = prototype;
  prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}"""
HEARD = "() => window.heard > 0"
RESTS = "() => window.states.includes('running') && window.states.at(-1) === 'suspended'"
PANELS = "Object.values(window.panels).map((places) => places.size)"


@pytest.fixture
def onlooker(new_visitor: NewVisitor) -> Visitor:
    """Someone to whom things move, at a brisk pace."""
    visitor = new_visitor(reduced_motion="no-preference")
    visitor.context.add_cookies([{"name": "pace", "value": "brisk", "url": visitor.address}])
    return visitor


def arrive(visitor: Visitor, many: int) -> list[Any]:
    visitor.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    visitor.ready(visitor.make(by_mouse))
    visitor.page.evaluate(ARRIVE, [many, False])
    return list(visitor.wait_for(SHOWN, many))


def test_each_of_many_moves_is_seen_and_can_be_seen_again(onlooker: Visitor) -> None:
    shown = arrive(onlooker, 3)
    assert [state for state, _ in shown] == [1, 2, 3]
    times = [at for _, at in shown]
    assert all(later - sooner > 300 for sooner, later in pairwise(times))
    onlooker.page.evaluate("window.shown = []")
    onlooker.find("#again").click()
    again = onlooker.wait_for(SHOWN, 3)
    assert [state for state, _ in again] == [1, 2, 3], "from the own last move to now"


def test_a_click_goes_to_now_and_does_nothing_else(onlooker: Visitor) -> None:
    onlooker.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    seq = onlooker.ready().seq
    many = 50  # They take longer than any machine to click.
    onlooker.page.evaluate(ARRIVE, [many, False])
    onlooker.page.mouse.click(
        *onlooker.page.evaluate(
            "(() => { const { x, y } = document.querySelector('#board').getBoundingClientRect();"
            " return [x + 9, y + 9]; })()"
        )
    )
    shown = [state for state, _ in onlooker.page.evaluate("window.shown")]
    assert shown[-1] == many
    assert len(shown) < many
    assert onlooker.state("seq") == str(seq + many)


def test_a_click_counts_where_nothing_new_has_happened(onlooker: Visitor) -> None:
    onlooker.set_up("piecepack-matches", ["me", "bot:random"], MATCHES)
    now = onlooker.ready()
    onlooker.page.evaluate(ARRIVE, [2, True, True])
    onlooker.click("spot-2")
    onlooker.ready(now.seq)


def test_what_is_clicked_while_it_moves_is_clicked(onlooker: Visitor) -> None:
    onlooker.set_up("colorfox", ["me", "bot:random"], COLORFOX)
    _, offer = play_until_a_card_fits(onlooker)
    card = onlooker.find(f"[id='{offer.clicks[0]}']")
    onlooker.page.evaluate(ON_ITS_WAY, offer.clicks[0])
    box = card.bounding_box()
    assert box is not None
    onlooker.page.mouse.click(box["x"] + box["width"] / 8, box["y"] + box["height"] / 2)
    expect(card).to_contain_class("chosen")


def test_what_is_clicked_while_it_turns_is_clicked(onlooker: Visitor) -> None:
    onlooker.set_up("piecepack-matches", ["me", "bot:random"], MATCHES)
    onlooker.ready()
    onlooker.page.evaluate(HOLD_WHAT_TURNS)
    while not (turning := onlooker.page.evaluate("window.turning")):
        now = onlooker.ready(onlooker.make(by_mouse))
    onlooker.click(turning)
    onlooker.ready(now.seq)


def test_at_once_nothing_waits(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    visitor.ready()
    visitor.page.evaluate(ARRIVE, [5, False])
    assert len(visitor.page.evaluate("window.shown")) == 5, "before anything else can happen"


def test_moves_are_heard_unless_sounds_are_off(onlooker: Visitor) -> None:
    onlooker.context.add_init_script(LISTEN)
    onlooker.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    onlooker.ready(onlooker.make(by_mouse))
    onlooker.wait_for(HEARD)
    onlooker.wait_for(RESTS)
    onlooker.find("#menu > summary").click()
    onlooker.find("#sound").click()
    onlooker.page.keyboard.press("Escape")
    onlooker.page.evaluate("window.heard = 0")
    onlooker.ready(onlooker.make(by_mouse))
    onlooker.page.evaluate(ARRIVE, [2, False])
    onlooker.wait_for(SHOWN, 2)
    assert onlooker.page.evaluate("window.heard") == 0


def test_no_panel_moves_however_fast_one_clicks(onlooker: Visitor) -> None:
    onlooker.set_up("piecepack-matches", ["me", "bot:random"], MATCHES)
    onlooker.ready()
    onlooker.page.evaluate(WATCH_PANELS)
    for _ in range(3):
        onlooker.ready(onlooker.make(by_mouse))
    places = onlooker.page.evaluate(PANELS)
    assert len(places) > 3
    assert set(places) == {1}


def test_a_line_of_the_log_shows_where_its_move_was_made(visitor: Visitor) -> None:
    visitor.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    for _ in range(2):
        visitor.ready(visitor.make(by_mouse))
    lines, pointed = visitor.find("#moves-told li"), visitor.find("#board .marks.pointed")
    lines.nth(1).hover()
    expect(pointed).to_have_count(1)
    visitor.look_away()
    expect(pointed).to_have_count(0)


def test_a_hint_lies_on_the_table_as_a_ghost(visitor: Visitor) -> None:
    visitor.set_up("colorfox", ["me", "bot:random"], {**COLORFOX, "aid-hints": "true"})
    play_until_a_card_fits(visitor)
    while not visitor.find("#do-it").count():
        said = visitor.find("#said").inner_text()
        visitor.find("a#hint").click()
        expect(visitor.find("#said")).not_to_have_text(said)
    expect(visitor.find("#board .hint-ghost")).to_have_count(1)
    assert "hint" not in visitor.page.url, "who loads the page anew does not ask again"


def test_your_turn_is_told_to_who_looks_elsewhere(visitor: Visitor) -> None:
    visitor.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    visitor.ready()
    visitor.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    visitor.page.evaluate(ARRIVE, [1, True])
    said = visitor.find("#said").inner_text()
    assert visitor.page.title() == f"● {said}"


# A phone, on which only a service worker may notify.
PHONE_NOTES = """() => {
  window.notes = [];
  window.Notification = class {
    static permission = "granted";
    constructor() { throw new TypeError("Illegal constructor"); }
  };
  ServiceWorkerRegistration.prototype.showNotification = async function (title, told) {
    notes.push({ title, ...told });
  };
  Object.defineProperty(document, "hidden", { value: true });
}"""
# In the worker: where a click on a notification leads.
CLICK_NOTE = """async (data) => {
  const led = [], done = [];
  clients.openWindow = async (url) => led.push(["opens", url]);
  WindowClient.prototype.focus = async function () { led.push(["focuses", this.url]); };
  const click = Object.assign(new Event("notificationclick"), {
    notification: { data, close() {} },
    waitUntil: (work) => done.push(work),
  });
  dispatchEvent(click);
  await Promise.all(done);
  return led;
}"""


def test_on_a_phone_the_service_worker_notifies_and_leads_to_the_table(
    browser: Browser, server: BrowserServer
) -> None:
    context = browser.new_context(service_workers="allow")
    visitor = Visitor(context, server.address)
    table = visitor.set_up("piecepack-matches", ["me", "screen"], MATCHES)
    visitor.ready()
    visitor.page.evaluate("navigator.serviceWorker.ready")
    visitor.page.evaluate(PHONE_NOTES)
    visitor.page.evaluate(ARRIVE, [1, True])
    [note] = visitor.wait_for("() => window.notes.length > 0 && window.notes")
    assert note["tag"] == visitor.state("table")
    assert note["body"] == visitor.find("#said").inner_text()
    assert note["data"] == f"{server.address}{table}"
    [worker] = context.service_workers
    assert worker.evaluate(CLICK_NOTE, note["data"]) == [["focuses", visitor.page.url]]
    visitor.open("/")
    assert worker.evaluate(CLICK_NOTE, note["data"]) == [["opens", note["data"]]]
    assert visitor.complaints == []
    context.close()


# Counts what comes into the page, by a selector, and is gone again.
NOTE_COMING = """([what]) => {
  window.came = 0;
  new MutationObserver((found) => {
    for (const { addedNodes } of found) {
      for (const each of addedNodes) {
        if (each.matches?.(what) || each.querySelector?.(what)) window.came += 1;
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def won(visitor: Visitor, seq: int, move: str) -> int:
    """Play a card that wins sticks; how many flew, none of which is left."""
    visitor.page.evaluate(NOTE_COMING, ["svg.flying .small-sticks"])
    visitor.find("#offers summary").click()
    visitor.find(f'#offers button[value="{move}"]').click()
    visitor.wait_for("(seq) => Number(document.getElementById('table').dataset.seq) > seq", seq)
    visitor.wait_for("() => !document.querySelector('svg.flying')")
    return int(visitor.page.evaluate("window.came"))


def test_sticks_that_are_won_fly_to_the_set_they_join(onlooker: Visitor) -> None:
    onlooker.set_up("colorfox", ["me", "bot:random"], COLORFOX)
    seq, offer = play_until_a_card_fits(onlooker)
    assert won(onlooker, seq, offer.move) >= 1


def test_none_flies_where_motion_is_reduced(visitor: Visitor) -> None:
    visitor.set_up("colorfox", ["me", "bot:random"], COLORFOX)
    seq, offer = play_until_a_card_fits(visitor)
    assert won(visitor, seq, offer.move) == 0


def test_the_grid_turns_round_in_space_where_that_was_agreed(onlooker: Visitor) -> None:
    onlooker.set_up("top-trumps-match", ["me", "bot:random"], {"aid-other-side": "true"})
    onlooker.ready()
    onlooker.page.evaluate(NOTE_COMING, [".board-edge"])
    onlooker.find("#around").click()
    expect(onlooker.find("#said")).to_contain_text("You see the table from")
    # Whatever is turning, the next click is at once what it would be without.
    onlooker.find("#around").click()
    expect(onlooker.find("#said")).not_to_contain_text("You see the table from")
    assert onlooker.page.evaluate("window.came") >= 2
    onlooker.wait_for("() => !document.querySelector('.board-edge')")
    expect(onlooker.find("svg[data-drawing=grid]")).to_have_count(1)
