"""How many cores this process may use."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Those that the system lets it run on; all, where it does not tell."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
