"""Someone with a browser: what they can do on the pages, by mouse, by finger or by keyboard."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Locator, expect

from tests.support.waiting import SECONDS_TO_WAIT

SCREENSHOTS = os.environ.get("SCREENSHOTS")
"""The folder for pictures of pages; without one, none are made."""
WINDOWS = ((1440, 900), (1920, 1080), (1280, 720), (768, 1024), (390, 844), (844, 390))
"""The sizes of the windows in which pages are looked at."""
NARROW = WINDOWS[3:]
"""Those without room beside the board."""
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
PATIENCE = 1000 * SECONDS_TO_WAIT
"""How many milliseconds anything may take."""
OFTEN = 25
"""How many milliseconds lie between two looks at the page."""
SLOW = 0.01
"""The speed of slow motion, as a part of the usual one."""
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
MOST_MOVES = 400
STEPS_OF_A_DRAG = 4
MOST_PRESSES = 3
"""For a step of a move: all is brought into view, a small drawing made large, the thing clicked."""
FINGERTIP = 40
"""How many pixels wide and high it should be what a finger has to hit."""
SEE_OTHER = 303
TOLD = "#moves-told li"
"""The moves that were made, as the page tells them."""
ASIDE = "/static/icon.svg"
"""Where those are who look at no page. From another site the way back would take a new process."""

# To paint is a quarter of Chromium's work, and what nobody looks at need not be painted. All that
# is laid out, clicked, focused or read is the same: only for the eye is there nothing.
UNPAINTED = """
const invisible = new CSSStyleSheet();
invisible.replaceSync("html { opacity: 0 }");
document.adoptedStyleSheets.push(invisible);"""
PAINT = "document.adoptedStyleSheets = []"

# What a browser adds to the luck of a deal is the same each time, so that the server's decides.
NO_LUCK = "crypto.getRandomValues = (array) => array.fill(1);"

PAGE_GONE = "Execution context was destroyed"

expect.set_options(timeout=PATIENCE)

# What a look finds, as soon as it finds something; nothing, if that takes too long.
WAIT = """async ([often, patience, arg]) => {{
  const look = {look};
  for (const end = Date.now() + patience; Date.now() < end;) {{
    const found = look(arg);
    if (found) return found;
    await new Promise((done) => setTimeout(done, often));
  }}
  return null;
}}"""

# Someone is there; what comes later is there too.
STYLED = """() => [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)
  || null"""
AWAKE = """() => {
  dispatchEvent(new Event("pointermove"));
  return document.documentElement.classList.contains("awake") || null;
}"""

SCENE = "main[data-scene] #onward"
"""The way on from a scene, which stands until a player goes on."""

# What the page shows now, once the player has something to do or the game is over; where scripts
# run, after those have come that wait for someone.
READY = f"""([seq, scripts]) => {{
  if (scripts && !({AWAKE})()) return null;
  const onward = document.querySelector("{SCENE}");
  if (onward) {{
    if (scripts) onward.click();
    return null;
  }}
  const {{ dataset }} = document.getElementById("table");
  const curtain = document.querySelector(".curtain a");
  const offers = [...document.querySelectorAll("#offers [data-clicks]")];
  const mine = offers.length > 0 && !document.documentElement.classList.contains("sending");
  if (Number(dataset.seq) <= seq || !(mine || curtain || dataset.phase === "over")) return null;
  return {{
    seq: Number(dataset.seq),
    phase: dataset.phase,
    curtain: Boolean(curtain),
    offers: offers.map((button) => ({{
      move: button.value, text: button.textContent, clicks: button.dataset.clicks.split(" "),
      warns: "warns" in button.dataset,
    }})),
  }};
}}"""

NO_WORKER = "Service Worker registration blocked by Playwright"
"""Which keeps it from pages, as they were asked to (conftest.py)."""

# The points, those in the middle first, at which a click hits an element, and nothing of its kind
# that lies on it or in it. Each is looked for when it is asked for.
HITS = """
const SIDES = 9;
const at = (x, y, kind) => document.elementFromPoint(x, y)?.closest(kind);
function* points(element) {
  const places = [];
  for (let row = 0; row < SIDES; row++) {
    for (let column = 0; column < SIDES; column++) {
      places.push([(column + 0.5) / SIDES, (row + 0.5) / SIDES]);
    }
  }
  places.sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));
  const box = element.getBoundingClientRect();
  for (const [across, down] of places) {
    yield [box.x + across * box.width, box.y + down * box.height];
  }
  // Of something spread out, the middle of each part; of what is thin, that of its line.
  for (const shape of element.querySelectorAll("*")) {
    if (!shape.getTotalLength) continue;
    const { x, y, width, height } = shape.getBBox();
    for (const middle of [
      new DOMPoint(x + width / 2, y + height / 2),
      shape.getPointAtLength(shape.getTotalLength() / 2),
    ]) {
      const point = middle.matrixTransform(shape.getScreenCTM());
      yield [point.x, point.y];
    }
  }
}
function* hits(element, kind) {
  let found = false;
  for (const block of ["nearest", "center", "start"]) {
    if (found) return;
    element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    for (const point of points(element)) {
      const [x, y] = point.map(Math.round);
      if (at(x, y, kind) !== element) continue;
      found = true;
      yield [x, y];
    }
  }
}"""
POINT = f"""(id) => {{
  {HITS}
  const element = document.getElementById(id);
  return (element && hits(element, "[id]").next().value) ?? null;
}}"""

IS_SEEN = "(selector) => document.querySelector(selector)?.checkVisibility()"
# Where to click to hit an element.
MIDDLE = f"""(selector) => {{
  {HITS}
  const element = document.querySelector(selector);
  return element && hits(element, selector).next().value;
}}"""

# Whether a thing is in a drawing that is small until it is clicked.
IS_SMALL = """(element) => {
  const svg = element.closest("svg");
  return Boolean(svg) && getComputedStyle(svg).getPropertyValue("--small") === "1";
}"""

# Of some elements, those around none of whose points there is so much room.
CRAMPED = """(elements, room) => {
  const far = ([x, y], [right, down], element) => {
    let steps = 0;
    while (steps < room && at(x + steps * right, y + steps * down, ".can") === element) steps++;
    return steps;
  };
  const along = (point, [right, down], element) => (
    far(point, [right, down], element) + far(point, [-right, -down], element) - 1);
  const roomy = (element) => {
    for (const point of hits(element, ".can")) {
      if ([[1, 0], [0, 1]].every((way) => along(point, way, element) >= room)) return true;
    }
    return false;
  };
  return elements.filter((element) => !roomy(element));
}"""

# Where to click for a step of a move, as soon as it can be made: at a button of the bar or a thing
# in a drawing, at that drawing if it is small, or at the button that brings all into view.
STEP = f"""([step, room]) => {{
  {HITS}
  const button = [...document.querySelectorAll("#buttons [data-step]")]
    .find((each) => each.dataset.step === step && each.checkVisibility());
  const wanted = button ?? document.getElementById(step);
  const isSmall = Boolean(wanted) && ({IS_SMALL})(wanted);
  const kind = button ? "button" : ".can";
  if (!wanted?.matches(kind)) return null;
  const [element, as] = isSmall ? [wanted.closest("svg"), "svg"] : [wanted, kind];
  const point = hits(element, as).next().value;
  const isCramped = !button && !isSmall && room > 0 && ({CRAMPED})([element], room).length > 0;
  if (point) return {{ point, isThere: !isSmall, isCramped }};
  const fit = document.getElementById("fit");
  const aside = fit?.checkVisibility() && hits(fit, "button").next().value;
  return aside ? {{ point: aside, isThere: false, isCramped }} : null;
}}"""

# The things in drawings that can be tapped and are smaller.
SMALL_THINGS = f"""(room) => {{
  {HITS}
  const things = [...document.querySelectorAll("svg .can[id]")];
  const cramped = ({CRAMPED})(things.filter((each) => !({IS_SMALL})(each)), room);
  return cramped.map((each) => each.id);
}}"""

# Everything else that can be tapped and is smaller. A link in a text is as high as its line; what
# is left of the page comes onto it when it has the focus.
SMALL = """(room) => {
  const inText = (link) => getComputedStyle(link).display === "inline"
    && link.closest("p, li, td").textContent.trim() !== link.textContent.trim();
  const small = () => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility() && !inText(each))
    .map((each) => [each.outerHTML, (each.closest("label") ?? each).getBoundingClientRect()])
    .filter(([, box]) => box.right > 0 && Math.min(box.width, box.height) < room)
    .map(([html]) => html);
  const all = new Set(small());
  for (const fold of document.querySelectorAll("details:not(.drawer)")) fold.open = true;
  // One drawer is open at a time, and then it covers the rest.
  for (const drawer of document.querySelectorAll(".drawer")) {
    drawer.open = true;
    for (const each of small()) all.add(each);
    drawer.open = false;
  }
  return [...all];
}"""

# What is of a kind with what moves are made of, but leads neither on, nor elsewhere, nor back.
REFUSED = """() => {
  const offers = [...document.querySelectorAll("#offers [data-clicks]")];
  const paths = offers.map((button) => button.dataset.clicks.split(" "));
  const kinds = new Set(paths.flat().map((id) => id.split("-")[0]));
  const leads = new Set(paths.map(([first]) => first));
  for (const each of document.querySelectorAll("svg [id]:is(.can, .chosen)")) leads.add(each.id);
  const led = (each) => each && (leads.has(each.id) || led(each.parentElement));
  return [...document.querySelectorAll("[data-part] svg [id]")]
    .filter((each) => kinds.has(each.id.split("-")[0]) && !led(each))
    .map((each) => each.id);
}"""

# How many times Tab has to be pressed; backwards, if less than zero.
WAY = """(selector) => {
  const all = [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((each) => !each.disabled && each.checkVisibility());
  const to = all.findIndex((each) => each.matches(selector));
  const from = all.findIndex((each) => (
    each === document.activeElement
    || each.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_PRECEDING));
  if (document.activeElement === document.body) return to + 1;
  const on = all[from] === document.activeElement ? 0 : 1;
  return to >= from ? to - from + on : to - from;
}"""


# What is to be clicked or read and lies under the refusal.
COVERED = """() => {
  const { left, top, right, bottom } = document.getElementById("notice").getBoundingClientRect();
  const kinds = "#table .can, #bar button, #bar .button, .tools .tool, #scores, #said";
  return [...document.querySelectorAll(kinds)]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map((each) => each.id || each.textContent);
}"""
LONG_REFUSAL = (
    "Du darfst eine Karte nur dort anlegen, wo alle halben Streichhölzer auf solche der gleichen "
    "Farbe treffen, und das ist hier nicht so. (CF-4)"
)


@dataclass(frozen=True)
class Offer:
    """A legal move as the page offers it."""

    move: str
    text: str
    clicks: list[str]
    warns: bool
    """Whether the page asks again before it is made."""

    @property
    def steps(self) -> list[str]:
        """What has to be clicked: the last twice, if it is asked for again."""
        return [*self.clicks, *self.clicks[-1:]] if self.warns else self.clicks


@dataclass(frozen=True)
class Ready:
    """The page at a moment when the player has something to do, or the game is over."""

    seq: int
    phase: str
    curtain: bool
    offers: list[Offer]


Hand = Callable[[Any, Offer], None]
"""A way to make a move."""


class Player:
    """Someone who plays by mouse, in any browser: a page needs `goto`, `evaluate` and `mouse`."""

    def __init__(self, page: Any, address: str, scripts: bool = True) -> None:
        self.page = page
        self.address = address
        self.scripts = scripts
        self.luck = random.Random(0)
        self.cramped: set[str] = set()
        """The kinds of elements in pictures that were tapped and are smaller than a fingertip."""

    def open(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else f"{self.address}{path}")

    def wait_for(self, look: str, arg: object = None) -> Any:
        """What a script finds in the page, once it finds something; perhaps on the next page."""
        while True:
            try:
                found = self.page.evaluate(WAIT.format(look=look), [OFTEN, PATIENCE, arg])
                break
            except Error as error:
                if PAGE_GONE not in error.message:
                    raise
                self.page.wait_for_load_state()
        assert found is not None, f"after {SECONDS_TO_WAIT} seconds nothing is found by: {look}"
        return found

    def press(self, selector: str) -> None:
        """Click in the middle of what can be seen of an element."""
        self.page.mouse.click(*self.wait_for(MIDDLE, selector))

    def ready(self, after: int = -1) -> Ready:
        """Wait until there is something to do, after the event `after`."""
        found = self._look(after)
        offers = [Offer(**offer) for offer in found.pop("offers")]
        return Ready(offers=offers, **found)

    def _look(self, after: int) -> Any:
        if self.scripts:
            return self.wait_for(READY, [after, True])
        end = time.monotonic() + SECONDS_TO_WAIT
        while (found := self.page.evaluate(READY, [after, False])) is None:
            assert time.monotonic() < end, f"nothing to do after event {after}"
            if self.find(SCENE).count():
                self.submit(SCENE)
            else:
                self.page.reload()
        return found

    def play(
        self,
        hand: Hand,
        choose: Callable[[list[Offer]], Offer] | None = None,
        watch: Callable[[Ready], None] | None = None,
    ) -> int:
        """Play to the end, at random unless told how to choose. How many moves it took."""
        made, now = 0, self.ready()
        while now.phase != "over":
            if watch is not None:
                watch(now)
            if now.curtain:
                self.pull_the_curtain()
                now = self.ready(now.seq - 1)
                continue
            hand(self, (choose or self.luck.choice)(now.offers))
            now = self.ready(now.seq)
            made += 1
            assert made < MOST_MOVES
        return made

    def make(self, hand: Hand) -> int:
        """Make one move, any; the event after which it was made."""
        now = self.ready()
        hand(self, self.luck.choice(now.offers))
        return now.seq

    def pull_the_curtain(self) -> None:
        """Say that you are the one the screen was handed to."""
        self.press(".curtain a")
        self.wait_for("() => document.getElementById('offers')")

    def click(self, step: str, tap: bool = False) -> None:
        """Click on a thing in the drawings, or on a button of the bar."""
        press = self.page.touchscreen.tap if tap else self.page.mouse.click
        for _ in range(MOST_PRESSES):
            found = self.wait_for(STEP, [step, FINGERTIP if tap else 0])
            if found["isCramped"]:
                self.cramped.add(step.split("-")[0])
                self.wait_for(IS_SEEN, "#offers summary")
            press(*found["point"])
            if found["isThere"]:
                return
        raise AssertionError(f"{step} cannot be hit")

    def point(self, step: str) -> tuple[float, float]:
        """Where to click to hit a thing that can be clicked now."""
        x, y = self.wait_for(STEP, [step, 0])["point"]
        return x, y


class Visitor(Player):
    """A browser of one person, who notices whatever a page complains about."""

    def __init__(self, context: BrowserContext, address: str, scripts: bool = True) -> None:
        self.context = context
        self.complaints: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_LUCK)
        if not SCREENSHOTS:
            context.add_init_script(UNPAINTED)
        super().__init__(context.new_page(), address, scripts)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def arrive(self, luck: int) -> None:
        """Begin as someone new, whose choices follow from `luck`.

        The page of whoever had this browser before may still be there, but nothing else of them.
        """
        if self.page.url.startswith(self.address):
            self.page.evaluate("localStorage.clear()")
        self.context.clear_cookies()
        self.luck = random.Random(luck)
        self.complaints.clear()
        self.cramped.clear()

    @contextmanager
    def slow_motion(self) -> Iterator[None]:
        """Nothing that moves comes to its end while this lasts, however slow the machine is."""
        session = self.context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
        yield
        session.send("Animation.setPlaybackRate", {"playbackRate": 1})
        session.detach()

    def look_away(self) -> None:
        """Point at nothing. What the page has complained about until now is heard by then."""
        self.page.mouse.move(0, 0)

    def rest(self) -> None:
        """Look at no page for a while."""
        self.open(ASIDE)
        self.look_away()

    def _hear(self, message: ConsoleMessage) -> None:
        # A picture that is opened by itself names no icon, so Chromium asks for the usual one.
        asked_for_icon = message.location["url"].endswith("/favicon.ico")
        is_known = asked_for_icon or message.text == NO_WORKER
        if message.type in ("error", "warning") and not is_known:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def forgive(self, what: str, *others: str) -> None:
        """A complaint that had to come: without it, the test has not tested anything. Others may
        come with it."""
        assert any(what in complaint for complaint in self.complaints), f"none says {what!r}"
        forgiven = (what, *others)
        self.complaints = [
            complaint
            for complaint in self.complaints
            if not any(each in complaint for each in forgiven)
        ]

    # Pages and tables

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def post(self, path: str, fields: Mapping[str, object]) -> Any:
        """Send a form without a page; the answer may say where to go on."""
        return self.context.request.post(
            f"{self.address}{path}",
            form={name: str(value) for name, value in fields.items()},
            headers={"origin": self.address, "accept": "text/html"},
            max_redirects=0,
            timeout=PATIENCE,
        )

    def set_up(
        self, game: str, seats: Iterable[str], fields: Mapping[str, object] | None = None
    ) -> str:
        """Open a table with these chairs and other fields, and its page."""
        chairs = {f"seat-{number}": seat for number, seat in enumerate(seats)}
        named = {"name-0": "Host", **(fields or {})}
        answer = self.post("/tables", {"game": game, **chairs, **named})
        assert answer.status == SEE_OTHER, answer.text()
        path = str(answer.headers["location"])
        self.open(path)
        return path

    def sit_down(self, link: str, name: str) -> None:
        """Come by the link of an invitation."""
        self.open(link)
        self.find("#sit-name").fill(name)
        self.submit("#sit button")

    def submit(self, button: str) -> None:
        """Send a form, and wait for the page that answers it."""
        with self.page.expect_navigation():
            self.find(button).click()

    def wait_for_phase(self, phase: str) -> None:
        self.find(f"#table[data-phase={phase}]").wait_for()

    def seen(self, name: str, windows: Iterable[tuple[int, int]] = WINDOWS) -> None:
        """Keep pictures of the page in windows of all sizes, light and dark, if they are wanted."""
        if not SCREENSHOTS:
            return
        usual, is_dark = self.page.viewport_size, self.page.evaluate(IS_DARK)
        for width, height in windows:
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                self.page.emulate_media(color_scheme=theme)
                file = Path(SCREENSHOTS, f"{name}-{width}x{height}-{theme}.png")
                self.page.screenshot(path=file, full_page=True)
        assert usual is not None
        self.page.set_viewport_size(usual)
        self.page.emulate_media(color_scheme="dark" if is_dark else "light")

    def paint(self) -> None:
        """Show the page to the eye too, until the next one is opened."""
        self.page.evaluate(PAINT)

    # Playing

    def has_turn(self) -> bool:
        """Whether the page offers moves now."""
        return self.find("#offers").count() > 0

    def drag_by_finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Touch a point, go to another, and let go there."""
        devtools = self.context.new_cdp_session(self.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            told = [{"x": x, "y": y} for x, y in points]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

        touch("touchStart", start)
        for step in range(1, STEPS_OF_A_DRAG + 1):
            share = step / STEPS_OF_A_DRAG
            at = (here + share * (there - here) for here, there in zip(start, end, strict=True))
            touch("touchMove", (next(at), next(at)))
        touch("touchEnd")
        devtools.detach()

    def click_what_is_refused(self) -> None:
        """Click here and there, and play on, until a rule forbids a click."""
        now = self.ready()
        while True:
            if now.curtain:
                self.pull_the_curtain()
                now = self.ready()
            for step in self.luck.choice(now.offers).steps:
                if self._is_refused_somewhere():
                    return
                self.click(step)
            now = self.ready(now.seq)

    def _is_refused_somewhere(self) -> bool:
        for step in self.page.evaluate(REFUSED):
            point = self.page.evaluate(POINT, step)
            if point is not None:
                with self.page.expect_response(lambda answer: "/why?" in answer.url) as answer:
                    self.page.mouse.click(*point)
                if answer.value.json()["rule"] is not None:
                    return True
        return False

    def check_width(self) -> None:
        """Nothing of a page lies beyond the right edge of the screen."""
        widths = self.wait_for(
            "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert widths[0] <= widths[1]

    def check_targets(self) -> None:
        """Everything that can be tapped is as large as a fingertip, once somebody is there."""
        if self.page.evaluate("document.documentElement.classList.contains('scripts')"):
            self.wait_for(AWAKE)
            self.wait_for(STYLED)
        small = self.page.evaluate(SMALL, FINGERTIP) + self.page.evaluate(SMALL_THINGS, FINGERTIP)
        assert not small, small

    def state(self, name: str) -> str | None:
        """What the table says of itself."""
        return self.find("#table").get_attribute(f"data-{name}")


def check_over(visitor: Visitor) -> None:
    """The page shows that the game is over, who has won and why."""
    assert visitor.state("phase") == "over"
    assert visitor.find("#won").inner_text()
    assert visitor.find(".verdict li").count() > 0
    assert visitor.find("#finale svg").count() == 1


def button_of(step: str) -> str:
    """The button of the bar that a step of a path may be."""
    return f"#buttons [data-step='{step}']:visible"


def by_mouse(visitor: Player, offer: Offer) -> None:
    for step in offer.steps:
        visitor.click(step)


def play_until_a_card_fits(visitor: Visitor) -> tuple[int, Offer]:
    """In Colorfox, until a card of the hand can be laid: the event before that, and how."""
    now = visitor.ready()
    while not (cards := [offer for offer in now.offers if offer.clicks[0].startswith("hand-")]):
        by_mouse(visitor, now.offers[0])
        now = visitor.ready(now.seq)
    return now.seq, cards[0]


def by_finger(visitor: Visitor, offer: Offer) -> None:
    for step in offer.steps:
        visitor.click(step, tap=True)


def by_keyboard(visitor: Visitor, offer: Offer) -> None:
    for step in offer.steps:
        is_button = visitor.find(button_of(step)).count()
        reach(visitor, f"[data-step='{step}']" if is_button else f"[id='{step}']")
        visitor.page.keyboard.press("Enter")


def by_submitting(visitor: Visitor, offer: Offer) -> None:
    if not visitor.find("#offers[open]").count():
        visitor.find("#offers summary").click()
    visitor.submit(f"#offers button[value='{offer.move}']")


def reach(visitor: Visitor, selector: str) -> None:
    """Press Tab, or Shift and Tab, until the focus is there.

    What turns in space is loaded after the page, and can be focused from then on.
    """
    for _ in range(3):
        way = visitor.page.evaluate(WAY, selector)
        for _ in range(abs(way)):
            visitor.page.keyboard.press("Tab" if way > 0 else "Shift+Tab")
        if visitor.page.evaluate("(what) => document.activeElement.matches(what)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")
