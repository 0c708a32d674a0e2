"""A rolling restart under load: two servers on one PostgreSQL, behind nginx.

    python -m soak.rolling --rounds 10

People, alone with a bot and in pairs, follow their tables and send moves through nginx. One server
after the other gets SIGTERM, is waited for and started anew. Nobody may lose a move or see one made
twice, no answer may be an error, and each server has to end with code 0 within ten seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
from tests.support.nginx import Nginx, why_none
from tests.support.postgres import a_postgres

from matchwood.server.store import Store
from soak.figures import put, table
from soak.players import Party, Proxy, Tally
from soak.serving import Running, running_at

SERVERS = 2
TABLES = 20
BETWEEN = 3.0
"""Seconds for which both servers are there before the next one is restarted."""
GIVES_UP = 60.0
LOOK = 0.05
FIRST_FAULT = 500


@dataclass(frozen=True)
class Restart:
    """What came of one."""

    ended: float
    """Seconds from SIGTERM to the end of the process."""
    code: int
    pause: float
    """Seconds until the last table had gone on after SIGTERM."""


class Rolling:
    def __init__(self, place: str) -> None:
        self._place = place
        self.restarts: list[Restart] = []
        self.tally = Tally()
        self.faults: list[str] = []

    async def run(self, folder: Path, rounds: int, tables: int, store: Store) -> None:
        servers = [running_at(self._place, folder / str(number)) for number in range(SERVERS)]
        for server in servers:
            server.start()
        (folder / "nginx").mkdir()
        with Nginx(folder / "nginx", [server.port for server in servers]) as proxy:
            try:
                await self._play(proxy.url, servers, rounds, tables, store)
            finally:
                for server in servers:
                    self.faults += server.errors
                    server.kill()

    async def _play(
        self, site: str, servers: list[Running], rounds: int, tables: int, store: Store
    ) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(
            limits=limits, timeout=GIVES_UP, trust_env=False, verify=False
        ) as http:
            proxy = Proxy([site])
            parties = [Party(proxy, http, store, self.tally, str(n)) for n in range(tables)]
            async with asyncio.TaskGroup() as tasks:
                for number, party in enumerate(parties):
                    tasks.create_task(party.play(people=1 + number % 2))
                await self._all_go_on(parties, time.monotonic())
                for number in range(rounds * SERVERS):
                    await asyncio.sleep(BETWEEN)
                    await self._restart(servers[number % SERVERS], parties)
                await asyncio.sleep(BETWEEN)
                for party in parties:
                    party.stopping.set()

    async def _restart(self, server: Running, parties: list[Party]) -> None:
        began = time.monotonic()
        going_on = asyncio.create_task(self._all_go_on(parties, began))
        code = await asyncio.to_thread(server.end)
        ended = time.monotonic() - began
        await asyncio.to_thread(server.start)
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

    def told(self, tables: int) -> str:
        tally, restarts = self.tally, self.restarts
        errors = {s: n for s, n in tally.answers.items() if s >= FIRST_FAULT}
        codes = sorted({each.code for each in restarts})
        ended = [each.ended for each in restarts]
        pauses = [each.pause for each in restarts]
        rows = [
            ("tables", tables),
            ("moves that were acknowledged", f"{tally.moves:,}"),
            ("games held against the log of the store", f"{tally.games:,}"),
            ("acknowledged moves that were lost", tally.lost),
            ("moves that were made twice", tally.doubled),
            ("answers of 500 or above that players got", sum(errors.values())),
            ("faults in the servers’ logs", len(self.faults)),
            ("exit codes", ", ".join(map(str, codes))),
            ("seconds to end, median and longest", _spread(ended)),
            ("seconds until every table had gone on, median and longest", _spread(pauses)),
        ]
        return f"{len(restarts)} restarts.\n\n{table(('what', 'figure'), rows)}"


def _spread(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f}"


async def soak(place: str, rounds: int, tables: int) -> Rolling:
    from matchwood.server.databases import read_address

    store = await Store.open(read_address(place))
    rolling = Rolling(place)
    try:
        with tempfile.TemporaryDirectory() as folder:
            await rolling.run(Path(folder), rounds, tables, store)
    finally:
        await store.close()
    return rolling


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.rolling", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="each restarts both servers")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--try", dest="trying", action="store_true", help="write no figures")
    chosen = parser.parse_args()
    if reason := why_none():
        raise SystemExit(f"This cannot be measured: {reason}.")
    with a_postgres() as postgres, postgres.database() as url:
        place = url.set(drivername="postgresql").render_as_string(hide_password=False)
        rolling = asyncio.run(soak(place, chosen.rounds, chosen.tables))
    text = rolling.told(chosen.tables)
    print(text)
    for wrong in (*rolling.tally.wrong, *rolling.faults[:10]):
        print(wrong)
    print(f"Answers, by status: {dict(rolling.tally.answers)}")
    if not chosen.trying:
        put("rolling", text)


if __name__ == "__main__":
    main()
