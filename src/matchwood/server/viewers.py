"""Those who follow a table, and what is sent to them.

All who are shown the same get the same bytes, made and packed once. Each event is a whole view, so
a viewer who is slow gets the newest one and misses nothing.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from matchwood.server.showing import Audience

HEARTBEAT = b": still here\n\n"
GZIP_BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What every packed stream begins with: a header of gzip that promises nothing."""
EFFORT = 5
"""How hard zlib tries, of 9: from here on it takes much longer and hardly saves anything."""


class Group(NamedTuple):
    """Viewers who get the same: who may know the same, in the same form."""

    audience: Audience
    form: str


class Shown:
    """Bytes of a stream."""

    def __init__(self, plain: bytes) -> None:
        self.plain = plain

    @cached_property
    def packed(self) -> bytes:
        """The same as a block of gzip that stands on its own, so that it fits into every stream.

        Nothing in it refers to what came before, and so its length tells nothing of that either.
        """
        packer = zlib.compressobj(EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)


_HEARTBEAT = Shown(HEARTBEAT)


class Mailbox:
    """What one viewer has not been sent yet: the newest, or nothing."""

    def __init__(self) -> None:
        self._newest: Shown | None = None
        self._arrived = asyncio.Event()

    def put(self, shown: Shown) -> None:
        self._newest = shown
        self._arrived.set()

    async def all(self, packed: bool, heartbeat: float) -> AsyncIterator[bytes]:
        """All that comes, and a sign now and then while nothing does."""
        if packed:
            yield GZIP_BEGINNING
        while True:
            shown = await self._next(heartbeat)
            yield shown.packed if packed else shown.plain

    async def _next(self, heartbeat: float) -> Shown:
        try:
            async with asyncio.timeout(heartbeat):
                await self._arrived.wait()
        except TimeoutError:
            return _HEARTBEAT
        self._arrived.clear()
        assert self._newest is not None
        return self._newest


class Viewers:
    """All who follow one table."""

    def __init__(self) -> None:
        self._mailboxes: dict[Group, list[Mailbox]] = {}

    @property
    def groups(self) -> list[Group]:
        return list(self._mailboxes)

    @contextmanager
    def joined(self, group: Group) -> Iterator[Mailbox]:
        """Someone follows while this lasts."""
        mailbox = Mailbox()
        self._mailboxes.setdefault(group, []).append(mailbox)
        try:
            yield mailbox
        finally:
            self._mailboxes[group].remove(mailbox)
            if not self._mailboxes[group]:
                del self._mailboxes[group]

    def send(self, group: Group, shown: Shown) -> None:
        for mailbox in self._mailboxes.get(group, ()):
            mailbox.put(shown)
