"""A table with a bot of whoever runs the server (`matchwood serve --bots mine.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Lobby
from tests.browser.server import BrowserServer
from tests.browser.visitor import Visitor, by_mouse, check_over

pytestmark = pytest.mark.slow

FILE = """
import matchwood


@matchwood.bot
def mine(view, rng):
    return view.legal_moves()[-1]
"""


@pytest.fixture
def guest(browser: Browser, tmp_path: Path) -> Iterator[Visitor]:
    file = tmp_path / "mine.py"
    file.write_text(FILE, "utf-8")
    server = BrowserServer(tmp_path / "server", file)
    server.start()
    try:
        visitor = Lobby(browser, server.address).enter(luck=0)
        yield visitor
        visitor.context.close()
    finally:
        server.kill()
    assert visitor.complaints == []


def test_a_bot_of_the_owner_is_chosen_by_its_name_and_plays_to_the_end(guest: Visitor) -> None:
    guest.open("/new/connect-four")
    guest.find("[name=name-0]").fill("Anna")
    guest.find("[name=seat-1]").select_option(label="Bot: mine")
    guest.submit("#setup .first")
    guest.wait_for_phase("playing")
    made = guest.play(by_mouse, lambda offers: offers[0])
    check_over(guest)
    assert made
    record = guest.context.request.get(f"{guest.page.url}/record").text()
    assert "(mine)" in record
