"""Tables of the store, and migrations from earlier versions of them.

A new store gets the tables as they are here. An older one gets the migrations that are missing
when a server starts, under a lock, all or none. Migrations are a list of functions by hand: Alembic
would bring files, a command and a configuration of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateTable
from sqlalchemy.sql.compiler import DDLCompiler
from sqlalchemy.sql.functions import FunctionElement

SQLITE = "sqlite"
LOCK = 0x6D61746368
"""Number of the advisory lock under which servers on one PostgreSQL migrate it."""
CLOCK = "store_clock"
"""SQL function that gives SQLite, which has no clock of its own, the time of its machine."""


class now(FunctionElement[float]):  # noqa: N801
    """The time by the clock of the store, in seconds since 1970."""

    type = sa.Float()
    inherit_cache = True


@compiles(now)
def _ask_machine(*_: Any, **__: Any) -> str:
    return f"{CLOCK}()"


@compiles(now, "postgresql")
def _ask_postgresql(*_: Any, **__: Any) -> str:
    return "CAST(EXTRACT(EPOCH FROM STATEMENT_TIMESTAMP()) AS DOUBLE PRECISION)"


_metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    _metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(64), nullable=False, index=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("to_move", sa.Integer),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Index("ix_tables_listed", "listed", "phase", "changed"),
    sa.Index("ix_tables_phase", "phase", "changed"),
    comment="the tables; all but their names follows from the events",
)
events = sa.Table(
    "events",
    _metadata,
    sa.Column("table", sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
seats = sa.Table(
    "seats",
    _metadata,
    sa.Column("table", sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    comment="who sits where: follows from the events, and finds a visitor's tables",
)
old_holders = sa.Table(
    "old_holders",
    _metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    comment="who held a seat by tokens of another key, and came with a backup",
)
keys = sa.Table(
    "keys",
    _metadata,
    sa.Column("key", sa.LargeBinary, primary_key=True),
    comment="what tokens are made with, where servers share the store: one row",
)
servers = sa.Table(
    "servers",
    _metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
    comment="the servers on this store, and when each last gave a sign of life",
)
leases = sa.Table(
    "leases",
    _metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column(
        "server", sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    comment="which server lets the bots of a table play and its clocks run",
)
presence = sa.Table(
    "presence",
    _metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column(
        "server", sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    comment="who is at which table by which server; if not here, when they were seen last",
)
_schema_version = sa.Table(
    "matchwood_schema",
    _metadata,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    comment="version of the schema: one row",
)


class IncompatibleStore(Exception):
    """A database that cannot be used as it is; its text is the reason, without a full stop."""


def migrate(connection: sa.Connection) -> None:
    """Create the tables, or run the migrations that are missing, in the caller's transaction."""
    lock(connection)
    found, newest = _version_of(connection), 1 + len(_MIGRATIONS)
    if found > newest:
        raise IncompatibleStore(
            f"another version of Matchwood keeps games there (schema {found}, not {newest}); "
            "use that version, or another folder or database"
        )
    if not found:
        _create_tables(connection)
    for migration in _MIGRATIONS[found - 1 :] if found else ():
        migration(connection)
    if found < newest:
        connection.execute(sa.delete(_schema_version))
        connection.execute(sa.insert(_schema_version).values(version=newest))
    _check(connection)


def lock(connection: sa.Connection) -> None:
    """Wait until no other transaction has the lock of the store, and hold it to the commit."""
    if connection.dialect.name == SQLITE:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def _version_of(connection: sa.Connection) -> int:
    """The version of the schema; 0 of an empty database."""
    if not sa.inspect(connection).has_table(_schema_version.name):
        return 0
    return connection.execute(sa.select(_schema_version.c.version)).scalar() or 0


def _check(connection: sa.Connection) -> None:
    """Refuse a database in which tables are missing, or are of another program."""
    for table in _metadata.sorted_tables:
        if not sa.inspect(connection).has_table(table.name):
            raise IncompatibleStore(f"the table “{table.name}” is missing")
        found = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
        if not found.issuperset(table.columns.keys()):
            raise _foreign(table)


def _foreign(table: sa.Table) -> IncompatibleStore:
    return IncompatibleStore(f"there is a table “{table.name}” that is not Matchwood’s")


def _create_tables(connection: sa.Connection) -> None:
    """Create the tables, unless another program has some of the same names."""
    found = sa.inspect(connection)
    for table in _metadata.sorted_tables:
        if found.has_table(table.name):
            raise _foreign(table)
    _metadata.create_all(connection, checkfirst=False)


@compiles(CreateTable, "postgresql")
def _create_table(create: CreateTable, compiler: DDLCompiler, **given: Any) -> str:
    """Let tables be unlogged in PostgreSQL that need not outlive it: servers write them anew."""
    statement: str = compiler.visit_create_table(create, **given)  # type: ignore[no-untyped-call]
    if create.element in (servers, leases, presence):
        return statement.replace("CREATE TABLE", "CREATE UNLOGGED TABLE", 1)
    return statement


_MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = ()
"""Migrations from version 1 to 2, from 2 to 3 and so on."""
