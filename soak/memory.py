"""Eight hours of a club in fifteen minutes: does memory stay as it is, and do idle tables leave?

    python -m soak.memory --minutes 15

All clocks of the server run 32 times as fast. Visitors come one after the other: couples with two
browsers, people against bots, people who look around, load pages and take their games along. All
of them are new, with tokens of their own, and leave for good. In the end nobody is there any more.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass

from bench.table import GAMES, Couple
from bench.wire import Ear, Line, Refused

from soak.figures import put, table
from soak.serving import Running, running

HOURS = 8
VISITS_AT_ONCE = 10
MOST_MOVES = 80
"""Most moves of one game; then the couple leaves it unfinished, as people do."""
PAUSE = 0.05
SAMPLE_SECONDS = 5.0
SECONDS_TO_LEAVE = 60.0
MEGABYTES = 1e-6
LEVELS = ("random", "easy")
PAGES = ("/", "/rules/{game}", "/new/{game}", "/learn/{game}", "/mine", "/mine.zip", "/api/games")
PAGES_OF_TABLE = ("", "/board", "/picture.svg", "/replay", "/record")
MINUTE = 60


@dataclass
class Sample:
    minute: float
    megabytes: float
    tables: float
    streams: float


@dataclass
class Visits:
    """Counts of what has been done so far."""

    couples: int = 0
    alone: int = 0
    pages: int = 0
    moves: int = 0


async def visit(port: int, chance: random.Random, end: float, visits: Visits) -> None:
    """One visitor after the other."""
    while time.monotonic() < end:
        kind = chance.choice((_play_together, _play_together, _play_alone, _look_around))
        with suppress(Refused, TimeoutError, OSError, asyncio.IncompleteReadError):
            await kind(port, chance, visits)


async def _play_together(port: int, chance: random.Random, visits: Visits) -> None:
    couple = await Couple.sit_down(port, chance.choice(GAMES))
    tasks = couple.listening()
    try:
        await asyncio.gather(*(asyncio.wait_for(ear.came.wait(), 30) for ear in couple.ears))
        while couple.moves < MOST_MOVES and await couple.move(chance):
            await asyncio.sleep(PAUSE)
    finally:
        visits.couples += 1
        visits.moves += couple.moves
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in (*couple.lines, *(ear.line for ear in couple.ears)):
            line.close()


async def _play_alone(port: int, chance: random.Random, visits: Visits) -> None:
    game, line = chance.choice(GAMES), Line(port)
    bot = {"kind": "bot", "level": chance.choice(LEVELS)}
    seats = [{"kind": "me", "name": "Anna"}, bot]
    opened = await line.tell("/api/tables", game=game, seats=seats)
    line.token = opened["token"]
    path = f"/api/tables/{opened['table']}"
    await line.tell(f"{path}/deal")
    ear = Ear(Line(port, line.token))
    following = asyncio.create_task(ear.listen(f"/t/{opened['table']}/stream"))
    try:
        for _ in range(MOST_MOVES // 2):
            offers = ear.offers()
            if offers:
                move = chance.choice(offers)
                with suppress(Refused):
                    await line.tell(f"{path}/moves", move=move, after=ear.seq)
                    visits.moves += 1
            await asyncio.sleep(2 * PAUSE)
        with suppress(Refused):
            await line.tell(f"{path}/give-up")
        for page in PAGES_OF_TABLE:
            with suppress(Refused):
                await line.ask("GET", f"/t/{opened['table']}{page}")
    finally:
        visits.alone += 1
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        ear.line.close()
        line.close()


async def _look_around(port: int, chance: random.Random, visits: Visits) -> None:
    for _ in range(10):
        line = Line(port)
        with suppress(Refused):
            await line.ask("GET", chance.choice(PAGES).format(game=chance.choice(GAMES)))
        line.close()
        visits.pages += 1
        await asyncio.sleep(PAUSE)


async def soak(server: Running, minutes: float) -> tuple[list[Sample], Visits]:
    began = time.monotonic()
    end, visits, samples = began + minutes * MINUTE, Visits(), list[Sample]()
    tasks = [
        asyncio.create_task(visit(server.port, random.Random(number), end, visits))
        for number in range(VISITS_AT_ONCE)
    ]
    while time.monotonic() < end:
        await asyncio.sleep(SAMPLE_SECONDS)
        samples.append(await asyncio.to_thread(_sample, server, began))
    await asyncio.gather(*tasks)
    last = time.monotonic() + SECONDS_TO_LEAVE
    while samples[-1].tables and time.monotonic() < last:
        await asyncio.sleep(1)
        samples.append(await asyncio.to_thread(_sample, server, began))
    return samples, visits


def _sample(server: Running, began: float) -> Sample:
    return Sample(
        (time.monotonic() - began) / MINUTE,
        server.metric("process_resident_memory_bytes") * MEGABYTES,
        server.metric("matchwood_tables"),
        server.metric("matchwood_streams"),
    )


def told(samples: list[Sample], visits: Visits, minutes: float, quicker: float) -> str:
    rows = []
    for minute in range(int(minutes)):
        part = [each for each in samples if minute <= each.minute < minute + 1]
        if part:
            rows.append(
                (
                    minute + 1,
                    f"{(minute + 1) * quicker / MINUTE:.1f}",
                    f"{statistics.mean(each.megabytes for each in part):.0f}",
                    f"{statistics.mean(each.tables for each in part):.0f}",
                    f"{statistics.mean(each.streams for each in part):.0f}",
                )
            )
    third = minutes / 3
    middle, last = (
        statistics.mean(
            each.megabytes for each in samples if n * third <= each.minute < (n + 1) * third
        )
        for n in (1, 2)
    )
    done = (
        f"{visits.couples:,} couples, {visits.alone:,} people against bots, {visits.pages:,} "
        f"pages, {visits.moves:,} moves. The last third used {last:.0f} MB, the middle third "
        f"{middle:.0f} MB: {100 * (last / middle - 1):+.1f} %. When everyone had left, "
        f"{samples[-1].tables:.0f} tables and {samples[-1].streams:.0f} streams were left in "
        "memory."
    )
    columns = ("minute", "hour of the club", "MB", "tables in memory", "streams")
    return f"{done}\n\n{table(columns, rows)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.memory", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--try", dest="trying", action="store_true", help="write no figures")
    chosen = parser.parse_args()
    quicker = HOURS * MINUTE / chosen.minutes
    with running(quicker=quicker) as server:
        samples, visits = asyncio.run(soak(server, chosen.minutes))
        text = told(samples, visits, chosen.minutes, quicker)
        faults = server.errors
    print(text)
    for line in faults[:10]:
        print(line)
    if not chosen.trying:
        put("memory", text)


if __name__ == "__main__":
    main()
