"""Proving who wins: one start, or a table of starts that grows from run to run."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from matchwood.bots.solver import Answer, SolvedModule, Solver
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game
from matchwood.engine.options import Value

SEED = 0
"""It only says whose colour begins, and that makes no difference."""
MINUTE = 60.0
PATIENCE, MORE_PATIENCE = 2.0, 4
"""Seconds a row of the table may take at first, and the factor by which they grow each next
time."""
Tell = Callable[[str], Callable[[Answer], None]]


class NoTable(MatchwoodError):
    """A table needs a game that says what is in it, one version of its rules, and a folder."""


def solve(
    console: Console, game: Game, options: Mapping[str, object], minutes: float, megabytes: int
) -> None:
    """Prove one start, and print who wins and by which moves."""
    position = game.variant(options).new(SEED)
    solver = Solver(position, megabytes)
    with _progress(console, steps=1) as (tell, _):
        answer = solver.solve(position, minutes * MINUTE, tell(str(position.variant)))
    for line in _told(answer):
        console.print(line, highlight=False, soft_wrap=True)


def _told(answer: Answer) -> Iterator[str]:
    if answer.first_wins is None:
        yield "It is not known yet who wins; more time or memory may tell."
    elif answer.first_wins:
        yield "The first player wins."
        yield f"Winning moves: {', '.join(answer.winning)}."
        unknown = [move for move, wins in answer.moves.items() if wins is None]
        if unknown:
            yield f"Not known yet: {', '.join(unknown)}."
    else:
        yield "The second player wins, whatever the first one plays."
    yield f"{answer.nodes:,} positions searched in {answer.seconds:.1f} seconds."


@contextmanager
def _progress(console: Console, steps: int) -> Iterator[tuple[Tell, Callable[[], None]]]:
    """A bar for so many steps, that counts the positions searched; how to tell it, and to step."""
    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=steps)

        def tell(what: str) -> Callable[[Answer], None]:
            return lambda answer: bar.update(
                task, description=f"{what}: {answer.nodes:,} positions"
            )

        yield tell, lambda: bar.advance(task)


_VERSION = re.compile(r"by version (\d+) of the rules")
OLDEST = 1
"""The version of tables that name none."""
_PROVED = ("wins", "winning first moves", "positions", "seconds")
"""The columns of every table, after those that name the start."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    start: tuple[str, ...]
    """The start as the game names it, cell by cell."""
    winner: str
    moves: str
    positions: str
    seconds: str

    def write(self) -> str:
        return _line(*self.start, self.winner, self.moves, self.positions, self.seconds)


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _row(start: tuple[str, ...], kind: Callable[[str], str], answer: Answer) -> Row:
    return Row(
        start,
        "first" if answer.first_wins else "second",
        ", ".join(sorted(set(map(kind, answer.winning)))) or "none",
        f"{answer.nodes:,}",
        f"{answer.seconds:.1f}",
    )


def read_version(text: str) -> int:
    """The version of the rules by which the rows were proved."""
    named = _VERSION.search(text)
    return int(named[1]) if named else OLDEST


def read_table(text: str) -> list[Row]:
    """The rows that were proved before."""
    lines = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    proved = (line for line in lines if line[-len(_PROVED)] in ("first", "second"))
    return [Row(tuple(cells[: -len(_PROVED)]), *cells[-len(_PROVED) :]) for cells in proved]


def write_table(path: Path, rows: Sequence[Row], table: SolvedModule, version: int) -> None:
    """The whole table anew, into another file first, so that it is never half written."""
    starts = [table.cells(options) for group in table.groups() for options in group]
    order = {start: number for number, start in enumerate(starts)}
    minutes = sum(float(row.seconds) for row in rows) / MINUTE
    columns = (*table.COLUMNS, *_PROVED)
    rows = sorted(rows, key=lambda row: order[row.start])
    findings = table.findings([(row.start, row.winner, row.moves) for row in rows])
    parts = [
        table.INTRODUCTION.format(
            version=version, findings=findings, rows=len(rows), minutes=minutes
        ),
        "\n",
        _line(*columns),
        f"|{'---|' * len(columns)}\n",
        *(row.write() for row in rows),
    ]
    half = path.with_suffix(".part")
    half.write_text("".join(parts), encoding="utf-8")
    half.replace(path)


def make_table(console: Console, game: Game, path: Path, minutes: float, megabytes: int) -> None:
    """Prove row after row until the time is up, and write each one down as it is proved.

    All groups are tried with little patience first, and those that need it with more later.
    """
    table = game.solved
    if table is None:
        raise NoTable(f"There is no table for {game.name}: the game does not say what is in it.")
    if not path.parent.is_dir():
        raise NoTable(f"The table cannot be written to {path}: there is no such folder.")
    rows, groups = _known_rows(game, path), table.groups()
    known = len(rows)
    search = _Search(game, table, path, rows, time.perf_counter() + minutes * MINUTE, megabytes)
    patience = PATIENCE
    while search.go_on and len(rows) < sum(map(len, groups)):
        with _progress(console, len(groups)) as (tell, step):
            for group in groups:
                search.fill(group, patience, tell)
                step()
        patience *= MORE_PATIENCE
    console.print(f"{len(rows)} rows, {len(rows) - known} of them new, are in {path}.")


def _known_rows(game: Game, path: Path) -> list[Row]:
    """The rows to go on from; those of other rules are not mixed with ours."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    version = read_version(text) if text else game.version
    if version != game.version:
        raise NoTable(
            f"The table in {path} was proved by version {version} of the rules of {game.name}, and "
            f"here are the rules of version {game.version}; move it away, and it is made anew."
        )
    return read_table(text)


@dataclass
class _Search:
    """The search for more rows."""

    game: Game
    table: SolvedModule
    path: Path
    rows: list[Row]
    end: float
    megabytes: int
    interrupted: bool = False

    @property
    def go_on(self) -> bool:
        return not self.interrupted and time.perf_counter() < self.end

    def fill(self, group: Sequence[Mapping[str, Value]], patience: float, tell: Tell) -> None:
        """Prove one start of a group after the other, until one takes too long."""
        known = {row.start for row in self.rows}
        solver = None
        for options in group:
            start = self.table.cells(options)
            if start in known or not self.go_on:
                continue
            position = self.game.variant(options).new(SEED)
            # What was found for one start is of use for the next: positions keep their names.
            solver = solver or Solver(position, self.megabytes)
            seconds = min(patience, self.end - time.perf_counter())
            answer = solver.solve(position, seconds, tell(str(position.variant)))
            self.interrupted = answer.interrupted
            if not answer.complete:
                return
            self.rows.append(_row(start, self.table.kind, answer))
            write_table(self.path, self.rows, self.table, self.game.version)
