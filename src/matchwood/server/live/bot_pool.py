"""Long jobs, such as those of bots, in queues that clients share fairly.

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
    """A visitor for whom a job is done: addresses take turns, then the people at each."""

    address: str = ""
    person: str = ""


@dataclass
class _Job:
    work: Callable[..., Any]
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)


class FairQueue:
    """Jobs of which so many run at once; the others wait. For use within one event loop."""

    def __init__(
        self, capacity: int, max_waiting: int | None = None, max_per_address: int = 0
    ) -> None:
        """Jobs that may wait: `max_waiting` in all and `max_per_address` of an address, or any."""
        self._capacity = self._free = capacity
        self._max_waiting, self._max_per_address = max_waiting, max_per_address
        self._waiting: dict[str, dict[str, deque[_Job]]] = {}
        """Waiting jobs by address and person; the first of each is next."""

    def start(self, work: Callable[..., Any]) -> asyncio.Future[Any]:
        """Start a job whose turn has come."""
        raise NotImplementedError

    async def run(self, client: Client, work: Callable[..., Any]) -> Any:
        """Result of a job, once it was this client's turn and is done."""
        job = _Job(work)
        people = self._waiting.setdefault(client.address, {})
        people.setdefault(client.person, deque()).append(job)
        self._serve()
        return await job.answer

    def check_capacity(self, client: Client) -> None:
        """Raise `Overloaded` if too many jobs wait already."""
        if self._max_waiting is None:
            return
        theirs = self._waiting.get(client.address, {})
        if self.waiting >= self._max_waiting or _number(theirs) >= self._max_per_address:
            raise Overloaded

    @property
    def running(self) -> int:
        """Number of jobs that run."""
        return self._capacity - self._free

    @property
    def waiting(self) -> int:
        """Number of jobs that wait."""
        return sum(map(_number, self._waiting.values()))

    def _serve(self) -> None:
        while self._free and self._waiting:
            job = self._next()
            if job.answer.cancelled():
                continue
            self._free -= 1
            self.start(job.work).add_done_callback(partial(self._finish, job))

    def _next(self) -> _Job:
        """Take the next job; those whose turn it was go to the end."""
        address, people = _first(self._waiting)
        person, jobs = _first(people)
        job: _Job = jobs.popleft()
        if jobs:
            people[person] = jobs
        if people:
            self._waiting[address] = people
        return job

    def _finish(self, job: _Job, done: asyncio.Future[Any]) -> None:
        self._free += 1
        error = ShuttingDown() if done.cancelled() else done.exception()
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
        self._serve()

    def close(self) -> None:
        """Start no more jobs."""
        self._waiting.clear()


class BotPool(FairQueue):
    """Threads that compute for bots, shared fairly."""

    def __init__(
        self, threads: int, name: str, max_waiting: int | None = None, max_per_address: int = 0
    ) -> None:
        super().__init__(threads, max_waiting, max_per_address)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)

    def start(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def run(self, client: Client, work: Callable[[], Answer]) -> Answer:
        """Result of a job, once it was this client's turn and is done."""
        answer: Answer = await super().run(client, work)
        return answer

    def close(self) -> None:
        super().close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _number(people: dict[str, deque[_Job]]) -> int:
    return sum(map(len, people.values()))


def _first(queue: dict[str, Any]) -> tuple[str, Any]:
    """Pop the oldest entry."""
    key = next(iter(queue))
    return key, queue.pop(key)
