"""Subscribers of a table, and the stream events that they are sent.

All subscribers of one perspective and form get the same bytes, rendered and compressed once. An
event is a whole view; or, of a page, what has changed in it, for those who were sent the event
before. So a slow subscriber gets the newest view whole, and misses nothing.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from random import randrange
from typing import NamedTuple

import msgspec

from matchwood.server.live.page_diff import changes
from matchwood.server.views.perspective import Perspective

HEARTBEAT = b": still here\n\n"
RETRY = b"retry: %d\n\n"
RETRY_MILLISECONDS = (300, 1500)
"""Range of the delay after which subscribers come again who are sent away: not all at once."""
LEVEL, LONG_LEVEL, LONG = 1, 5, 5_800
"""zlib levels of an event, and of one that is longer than so many bytes even when compressed, as
those are that end a game."""
PADDING_STEP = 192
"""Events that tell a player more than anyone may know are padded to multiples of so many bytes, as
their lengths depend on the hand. A move takes some 3 % more where there are hands."""
STORED_HEADER, SHORTEST_COMMENT = 5, len(b":\n")
"""Bytes of the head of a stored deflate block, and of the shortest comment."""
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Beginning of every compressed stream."""


class Group(NamedTuple):
    """Subscribers who get the same events: one perspective, in one form."""

    perspective: Perspective
    form: str


class StreamEvent:
    """One server-sent event."""

    def __init__(self, event: bytes, is_private: bool = False) -> None:
        self._event, self._is_private = event, is_private

    @property
    def event(self) -> bytes:
        return self._event

    @property
    def plain(self) -> bytes:
        """The event uncompressed. If it is private, padding hides its length."""
        return padded(self.event) if self._is_private else self.event

    @cached_property
    def compressed(self) -> bytes:
        """The event as a deflate block that stands on its own, so that it fits into every stream.

        It refers to nothing before it, and so its length tells nothing of that either.
        """
        block = deflate_block(self.event)
        return padded_block(block) if self._is_private else block

    def encoded(self, compressed: bool) -> bytes:
        return self.compressed if compressed else self.plain

    def since(self, last: StreamEvent) -> StreamEvent:
        """The event for a subscriber who was sent `last` before."""
        return self


class PageEvent(StreamEvent):
    """A state of a page, which the script lays over the one that is there."""

    def __init__(self, parts: Sequence[str], seq: int = 0, is_private: bool = False) -> None:
        self._pieces, self._seq, self._is_private = list(filter(None, parts)), seq, is_private

    @property
    def event(self) -> bytes:
        pieces = list(map(str, self._pieces))
        return encode_event(self._seq, {"seq": self._seq, "pieces": pieces})

    def since(self, last: StreamEvent) -> StreamEvent:
        assert isinstance(last, PageEvent)
        changed = changes(last._pieces, self._pieces)
        event = encode_event(self._seq, {"seq": self._seq, "changes": changed})
        return StreamEvent(event, self._is_private or last._is_private)


def encode_event(seq: int, data: object) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (seq, msgspec.json.encode(data))


_HEARTBEAT = StreamEvent(HEARTBEAT)


class Mailbox:
    """The newest event of one subscriber, until it is sent."""

    def __init__(self) -> None:
        self._newest: StreamEvent | None = None
        self._arrived = asyncio.Event()
        self._is_closed = False

    @property
    def has_sent_all(self) -> bool:
        """True if the newest event was sent; then the next one may build on it."""
        return self._newest is not None and not self._arrived.is_set()

    def put(self, event: StreamEvent) -> None:
        self._newest = event
        self._arrived.set()

    def close(self) -> None:
        """End the stream after telling the subscriber to come again in a moment."""
        self._is_closed = True
        if not self._arrived.is_set():
            self._newest = None  # It was sent before.
            self._arrived.set()

    def clear(self) -> None:
        """Drop the event, as a stream that was cut stays until garbage is collected."""
        self._newest = None

    async def events(self, compressed: bool, heartbeat: float) -> AsyncIterator[bytes]:
        """Events as they arrive, and a heartbeat whenever none has for a while."""
        if compressed:
            yield GZIP_HEADER
        while not self._is_closed:
            yield (await self._next(heartbeat)).encoded(compressed)
        yield StreamEvent(RETRY % randrange(*RETRY_MILLISECONDS)).encoded(compressed)

    async def _next(self, heartbeat: float) -> StreamEvent:
        try:
            async with asyncio.timeout(heartbeat):
                await self._arrived.wait()
        except TimeoutError:
            return _HEARTBEAT
        self._arrived.clear()
        return self._newest or _HEARTBEAT


Render = Callable[[Group], Awaitable[StreamEvent]]
"""Renders what a group is sent now."""


class Broadcast:
    """All subscribers of one table.

    Rendering is most of the work there is. Groups are rendered one after the other, and after each
    one everything else goes on that waits: were all views rendered at once of tables whose moves
    were committed together, the next moves would not even be on their way to the disk.
    """

    def __init__(self) -> None:
        self._mailboxes: dict[Group, list[Mailbox]] = {}
        self._last: dict[Group, StreamEvent] = {}
        """The event that each group was sent last."""
        self._newest: dict[Group, StreamEvent] = {}
        """The same, unless something has been published since."""
        self._waiting: dict[Group, None] = {}
        """Groups to be rendered, in this order."""
        self._has_waiting = asyncio.Event()

    async def run(self, render: Render) -> None:
        """Render for the groups that wait, and send it to their subscribers.

        Raises what a rendering raises; run again, it goes on with the next group.
        """
        while True:
            await self._has_waiting.wait()
            while self._waiting:
                group = next(iter(self._waiting))
                del self._waiting[group]
                self._send(group, await render(group))
                await asyncio.sleep(0)
            self._has_waiting.clear()

    @contextmanager
    def subscribe(self, group: Group) -> Iterator[Mailbox]:
        """A mailbox that gets the present event, and meanwhile every one after it."""
        mailbox = Mailbox()
        self._mailboxes.setdefault(group, []).append(mailbox)
        try:
            if newest := self._newest.get(group):
                mailbox.put(newest)
            else:
                self._schedule([*self._waiting, group])
            yield mailbox
        finally:
            mailbox.clear()
            self._mailboxes[group].remove(mailbox)
            if not self._mailboxes[group]:
                del self._mailboxes[group]
                self._newest.pop(group, None)
                self._last.pop(group, None)

    def close(self) -> None:
        """End all streams; subscribers come again in a moment."""
        for mailboxes in self._mailboxes.values():
            for mailbox in mailboxes:
                mailbox.close()

    def publish(self, comes_last: Callable[[Perspective], bool]) -> None:
        """Render and send anew for all subscribers."""
        self._newest.clear()
        self._schedule(sorted(self._mailboxes, key=lambda group: comes_last(group.perspective)))

    def _schedule(self, groups: Iterable[Group]) -> None:
        self._waiting = dict.fromkeys(groups)
        self._has_waiting.set()

    def _send(self, group: Group, event: StreamEvent) -> None:
        if group not in self._mailboxes:
            return
        last = self._last.get(group)
        self._last[group] = self._newest[group] = event
        ready = [mailbox for mailbox in self._mailboxes[group] if mailbox.has_sent_all]
        change = event.since(last) if last and ready else event
        for mailbox in self._mailboxes[group]:
            mailbox.put(change if mailbox.has_sent_all else event)


def deflate_block(plain: bytes) -> bytes:
    """A deflate block that stands on its own: it refers to nothing before it."""
    block = _deflate(plain, LEVEL)
    return block if len(block) < LONG else _deflate(plain, LONG_LEVEL)


def padded(event: bytes) -> bytes:
    """An event after a comment that pads it to whole steps."""
    return _comment(_missing(len(event), SHORTEST_COMMENT)) + event


def padded_block(block: bytes) -> bytes:
    """A deflate block after a comment that pads it, stored so that its length is what it is."""
    comment = _comment(_missing(len(block), STORED_HEADER + SHORTEST_COMMENT) - STORED_HEADER)
    length = len(comment)
    return struct.pack("<BHH", 0, length, length ^ 0xFFFF) + comment + block


def _missing(size: int, least: int) -> int:
    return least + -(size + least) % PADDING_STEP


def _comment(size: int) -> bytes:
    return b":" + b" " * (size - SHORTEST_COMMENT) + b"\n"


def _deflate(plain: bytes, level: int) -> bytes:
    # A compressor of its own for each event, so that none has to forget with a full flush.
    compressor = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(plain) + compressor.flush(zlib.Z_SYNC_FLUSH)
