"""95 % intervals of means."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from matchwood.lab.ratings import Estimate

Z = NormalDist().inv_cdf(0.975)
"""Within so many standard errors of the truth lie 95 % of what is measured."""
ADDED = (0.0, 1.0)
"""What is added to the values before their spread is told, so that a clean sweep is no proof."""


def mean_of(values: np.ndarray) -> Estimate:
    """The mean of independent values between 0 and 1.

    Where all are 0 or 1 the interval is nearly that of Agresti and Coull; where they vary less,
    as the shares of a deal that was played in every seating, it is shorter.
    """
    mean, told = float(np.mean(values)), np.append(values, ADDED)
    reach = Z * float(np.std(told)) / len(told) ** 0.5
    middle = float(np.mean(told))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(mean, min(low, mean), max(high, mean))


def reach(estimate: Estimate) -> float:
    """Half of an interval."""
    return (estimate.high - estimate.low) / 2


def values_needed(values: np.ndarray, within: float) -> int:
    """How many values like these make an interval that reaches so far to either side."""
    return int(np.ceil((Z * np.std(np.append(values, ADDED)) / within) ** 2))
