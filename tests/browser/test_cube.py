"""The cube that turns in the hand (cube.js), in a page that has nothing but drawings."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Page, expect

from matchwood import load
from matchwood.engine.language import ENGLISH

SCRIPT = (files("matchwood.server") / "static" / "cube.js").read_text()
CUBE, SIZE = "svg[data-solid]", 300
SEEN = ".solid > g[visibility=visible]"
# As on a table: a face is chosen by a click, and then the cells can be clicked.
CHOOSING = """
let clicked = [];
const faces = [...document.querySelectorAll(".choice")];
const mark = (chosen) => {
  for (const face of faces) face.classList.toggle("chosen", face === chosen);
  for (const face of faces) face.classList.toggle("can", !chosen);
  for (const cell of document.querySelectorAll(".cell")) cell.classList.toggle("can", !!chosen);
};
document.addEventListener("click", ({ target }) => {
  clicked.push(target.id);
  mark(target.closest(".choice"));
});"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A table of Top Trumps Match; without motion, so that all is there at once."""
    position = load("top-trumps-match", youngest=0).new(1)
    picture = position.variant.game.picture.draw(
        position.observe(1).document, 1, None, ENGLISH.to(1)
    )
    drawings = "".join(drawing.svg(picture.game, width=SIZE) for drawing in picture.drawings)
    page = browser.new_page(reduced_motion="reduce")
    page.set_content(drawings)
    page.add_script_tag(content=CHOOSING)
    yield page
    page.close()


def faces(page: Page) -> list[str]:
    """The ids of the faces as the hand has them: three pairs of opposite ones."""
    ids: list[str] = page.eval_on_selector_all(".choice", "found => found.map(({ id }) => id)")
    return ids


def start(page: Page) -> None:
    page.add_script_tag(content=SCRIPT, type="module")
    expect(page.locator(CUBE)).to_have_attribute("tabindex", "0")


def choose(page: Page, face: str) -> None:
    page.evaluate("id => mark(document.getElementById(id))", face)


def look(page: Page) -> list[list[float]]:
    """How each face of the cube lies, how dark it is and whether it is seen."""
    laid: list[list[float]] = page.eval_on_selector_all(
        ".solid > g",
        """faces => faces.map((face) => [
          ...face.getAttribute("transform").match(/-?[\\d.]+/g).map(Number),
          Number(face.lastElementChild.getAttribute("opacity")),
          Number(face.getAttribute("visibility") === "visible")])""",
    )
    return laid


def test_the_script_lays_the_faces_where_the_server_has_drawn_them(page: Page) -> None:
    drawn = look(page)
    start(page)
    choose(page, faces(page)[3])
    expect(page.locator(".solid > .picked")).to_have_count(1)
    turned = look(page)
    choose(page, faces(page)[0])
    expect(page.locator(".solid > g").first).to_have_class("picked")
    assert turned != drawn
    for again, face in zip(look(page), drawn, strict=True):
        assert again == pytest.approx(face, abs=0.006)


def test_a_face_that_is_chosen_comes_to_the_front_and_is_shown_with_its_opposite(
    page: Page,
) -> None:
    front = str(page.locator(".solid > g").first.get_attribute("transform"))
    start(page)
    for place, face in enumerate(faces(page)):
        choose(page, face)
        expect(page.locator(".solid > g").nth(place)).to_have_attribute("transform", front)
        expect(page.locator(SEEN)).to_have_count(3)
        for slot, shown in (("front", place), ("back", place ^ 1)):
            likeness = page.locator(f"[data-slot={slot}]")
            expect(likeness).to_have_attribute("data-shows", faces(page)[shown])


def test_arrow_keys_turn_the_cube_by_quarters_and_choose_what_is_in_front(page: Page) -> None:
    start(page)
    ids, chosen = faces(page), []
    page.evaluate("mark()")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.locator(CUBE).press(key)
        chosen.append(ids.index(str(page.locator(".choice.chosen").get_attribute("id"))))
    # From the front over the left to the back, and the same way home; then up from below.
    assert chosen == [3, 1, 3, 0, 5, 0]


def test_a_drag_ends_with_the_nearest_face_and_a_tap_takes_the_one_that_is_tapped(
    page: Page,
) -> None:
    start(page)
    page.evaluate("mark()")
    box = page.locator(CUBE).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - SIZE / 4, y, steps=4)
    page.mouse.up()
    expect(page.locator(".choice.chosen")).to_have_id(faces(page)[2])
    page.mouse.click(x, box["y"] + box["height"] / 5)
    expect(page.locator(".choice.chosen")).to_have_id(faces(page)[4])
    assert page.evaluate("clicked") == [faces(page)[2], faces(page)[4]]


def test_where_nothing_is_to_be_chosen_the_cube_turns_and_nothing_is_clicked(page: Page) -> None:
    start(page)
    page.locator(CUBE).press("ArrowRight")
    expect(page.locator("[data-slot=front]")).to_have_attribute("data-shows", faces(page)[3])
    assert page.evaluate("clicked") == []


def test_what_is_pointed_at_is_shown_as_going_out(page: Page) -> None:
    start(page)
    choose(page, faces(page)[0])
    cell, out = page.locator("#cell-c3"), page.locator("[data-slot=out]")
    cell.hover()
    cube = str(cell.locator("> [id]").get_attribute("id"))
    expect(out).to_have_attribute("data-shows", cube)
    page.locator("#cell-a1").hover()
    expect(out.locator(".socket")).to_have_count(1)
