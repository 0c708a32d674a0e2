"""A rolling restart under load, in the two ways there are: people play on, and lose nothing.

    python -m soak.rolling --rounds 10

*Servers*: two of them on one PostgreSQL, behind nginx. One after the other gets SIGTERM, is waited
for and started anew; each has to end with code 0 within ten seconds. *Workers*: one command,
`matchwood serve --workers 2`, with all its limits. SIGHUP replaces both, one after the other.

People, alone with a bot and in pairs, follow their tables and send moves meanwhile. Nobody may lose
a move or see one made twice, and no answer may be an error.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import httpx
from tests.server.run.test_workers import Running as Command
from tests.server.run.test_workers import running
from tests.support.nginx import Nginx, why_none
from tests.support.postgres import a_postgres

from matchwood.server.storage.engines import parse_store_url
from matchwood.server.storage.store import Store
from soak.figures import put, table
from soak.players import Party, Proxy, Tally
from soak.serving import Running, running_at

PROCESSES = 2
TABLES = {"servers": 20, "workers": 10}
"""The command that people start keeps its limits, and all who play here have one address."""
BETWEEN = 3.0
"""Seconds for which all are there before the next restart."""
GIVES_UP = 60.0
LOOK = 0.05
FIRST_FAULT = 500


@dataclass(frozen=True)
class Restart:
    """Duration and exit code of one restart."""

    ended: float
    """Seconds until what was asked to end had ended."""
    code: int | None
    """Its exit code; nobody but their parent is told that of workers."""
    pause: float
    """Seconds until the last table had gone on since."""


class Site(Protocol):
    """Servers that can be restarted a part at a time."""

    url: str
    restarts_a_round: int

    def end_one(self) -> int | None:
        """Have one part end, or all of them one after the other; its exit code."""

    def bring_back(self) -> None: ...

    @property
    def faults(self) -> list[str]:
        """The lines of all logs that tell of a fault."""


class Servers:
    """Two servers behind nginx, restarted by whoever looks after them."""

    restarts_a_round = PROCESSES

    def __init__(self, url: str, servers: list[Running]) -> None:
        self.url = url
        self._servers = servers

    @classmethod
    @contextmanager
    def running(cls, place: str, folder: Path) -> Iterator[Servers]:
        servers = [running_at(place, folder / str(number)) for number in range(PROCESSES)]
        (folder / "nginx").mkdir()
        try:
            for server in servers:
                server.start()
            with Nginx(folder / "nginx", [server.port for server in servers]) as proxy:
                yield cls(proxy.url, servers)
        finally:
            for server in servers:
                server.kill()

    def end_one(self) -> int | None:
        self._servers.append(self._servers.pop(0))
        return self._servers[-1].end()

    def bring_back(self) -> None:
        self._servers[-1].start()

    @property
    def faults(self) -> list[str]:
        return [line for server in self._servers for line in server.errors]


class Workers:
    """One command with two workers, which it replaces by itself."""

    restarts_a_round = 1

    def __init__(self, command: Command) -> None:
        self.url = command.url
        self._command = command

    @classmethod
    @contextmanager
    def running(cls, place: str, _: Path) -> Iterator[Workers]:
        with running("--store", place, "--workers", str(PROCESSES)) as command:
            yield cls(command)

    def end_one(self) -> int | None:
        """Have the workers replaced: the old ones are gone, and their successors in their place."""
        before = self._command.workers()
        self._command.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + GIVES_UP
        while time.monotonic() < end:
            now = self._command.workers()
            if len(now) == PROCESSES and not now & before:
                return None
            time.sleep(LOOK)
        raise RuntimeError("the workers are not replaced")

    def bring_back(self) -> None:
        """Do nothing: the command has replaced them already."""

    @property
    def faults(self) -> list[str]:
        """They are known when it has ended; a worker that ends by itself is one too."""
        code, told = self._command.end()
        assert code == 0, told
        return [line for line in told.splitlines() if " ERROR " in line or "has ended" in line]


WAYS = {"servers": Servers, "workers": Workers}


class Rolling:
    def __init__(self, way: str) -> None:
        self._way = way
        self._tables = TABLES[way]
        self.restarts: list[Restart] = []
        self.tally = Tally()
        self.faults: list[str] = []

    async def run(self, place: str, rounds: int) -> None:
        store = await Store.open(parse_store_url(place))
        try:
            with (
                tempfile.TemporaryDirectory() as folder,
                WAYS[self._way].running(place, Path(folder)) as site,
            ):
                await self._play(site, rounds, store)
                self.faults = site.faults
        finally:
            await store.close()

    async def _play(self, site: Site, rounds: int, store: Store) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(
            limits=limits, timeout=GIVES_UP, trust_env=False, verify=False
        ) as http:
            proxy = Proxy([site.url])
            parties = [Party(proxy, http, store, self.tally, str(n)) for n in range(self._tables)]
            async with asyncio.TaskGroup() as tasks:
                for number, party in enumerate(parties):
                    tasks.create_task(party.play(people=1 + number % 2))
                await self._all_go_on(parties, time.monotonic())
                for _ in range(rounds * site.restarts_a_round):
                    await asyncio.sleep(BETWEEN)
                    await self._restart(site, parties)
                await asyncio.sleep(BETWEEN)
                for party in parties:
                    party.stopping.set()

    async def _restart(self, site: Site, parties: list[Party]) -> None:
        began = time.monotonic()
        going_on = asyncio.create_task(self._all_go_on(parties, began))
        code = await asyncio.to_thread(site.end_one)
        ended = time.monotonic() - began
        await asyncio.to_thread(site.bring_back)
        pause = await going_on
        self.restarts.append(Restart(ended, code, pause))
        print(self.restarts[-1], f"{self.tally.moves:,} moves so far", flush=True)

    async def _all_go_on(self, parties: list[Party], began: float) -> float:
        """Wait until something has happened at every table since; how long that took."""
        waiting = set(parties)
        while waiting and time.monotonic() - began < GIVES_UP:
            await asyncio.sleep(LOOK)
            waiting = {party for party in waiting if party.went_on <= began}
        return time.monotonic() - began

    def told(self) -> list[object]:
        """The column of this way."""
        errors = {s: n for s, n in self.tally.answers.items() if s >= FIRST_FAULT}
        codes = sorted({each.code for each in self.restarts if each.code is not None})
        return [
            len(self.restarts),
            self._tables,
            f"{self.tally.moves:,}",
            f"{self.tally.games:,}",
            self.tally.lost,
            self.tally.doubled,
            sum(errors.values()),
            len(self.faults),
            ", ".join(map(str, codes)) or "not seen",
            _spread([each.ended for each in self.restarts]),
            _spread([each.pause for each in self.restarts]),
        ]


ROWS = (
    "restarts",
    "tables",
    "moves that were acknowledged",
    "games held against the log of the store",
    "acknowledged moves that were lost",
    "moves that were made twice",
    "answers of 500 or above that players got",
    "faults in the servers’ logs",
    "exit codes",
    "seconds until what was asked to end had ended, median and longest",
    "seconds until every table had gone on, median and longest",
)


def _spread(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.rolling", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="each restarts both processes")
    parser.add_argument("--try", dest="trying", action="store_true", help="write no figures")
    chosen = parser.parse_args()
    if reason := why_none():
        raise SystemExit(f"This cannot be measured: {reason}.")
    found = [Rolling(way) for way in WAYS]
    for rolling in found:
        with a_postgres() as postgres, postgres.database() as url:
            place = url.set(drivername="postgresql").render_as_string(hide_password=False)
            asyncio.run(rolling.run(place, chosen.rounds))
        for wrong in (*rolling.tally.wrong, *rolling.faults[:10]):
            print(wrong)
        print(f"Answers, by status: {dict(rolling.tally.answers)}")
    columns = ("what", "two servers behind nginx, SIGTERM", "two workers of one command, SIGHUP")
    text = table(columns, zip(ROWS, *(rolling.told() for rolling in found), strict=True))
    print(text)
    if not chosen.trying:
        put("rolling", text)


if __name__ == "__main__":
    main()
