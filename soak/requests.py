"""Requests of all kinds: generated from the OpenAPI description, and mutations of them.

    python -m soak.requests --requests 100000 --minutes 60

None may be answered with 500 or above, and every connection has to be answered or closed in time.
What is generated is sent as it is and in some broken ways: cut off, with bytes changed, with other
methods, as a form to the page's own address, several at once in one connection. It is done by
strangers and by someone who plays. A number and a time bound it; whichever is reached first.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

from soak.figures import put, table
from soak.serving import HOST, Running, running

DESCRIPTION = "/api/schema/openapi.json"
AT_ONCE = 16
"""Connections at a time."""
HALF_SECONDS = 2.0
"""Seconds that the server waits for the rest of a request; usually ten and twenty."""
HANGS = 30.0
"""A connection that is neither answered nor closed by then hangs."""
GENERATED_AT_ONCE = 40
"""So many are generated of each operation and kind before the next has its turn."""
FIRST_FAULT = 500
LOG_SHOWN = 4_000
GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "screen", "name": "Ada"}]


@dataclass
class Asked:
    """Requests that were sent, and how they were answered."""

    sent: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[bytes] = field(default_factory=list)
    hanging: list[bytes] = field(default_factory=list)


class Requests:
    """Whole requests as bytes, generated without end."""

    def __init__(self, server: Running, chance: random.Random) -> None:
        self._chance = chance
        self._port = server.port
        url = f"http://{HOST}:{server.port}"
        described = schemathesis.openapi.from_url(f"{url}{DESCRIPTION}")
        self._operations = [each.ok() for each in described.get_all_operations()]
        self._url = url
        self._players: list[tuple[str, str]] = []
        """Tables that are being played, and who plays there."""
        self._round = 0

    def _sit_down(self, game: str) -> tuple[str, str]:
        """A table where someone plays. On a busy machine even a friend may be too slow for a server
        that waits so short a time, and comes once more."""
        while True:
            with suppress(httpx.TransportError):
                return self._sat_down(game)

    def _sat_down(self, game: str) -> tuple[str, str]:
        with httpx.Client(base_url=self._url, trust_env=False, timeout=HANGS) as http:
            told = http.post("/api/tables", json={"game": game, "seats": SEATS}).json()
            held = f"Bearer {told['token']}"
            http.post(f"/api/tables/{told['table']}/deal", json={}, headers={"authorization": held})
        return told["table"], held

    def all(self) -> Iterator[list[bytes]]:
        """Some at a time: to make them takes seconds."""
        while True:
            self._round += 1
            for operation in self._operations:
                for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                    # What was sent before may have ended or deleted the games.
                    self._players = [self._sit_down(game) for game in GAMES]
                    cases = self._cases(operation, mode)
                    yield [sent for case in cases for sent in self._written(case)]

    def _cases(self, operation: APIOperation, mode: GenerationMode) -> list[Case]:
        found: list[Case] = []

        @seed(self._round)
        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=GENERATED_AT_ONCE,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            deadline=None,
            database=None,
        )
        def collect(case: Case) -> None:
            found.append(case)

        with suppress(Exception):  # An operation may have nothing wrong to send.
            collect()
        return found

    def _written(self, case: Case) -> Iterator[bytes]:
        """A case as it is, and in some of the ways in which it can be broken."""
        name, held = self._chance.choice(self._players)
        if "name" in case.path_parameters and self._chance.random() < 0.8:
            case.path_parameters["name"] = name
        headers = {"authorization": held} if self._chance.random() < 0.7 else {}
        try:
            given = case.as_transport_kwargs(f"http://{HOST}:{self._port}", headers=headers)
            given = {k: v for k, v in given.items() if k in _TAKEN}
            asked = requests.Request(**given).prepare()
        except Exception:  # What cannot be written as a request at all.
            return
        body = asked.body or b""
        if not isinstance(body, bytes):
            body = str(body).encode("utf-8", "replace")
        method, path = str(asked.method), asked.path_url
        lines = [f"{k}: {v}" for k, v in asked.headers.items() if k.lower() not in _OURS]
        whole = self._joined(method, path, lines, body)
        yield whole
        broken = [
            self._changed(whole),
            self._changed(whole),
            whole[: self._chance.randrange(1, len(whole))],
            self._joined(self._chance.choice(_METHODS), path, lines, body),
            self._joined(method, path, lines, self._changed(body) if body else b"{"),
            self._as_form(path, held, case.body),
            whole + self._changed(whole) + whole,
            self._joined(method, path + self._chance.choice(_ENDINGS), lines, body),
        ]
        yield from broken

    def _joined(self, method: str, path: str, lines: list[str], body: bytes) -> bytes:
        head = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self._port}", *lines]
        head += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
        return "\r\n".join(head).encode("utf-8", "replace") + body

    def _changed(self, data: bytes) -> bytes:
        """Some bytes changed, taken out or put in."""
        changed = bytearray(data)
        for _ in range(self._chance.randrange(1, 5)):
            place = self._chance.randrange(len(changed) or 1)
            kind = self._chance.randrange(3)
            if kind == 0 and changed:
                changed[place] = self._chance.randrange(256)
            elif kind == 1:
                del changed[place : place + self._chance.randrange(1, 8)]
            else:
                changed[place:place] = self._chance.choice(_ODD)
        return bytes(changed)

    def _as_form(self, path: str, held: str, body: object) -> bytes:
        """The same wish as the page's form would send it."""
        fields = body if isinstance(body, dict) else {"x": body}
        sent = urlencode({str(k): str(v) for k, v in fields.items()}, errors="replace").encode()
        path = path.replace("/api/tables/", "/t/").replace("/moves", "/move")
        lines = [f"Authorization: {held}", "Content-Type: application/x-www-form-urlencoded"]
        return self._joined("POST", path, lines, sent)


_TAKEN = ("method", "url", "headers", "params", "json", "data", "cookies", "files")
_OURS = ("host", "content-length", "connection", "transfer-encoding")
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "x" * 50)
_ENDINGS = ("/", "//", "/%00", "/..", f"?seat={'9' * 400}", "%", "%ff%fe", "?a=1&a=2", "/stream")
_ODD = (b"\0", b"\r\n", b"\n\n", b"\xff\xfe", b"%00", b"{{{{", b"9" * 100, "🂡".encode(), b'"')


async def ask(server: Running, sent: bytes, asked: Asked) -> None:
    """Send some bytes, and see what comes back."""
    asked.sent += 1
    try:
        async with asyncio.timeout(HANGS):
            status = await _answer(server, sent)
    except TimeoutError:
        asked.hanging.append(sent)
        status = "hanging"
    asked.statuses[status] += 1
    if status.isdigit() and int(status) >= FIRST_FAULT:
        asked.faults.append(sent)


async def _answer(server: Running, sent: bytes) -> str:
    """The status of the answer; of a stream the beginning is enough."""
    reader, writer = await asyncio.open_connection(HOST, server.port)
    try:
        writer.write(sent)
        head = await reader.read(12)
        if not head:
            return "closed"
        status = head[9:12].decode("ascii", "replace")
        while chunk := await reader.read(65_536):
            if b"text/event-stream" in chunk or b"\ndata: " in chunk:
                break
        return status
    except ConnectionError:
        return "closed"
    finally:
        writer.close()


async def soak(server: Running, most: int, seconds: float, chance: random.Random) -> Asked:
    asked, end = Asked(), time.monotonic() + seconds
    under_way: set[asyncio.Task[None]] = set()
    # In a thread, or else it would seem that answers take as long as making requests does.
    with ThreadPoolExecutor(1) as maker:
        loop = asyncio.get_running_loop()
        making = (await loop.run_in_executor(maker, Requests, server, chance)).all()
        while asked.sent < most and time.monotonic() < end:
            for sent in await loop.run_in_executor(maker, next, making):
                under_way.add(asyncio.create_task(ask(server, sent, asked)))
                if len(under_way) >= AT_ONCE:
                    done, under_way = await asyncio.wait(under_way, return_when="FIRST_COMPLETED")
                    for task in done:
                        task.result()
    await asyncio.gather(*under_way)
    return asked


def told(asked: Asked, server: Running, minutes: float) -> str:
    rows = [(status, f"{count:,}") for status, count in sorted(asked.statuses.items())]
    return "\n\n".join(
        (
            f"{asked.sent:,} requests in {minutes:.0f} minutes. Answers of 500 or above: "
            f"{len(asked.faults):,}. Connections that hung: {len(asked.hanging):,}. Faults in the "
            f"server’s log: {len(server.errors):,}. Streams still open at the end: "
            f"{server.metric('matchwood_streams'):.0f}.",
            table(("answer", "how often"), rows),
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m soak.requests", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--try", dest="trying", action="store_true", help="write no figures")
    chosen: Any = parser.parse_args()
    began = time.monotonic()
    with running(half_seconds=HALF_SECONDS) as server:
        chance = random.Random(chosen.seed)
        asked = asyncio.run(soak(server, chosen.requests, chosen.minutes * 60, chance))
        time.sleep(1)  # The last streams are gone by then.
        text = told(asked, server, (time.monotonic() - began) / 60)
        print(text)
        if server.errors:
            print(server.log.read_text()[:LOG_SHOWN])
        code = server.end()
    for name, found in (("500 or above", asked.faults), ("hanging", asked.hanging)):
        for sent in found[:10]:
            print(f"{name}: {sent!r}")
    print(f"The server ended with code {code}.")
    if not chosen.trying:
        put("requests", text)
    if asked.faults or asked.hanging:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
