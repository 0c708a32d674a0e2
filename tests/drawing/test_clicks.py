"""Paths of clicks that are half made."""

from __future__ import annotations

from matchwood.drawing.clicks import half_made


def test_a_move_of_one_click_is_never_half_made() -> None:
    assert half_made([["spot-1"], ["stay"]], {"stay"}) == []


def test_half_made_are_all_beginnings_and_the_kinds_of_what_is_drawn_and_comes_later() -> None:
    paths = [["hand-0", "cell-1"], ["hand-0", "cell-2"], ["rod-1", "pull", "well-1"]]
    assert half_made(paths, {"pull"}) == [
        *(("cell",), ("hand-0",), ("rod-1",), ("rod-1", "pull"), ("well",)),
    ]
