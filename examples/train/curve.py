"""Draw what `train.py` wrote to `curve.csv`.

python examples/train/curve.py
"""

from __future__ import annotations

import csv
import math
from pathlib import Path

from matchwood.lab.charts import Plot, curve
from matchwood.lab.stats import Estimate

HERE = Path(__file__).parent
GAMES = 200
"""Number of games that each point was judged by."""
NORMAL = 1.96
WORDS = "The share of the win against easy over the core minutes that it learnt."


def plot() -> Plot:
    with (HERE / "curve.csv").open(newline="") as file:
        points = {float(row["core_minutes"]): float(row["share"]) for row in csv.DictReader(file)}
    estimates = {minutes: _estimate(share) for minutes, share in points.items()}
    axes = "core minutes of learning", "per cent of the win against easy"
    return curve("curve", WORDS, estimates, axes, even=0.5)


def _estimate(share: float) -> Estimate:
    """With the interval in which 95 of 100 such judgements lie; draws only make it narrower."""
    off = NORMAL * math.sqrt(share * (1 - share) / GAMES)
    return Estimate(share, max(0.0, share - off), min(1.0, share + off))


def main() -> None:
    drawn = plot()
    (HERE / f"{drawn.name}.svg").write_text(drawn.drawing, "utf-8")


if __name__ == "__main__":
    main()
