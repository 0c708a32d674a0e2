"""The table in the browser under load: many tables, many who watch, and how long people wait.

The server runs in a process of its own; this one is all the players and their browsers.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from rich.console import Console
from soak.serving import Running, running

from bench.move import cost_of_views
from bench.report import Table
from bench.targets import Target, at_most, target_table
from bench.timing import ROUNDS, Spread
from bench.wire import PACKED, Ear, Line, Refused
from matchwood.server.pages.assets import address_of_ours, address_of_script, needed_scripts

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
TABLES, PACE = 200, 2.0
"""Number of tables at once, and the seconds after which each sees the next move."""
WATCHERS, WATCHED_PACE = 1000, 1.0
CROWD_SECONDS, WATCHED_SECONDS = 30, 20
LOAD_ROUNDS = 3
"""Into so many parts a run is cut; each has its own figures."""
GRACE = 5.0
"""Seconds that the last events may take to come."""
MILLISECONDS = 1e3
KILOBYTES = 1e-3
SCRIPTS = (
    *map(address_of_ours, ("matchwood.css", "table.css")),
    *map(address_of_script, (*needed_scripts(), "enlarge.js")),
)
"""Files that a table's page loads before anyone does anything at it."""
MOST_MOVES = 150
"""Number of moves into a game up to which its page is looked at."""
LOOKED_AT = 10
"""After so many moves its page is looked at again."""

MOST_MILLISECONDS = {"tables": 100, "watchers": 500, "page": 300}
MOST_KILOBYTES = {"move": 6, "end": 10, "page": 25, "scripts": 70}
MOVES_WEIGHED = 120
"""So many moves of each game are made in a round; before that, a few to get warm."""
WARMING = 20
MOST_SECONDS_TO_START = 3.0
SECONDS_BETWEEN_QUESTIONS = 600
"""A browser opens a new connection where an old one was closed; the load keeps its own."""


server = partial(running, kept_open=SECONDS_BETWEEN_QUESTIONS)
"""A server with a store of its own, in a process of its own."""


# Players


@dataclass
class Couple:
    """Two players with a browser each, at a table of their own."""

    game: str
    table: str
    lines: list[Line]
    ears: list[Ear]
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each move was sent, and how long the other browser waited for it."""
    moves: int = 0
    refused: int = 0

    @classmethod
    async def sit_down(cls, port: int, game: str) -> Couple:
        lines = [Line(port), Line(port)]
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "link"}]
        opened = await lines[0].tell("/api/tables", game=game, seats=seats, patience=0)
        lines[0].token = opened["token"]
        path = f"/api/tables/{opened['table']}"
        sat = await lines[1].tell(f"{path}/sit", name="Ben", invite=opened["invite"])
        lines[1].token = sat["token"]
        for line in lines:
            await line.tell(f"{path}/deal")
        ears = [Ear(Line(port, line.token)) for line in lines]
        return cls(game, opened["table"], lines, ears)

    async def move(self, choose: random.Random) -> bool:
        """Make a random move, if the game is not over, and see it come to the other browser."""
        offered = [ear.offers() for ear in self.ears]
        if not any(offered):
            return False
        seat = 0 if offered[0] else 1
        ear, offers = self.ears[seat], offered[seat]
        sent = time.perf_counter()
        chosen = {"move": choose.choice(offers), "after": ear.seq}
        self.moves += 1
        try:
            seq = (await self.lines[seat].tell(f"/api/tables/{self.table}/moves", **chosen))["seq"]
        except Refused:
            self.refused += 1
            return False
        await _heard(self.ears[1 - seat], seq)
        self.waits.append((sent, self.ears[1 - seat].arrivals[seq] - sent))
        await _heard(ear, seq)
        return True

    @property
    def is_over(self) -> bool:
        return not any(ear.offers() for ear in self.ears)

    def listening(self) -> list[asyncio.Task[None]]:
        path = f"/t/{self.table}/stream"
        return [asyncio.create_task(ear.listen(path)) for ear in self.ears]


async def _heard(ear: Ear, seq: int) -> None:
    while seq not in ear.arrivals:
        ear.came.clear()
        await asyncio.wait_for(ear.came.wait(), GRACE)


# What a move costs


async def moves_of(game: str, measured: Running) -> tuple[float, list[int], list[int]]:
    """Milliseconds of a core for each move at a table of two, and the bytes of each event: while
    the game goes on, and of its end, which tells the whole story and shows the last move first."""
    choose = random.Random(game)
    spent, moves, sizes, ends = 0.0, 0, list[int](), list[int]()
    await _play(await Couple.sit_down(measured.port, game), choose, WARMING)
    while moves < MOVES_WEIGHED:
        couple = await Couple.sit_down(measured.port, game)
        before = measured.core_seconds
        await _play(couple, choose, MOVES_WEIGHED - moves)
        spent += measured.core_seconds - before
        moves += couple.moves
        # The first event is the whole page, for someone who has just come.
        last = couple.moves if couple.is_over else None
        for ear in couple.ears:
            sizes += ear.sizes[1:last]
            ends += ear.sizes[last:] if last else []
    return spent / moves * MILLISECONDS, sizes, ends


async def _play(couple: Couple, choose: random.Random, most: int) -> None:
    tasks = couple.listening()
    await asyncio.gather(*(_heard_first(ear) for ear in couple.ears))
    while couple.moves < most and await couple.move(choose):
        pass
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def cost_of_moves() -> tuple[Table, list[Target]]:
    rows, largest, ends = [], [], []
    for game in GAMES:
        found = []
        for _ in range(LOAD_ROUNDS):
            with server() as measured:
                found.append(asyncio.run(moves_of(game, measured)))
        cost = Spread.of([spent for spent, _, _ in found])
        sizes = [size * KILOBYTES for _, each, _ in found for size in each]
        most = Spread.of([max(each) * KILOBYTES for _, each, _ in found])
        ended = [max(each) * KILOBYTES for _, _, each in found if each]
        rows.append((game, str(cost), f"{statistics.mean(sizes):.1f}", str(most)))
        largest.append(most)
        ends += [Spread.of(ended)] if ended else []
    note = (
        "Two players with a browser each: milliseconds of a core at the server, the network and "
        "the disk included, and what bots think of games that end meanwhile; packed events. What "
        "is wanted of the cost is weighed by bench/move.py."
    )
    columns = ("game", "ms of a core a move", "mean kB an event", "largest kB")
    targets = [
        at_most(told, max(sizes, key=lambda most: most.median), MOST_KILOBYTES[kind])
        for kind, told, sizes in (
            ("move", "the largest event of a move to one viewer, kB", largest),
            ("end", "the largest event of the last move, kB", ends),
        )
    ]
    return Table("What a move costs", note, columns, rows), targets


# Many tables


async def crowd(port: int) -> list[Couple]:
    """Many tables at once, a move every so often at each, for a while."""
    couples = [await Couple.sit_down(port, GAMES[number % len(GAMES)]) for number in range(TABLES)]
    tasks = [task for couple in couples for task in couple.listening()]
    await asyncio.gather(*(_heard_first(ear) for couple in couples for ear in couple.ears))
    await asyncio.sleep(PACE)
    end = time.perf_counter() + CROWD_SECONDS
    await asyncio.gather(*(_keep_playing(couple, end) for couple in couples))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return couples


async def _heard_first(ear: Ear) -> None:
    await asyncio.wait_for(ear.came.wait(), 10 * GRACE)


async def _keep_playing(couple: Couple, end: float) -> None:
    choose = random.Random(couple.table)
    due = time.perf_counter() + choose.uniform(0, PACE)
    while due < end:
        await asyncio.sleep(due - time.perf_counter())
        if not await couple.move(choose):
            return
        due += PACE


def by_round(waits: Sequence[tuple[float, float]]) -> list[list[float]]:
    """The waits in milliseconds, cut into parts by when they began."""
    began = min(sent for sent, _ in waits)
    length = (max(sent for sent, _ in waits) - began) / LOAD_ROUNDS + 1e-9
    rounds: list[list[float]] = [[] for _ in range(LOAD_ROUNDS)]
    for sent, wait in waits:
        rounds[int((sent - began) / length)].append(wait * MILLISECONDS)
    return rounds


def ninety_nine(waits: Sequence[float]) -> float:
    return statistics.quantiles(waits, n=100)[-1]


def many_tables() -> tuple[list[tuple[str, ...]], list[Target]]:
    with server() as measured:
        couples = asyncio.run(crowd(measured.port))
    rounds = by_round([wait for couple in couples for wait in couple.waits])
    slow = Spread.of([ninety_nine(each) for each in rounds])
    moves = sum(couple.moves for couple in couples)
    refused = sum(couple.refused for couple in couples)
    row = (
        f"{TABLES} tables, {2 * TABLES} seats, a move per table every {PACE:g} s",
        f"{moves - refused} of {moves}",
        str(Spread.of([statistics.median(each) for each in rounds])),
        str(slow),
    )
    what = f"{TABLES} tables: 99 % of moves at the other browser, ms"
    return [row], [at_most(what, slow, MOST_MILLISECONDS["tables"])]


# Many who watch


async def watchers(port: int) -> tuple[list[list[float]], int, int]:
    """The waits of each move for all who watch, and how many events came of how many."""
    couple = await Couple.sit_down(port, GAMES[0])
    watchers = [Ear(Line(port)) for _ in range(WATCHERS)]
    path = f"/t/{couple.table}/stream"
    tasks = couple.listening()
    for ear in watchers:
        tasks.append(asyncio.create_task(ear.listen(path)))
    await asyncio.gather(*(_heard_first(ear) for ear in (*couple.ears, *watchers)))
    choose = random.Random(0)
    moves: list[tuple[float, int]] = []
    due = time.perf_counter()
    for _ in range(int(WATCHED_SECONDS / WATCHED_PACE)):
        await asyncio.sleep(due - time.perf_counter())
        sent = time.perf_counter()
        if not await couple.move(choose):
            break
        moves.append((sent, max(ear.seq for ear in couple.ears)))
        due += WATCHED_PACE
    await asyncio.gather(*(_heard(ear, moves[-1][1]) for ear in watchers))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits = [
        (sent, ear.arrivals[seq] - sent)
        for sent, seq in moves
        for ear in watchers
        if seq in ear.arrivals
    ]
    return by_round(waits), len(waits), len(moves) * WATCHERS


def many_watchers() -> tuple[list[tuple[str, ...]], list[Target]]:
    with server() as measured:
        rounds, came, expected = asyncio.run(watchers(measured.port))
    slow = Spread.of([ninety_nine(each) for each in rounds])
    row = (
        f"{WATCHERS:,} who watch one table, a move every {WATCHED_PACE:g} s",
        f"{came:,} of {expected:,}",
        str(Spread.of([statistics.median(each) for each in rounds])),
        str(slow),
    )
    what = f"{WATCHERS:,} who watch: 99 % of events, ms"
    return [row], [at_most(what, slow, MOST_MILLISECONDS["watchers"])]


# The first picture


async def pages(port: int) -> dict[str, tuple[Spread, Spread]]:
    """By game and how far into it: the kilobytes of the page, and the milliseconds it took."""
    found = {}
    for game in GAMES:
        couple = await Couple.sit_down(port, game)
        found[f"{game}, at the start"] = await _page(couple)
        tasks = couple.listening()
        await asyncio.gather(*(_heard_first(ear) for ear in couple.ears))
        choose = random.Random(game)
        while couple.moves < MOST_MOVES and await couple.move(choose):
            if couple.moves % LOOKED_AT == 0:
                late = await _page(couple)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        found[f"{game}, after {couple.moves // LOOKED_AT * LOOKED_AT} moves"] = late
    return found


async def _page(couple: Couple) -> tuple[Spread, Spread]:
    """The larger page, of the two players: that of the one to move, as it lists the moves."""
    found = [await _page_of(line, couple.table) for line in couple.lines]
    return max(found, key=lambda page: page[0].median)


async def _page_of(line: Line, table: str) -> tuple[Spread, Spread]:
    sizes, waits = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        sizes.append(len(await line.ask("GET", f"/t/{table}", more=PACKED)) * KILOBYTES)
        waits.append((time.perf_counter() - began) * MILLISECONDS)
    return Spread.of(sizes), Spread.of(waits)


def first_pictures() -> tuple[Table, list[Target]]:
    with server() as measured:
        found = asyncio.run(pages(measured.port))
        scripts = asyncio.run(_scripts(measured.port))
    rows = [(name, str(size), str(wait)) for name, (size, wait) in found.items()]
    largest = max((size for size, _ in found.values()), key=lambda size: size.median)
    slowest = max((wait for _, wait in found.values()), key=lambda wait: wait.median)
    note = "The page of a table for the player to move, from a warm server, packed."
    targets = [
        at_most("the largest first page of a table, kB", largest, MOST_KILOBYTES["page"]),
        at_most("the slowest first page of a table, ms", slowest, MOST_MILLISECONDS["page"]),
        at_most("script and style together, kB", scripts, MOST_KILOBYTES["scripts"]),
    ]
    return Table("The first picture", note, ("page", "kB", "ms"), rows), targets


async def _scripts(port: int) -> Spread:
    line = Line(port)
    size = sum([len(await line.ask("GET", path)) for path in SCRIPTS])
    line.close()
    return Spread.of([size * KILOBYTES])


# Starting


def start() -> tuple[Table, list[Target]]:
    waits = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        with server():
            waits.append(time.perf_counter() - began)
    wait = Spread.of(waits)
    note = "From starting the process until it is ready, everything compiled before."
    table = Table("Starting the server", note, ("what", "seconds"), [("ready", str(wait))])
    target = at_most("server start, s", wait, MOST_SECONDS_TO_START)
    return table, [target]


def under_load() -> tuple[list[Table], list[Target]]:
    """The table in the browser, as a part of the benchmark."""
    pictures, targets = first_pictures()  # It compiles what is not compiled yet.
    views, made = cost_of_views()
    costs, dear = cost_of_moves()
    crowded, wanted = many_tables()
    watched, more = many_watchers()
    started, most = start()
    note = (
        "From sending a move to the event at other browsers; load and server share the cores. "
        f"Each figure is of a part of the run, {LOAD_ROUNDS} of them: median (lowest–highest)."
    )
    columns = ("load", "came", "median ms", "99 % ms")
    loaded = Table("The table under load", note, columns, [*crowded, *watched])
    tables = [views, costs, loaded, pictures, started]
    return tables, [*made, *dear, *wanted, *more, *targets, *most]


def main() -> None:
    console = Console()
    tables, targets = under_load()
    for table in (*tables, target_table(targets)):
        table.show(console)


if __name__ == "__main__":
    main()
