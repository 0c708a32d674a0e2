"""95 % intervals of means."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from matchwood.lab.ratings import Estimate

Z = NormalDist().inv_cdf(0.975)
"""Within so many standard errors of the truth lie 95 % of what is measured."""


def mean_of(values: np.ndarray) -> Estimate:
    """The mean of independent values between 0 and 1, by Wilson's interval.

    Values other than 0 and 1 vary less than he takes them to, so the interval is safe.
    """
    games, mean = len(values), float(np.mean(values))
    weight = Z**2 / games
    middle = (mean + weight / 2) / (1 + weight)
    reach = (weight * (mean * (1 - mean) + weight / 4)) ** 0.5 / (1 + weight)
    return Estimate(mean, max(0.0, middle - reach), min(1.0, middle + reach))
