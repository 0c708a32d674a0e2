"""Waiting for what is expected, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 120
"""After that something is broken; nothing in the tests takes so long."""
A_MOMENT = 0.02


def wait_until(so: Callable[[], bool], otherwise: str) -> None:
    """Wait until something is so; fail with a sentence if it never is."""
    end = time.monotonic() + SECONDS
    while not so():
        assert time.monotonic() < end, otherwise
        time.sleep(A_MOMENT)
