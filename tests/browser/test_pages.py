"""Every page in every phase: for all eyes, sizes, colours and languages."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import expect

from matchwood.engine.language import LANGUAGES
from tests.browser.conftest import DESK, Finish, Lobby, NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.visitor import PHONE, Visitor, by_mouse

pytestmark = pytest.mark.slow

# How many elements of a kind lie over another one.
CLASHING = """(kind) => {
  const boxes = [...document.querySelectorAll(kind)].map((each) => each.getBoundingClientRect());
  return boxes.filter((one) => boxes.some((other) => other !== one
    && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom)).length;
}"""

# What stands in someone's way; to send all that does not would take as long as to look for it.
AXE = """async (options) => (
  { violations: (await axe.run({ ...options, resultTypes: ["violations"] })).violations })"""
CONTRAST = {"runOnly": ["color-contrast"]}
TITLES = {variant.game.title for variant in SHORT.values()}

# All texts of a page as it is sent, but those of the plug-in, which has no other language.
TEXTS = """async ([url, attributes]) => {
  const answer = await fetch(url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest("code, .languages, [aria-labelledby=game-connect-four]")) {
      texts.push(node.textContent.trim());
    }
  }
  for (const name of attributes) {
    for (const each of page.querySelectorAll(`[${name}]`)) {
      if (!each.closest(".languages")) texts.push(each.getAttribute(name));
    }
  }
  return [page.documentElement.lang, texts];
}"""
SPOKEN_ATTRIBUTES = (
    *("aria-label", "title", "placeholder", "alt"),
    *("data-auto", "data-light", "data-dark", "data-done", "data-pause", "data-wrong"),
)
"""Those that are read to people, or that the script puts into the page."""

SHOWN = {
    "analysis": "#analysis svg",
    "gone": "#chair-1:has-text('away') button",
}
"""What makes a page another one than those that are looked at anyway."""

PAGES = (
    *SHOWN,
    "front",
    "missing",
    "rules",
    "waiting",
    "curtain",
    "watching",
    "invited",
    *(f"{phase}-{game}" for game in SHORT for phase in ("set-up", "playing", "over", "replay")),
)

# Until then scripts have followed a new size of the window.
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"

PALE = "for (const each of document.querySelectorAll('h2')) each.style.color = '#ddd'"

# Keep in mind how whatever is set in motion from now on begins.
NOTE_MOTION = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    window.moved.push(animation.playState);
    return animation;
  };
}"""


@pytest.fixture(scope="module")
def places(regular: Visitor, lobby: Lobby, finish: Finish) -> dict[str, str]:
    """The paths of all pages that Anna can see, by what is seen there."""
    usual = {"name-0": "Anna", "listed": "true"}
    paths = {"front": "/", "missing": "/nothing-here", "rules": "/rules/baguettes"}
    for game, variant in SHORT.items():
        seats = ["me", *["bot:random"] * (variant.players - 1)]
        paths[f"set-up-{game}"] = f"/new/{game}"
        paths[f"playing-{game}"] = regular.set_up(game, seats, usual)
        for _ in range(2):
            regular.ready(regular.make(by_mouse))
        paths[f"over-{game}"] = finish(variant).path
        paths[f"replay-{game}"] = f"{paths[f'over-{game}']}/replay?move=4"
    paths["analysis"] = f"{paths['replay-baguettes']}&analysis=1"
    paths["waiting"] = regular.set_up("colorfox", ["me", "link"], {"name-0": "Anna"})
    paths["curtain"] = regular.set_up("colorfox", ["me", "screen"], {"name-0": "Anna"})
    host = lobby.enter(luck=2)
    paths["watching"] = host.set_up("baguettes", ["me", "bot:random"])
    host.set_up("baguettes", ["me", "link"])
    paths["invited"] = host.find("#invite input").input_value().removeprefix(host.address)
    paths["gone"] = regular.set_up("baguettes", ["me", "link"], {"patience": 1})
    host.sit_down(regular.find("#invite input").input_value(), "Ben")
    regular.wait_for_phase("playing")
    host.rest()
    lobby.leave(host)
    return paths


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_for_everyone_in_every_language(
    anna: Visitor, places: dict[str, str], page: str
) -> None:
    anna.page.set_viewport_size(DESK)
    anna.page.emulate_media(color_scheme="light")
    anna.open(places[page])
    expect(anna.find(SHOWN.get(page, "body"))).to_be_visible()
    check_languages(anna, places[page])
    check_for_everyone(anna, page)
    check_on_a_phone(anna)
    if page == "missing":
        anna.forgive("404")


def check_languages(visitor: Visitor, path: str) -> None:
    """Nothing English is left in other languages."""
    texts = {}
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        url = f"{path}{'&' if '?' in path else '?'}lang={language}"
        spoken, said = visitor.page.evaluate(TEXTS, [url, SPOKEN_ATTRIBUTES])
        assert spoken == language
        texts[language] = sentences(said)
    english = texts.pop("en")
    assert english
    left = {language: said & english for language, said in texts.items()}
    assert left == {language: set() for language in texts}


def sentences(texts: list[str]) -> set[str]:
    """The texts of several words; fewer may be a name, or alike in all languages."""
    said = (text.removeprefix(": ") for text in texts)
    return {text for text in said if len(re.findall(r"[^\W\d]{2,}\b(?!,\w)", text)) > 2} - TITLES


def check_for_everyone(visitor: Visitor, page: str) -> None:
    """Nothing stands in the way of those who see, hear or point otherwise, in light or dark."""
    visitor.paint()
    visitor.page.evaluate(AXE_SCRIPT)
    found = AxeResults(visitor.page.evaluate(AXE, {}))
    assert found.violations_count == 0, found.generate_report()
    visitor.seen(page)
    visitor.page.emulate_media(color_scheme="dark")
    contrast = AxeResults(visitor.page.evaluate(AXE, CONTRAST))
    assert contrast.violations_count == 0, contrast.generate_report()


def test_the_check_would_notice_a_text_that_is_too_pale(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.evaluate(PALE)
    with pytest.raises(AssertionError, match="color-contrast"):
        check_for_everyone(visitor, "pale")


def check_on_a_phone(visitor: Visitor) -> None:
    """Everything has room on a small screen, and can be tapped. (Whole games are played on one.)"""
    visitor.page.set_viewport_size(PHONE)
    visitor.page.evaluate(NEXT_FRAME)
    visitor.check_width()
    visitor.check_targets()


def test_a_notice_is_for_everyone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.set_up("colorfox", ["me", "bot:random"], fields(SHORT["colorfox"]))
    visitor.click_what_is_refused()
    expect(visitor.find("#notice a[data-rule]")).to_be_visible()
    check_for_everyone(visitor, "notice")


def test_a_hint_is_for_everyone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    agreed = {**fields(SHORT["baguettes"]), "aid-hints": "true"}
    visitor.set_up("baguettes", ["me", "bot:random"], agreed)
    visitor.ready()
    visitor.find("#hint").click()
    expect(visitor.find("#said")).to_contain_text("Look inside the dashed line")
    check_for_everyone(visitor, "hint")


@pytest.mark.parametrize(("preferred", "shown"), [("fr-CA", "fr"), ("de", "de"), ("es", "en")])
def test_the_browser_s_preference_chooses_the_language(
    new_visitor: NewVisitor, preferred: str, shown: str
) -> None:
    visitor = new_visitor(language=preferred)
    visitor.open("/")
    expect(visitor.find("html")).to_have_attribute("lang", shown)


def test_the_switch_chooses_the_language_for_good(visitor: Visitor) -> None:
    visitor.open("/rules/colorfox")
    visitor.find(".languages a[lang=de]").click()
    expect(visitor.find("html")).to_have_attribute("lang", "de")
    visitor.open("/")
    expect(visitor.find("html")).to_have_attribute("lang", "de")


def test_the_switches_for_colours_and_sounds_are_remembered(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.open("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visitor.page.evaluate(paper)
    for _ in range(2):
        visitor.find("#theme").click()
    visitor.find("#sound").click()
    expect(visitor.find("#sound")).to_have_attribute("aria-label", "Sounds: off")
    visitor.page.reload()
    expect(visitor.find("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.find("#sound")).to_have_attribute("aria-pressed", "false")
    assert visitor.page.evaluate(paper) != light


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_days_are_those_of_the_readers_clock(new_visitor: NewVisitor, zone: str) -> None:
    """In one of the two it is always another day than in UTC."""
    visitor = new_visitor(language="de", locale="de-AT", timezone_id=zone)
    visitor.set_up("baguettes", ["me", "screen"])
    visitor.open("/mine")
    told = visitor.find(".tables time").first
    when = datetime.fromisoformat(told.get_attribute("datetime") or "")
    expect(told).to_have_text(f"{when.astimezone(ZoneInfo(zone)):%d.%m.%Y}")


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_pieces_move_unless_less_motion_is_asked_for(
    new_visitor: NewVisitor, motion: str, moves: bool
) -> None:
    visitor = new_visitor(reduced_motion=motion)
    visitor.set_up("colorfox", ["me", "bot:random"], fields(SHORT["colorfox"]))
    visitor.ready()
    visitor.page.evaluate(NOTE_MOTION)
    visitor.ready(visitor.make(by_mouse))
    moved = set(visitor.page.evaluate("moved"))
    assert ("running" in moved) == moves
    # On a busy machine something may come so late that it is where it belongs at once.
    assert moved <= ({"running", "finished"} if moves else set())


def test_a_table_is_set_up_with_the_form(visitor: Visitor) -> None:
    visitor.open("/new/baguettes")
    visitor.find(".choices summary").click()
    for number in visitor.find("#setup .numbers input").all():
        number.fill("2")
    visitor.find("[name=option-sticks]").fill("3")
    visitor.find("[name=name-0]").fill("Zoë")
    visitor.find("[name=seat-2]").select_option("bot:random")
    expect(visitor.find("#who")).to_have_text("Zoë · Bot: random")
    visitor.submit("#setup .first")
    visitor.wait_for_phase("playing")
    expect(visitor.find("#chair-0")).to_contain_text("Zoë")
    expect(visitor.find("#agreed")).to_contain_text("2 × 2 wells, 2 levels")


def test_a_way_to_play_fills_the_chairs_that_it_needs(visitor: Visitor) -> None:
    visitor.open("/new/baguettes")
    visitor.find("[name=seat-2]").select_option("bot:easy")
    visitor.find("[name=preset][value=teams]").check()
    assert [visitor.find(f"[name=seat-{seat}]").input_value() for seat in range(4)] == [
        *("me", "bot:medium", "bot:easy", "bot:medium")
    ]
    visitor.find("[name=seat-1]").select_option("nobody")
    expect(visitor.find("[name=preset][value=printed]")).to_be_checked()
    visitor.find("[name=preset][value=teams]").check()
    visitor.submit("#setup .first")
    visitor.wait_for_phase("playing")
    expect(visitor.find("#agreed")).to_contain_text("two against two")


def test_too_few_chairs_are_told_before_the_form_is_sent(visitor: Visitor) -> None:
    visitor.open("/new/piecepack-matches")
    for seat in (1, 2, 4):
        visitor.find(f"[name=seat-{seat}]").select_option("bot:random")
    expect(visitor.find("#who.wrong")).to_have_text("Matches is for 2, 3, 4 or 6 players.")


@pytest.mark.parametrize("window", [(1280, 720), (390, 844), (360, 640)])
@pytest.mark.parametrize("game", SHORT)
def test_the_set_up_begins_without_scrolling(
    visitor: Visitor, game: str, window: tuple[int, int]
) -> None:
    width, height = window
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.open(f"/new/{game}")
    start = visitor.find(".start .first").bounding_box()
    assert start is not None
    assert start["y"] + start["height"] <= height
    for chair in visitor.find(".chair").all():
        box = chair.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= start["y"]
    assert not visitor.page.evaluate(CLASHING, ".chair")


def test_a_bad_set_up_comes_back_with_a_sentence(visitor: Visitor) -> None:
    visitor.open("/new/colorfox")
    visitor.find(".choices summary").click()
    visitor.find("[name=option-deck]").fill("no cards")
    visitor.find("[name=name-0]").fill("Anna")
    visitor.submit("#setup .first")
    expect(visitor.find("#error")).to_be_visible()
    expect(visitor.find("[name=option-deck]")).to_have_value("no cards")
    visitor.forgive("422")
