"""Every registered game, in every way its options can be set, keeps the laws."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matchwood import Variant, game_names, testing

VARIANTS = [variant for name in game_names() for variant in testing.variants(name)]


@pytest.mark.parametrize("law", testing.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_game_keeps_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)
