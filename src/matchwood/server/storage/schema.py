"""Tables of the store, and the migrations that make them.

The version of a schema is the number of its migrations. Those that are missing run when a server
starts, under a lock, all or none. A released migration never changes. They are a list of functions
by hand: Alembic would bring files, a command and a configuration of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
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
    sa.Column("server", sa.ForeignKey("servers.id"), nullable=False, index=True),
    comment="which server lets the bots of a table play and its clocks run",
)
presence = sa.Table(
    "presence",
    _metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("server", sa.ForeignKey("servers.id"), primary_key=True, index=True),
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    comment="who is at which table by which server; if not here, when they were seen last",
)
_schema_version = sa.Table(
    "matchwood_schema",
    _metadata,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    comment="number of the last migration: one row",
)


class IncompatibleStore(Exception):
    """A database that cannot be used as it is; its text is the reason, without a full stop."""


def migrate(connection: sa.Connection) -> None:
    """Run the migrations that are missing, in the caller's transaction."""
    lock(connection)
    found, newest = _version_of(connection), len(_MIGRATIONS)
    if found > newest:
        raise IncompatibleStore(
            f"another version of Matchwood keeps games there (schema {found}, not {newest}); "
            "use that version, or another folder or database"
        )
    for migration in _MIGRATIONS[found:]:
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


_IN_SQLITE = {"BYTEA": "BLOB", "UNLOGGED TABLE": "TABLE"}


def _run(connection: sa.Connection, statements: Sequence[str]) -> None:
    """Execute statements, which are written for PostgreSQL."""
    for statement in statements:
        if connection.dialect.name == SQLITE:
            for theirs, ours in _IN_SQLITE.items():
                statement = statement.replace(theirs, ours)
        connection.exec_driver_sql(statement)


def _create_tables(connection: sa.Connection) -> None:
    """Create the tables, unless another program has some of the same names."""
    found = sa.inspect(connection)
    for table in _metadata.sorted_tables:
        if found.has_table(table.name):
            raise _foreign(table)
    _run(connection, _VERSION_1)


# Servers, leases and presence need not outlive the database: servers tell them anew.
_VERSION_1 = (
    """CREATE TABLE tables (
        name VARCHAR(32) NOT NULL PRIMARY KEY,
        maker VARCHAR(64) NOT NULL,
        listed BOOLEAN NOT NULL,
        phase VARCHAR(8) NOT NULL,
        to_move INTEGER,
        changed FLOAT NOT NULL,
        summary BYTEA NOT NULL
    )""",
    "CREATE INDEX ix_tables_maker ON tables (maker)",
    "CREATE INDEX ix_tables_listed ON tables (listed, phase, changed)",
    "CREATE INDEX ix_tables_phase ON tables (phase, changed)",
    """CREATE TABLE events (
        "table" VARCHAR(32) NOT NULL REFERENCES tables (name),
        seq INTEGER NOT NULL,
        data BYTEA NOT NULL,
        at FLOAT NOT NULL,
        PRIMARY KEY ("table", seq)
    )""",
    """CREATE TABLE seats (
        "table" VARCHAR(32) NOT NULL REFERENCES tables (name),
        seat INTEGER NOT NULL,
        holder VARCHAR(64) NOT NULL,
        name VARCHAR(64) NOT NULL,
        PRIMARY KEY ("table", seat)
    )""",
    "CREATE INDEX ix_seats_holder ON seats (holder)",
    "CREATE TABLE old_holders (holder VARCHAR(64) NOT NULL PRIMARY KEY)",
    "CREATE TABLE keys (key BYTEA NOT NULL PRIMARY KEY)",
    "CREATE UNLOGGED TABLE servers (id VARCHAR(16) NOT NULL PRIMARY KEY, seen FLOAT NOT NULL)",
    """CREATE UNLOGGED TABLE leases (
        "table" VARCHAR(32) NOT NULL PRIMARY KEY,
        server VARCHAR(16) NOT NULL REFERENCES servers (id) ON DELETE CASCADE
    )""",
    "CREATE INDEX ix_leases_server ON leases (server)",
    """CREATE UNLOGGED TABLE presence (
        "table" VARCHAR(32) NOT NULL,
        holder VARCHAR(64) NOT NULL,
        server VARCHAR(16) NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
        here BOOLEAN NOT NULL,
        seen FLOAT NOT NULL,
        PRIMARY KEY ("table", holder, server)
    )""",
    "CREATE INDEX ix_presence_server ON presence (server)",
    "CREATE TABLE matchwood_schema (version INTEGER NOT NULL PRIMARY KEY)",
)

_MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (_create_tables,)
