"""Paths of clicks, half made. The elements of a path that are drawn are clicked in any order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

Path = tuple[str, ...]


def half_made(paths: Iterable[Sequence[str]], buttons: Collection[str]) -> list[Path]:
    """The clicks that begin moves and do not make them yet.

    What usually comes later may be clicked first as well. Of such elements only the kind is told,
    `("cell",)` for all that are called like `cell-c3`.
    """
    found: set[Path] = set()
    for path in paths:
        found.update(tuple(path[:length]) for length in range(1, len(path)))
        found.update((kind_of(step),) for step in path[1:] if step not in buttons)
    return sorted(found)


def kind_of(step: str) -> str:
    return step.partition("-")[0]
