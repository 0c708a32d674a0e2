"""Processes that draw pictures, and a cache of what they drew.

Addresses take turns, so that nobody who asks for many pictures keeps others from theirs.
Animations, which take seconds, have a process of their own, and so have sheets to print. All limits
are those of one worker: with `--workers N` there are N pools, each with its own processes.
"""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256

from matchwood.engine.errors import MatchwoodError
from matchwood.server.base.files import GIF, PDF, PNG, SVG, File
from matchwood.server.live import picture_worker
from matchwood.server.live.bot_pool import Client, FairQueue
from matchwood.server.live.picture_worker import LENGTH_BYTES, Job, framed

MAX_STILLS_WAITING, MAX_STILLS_PER_ADDRESS = 64, 16
"""Jobs of one worker that may wait: of all, and of one address."""
MAX_ANIMATIONS_WAITING, MAX_ANIMATIONS_PER_ADDRESS = 12, 3
MAX_PRINTS_WAITING, MAX_PRINTS_PER_ADDRESS = 12, 3
TIMEOUT = 60.0
"""Seconds for one picture; then its process is killed."""
CACHE_BYTES = 32 * 1024 * 1024

MakeJob = Callable[[], Awaitable[Job]]


class CannotDraw(MatchwoodError):
    """A drawing process has ended, or took too long; it has logged why."""

    status = 500


class PictureWorkers(FairQueue):
    """Drawing processes, each started when it is first needed."""

    def __init__(self, processes: int, max_waiting: int, max_per_address: int) -> None:
        super().__init__(processes, max_waiting, max_per_address)
        self._idle: list[Process] = []
        self._under_way: set[asyncio.Task[bytes]] = set()

    def start(self, work: MakeJob) -> asyncio.Future[bytes]:
        task = asyncio.create_task(self._draw(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _draw(self, make: MakeJob) -> bytes:
        job = framed(await make())
        process = self._idle.pop() if self._idle else await _start_process()
        try:
            async with asyncio.timeout(TIMEOUT):
                drawn = await _exchange(process, job)
        except (OSError, asyncio.IncompleteReadError) as error:
            await _kill(process)
            raise CannotDraw("A picture could not be drawn.") from error
        except asyncio.CancelledError:
            await _kill(process)
            raise
        self._idle.append(process)
        if isinstance(drawn, MatchwoodError):
            raise drawn
        return drawn

    async def stop(self) -> None:
        """Kill all processes, and whatever they draw."""
        super().close()
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for process in self._idle:
            await _kill(process)


async def _start_process() -> Process:
    """Start a drawing process, in a session of its own: Ctrl-C at the terminal is for us."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", picture_worker.__name__),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )


async def _exchange(process: Process, job: bytes) -> bytes | MatchwoodError:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(job)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
    answer: bytes | MatchwoodError = pickle.loads(await process.stdout.readexactly(length))
    return answer


async def _kill(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


class PictureCache:
    """Pictures by their key: the most recently used, and those that are being drawn."""

    def __init__(self) -> None:
        self._workers = {
            PNG: PictureWorkers(1, MAX_STILLS_WAITING, MAX_STILLS_PER_ADDRESS),
            GIF: PictureWorkers(1, MAX_ANIMATIONS_WAITING, MAX_ANIMATIONS_PER_ADDRESS),
            PDF: PictureWorkers(1, MAX_PRINTS_WAITING, MAX_PRINTS_PER_ADDRESS),
        }
        self._files: OrderedDict[str, File] = OrderedDict()
        """Least recently used first."""
        self._bytes = 0
        self._under_way: dict[str, asyncio.Task[File]] = {}

    def drawing(self, key: str, make: Callable[[], str]) -> File:
        """An SVG, made at once if it is not in the cache."""
        return self._get(key) or self._add(key, File(make().encode(), SVG))

    async def picture(self, key: str, kind: str, client: Client, make: MakeJob) -> File:
        """A PNG, GIF or PDF; requests for one that is being drawn wait for the same job.

        Raises `Overloaded` if too many wait.
        """
        if (file := self._get(key)) is not None:
            return file
        drawing = self._under_way.get(key)
        if drawing is None:
            self._workers[kind].check_capacity(client)
            drawing = asyncio.create_task(self._draw(key, kind, client, make))
            self._under_way[key] = drawing
            drawing.add_done_callback(lambda _: self._under_way.pop(key))
        return await asyncio.shield(drawing)

    async def _draw(self, key: str, kind: str, client: Client, make: MakeJob) -> File:
        data = await self._workers[kind].run(client, make)
        return self._add(key, File(data, kind))

    def _get(self, key: str) -> File | None:
        if key in self._files:
            self._files.move_to_end(key)
        return self._files.get(key)

    def _add(self, key: str, file: File) -> File:
        self._files[key] = file
        self._bytes += len(file.data)
        while self._bytes > CACHE_BYTES and len(self._files) > 1:
            _, oldest = self._files.popitem(last=False)
            self._bytes -= len(oldest.data)
        return file

    async def close(self) -> None:
        for workers in self._workers.values():
            await workers.stop()


def picture_key(*what: object) -> str:
    """Key of a picture: a digest of all that it follows from."""
    return sha256(repr(what).encode()).hexdigest()
