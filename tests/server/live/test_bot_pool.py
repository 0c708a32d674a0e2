"""Bots are served fairly: by address, and at each address by person."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from matchwood.server.live.bot_pool import BotPool, Client


async def served(*asked: tuple[str, str], during: Callable[[], None] = lambda: None) -> list[str]:
    """Who is served in which order by one thread, if these ask while it is busy."""
    pool, order, free = BotPool(1, "test"), [], threading.Event()
    busy = asyncio.create_task(pool.run(Client("busy"), free.wait))
    await asyncio.sleep(0)
    thoughts = [
        asyncio.create_task(
            pool.run(Client(address, person), lambda a=address, p=person: order.append(a + p))
        )
        for address, person in asked
    ]
    await asyncio.sleep(0)
    free.set()
    await asyncio.gather(busy, *thoughts)
    pool.close()
    return order


def test_sixty_tables_of_one_visitor_keep_nobody_waiting() -> None:
    order = asyncio.run(served(*[("a", "1")] * 60, ("b", "2")))
    assert order[:2] == ["a1", "b2"]
    assert len(order) == 61


def test_addresses_take_turns_and_so_do_the_people_at_each() -> None:
    asked = [("a", "1"), ("a", "1"), ("a", "2"), ("a", "2"), ("b", "3"), ("b", "3")]
    assert asyncio.run(served(*asked)) == ["a1", "b3", "a2", "b3", "a1", "a2"]


def test_who_no_longer_waits_is_passed_over_and_an_error_reaches_who_does() -> None:
    async def ask() -> None:
        pool, free, done = BotPool(1, "test"), threading.Event(), []
        busy = asyncio.create_task(pool.run(Client(), free.wait))
        await asyncio.sleep(0)
        gone = asyncio.create_task(pool.run(Client(), lambda: done.append("gone")))
        failing = asyncio.create_task(pool.run(Client(), lambda: 1 // 0))
        last = asyncio.create_task(pool.run(Client(), lambda: "last"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        free.set()
        with pytest.raises(ZeroDivisionError):
            await failing
        assert (await last, done) == ("last", [])
        await busy
        pool.close()

    asyncio.run(ask())
