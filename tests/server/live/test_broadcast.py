"""What followers are sent: whole, packed once for all, and the newest to who is slow."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood.server.live.broadcast import (
    GZIP_HEADER,
    HEARTBEAT,
    Broadcast,
    Group,
    Mailbox,
    PageEvent,
    StreamEvent,
)
from matchwood.server.live.page_diff import changed, changes
from matchwood.server.views.perspective import Perspective

GROUP = Group(Perspective("en"), "data")
SOON, NEVER = 0.001, 1000.0


@given(st.lists(st.binary()), st.integers(0, 5))
def test_packed_events_can_be_read_one_by_one_by_whoever_joins_at_any_time(
    events: list[bytes], joined: int
) -> None:
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(GZIP_HEADER) == b""
    for event in events[joined:]:
        assert reader.decompress(StreamEvent(event).compressed) == event


def test_an_event_is_packed_once_for_all() -> None:
    shown = StreamEvent(b"event" * 100)
    assert shown.compressed is shown.compressed
    assert len(shown.compressed) < 30


async def received(mailbox: Mailbox, number: int, packed: bool, heartbeat: float) -> list[bytes]:
    events = mailbox.events(packed, heartbeat)
    return [await anext(events) for _ in range(number)]


@pytest.mark.parametrize("packed", [True, False])
def test_who_is_slow_gets_the_newest_and_who_waits_a_sign(packed: bool) -> None:
    async def follow() -> list[bytes]:
        mailbox = Mailbox()
        for event in (b"old", b"new"):
            mailbox.put(StreamEvent(event))
        beginning = 1 if packed else 0
        return await received(mailbox, beginning + 2, packed, SOON)

    got = b"".join(asyncio.run(follow()))
    text = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(got) if packed else got
    assert text == b"new" + HEARTBEAT


PIECES = st.lists(st.sampled_from(["<main>", "<p>", "<g>", "<li>", "🦊", "x"]), max_size=40)


@given(PIECES, PIECES)
def test_what_has_changed_makes_the_new_page_of_the_last_one(
    last: list[str], now: list[str]
) -> None:
    told = json.loads(json.dumps(changes(last, now)))
    assert changed(last, told) == now


def test_of_a_page_only_pieces_that_are_new_are_told() -> None:
    board = ["<svg>", "<g>1</g>", "<g>2</g>", "</svg>"]
    moved = ["<svg>", "<g>1</g>", "<g>3</g>", "</svg>"]
    assert changes(["<main>", *board, "</main>"], ["<main>", *board, "</main>"]) == [(0, 6)]
    assert changes(["<main>", *board, "</main>"], ["<main>", *moved, "</main>"]) == [
        (0, 3),
        "<g>3</g>",
        (4, 6),
    ]
    assert changes(["<main>", *board], ["<main>", "<p>", *board]) == [(0, 1), "<p>", (1, 5)]
    assert changes(["<main>", "<p>", *board], ["<main>", *board]) == [(0, 1), (2, 6)]


def test_of_a_page_those_are_sent_the_change_who_have_the_last_state() -> None:
    async def follow() -> None:
        states = [[f'<main id="{number}">', "<p>the same</p>", "</main>"] for number in range(4)]
        pages = iter([PageEvent(state, number) for number, state in enumerate(states)])

        async def make(group: Group) -> StreamEvent:
            return next(pages)

        viewers = Broadcast()
        running = asyncio.create_task(viewers.run(make))
        with viewers.subscribe(GROUP) as quick, viewers.subscribe(GROUP) as slow:
            last = told(await first(quick))["pieces"]
            viewers.publish(lambda _: False)
            change = told(await first(quick))
            assert changed(last, change["changes"]) == states[1]
            assert told(await first(slow)) == {"seq": 1, "pieces": states[1]}
            with viewers.subscribe(GROUP) as new:
                assert told(await first(new)) == {"seq": 1, "pieces": states[1]}
                viewers.publish(lambda _: False)
                for mailbox in (quick, slow, new):
                    assert changed(states[1], told(await first(mailbox))["changes"]) == states[2]
        running.cancel()

    asyncio.run(follow())


def told(event: bytes) -> Any:
    return json.loads(event.partition(b"data: ")[2])


class Table:
    """Something to be followed, which notes what had to be made."""

    def __init__(self) -> None:
        self.made: list[Group] = []
        self.viewers = Broadcast()
        self.running = asyncio.create_task(self.viewers.run(self._make))

    async def _make(self, group: Group) -> StreamEvent:
        self.made.append(group)
        return StreamEvent(b"%s %d" % (group.perspective.language.encode(), len(self.made)))

    def change(self) -> None:
        self.viewers.publish(lambda perspective: perspective.language == "en")


async def first(mailbox: Mailbox) -> bytes:
    [event] = await received(mailbox, 1, False, NEVER)
    return event


def test_a_view_for_a_thousand_watchers_is_made_once() -> None:
    async def follow() -> None:
        table = Table()
        with ExitStack() as joined:
            crowd = [joined.enter_context(table.viewers.subscribe(GROUP)) for _ in range(500)]
            assert {await first(mailbox) for mailbox in crowd} == {b"en 1"}
            late = [joined.enter_context(table.viewers.subscribe(GROUP)) for _ in range(500)]
            assert {await first(mailbox) for mailbox in late} == {b"en 1"}
            assert [await received(each, 1, False, SOON) for each in crowd[:2]] == [[HEARTBEAT]] * 2
            table.change()
            assert {await first(mailbox) for mailbox in (*crowd, *late)} == {b"en 2"}
        assert table.made == [GROUP, GROUP]

    asyncio.run(follow())


def test_only_those_are_sent_something_for_whom_it_is_and_who_moved_comes_last() -> None:
    async def follow() -> None:
        table, other = Table(), Group(Perspective("fr"), "data")
        with table.viewers.subscribe(GROUP) as mine:
            assert await first(mine) == b"en 1"
            with table.viewers.subscribe(other) as yours:
                assert await first(yours) == b"fr 2"
                table.change()
                assert (await first(yours), await first(mine)) == (b"fr 3", b"en 4")
            table.change()
            assert await first(mine) == b"en 5"
        table.change()
        with table.viewers.subscribe(GROUP) as again:
            assert await first(again) == b"en 6", "nothing is kept of those who have left"

    asyncio.run(follow())
