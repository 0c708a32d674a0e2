"""Every game in every way its options can be set."""

from __future__ import annotations

import pytest

from matchwood import game_names, testing

QUICK = 2
"""How many variants of each game are looked at in haste."""

VARIANTS = [
    (number, variant)
    for name in game_names()
    for number, variant in enumerate(testing.variants(name))
]
"""Each with its number among the variants of its game."""

every_variant = pytest.mark.parametrize(
    "variant",
    [
        pytest.param(variant, id=str(variant), marks=[pytest.mark.slow] * (number >= QUICK))
        for number, variant in VARIANTS
    ],
)
