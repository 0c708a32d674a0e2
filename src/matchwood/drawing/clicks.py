"""Paths of clicks, half made. The elements of a path that are drawn are clicked in any order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from matchwood.engine.game import Document

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


class ClicksModule(Protocol):
    """`clicks`: a move is a path of clicks through elements of the picture."""

    def path_of(self, move: str, document: Document) -> list[str]:
        """The ids of the elements to click, one after the other, to make a move."""

    def attempt(self, path: Sequence[str], document: Document) -> str | None:
        """The move, allowed or not, that such clicks would make; none if they mean nothing.

        The path comes from a stranger: it may be anything.
        """
