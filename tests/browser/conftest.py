"""One server and one Chromium for all browser tests; a context for each visitor."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from tools.browser import chromium

from tests.browser.house import House
from tests.browser.visitor import Visitor

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESK = {"width": 1280, "height": 860}

NewVisitor = Callable[..., Visitor]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = chromium()
    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        except Error as error:
            pytest.skip(f"No browser could be started (see CONTRIBUTING.md): {error.message}")
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.kill()


@pytest.fixture
def new_visitor(browser: Browser, house: House) -> Iterator[NewVisitor]:
    """Makes visitors. None of them may have met an error, a warning or another host."""
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        usual = {"reduced_motion": "reduce", "viewport": DESK, "locale": "en"}
        context = browser.new_context(**{**usual, **how})
        luck, scripts = random.Random(len(visitors)), how.get("java_script_enabled", True)
        visitors.append(Visitor(context, house.address, luck, scripts))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Visitor:
    return new_visitor()
