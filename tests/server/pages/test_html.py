"""HTML written as Python: escaped, complete, and only what was meant."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from matchwood.server.pages import html as h
from matchwood.server.pages.html import Node, remembered


@pytest.mark.parametrize(
    ("element", "text"),
    [
        (h.p, "<p></p>"),
        (h.br, "<br>"),
        (h.p["a < b & c"], "<p>a &lt; b &amp; c</p>"),
        (h.p[Markup("<b>b</b>"), "&"], "<p><b>b</b>&amp;</p>"),
        (h.div("#one.two.three"), '<div id="one" class="two three"></div>'),
        (h.div(".two", data_x='"', hidden=True, lang=None, open=False), None),
        (h.label(for_="x", class_=["a", None, "b"])["y"], '<label for="x" class="a b">y</label>'),
        (h.li(class_={"turn": True, "winner": False}), '<li class="turn"></li>'),
        (h.input({"aria-describedby": "x"}, value="<"), None),
        (h.ul[(h.li[number] for number in range(2))], "<ul><li>0</li><li>1</li></ul>"),
        (h.p[None, False, True, [["deep"], ()]], "<p>deep</p>"),
        (h.fragment[h.p["a"], "b"], "<p>a</p>b"),
        (h.html(lang="en")[h.body], '<!doctype html><html lang="en"><body></body></html>'),
    ],
)
def test_an_element_is_its_text(element: str, text: str | None) -> None:
    expected = {
        '<div class="two"': '<div class="two" data-x="&#34;" hidden></div>',
        "<input": '<input aria-describedby="x" value="&lt;">',
    }
    if text is None:
        [text] = [whole for begin, whole in expected.items() if element.startswith(begin)]
    assert element == text
    assert isinstance(element, Markup)


class Reader(HTMLParser):
    """The elements that a browser would find."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(st.characters(exclude_characters="\r\0", codec="utf-8")))
def test_whatever_someone_types_is_text_and_nothing_else(typed: str) -> None:
    reader = Reader()
    reader.feed(h.p(title=typed)[typed])
    reader.close()
    assert reader.tags == [("p", {"title": typed})]
    assert reader.text == typed


def test_a_part_that_hardly_changes_is_made_once() -> None:
    made = []

    @remembered
    def part(name: str) -> Node:
        made.append(name)
        return h.p[name]

    assert part("<a>") == part("<a>") == "<p>&lt;a&gt;</p>"
    assert part("b") == "<p>b</p>"
    assert made == ["<a>", "b"]
