"""Every registered game, in every way its options can be set, keeps the laws."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matchwood import Variant, testing
from tests.support.variants import every_variant

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
@every_variant
def test_every_game_keeps_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)
