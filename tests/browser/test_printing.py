"""The rules on a phone and on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from matchwood.engine.game import find_game
from matchwood.engine.language import LANGUAGES
from tests.browser.conftest import NewVisitor
from tests.browser.test_learning import GAMES
from tests.browser.visitor import PHONE

PAGE = re.compile(rb"/Type\s*/Page[^s]")
MOST_PAGES = 2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_with_its_pictures_fits_a_phone_and_is_printed_on_two_pages(
    new_visitor: NewVisitor, game: str
) -> None:
    for language in LANGUAGES:
        visitor = new_visitor(language=language, viewport=PHONE)
        visitor.open(f"/rules/{game}")
        visitor.check_width()
        expect(visitor.find(".figure svg").first).to_be_visible()
        assert visitor.find(".figure").count() >= len(find_game(game).figures)
        pages = len(PAGE.findall(visitor.page.pdf(prefer_css_page_size=True)))
        assert 0 < pages <= MOST_PAGES, (game, language, pages)
