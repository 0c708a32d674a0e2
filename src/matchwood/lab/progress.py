"""A bar that shows how far a long piece of work is, where there is someone to see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import progress
from rich.console import Console

Count = Callable[[int], None]


def bar(console: Console, shown: bool | None = None) -> progress.Progress:
    """A bar with a count and the time that is left; on no terminal and in no notebook, none."""
    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not _is_shown(console, shown),
    )


def _is_shown(console: Console, shown: bool | None) -> bool:
    return console.is_terminal or console.is_jupyter if shown is None else shown


@contextmanager
def counting(what: str, total: int, shown: bool | None = None) -> Iterator[Count]:
    """While this lasts, a bar counts up to a total; it is told of each step."""
    console = Console(stderr=True)
    if not _is_shown(console, shown):
        yield lambda steps: None  # a thousand games take less time than to build a bar
        return
    with bar(console, shown) as shown_bar:
        task = shown_bar.add_task(what, total=total)
        yield lambda steps: shown_bar.advance(task, steps)
