"""Every page in every phase: for all eyes, sizes, colours and languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from matchwood.engine.words import LANGUAGES
from tests.browser.conftest import DESK, NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.house import House
from tests.browser.visitor import PHONE, Visitor, by_mouse

pytestmark = pytest.mark.compiled

TITLES = {variant.game.title for variant in SHORT.values()}

# All texts of a page but those of the plug-in, which has no other language.
TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest("code, .languages, [aria-labelledby=game-connect-four]")) {
      texts.push(node.textContent.trim());
    }
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!each.closest(".languages")) {
      for (const name of ["aria-label", "title", "placeholder"]) {
        texts.push(each.getAttribute(name) ?? "");
      }
    }
  }
  return texts;
}"""


@pytest.fixture(scope="module")
def places(browser: Browser, house: House) -> Iterator[tuple[Visitor, dict[str, str]]]:
    """A visitor, and the paths of all pages that they can see, by what is seen there."""
    context = browser.new_context(
        reduced_motion="reduce", viewport=DESK, locale="en", color_scheme="light"
    )
    visitor = Visitor(context, house.address, random.Random(1))
    paths = {"front": "/", "missing": "/nothing-here", "rules": "/rules/baguettes"}
    for game, variant in SHORT.items():
        usual = {"name-0": "Anna", "listed": "true"}
        paths[f"set-up-{game}"] = f"/new/{game}"
        seats = ["me", *["bot:random"] * (variant.players - 1)]
        paths[f"playing-{game}"] = visitor.set_up(game, seats, usual)
        for _ in range(2):
            now = visitor.ready()
            visitor.make(by_mouse)
            visitor.ready(now.seq)
        paths[f"over-{game}"] = visitor.set_up(game, seats, {**usual, **fields(variant)})
        visitor.play(by_mouse)
        paths[f"replay-{game}"] = f"{paths[f'over-{game}']}/replay?move=4"
    paths["analysis"] = f"{paths['replay-baguettes']}&analysis=1"
    paths["waiting"] = visitor.set_up("colorfox", ["me", "link"], {"name-0": "Anna"})
    paths["curtain"] = visitor.set_up("colorfox", ["me", "screen"], {"name-0": "Anna"})
    with browser.new_context() as elsewhere:
        host = Visitor(elsewhere, house.address, random.Random(1))
        paths["watching"] = host.set_up("baguettes", ["me", "bot:random"])
        host.set_up("baguettes", ["me", "link"])
        paths["invited"] = host.find("#invite input").input_value().removeprefix(house.address)
        paths["gone"] = visitor.set_up("baguettes", ["me", "link"], {"patience": 1})
        host.sit_down(visitor.find("#invite input").input_value(), "Ben")
        visitor.wait_for_phase("playing")
    expect(visitor.find(SHOWN["gone"])).to_be_visible()
    yield visitor, paths
    context.close()


SHOWN = {
    "analysis": "#analysis svg",
    "gone": "#chair-1:has-text('gone') button",
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


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_for_everyone(places: tuple[Visitor, dict[str, str]], page: str) -> None:
    visitor, paths = places
    visitor.page.set_viewport_size(DESK)
    visitor.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    visitor.complaints.clear()
    visitor.open(paths[page])
    expect(visitor.find(SHOWN.get(page, "body"))).to_be_visible()
    check_for_everyone(visitor, page)
    visitor.page.set_viewport_size(PHONE)
    visitor.page.reload()
    visitor.check_width()
    visitor.seen(f"{page}-phone-dark")
    visitor.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    visitor.seen(f"{page}-phone-light")
    visitor.check_targets()
    if page == "missing":
        visitor.forgive("404")
    assert visitor.complaints == []


def check_for_everyone(visitor: Visitor, page: str) -> None:
    """Nothing stands in the way of those who see, hear or point otherwise, in light or dark."""
    found = Axe().run(visitor.page)
    assert found.violations_count == 0, found.generate_report()
    visitor.seen(f"{page}-desk-light")
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    contrast = Axe().run(visitor.page, options={"runOnly": ["color-contrast"]})
    assert contrast.violations_count == 0, contrast.generate_report()
    visitor.seen(f"{page}-desk-dark")


def test_a_notice_is_for_everyone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    visitor.set_up("baguettes", ["me", "screen"], fields(SHORT["baguettes"]))
    visitor.click_what_is_refused()
    expect(visitor.find("#notice a[data-rule]")).to_be_visible()
    check_for_everyone(visitor, "notice")


def test_a_hint_is_for_everyone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    agreed = {**fields(SHORT["baguettes"]), "aid-hints": "true"}
    visitor.set_up("baguettes", ["me", "bot:random"], agreed)
    visitor.ready()
    visitor.find("#said a", has_text="What would a bot do?").click()
    expect(visitor.find("#said")).to_contain_text("A bot would do this")
    check_for_everyone(visitor, "hint")


@pytest.mark.parametrize("page", PAGES)
def test_nothing_english_is_left_in_other_languages(
    places: tuple[Visitor, dict[str, str]], page: str
) -> None:
    visitor, paths = places
    path, texts = paths[page], {}
    joint = "&" if "?" in path else "?"
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        visitor.open(f"{path}{joint}lang={language}")
        assert visitor.page.locator("html").get_attribute("lang") == language
        texts[language] = sentences(visitor.page.evaluate(TEXTS))
    english = texts.pop("en")
    assert english
    assert {language: said & english for language, said in texts.items()} == {
        language: set() for language in texts
    }


def sentences(texts: list[str]) -> set[str]:
    """The texts of several words; fewer may be a name, or alike in all languages."""
    said = (text.removeprefix(": ") for text in texts)
    return {text for text in said if len(re.findall(r"[^\W\d]{2,}\b(?!,\w)", text)) > 2} - TITLES


@pytest.mark.parametrize(("locale", "language"), [("fr-CA", "fr"), ("de", "de"), ("es", "en")])
def test_the_browser_s_preference_chooses_the_language(
    new_visitor: NewVisitor, locale: str, language: str
) -> None:
    visitor = new_visitor(locale=locale)
    visitor.open("/")
    expect(visitor.find("html")).to_have_attribute("lang", language)


def test_the_switch_chooses_the_language_for_good(visitor: Visitor) -> None:
    visitor.open("/rules/colorfox")
    visitor.find(".languages a[lang=de]").click()
    expect(visitor.find("html")).to_have_attribute("lang", "de")
    visitor.open("/")
    expect(visitor.find("html")).to_have_attribute("lang", "de")


def test_the_switches_for_colours_and_sounds_are_remembered(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    visitor.open("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visitor.page.evaluate(paper)
    for _ in range(2):
        visitor.find("#theme").click()
    visitor.find("#sound").click()
    visitor.page.reload()
    expect(visitor.find("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.find("#sound")).to_have_attribute("aria-pressed", "true")
    assert visitor.page.evaluate(paper) != light


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_pieces_move_unless_less_motion_is_asked_for(
    new_visitor: NewVisitor, motion: str, moves: bool
) -> None:
    visitor = new_visitor(reduced_motion=motion)
    visitor.set_up("baguettes", ["me", "screen"], fields(SHORT["baguettes"]))
    now = visitor.ready()
    visitor.page.evaluate(
        """() => {
          window.moved = new Set();
          const look = () => {
            const running = document.querySelector("#board svg").getAnimations({ subtree: true });
            for (const each of running) window.moved.add(each.effect.target.id);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    visitor.make(by_mouse)
    visitor.ready(now.seq)
    visitor.page.wait_for_timeout(200)
    assert visitor.page.evaluate("window.moved.size > 0") == moves


def test_a_table_is_set_up_with_the_form(visitor: Visitor) -> None:
    visitor.open("/new/baguettes")
    for number in visitor.find("#setup .numbers input").all():
        number.fill("2")
    visitor.find("[name=option-sticks]").fill("3")
    visitor.find("[name=name-0]").fill("Zoë")
    visitor.find("[name=seat-1]").select_option("bot:random")
    visitor.submit("#setup .first")
    visitor.wait_for_phase("playing")
    expect(visitor.find("#chair-0")).to_contain_text("Zoë")
    expect(visitor.find("#agreed")).to_contain_text("2 × 2 wells, 2 levels")


def test_a_bad_set_up_comes_back_with_a_sentence(visitor: Visitor) -> None:
    visitor.open("/new/colorfox")
    visitor.find("[name=option-deck]").fill("no cards")
    visitor.submit("#setup .first")
    expect(visitor.find("#error")).to_be_visible()
    expect(visitor.find("[name=option-deck]")).to_have_value("no cards")
    visitor.forgive("422")
