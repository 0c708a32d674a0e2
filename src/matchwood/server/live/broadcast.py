"""Those who follow a table, and what is sent to them.

All who are shown the same get the same bytes, made and packed once. An event tells a whole view,
or of a page what has changed in it, to those who were sent the one before. So a viewer who is slow
gets the newest whole, and misses nothing.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import contextmanager
from functools import cached_property
from random import randrange
from typing import NamedTuple

import msgspec

from matchwood.server.live.page_diff import changes
from matchwood.server.views.perspective import Perspective

HEARTBEAT = b": still here\n\n"
COME_BACK = b"retry: %d\n\n"
MILLISECONDS_TO_COME_BACK = (300, 1500)
"""When viewers come back who are sent away: not all at the same moment."""
EFFORT, LONG_EFFORT, LONG = 1, 5, 5_800
"""Levels of zlib for an event, and for one that is longer than so many bytes even when packed, as
those are that end a game."""
PADDING_STEP = 192
"""Events that tell a player more than anyone may know are padded to multiples of so many bytes, as
their lengths depend on the hand. A move takes some 3 % more where there are hands."""
STORED, SHORTEST_COMMENT = 5, len(b":\n")
"""Bytes of the head of a deflate block that is stored, and of the shortest comment."""
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What every packed stream begins with: a header of gzip that promises nothing."""


Start = Callable[[Coroutine[None, None, None], str], asyncio.Task[None]]
"""Begins a task, called like this, that ends with the table."""


class Group(NamedTuple):
    """Viewers who get the same: who may know the same, in the same form."""

    perspective: Perspective
    form: str


class StreamEvent:
    """An event of a stream."""

    def __init__(self, event: bytes, is_private: bool = False) -> None:
        self._event, self._is_private = event, is_private

    @property
    def event(self) -> bytes:
        return self._event

    @property
    def plain(self) -> bytes:
        """As it is sent. What is private is filled up, so that its length tells hardly anything."""
        return padded(self.event) if self._is_private else self.event

    def since(self, last: StreamEvent) -> StreamEvent:
        """The event for someone who was sent the last one before."""
        return self

    @cached_property
    def packed(self) -> bytes:
        """The same as a block of gzip that stands on its own, so that it fits into every stream.

        Nothing in it refers to what came before, and so its length tells nothing of that either.
        """
        packed = block(self.event)
        return padded_block(packed) if self._is_private else packed


class PageEvent(StreamEvent):
    """A state of a page, which the script lays over the one that is there."""

    def __init__(self, parts: Sequence[str], seq: int = 0, is_private: bool = False) -> None:
        self._pieces, self._seq, self._is_private = list(filter(None, parts)), seq, is_private

    @property
    def event(self) -> bytes:
        pieces = list(map(str, self._pieces))
        return event(self._seq, {"seq": self._seq, "pieces": pieces})

    def since(self, last: StreamEvent) -> StreamEvent:
        assert isinstance(last, PageEvent)
        changed = changes(last._pieces, self._pieces)
        told = event(self._seq, {"seq": self._seq, "changes": changed})
        return StreamEvent(told, self._is_private or last._is_private)


def event(seq: int, data: object) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (seq, msgspec.json.encode(data))


def _written(shown: StreamEvent, packed: bool) -> bytes:
    return shown.packed if packed else shown.plain


_HEARTBEAT = StreamEvent(HEARTBEAT)


class Mailbox:
    """What one viewer has not been sent yet: the newest, or nothing."""

    def __init__(self) -> None:
        self._newest: StreamEvent | None = None
        self._arrived = asyncio.Event()
        self._is_closed = False

    @property
    def has_sent_all(self) -> bool:
        """Whether the viewer was sent the newest; then the next event may build on it."""
        return self._newest is not None and not self._arrived.is_set()

    def put(self, shown: StreamEvent) -> None:
        self._newest = shown
        self._arrived.set()

    def close(self) -> None:
        """The viewer is to come back in a moment, and gets nothing more here."""
        self._is_closed = True
        if not self._arrived.is_set():
            self._newest = None  # It was sent before.
            self._arrived.set()

    def empty(self) -> None:
        """Nobody reads it any more; a stream that was cut stays until garbage is looked for, and
        what it was shown need not."""
        self._newest = None

    async def all(self, packed: bool, heartbeat: float) -> AsyncIterator[bytes]:
        """All that comes, and a sign now and then while nothing does."""
        if packed:
            yield GZIP_HEADER
        while not self._is_closed:
            yield _written(await self._next(heartbeat), packed)
        goodbye = StreamEvent(COME_BACK % randrange(*MILLISECONDS_TO_COME_BACK))
        yield _written(goodbye, packed)

    async def _next(self, heartbeat: float) -> StreamEvent:
        try:
            async with asyncio.timeout(heartbeat):
                await self._arrived.wait()
        except TimeoutError:
            return _HEARTBEAT
        self._arrived.clear()
        return self._newest or _HEARTBEAT


Show = Callable[[Group], Awaitable[StreamEvent | None]]
"""Makes what a group is to see now; none if that cannot be made."""


class Broadcast:
    """All who follow one table.

    Making views is most of the work there is. They are made one after the other, and after each
    one everything else goes on that waits: were all views made at once of tables whose moves came
    to the disk together, the next moves would not even be on their way there.
    """

    def __init__(self, make: Show, start: Start) -> None:
        self._make = make
        self._start = start
        self._mailboxes: dict[Group, list[Mailbox]] = {}
        self._last: dict[Group, StreamEvent] = {}
        """What each group was shown last."""
        self._newest: dict[Group, StreamEvent] = {}
        """The same, unless something has changed since."""
        self._waiting: dict[Group, None] = {}
        """Who is to be shown the table anew, in this order."""
        self._showing: asyncio.Task[None] | None = None

    @contextmanager
    def joined(self, group: Group) -> Iterator[Mailbox]:
        """Someone follows while this lasts; they get what there is to see."""
        mailbox = Mailbox()
        self._mailboxes.setdefault(group, []).append(mailbox)
        try:
            if newest := self._newest.get(group):
                mailbox.put(newest)
            else:
                self._show([*self._waiting, group])
            yield mailbox
        finally:
            mailbox.empty()
            self._mailboxes[group].remove(mailbox)
            if not self._mailboxes[group]:
                del self._mailboxes[group]
                self._newest.pop(group, None)
                self._last.pop(group, None)

    def close(self) -> None:
        """Send everyone away, to come back in a moment."""
        for mailboxes in self._mailboxes.values():
            for mailbox in mailboxes:
                mailbox.close()

    def publish(self, comes_last: Callable[[Perspective], bool]) -> None:
        """Something has changed: everyone is to see it."""
        self._newest.clear()
        self._show(sorted(self._mailboxes, key=lambda group: comes_last(group.perspective)))

    def _show(self, groups: Iterable[Group]) -> None:
        self._waiting = dict.fromkeys(groups)
        if self._waiting and (self._showing is None or self._showing.done()):
            self._showing = self._start(self._show_all(), "the showing")

    async def _show_all(self) -> None:
        while self._waiting:
            group = next(iter(self._waiting))
            del self._waiting[group]
            if shown := await self._make(group):
                self._send(group, shown)
            await asyncio.sleep(0)

    def _send(self, group: Group, shown: StreamEvent) -> None:
        if group not in self._mailboxes:
            return
        last = self._last.get(group)
        self._last[group] = self._newest[group] = shown
        ready = [mailbox for mailbox in self._mailboxes[group] if mailbox.has_sent_all]
        change = shown.since(last) if last and ready else shown
        for mailbox in self._mailboxes[group]:
            mailbox.put(change if mailbox.has_sent_all else shown)


def block(plain: bytes) -> bytes:
    """A deflate block that stands on its own: nothing in it refers to what came before."""
    packed = _deflated(plain, EFFORT)
    return packed if len(packed) < LONG else _deflated(plain, LONG_EFFORT)


def padded(event: bytes) -> bytes:
    """An event after a comment that fills it up to whole steps."""
    return _comment(_missing(len(event), SHORTEST_COMMENT)) + event


def padded_block(block: bytes) -> bytes:
    """The same, packed. The comment is not, so that its length is what it is."""
    comment = _comment(_missing(len(block), STORED + SHORTEST_COMMENT) - STORED)
    length = len(comment)
    return struct.pack("<BHH", 0, length, length ^ 0xFFFF) + comment + block


def _missing(size: int, least: int) -> int:
    return least + -(size + least) % PADDING_STEP


def _comment(size: int) -> bytes:
    return b":" + b" " * (size - SHORTEST_COMMENT) + b"\n"


def _deflated(plain: bytes, level: int) -> bytes:
    # Each has a packer of its own, so none has to forget anything with a full flush.
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)
