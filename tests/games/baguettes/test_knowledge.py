"""What Baguettes tells the bots: its estimates, and which moves reveal something."""

from __future__ import annotations

import pytest

from matchwood import load
from tests.games.baguettes.positions import table
from tests.support.knowledge import share

rule = pytest.mark.rule


def test_who_has_more_sticks_left_is_ahead() -> None:
    assert share(table(hands=(5, 3)), 0) > 0.6
    assert share(table("A1:red B1:red", hands=(3, 3)), 0) > 0.6
    assert share(table("A1:red", "11:green", hands=(3, 3)), 0) > 0.5


def test_partners_share_what_their_colour_has() -> None:
    position = table(hands=(5, 1, 0, 1), teams=True)
    assert share(position, 0) == share(position, 2) > 0.25 > share(position, 1)


@rule("BG-5")
def test_nothing_reveals() -> None:
    position = load("baguettes").new(1)
    assert not any(position.reveals(move) for move in position.legal())
