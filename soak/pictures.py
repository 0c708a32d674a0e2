"""Others' views beside floods of pictures: how much longer pages and moves take, in one run.

    python -m soak.pictures --seconds 15

Several addresses each ask as often as the limits allow, for pictures that were never drawn before
or for all their games. Meanwhile someone else, at an address of their own, loads a page and makes a
move, again and again; before each flood they do so in peace. Server, drawing and load share the
cores of this machine, so let nothing else run. It needs the addresses of 127.0.0.0/8, as Linux has
them.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from matchwood.printing import papers
from matchwood.server.http.limits import Limits
from soak.figures import put, table
from soak.serving import HOST, Running, running

FLOODERS = 4
"""Addresses that flood."""
FINISHED = 2
"""Games that each of them has played to the end."""
MOST_MOVES = 40
SECONDS = 15.0
TURNS = 3
"""Number of turns that peace and flood take."""
PAUSE = 0.2
"""Between two looks of the one who is measured."""
SECONDS_AT_MOST = 120.0
MILLISECONDS = 1e3
SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "screen", "name": "Ada"}]
GAMES = ("baguettes", "colorfox")
LANGUAGES = ("en", "fr", "de")


class Busy(Exception):
    """The server refused, which it may."""


@dataclass
class Asker:
    """Someone at an address of their own."""

    port: int
    address: str
    token: str = ""
    playing: str = ""
    """Their game that goes on."""
    answers: Counter[int] = field(default_factory=Counter)

    async def ask(
        self, method: str, path: str, data: object = None, language: str = "en"
    ) -> tuple[int, bytes]:
        """The status of an answer, and its body."""
        body = b"" if data is None else json.dumps(data).encode()
        held = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{held}"
            f"Accept-Language: {language}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(
            HOST, self.port, local_addr=(self.address, 0)
        )
        try:
            writer.write(head.encode() + body)
            answer = await asyncio.wait_for(reader.read(), SECONDS_AT_MOST)
        finally:
            writer.close()
        status = int(answer[9:12]) if answer else 0
        self.answers[status] += 1
        return status, answer.partition(b"\r\n\r\n")[2]

    async def told(self, method: str, path: str, data: object = None) -> Any:
        """The JSON of an answer, which may come only after a while if there were too many."""
        while True:
            status, body = await self.ask(method, path, data)
            if status == 429:
                await asyncio.sleep(1)
            elif status >= 400:
                raise Busy(body)
            else:
                return json.loads(body)

    async def sit_down(self, game: str) -> str:
        opened = await self.told("POST", "/api/tables", {"game": game, "seats": SEATS})
        self.token = opened["token"] or self.token
        await self.told("POST", f"/api/tables/{opened['table']}/deal", {})
        return str(opened["table"])

    async def move(self, name: str) -> bool:
        """Make a move for whoever's turn it is; false if the game is over."""
        view = await self.told("GET", f"/api/tables/{name}")
        if view["to_move"] is None:
            return False
        offers = await self.told("GET", f"/api/tables/{name}/legal?seat={view['to_move']}")
        if not offers:  # It has moved on meanwhile.
            return True
        move = {"move": offers[len(offers) // 2]["move"], "after": view["seq"]}
        await self.told("POST", f"/api/tables/{name}/moves", move)
        return True

    async def finished(self, game: str) -> str:
        """A game that was played, and ended."""
        name = await self.sit_down(game)
        for _ in range(MOST_MOVES):
            if not await self.move(name):
                return name
        with suppress(Busy):  # The last of these moves may have ended it.
            await self.told("POST", f"/api/tables/{name}/end", {})
        return name


Flood = Callable[[Asker, list[str], int], Awaitable[object]]


async def moves(asker: Asker, _: list[str], number: int) -> None:
    """For comparison with stills: the moves alone."""
    if number % 4 == 1:
        asker.playing = asker.playing or await asker.sit_down("baguettes")
        with suppress(Busy):
            if not await asker.move(asker.playing):
                asker.playing = ""


async def stills(asker: Asker, tables: list[str], number: int) -> None:
    """The board of a game that goes on: every fourth request is for a picture, the others make the
    move that changes it."""
    await moves(asker, tables, number)
    if number % 4 == 0 and asker.playing:
        await asker.ask("GET", f"/t/{asker.playing}/picture.png")


async def animations(asker: Asker, tables: list[str], number: int) -> None:
    name, language = tables[number % len(tables)], LANGUAGES[number // len(tables) % 3]
    await asker.ask("GET", f"/t/{name}/picture.gif", language=language)


async def drawings(asker: Asker, tables: list[str], number: int) -> None:
    """Boards after all moves, by day and by night."""
    name, theme = tables[number % len(tables)], ("light", "dark")[number % 2]
    await asker.ask("GET", f"/t/{name}/picture.svg?move={number % MOST_MOVES}&theme={theme}")


async def games_as_file(asker: Asker, _: list[str], __: int) -> None:
    await asker.ask("GET", "/mine.zip")


SIZES = ["x".join(size) for size in itertools.product("23456", repeat=3)]
CHOICES = list(itertools.product(SIZES, papers.PAPERS, papers.CUTS, papers.BACKS, LANGUAGES))
"""Choices of sheets to print, which all differ."""


async def prints(asker: Asker, _: list[str], number: int) -> None:
    """Sheets to print, of other choices each time."""
    first = int(asker.address.rpartition(".")[2])
    size, paper, cut, backs, language = CHOICES[(first + number * FLOODERS) % len(CHOICES)]
    choices = f"size={size}&sticks=1&paper={paper}&cut={cut}&backs={backs}"
    await asker.ask("GET", f"/print/baguettes.pdf?{choices}", language=language)


FLOODS: dict[str, Flood] = {
    "moves, for comparison": moves,
    "moves and PNG": stills,
    "GIF": animations,
    "SVG": drawings,
    "PDF": prints,
    "`/mine.zip`": games_as_file,
}


@asynccontextmanager
async def flooded(flood: Flood, askers: list[Asker], own: list[list[str]]) -> AsyncIterator[None]:
    """While this lasts, each address asks as often as it may, whether or not it is answered."""
    under_way: set[asyncio.Task[None]] = set()
    counted = [itertools.count() for _ in askers]

    async def send(asker: Asker, tables: list[str], number: int) -> None:
        try:
            await flood(asker, tables, number)
        except (OSError, TimeoutError):
            asker.answers[0] += 1

    async def keep_asking(asker: Asker, tables: list[str], numbers: Iterator[int]) -> None:
        while True:
            task = asyncio.create_task(send(asker, tables, next(numbers)))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            await asyncio.sleep(1 / Limits().requests)

    keeping = [
        asyncio.create_task(keep_asking(asker, tables, numbers))
        for asker, tables, numbers in zip(askers, own, counted, strict=True)
    ]
    try:
        yield
    finally:
        for task in [*keeping, *under_way]:
            task.cancel()
        await asyncio.gather(*keeping, *under_way, return_exceptions=True)


@dataclass
class Waits:
    """Waiting times for pages and for moves, in milliseconds."""

    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)


async def look(anna: Asker, seconds: float, waits: Waits) -> None:
    """Load pages and make moves for so long; at one table, as only some may be unfinished."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        name = anna.playing = anna.playing or await anna.sit_down("baguettes")
        began = time.perf_counter()
        status, _ = await anna.ask("GET", f"/t/{name}")
        assert status == 200, status
        waits.pages.append(MILLISECONDS * (time.perf_counter() - began))
        view = await anna.told("GET", f"/api/tables/{name}")
        legal = await anna.told("GET", f"/api/tables/{name}/legal?seat={view['to_move']}")
        move = {"move": legal[0]["move"], "after": view["seq"]}
        began = time.perf_counter()
        await anna.told("POST", f"/api/tables/{name}/moves", move)
        waits.moves.append(MILLISECONDS * (time.perf_counter() - began))
        if (await anna.told("GET", f"/api/tables/{name}"))["to_move"] is None:
            anna.playing = ""
        await asyncio.sleep(PAUSE)


def _row(flood: str, quiet: Waits, beside: Waits, answers: Counter[int]) -> tuple[str, ...]:
    def pair(before: list[float], then: list[float]) -> Iterator[str]:
        """Medians, and times that are exceeded once in twenty."""
        for of in (statistics.median, lambda waits: statistics.quantiles(waits, n=20)[-1]):
            first, second = of(before), of(then)
            yield f"{first:.1f}, {second:.1f} ({second / first:.2f} times)"

    told = ", ".join(
        f"{number} of {status or 'none'}" for status, number in sorted(answers.items())
    )
    return (flood, *pair(quiet.pages, beside.pages), *pair(quiet.moves, beside.moves), told)


COLUMNS = (
    "flood",
    "ms for a page in peace, beside it: median",
    "95 %",
    "for a move: median",
    "95 %",
    "what the flood was answered",
)


async def measure(server: Running, seconds: float, floods: Sequence[str]) -> list[tuple[str, ...]]:
    anna = Asker(server.port, "127.0.1.1")
    flooders = [Asker(server.port, f"127.0.2.{number + 1}") for number in range(FLOODERS)]

    async def play(asker: Asker) -> list[str]:
        return [await asker.finished(GAMES[number % 2]) for number in range(FINISHED)]

    own = await asyncio.gather(*map(play, flooders))
    rows = []
    for name in floods:
        quiet, beside = Waits(), Waits()
        for flooder in flooders:
            flooder.answers.clear()
        for _ in range(TURNS):
            await look(anna, seconds / TURNS, quiet)
            async with flooded(FLOODS[name], flooders, own):
                await look(anna, seconds / TURNS, beside)
        answers = sum((flooder.answers for flooder in flooders), Counter[int]())
        rows.append(_row(name, quiet, beside, answers))
        print(*rows[-1], sep=" | ", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.pictures", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--flood", choices=FLOODS, help="only this one, and write no document")
    chosen = parser.parse_args()
    floods = [chosen.flood] if chosen.flood else list(FLOODS)
    with running(limited=True) as server:
        rows = asyncio.run(measure(server, chosen.seconds, floods))
        errors = server.errors
    if chosen.flood:
        return
    text = (
        f"{FLOODERS} addresses, each with {Limits().requests:g} requests a second; "
        f"{os.cpu_count()} cores for all. Faults in the server’s log: {len(errors)}."
    )
    put("pictures", f"{text}\n\n{table(COLUMNS, rows)}")


if __name__ == "__main__":
    main()
