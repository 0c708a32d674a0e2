"""Pages are written fast, and as htpy would write them."""

from __future__ import annotations

import htpy as h
from htpy import Renderable
from markupsafe import Markup

from matchwood.server.pages.rendering import rendered


def nodes() -> list[Renderable]:
    """Made anew each time, as what is in a generator can be written once."""
    return [
        h.p["a < b & “c”"],
        h.div("#id.name", data_x='"', hidden=True, lang=None)[h.br, "x", 3, None, False, True],
        h.ul[(h.li[str(number)] for number in range(3))],
        h.ul[[h.li["one"], (h.li["two"], [h.li["three"]])]],
        h.fragment[h.p["a"], Markup("<b>b</b>"), h.fragment["c & d"]],
        h.html(lang="en")[h.head[h.title["t"]], h.body[h.input(value="<")]],
        h.div[lambda: "later"],
    ]


def test_an_element_is_written_as_htpy_writes_it() -> None:
    for mine, theirs in zip(nodes(), nodes(), strict=True):
        assert rendered(mine) == str(theirs)


def test_what_is_written_is_plain_text() -> None:
    assert type(rendered(Markup("<b>b</b>"))) is str
