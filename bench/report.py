"""The results as tables, on the screen and in a file."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable

PACKAGES = (
    *("matchwood", "matchwood-connect-four", "numpy", "numba", "llvmlite"),
    *("litestar", "uvicorn", "uvloop", "sqlalchemy"),
    *("open_spiel", "pgx", "jax", "jaxlib", "ray"),
)


@dataclass(frozen=True)
class Table:
    """Rows under a title, with a sentence on how to read them."""

    title: str
    note: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def show(self, console: Console) -> None:
        table = RichTable(title=self.title, caption=self.note, title_justify="left")
        for column in self.columns:
            table.add_column(column, overflow="fold")
        for row in self.rows:
            table.add_row(*row)
        console.print(table)

    def markdown(self) -> str:
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"## {self.title}\n\n{self.note}\n\n{table}\n"


def conditions() -> Table:
    """The machine, the versions and the day."""
    load = os.getloadavg()[0]
    rows = [
        ("date", date.today().isoformat()),
        ("machine", f"{_processor()}, {os.cpu_count()} cores, {platform.system()}"),
        ("load at the start", f"{load:.1f} processes wanted to run"),
        ("Python", platform.python_version()),
        *((package, _version(package)) for package in PACKAGES),
    ]
    return Table("Conditions", "What was measured where.", ("what", "which"), rows)


def write(path: Path, command: str, tables: Iterable[Table]) -> None:
    opening = f"# Benchmark\n\nWritten by `{command}`.\n"
    path.write_text("\n".join([opening, *(table.markdown() for table in tables)]), "utf-8")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    """The processor's name; Linux tells it in a file of its own."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
