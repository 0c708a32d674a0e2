"""Every registered game, in every way its options can be set, keeps the laws."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matchwood import Variant, game_names, testing

QUICK = 2
"""How many variants of each game are looked at in haste."""
VARIANTS = [
    pytest.param(variant, id=str(variant), marks=[pytest.mark.slow] * (number >= QUICK))
    for name in game_names()
    for number, variant in enumerate(testing.variants(name))
]
NOT_OF_KERNELS = {
    testing.check_texts,
    testing.check_secrets,
    testing.check_words,
    testing.check_aids,
}
"""Laws of documents and words: interpreted kernels give them nothing else to see."""
LAWS = [
    pytest.param(law, id=law.__name__, marks=[pytest.mark.compiled] * (law in NOT_OF_KERNELS))
    for law in testing.LAWS
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_keeps_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)
