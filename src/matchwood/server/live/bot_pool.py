"""Work that takes long, such as the thoughts of bots, shared fairly by all who wait for it.

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

from matchwood.server.table.errors import Overloaded, ShuttingDown

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Client:
    """For whom a bot thinks."""

    address: str = ""
    person: str = ""


@dataclass
class _Thought:
    work: Callable[..., Any]
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)


class FairQueue:
    """Work of which so many pieces are done at once, and who waits for them. To be used within one
    event loop."""

    def __init__(self, at_once: int, most_waiting: int | None = None, most_each: int = 0) -> None:
        """There is room for `most_waiting` in all and for `most_each` of an address; without
        numbers, for all who come."""
        self._at_once = self._free = at_once
        self._most_waiting, self._most_each = most_waiting, most_each
        self._waiting: dict[str, dict[str, deque[_Thought]]] = {}
        """By address, and there by person; whoever comes first in each is served next."""

    def begin(self, work: Callable[..., Any]) -> asyncio.Future[Any]:
        """Begin a piece of work whose turn has come."""
        raise NotImplementedError

    async def think(self, client: Client, work: Callable[..., Any]) -> Any:
        """What comes out of some work, when it was this client's turn and is done."""
        thought = _Thought(work)
        people = self._waiting.setdefault(client.address, {})
        people.setdefault(client.person, deque()).append(thought)
        self._serve()
        return await thought.answer

    def check_room(self, client: Client) -> None:
        """Refuse who would wait beside too many others."""
        if self._most_waiting is None:
            return
        theirs = self._waiting.get(client.address, {})
        if self.waiting >= self._most_waiting or _number(theirs) >= self._most_each:
            raise Overloaded

    @property
    def thinking(self) -> int:
        """Number of jobs under way."""
        return self._at_once - self._free

    @property
    def waiting(self) -> int:
        """Number of jobs that have not begun."""
        return sum(map(_number, self._waiting.values()))

    def _serve(self) -> None:
        while self._free and self._waiting:
            thought = self._next()
            if thought.answer.cancelled():
                continue
            self._free -= 1
            self.begin(thought.work).add_done_callback(partial(self._finish, thought))

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
        error = ShuttingDown() if done.cancelled() else done.exception()
        if not thought.answer.done():
            if error is not None:
                thought.answer.set_exception(error)
            else:
                thought.answer.set_result(done.result())
        self._serve()

    def close(self) -> None:
        """Begin nothing more."""
        self._waiting.clear()


class BotPool(FairQueue):
    """Threads in which bots think."""

    def __init__(
        self, threads: int, name: str, most_waiting: int | None = None, most_each: int = 0
    ) -> None:
        super().__init__(threads, most_waiting, most_each)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)

    def begin(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def think(self, client: Client, work: Callable[[], Answer]) -> Answer:
        """Result of a job, once it was this client's turn and is done."""
        answer: Answer = await super().think(client, work)
        return answer

    def close(self) -> None:
        super().close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _number(people: dict[str, deque[_Thought]]) -> int:
    return sum(map(len, people.values()))


def _first(queue: dict[str, Any]) -> tuple[str, Any]:
    """Take out the entry that has been there for longest."""
    key = next(iter(queue))
    return key, queue.pop(key)
