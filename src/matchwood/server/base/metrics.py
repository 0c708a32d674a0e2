"""Metrics of this process, which Prometheus reads.

They tell nothing of a table or a player. Every label has few values, which are known beforehand: a
game, a phase, a status.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.registry import Collector

__all__ = ["CONTENT_TYPE", "gauge", "render"]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of histograms, in seconds."""

REGISTRY = CollectorRegistry()
"""One process is one server."""
disable_created_metrics()  # type: ignore[no-untyped-call]

MOVES = Counter(
    "matchwood_moves_total",
    "Moves that are written down, of people and of bots.",
    ("game", "by"),
    registry=REGISTRY,
)
MOVE_SECONDS = Histogram(
    "matchwood_move_seconds",
    "From the wish to move until the move is written down.",
    ("game",),
    buckets=BUCKETS,
    registry=REGISTRY,
)
VIEW_SECONDS = Histogram(
    "matchwood_view_seconds",
    "Making what one viewer may see.",
    ("game",),
    buckets=BUCKETS,
    registry=REGISTRY,
)
STORE_SECONDS = Histogram(
    "matchwood_store_seconds",
    "Waiting for the store to read or to write.",
    ("work",),
    buckets=BUCKETS,
    registry=REGISTRY,
)
REFUSALS = Counter(
    "matchwood_refusals_total",
    "Requests that were not fulfilled.",
    ("status",),
    registry=REGISTRY,
)


def gauge(name: str, help: str, values: Mapping[str, float] | float, label: str = "") -> Metric:
    """A gauge with its value now, or with one for each value of a label."""
    if not isinstance(values, Mapping):
        return GaugeMetricFamily(name, help, values)
    family = GaugeMetricFamily(name, help, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family


def render(gauges: Iterable[Metric]) -> str:
    """All metrics of the process, and gauges, in the text format of Prometheus."""
    now = CollectorRegistry()
    now.register(_Collected([*REGISTRY.collect(), *gauges, *_process_metrics()]))
    return generate_latest(now).decode()


class _Collected(Collector):
    """Metrics that are there already."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _process_metrics() -> Iterator[Metric]:
    """Metrics of every process under their usual names; the library has them on Linux only."""
    used = time.process_time()
    yield CounterMetricFamily("process_cpu_seconds_total", "How long cores have worked.", used)
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE")
        yield gauge("process_resident_memory_bytes", "How much memory is used.", size)
