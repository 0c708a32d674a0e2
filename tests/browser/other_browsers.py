"""Whole games in Firefox and in WebKit, by mouse; `make test-browsers` runs them.

Nothing more is asked there than in Chromium (test_games.py, test_learning.py, test_together.py), so
this is no part of `make test`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tools.other_browsers import FOUND

from matchwood.engine.game import find_game
from tests.browser.drivers import Window, open_firefox, open_webkit
from tests.browser.games import SHORT, against_bots, fields
from tests.browser.server import BrowserServer
from tests.browser.test_learning import GAMES, WANTED
from tests.browser.visitor import Offer, Player, Ready, by_mouse

STEP = """(text) => document.querySelector(".step")?.textContent.trim() === text"""
DONE = """() => !document.querySelector("#offers [data-clicks]")"""
OVER = """() => [...document.querySelectorAll(".won, .verdict li, #finale svg")].length >= 3"""
HAND_AND_CURTAIN = """() => [
  Boolean(document.querySelector("#strip svg[data-drawing=hand]")),
  document.querySelector(".curtain a")?.textContent,
]"""

# Send a form without a page; where its answer leads.
SEND = """async ([address, fields]) => {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return answer.url;
}"""


@pytest.fixture(scope="module", params=list(FOUND))
def window(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Window]:
    if FOUND[request.param]() is None:
        pytest.skip(f"{request.param} is not installed (see CONTRIBUTING.md).")
    with ExitStack() as stack:
        if request.param == "Firefox":
            yield stack.enter_context(open_firefox(tmp_path_factory.mktemp("firefox")))
        else:
            yield stack.enter_context(open_webkit())


@pytest.fixture
def player(window: Window, server: BrowserServer) -> Player:
    return Player(window, server.address)


def set_up(player: Player, game: str, seats: list[str], agreed: dict[str, str]) -> None:
    """Open a table where nothing moves: a click meanwhile may only end the motion."""
    chairs = {f"seat-{number}": seat for number, seat in enumerate(seats)}
    player.open("/?pace=instant")
    player.open(player.page.evaluate(SEND, ["/tables", {"game": game, **chairs, **agreed}]))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(player: Player, game: str) -> None:
    variant = SHORT[game]
    set_up(player, game, against_bots(variant), fields(variant))
    assert player.play(by_mouse) > 0
    player.wait_for(OVER)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_learnt(player: Player, game: str) -> None:
    """With all motion."""
    player.open(f"/learn/{game}?pace=calm")
    lesson = next(iter(find_game(game).lessons.values()))
    for number, step in enumerate(lesson.steps, start=1):
        player.wait_for(STEP, f"{number}/{len(lesson.steps)}")
        if step.wanted:
            [offer, *_] = player.page.evaluate(WANTED, list(step.wanted))
            by_mouse(player, Offer(**offer))
            player.wait_for(DONE)
        if number < len(lesson.steps):
            player.press("#onward")


def test_between_turns_at_one_screen_a_curtain_falls(player: Player) -> None:
    names = {"name-0": "Anna", "name-1": "Ben"}
    set_up(player, "colorfox", ["me", "screen"], {**fields(SHORT["colorfox"]), **names})
    handed_to: set[str] = set()

    def look(now: Ready) -> None:
        hand, curtain = player.page.evaluate(HAND_AND_CURTAIN)
        assert hand is not now.curtain, "nobody sees a hand while the screen is handed on"
        if now.curtain:
            handed_to.add(curtain)

    assert player.play(by_mouse, watch=look) > 0
    assert handed_to == {"I am Anna", "I am Ben"}
