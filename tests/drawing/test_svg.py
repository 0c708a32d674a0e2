"""The builder of pictures: what goes in comes out well-formed, themed and kept to itself."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import accumulate
from math import hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import MatchwoodError
from matchwood.drawing import svg
from matchwood.drawing.style import LOOKS, TOKENS, sheet
from matchwood.engine.language import words_of
from matchwood.engine.options import player_names

SVG = "{http://www.w3.org/2000/svg}"
ROOM = 120
SIZE = 16


def sample() -> str:
    name = svg.text("Anna", SIZE, (10, 100))
    drawn = svg.picture("sample", (220, 200), svg.wood(200, 80), name, label="A sample.")
    return svg.with_style(drawn, sheet("sample", {}))


def style(picture: str) -> str:
    text = ET.fromstring(picture).findtext(f"{SVG}style")
    assert text
    return text


def colours(picture: str, selector: str) -> dict[str, str]:
    """The tokens that the last rule with this among its selectors sets."""
    rules = re.findall(r"([^{}]+){(--[^}]*)}", style(picture))
    blocks = [tokens for selectors, tokens in rules if selector in selectors.split(",")]
    return dict(pair.removeprefix("--").split(":") for pair in blocks[-1].strip(";").split(";"))


def side(number: int) -> dict[str, str]:
    return {name: both[number] for name, both in TOKENS.items()}


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"])))
def test_any_text_comes_out_as_it_went_in(text: str) -> None:
    element = ET.fromstring(svg.element("text", text, data_name=text))
    assert (element.text or "") == text
    assert element.get("data-name") == text


@pytest.mark.parametrize("letter", ["\0", "\x1b", "\ud800", "\uffff"])
def test_a_letter_that_xml_cannot_hold_is_replaced(letter: str) -> None:
    element = ET.fromstring(svg.element("text", f"An{letter}na"))
    assert element.text == "An\ufffdna"


def test_markup_in_a_text_stays_text() -> None:
    attack = "\"'><script>alert(1)</script>&amp;"
    element = ET.fromstring(svg.group(attack, title=attack, id_=attack))
    assert [child.tag for child in element] == ["title"]
    assert element.get("id") == attack
    assert element[0].text == attack


def test_what_is_drawn_goes_into_another_element_as_it_is() -> None:
    inner = svg.circle(3)
    assert svg.element("g", inner) == f"<g>{inner}</g>"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (2.0, "2"),
        (3.14159, "3.14"),
        (0.5, ".5"),
        (-0.5, "-.5"),
        (100, "100"),
        (10.5, "10.5"),
        (-0.001, "0"),
        (-2.5, "-2.5"),
    ],
)
def test_numbers_are_written_short(number: float, written: str) -> None:
    assert svg.short(number) == written


def test_attributes_are_named_as_in_svg_and_none_is_left_out() -> None:
    drawn = svg.element("rect", class_="tile", stroke_width=1.5, id_=None, viewBox="0 0 1 1")
    assert drawn == '<rect class="tile" stroke-width="1.5" viewBox="0 0 1 1"/>'


def test_a_group_is_first_scaled_then_turned_then_moved() -> None:
    # SVG applies the transforms from the right.
    assert 'transform="translate(3 4) rotate(90) scale(2)"' in svg.group(
        at=(3, 4), turn=90, scale=2
    )
    assert "transform" not in svg.group()


@given(st.text(), st.floats(0, 500))
def test_a_text_is_cut_only_when_it_does_not_fit(text: str, room: float) -> None:
    cut = svg.cut(text, SIZE, room)
    if cut != text:
        assert cut.endswith("…")
        assert text.startswith(cut[:-1])
        assert len(text) * 2 * SIZE > room


def test_wide_letters_need_more_room() -> None:
    assert svg.cut("Wilhelmina", SIZE, ROOM) == "Wilhelmina"
    assert svg.cut("WWWWWWWWWW", SIZE, ROOM) == "WWWWWW…"
    assert svg.cut("麻雀麻雀麻雀麻雀麻雀", SIZE, ROOM) == "麻雀麻雀麻雀…"


def test_a_star_has_its_points_on_two_circles_and_one_at_the_top() -> None:
    corners = [tuple(map(float, pair.split())) for pair in svg.star(5, 10, 4)[1:-1].split("L")]
    radii = [hypot(*corner) for corner in corners]
    assert corners[0] == (0, -10)
    assert all(isclose(radius, 10, abs_tol=0.02) for radius in radii[::2])
    assert all(isclose(radius, 4, abs_tol=0.02) for radius in radii[1::2])
    assert len(corners) == 10


def test_players_without_names_are_numbered() -> None:
    assert player_names(None, 3) == ["Player 1", "Player 2", "Player 3"]
    assert player_names(None, 2, words_of("matchwood.engine", "fr")) == ["Joueur 1", "Joueur 2"]
    assert player_names(("Anna", "Ben"), 2) == ["Anna", "Ben"]


def test_too_few_names_are_refused_in_a_sentence() -> None:
    with pytest.raises(MatchwoodError, match="1 names were given for 2 players"):
        player_names(["Anna"], 2)


def test_the_grain_stays_on_the_board() -> None:
    width, height = 464, 340
    path = next(
        path.get("d", "")
        for path in ET.fromstring(svg.wood(width, height)).iter("path")
        if path.get("class") == "grain"
    )
    lines = [points_of(line) for line in path.split("M")[1:]]
    assert len(lines) > height / 20
    assert all(0 <= x <= width and 0 <= y <= height for line in lines for x, y in line)


def points_of(line: str) -> list[tuple[float, float]]:
    """Where a line goes, its steps summed up."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    steps = zip(numbers[::2], numbers[1::2], strict=True)
    return list(accumulate(steps, lambda at, step: (at[0] + step[0], at[1] + step[1])))


def test_a_line_written_short_goes_through_its_points() -> None:
    points = [(0, 3.5), (-2, 4), (10.25, -1), (10.25, -1.5)]
    assert svg.line(points) == "M0 3.5l-2 .5 12.25-5 0-.5"
    assert points_of(svg.line(points)) == points


def test_a_picture_is_named_for_those_who_do_not_see_it() -> None:
    picture = ET.fromstring(sample())
    assert picture.get("aria-label") == "A sample."
    assert picture.get("viewBox") == "0 0 220 200"


def test_a_picture_follows_the_systems_theme() -> None:
    scope, css = ".matchwood-sample", style(sample())
    dark = css.partition("@media (prefers-color-scheme:dark){")[2]
    assert dark.startswith(f"{scope}{{--paper:{TOKENS['paper'][1]};")
    assert css.index(f"--paper:{TOKENS['paper'][0]}") < css.index("@media")


@pytest.mark.parametrize(
    "selector", ["[data-theme={}] .matchwood-sample", ".matchwood-sample.matchwood[data-theme={}]"]
)
@pytest.mark.parametrize(("theme", "number"), [("light", 0), ("dark", 1)])
def test_a_theme_set_on_the_picture_or_around_it_wins(
    selector: str, theme: str, number: int
) -> None:
    assert colours(sample(), selector.format(theme)) == side(number)


def test_the_pictures_own_theme_wins_over_one_around_it() -> None:
    """Its selectors have one class more, whichever rule stands last."""
    css = style(sample())
    around = re.findall(r"\[data-theme=\w+\] [.\w-]+", css)
    own = re.findall(r"\.[.\w-]+\[data-theme=\w+\]", css)
    assert len(around) == len(own) == 2
    assert {one.count(".") for one in around} == {1}
    assert {one.count(".") for one in own} == {2}


def test_every_rule_of_a_picture_is_kept_under_its_class() -> None:
    css = style(sample()).replace("@media (prefers-color-scheme:dark){", "").replace("}}", "}")
    selectors = re.findall(r"([^{}]+){[^{}]*}", css)
    assert len(selectors) > len(LOOKS)
    assert all(re.search(r"\.matchwood-sample\b", selector) for selector in selectors)


def test_a_rule_for_several_selectors_is_kept_under_its_class_for_each() -> None:
    css = sheet("sample", {".a,.b:is(.c,.d)": "fill:red"})
    assert ".matchwood-sample .a,.matchwood-sample .b:is(.c,.d){fill:red}" in css


def test_a_picture_refers_to_no_id_so_that_many_can_stand_in_one_page() -> None:
    assert "url(" not in sample()
    assert "href" not in sample()


def test_every_colour_used_is_a_token() -> None:
    used = set(re.findall(r"var\(--([a-z-]+)\)", style(sample())))
    assert used
    assert used <= TOKENS.keys()


def test_a_whole_picture_is_a_plain_text_that_can_be_sent() -> None:
    assert type(svg.picture("sample", (1, 1), label="")) is str
