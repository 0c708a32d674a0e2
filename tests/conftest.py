"""Settings for all tests."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from matchwood.lab import warm
from tests.support.workers import Orders

if TYPE_CHECKING:
    from matchwood.server.storage.engines import Location
    from tests.support.postgres import Postgres

# What tests keep is gone with them, so it need not wait for a disk, if there is memory for it.
MEMORY, ROOM = Path("/dev/shm"), 2**30
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", str(MEMORY))

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

# Other examples are tried in every run, so a few dozen of them find in days what hundreds would.
# Without compiled kernels a game takes a hundred times as long: fewer examples cover the lines.
settings.register_profile(
    "compiled", deadline=None, derandomize="CI" in os.environ, max_examples=30
)
settings.register_profile("interpreted", deadline=None, derandomize=True, max_examples=5)
settings.register_profile("quick", deadline=None, max_examples=5)
settings.load_profile("interpreted" if INTERPRETED else "compiled")


GC_THRESHOLDS = (100_000, 20, 100)
"""After how many new objects garbage is looked for, and how often among older and old ones."""

OF_KERNELS = re.compile(
    r"tests/(bots/|games/|examples/|engine/test_rng|lab/test_perft|envs/test_(vector|threads))"
)
"""The Makefile lists the same places, so that the interpreted pass reads no others."""
OF_DOCUMENTS = re.compile(
    r"/test_(aids|cubes|deck|figures|lesson|picture|reasons|rulebooks?|words)\.py"
)
"""Tests of games that look at documents, which are the same however they were come by."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if OF_KERNELS.match(item.nodeid) and not OF_DOCUMENTS.search(item.nodeid):
            item.add_marker(pytest.mark.kernels)
        if "postgresql" in item.name or "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.database)


def pytest_collection_finish() -> None:
    # Thousands of tests stay to the end. To look through them for garbage, over and over, takes a
    # tenth of the work; to look as often as usual among what tests leave, a sixth of the rest.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def pytest_configure(config: pytest.Config) -> None:
    # A shell lets what it runs in the background ignore Ctrl-C, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for marker in (
        "rule(number): the test holds this rule of a rulebook",
        "compiled: not run with the kernels interpreted, which would tell nothing new",
        "slow: many games, or a process of its own; nor does make test-quick run it",
        "database: with a PostgreSQL, which make test-quick does not start",
        "kernels: of rules and bots, to be run with the kernels compiled and interpreted",
    ):
        config.addinivalue_line("markers", marker)


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Orders:
    """Nothing is compiled here but what the orders let go on."""
    orders = Orders(tmp_path)
    monkeypatch.setattr(warm, "arguments", orders.arguments)
    monkeypatch.setattr(warm, "is_ready", lambda game, stage: False)
    monkeypatch.setattr(warm, "forget_old_kernels", lambda: None)
    return orders


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, started when the first test asks for it."""
    from tests.support.postgres import a_postgres

    with a_postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Location]:
    """A place to keep games: what uses it is run on both stores."""
    if request.param == "sqlite":
        yield tmp_path
        return
    with request.getfixturevalue("postgres").database() as url:
        yield url
