"""What the server counts and times, in the text form that Prometheus reads.

The form is a few lines, so it is written here: the package for it, and the plug-in around it, would
bring locks for threads that do not count, and an address among those that strangers ask for.

What is counted tells nothing of a table or a player. Every label has few values, which are known
beforehand: a game, a phase, a status.
"""

from __future__ import annotations

import os
import sys
import time
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Times are counted by these numbers of seconds, which they are not above."""

Labels = tuple[str, ...]


@dataclass
class Counter:
    """Something that only grows, by its labels."""

    name: str
    help: str
    labels: Labels = ()
    _counts: Tally[Labels] = field(default_factory=Tally)

    def add(self, *values: str) -> None:
        self._counts[values] += 1

    def count(self, *values: str) -> int:
        return self._counts[values]

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "counter", self.help)
        for values, count in sorted(self._counts.items()):
            yield _line(self.name, dict(zip(self.labels, values, strict=True)), count)


@dataclass
class Timer:
    """How often something was done, and how long it took, by its labels."""

    name: str
    help: str
    labels: Labels = ()
    _times: dict[Labels, _Times] = field(default_factory=dict)

    @contextmanager
    def timed(self, *values: str) -> Iterator[None]:
        """What is done within takes as long as this lasts, however it ends."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - began, *values)

    def add(self, seconds: float, *values: str) -> None:
        times = self._times.setdefault(values, _Times())
        times.counts[bisect_left(BOUNDS, seconds)] += 1
        times.seconds += seconds

    def count(self, *values: str) -> int:
        times = self._times.get(values)
        return 0 if times is None else sum(times.counts)

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "histogram", self.help)
        for values, times in sorted(self._times.items()):
            named = dict(zip(self.labels, values, strict=True))
            so_far = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), times.counts, strict=True):
                so_far += count
                yield _line(f"{self.name}_bucket", {**named, "le": bound}, so_far)
            yield _line(f"{self.name}_sum", named, times.seconds)
            yield _line(f"{self.name}_count", named, so_far)


@dataclass
class _Times:
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    """By the bound that a time is not above; the last are above all."""
    seconds: float = 0.0


MOVES = Counter(
    "matchwood_moves_total", "Moves that are written down, of people and of bots.", ("game", "by")
)
MOVE_SECONDS = Timer(
    "matchwood_move_seconds",
    "From the wish to move until the move is written down.",
    ("game",),
)
VIEW_SECONDS = Timer("matchwood_view_seconds", "Making what one viewer may see.", ("game",))
STORE_SECONDS = Timer(
    "matchwood_store_seconds", "Waiting for the store to read or to write.", ("work",)
)
REFUSALS = Counter("matchwood_refusals_total", "Requests that were not fulfilled.", ("status",))

COUNTED: tuple[Counter | Timer, ...] = (MOVES, MOVE_SECONDS, VIEW_SECONDS, STORE_SECONDS, REFUSALS)
"""One process is one server, so what it counts is counted here."""


@dataclass(frozen=True)
class Gauge:
    """How much there is of something now, by the values of one label; or of all, without one."""

    name: str
    help: str
    values: Mapping[str, float] | float
    label: str = ""
    kind: str = "gauge"

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.kind, self.help)
        if isinstance(self.values, Mapping):
            for value, number in self.values.items():
                yield _line(self.name, {self.label: value}, number)
        else:
            yield _line(self.name, {}, self.values)


def told(gauges: Sequence[Gauge]) -> str:
    """All that is counted, and what there is now."""
    parts = (*COUNTED, *gauges, *_process())
    return "".join(f"{line}\n" for part in parts for line in part.lines())


def _process() -> Iterator[Gauge]:
    """What every process tells of itself, under the names that are usual."""
    used = time.process_time()
    yield Gauge("process_cpu_seconds_total", "How long cores have worked.", used, kind="counter")
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE")
        yield Gauge("process_resident_memory_bytes", "How much memory is used.", size)


def _head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, labels: Mapping[str, str], value: float) -> str:
    # No value has a quote, a backslash or a line end in it: all are names of ours.
    told = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{name}{{{told}}} {value}" if told else f"{name} {value}"
