"""What followers are sent: whole, packed once for all, and the newest to who is slow."""

from __future__ import annotations

import asyncio
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.server.showing import Audience
from matchwood.server.viewers import GZIP_BEGINNING, HEARTBEAT, Group, Mailbox, Shown, Viewers

GROUP = Group(Audience("en"), "data")
SOON, NEVER = 0.001, 1000.0


@given(st.lists(st.binary()), st.integers(0, 5))
def test_packed_events_can_be_read_one_by_one_by_whoever_joins_at_any_time(
    events: list[bytes], joined: int
) -> None:
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(GZIP_BEGINNING) == b""
    for event in events[joined:]:
        assert reader.decompress(Shown(event).packed) == event


def test_an_event_is_packed_once_for_all() -> None:
    shown = Shown(b"event" * 100)
    assert shown.packed is shown.packed
    assert len(shown.packed) < 30


async def received(mailbox: Mailbox, number: int, packed: bool, heartbeat: float) -> list[bytes]:
    events = mailbox.all(packed, heartbeat)
    return [await anext(events) for _ in range(number)]


@pytest.mark.parametrize("packed", [True, False])
def test_who_is_slow_gets_the_newest_and_who_waits_a_sign(packed: bool) -> None:
    async def follow() -> list[bytes]:
        viewers = Viewers()
        with viewers.joined(GROUP) as mailbox, viewers.joined(GROUP):
            for event in (b"old", b"new"):
                viewers.send(GROUP, Shown(event))
            beginning = 1 if packed else 0
            return await received(mailbox, beginning + 2, packed, SOON)

    got = b"".join(asyncio.run(follow()))
    text = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(got) if packed else got
    assert text == b"new" + HEARTBEAT


def test_only_those_are_sent_something_for_whom_it_is() -> None:
    async def follow() -> None:
        viewers, other = Viewers(), Group(Audience("fr"), "data")
        with viewers.joined(GROUP) as mine:
            with viewers.joined(other) as yours:
                assert set(viewers.groups) == {GROUP, other}
                viewers.send(other, Shown(b"bonjour"))
                assert await received(yours, 1, False, NEVER) == [b"bonjour"]
            assert await received(mine, 1, False, SOON) == [HEARTBEAT]
            viewers.send(other, Shown(b"nobody"))
            assert viewers.groups == [GROUP]
        assert viewers.groups == []

    asyncio.run(follow())
