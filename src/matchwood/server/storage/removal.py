"""Removal of tables with all that happened there, and the condition by which they are old."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from matchwood.server.storage.database import Database
from matchwood.server.storage.notifications import DELETED, Notification
from matchwood.server.storage.schema import SQLITE, events, leases, now, presence, seats, tables

ABANDONED = 1 / 3
"""A game that is not over is removed after this part of the time for which finished ones are
kept: nothing has happened there for as long."""


@dataclass(frozen=True)
class TableCounts:
    """Count of tables older than games are kept."""

    old: int
    all: int
    clock: float
    """The time by the clock of the store."""


def is_old(
    keep: float, spared: Collection[str], is_shared: bool, only_over: bool
) -> sa.ColumnElement[bool]:
    """Condition for tables that are over for `keep` seconds, or abandoned for a part of that time.

    `only_over` leaves the abandoned ones.

    A table that is in use at any server is not old. A server that has died cannot say that it uses
    one no more, and nobody asks whether it lives.
    """
    conditions: list[sa.ColumnElement[bool]] = [tables.c.name.not_in(spared)]
    if is_shared:
        conditions += [
            ~sa.exists().where(leases.c.table == tables.c.name),
            ~sa.exists().where(presence.c.table == tables.c.name, presence.c.here),
        ]
    phase, changed = tables.c.phase, tables.c.changed
    ages = [sa.and_(phase == "over", changed < now() - keep)]
    if not only_over:
        unfinished = phase.in_(("waiting", "playing"))
        ages.append(sa.and_(unfinished, changed < now() - keep * ABANDONED))
    return sa.and_(sa.or_(*ages), *conditions)


def count(condition: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The columns of `TableCounts`."""
    old, everything = (
        sa.select(sa.func.count()).select_from(tables).where(which).scalar_subquery()
        for which in (condition, sa.true())
    )
    return sa.select(old.label("old"), everything.label("all"), now().label("clock"))


def delete(database: Database, condition: sa.ColumnElement[bool], most: int) -> int:
    """Delete at most so many tables in one commit; their number."""
    with database.engine.begin() as connection:
        # Nobody adds an event to a table meanwhile: its row is locked, and where no row can be,
        # the whole file is.
        if connection.dialect.name == SQLITE:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        query = sa.select(tables.c.name).where(condition).limit(most).with_for_update()
        names = connection.execute(query).scalars().all()
        for table in (events, seats):
            connection.execute(sa.delete(table).where(table.c.table.in_(names)))
        connection.execute(sa.delete(tables).where(tables.c.name.in_(names)))
        database.notify(connection, Notification(database.server, dict.fromkeys(names, DELETED)))
    return len(names)
