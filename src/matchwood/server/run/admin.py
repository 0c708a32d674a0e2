"""The tables of a store for whoever runs it: listed, shown and removed, while servers are at work.

Servers that share the store hear of what is removed; one that has a folder looks for it every few
seconds, and at the next move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from matchwood.engine.errors import MatchwoodError
from matchwood.server.live.retention import parse_age
from matchwood.server.storage import data_folder
from matchwood.server.storage.engines import FILE, DatabaseError, Location, reason_of, shown
from matchwood.server.storage.listings import TableRow
from matchwood.server.storage.schema import IncompatibleStore
from matchwood.server.storage.store import Store
from matchwood.server.table.summary import Summary

COLUMNS = ("table", "game", "phase", "moves", "listed", "last change", "players")

Answer = TypeVar("Answer")


class AdminError(MatchwoodError):
    """A store cannot be used, or has no such table."""


def list_tables(console: Console, where: Location, most: int, listed: bool = False) -> None:
    """Tell of the tables in which something happened last; `listed`: of those that the front page
    may show to all."""
    found = _in_store(where, lambda store: store.latest(most, listed))
    if not found:
        console.print("There are no such tables." if listed else "There are no tables.")
        return
    rows = [COLUMNS, *map(_row, found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        # A line for each table, however wide the window is; names are anyone's.
        console.print("  ".join(cells).rstrip(), markup=False, soft_wrap=True)
    if len(found) == most:
        console.print(f"No more than {most} are listed; --most lists more.")


def show_table(console: Console, where: Location, name: str) -> None:
    """Tell all of a table that is hidden from nobody."""
    held = _in_store(where, lambda store: _found(store, name))
    facts = dict(zip(COLUMNS, _row(held), strict=True))
    if held.summary is not None:
        facts |= _agreed(held.summary)
    for what, told in facts.items():
        console.print(f"{what}: {told}", markup=False, soft_wrap=True)


def remove_tables(console: Console, where: Location, names: Sequence[str]) -> None:
    """Remove some tables for good; none of them, if one is not there."""

    async def remove(store: Store) -> int:
        for name in names:
            await _found(store, name)
        return await store.remove(*names)

    _tell_removed(console, _in_store(where, remove))


def remove_old(console: Console, where: Location, older_than: str) -> None:
    """Remove what a server with `--keep` would, however much it is.

    Servers on PostgreSQL tell which tables are in use. One that has a folder does not, so nothing
    that is not over is removed beside it.
    """
    seconds = parse_age(older_than)

    async def remove(store: Store) -> int:
        with ExitStack() as stack:
            is_in_use = isinstance(where, Path) and not _hold(stack, where)
            removed = 0
            while some := await store.remove_old(seconds, only_over=is_in_use):
                removed += some
        if is_in_use:
            console.print("A server has this folder: games that are not over were left.")
        return removed

    _tell_removed(console, _in_store(where, remove))


def _hold(stack: ExitStack, folder: Path) -> bool:
    """Keep servers from a folder until the stack ends; false if one has it."""
    try:
        stack.enter_context(data_folder.held(folder))
    except data_folder.FolderInUse:
        return False
    return True


def _tell_removed(console: Console, number: int) -> None:
    console.print(f"Tables removed: {number:,}.")


async def _found(store: Store, name: str) -> TableRow:
    held = None if "\0" in name else await store.find(name)
    if held is None:
        raise AdminError("There is no table {name}.", name=name)
    return held


def _row(held: TableRow) -> tuple[str, ...]:
    """Line of a list for a table, or what is known of it if its summary is damaged."""
    summary = held.summary
    return (
        held.table,
        held.game or "?",
        held.phase,
        "?" if summary is None else str(summary.moves),
        "" if summary is None or not summary.agreement.listed else "listed",
        datetime.fromtimestamp(held.changed).astimezone().isoformat(" ", "minutes"),
        ", ".join(held.people),
    )


def _agreed(summary: Summary) -> dict[str, str]:
    agreement = summary.agreement
    return {
        "version of the rules": str(agreement.version),
        "options": " ".join(f"{name}={value}" for name, value in agreement.options.items()),
        "bots": ", ".join(f"seat {seat}: {level}" for seat, level in agreement.bots.items()),
        "turn of seat": "" if summary.to_move is None else str(summary.to_move),
        "won by seats": ", ".join(map(str, summary.won)),
        "events": str(summary.seq),
    }


def _in_store(where: Location, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Do something with a store, which must be there."""
    if isinstance(where, Path) and not (where / FILE).exists():
        raise AdminError("There are no games in {folder}.", folder=where)

    async def run() -> Answer:
        store = await Store.open(where)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (OSError, DatabaseError, IncompatibleStore) as error:
        raise AdminError(
            "The games in {place} cannot be used: {reason}.",
            place=shown(where),
            reason=reason_of(error),
        ) from error
