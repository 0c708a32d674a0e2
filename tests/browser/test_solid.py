"""The block of Baguettes in a browser: it turns, lifts, and is what Python draws from each side."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from math import pi
from random import Random

import pytest
from playwright.sync_api import Browser, Page
from tools.board_page import board_of, open_board

from matchwood import load
from matchwood.drawing import projection
from matchwood.drawing.projection import Camera
from matchwood.games.baguettes.picture.solid import solid_of
from matchwood.testing import random_game
from tests.games.baguettes.positions import table

BLOCK = "svg[data-drawing=block]"
PAINTED = """
(view) => {
  const thing = solid("block");
  Object.assign(thing.view, view);
  thing.draw();
  return [...thing.live.children].map((each) => each.outerHTML);
}
"""
REPLACE = """
(board) => {
  document.querySelector("[data-part=board]").innerHTML = board;
  solids();
}
"""
NEARLY = 0.11
"""How far apart numbers may be that are rounded to a tenth, here or there."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1040, "height": 600}, reduced_motion="reduce")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert not errors


def told(drawn: str) -> tuple[str, list[float]]:
    """A piece of the picture: what it is, and the numbers of its place."""
    element = ET.fromstring(re.sub(' xmlns="[^"]*"', "", drawn))
    if element.tag == "text":
        place = (
            element.get("transform", "").split(")")[0] or f"{element.get('x')} {element.get('y')}"
        )
        return f"sign {element.text}", numbers(place)
    if element.get("data-plane"):
        return f"plane {element.get('data-plane')}", numbers(element.get("transform", ""))
    first = next(each for each in element if each.get("class") in ("skin", "rim"))
    kind = " ".join(element.get("class", "").split()[:2])
    return kind, numbers(f"{element.get('transform', '')} {first.get('d')}")


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]


@pytest.mark.parametrize("size", ["2x2x2", "4x4x4", "3x5x6"])
def test_the_script_draws_what_the_server_draws(page: Page, size: str) -> None:
    chance = Random(size)
    position = list(random_game(load("baguettes", players=3, size=size, sticks=9), 3))[12]
    open_board(page, position)
    solid = solid_of(position.document, mover=False)
    for _ in range(6):
        view = Camera(chance.uniform(0, 2 * pi), chance.uniform(0.3, 1.5), chance.uniform(0, 1))
        ours = [told(piece.drawn) for piece in projection.painted(solid, view)]
        theirs = [told(piece) for piece in page.evaluate(PAINTED, view._asdict())]
        assert [name for name, _ in theirs] == [name for name, _ in ours]
        for (name, place), (_, wanted) in zip(theirs, ours, strict=True):
            assert place == pytest.approx(wanted, abs=NEARLY), f"{name} from {view}"


def view(page: Page) -> Camera:
    return Camera(**page.evaluate("solid('block').view"))


def test_it_is_turned_by_mouse_keys_and_buttons_and_stays_so_after_a_move(page: Page) -> None:
    position = table("B2:red D2:green", "21:red")
    open_board(page, position)
    box = page.locator(BLOCK).bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
    page.mouse.up()
    dragged = view(page)
    assert (dragged.turn, dragged.tilt) == pytest.approx((0.6 - 0.8, 0.6 + 0.2), abs=0.25)
    assert dragged.turn < projection.CAMERA.turn
    page.focus(BLOCK)
    for key in ("ArrowLeft", "ArrowUp", "+", "+", "-"):
        page.keyboard.press(key)
    pressed = view(page)
    assert pressed == pytest.approx((dragged.turn + 0.12, dragged.tilt + 0.08, 0.6))
    page.get_by_role("button", name="Turn right").click()
    page.get_by_role("button", name="From above").click()
    page.get_by_role("slider", name="Lift the levels apart").fill("20")
    turned = Camera(pressed.turn - pi / 2, 1.45, 0.2)
    assert view(page) == pytest.approx(turned)
    position.play("plant 22")
    page.evaluate(REPLACE, board_of(position))
    assert view(page) == pytest.approx(turned)
    assert page.locator(".live .green .skin").count() == 0
    assert page.get_by_role("button", name="From the side").is_visible()


def test_the_block_is_closed_by_a_button_and_made_clear_by_pointing(page: Page) -> None:
    open_board(page, table("A1:red C1:green", "11:green"))
    walls = "getComputedStyle(document.querySelector('.live .pane')).opacity"
    assert page.locator(".live.closed").count() == 0
    page.get_by_role("button", name="Close").click()
    page.locator(".live.closed").wait_for()
    assert (view(page).lift, page.evaluate(walls)) == (0, "1")
    page.hover("#channel-A1", position={"x": 8, "y": 8})
    page.locator(".live:not(.closed)").wait_for()
    page.mouse.move(0, 0)
    page.locator(".live.closed").wait_for()
    page.get_by_role("button", name="Open").click()
    page.locator(".live:not(.closed)").wait_for()
    page.get_by_role("button", name="Close").wait_for()


def test_pointing_in_the_plans_shows_in_the_block_and_the_other_way(page: Page) -> None:
    open_board(page, table("A1:red C1:green", "11:green"))
    page.hover("#channel-A1", position={"x": 8, "y": 8})
    assert page.locator(".live .way-tag text").text_content() == "C"
    assert page.locator(".live .lit .rim").count() == 2
    assert page.locator("[data-drawing=plan-C] .preview.shown").count() == 1
    page.locator(".live .sign", has_text="C1").hover()
    assert page.locator("#channel-C1.lit").count() == 1
    assert page.locator(".live .way-tag").count() == 0


def test_a_click_on_a_piece_is_one_on_what_it_stands_for(page: Page) -> None:
    open_board(page, table("A1:red C1:green", "11:green"))
    page.evaluate("addEventListener('click', ({ target }) => { window.hit = target.id; })")
    page.locator(".live .sign", has_text="B2").click()
    assert page.evaluate("window.hit") == "channel-B2"


def test_sticks_fall_level_by_level_and_pulled_rods_leave(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1040, "height": 600})
    position = table("A1:red C1:green A2:red", "11:red 21:red 12:green")
    open_board(page, position)
    position.play("pull A1")
    page.evaluate(REPLACE, board_of(position))
    ways = page.evaluate(
        "solid('block').items.filter(({ way }) => way).map(({ bar, way }) => [bar.id, way])"
    )
    found = {name: (bool(way.get("out")), way["steps"]) for name, way in ways}
    assert found == {"rod-A1": (True, 0), "stick-11": (False, 2), "stick-21": (False, 2)}
    page.wait_for_function("solid('block').items.every(({ way }) => !way)")
    assert page.locator(".live .red .rim").count() == 2
    page.close()


def test_on_a_phone_one_plan_is_large_and_a_tap_makes_another_the_large_one(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 590})
    open_board(page, table("A1:red C1:green", "11:green"))

    def width(name: str) -> float:
        box = page.locator(f"[data-drawing={name}]").bounding_box()
        assert box
        return box["width"]

    assert width("plan-A") > 2 * width("plan-C")
    page.evaluate("addEventListener('click', () => { window.hit = true; })")
    page.locator("[data-drawing=plan-C]").click()
    assert width("plan-C") > 2 * width("plan-A")
    assert page.evaluate("window.hit") is None
