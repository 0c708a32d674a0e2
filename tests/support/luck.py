"""Servers with luck that can be had again: the same tests play the same games."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from matchwood.bots import choose
from matchwood.engine import fairness
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.server.live import bot_loop, registry

LUCK = os.environ.get("LUCK", "")
"""Which games are played: the same for the same luck, whatever it is."""


@contextmanager
def repeatable(luck: str) -> Iterator[None]:
    """Draw from this luck what tables draw; bots play at the same time as others, so theirs follows
    from how many moves were made."""
    drawn = random.Random(luck)

    def choose_again(level: str, hidden: Position, _: object) -> int:
        return choose(level, hidden, new_generator(len(hidden.history)))

    with (
        patch.object(registry, "secrets", drawn),
        patch.object(fairness, "secrets", SimpleNamespace(token_bytes=drawn.randbytes)),
        patch.object(bot_loop, "choose", choose_again),
    ):
        yield
