"""HTTP by hand, as cheap as it can be: the load shares two cores with the server it measures."""

from __future__ import annotations

import asyncio
import html
import json
import re
import time
import zlib
from dataclasses import dataclass, field
from typing import Any

from matchwood.server.live.page_diff import changed

HOST = "127.0.0.1"
LONGEST_EVENT = 2**20
PACKED = "Accept-Encoding: gzip\r\n"
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_OFFER = re.compile(r'name="move" value="(.*?)"')
_SEQ = re.compile(rb"id: (\d+)")


class Refused(Exception):
    """The server did not do what it was asked for."""


@dataclass
class Line:
    """A connection that stays open, for one question after the other."""

    port: int
    token: str | None = None
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                HOST, self.port, limit=LONGEST_EVENT
            )
        return self._reader, self._writer

    def head(self, method: str, path: str, length: int, more: str = "") -> bytes:
        held = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{held}{more}"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def ask(self, method: str, path: str, data: object = None, more: str = "") -> bytes:
        """The body of the answer, as it came."""
        reader, writer = await self.open()
        body = b"" if data is None else json.dumps(data).encode()
        writer.write(self.head(method, path, len(body), more) + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        answer = await reader.readexactly(int(length[1]) if length else 0)
        if not head.startswith(b"HTTP/1.1 2"):
            raise Refused(f"{method} {path}: {head.splitlines()[0]!r} {answer[:200]!r}")
        return answer

    async def tell(self, path: str, **data: object) -> Any:
        return json.loads(await self.ask("POST", path, data))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


@dataclass
class Ear:
    """A stream, packed as for a browser, and when each of its events had come whole."""

    line: Line
    arrivals: dict[int, float] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    """Size of each event on the wire, in bytes."""
    seq: int = -1
    pieces: list[str] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, path: str) -> None:
        """Follow until cancelled. An event comes as one chunk."""
        reader, writer = await self.line.open()
        writer.write(self.line.head("GET", path, 0, PACKED))
        await reader.readuntil(b"\r\n\r\n")
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        while True:
            size = int(await reader.readline(), 16)
            event = unpacker.decompress((await reader.readexactly(size + 2))[:-2])
            seq = _SEQ.search(event)
            if seq is not None:
                self.arrivals.setdefault(int(seq[1]), time.perf_counter())
                self.sizes.append(size)
                self.seq, self.pieces = int(seq[1]), _told(event, self.pieces)
                self.came.set()

    def offers(self) -> list[str]:
        """The moves that the page offers."""
        return [html.unescape(found) for found in _OFFER.findall("".join(self.pieces))]


def _told(event: bytes, last: list[str]) -> list[str]:
    """The pieces of the page that an event tells: all, or what has changed in the last ones."""
    data = json.loads(event.partition(b"data: ")[2])
    return data["pieces"] if "pieces" in data else changed(last, data["changes"])
