"""Targets: figures that were wanted, beside those that were measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from bench.report import Table
from bench.timing import Spread


@dataclass(frozen=True)
class Target:
    """Something wanted, what was measured, and whether the median came up to it."""

    what: str
    wanted: str
    measured: str
    reached: str


def at_least(what: str, measured: Spread | None, bound: float) -> Target:
    """Wanted: as much as the bound or more. Nothing is measured where a rival is missing."""
    if measured is None:
        return Target(what, f"≥ {bound:g}", "not measured", "unknown")
    return Target(what, f"≥ {bound:g}", str(measured), _yes(measured.median >= bound))


def at_most(what: str, measured: Spread, bound: float) -> Target:
    """Wanted: less than the bound."""
    return Target(what, f"< {bound:g}", str(measured), _yes(measured.median < bound))


def _yes(reached: bool) -> str:
    return "yes" if reached else "no"


def target_table(targets: Iterable[Target]) -> Table:
    rows = [astuple(target) for target in targets]
    note = "The median counts. Ratios compare the same round of both."
    return Table("Targets", note, ("what", "wanted", "measured", "reached"), rows)
