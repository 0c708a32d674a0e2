"""What a table's page loads before anyone does anything, what comes later, and what is kept."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from matchwood.server.pages import assets
from tests.browser.conftest import NewVisitor
from tests.browser.games import SHORT, against_bots, fields
from tests.browser.server import BrowserServer
from tests.browser.visitor import AWAKE, TOLD, Visitor, by_mouse
from tests.server.pages.test_pages import MOST_BYTES, MOST_PACKED

# Name and size of scripts and style sheets, as they came and unpacked.
LOADED = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => /\\.(js|css)\\b/.test(name))
  .map(({ name, encodedBodySize, decodedBodySize }) => [name, encodedBodySize, decodedBodySize])"""
ASK_ANOTHER = """() => new Promise((done) => {
  Object.assign(new Image(), { onerror: () => done(), src: "http://192.0.2.1/" });
})"""
# Keeps the streams that a page follows.
NOTE_STREAMS = """window.EventSource = class extends EventSource {
  constructor(...how) {
    super(...how);
    (window.streams ??= []).push(this);
  }
}"""
OLDER = """for (const { prototype } of [Element, HTMLElement]) {
  for (const name of ["checkVisibility", "showPopover", "hidePopover"]) delete prototype[name];
}"""
OFFLINE = "main.message"
SOLID = "**/solid.js"
"""The script that turns the block of Baguettes."""
SLOW_ONE = "**/winning.js"
"""One of those that a page can do without."""


@pytest.mark.parametrize("game", SHORT)
def test_a_table_loads_little_until_someone_is_there(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor()
    variant = SHORT[game]
    path = visitor.set_up(game, against_bots(variant), fields(variant))
    visitor.ready()
    visitor.rest()
    visitor.open(path)
    visitor.wait_for("() => document.querySelector('html.scripts #offers [data-clicks]') && true")
    visitor.page.wait_for_load_state("load")
    found = visitor.page.evaluate(LOADED)
    of_frame = [each for each in found if "/games/" not in each[0]]
    assert len(found) > len(of_frame) > len(assets.needed_scripts())
    assert sum(unpacked for *_, unpacked in of_frame) < MOST_BYTES
    assert sum(packed for _, packed, _ in of_frame) < MOST_PACKED
    visitor.wait_for(AWAKE)
    assert len(visitor.page.evaluate(LOADED)) > len(found) + 5


def test_a_click_that_comes_before_its_script_is_made_then(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    visitor.open("/")
    visitor.find("#theme").wait_for()
    visitor.page.evaluate("document.getElementById('theme').click()")
    expect(visitor.find("html")).to_have_attribute("data-theme", "light")


def fail(visitor: Visitor, pattern: str, how: Callable[[Route], None]) -> None:
    """Let some modules not arrive in a page of someone who played before."""
    visitor.page.route(pattern, how)
    visitor.page.reload()
    visitor.wait_for(AWAKE)
    visitor.page.unroute(pattern)
    visitor.forgive("", "ERR_", "404", "dynamically imported module")


def test_a_module_that_is_blocked_takes_no_other_with_it(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    visitor.set_up("piecepack-matches", ["me", "screen"])
    fail(visitor, "**/notify.js", lambda route: route.abort())
    visitor.find("#menu > summary").click()
    visitor.find("a[data-setting=theme][data-value=dark]").click()
    expect(visitor.find("html")).to_have_attribute("data-theme", "dark")
    visitor.page.keyboard.press("Escape")
    visitor.ready(visitor.make(by_mouse))


def test_without_its_modules_a_page_works_as_without_script(new_visitor: NewVisitor) -> None:
    """As once, after a deploy, in the folder of the version before."""
    visitor = new_visitor(color_scheme="light")
    visitor.set_up("piecepack-matches", ["me", "screen"])
    later = [name for name in assets.scripts() if name not in assets.needed_scripts()]
    fail(visitor, re.compile(f"/({'|'.join(later)})$"), lambda route: route.fulfill(status=404))
    visitor.find("#menu > summary").click()
    with visitor.page.expect_navigation():
        visitor.find("a[data-setting=theme][data-value=dark]").click()
    expect(visitor.find("html")).to_have_attribute("data-theme", "dark")


def test_after_a_deploy_an_open_page_finds_what_it_loads_later(new_visitor: NewVisitor) -> None:
    """It goes on with the modules it has: none is there twice, and each move is sent once."""
    visitor = new_visitor()
    now = assets.address_of_script().split("/")[-2]
    later = re.compile(r"/(?!matchwood)\w+\.js$")
    asked: list[str] = []

    def ask_a_newer_server(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_(url=route.request.url.replace(now, "0123456789"))

    visitor.page.route(later, ask_a_newer_server)
    visitor.set_up("piecepack-matches", ["me", "screen"])
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url))
    visitor.ready(visitor.make(by_mouse))
    visitor.page.unroute(later)
    assert sum(url.endswith("/move") for url in sent) == 1
    assert len(asked) == len(set(asked)) > len(assets.needed_scripts())


def test_in_an_older_browser_a_table_is_followed_all_the_same(
    browser: Browser, server: BrowserServer
) -> None:
    """Safari before 17.4 cannot say whether an element is seen, others know no popovers."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(OLDER)
    visitor = Visitor(context, server.address)
    visitor.set_up("colorfox", ["me", "bot:random"], fields(SHORT["colorfox"]))
    visitor.find("#offers summary").click()
    visitor.find("#offers button[name=move]").first.click()
    expect(visitor.find(TOLD).nth(1)).to_be_attached()
    assert visitor.complaints == []
    context.close()


def test_a_page_that_says_it_follows_nothing_more_is_followed_no_longer(
    browser: Browser, server: BrowserServer
) -> None:
    """The front page follows how far games are, and here all of them are ready."""

    def follows(route: Route) -> None:
        page = route.fetch()
        main = '<main id="table" class="front"'
        assert main in page.text()
        followed = page.text().replace(main, f'{main} data-stream="/games/stream"')
        route.fulfill(response=page, body=followed)

    context = browser.new_context(service_workers="block")
    context.add_init_script(NOTE_STREAMS)
    visitor = Visitor(context, server.address)
    visitor.page.route(f"{visitor.address}/", follows)
    visitor.open("/")
    assert visitor.wait_for("() => window.streams?.every((each) => each.readyState === 2)")
    assert visitor.page.evaluate("window.streams.length") == 1
    assert visitor.complaints == []
    context.close()


def test_a_small_drawing_becomes_large_before_the_block_beside_it_can_be_turned(
    new_visitor: NewVisitor,
) -> None:
    """Who was there before the deal has no script of the block when it comes."""
    host, guest = new_visitor(), new_visitor()
    host.set_up("baguettes", ["me", "link"], {"option-size": "2x3x5"})
    host.wait_for(AWAKE)
    held: list[Route] = []
    host.page.route(SOLID, lambda route: held.append(route))
    with host.page.expect_request(SOLID):
        guest.sit_down(host.find("#invite input").input_value(), "Guest")
        host.wait_for_phase("playing")
    host.find("svg[data-drawing=plan-C]").click()
    expect(host.find("[data-part=board]")).to_have_attribute("data-large", "plan-C")
    held[0].continue_()
    expect(host.find("svg.live")).to_have_count(1)
    host.page.unroute(SOLID)


def test_a_block_that_comes_while_scripts_are_on_their_way_can_be_turned(
    new_visitor: NewVisitor,
) -> None:
    host, guest = new_visitor(), new_visitor()
    host.page.route(SLOW_ONE, lambda route: held.append(route))
    held: list[Route] = []
    with host.page.expect_request(SLOW_ONE):
        host.set_up("baguettes", ["me", "link"], fields(SHORT["baguettes"]))
        host.page.evaluate(f"({AWAKE})()")
    guest.sit_down(host.find("#invite input").input_value(), "Guest")
    host.wait_for_phase("playing")
    held[0].continue_()
    host.wait_for(AWAKE)
    expect(host.find("svg.live")).to_have_count(1)
    host.page.unroute(SLOW_ONE)


def test_it_would_be_noticed_if_a_page_asked_another_host(visitor: Visitor) -> None:
    visitor.page.goto("about:blank")  # Our own pages are forbidden to.
    visitor.page.evaluate(ASK_ANOTHER)
    visitor.look_away()
    visitor.forgive("ERR_PROXY_CONNECTION_FAILED")


def test_without_network_there_is_a_page_that_says_so(
    browser: Browser, server: BrowserServer
) -> None:
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(server.address)
    page.mouse.move(9, 9)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.set_offline(True)
    page.goto(f"{server.address}/t/any")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    assert page.locator(OFFLINE).evaluate("(main) => getComputedStyle(main).borderRadius") != "0px"
    context.set_offline(False)
    page.locator(".button").first.click()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.locator("main.front")).to_be_visible()
    context.close()
