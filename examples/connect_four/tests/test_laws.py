"""Connect Four keeps the laws that every game keeps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matchwood import Variant, testing


@pytest.mark.parametrize("law", testing.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("variant", testing.variants("connect-four"), ids=str)
def test_connect_four_keeps_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)
