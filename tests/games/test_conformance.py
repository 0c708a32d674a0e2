"""Every registered game, in every way its options can be set, keeps the laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from matchwood import Variant, testing
from tests.support.variants import QUICK, VARIANTS

Law = Callable[[Variant], None]
NOT_OF_KERNELS = {
    testing.check_texts,
    testing.check_secrets,
    testing.check_words,
    testing.check_aids,
    testing.check_documents,
    testing.check_scenes,
}
"""Laws of documents and words: interpreted kernels give them nothing else to see."""


def marks(number: int, law: Law) -> Iterator[pytest.MarkDecorator]:
    """In haste a game keeps the laws in two variants, and those that take longest in one."""
    if law in NOT_OF_KERNELS:
        yield pytest.mark.compiled
    if number >= (1 if law in NOT_OF_KERNELS else QUICK):
        yield pytest.mark.slow


@pytest.mark.parametrize(
    ("variant", "law"),
    [
        pytest.param(variant, law, id=f"{variant}-{law.__name__}", marks=list(marks(number, law)))
        for number, variant in VARIANTS
        for law in testing.LAWS
    ],
)
def test_every_game_keeps_the_laws(variant: Variant, law: Law) -> None:
    law(variant)
