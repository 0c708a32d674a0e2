"""Threads in which bots think, shared fairly by all who wait for one.

First come, first served would let one visitor with sixty tables keep everyone else's bots from
ever answering. Here addresses take turns, and at each address the people there do.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Client:
    """For whom a bot thinks."""

    address: str = ""
    person: str = ""


@dataclass
class _Thought:
    work: Callable[[], Any]
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)


class Thinkers:
    """So many threads, and who waits for them. To be used within one event loop."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads = self._free = threads
        self._waiting: dict[str, dict[str, deque[_Thought]]] = {}
        """By address, and there by person; whoever comes first in each is served next."""

    async def think(self, client: Client, work: Callable[[], Answer]) -> Answer:
        """What comes out of some work, when it was this client's turn and is done."""
        thought = _Thought(work)
        people = self._waiting.setdefault(client.address, {})
        people.setdefault(client.person, deque()).append(thought)
        self._serve()
        answer: Answer = await thought.answer
        return answer

    @property
    def thinking(self) -> int:
        """How many threads are at work."""
        return self._threads - self._free

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun."""
        return sum(len(each) for people in self._waiting.values() for each in people.values())

    def _serve(self) -> None:
        while self._free and self._waiting:
            thought = self._next()
            if thought.answer.cancelled():
                continue
            self._free -= 1
            work = asyncio.get_running_loop().run_in_executor(self._pool, thought.work)
            work.add_done_callback(partial(self._finish, thought))

    def _next(self) -> _Thought:
        """Take the next thought; those whose turn it was go to the end."""
        address, people = _first(self._waiting)
        person, thoughts = _first(people)
        thought: _Thought = thoughts.popleft()
        if thoughts:
            people[person] = thoughts
        if people:
            self._waiting[address] = people
        return thought

    def _finish(self, thought: _Thought, done: asyncio.Future[Any]) -> None:
        self._free += 1
        if not thought.answer.done() and not done.cancelled():
            if error := done.exception():
                thought.answer.set_exception(error)
            else:
                thought.answer.set_result(done.result())
        self._serve()

    def close(self) -> None:
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _first(queue: dict[str, Any]) -> tuple[str, Any]:
    """Take out the entry that has been there for longest."""
    key = next(iter(queue))
    return key, queue.pop(key)
