"""Games, variants and records show themselves in a notebook."""

from __future__ import annotations

import re
from base64 import b64decode
from xml.etree import ElementTree as ET

import pytest

import matchwood
from matchwood import game_names, load
from matchwood.drawing import notebook
from matchwood.testing import random_game


@pytest.mark.parametrize("name", game_names())
def test_a_game_and_a_variant_show_their_options(name: str) -> None:
    variant = load(name)
    for value, head in ((variant.game, "default"), (variant, "chosen")):
        table = ET.fromstring(f"<p>{value._repr_html_()}</p>").find("table")
        assert table is not None
        heads, *rows = ([cell.text for cell in row] for row in table)
        assert heads[1] == head
        assert [row[0] for row in rows] == [option.name for option in variant.game.options]


def pictures(html: str) -> list[str]:
    return [b64decode(part).decode() for part in re.findall(r"base64,([^\"]+)", html)]


def test_a_record_is_stepped_through_without_script() -> None:
    *_, last = random_game(load("connect-four"), seed=1)
    html = last.record(["<Anna>", "Ben"])._repr_html_()
    drawn = pictures(html)
    assert drawn == [
        last.after(moves).svg(names=["<Anna>", "Ben"]) for moves in range(len(last.history) + 1)
    ]
    assert html.count(" checked>") == 1
    assert f"{len(last.history)}. {last.history[-1]}" in html
    assert "<script" not in html
    names = re.findall(r'name="([\w-]+)"', html)
    assert len(set(names)) == 1
    assert names[0] not in last.record(["<Anna>", "Ben"])._repr_html_()


def test_of_a_long_record_some_moments_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_PICTURES", 4)
    *_, last = random_game(load("connect-four"), seed=1)
    drawn = pictures(last.record()._repr_html_())
    assert 2 < len(drawn) <= 4
    assert drawn[-1] == last.svg(names=last.record().players)
    dealt = matchwood.new("connect-four", seed=1)
    assert len(pictures(dealt.record()._repr_html_())) == 1
