"""Waiting for what has to come, with an end."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS_TO_WAIT = 180
"""After that something is broken: not even compiling a search takes so long on a busy machine."""
PAUSE = 0.01
"""How many seconds lie between two looks."""


def wait_until(true: Callable[[], object], what: str) -> None:
    """Wait for something that has to come."""
    end = time.monotonic() + SECONDS_TO_WAIT
    while not true():
        assert time.monotonic() < end, f"after {SECONDS_TO_WAIT} seconds still not: {what}"
        time.sleep(PAUSE)
