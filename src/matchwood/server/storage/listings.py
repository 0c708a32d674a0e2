"""Queries for lists of tables, and the rows they give: what is told of a table without its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from matchwood.engine.game import find_game, game_names
from matchwood.server.base import error_log
from matchwood.server.storage.schema import now, seats, tables
from matchwood.server.table import summary as summaries
from matchwood.server.table.events import Phase
from matchwood.server.table.summary import Summary, UnreadableSummary

DAY = 24 * 60 * 60
FIRST_TIME, LAST_TIME = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (1980, 2107))
"""Limits of times that calendars and zip files can tell; other times are damaged."""
MOST_LISTED_OF_ONE = 3
"""Listed tables per visitor who set them up."""

_COLUMNS = (tables.c.name, tables.c.maker, tables.c.phase, tables.c.changed, tables.c.summary)
_IS_PUBLIC = sa.and_(tables.c.listed, tables.c.phase == "playing")
_IS_RECENT = tables.c.changed > now() - DAY


@dataclass(frozen=True)
class TableRow:
    """A table as it can be told without its log."""

    table: str
    maker: str
    phase: Phase
    changed: float
    """Time of the last event; `FIRST_TIME` if that is damaged."""
    summary: Summary | None
    """None if it cannot be read: the row is damaged, or of a newer version."""
    seats: tuple[int, ...] = ()
    """Seats of the visitor whose tables were asked for."""

    @property
    def game(self) -> str:
        """Name of the game; empty if the summary cannot be read."""
        return "" if self.summary is None else self.summary.agreement.game

    @property
    def title(self) -> str:
        """Title of the game, or its name if it is not installed here."""
        return find_game(self.game).title if self.game in game_names() else self.game

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people there."""
        return () if self.summary is None else self.summary.people


def read_rows(rows: Iterable[sa.Row[Any]]) -> list[TableRow]:
    """Tables from rows of a query, one for each table or one for each seat of a visitor."""
    grouped = (list(each) for _, each in groupby(rows, lambda row: row.name))
    return [_read_row(each) for each in grouped]


def _read_row(rows: Sequence[Any]) -> TableRow:
    first = rows[0]
    try:
        summary = summaries.read(first.summary)
    except UnreadableSummary as error:
        error_log.report_throttled(error, "in the summary of a table")
        summary = None
    changed = first.changed if FIRST_TIME <= first.changed < LAST_TIME else FIRST_TIME
    taken = [getattr(row, "seat", None) for row in rows]
    own = tuple(seat for seat in taken if seat is not None)
    return TableRow(first.name, first.maker, first.phase, changed, summary, own)


def one(name: str) -> sa.Select[Any]:
    """A table by its name."""
    return sa.select(*_COLUMNS).where(tables.c.name == name)


def latest(most: int, listed: bool) -> sa.Select[Any]:
    """Tables in which something happened last, or of them those that anyone may watch."""
    query = sa.select(*_COLUMNS).order_by(tables.c.changed.desc()).limit(most)
    return query.where(_IS_PUBLIC) if listed else query


def public(most: int) -> sa.Select[Any]:
    """Tables that are being played and may be watched, the liveliest first; of those that one
    visitor has set up only the liveliest."""
    place = sa.func.row_number().over(
        partition_by=tables.c.maker, order_by=(tables.c.changed.desc(), tables.c.name)
    )
    lively = sa.select(*_COLUMNS, place.label("place")).where(_IS_PUBLIC, _IS_RECENT).subquery()
    return (
        sa.select(lively)
        .where(lively.c.place <= MOST_LISTED_OF_ONE)
        .order_by(lively.c.changed.desc())
        .limit(most)
    )


def of_holder(holder: str, most: int, *, made: bool, waiting_first: bool) -> sa.Select[Any]:
    """Tables at which a visitor has a seat, a row for each seat, the liveliest first.

    `made` adds those that they have set up. With `waiting_first` those where it is their turn come
    first, then the others that are not over.
    """
    theirs = seats.c.holder == holder
    mine = tables.c.name.in_(sa.select(seats.c.table).where(theirs))
    to_move = sa.and_(seats.c.table == tables.c.name, seats.c.seat == tables.c.to_move)
    waits = sa.exists().where(theirs, to_move)
    found = (
        sa.select(*_COLUMNS, waits.label("waits"))
        .where(sa.or_(mine, tables.c.maker == holder) if made else mine)
        .order_by(*_order(tables.c, waits, waiting_first))
        .limit(most)
        .subquery()
    )
    return (
        sa.select(found, seats.c.seat)
        .outerjoin(seats, sa.and_(seats.c.table == found.c.name, theirs))
        .order_by(*_order(found.c, found.c.waits, waiting_first), found.c.name, seats.c.seat)
    )


def _order(
    row: Any, waits: sa.ColumnElement[bool], waiting_first: bool
) -> list[sa.ColumnElement[Any]]:
    urgent = [waits.desc(), row.phase == "over"] if waiting_first else []
    return [*urgent, row.changed.desc()]


def count_made_by(maker: str) -> sa.Select[Any]:
    """Number of tables that a visitor has set up in a day and that are not over."""
    return (
        sa.select(sa.func.count())
        .select_from(tables)
        .where(tables.c.maker == maker, tables.c.phase != "over", _IS_RECENT)
    )


def last_name(holder: str) -> sa.Select[Any]:
    """The name under which a visitor last sat down."""
    return (
        sa.select(seats.c.name)
        .join(tables, tables.c.name == seats.c.table)
        .where(seats.c.holder == holder)
        .order_by(tables.c.changed.desc(), seats.c.seat)
        .limit(1)
    )
