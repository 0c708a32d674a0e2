"""Fixtures of all server tests: repeatable random choices, a server, a program that asks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.luck import LUCK, repeatable
from tests.support.serving import Program, Served


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seed random choices by the name of the test."""
    with repeatable(f"{LUCK} {request.node.nodeid}"):
        yield


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of a module."""
    with Served(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def anna(served: Served) -> Iterator[Program]:
    """A program that asks it."""
    with Program(served.url) as program:
        yield program
