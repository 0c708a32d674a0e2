"""Kill servers, or PostgreSQL, or stop servers, again and again while people and bots play.

    python -m soak.kills servers --kills 1000
    python -m soak.kills postgres --kills 50
    python -m soak.kills stops --kills 50

Every kill is a line in `docs/reliability/KIND.csv`. What is there counts: a run that was stopped
goes on, and `--kills` says how many lines there are to be in the end. `docs/reliability.md` is
written from them.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from statistics import median, quantiles

import httpx
from tests.support.postgres import OwnPostgres
from tests.support.processes import ServerProcess

from matchwood.server.routes.errors import SERVER_ERROR
from matchwood.server.storage.store import Store
from soak import figures
from soak.players import ANSWER, Party, Proxy, Tally

FOLDER = Path(__file__).parent.parent / "docs" / "reliability"
SERVERS = 3
TABLES = 50
GOES_ON = 10.0
"""Every table has to go on within so many seconds."""
GIVES_UP = 60.0
"""After so many nobody waits any more."""
BETWEEN = (1.0, 3.0)
"""Seconds between the last table that goes on and the next kill."""
STOPPED = (6.0, 9.0)
"""For how many seconds a server is stopped: longer than it holds its tables."""
LOOK = 0.05
KINDS = {
    "servers": "one of three servers is killed (SIGKILL) and started anew",
    "servers-busy": "the same, while the machine has much else to do",
    "postgres": "PostgreSQL is killed (SIGKILL, with all its processes) and started anew",
    "stops": "one of three servers is stopped (SIGSTOP) past its lease and goes on",
}
TWENTIETHS = 20


@dataclass
class Kill:
    """Consequences of one kill."""

    seconds: float
    """Until the last table went on."""
    late: int
    """Tables that went on later than they should."""
    moves: int
    """Moves acknowledged since the kill before."""
    games: int
    """Games compared with the store since then."""
    lost: int
    doubled: int
    put_off: int
    """Answers of 503."""
    errors: int
    """Other answers of 500 and above."""
    load: float
    """Number of processes that wanted to run, ours among them; of early kills that was not
    noted."""

    def with_rest(self, rest: Kill) -> Kill:
        """The same with what came after it."""
        counted = ("moves", "games", "lost", "doubled", "put_off", "errors")
        sums = {name: getattr(self, name) + getattr(rest, name) for name in counted}
        return replace(self, **sums)


class Soak:
    def __init__(self, kind: str, tables: int, seed: str) -> None:
        self._kind = kind
        self._random = random.Random(seed)
        self._seed = seed
        self._tables = tables
        self._postgres = OwnPostgres()
        self._tally = Tally()
        self._before = Tally()
        self._is_to_end = asyncio.Event()

    async def run(self, kills: int) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._is_to_end.set)

        with self._postgres.database() as url:
            self._servers = [
                ServerProcess(url, looks_back=False, patient=False) for _ in range(SERVERS)
            ]
            self._proxy = Proxy([server.url for server in self._servers])
            await asyncio.gather(*(asyncio.to_thread(server.start) for server in self._servers))
            store = await Store.open(url)
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
            try:
                async with httpx.AsyncClient(
                    limits=limits, timeout=ANSWER, trust_env=False, verify=False
                ) as http:
                    parties = [
                        Party(self._proxy, http, store, self._tally, f"{self._seed} {number}")
                        for number in range(self._tables)
                    ]
                    async with asyncio.TaskGroup() as tasks:
                        for number, party in enumerate(parties):
                            tasks.create_task(party.play(people=1 + number % 2))
                        await self._all_go_on(parties, time.monotonic())
                        last = await self._strike_often(parties, kills)
                        for party in parties:
                            party.stopping.set()
                    if last is not None:  # The games that were going on are compared by now.
                        self._note(last.with_rest(self._since(last.seconds, last.late)))
            finally:
                for server in self._servers:
                    await asyncio.to_thread(server.kill)
                await store.close()
        self._postgres.end()

    async def _strike_often(self, parties: Sequence[Party], kills: int) -> Kill | None:
        """Strike until there are so many lines, or until the process is asked to end; the last
        kill, which is not written yet."""
        missing, kill = kills - len(read(self._kind)), None
        for _ in range(missing):
            if self._is_to_end.is_set():
                break
            if kill is not None:
                self._note(kill)
            await asyncio.sleep(self._random.uniform(*BETWEEN))
            began = time.monotonic()
            restored = asyncio.create_task(self._strike())
            late, last = await self._all_go_on(parties, began)
            await restored
            kill = self._since(last - began, late)
        return kill

    def _note(self, kill: Kill) -> None:
        write(self._kind, kill)
        sys.stdout.write(f"{self._kind} {len(read(self._kind))}: {kill}\n")
        for wrong in self._tally.wrong:
            sys.stdout.write(f"WRONG {wrong}\n")
        sys.stdout.flush()
        self._tally.wrong.clear()

    async def _strike(self) -> None:
        """Kill something, and bring it back as those do who look after servers."""
        server = self._random.choice(self._servers)
        if self._kind == "postgres":
            await asyncio.to_thread(self._postgres.kill)
            await asyncio.to_thread(self._postgres.start)
        elif self._kind.startswith("servers"):
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        else:
            server.stop()
            await asyncio.sleep(self._random.uniform(*STOPPED))
            server.go_on()
        for each in self._servers:
            self._proxy.ask_again(each.url)

    async def _all_go_on(self, parties: Sequence[Party], began: float) -> tuple[int, float]:
        """Wait until something has happened everywhere: how many were late, and when the last
        went on."""
        waiting, late, last = set(parties), 0, began
        while waiting and time.monotonic() - began < GIVES_UP:
            await asyncio.sleep(LOOK)
            for party in [each for each in waiting if each.went_on > began]:
                waiting.remove(party)
                last = max(last, party.went_on)
                late += party.went_on - began > GOES_ON
        return late + len(waiting), last if not waiting else began + GIVES_UP

    def _since(self, seconds: float, late: int) -> Kill:
        now, before = self._tally, self._before
        errors = {status: count for status, count in now.answers.items() if status >= SERVER_ERROR}
        kill = Kill(
            round(seconds, 2),
            late,
            now.moves - before.history,
            now.games - before.games,
            now.lost - before.lost,
            now.doubled - before.doubled,
            now.answers[503] - before.answers[503],
            sum(errors.values()) - now.answers[503] - before.answers[500],
            round(os.getloadavg()[0], 1),
        )
        self._before = Tally(now.moves, now.games, now.lost, now.doubled)
        self._before.answers[503] = now.answers[503]
        self._before.answers[500] = sum(errors.values()) - now.answers[503]
        return kill


def read(kind: str) -> list[dict[str, str]]:
    path = FOLDER / f"{kind}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write(kind: str, kill: Kill) -> None:
    path: Path = FOLDER / f"{kind}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(field.name for field in fields(Kill))
        writer.writerow(astuple(kill))


def summary() -> str:
    """The figures of all runs."""
    columns = (
        "what",
        "times",
        "moves acknowledged",
        "lost",
        "made twice",
        "games held against the store",
        "seconds until every table went on: median, 95 %, most",
        f"tables that took longer than {GOES_ON:.0f} s",
        "answers of 503",
        "of 500 and others above",
    )
    rows = []
    for kind, name in KINDS.items():
        if kills := read(kind):
            rows.append(told(name, kills))
    return figures.table(columns, rows)


def told(name: str, kills: Sequence[dict[str, str]]) -> list[str]:
    """The line of some kills."""
    seconds = [float(kill["seconds"]) for kill in kills]
    slow = (
        quantiles(seconds, n=TWENTIETHS, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    )
    sums = {
        counted: f"{sum(int(kill[counted]) for kill in kills):,}"
        for counted in ("moves", "lost", "doubled", "games", "late", "put_off", "errors")
    }
    counted = [sums[each] for each in ("moves", "lost", "doubled", "games")]
    long = f"{median(seconds):.1f}, {slow:.1f}, {max(seconds):.1f}"
    refused = [sums[each] for each in ("late", "put_off", "errors")]
    return [name, f"{len(kills):,}", *counted, long, *refused]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.kills", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--kills", type=int, required=True, help="how many there are to be")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", default=str(time.time_ns()))
    given = parser.parse_args()
    asyncio.run(Soak(given.kind, given.tables, given.seed).run(given.kills))
    figures.put("kills", summary())


if __name__ == "__main__":
    main()
