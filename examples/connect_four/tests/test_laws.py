"""Connect Four keeps the laws that every game keeps, and so does its lesson."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import matchwood
from matchwood import Variant, testing


@pytest.mark.parametrize("law", testing.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("variant", testing.variants("connect-four"), ids=str)
def test_connect_four_keeps_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)


def test_the_lesson_keeps_the_rules() -> None:
    testing.check_lessons(matchwood.find_game("connect-four"))
