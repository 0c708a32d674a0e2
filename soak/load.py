"""Load on servers that share one PostgreSQL: how long moves take, and what they cost.

    python -m soak.load
    python -m soak.load --servers 2 --tables 400 --seconds 60

Every table has two players with a browser each, at different servers where there are several: so a
move is written by one server and shown by another. Without numbers all sizes are measured, for the
table of costs; the one that has to hold is 400 tables on two servers, a move every 5 s each.
Servers, PostgreSQL and the load share the cores of this machine, so let nothing else run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import psutil
from bench.table import GAMES, Couple
from bench.wire import Ear, Line, Refused
from tests.support.postgres import OwnPostgres

from soak.figures import put, table
from soak.serving import Running, running_at

PACE = 5.0
"""Seconds between two moves at a table."""
SECONDS = 60.0
HAS_TO_HOLD = (2, 400)
SIZES = (
    *((1, 50), (1, 100), (1, 200), (1, 400), (1, 800)),
    *((2, 100), (2, 200), HAS_TO_HOLD, (2, 600), (2, 1200)),
)
"""Servers and tables."""
MOST_MILLISECONDS = 150.0
LONGEST_WAIT = 30.0
KEPT_OPEN = 3600
MILLISECONDS = 1e3
SAT_DOWN_AT_ONCE = 8
MANY = 100_000
USED_AT_MOST = 2 / 3
"""Share of a core that may be used, if moves are to be swift."""
CONNECTIONS = 5
"""Connections of one server to PostgreSQL: to write, to read (two), to meet the others, and to
listen."""


@dataclass(frozen=True)
class Cost:
    """Figures of one size: a number of servers and of tables."""

    servers: int
    tables: int
    moves: int
    refused: int
    late: int
    """Moves that did not come to the other browser at all in time."""
    median: float
    ninety_nine: float
    server_cores: float
    """Number of cores that all servers kept busy."""
    store_cores: float
    kilobytes: float
    """Sent to all browsers, a second."""

    @property
    def row(self) -> tuple[str, ...]:
        cpu = self.server_cores + self.store_cores
        rate = self.moves / SECONDS
        return (
            str(self.servers),
            str(self.tables),
            str(2 * self.tables),
            f"{rate:.1f}",
            f"{self.median:.0f}",
            f"{self.ninety_nine:.0f}",
            f"{self.late + self.refused}",
            f"{self.server_cores:.2f}",
            f"{self.store_cores:.2f}",
            f"{MILLISECONDS * cpu / rate:.1f}" if rate else "",
            f"{self.kilobytes:.0f}",
        )


COLUMNS = (
    "servers",
    "tables",
    "streams",
    "moves a second",
    "median ms",
    "99 % ms",
    "failed",
    "cores, servers",
    "cores, PostgreSQL",
    "ms of a core a move",
    "kB a second",
)


class Pair(Couple):
    """A couple whose players reach different servers, and who move at their own pace."""

    late = 0

    @classmethod
    async def at(cls, ports: list[int], number: int) -> Pair:
        """Two at a table of their own."""
        game = GAMES[number % len(GAMES)]
        mine = [ports[(number + seat) % len(ports)] for seat in range(2)]
        lines = [Line(port) for port in mine]
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "link"}]
        opened = await lines[0].tell("/api/tables", game=game, seats=seats, patience=0)
        lines[0].token = opened["token"]
        path = f"/api/tables/{opened['table']}"
        sat = await lines[1].tell(f"{path}/sit", name="Ben", invite=opened["invite"])
        lines[1].token = sat["token"]
        for line in lines:
            await line.tell(f"{path}/deal")
        ears = [Ear(Line(port, line.token)) for port, line in zip(mine, lines, strict=True)]
        return cls(game, opened["table"], lines, ears)

    async def keep_playing(self, chance: random.Random, end: float) -> None:
        due = time.perf_counter() + chance.uniform(0, PACE)
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                if not await asyncio.wait_for(self.move(chance), LONGEST_WAIT):
                    return  # The game is over.
            except (TimeoutError, Refused):
                self.late += 1
            due += PACE


async def measure(servers: list[Running], postgres: OwnPostgres, tables: int) -> Cost:
    ports = [server.port for server in servers]
    gate = asyncio.Semaphore(SAT_DOWN_AT_ONCE)

    async def sit_down(number: int) -> Pair:
        async with gate:
            return await Pair.at(ports, number)

    pairs = await asyncio.gather(*(sit_down(number) for number in range(tables)))
    tasks = [task for pair in pairs for task in pair.listening()]
    for pair in pairs:
        for ear in pair.ears:
            await asyncio.wait_for(ear.came.wait(), LONGEST_WAIT)
    busy, store_busy = _core_seconds(servers), _store_seconds(postgres)
    sent = sum(sum(ear.sizes) for pair in pairs for ear in pair.ears)
    end = time.perf_counter() + SECONDS
    await asyncio.gather(*(pair.keep_playing(random.Random(pair.table), end) for pair in pairs))
    busy, store_busy = _core_seconds(servers) - busy, _store_seconds(postgres) - store_busy
    sent = sum(sum(ear.sizes) for pair in pairs for ear in pair.ears) - sent
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for pair in pairs:
        for line in (*pair.lines, *(ear.line for ear in pair.ears)):
            line.close()
    waits = [wait * MILLISECONDS for pair in pairs for _, wait in pair.waits]
    return Cost(
        len(servers),
        tables,
        len(waits),
        sum(pair.refused for pair in pairs),
        sum(pair.late for pair in pairs),
        statistics.median(waits),
        statistics.quantiles(waits, n=100)[-1],
        busy / SECONDS,
        store_busy / SECONDS,
        sent / 1e3 / SECONDS,
    )


def _core_seconds(servers: list[Running]) -> float:
    return sum(server.core_seconds for server in servers)


def _store_seconds(postgres: OwnPostgres) -> float:
    """Seconds of cores that PostgreSQL has used; connections stay open, so none of it is lost."""
    main = psutil.Process(postgres.pid)
    found = 0.0
    for process in (main, *main.children(recursive=True)):
        times = process.cpu_times()
        found += times.user + times.system
    return found


def run(sizes: list[tuple[int, int]]) -> list[Cost]:
    costs = []
    for number, tables in sizes:
        postgres = OwnPostgres()
        try:
            with postgres.database() as url, tempfile.TemporaryDirectory() as folder:
                place = url.set(drivername="postgresql").render_as_string(hide_password=False)
                servers = [
                    running_at(place, Path(folder) / str(each), kept_open=KEPT_OPEN)
                    for each in range(number)
                ]
                try:
                    for server in servers:
                        server.start()
                    costs.append(asyncio.run(measure(servers, postgres, tables)))
                finally:
                    for server in servers:
                        server.kill()
        finally:
            postgres.end()
        print(dict(zip(COLUMNS, costs[-1].row, strict=True)), flush=True)
    return costs


def told(costs: list[Cost]) -> str:
    text = f"A move every {PACE:g} s at each table, for {SECONDS:.0f} s; {os.cpu_count()} cores."
    for cost in costs:
        if (cost.servers, cost.tables) == HAS_TO_HOLD:
            held = "held" if cost.ninety_nine <= MOST_MILLISECONDS else "not held"
            text += (
                f" {cost.tables} tables on {cost.servers} servers: 99 % of moves at the other "
                f"browser within {cost.ninety_nine:.0f} ms, wanted were {MOST_MILLISECONDS:.0f}: "
                f"{held}."
            )
    return f"{text}\n\n{table(COLUMNS, [cost.row for cost in costs])}"


def on_paper(cost: Cost) -> str:
    """Estimate of what very many tables would need, if every move costs what it costs here."""
    factor = MANY / cost.tables
    moves = cost.moves / SECONDS * factor
    server_cores, store_cores = cost.server_cores * factor, cost.store_cores * factor
    servers = ceil(server_cores / USED_AT_MOST)
    rows = [
        ("streams, and connections that stay open", f"{2 * MANY:,}"),
        ("moves a second, and so commits and notices at the most", f"{moves:,.0f}"),
        ("cores of servers, each used to two thirds", f"{server_cores / USED_AT_MOST:,.0f}"),
        ("processes of servers, one to a core", f"{servers:,}"),
        ("connections to PostgreSQL, five to a process", f"{CONNECTIONS * servers:,}"),
        ("notices that all servers together hear, a second", f"{moves * servers:,.0f}"),
        ("cores of PostgreSQL, if it went on like this", f"{store_cores / USED_AT_MOST:,.0f}"),
        ("megabytes a second to browsers", f"{cost.kilobytes * factor / 1e3:,.0f}"),
    ]
    return table((f"for {MANY:,} tables, a move every {PACE:g} s each", "needed"), rows)


def main() -> None:
    global SECONDS
    parser = argparse.ArgumentParser(prog="python -m soak.load", description=__doc__)
    parser.add_argument("--servers", type=int)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args()
    SECONDS = chosen.seconds
    one = chosen.servers is not None or chosen.tables is not None
    sizes = [(chosen.servers or HAS_TO_HOLD[0], chosen.tables or HAS_TO_HOLD[1])]
    costs = run(sizes if one else list(SIZES))
    text = told(costs)
    paper = [on_paper(cost) for cost in costs if (cost.servers, cost.tables) == HAS_TO_HOLD]
    print("\n\n".join((text, *paper)))
    if not one:
        put("load", text)
        put("paper", paper[0])


if __name__ == "__main__":
    main()
