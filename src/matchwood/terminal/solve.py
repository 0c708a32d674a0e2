"""Proving who wins: one game, or a table of block sizes that grows from run to run."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from matchwood.bots.solver import Answer, Solver
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game

SEED = 0
"""It only says whose colour begins, and that makes no difference."""
MINUTE = 60.0
PATIENCE, MORE_PATIENCE = 2.0, 4
"""How many seconds a row of the table may take at first, and how many times that the next time."""
MOST_STICKS = 16
WIDEST, MOST_LEVELS = 6, 6


Size = tuple[int, int, int]
Tell = Callable[[str], Callable[[Answer], None]]


class NoTable(MatchwoodError):
    """A table is made only of blocks, by one version of the rules, and where it can be written."""


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


HEADER = """\
# Baguettes, solved

Who wins when both play perfectly, for two players, by size of the block (wells across, wells \
deep, levels) and sticks per player: the first or the second to move, by version {version} of the \
rules. All of it is proved by `src/matchwood/bots/solver.py`; `matchwood solve baguettes --table` \
goes on where the table ends.

A winning first move is named without its place: on an empty block all channels of a level are \
alike, and so are all wells. Positions and seconds are what a row took beyond what was known from \
the rows of the same size above it, where one run made both. The {rows} rows took {minutes:.0f} \
minutes together. A size ends where the next number of sticks was not proved in the time given; a \
size that is missing was not reached.

| size | sticks | wins | winning first moves | positions | seconds |
|---|---|---|---|---|---|
"""
_VERSION = re.compile(r"by version (\d+) of the rules")
OLDEST = 1
"""The version of tables that name none."""
_ROW = re.compile(
    r"\| (\d) × (\d) × (\d) \| (\d+) \| (first|second) \| (.+) \| ([\d,]+) \| ([\d.]+) \|"
)


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    size: Size
    sticks: int
    winner: str
    moves: str
    positions: str
    seconds: str

    def write(self) -> str:
        size = " × ".join(map(str, self.size))
        cells = (size, self.sticks, self.winner, self.moves, self.positions, self.seconds)
        return f"| {' | '.join(map(str, cells))} |\n"


def _row(size: Size, sticks: int, answer: Answer) -> Row:
    moves = sorted({re.sub(r" ?\d+$", "", move) for move in answer.winning})
    return Row(
        size,
        sticks,
        "first" if answer.first_wins else "second",
        ", ".join(moves) or "none",
        f"{answer.nodes:,}",
        f"{answer.seconds:.1f}",
    )


def read_version(text: str) -> int:
    """The version of the rules by which the rows were proved."""
    named = _VERSION.search(text)
    return int(named[1]) if named else OLDEST


def read_table(text: str) -> list[Row]:
    """The rows that were proved before."""
    return [
        Row((int(width), int(depth), int(levels)), int(sticks), *others)
        for width, depth, levels, sticks, *others in _ROW.findall(text)
    ]


def write_table(path: Path, rows: list[Row], version: int) -> None:
    """The whole table anew, into another file first, so that it is never half written."""
    ordered = sorted(rows, key=lambda row: (_places(row.size), row.size, row.sticks))
    minutes = sum(float(row.seconds) for row in rows) / MINUTE
    header = HEADER.format(version=version, rows=len(rows), minutes=minutes)
    half = path.with_suffix(".part")
    half.write_text(header + "".join(row.write() for row in ordered), encoding="utf-8")
    half.replace(path)


def sizes() -> list[Size]:
    """The sizes of the table, those with the fewest places first."""
    across, levels = range(2, WIDEST + 1), range(2, MOST_LEVELS + 1)
    return sorted(product(across, across, levels), key=lambda size: (_places(size), size))


def _places(size: Size) -> int:
    """How many sticks the block holds: BG-2."""
    width, depth, levels = size
    return width * depth + (levels + 1) // 2 * depth + levels // 2 * width


def make_table(console: Console, game: Game, path: Path, minutes: float, megabytes: int) -> None:
    """Prove row after row until the time is up, and write each one down as it is proved.

    All sizes are tried with little patience first, and those that need it with more later.
    """
    if not {"size", "sticks"} <= {option.name for option in game.options}:
        raise NoTable(f"There is no table for {game.name}: it has no blocks and sticks.")
    if not path.parent.is_dir():
        raise NoTable(f"The table cannot be written to {path}: there is no such folder.")
    rows = _known_rows(game, path)
    known = len(rows)
    search = _Search(game, path, rows, time.perf_counter() + minutes * MINUTE, megabytes)
    patience = PATIENCE
    while search.go_on and len(rows) < MOST_STICKS * len(sizes()):
        with _progress(console, len(sizes())) as (tell, step):
            for size in sizes():
                search.fill(size, patience, tell)
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
    path: Path
    rows: list[Row]
    end: float
    megabytes: int
    interrupted: bool = False

    @property
    def go_on(self) -> bool:
        return not self.interrupted and time.perf_counter() < self.end

    def fill(self, size: Size, patience: float, tell: Tell) -> None:
        """Prove one size with more and more sticks, until a row takes too long."""
        known = {row.sticks for row in self.rows if row.size == size}
        solver = None
        for sticks in range(1, MOST_STICKS + 1):
            if sticks in known or not self.go_on:
                continue
            position = self.game.variant({"size": size, "sticks": sticks}).new(SEED)
            # What was found for fewer sticks is of use for more: positions keep their names.
            solver = solver or Solver(position, self.megabytes)
            seconds = min(patience, self.end - time.perf_counter())
            answer = solver.solve(position, seconds, tell(str(position.variant)))
            self.interrupted = answer.interrupted
            if not answer.complete:
                return
            self.rows.append(_row(size, sticks, answer))
            write_table(self.path, self.rows, self.game.version)
