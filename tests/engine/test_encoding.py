"""Masks of positions are right whoever else asks for one."""

from __future__ import annotations

import numpy as np
import pytest

from matchwood import load
from matchwood.engine import encoding


def test_two_masks_that_are_made_at_once_share_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is made, as by another thread, a second one is."""
    variant = load("connect-four")
    one, other = variant.new(seed=1), variant.new(seed=1)
    for _ in range(6):
        other.play("drop 1")
    write, rooms = encoding.write_mask, list[np.ndarray]()

    def write_while_another_is_written(s: object, room: np.ndarray, mask: np.ndarray) -> None:
        write(s, room, mask)
        rooms.append(room)
        if len(rooms) == 1:
            kept = room.copy()
            variant.encoding.mask(other)
            assert np.array_equal(room, kept)

    monkeypatch.setattr(encoding, "write_mask", write_while_another_is_written)
    assert variant.encoding.mask(one).tolist() == [1] * 7
    assert not np.shares_memory(*rooms)
