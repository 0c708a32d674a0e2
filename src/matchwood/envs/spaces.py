"""The actions of a variant as a space of Gymnasium's, whose samples are legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """All actions of a variant by number; a sample is one that is legal now."""

    def __init__(self, actions: int, legal: Callable[[], np.ndarray]) -> None:
        super().__init__(actions)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> spaces.Discrete:
        """A copy belongs to no game, so it takes any action."""
        return spaces.Discrete(int(self.n))
