"""People who play at several servers at once, and know what they were told.

Each follows a table by a stream at one of the servers, and sends each move to any of them, as
through a proxy that leaves out who does not answer until it is ready again. Whoever gets no answer
asks again, elsewhere, with the same `after`, until there is one. What was acknowledged is held
against the log when the game is over, so that nothing grows.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from matchwood.server.storage.store import Store
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.state import Table

GAME = "baguettes"
ME, LINK, BOT = (
    {"kind": "me", "name": "Anna"},
    {"kind": "link"},
    {"kind": "bot", "level": "random"},
)
PATIENCE = 0
"""No bot stands in for people, however long they are gone."""
THINKS = (1.0, 3.0)
"""For how many seconds a person thinks about a move."""
PAUSE = 0.2
"""Seconds before someone who got no answer asks again."""
MADE_ALREADY = "This move has already been made."
ANSWER = 4.0
"""After so many seconds without an answer the same is asked elsewhere."""
SILENCE = 20.0
"""After so many seconds without a heartbeat a stream is dead."""


@dataclass
class Tally:
    """Counts of what all people together were told, and of what became of it."""

    moves: int = 0
    """Acknowledged."""
    games: int = 0
    lost: int = 0
    doubled: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    """Number of answers by status."""
    wrong: list[str] = field(default_factory=list)


class Proxy:
    """Proxy that chooses which of the servers are asked."""

    def __init__(self, sites: Sequence[str]) -> None:
        self._up = dict.fromkeys(sites)

    def any(self, chance: random.Random) -> str:
        return chance.choice(list(self._up))

    def leave_out(self, site: str) -> None:
        """It did not answer; the last one is asked all the same."""
        if len(self._up) > 1:
            self._up.pop(site, None)

    def ask_again(self, site: str) -> None:
        self._up[site] = None


class Party:
    """A table, and after each game another, with its people; the rest of its chairs have bots."""

    def __init__(
        self, proxy: Proxy, http: httpx.AsyncClient, store: Store, tally: Tally, seed: str
    ) -> None:
        self._proxy = proxy
        self._http = http
        self._store = store
        self._tally = tally
        self._random = random.Random(seed)
        self.went_on = time.monotonic()
        """When something last happened here, by what its people saw."""
        self.stopping = asyncio.Event()

    async def play(self, people: int) -> None:
        """Play one game after the other."""
        while not self.stopping.is_set():
            chairs = [ME, *([LINK] if people > 1 else [BOT])]
            await self._play_game(chairs)

    async def _play_game(self, chairs: Sequence[dict[str, str]]) -> None:
        wanted = {"game": GAME, "seats": chairs, "patience": PATIENCE}
        opened = (await self._ask("POST", "/api/tables", None, wanted)).json()
        table = opened["table"]
        seated = [opened]
        if LINK in chairs:
            sit = {"name": "Ben", "invite": opened["invite"]}
            answer = await self._ask("POST", f"/api/tables/{table}/sit", None, sit)
            if answer.status_code != httpx.codes.CREATED:
                return  # The answer to an earlier try got lost: the chair is taken.
            seated.append(answer.json())
        people = [_Person(self, table, told["seats"][0], told["token"]) for told in seated]
        for person in people:
            await self._ask("POST", f"/api/tables/{table}/deal", person.token, {})
        playing = asyncio.gather(*(person.play() for person in people))
        stopping = asyncio.create_task(self.stopping.wait())
        both: list[asyncio.Future[Any]] = [playing, stopping]
        await asyncio.wait(both, return_when="FIRST_COMPLETED")
        stopping.cancel()
        if not playing.done():
            playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await self._compare(table, people)

    async def _compare(self, table: str, people: Sequence[_Person]) -> None:
        """Hold what was acknowledged against what is in the store."""
        log = await self._log(table)
        Table(table, log)  # Raises if the moves are not a game by the rules.
        self._tally.games += 1
        for person in people:
            made = [
                event.move
                for event in log
                if isinstance(event, Moved) and event.seat == person.seat
            ]
            told = person.acknowledged
            if made in (told, [*told, person.asked]):
                continue
            missing, extra = Counter(told) - Counter(made), Counter(made) - Counter(told)
            self._tally.lost += missing.total()
            self._tally.doubled += extra.total()
            self._tally.wrong.append(f"{table} seat {person.seat}: {told} but {made}")

    async def _log(self, table: str) -> list[Event]:
        while True:
            with suppress(Exception):
                return await self._store.log(table)
            await asyncio.sleep(PAUSE)

    async def _ask(
        self, method: str, path: str, token: str | None, data: object = None
    ) -> httpx.Response:
        """Ask any server until one has an answer."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        while True:
            site = self._proxy.any(self._random)
            try:
                answer = await self._http.request(method, site + path, json=data, headers=headers)
            except httpx.TransportError:
                self._proxy.leave_out(site)
                await asyncio.sleep(PAUSE)
                continue
            self._tally.answers[answer.status_code] += 1
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                return answer
            await asyncio.sleep(PAUSE)


class _Person:
    def __init__(self, party: Party, table: str, seat: int, token: str) -> None:
        self._party = party
        self._table = table
        self.seat = seat
        self.token = token
        self._seq = -1
        self._moved_after = -1
        """The `seq` of the view in which they last moved; another view may have the same, since
        people come and go."""
        self.acknowledged: list[str] = []
        self.asked: str | None = None
        """The move that was sent and has no answer yet."""

    async def play(self) -> None:
        """Follow the table and move whenever it is their turn, until the game is over."""
        async for view in self._views():
            if view["seq"] > self._seq:
                self._seq, self._party.went_on = view["seq"], time.monotonic()
            if view["phase"] == "over":
                return
            is_new = view["seq"] > self._moved_after
            if is_new and view["to_move"] == self.seat and view["offers"]:
                await asyncio.sleep(self._party._random.uniform(*THINKS))
                await self._move(view)

    async def _move(self, view: dict[str, Any]) -> None:
        move = self._party._random.choice(view["offers"])["move"]
        self.asked, self._moved_after = move, view["seq"]
        path, wanted = f"/api/tables/{self._table}/moves", {"move": move, "after": view["seq"]}
        answer = await self._party._ask("POST", path, self.token, wanted)
        self.asked = None
        told = answer.json()
        if answer.status_code == httpx.codes.OK or told.get("sentence") == MADE_ALREADY:
            self.acknowledged.append(move)
            self._party._tally.moves += 1
            self._party.went_on = time.monotonic()

    async def _views(self) -> AsyncIterator[dict[str, Any]]:
        """Views that one server after the other sends, each for as long as it lives."""
        headers = {"authorization": f"Bearer {self.token}", "accept": "text/event-stream"}
        while True:
            site = self._party._proxy.any(self._party._random)
            path = f"{site}/api/tables/{self._table}/stream"
            timeout = httpx.Timeout(ANSWER, read=SILENCE)
            try:
                async with self._party._http.stream(
                    "GET", path, headers=headers, timeout=timeout
                ) as answer:
                    self._party._tally.answers[answer.status_code] += 1
                    if answer.status_code == httpx.codes.OK:
                        async for line in answer.aiter_lines():
                            if line.startswith("data: "):
                                yield json.loads(line.removeprefix("data: "))
            except httpx.TransportError:
                self._party._proxy.leave_out(site)
            await asyncio.sleep(PAUSE)
