"""Games that no package brings, in the browser: played whole by clicks."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from matchwood.engine import game_files
from tests.browser.conftest import Lobby
from tests.browser.server import BrowserServer
from tests.browser.visitor import Ready, by_mouse, check_over
from tests.support.project import ROOT

pytestmark = pytest.mark.slow

FILES = [ROOT / "examples" / name for name in ("tic_tac_toe.py", "quartets.py")]
WINDOWS = ((1280, 720), (390, 844))
EARLY = 4
"""Moves of the visitor after which there is something to see, and the game is not over."""


@pytest.fixture(scope="module")
def own_lobby(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lobby]:
    """A server that was given the files, as by `--game`."""
    server = BrowserServer(tmp_path_factory.mktemp("server"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.VARIABLE, os.pathsep.join(map(str, FILES)))
        server.start()
    yield Lobby(browser, server.address)
    server.kill()


@pytest.mark.parametrize("game", ["tic-tac-toe", "quartets", "connect-four"])
def test_a_game_in_one_file_is_played_whole_by_clicks(own_lobby: Lobby, game: str) -> None:
    visitor = own_lobby.enter(luck=1)
    visitor.set_up(game, ["me", "bot:random"], {"name-0": "Anna"})
    seen: list[int] = []

    def look(now: Ready) -> None:
        seen.append(now.seq)
        if len(seen) == EARLY:
            visitor.seen(f"own-{game}", WINDOWS)

    assert visitor.play(by_mouse, watch=look) == len(seen)
    check_over(visitor)
    if game != "quartets":  # pieces on a board are no points
        assert not any(letter.isdigit() for letter in visitor.find("#won").inner_text())
    visitor.check_width()
    visitor.seen(f"own-{game}-over", WINDOWS)
    visitor.open("/")
    visitor.seen(f"own-{game}-front", WINDOWS[:1])
    own_lobby.leave(visitor)
    assert visitor.complaints == []
