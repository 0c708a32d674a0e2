"""Waiting for what has to come, with an end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SECONDS_TO_WAIT = 180
"""After that something is broken: not even compiling a search takes so long on a busy machine."""
PAUSE, LONGEST_PAUSE, LONGER = 0.01, 0.1, 1.2
"""How many seconds lie between two looks, at first and at last, and how much more each time: what
takes long is not looked at so often that looking keeps it from coming."""


def wait_until(true: Callable[[], object], what: str) -> None:
    """Wait for something that has to come."""
    end, pause = time.monotonic() + SECONDS_TO_WAIT, PAUSE
    while not true():
        assert time.monotonic() < end, f"after {SECONDS_TO_WAIT} seconds still not: {what}"
        time.sleep(pause)
        pause = min(pause * LONGER, LONGEST_PAUSE)


def threads_of(function: str) -> set[threading.Thread]:
    """Threads that run a function of this name; those of servers and libraries come and go."""
    return {each for each in threading.enumerate() if each.name.endswith(f"({function})")}
