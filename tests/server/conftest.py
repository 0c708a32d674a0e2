"""The luck of servers that run in the process of their test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.luck import LUCK, repeatable


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test has luck of its own, and the same each time."""
    with repeatable(f"{LUCK} {request.node.nodeid}"):
        yield
