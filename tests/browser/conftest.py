"""One server and one Chromium for all browser tests, and the games that many of them look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from tools.browser import chromium

from matchwood.engine.game import Variant
from tests.browser.games import against_bots, fields
from tests.browser.server import BrowserServer
from tests.browser.visitor import PATIENCE, Visitor, by_mouse, check_over

NOBODY = "127.0.0.1:9"
"""Where nobody listens. All but our own machine would be asked by way of it, so a page that asks
anyone else complains; to be told of each request would take a tenth of the work of these tests."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--proxy-server={NOBODY}",
)
DESK = {"width": 1280, "height": 860}


class Lobby:
    """Browsers that wait for their next visitor: to open one costs as much as a short game."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._waiting: defaultdict[str, list[Visitor]] = defaultdict(list)
        self._kinds: dict[Visitor, str] = {}

    def enter(
        self,
        luck: int,
        language: str = "en",
        viewport: dict[str, int] = DESK,
        color_scheme: str = "light",
        reduced_motion: str = "reduce",
        **kind: Any,
    ) -> Visitor:
        """Someone new, with a browser of this kind that nobody has now."""
        waiting = self._waiting[repr(kind)]
        visitor = waiting.pop() if waiting else self._open(**kind)
        self._kinds[visitor] = repr(kind)
        visitor.arrive(luck)
        visitor.page.set_extra_http_headers({"accept-language": language})
        visitor.page.set_viewport_size(viewport)
        visitor.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return visitor

    def _open(self, **kind: Any) -> Visitor:
        # A worker of the page is in nobody's way, but Playwright's; one test has it.
        context = self._browser.new_context(service_workers="block", **kind)
        return Visitor(context, self._address, kind.get("java_script_enabled", True))

    def leave(self, visitor: Visitor) -> None:
        """Let the next visitor have the browser."""
        visitor.look_away()
        self._waiting[self._kinds[visitor]].append(visitor)


@dataclass(frozen=True)
class Finished:
    """A game that Anna has played to its end by mouse."""

    path: str
    """Of its table."""
    made: int
    """How many moves she made."""


NewVisitor = Callable[..., Visitor]
Finish = Callable[[Variant], Finished]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = chromium()
    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(
                executable_path=found, args=ARGUMENTS, timeout=PATIENCE
            )
        except Error as error:
            pytest.skip(f"No browser could be started (see CONTRIBUTING.md): {error.message}")
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserServer]:
    server = BrowserServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def lobby(browser: Browser, server: BrowserServer) -> Lobby:
    return Lobby(browser, server.address)


@pytest.fixture
def new_visitor(lobby: Lobby) -> Iterator[NewVisitor]:
    """Makes visitors. None of them may have met an error, a warning or another host."""
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        visitors.append(lobby.enter(len(visitors), **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        lobby.leave(visitor)
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Visitor:
    return new_visitor()


@pytest.fixture(scope="package")
def regular(lobby: Lobby) -> Visitor:
    return lobby.enter(luck=1)


@pytest.fixture
def anna(regular: Visitor) -> Iterator[Visitor]:
    """Someone who stays for all tests: her tables and what her browser remembers last.

    She is for tests that look at what she has played, and leave it as it is.
    """
    regular.complaints.clear()
    regular.page.set_viewport_size(DESK)
    yield regular
    regular.look_away()
    assert regular.complaints == []


@pytest.fixture(scope="package")
def finish(regular: Visitor) -> Finish:
    """Lets Anna play a game to its end by mouse; once, for all who want to look at it."""
    finished: dict[str, Finished] = {}

    def play(variant: Variant) -> Finished:
        if str(variant) not in finished:
            agreed = {**fields(variant), "name-0": "Anna"}
            path = regular.set_up(variant.game.name, against_bots(variant), agreed)
            made = regular.play(by_mouse)
            check_over(regular)
            finished[str(variant)] = Finished(path, made)
        return finished[str(variant)]

    return play
